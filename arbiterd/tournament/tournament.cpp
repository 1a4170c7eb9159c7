#include "arbiterd/tournament/tournament.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "common/base/check.hpp"

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
    const Both<std::uint32_t> players = players_of(pairing, result);
    const Side side = players[Side::white] == player ? Side::white : Side::black;
    FF_CHECK(players[side] == player);
    return side;
}

BoardResult result_of(const wire::EnteredResult& entered) {
    BoardResult result;
    result.kind = entered.kind;
    result.score = entered.score;
    result.article = entered.article;
    result.decided_by = entered.by;
    return result;
}

std::uint32_t points_for(const BoardResult& result, Side side, const wire::EventScoring& scoring) {
    FF_CHECK(result.score.has_value());
    const std::uint8_t half_points = result.score->half_points[side];
    FF_CHECK(half_points <= 2);
    if (scoring.draw_odds && result.kind == wire::ResultKind::played && *result.score == drawn())
        return side == *scoring.draw_odds ? scoring.win : scoring.loss;
    if (half_points == 2) return scoring.win;
    if (half_points == 1) return scoring.draw;
    return result.kind == wire::ResultKind::forfeit ? scoring.absent : scoring.loss;
}

std::uint32_t points_of_bye(wire::Bye bye, const wire::EventScoring& scoring) {
    switch (bye) {
        case wire::Bye::allocated: return scoring.pairing_bye;
        case wire::Bye::full: return scoring.win;
        case wire::Bye::half: return scoring.draw;
        case wire::Bye::zero: break;
    }
    return scoring.absent;
}

char trf_letter(wire::ResultKind kind, std::uint8_t half_points) {
    FF_CHECK(half_points <= 2);
    constexpr std::string_view played{"0=1"};
    constexpr std::string_view unrated{"LDW"};
    constexpr std::string_view forfeit{"--+"};
    if (kind == wire::ResultKind::unrated) return unrated.at(half_points);
    return kind == wire::ResultKind::forfeit ? forfeit.at(half_points) : played.at(half_points);
}

}  // namespace flagfall::tournament
