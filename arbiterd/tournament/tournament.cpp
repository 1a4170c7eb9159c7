#include "arbiterd/tournament/tournament.hpp"

#include <string_view>

namespace flagfall::tournament {

std::vector<EventPairing> requested_byes(const Tournament& event, std::uint32_t round) {
    std::vector<EventPairing> byes;
    for (const auto& [number, player] : event.players) {
        if (player.withdrawn_from > 0 && player.withdrawn_from <= round) continue;
        for (const wire::RequestedBye& asked : player.byes) {
            if (asked.round != round) continue;
            EventPairing& bye = byes.emplace_back();
            bye.white = number;
            bye.bye = asked.bye;
        }
    }
    return byes;
}

Both<std::uint32_t> players_of(const EventPairing& pairing, const BoardResult& result) {
    return result.reversed ? Both<std::uint32_t>{{pairing.black, pairing.white}}
                           : Both<std::uint32_t>{{pairing.white, pairing.black}};
}

Side colour_of(const EventPairing& pairing, const BoardResult& result, std::uint32_t player) {
    return players_of(pairing, result)[Side::white] == player ? Side::white : Side::black;
}

char trf_letter(BoardResult::Kind kind, std::uint8_t half_points) {
    constexpr std::string_view played{"0=1"};
    constexpr std::string_view unrated{"LDW"};
    constexpr std::string_view forfeit{"--+"};
    if (kind == BoardResult::Kind::unrated) return unrated.at(half_points);
    return kind == BoardResult::Kind::forfeit ? forfeit.at(half_points) : played.at(half_points);
}

}  // namespace flagfall::tournament
