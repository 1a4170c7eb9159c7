// The table `outbox`, for the streams of games and of tournaments.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "arbiterd/record/projector.hpp"

namespace flagfall::record {

// A command was issued in this stream. `round`: the round, for a command of a tournament.
template <class Issued>
void project_issued(store::Database& db, const LogPlace& place, std::string_view stream,
                    std::optional<std::uint32_t> round, const Issued& issued) {
    std::visit(
        [&]<class Command>(const Command& command) {
            Both<std::optional<std::int64_t>> sets;
            std::optional<std::int64_t> runs;
            if constexpr (std::is_same_v<Command, wire::SetReading>) {
                for (const Side side : {Side::white, Side::black})
                    sets[side] = command.correction.readings[side].us;
                runs = command.correction.run ? 1 : 0;
            } else if constexpr (std::is_same_v<Command, wire::Resume>) {
                runs = 1;
            } else if constexpr (std::is_same_v<Command, wire::Pause>) {
                runs = 0;
            }
            db.run("INSERT INTO outbox (id, stream, round, board, game, command, white_us,"
                   " black_us, runs, pos) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   command.id, stream, round, issued.board.number, issued.game, Command::type,
                   sets[Side::white], sets[Side::black], runs, place.pos.value);
        },
        issued.command);
}

// Its effect was seen, or it has failed: `refused` says why.
inline void project_settled(store::Database& db, const LogPlace& place, std::string_view id,
                            std::string_view refused) {
    db.run("UPDATE outbox SET settled = ?, refused = ? WHERE id = ?", place.pos.value, refused, id);
}

}  // namespace flagfall::record
