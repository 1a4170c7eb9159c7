// Any text as a FEN, in both variants: what is accepted is written and read as the same position,
// and every legal move of it leads to a position that can be written and read again, too.
#include <string>

#include "common/chess/history.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/position.hpp"
#include "common/mate/mate.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;
using namespace flagfall::chess;

namespace {

void check_written(const Position& position) {
    for (const FenStyle style : {FenStyle::xfen, FenStyle::shredder}) {
        const std::string written = fen(position, style);
        const auto again = parse_position(written, position.variant());
        FF_CHECK(again && *again == position && again->key() == position.key());
        FF_CHECK(fen(*again, style) == written);
    }
}

void check_moves(const Position& position) {
    const MoveList moves = legal_moves(position);
    FF_CHECK(moves.size() == count_moves(position));
    FF_CHECK(has_legal_move(position) == !moves.empty());
    FF_CHECK((ending(position) == chess::Ending::none) == !moves.empty());
    for (const Move move : moves) {
        FF_CHECK(is_legal(position, move));
        const Position next = after(position, move);
        FF_CHECK(gives_check(position, move) == in_check(next));
        const auto same = Position::from(next.setup());
        FF_CHECK(same && same_position(*same, next) && same->key() == next.key());
        if (next.halfmove_clock() <= 9999 && next.fullmove_number() <= 9999) check_written(next);
    }
}

void check_text(std::string_view text, Variant variant) {
    const auto setup = parse_fen(text, variant);
    const auto position = parse_position(text, variant);
    if (!setup) {
        FF_CHECK(setup.error().any() && !position);
        return;
    }
    FF_CHECK(Position::from(*setup).has_value() == position.has_value());
    if (!position) {
        FF_CHECK(position.error().any() && !names(position.error()).empty());
        return;
    }
    const auto again = Position::from(position->setup());
    FF_CHECK(again && *again == *position);
    check_written(*position);
    check_moves(*position);
    History history(*position);
    FF_CHECK(history.occurrences() == 1 && !history.threefold());
    for (const Side side : {Side::white, Side::black})
        if (mate::cannot_mate_by_material(*position, side))
            FF_CHECK(mate::can_mate(*position, side, {200}).verdict != mate::Verdict::winnable ||
                     ending(*position) == chess::Ending::checkmate);
}

}  // namespace

FUZZ_TARGET(fen) {
    check_text(input, Variant::chess);
    check_text(input, Variant::chess960);
    // A position without rights by file letters is orthodox if it is a position at all.
    if (!only_chess960(input) && parse_position(input, Variant::chess960))
        FF_CHECK(parse_position(input, Variant::chess).has_value());
}
