// Reads moves. First the form: a cursor that only moves forward takes the text apart, and
// every character must be used. Then the meaning: the legal moves that match are looked up.
#include "common/chess/san_read.hpp"

#include <utility>

#include "common/base/check.hpp"
#include "common/chess/attacks.hpp"
#include "common/chess/movegen.hpp"

namespace flagfall::chess {
namespace {

using Result = std::expected<Move, TextError>;

// Takes text from the front, piece by piece.
class Cursor {
public:
    explicit Cursor(std::string_view text) : rest_(text) {}

    bool done() const { return rest_.empty(); }
    bool take(std::string_view wanted) {
        FF_CHECK(!wanted.empty());
        if (!rest_.starts_with(wanted)) return false;
        rest_.remove_prefix(wanted.size());
        return true;
    }
    template <class... Texts>
    bool take_one_of(Texts... texts) {
        return (take(texts) || ...);
    }
    // The index of the next character in `set`, which is then consumed; -1 if it is not in it.
    int take_from(std::string_view set) {
        FF_CHECK(!set.empty());
        const std::size_t at = rest_.empty() ? set.npos : set.find(rest_.front());
        if (at == set.npos) return -1;
        rest_.remove_prefix(1);
        return static_cast<int>(at);
    }

private:
    std::string_view rest_;
};

// The parts of a text for a move that is not castling.
struct Spoken {
    Kind kind = Kind::pawn;
    bool lettered = false;   // a piece letter was there
    bool figurine = false;   // as a figurine
    bool captures = false;   // with x or :
    int from_file = -1;
    int from_rank = -1;
    int to_file = -1;
    int to_rank = -1;        // missing in short pawn captures: exd
    bool promotes = false;
    Kind promotion = Kind::none;  // pawn or king if the text has that
};

// The marks that may follow the move.
struct Marks {
    bool well_formed = true;
    bool en_passant = false;
};

bool take_dash(Cursor& cursor) { return cursor.take_one_of("-", "–", "‐", "‑"); }

// Check and annotation marks in any order, each kind once; all but e.p. and (=) touch the move.
Marks read_marks(Cursor& cursor) {
    Marks marks;
    bool check = false;
    bool draw_offer = false;
    int annotations = 0;
    while (!cursor.done() && marks.well_formed) {
        if (cursor.take_one_of("++", "††", "+", "#", "†", "‡")) {
            marks.well_formed = !check;
            check = true;
        } else if (cursor.take_from("!?") >= 0) {
            marks.well_formed = ++annotations <= 2;
        } else if (cursor.take_one_of(" e.p.", "e.p.", " ep", "ep")) {
            marks.well_formed = !marks.en_passant;
            marks.en_passant = true;
        } else if (cursor.take_one_of(" (=)", "(=)")) {
            marks.well_formed = !draw_offer;
            draw_offer = true;
        } else {
            marks.well_formed = false;
        }
    }
    return marks;
}

void read_kind(Cursor& cursor, Spoken& spoken) {
    const int letter = cursor.take_from("PNBRQK");
    if (letter >= 0) {
        spoken.kind = static_cast<Kind>(letter);
        spoken.lettered = true;
        return;
    }
    // U+2654..265F: king, queen, rook, bishop, knight, pawn, first white, then black.
    if (!cursor.take("\xE2\x99")) return;
    const int glyph = cursor.take_from("\x94\x95\x96\x97\x98\x99\x9A\x9B\x9C\x9D\x9E\x9F");
    if (glyph < 0) return;  // the rest of another symbol, which nothing below accepts
    spoken.kind = static_cast<Kind>(5 - glyph % 6);
    FF_CHECK(spoken.kind != Kind::none);
    spoken.lettered = spoken.figurine = true;
}

// Origin (any part of it), separator, target. If only one square is given it is the target.
bool read_squares(Cursor& cursor, Spoken& spoken) {
    spoken.from_file = cursor.take_from("abcdefgh");
    spoken.from_rank = cursor.take_from("12345678");
    spoken.captures = cursor.take_one_of("x", ":", "×");
    const bool separated = spoken.captures || take_dash(cursor);
    spoken.to_file = cursor.take_from("abcdefgh");
    spoken.to_rank = cursor.take_from("12345678");
    if (spoken.to_file < 0) {
        std::swap(spoken.from_file, spoken.to_file);
        std::swap(spoken.from_rank, spoken.to_rank);
        return !separated && spoken.to_file >= 0 && spoken.to_rank >= 0;
    }
    const bool short_capture = spoken.kind == Kind::pawn && spoken.captures &&
                               spoken.from_file >= 0 && spoken.from_rank < 0;
    return spoken.to_rank >= 0 || short_capture;
}

// =Q Q (Q) /Q, also in lower case, which needs care: (=) is a draw offer.
bool read_promotion(Cursor& cursor, Spoken& spoken) {
    Cursor ahead = cursor;
    const bool open = ahead.take("(");
    const bool marked = open || ahead.take_one_of("=", "/");
    int kind = ahead.take_from("PNBRQK");
    if (kind < 0) kind = ahead.take_from("pnbrqk");
    if (kind < 0) return !marked || open;  // an open parenthesis may be another mark
    if (open && !ahead.take(")")) return false;
    spoken.promotes = true;
    spoken.promotion = static_cast<Kind>(kind);
    cursor = ahead;
    return true;
}

// e.p. may be left out, but if written it must be true.
bool fits_marks(Move move, Marks marks) { return !marks.en_passant || move.is_en_passant(); }

bool is_exotic(const Spoken& spoken) { return spoken.figurine || spoken.to_rank < 0; }

std::unexpected<TextError> no_such_move(const Spoken& spoken) {
    return std::unexpected(is_exotic(spoken) ? TextError::malformed : TextError::illegal);
}

// Two squares without a letter: any man may move, also a castling king.
Result resolve_coordinates(const Position& position, const Spoken& spoken, Marks marks) {
    FF_CHECK(spoken.from_file >= 0);
    FF_CHECK(spoken.from_rank >= 0);
    FF_CHECK(spoken.to_file >= 0);
    FF_CHECK(spoken.to_rank >= 0);
    const Square from = square_at(spoken.from_file, spoken.from_rank);
    const Square to = square_at(spoken.to_file, spoken.to_rank);
    const bool pawn_or_king = spoken.promotion == Kind::pawn || spoken.promotion == Kind::king;
    if (spoken.promotes && pawn_or_king) return std::unexpected(TextError::illegal);
    const Move move = move_from_coordinates(position, from, to, spoken.promotion);
    if (!is_legal(position, move) || !fits_marks(move, marks))
        return std::unexpected(TextError::illegal);
    FF_CHECK(move.from() == from);
    FF_CHECK(move.promotion_kind() == spoken.promotion);
    return move;
}

Result resolve(const Position& position, const Spoken& spoken, Marks marks, MoveList* fitting) {
    FF_CHECK(spoken.kind != Kind::none);
    FF_CHECK(spoken.to_file >= 0);
    Bitboard from = position.pieces(position.side_to_move(), spoken.kind);
    Bitboard to = file_set(spoken.to_file);
    if (spoken.to_rank >= 0) {
        to &= rank_set(spoken.to_rank);
        if (spoken.kind != Kind::pawn)
            from &= piece_attacks(spoken.kind, first(to), position.occupied());
    }
    if (spoken.from_file >= 0) from &= file_set(spoken.from_file);
    if (spoken.from_rank >= 0) from &= rank_set(spoken.from_rank);
    // A pawn capture names the file of departure (Laws C.9, PGN 8.2.3.3).
    if (spoken.kind == Kind::pawn && spoken.from_file < 0) from &= file_set(spoken.to_file);

    if (from == 0) return no_such_move(spoken);
    Move found = Move::none();
    bool several = false;
    for (const Move move : legal_moves(position, from, to)) {
        if (move.is_castling() || move.promotion_kind() != spoken.promotion) continue;
        if (!fits_marks(move, marks)) continue;
        several = several || !found.is_none();
        found = move;
        if (fitting != nullptr) fitting->push(move);
    }
    FF_CHECK(!several || fitting == nullptr || fitting->size() >= 2);
    if (several) return std::unexpected(TextError::ambiguous);
    if (found.is_none()) return no_such_move(spoken);
    FF_CHECK(contains(from, found.from()));
    FF_CHECK(contains(to, found.to()));
    FF_CHECK(position.kind_at(found.from()) == spoken.kind);
    FF_CHECK(fitting == nullptr || fitting->size() == 1);
    return found;
}

bool take_castling_letter(Cursor& cursor) {
    return cursor.take_one_of("O", "0", "o", "О", "о");  // the last two are Cyrillic
}

// Two letters are castling king-side, three queen-side; dashes between all of them or none.
Result read_castling(const Position& position, Cursor cursor) {
    int letters = 1;
    int dashes = 0;
    while (true) {
        const bool dash = take_dash(cursor);
        if (!take_castling_letter(cursor)) {
            if (dash) return std::unexpected(TextError::malformed);
            break;
        }
        ++letters;
        dashes += dash;
    }
    FF_CHECK(letters >= 1);
    FF_CHECK(dashes < letters);
    const Marks marks = read_marks(cursor);
    const bool shape = (letters == 2 || letters == 3) && (dashes == 0 || dashes == letters - 1);
    if (!shape || !marks.well_formed || marks.en_passant)
        return std::unexpected(TextError::malformed);
    const Side us = position.side_to_move();
    const Wing wing = letters == 2 ? Wing::king_side : Wing::queen_side;
    const Square rook = position.castling_rook(us, wing);
    if (rook == no_square) return std::unexpected(TextError::illegal);
    const Move move = Move::castling(position.king(us), rook);
    if (!is_legal(position, move)) return std::unexpected(TextError::illegal);
    FF_CHECK(move.wing() == wing);
    FF_CHECK(move.to() == rook);
    return move;
}

bool is_null_move(std::string_view text) {
    return text == "--" || text == "Z0" || text == "0000" || text == "@@@@";
}

}  // namespace

std::string_view name(TextError error) {
    static constexpr std::array<std::string_view, 3> names{"malformed", "illegal", "ambiguous"};
    FF_CHECK(static_cast<std::size_t>(error) < names.size());
    return names[static_cast<std::size_t>(error)];
}

Result parse_san(const Position& position, std::string_view text) {
    return read_san(position, text, nullptr);
}

Result read_san(const Position& position, std::string_view text, MoveList* fitting) {
    FF_CHECK(fitting == nullptr || fitting->empty());
    Cursor cursor(text);
    if (take_castling_letter(cursor)) {
        if (is_null_move(text)) return std::unexpected(TextError::illegal);
        return read_castling(position, cursor);
    }
    if (is_null_move(text)) return std::unexpected(TextError::illegal);

    Spoken spoken;
    read_kind(cursor, spoken);
    if (!read_squares(cursor, spoken) || !read_promotion(cursor, spoken))
        return std::unexpected(TextError::malformed);
    const Marks marks = read_marks(cursor);
    if (!marks.well_formed) return std::unexpected(TextError::malformed);
    const bool coordinates = !spoken.lettered && !spoken.captures && spoken.from_rank >= 0 &&
                             spoken.from_file >= 0;
    return coordinates ? resolve_coordinates(position, spoken, marks)
                       : resolve(position, spoken, marks, fitting);
}

}  // namespace flagfall::chess
