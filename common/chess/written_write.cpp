// Writes moves for scoresheets: the English text, with other letters.
#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/written.hpp"

namespace flagfall::chess {
namespace {

constexpr std::array<std::string_view, 5> form_names{"san", "laws", "figurine", "long", "iccf"};

// Every capital letter of an English text except the O of castling is a piece.
std::string with_letters(std::string_view english, Language language) {
    std::string out;
    for (const char c : english) {
        const std::size_t kind = std::string_view("PNBRQK").find(c);
        if (kind == std::string_view::npos)
            out += c;
        else
            out += letter(language, static_cast<Kind>(kind));
    }
    return out;
}

std::string long_form(const Position& position, Move move) {
    std::string out;
    if (move.is_castling()) return laws_notation(position, move);
    const Kind kind = position.kind_at(move.from());
    FF_CHECK(kind != Kind::none);
    FF_CHECK(contains(position.pieces(position.side_to_move()), move.from()));
    if (kind != Kind::pawn) out += letter(kind);
    out += square_name(move.from());
    const bool capture = position.kind_at(move.to()) != Kind::none || move.is_en_passant();
    out += capture ? "x" : "-";
    out += square_name(move.to());
    if (move.is_promotion()) out += letter(move.promotion_kind());
    if (move.is_en_passant()) out += " e.p.";
    const Position next = after(position, move);
    if (in_check(next)) out += has_legal_move(next) ? "+" : "++";
    return out;
}

std::string iccf(const Position& position, Move move) {
    FF_CHECK(!move.is_none());
    FF_CHECK(contains(position.pieces(position.side_to_move()), move.from()));
    Square to = move.to();
    if (move.is_castling() && position.variant() == Variant::chess)
        to = square_at(move.wing() == Wing::king_side ? 6 : 2, rank_of(move.from()));
    std::string out;
    for (const Square square : {move.from(), to}) {
        out += static_cast<char>('1' + file_of(square));
        out += static_cast<char>('1' + rank_of(square));
    }
    // 1 queen, 2 rook, 3 bishop, 4 knight.
    if (move.is_promotion()) out += static_cast<char>('5' - index(move.promotion_kind()));
    FF_CHECK(out.size() == (move.is_promotion() ? 5 : 4));
    return out;
}

}  // namespace


std::optional<Form> form_from(std::string_view name) {
    for (std::size_t at = 0; at < form_names.size(); ++at)
        if (form_names[at] == name) return static_cast<Form>(at);
    return std::nullopt;
}

std::string write_move(const Position& position, Move move, Form form, Language language) {
    FF_CHECK(static_cast<std::size_t>(form) < form_names.size());
    switch (form) {
        case Form::san: return with_letters(san_text(position, move), language);
        case Form::laws: return with_letters(laws_notation(position, move), language);
        case Form::figurine:
            return with_letters(laws_notation(position, move), Language::figurine);
        case Form::long_form: return with_letters(long_form(position, move), language);
        case Form::iccf: return iccf(position, move);
    }
    FF_CHECK(false);
}

}  // namespace flagfall::chess
