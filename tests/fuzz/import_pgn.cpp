// Any bytes as the tags of PGN games, for all of them and for each.
#include "arbiterd/formats/pgn_games.hpp"
#include "common/base/check.hpp"
#include "common/chess/pgn.hpp"
#include "tests/fuzz/import_check.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

namespace {

// Each game by itself: a fault of it has its place in it.
void check_games(std::string_view input) {
    const formats::Roster nobody(nullptr);
    for (const chess::PgnPiece& piece : chess::split_pgn(input)) {
        FF_CHECK(piece.line >= 1 && !piece.text.empty());
        FF_CHECK(piece.text.data() >= input.data());
        FF_CHECK(piece.text.data() + piece.text.size() <= input.data() + input.size());
        const auto game = formats::read_tags(piece, nobody, 1);
        if (!game) FF_CHECK(game.error().at.line >= piece.line);
        else if (*game) FF_CHECK((*game)->line == piece.line);
    }
}

}  // namespace

FUZZ_TARGET(import_pgn) {
    check_games(input);
    if (!fuzz::check_import(formats::Format::pgn, input, 0))
        (void)fuzz::check_import(formats::Format::pgn, input, 1);
}
