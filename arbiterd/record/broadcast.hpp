// A round as spectators may see it: delayed, and limited to some boards.
#pragma once

#include <cstdint>
#include <expected>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/record/boards.hpp"
#include "arbiterd/record/pgn_export.hpp"
#include "arbiterd/record/record.hpp"

namespace flagfall::record {

struct BoardRange {
    Board first;
    Board last;
    friend bool operator==(const BoardRange&, const BoardRange&) = default;
};
// Empty: all boards.
using Slice = std::vector<BoardRange>;
// Parses "1-4,11-15,20". The error says what is wrong with the text.
std::expected<Slice, std::string> slice_from(std::string_view text);
bool contains(const Slice& slice, Board board);

// The span of wall-clock time in which a text stays the same.
struct Span {
    std::int64_t from = std::numeric_limits<std::int64_t>::min();
    std::int64_t before = std::numeric_limits<std::int64_t>::max();
    bool contains(std::int64_t wall_ms) const { return from <= wall_ms && wall_ms < before; }
};

struct ShownGame {
    GameRow game;
    std::vector<MoveRow> moves;
    Span when{};  // it is shown like this at all of these instants
};
// The game as it was known at that instant: the moves made by then, and the result if the game had
// ended by then; otherwise it is shown as being played. If the result was corrected since, the
// present one is shown.
ShownGame shown_at(GameRow game, std::vector<MoveRow> moves, std::int64_t wall_ms);

// A text that is valid in this span of time.
struct Written {
    std::string text;
    Span when{};
};
// One game as PGN, as it was known at `until_wall_ms`. Moves of another system have the tag Source.
Written board_pgn(const GameRow& game, BoardMoves found, wire::Pairs tags,
                  std::optional<std::int64_t> until_wall_ms = {});

// What is shown of a round's games.
struct RoundView {
    Slice slice;
    std::optional<std::int64_t> until_wall_ms;  // now minus the delay; nothing: no delay
};

}  // namespace flagfall::record
