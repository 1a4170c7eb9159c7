#include "arbiterd/console/engine_output.hpp"

#include <algorithm>
#include <set>

#include "arbiterd/formats/import.hpp"

namespace flagfall::console {

namespace {

std::string who(const tournament::EventPlayer& player) {
    return "player " + std::to_string(player.number) + " (" + player.name + ")";
}

// The players of these pairings; a bye has only White.
std::set<std::uint32_t> players_in(const std::vector<tournament::EventPairing>& pairings) {
    std::set<std::uint32_t> all;
    for (const tournament::EventPairing& pairing : pairings)
        for (const std::uint32_t player : {pairing.white, pairing.black})
            if (player != 0) all.insert(player);
    return all;
}

}  // namespace

std::expected<void, std::string> check_output(const std::string& trf, const std::string& output,
                                              std::uint32_t round) {
    const auto given = formats::read(formats::Format::trf26, trf, nullptr, 0);
    if (!given) return std::unexpected("its file cannot be read: " + formats::text(given.error()));
    const tournament::Tournament event = formats::tournament_of(*given);
    const auto read = formats::read(formats::Format::pairs, output, &event, round);
    if (!read) return std::unexpected("it cannot be read: " + formats::text(read.error()));
    const auto known = event.rounds.find(round);
    const auto away = known == event.rounds.end() ? std::set<std::uint32_t>{}
                                                  : players_in(known->second.pairings);
    const auto paired = players_in(read->rounds.front().pairings);
    for (const auto& [number, player] : event.players) {
        if (away.contains(number) && paired.contains(number))
            return std::unexpected(who(player) + " is paired, but has a bye or has withdrawn");
        if (!away.contains(number) && !paired.contains(number))
            return std::unexpected(who(player) + " is left out, and has no bye");
    }
    return {};
}

}  // namespace flagfall::console
