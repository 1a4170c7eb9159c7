// Touch-move as far as messages tell it: the piece of an illegal move must make the next one, if it
// can (4.3, 7.5.1), and that of an illegal move announced with a claim, too (9.5.3).
#include <algorithm>

#include "common/chess/movegen.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

using chess::Kind;
using chess::Move;
using chess::Position;
using chess::Square;

Square square_of(std::string_view text) {
    const bool named = text.size() >= 2 && text[0] >= 'a' && text[0] <= 'h' && text[1] >= '1' &&
                       text[1] <= '8';
    return named ? chess::square_at(text[0] - 'a', text[1] - '1') : chess::no_square;
}

bool stands_on(const Position& position, Side side, Square square) {
    const chess::Piece piece = position.piece_at(square);
    return !piece.empty() && piece.side == side;
}

// The player's piece and the opponent's that the text names.
struct Named {
    Square own = chess::no_square;
    Square other = chess::no_square;
};

Named by_squares(const Position& position, std::string_view text) {
    Named named;
    const Side side = position.side_to_move();
    const Square from = square_of(text);
    if (from == chess::no_square || !stands_on(position, side, from)) return named;
    const std::size_t at = text.size() > 2 && (text[2] == '-' || text[2] == 'x') ? 3 : 2;
    const Square to = square_of(text.substr(at));
    if (to == chess::no_square) return named;
    named.own = from;
    if (stands_on(position, flagfall::other(side), to)) named.other = to;
    return named;
}

// The only piece of its kind; a pawn is named by its file.
Named by_piece(const Position& position, std::string_view text) {
    Named named;
    if (text.empty()) return named;
    const Side side = position.side_to_move();
    const bool castling = text.starts_with("O-O") || text.starts_with("0-0");
    const std::size_t letter = std::string_view("PNBRQK").find(text.front());
    const bool file = text.front() >= 'a' && text.front() <= 'h';
    if (!castling && letter == std::string_view::npos && !file) return named;
    const Kind kind = castling ? Kind::king : file ? Kind::pawn : static_cast<Kind>(letter);
    std::vector<Square> standing;
    for (Square square = 0; square < 64; ++square) {
        if (position.piece_at(square) != chess::Piece{side, kind}) continue;
        if (file && chess::file_of(square) != text.front() - 'a') continue;
        standing.push_back(square);
    }
    // Of several pieces the file, the rank or both may be written before the square of arrival.
    if (standing.size() > 1 && !file && !castling) {
        std::string squares;
        for (const char c : text.substr(1))
            if ((c >= 'a' && c <= 'h') || (c >= '1' && c <= '8')) squares += c;
        if (squares.size() >= 2) squares.resize(squares.size() - 2);
        for (const char c : squares)
            std::erase_if(standing, [&](Square square) {
                return c >= 'a' ? chess::file_of(square) != c - 'a'
                                : chess::rank_of(square) != c - '1';
            });
    }
    if (standing.size() == 1) named.own = standing.front();
    return named;
}

bool takes(Move move, Square square) {
    if (move.is_castling()) return false;
    if (!move.is_en_passant()) return move.to() == square;
    return chess::file_of(move.to()) == chess::file_of(square) &&
           chess::rank_of(move.from()) == chess::rank_of(square);
}

}  // namespace

void Arbiter::oblige(Side side, const Position& in, std::uint32_t ply, const std::string& text,
                     const std::string& article) {
    Named named = by_squares(in, text);
    if (named.own == chess::no_square && article == "9.5.3") named = by_piece(in, text);
    if (named.own == chess::no_square) return;
    std::vector<Move> both, with_own, taking;
    for (const Move move : chess::legal_moves(in)) {
        const bool own = move.from() == named.own;
        const bool other = named.other != chess::no_square && takes(move, named.other);
        if (own && other) both.push_back(move);
        if (own) with_own.push_back(move);
        if (other) taking.push_back(move);
    }
    const std::vector<Move>& must = !both.empty() ? both : !with_own.empty() ? with_own : taking;
    if (must.empty()) return;  // 4.5
    wire::MoveBound bound;
    bound.side = side;
    bound.ply = {ply};
    bound.article = article;
    want(bound);
    game_.obliged.push_back({ply, in, must, article, 0});
}

// When the move is not one of those that must be played.
std::optional<Obliged> Arbiter::broken_touch(Move move) const {
    // The last ruling on this position holds, while it stands.
    for (auto at = game_.obliged.rbegin(); at != game_.obliged.rend(); ++at) {
        if (!stands(game_, at->ruling)) continue;
        if (!chess::same_position(at->in, game_.line.current())) continue;
        if (std::ranges::find(at->moves, move) == at->moves.end()) return *at;
        return std::nullopt;
    }
    return std::nullopt;
}

void Arbiter::touch_question(const Obliged& broken, bool holds) {
    question(broken.article, Subject::touch_move, holds);
    game_.asked.back().broken = broken;
}

// What the moves that stand on the board bring about, if all of them can be made.
Ending Arbiter::ending_of_standing() {
    const std::uint32_t ply = game_.line.ply();
    Ending ending = Ending::none;
    for (const Standing& move : game_.standing) {
        if (move.reading.meaning != Meaning::legal) {
            ending = Ending::none;
            break;
        }
        game_.line.play(move.reading.move);
        ending = ending_by(Ending::none);
    }
    game_.line.back_to(ply);
    return ending;
}

// 4.8: the right to claim is gone. A move that was held then ends the game.
void Arbiter::move_stands(const Asked& asked) {
    const bool of_a_move =
        asked.about == Subject::touch_move || asked.about == Subject::made_move_changed;
    const Ending ending = of_a_move && asked.holds ? ending_of_standing() : Ending::none;
    if (ending == Ending::none) return goes_on_after(asked, true);
    rule(article_or(asked.article), asked.about);
    wire::Effect effect;
    effect.answers = asked.number;
    check_effect(effect);
    finish_by_move(ending);
}

// The move goes back, and one that accords with Article 4 must be played. The readings are the
// arbiter's; readings that the record proposed are taken as given.
void Arbiter::move_goes_back(const Asked& asked, const wire::AnswerQuestion& e) {
    const Obliged broken = *asked.broken;
    const Side side = broken.in.side_to_move();
    const bool reply = broken.ply == game_.line.ply() + 2 && !game_.standing.empty();
    if (reply) {  // to a move that stands, pressed or not (6.2.2)
        const Standing first = game_.standing.front();
        game_.standing.erase(game_.standing.begin());
        record_move(first, first.reading.move, first.elapsed, CompletedBy::ruling);
    }
    closings(Closing::intervention);
    const std::uint32_t after = broken.ply - 1;
    if (!game_.line.has(after)) return complain("a move goes back that the record does not have");
    if (after < game_.line.ply() || !game_.standing.empty()) keep_game(false);
    restore(after, "");
    wire::TouchNoted noted;
    noted.side = side;
    if (const auto* touch = in_answer<wire::TouchNoted>()) noted.squares = touch->squares;
    want(noted);
    game_.felt.push_back({side, broken.ply, broken.in});
    wire::MoveBound bound;
    bound.side = side;
    bound.ply = {broken.ply};
    bound.article = broken.article;
    want(bound);
    game_.obliged.push_back({broken.ply, broken.in, broken.moves, broken.article, 0});
    rule(article_or(asked.article), asked.about);
    wire::Effect effect;
    effect.answers = asked.number;
    check_effect(effect);
    const auto* sent = command_in_answer<wire::SetReading>();
    Both<Duration> readings = sent ? sent->correction.readings : game_.readings;
    readings[Side::white] = e.white.value_or(readings[Side::white]);
    readings[Side::black] = e.black.value_or(readings[Side::black]);
    set_clock(readings, true, false, asked.article);
}

}  // namespace flagfall::oracle
