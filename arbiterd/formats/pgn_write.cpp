// What the event knows of a game, as PGN tags.
#include <algorithm>

#include "arbiterd/formats/export.hpp"
#include "arbiterd/formats/text.hpp"

namespace flagfall::formats {

wire::Pairs pgn_tags(const tournament::Tournament& tournament, const tournament::EventRound& round,
                     const Both<std::uint32_t>& players) {
    wire::Pairs tags;
    const auto put = [&](std::string name, std::string value) {
        if (!value.empty()) tags.push_back({std::move(name), std::move(value)});
    };
    put("Event", tournament.info.name);
    put("Site", tournament.info.place);
    if (auto date = date_from(cut(round.starts, 10))) {
        std::ranges::replace(*date, '-', '.');
        put("Date", *date);
    }
    const auto player = [&](const std::string& colour, std::uint32_t number) {
        const auto found = tournament.players.find(number);
        if (found == tournament.players.end()) return;
        const tournament::EventPlayer& each = found->second;
        put(colour + "Title", each.title);
        if (each.rating > 0) put(colour + "Elo", std::to_string(each.rating));
        put(colour + "FideId", each.fide_id);
        if (const auto team = tournament.teams.find(each.team); team != tournament.teams.end())
            put(colour + "Team", team->second.name);
    };
    player("White", players[Side::white]);
    player("Black", players[Side::black]);
    return tags;
}

}  // namespace flagfall::formats
