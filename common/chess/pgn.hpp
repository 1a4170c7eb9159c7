// Portable Game Notation: reads files as people really write them, and writes the export
// format of the PGN standard. Keeps only main lines, and checks every move of them;
// variations are skipped. An error loses one game, never the games after it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/limits.hpp"
#include "common/chess/position.hpp"
#include "common/chess/types.hpp"

namespace flagfall::chess {

enum class PgnResult : std::uint8_t { unknown, white_wins, black_wins, draw };
// "*", "1-0", "0-1", "1/2-1/2".
std::string_view text(PgnResult result);

struct PgnTag {
    std::string name;
    std::string value;  // UTF-8, without the escapes

    friend bool operator==(const PgnTag&, const PgnTag&) = default;
};

struct PgnMove {
    Move move;
    std::string comment;             // after the move, UTF-8, one line, without the two times below
    std::vector<std::uint8_t> nags;  // $1 or !: 1, $146: 146 ...
    std::optional<std::int64_t> clk_ms;  // [%clk]: reading of the mover's clock after the move
    std::optional<std::int64_t> emt_ms;  // [%emt]: time this move took

    friend bool operator==(const PgnMove&, const PgnMove&) = default;
};

struct PgnGame {
    std::vector<PgnTag> tags;  // in the order of the file
    // Where the game starts, from the tags SetUp, FEN and Variant.
    Position start = start_position();
    std::string comment;  // before the first move, times included
    std::vector<PgnMove> moves;
    // The token after the moves; without one, the value of the tag Result.
    PgnResult result = PgnResult::unknown;

    // The value of the first tag of this name; empty if there is none.
    std::string_view tag(std::string_view name) const;
    // Replaces the first tag of this name or appends one.
    void set_tag(std::string_view name, std::string_view value);
    // An empty game that keeps its memory.
    void clear();

    friend bool operator==(const PgnGame&, const PgnGame&) = default;
};

// The start and the moves of a game, without tags, comments and times.
PgnGame moves_only(const PgnGame& game);

enum class PgnFault : std::uint8_t {
    malformed_tag,
    invalid_start,        // the FEN is no legal position
    unsupported_variant,  // neither chess nor Chess960
    malformed_move,
    illegal_move,  // null moves, too: they are for variations
    ambiguous_move,
    malformed_nag,
    unterminated_comment,
    unbalanced_variation,
    limit_exceeded,
};
// "malformed tag", "illegal move" ...
std::string_view name(PgnFault fault);

struct PgnError {
    PgnFault fault{};
    std::size_t line = 0;    // from 1
    std::size_t column = 0;  // from 1, in bytes
    std::size_t ply = 0;     // the move that could not be read, from 1; 0 before the moves
    std::string what;        // one line for people: the fault and the text with it
};

struct PgnLimits {
    std::size_t tags = limits::tags + 16;  // a record's own, and those that the export adds
    std::size_t tag_bytes = limits::line_bytes;  // escapes included
    std::size_t plies = limits::game_plies;
    std::size_t comment_bytes = limits::line_bytes;  // of one move
};

// Reads the games of a text one after another. The text must outlive the reader.
//   Line ends LF, CRLF or CR; a byte order mark; lines that begin with % are skipped. Text that is
//   not UTF-8 is taken for Latin-1. A comment that runs into the tags of another game (an empty
// line, then two tag lines) was never closed: this is an error of its game alone.
//   Moves as in parse_san; also evaluation signs as separate words (!, +-, =). Results inside
// variations are ignored. A tag after moves begins the next game, with or without a result. A
// comment after the result belongs to the last move.
class PgnReader {
public:
    explicit PgnReader(std::string_view text, PgnLimits limits = {});

    // The next game, or its error; empty at the end of the text.
    std::optional<std::expected<PgnGame, PgnError>> next();

    enum class Read : std::uint8_t { game, error, end };
    // The same into a game that is reused. After an error `game` has what came
    // before it, all moves checked, and error() has the error.
    Read read_into(PgnGame& game);
    const PgnError& error() const { return error_; }

private:
    std::string_view text_;
    PgnLimits limits_;
    std::size_t at_ = 0;
    // How far lines are counted, so that many errors do not cost many passes.
    std::size_t counted_ = 0;
    std::size_t lines_ = 1;
    std::size_t line_start_ = 0;
    PgnError error_;

    friend class PgnGameReader;
};

// A game as it is in a text; its tags and moves are not read.
struct PgnPiece {
    std::string_view text;    // from its first tag to its result; without one, to the next game
    std::size_t line = 0;     // where it begins, from 1
    // The token that ends it, or the last word if the tag Result has the same (0-0). Empty: the
    // game goes on, or is still being written.
    std::string_view result;

    friend bool operator==(const PgnPiece&, const PgnPiece&) = default;
};

// The games of a text that have tags, as PgnReader finds them; no move is checked, so illegal
// moves do not matter. The pieces are parts of `text`; at most `most` of them.
std::vector<PgnPiece> split_pgn(std::string_view text,
                                std::size_t most = std::numeric_limits<std::size_t>::max());

// Appends the game in export format: the seven tags, the others by name, moves in SAN with
// numbers, times and comments, lines of at most 80 columns (a longer word stays whole), an empty
// line at the end. The moves must be legal one after another from `start`. Tags Result, SetUp and
// FEN are taken from the game itself; a tag whose name PGN cannot express is left out. Reading the
// text and writing the game again gives the same text.
void append_pgn(std::string& out, const PgnGame& game);
std::string write_pgn(const PgnGame& game);

}  // namespace flagfall::chess
