// The PGN tags of a game that the event knows.
#include <algorithm>

#include "arbiterd/formats/export.hpp"
#include "arbiterd/formats/text.hpp"
#include "arbiterd/tournament/setup.hpp"

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
    for (const Side side : {Side::white, Side::black}) {
        const auto found = tournament.players.find(players[side]);
        if (found != tournament.players.end())
            tournament::put_player_tags(tags, tournament, side, found->second);
    }
    return tags;
}

}  // namespace flagfall::formats
