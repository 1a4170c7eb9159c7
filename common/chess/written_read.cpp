// Reads moves of scoresheets: other languages become English and are read as SAN; figures are
// squares. Descriptive notation has its own file.
#include <algorithm>

#include "common/base/ascii.hpp"
#include "common/base/check.hpp"
#include "common/chess/descriptive_read.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/san_read.hpp"
#include "common/chess/written.hpp"
#include "common/chess/written_marks.hpp"

namespace flagfall::chess {
namespace {

constexpr std::array<std::string_view, 8> language_names{
    "english", "german", "french", "spanish", "dutch", "italian", "russian", "figurine"};
constexpr std::array<std::string_view, 3> notation_names{"algebraic", "iccf", "descriptive"};
constexpr std::string_view blanks = " \t\r\n";

// By language, then by kind: pawn, knight, bishop, rook, queen, king.
using Letters = std::array<std::string_view, 6>;
constexpr std::array<Letters, 8> letters_of{{
    {"", "N", "B", "R", "Q", "K"},
    {"", "S", "L", "T", "D", "K"},
    {"", "C", "F", "T", "D", "R"},
    {"", "C", "A", "T", "D", "R"},
    {"", "P", "L", "T", "D", "K"},
    {"", "C", "A", "T", "D", "R"},
    {"", "К", "С", "Л", "Ф", "Кр"},
    {"", "♘", "♗", "♖", "♕", "♔"},
}};

template <class Value, std::size_t n>
std::optional<Value> named(const std::array<std::string_view, n>& names, std::string_view name) {
    for (std::size_t at = 0; at < n; ++at)
        if (names[at] == name) return static_cast<Value>(at);
    return std::nullopt;
}

// Takes the longest letter of the language from the front: Кр before К. Kind none if there is none.
Kind take_letter(std::string_view& rest, Language language) {
    Kind found = Kind::none;
    std::size_t size = 0;
    for (const Kind kind : {Kind::knight, Kind::bishop, Kind::rook, Kind::queen, Kind::king}) {
        const std::string_view text = letter(language, kind);
        if (text.size() <= size || !rest.starts_with(text)) continue;
        found = kind;
        size = text.size();
    }
    FF_CHECK((found == Kind::none) == (size == 0));
    rest.remove_prefix(size);
    return found;
}

// Takes a figurine from the front, white or black; kind none if there is none.
Kind take_figurine(std::string_view& rest) {
    // U+2654 to 265F: king, queen, rook, bishop, knight, pawn, first white, then black.
    if (!rest.starts_with("\xE2\x99") || rest.size() < 3) return Kind::none;
    const int glyph = static_cast<unsigned char>(rest[2]) - 0x94;
    if (glyph < 0 || glyph > 11) return Kind::none;
    rest.remove_prefix(3);
    const auto kind = static_cast<Kind>(5 - glyph % 6);
    FF_CHECK(kind != Kind::none);
    return kind;
}

// Russian letters that look like a c e x, which are files and captures there.
bool take_look_alike(std::string_view& rest, std::string& out) {
    constexpr std::array<std::string_view, 4> cyrillic{"а", "с", "е", "х"};
    for (std::size_t at = 0; at < cyrillic.size(); ++at) {
        if (!rest.starts_with(cyrillic[at])) continue;
        out += "acex"[at];
        rest.remove_prefix(cyrillic[at].size());
        return true;
    }
    return false;
}

// The same move in English letters; empty if a letter is not of this language.
std::optional<std::string> in_english(std::string_view rest, Language language) {
    std::string out;
    constexpr std::array<std::string_view, 5> castling{"O", "0", "o", "О", "о"};
    for (const std::string_view start : castling)
        if (rest.starts_with(start)) return std::string(rest);
    const bool english = language == Language::english;
    while (!rest.empty()) {
        Kind kind = take_figurine(rest);
        if (kind == Kind::none && !english) kind = take_letter(rest, language);
        if (kind != Kind::none) {
            out += letter(kind);
        } else if (language == Language::russian && take_look_alike(rest, out)) {
            continue;
        } else if (!english && rest.front() >= 'A' && rest.front() <= 'Z') {
            return std::nullopt;
        } else {
            out += rest.front();
            rest.remove_prefix(1);
        }
    }
    return out;
}

// A promotion to a bishop as computers write it, e7e8b: a lower-case b that is no file.
bool promotes_small(std::string_view text) {
    for (std::size_t at = text.find('b', 1); at != text.npos; at = text.find('b', at + 1)) {
        const std::string_view before = text.substr(at - 1, 1);
        const std::string_view behind = text.substr(at + 1, 1);
        if (before.find_first_of("18=/(") == before.npos) continue;
        if (behind.find_first_of("12345678x:") == behind.npos) return true;
    }
    return text.find_first_of("nrqk") != text.npos;
}

// "Lf4:" is a capture in old sheets.
void drop_colon_behind(std::string& text) {
    const std::size_t at = text.find(':');
    if (at == text.npos || at == 0 || text[at - 1] < '1' || text[at - 1] > '8') return;
    if (at + 1 == text.size() || text[at + 1] < 'a' || text[at + 1] > 'h' ||
        text.substr(at + 1).starts_with("e.p"))
        text.erase(at, 1);
}

using Result = std::expected<Move, WrittenError>;

Result refused(TextError error) { return std::unexpected(WrittenError{error, {}}); }

Result read_algebraic(const Position& position, std::string_view text, Language language) {
    auto english = in_english(text, language);
    if (english) drop_colon_behind(*english);
    // Lower-case letters that promote are English: in other languages nobody knows their meaning.
    if (!english || (language != Language::english && promotes_small(*english)))
        return refused(TextError::malformed);
    MoveList fitting;
    const auto move = read_san(position, *english, &fitting);
    if (move) return *move;
    WrittenError error{move.error(), {}};
    if (error.error == TextError::ambiguous) error.candidates = {fitting.begin(), fitting.end()};
    FF_CHECK(error.error != TextError::ambiguous || error.candidates.size() >= 2);
    FF_CHECK(error.error == TextError::ambiguous || error.candidates.empty());
    return std::unexpected(std::move(error));
}

Result read_iccf(const Position& position, std::string_view text) {
    std::string digits(text);
    if (digits.find('-') == 2) digits.erase(2, 1);
    if (digits.size() < 4 || digits.size() > 5 ||
        digits.find_first_not_of("12345678") != digits.npos)
        return refused(TextError::malformed);
    const auto square = [&](std::size_t at) {
        return square_at(digits[at] - '1', digits[at + 1] - '1');
    };
    Kind promotion = Kind::none;
    if (digits.size() == 5) {
        constexpr std::array pieces{Kind::queen, Kind::rook, Kind::bishop, Kind::knight};
        const auto piece = static_cast<std::size_t>(digits[4] - '1');
        if (piece >= pieces.size()) return refused(TextError::malformed);
        promotion = pieces[piece];
    }
    const Move move = move_from_coordinates(position, square(0), square(2), promotion);
    if (!is_legal(position, move)) return refused(TextError::illegal);
    FF_CHECK(move.from() == square(0));
    FF_CHECK(move.promotion_kind() == promotion);
    FF_CHECK(move.is_castling() || move.to() == square(2));
    return move;
}

}  // namespace

std::string_view name(Language language) {
    FF_CHECK(static_cast<std::size_t>(language) < language_names.size());
    return language_names[static_cast<std::size_t>(language)];
}
std::optional<Language> language_from(std::string_view name) {
    return named<Language>(language_names, name);
}
std::string_view letter(Language language, Kind kind) {
    FF_CHECK(static_cast<std::size_t>(language) < letters_of.size());
    FF_CHECK(kind != Kind::none);
    return letters_of[static_cast<std::size_t>(language)].at(index(kind));
}
std::string_view name(Notation notation) {
    FF_CHECK(static_cast<std::size_t>(notation) < notation_names.size());
    return notation_names[static_cast<std::size_t>(notation)];
}
std::optional<Notation> notation_from(std::string_view name) {
    return named<Notation>(notation_names, name);
}

Origins::Origins() {
    for (std::size_t at = 0; at < began_.size(); ++at) began_[at] = static_cast<Square>(at);
}

void Origins::advance(const Position& before, Move move) {
    FF_CHECK(contains(before.pieces(before.side_to_move()), move.from()));
    if (!move.is_castling()) {
        began_[move.to()] = began_[move.from()];
        return;
    }
    const int rank = rank_of(move.from());
    const bool king_side = move.wing() == Wing::king_side;
    const Square king = began_[move.from()];
    const Square rook = began_[move.to()];
    FF_CHECK(before.kind_at(move.from()) == Kind::king);
    FF_CHECK(before.kind_at(move.to()) == Kind::rook);
    FF_CHECK(rank == rank_for(before.side_to_move(), 0));
    began_[square_at(king_side ? 6 : 2, rank)] = king;
    began_[square_at(king_side ? 5 : 3, rank)] = rook;
}

bool take_end(std::string_view& text, std::string_view end) {
    FF_CHECK(!end.empty());  // otherwise it would be taken for ever
    if (!text.ends_with(end)) return false;
    text = trimmed(text.substr(0, text.size() - end.size()), blanks);
    return true;
}

EndMarks take_end_marks(std::string_view& text) {
    EndMarks marks;
    text = trimmed(text, blanks);
    marks.draw_offer = text.find("(=)") != text.npos;  // perhaps with a check behind it
    for (bool more = true; more;) {
        if (take_end(text, "(=)") || take_end(text, "=")) {
            marks.draw_offer = true;
        } else if (take_end(text, "mate") || take_end(text, "mate.")) {
            marks.mate = true;
        } else if (take_end(text, "ch") || take_end(text, "ch.")) {
            marks.check = true;
            for (const std::string_view how : {"dis", "dis.", "dbl", "dbl.", "double"})
                if (take_end(text, how)) break;
        } else {
            more = false;
        }
    }
    return marks;
}

bool marks_draw_offer(std::string_view text) { return take_end_marks(text).draw_offer; }

std::expected<Written, WrittenError> read_written(const Position& position, std::string_view text,
                                                  Writing writing, const Origins* origins) {
    const EndMarks marks = take_end_marks(text);
    Result move = refused(TextError::malformed);
    switch (writing.notation) {
        case Notation::algebraic:
            move = read_algebraic(position, text, writing.language);
            break;
        case Notation::iccf:
            move = read_iccf(position, text);
            break;
        case Notation::descriptive:
            move = read_descriptive(position, text, marks, origins);
            break;
    }
    if (!move) {
        const WrittenError& error = move.error();
        FF_CHECK((error.error == TextError::ambiguous) == !error.candidates.empty());
        return std::unexpected(error);
    }
    FF_CHECK(is_legal(position, *move));
    return Written{*move, marks.draw_offer};
}

}  // namespace flagfall::chess
