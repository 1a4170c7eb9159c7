// English descriptive notation. First the text is read as filters; then the legal moves that pass
// all of them are found. One is the move; several are ambiguous, and all of them are returned.
#include "common/chess/descriptive_read.hpp"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/san_read.hpp"

namespace flagfall::chess {
namespace {

using Result = std::expected<Move, WrittenError>;

Result refused(TextError error) { return std::unexpected(WrittenError{error, {}}); }

// A man as the text names it: "R", "QN" (a wing), "KBP" (a pawn and its file).
struct Man {
    Kind kind = Kind::none;
    std::optional<Wing> wing;
    Bitboard place = ~Bitboard{0};
};

// All parts of the text.
struct Spoken {
    Man man;
    bool captures = false;
    std::optional<Man> captured;  // captures may name only the square
    Bitboard target = ~Bitboard{0};
    Kind promotion = Kind::none;
    bool en_passant = false;
    bool check = false;
    bool mate = false;
};

class Reader {
public:
    Reader(std::string_view text, Side side) : rest_(text), side_(side) {}

    std::optional<Spoken> move() {
        Spoken spoken;
        if (!read_man(read_letters(), spoken.man) || !read_place(spoken.man.place))
            return std::nullopt;
        if (take_one_of({"-", "–", "—"})) {
            const auto to = square(read_letters());
            if (!to) return std::nullopt;
            spoken.target = *to;
        } else if (!read_capture(spoken)) {
            return std::nullopt;
        }
        if (!read_promotion(spoken) || !rest_.empty()) return std::nullopt;
        return spoken;
    }

private:
    using Letters = std::vector<Kind>;

    bool take(std::string_view wanted) {
        FF_CHECK(!wanted.empty());
        if (!rest_.starts_with(wanted)) return false;
        rest_.remove_prefix(wanted.size());
        return true;
    }
    bool take_one_of(std::initializer_list<std::string_view> texts) {
        return std::ranges::any_of(texts, [&](std::string_view text) { return take(text); });
    }

    // Piece letters in a row: "QKt" is queen and knight.
    Letters read_letters() {
        Letters letters;
        for (;;) {
            const std::size_t at =
                rest_.empty() ? rest_.npos : std::string_view("PNBRQK").find(rest_[0]);
            if (take("Kt"))
                letters.push_back(Kind::knight);
            else if (at == rest_.npos)
                return letters;
            else {
                letters.push_back(static_cast<Kind>(at));
                rest_.remove_prefix(1);
            }
        }
    }

    // The files that the letters name: K e, QB c, B c and f.
    static std::optional<Bitboard> files(std::span<const Kind> letters) {
        if (letters.empty() || letters.size() > 2) return std::nullopt;
        const Kind last = letters.back();
        if (letters.size() == 1 && last == Kind::queen) return file_set(3);
        if (letters.size() == 1 && last == Kind::king) return file_set(4);
        int file = 0;
        if (last == Kind::knight)
            file = 1;
        else if (last == Kind::bishop)
            file = 2;
        else if (last != Kind::rook)
            return std::nullopt;
        FF_CHECK(file <= 2);
        if (letters.size() == 1) return file_set(file) | file_set(7 - file);
        if (letters.front() == Kind::queen) return file_set(file);
        if (letters.front() == Kind::king) return file_set(7 - file);
        return std::nullopt;
    }

    static bool read_man(std::span<const Kind> letters, Man& man) {
        if (letters.empty()) return false;
        man.kind = letters.back();
        FF_CHECK(man.kind != Kind::none);
        const auto before = letters.first(letters.size() - 1);
        if (before.empty()) return true;
        if (man.kind == Kind::pawn) {
            const auto where = files(before);
            man.place = where.value_or(0);
            return where.has_value();
        }
        const bool wing = before.front() == Kind::king || before.front() == Kind::queen;
        const bool sided = man.kind == Kind::rook || man.kind == Kind::knight ||
                           man.kind == Kind::bishop;
        if (before.size() != 1 || !wing || !sided) return false;
        man.wing = before.front() == Kind::king ? Wing::king_side : Wing::queen_side;
        return true;
    }

    bool at_digit() const { return !rest_.empty() && rest_[0] >= '1' && rest_[0] <= '8'; }
    // Ranks are counted from the side to move.
    Bitboard take_rank() {
        FF_CHECK(at_digit());
        const int rank = rest_[0] - '1';
        FF_CHECK(rank >= 0);
        FF_CHECK(rank < 8);
        rest_.remove_prefix(1);
        return rank_set(rank_for(side_, rank));
    }

    // After its letters, the rank of a square.
    std::optional<Bitboard> square(std::span<const Kind> letters) {
        const auto where = files(letters);
        if (!where || !at_digit()) return std::nullopt;
        return *where & take_rank();
    }

    // "(1)", "(K4)", "(QB)", "/K4": the place of a man. May be missing.
    bool read_place(Bitboard& place) {
        const std::string_view before = rest_;
        const bool open = take("(");
        if (!open && !take("/")) return true;
        const Letters letters = read_letters();
        Bitboard said = ~Bitboard{0};
        if (!letters.empty()) said = files(letters).value_or(0);
        if (at_digit())
            said &= take_rank();
        else if (letters.empty())
            return false;
        if (said == 0 || (open && !take(")"))) {
            rest_ = before;
            return false;
        }
        place &= said;
        return true;
    }

    bool read_capture(Spoken& spoken) {
        if (!take_one_of({"x", "×", ":"})) return false;
        spoken.captures = true;
        const Letters letters = read_letters();
        if (at_digit()) {
            const auto to = square(letters);
            spoken.target = to.value_or(0);
            return to.has_value();
        }
        Man man;
        if (!read_man(letters, man)) return false;
        spoken.captured = man;
        // A letter alone in parentheses is a promotion, which is read later.
        const std::size_t digit = rest_.find_first_of("12345678");
        return digit == rest_.npos || read_place(spoken.target);
    }

    bool read_promotion(Spoken& spoken) {
        const bool open = take("(");
        const bool marked = open || take_one_of({"=", "/"});
        const Letters letters = read_letters();
        if (letters.empty()) return !marked;
        spoken.promotion = letters.front();
        return letters.size() == 1 && spoken.man.kind == Kind::pawn && (!open || take(")"));
    }

    std::string_view rest_;
    Side side_;
};

// Does "queen's" or "king's" match the piece on this square?
struct WingFit {
    bool by_origin = false;
    bool by_place = false;  // no other piece of its kind is nearer to that wing
};

WingFit fits_wing(const Position& position, Square square, Wing wing, const Origins* origins) {
    const Piece piece = position.piece_at(square);
    FF_CHECK(!piece.empty());
    FF_CHECK(piece.kind == Kind::rook || piece.kind == Kind::knight || piece.kind == Kind::bishop);
    const bool king_side = wing == Wing::king_side;
    WingFit fit{false, true};
    for (const Square twin : squares(position.pieces(piece.side, piece.kind)))
        if (king_side ? file_of(twin) > file_of(square) : file_of(twin) < file_of(square))
            fit.by_place = false;
    if (origins != nullptr) {
        const Square began = origins->of(square);
        FF_CHECK(began < no_square);
        const bool at_home = rank_of(began) == rank_for(piece.side, 0);
        fit.by_origin = at_home && (file_of(began) > 3) == king_side;
    } else if (piece.kind == Kind::bishop) {
        // White's king's bishop and Black's queen's bishop are on white squares, as is h1.
        const bool white_square = (file_of(square) + rank_of(square)) % 2 == 1;
        fit.by_origin = white_square == ((piece.side == Side::white) == king_side);
        fit.by_place = false;
    }
    return fit;
}

Square captured_on(Move move) {
    if (!move.is_en_passant()) return move.to();
    return square_at(file_of(move.to()), rank_of(move.from()));
}

bool is_capture(const Position& position, Move move) {
    return move.is_en_passant() || position.kind_at(move.to()) != Kind::none;
}

bool fits(const Position& position, const Spoken& spoken, Move move) {
    if (move.is_castling() || position.kind_at(move.from()) != spoken.man.kind) return false;
    if (!contains(spoken.man.place, move.from()) || !contains(spoken.target, move.to()))
        return false;
    if (move.promotion_kind() != spoken.promotion) return false;
    if (spoken.en_passant && !move.is_en_passant()) return false;
    if (spoken.captures && !is_capture(position, move)) return false;
    if (!spoken.captured) return true;
    const Square square = captured_on(move);
    return position.kind_at(square) == spoken.captured->kind &&
           contains(spoken.captured->place, square);
}

using Moves = std::vector<Move>;

// Keeps the moves that pass, unless none would be left.
template <class Test>
void prefer(Moves& moves, Test&& test) {
    Moves kept;
    std::ranges::copy_if(moves, std::back_inserter(kept), test);
    if (!kept.empty()) moves = std::move(kept);
}

// "Queen's" or "king's": a match by origin or by place is enough.
template <class Where>
void choose_wing(const Position& position, const Origins* origins, Moves& moves,
                 const std::optional<Man>& man, Where&& where) {
    if (!man || !man->wing) return;
    std::erase_if(moves, [&](Move move) {
        const WingFit fit = fits_wing(position, where(move), *man->wing, origins);
        return !fit.by_origin && !fit.by_place;
    });
}

bool mates(const Position& position, Move move) {
    return ending(after(position, move)) == Ending::checkmate;
}

Moves fitting(const Position& position, const Spoken& spoken, const Origins* origins) {
    FF_CHECK(spoken.man.kind != Kind::none);
    Moves moves;
    for (const Move move : legal_moves(position))
        if (fits(position, spoken, move)) moves.push_back(move);
    if (!spoken.captures) {
        // A piece without its x may capture, if no move without a capture fits.
        if (spoken.man.kind == Kind::pawn)
            std::erase_if(moves, [&](Move move) { return is_capture(position, move); });
        prefer(moves, [&](Move move) { return !is_capture(position, move); });
    }
    choose_wing(position, origins, moves, spoken.man, [](Move move) { return move.from(); });
    choose_wing(position, origins, moves, spoken.captured,
                [](Move move) { return captured_on(move); });
    if (spoken.mate)
        prefer(moves, [&](Move move) { return mates(position, move); });
    else if (spoken.check)
        prefer(moves, [&](Move move) { return gives_check(position, move); });
    return moves;
}

Result castle(const Position& position, std::string_view text) {
    const auto move = read_san(position, text, nullptr);
    FF_CHECK(!move || move->is_castling());
    return move ? Result(*move) : refused(move.error());
}

// "castles", with the wing if both are possible.
Result castles(const Position& position, std::string_view wing) {
    const auto is = [&](std::initializer_list<std::string_view> names) {
        return std::ranges::find(names, wing) != names.end();
    };
    if (is({"K", "KR", "(K)", "(KR)"})) return castle(position, "O-O");
    if (is({"Q", "QR", "(Q)", "(QR)"})) return castle(position, "O-O-O");
    if (!wing.empty()) return refused(TextError::malformed);
    const Result king_side = castle(position, "O-O");
    const Result queen_side = castle(position, "O-O-O");
    FF_CHECK(!king_side || !queen_side || *king_side != *queen_side);
    if (king_side && queen_side)
        return std::unexpected(WrittenError{TextError::ambiguous, {*king_side, *queen_side}});
    return king_side ? king_side : queen_side;
}

// Marks that are not words, in any order.
void take_signs(std::string_view& text, EndMarks& marks, bool& en_passant) {
    for (bool more = true; more;) {
        const EndMarks words = take_end_marks(text);
        marks.check |= words.check;
        marks.mate |= words.mate;
        more = words.check || words.mate;
        for (const std::string_view sign : {"++", "††", "+", "†", "‡", "#", "!", "?"})
            if (take_end(text, sign)) {
                more = true;
                marks.check |= sign != "!" && sign != "?";
                marks.mate |= sign == "#" || sign == "‡";
            }
        for (const std::string_view sign : {"e.p.", "e.p", "ep"})
            if (take_end(text, sign)) more = en_passant = true;
    }
}

}  // namespace

Result read_descriptive(const Position& position, std::string_view text, EndMarks marks,
                        const Origins* origins) {
    bool en_passant = false;
    take_signs(text, marks, en_passant);
    std::string compact;
    std::ranges::copy_if(text, std::back_inserter(compact), [](char c) { return c != ' '; });
    const std::string_view rest = compact;
    for (const std::string_view word : {"castles", "Castles"})
        if (rest.starts_with(word)) return castles(position, rest.substr(word.size()));
    if (rest.starts_with("O") || rest.starts_with("0") || rest.starts_with("o"))
        return castle(position, rest);

    auto spoken = Reader(rest, position.side_to_move()).move();
    if (!spoken) return refused(TextError::malformed);
    spoken->en_passant = en_passant;
    spoken->check = marks.check;
    spoken->mate = marks.mate;
    const Moves moves = fitting(position, *spoken, origins);
    if (moves.empty()) return refused(TextError::illegal);
    for (const Move move : moves) {
        FF_CHECK(is_legal(position, move));
        FF_CHECK(position.kind_at(move.from()) == spoken->man.kind);
        FF_CHECK(move.promotion_kind() == spoken->promotion);
    }
    if (moves.size() > 1)
        return std::unexpected(WrittenError{TextError::ambiguous, moves});
    return moves.front();
}

}  // namespace flagfall::chess
