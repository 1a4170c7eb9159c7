// A position (first line, `960 ` before it for Chess960) and texts of moves (the other lines): what
// is read is legal, and each legal move is read from each notation it is written in.
#include <string>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;
using namespace flagfall::chess;

namespace {

bool reads_as(const std::expected<Move, TextError>& read, Move move) {
    return read.has_value() && *read == move;
}

void check_notations(const Position& position, Move move) {
    const std::string written = san(position, move);
    FF_CHECK(reads_as(parse_san(position, written), move));
    FF_CHECK(san_text(position, move).view() == written);
    const SanAndPosition both = san_and_after(position, move);
    FF_CHECK(both.text.view() == written && both.position == after(position, move));
    FF_CHECK(reads_as(parse_san(position, laws_notation(position, move)), move));
    const std::string coordinates = uci(position, move);
    FF_CHECK(reads_as(parse_uci(position, coordinates), move));
    FF_CHECK(reads_as(parse_san(position, coordinates), move));
    FF_CHECK(uci_text(position, move).view() == coordinates);
}

void check_text(const Position& position, std::string_view text) {
    if (const auto move = parse_san(position, text)) {
        FF_CHECK(is_legal(position, *move));
        check_notations(position, *move);
    } else {
        FF_CHECK(!name(move.error()).empty());
    }
    if (const auto move = parse_uci(position, text)) {
        FF_CHECK(is_legal(position, *move));
        std::string small(text);  // e7e8Q is taken, too
        if (small.size() == 5) small[4] = static_cast<char>(small[4] | ' ');
        FF_CHECK(uci(position, *move) == small);
    }
}

}  // namespace

FUZZ_TARGET(san) {
    auto [first, rest] = fuzz::split_line(input);
    Variant variant = Variant::chess;
    if (first.starts_with("960 ")) {
        variant = Variant::chess960;
        first.remove_prefix(4);
    }
    const auto position = parse_position(first, variant);
    if (!position) return;
    for (const Move move : legal_moves(*position)) check_notations(*position, move);
    while (!rest.empty()) {
        const fuzz::Lines lines = fuzz::split_line(rest);
        check_text(*position, lines.first);
        rest = lines.rest;
    }
}
