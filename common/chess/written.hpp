// Moves as scoresheets have them (Laws 8.1, Appendix C): algebraic with the letters of a
// language, ICCF numeric, English descriptive. The caller always names the notation: a letter
// that means a rook in one language and a king in another is never guessed.
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/chess/notation.hpp"
#include "common/chess/position.hpp"

namespace flagfall::chess {

// The letters for the pieces (C.3). `figurine`: figurines and no letters at all.
enum class Language : std::uint8_t {
    english,   // K Q R B N
    german,    // K D T L S
    french,    // R D T F C
    spanish,   // R D T A C
    dutch,     // K D T L P
    italian,   // R D T A C
    russian,   // Кр Ф Л С К
    figurine,
};
inline constexpr std::array all_languages{
    Language::english, Language::german,  Language::french,  Language::spanish,
    Language::dutch,   Language::italian, Language::russian, Language::figurine};
// "english", "german" ...
std::string_view name(Language language);
std::optional<Language> language_from(std::string_view name);
// The letter of a piece, in UTF-8; empty for pawns. `kind` is not none. Figurines are the white
// ones, for both sides.
std::string_view letter(Language language, Kind kind);

enum class Notation : std::uint8_t { algebraic, iccf, descriptive };
// "algebraic", "iccf", "descriptive".
std::string_view name(Notation notation);
std::optional<Notation> notation_from(std::string_view name);

// How a sheet is written. The language is used for algebraic only; descriptive is English.
struct Writing {
    Notation notation = Notation::algebraic;
    Language language = Language::english;

    friend bool operator==(const Writing&, const Writing&) = default;
};

// The square on which the man that is now on a square began the game: the meaning of "queen's
// knight" in descriptive notation. A promoted pawn keeps the pawn's square.
class Origins {
public:
    // At the start of a game every man is at home.
    Origins();
    Square of(Square square) const { return began_[square]; }
    // Follows a legal move of the position before it.
    void advance(const Position& before, Move move);

private:
    std::array<Square, 64> began_{};
};

struct WrittenError {
    TextError error = TextError::malformed;
    std::vector<Move> candidates;  // the legal moves that match, if ambiguous
};

struct Written {
    Move move;
    bool draw_offer = false;  // (=) or = follows the move (C.13.6)
};

// Reads one written move; the whole text must be the move, blanks around it are ignored.
//   algebraic    what parse_san reads, with the letters of the language, or figurines, alone; ef4:
//                Lf4: for captures; the words ch, dis ch, mate; = at the end offers a draw and
//                never promotes: "c8=" is illegal, "c8=Q" and "Sf3=" are fine. Russian: а с е х may
//                stand for a c e x.
//   iccf         5254, 52-54; a fifth digit promotes: 1 queen, 2 rook, 3 bishop, 4 knight.
//                Castling is the king's move, 5171. In Chess960 it is king takes rook, as in UCI:
//                two squares could also be a king's move.
//   descriptive  P-K4, Kt-KB3, N-B3, PxP, QxPch, KtxQP, RxP/K5, R(1)-K1, R(K4)-K1, QN-Q2, KR-Q1,
//                P-K8(Q), P-K8=Q, PxR/Q, O-O, castles K, e.p., dis ch, mate. Ranks are those of
// the side to move. A text that matches one legal move alone is that move; "ch" and
// "mate" help to choose. "Queen's" and "king's" mean where the piece began the
// game; if its present place suggests another piece, both are candidates.
// `origins` is used by descriptive; without it a queen's piece is the one nearer to the a-file,
// and a queen's bishop is identified by the colour of its squares.
std::expected<Written, WrittenError> read_written(const Position& position, std::string_view text,
                                                  Writing writing,
                                                  const Origins* origins = nullptr);

// Is there "(=)" or "=" at the end? Also without a move before it.
bool marks_draw_offer(std::string_view text);

// How to write a move.
enum class Form : std::uint8_t {
    san,        // for PGN: O-O e8=Q + #
    laws,       // for Appendix C: 0-0 e8Q exd6 e.p. + ++
    figurine,   // the same with figurines instead of letters
    long_form,  // the same with both squares: Ng1-f3 e2xd3
    iccf,       // 5254
};
// "san", "laws", "figurine", "long", "iccf".
std::optional<Form> form_from(std::string_view name);

// The text of a legal move. san, laws and long_form use the letters of the language.
// read_written returns the same move, in the same notation and language.
std::string write_move(const Position& position, Move move, Form form,
                       Language language = Language::english);

}  // namespace flagfall::chess
