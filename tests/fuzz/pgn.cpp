// Any text as a PGN file: the reader reaches its end, every move that it accepts is legal, and
// the accepted game is written and read as the same game; writing it again gives the same text.
#include <algorithm>
#include <string>
#include <utility>

#include "common/chess/movegen.hpp"
#include "common/chess/pgn.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;
using namespace flagfall::chess;

namespace {

void check_legal(const PgnGame& game) {
    Position position = game.start;
    for (const PgnMove& move : game.moves) {
        FF_CHECK(is_legal(position, move.move));
        position = after(position, move.move);
    }
}

// Nothing can replace a closing brace inside a comment: it is written as a parenthesis.
std::string without_braces(std::string comment) {
    std::ranges::replace(comment, '}', ')');
    return comment;
}

void check_round_trip(const PgnGame& game) {
    const std::string written = write_pgn(game);
    // A text that is longer than the original must not be refused for its length.
    PgnReader reader(written, {.tags = 1024, .tag_bytes = 1 << 20, .plies = 1 << 16,
                               .comment_bytes = 1 << 20});
    const auto again = reader.next();
    FF_CHECK(again && again->has_value());
    const PgnGame& read = **again;
    FF_CHECK(read.start == game.start && read.result == game.result);
    FF_CHECK(read.comment == without_braces(game.comment));
    FF_CHECK(read.moves.size() == game.moves.size());
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
        PgnMove move = game.moves[i];
        move.comment = without_braces(std::move(move.comment));
        FF_CHECK(read.moves[i] == move);
    }
    FF_CHECK(write_pgn(read) == written);
    FF_CHECK(!reader.next().has_value());
}

}  // namespace

FUZZ_TARGET(pgn) {
    PgnReader reader(input);
    PgnGame game;
    std::size_t turns = 0;
    for (auto read = reader.read_into(game); read != PgnReader::Read::end;
         read = reader.read_into(game)) {
        FF_CHECK(++turns <= input.size() + 1);
        check_legal(game);
        if (read == PgnReader::Read::game) {
            check_round_trip(game);
            continue;
        }
        const PgnError& error = reader.error();
        FF_CHECK(error.line >= 1 && error.column >= 1 && !error.what.empty());
        FF_CHECK(!name(error.fault).empty());
    }
}
