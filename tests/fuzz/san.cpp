// A position (first line, `960 ` before it for Chess960) and texts of moves (the other lines): each
// move read is legal, and each legal move is read from each notation in which it is written.
#include <string>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/chess/written.hpp"
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
    for (const Language language : all_languages)
        for (const Form form : {Form::san, Form::laws, Form::long_form}) {
            const auto text = write_move(position, move, form, language);
            const auto back = read_written(position, text, {Notation::algebraic, language});
            FF_CHECK(back.has_value() && back->move == move);
        }
    const auto figures = read_written(position, write_move(position, move, Form::iccf),
                                      {Notation::iccf, Language::english});
    FF_CHECK(figures.has_value() && figures->move == move);
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
    for (const Notation notation : {Notation::algebraic, Notation::iccf, Notation::descriptive})
        for (const Language language : all_languages)
            if (const auto written = read_written(position, text, {notation, language}))
                FF_CHECK(is_legal(position, written->move));
    if (const auto move = parse_uci(position, text)) {
        FF_CHECK(is_legal(position, *move));
        std::string small(text);  // e7e8Q is accepted, too
        if (small.size() == 5) small[4] = static_cast<char>(small[4] | ' ');
        // The king may take its own rook; this is written with the square where the king ends.
        FF_CHECK(move->is_castling() || uci(position, *move) == small);
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
