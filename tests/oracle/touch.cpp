// Touch-move: the piece of an illegal move must make the next one, if it can (4.3, 7.5.1); so must
// that of an illegal move announced with a claim (9.5.3), and what an arbiter ruled as touched.
#include <algorithm>

#include "common/chess/movegen.hpp"
#include "tests/oracle/arbiter.hpp"
#include "tests/oracle/duty.hpp"

namespace flagfall::oracle {
namespace {

using chess::Kind;
using chess::Move;
using chess::Position;
using chess::Square;

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
    const Square from = square_named(text);
    if (from == chess::no_square || !stands_on(position, side, from)) return named;
    const std::size_t at = text.size() > 2 && (text[2] == '-' || text[2] == 'x') ? 3 : 2;
    const Square to = square_named(text.substr(at));
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

}  // namespace

std::string named_squares(const Position& position, std::string_view text) {
    const Named named = by_squares(position, text);
    std::vector<Square> squares;
    if (named.own != chess::no_square) squares.push_back(named.own);
    if (named.other != chess::no_square) squares.push_back(named.other);
    return written(squares);
}

void Arbiter::oblige(Side side, const Position& in, std::uint32_t ply, const std::string& text,
                     const std::string& article) {
    Named named = by_squares(in, text);
    if (named.own == chess::no_square && article == "9.5.3") named = by_piece(in, text);
    if (named.own == chess::no_square) return;
    std::vector<Square> touched{named.own};
    if (named.other != chess::no_square) touched.push_back(named.other);
    const Duty duty = duty_of(in, touched, game_.rules.us);
    if (duty.binds) bind(side, in, ply, duty.moves, article);  // else 4.5
}

void Arbiter::bind(Side side, const Position& in, std::uint32_t ply,
                   const std::vector<Move>& moves, const std::string& article) {
    wire::MoveBound bound;
    bound.side = side;
    bound.ply = {ply};
    bound.article = cite(article);
    bound.moves = written(in, moves);
    want(bound);
    game_.obliged.push_back({ply, in, moves, article, 0});
}

// An arbiter rules that the player touched a piece. While the ruling stands, they cannot claim on
// this move (9.4).
void Arbiter::note_touched(Side side, const Position& in, std::uint32_t ply,
                           const std::string& squares) {
    wire::TouchNoted noted;
    noted.side = side;
    noted.squares = squares;
    want(noted);
    game_.felt.push_back({side, ply, in, game_.rulings + 1});
}

namespace {

struct ToMake {
    Position in;
    std::uint32_t ply = 0;
};

}  // namespace

// 4.3 to 4.5: the arbiter rules what a player touched. It binds the next move of the player, or
// one that is made on the board and not completed.
void Arbiter::act(const wire::BindMove& e) {
    in_play();
    std::optional<ToMake> turn;
    ToMake at{game_.line.current(), game_.line.ply() + 1};
    if (at.in.side_to_move() == e.side && game_.standing.size() < 2) turn = at;
    for (const Standing& move : game_.standing) {
        if (turn || move.reading.meaning != Meaning::legal) break;
        at = {chess::after(at.in, move.reading.move), at.ply + 1};
        if (at.in.side_to_move() == e.side) turn = at;
    }
    const auto squares = squares_named(e.squares);
    if (!turn || !squares) return complain("a player is bound to a move, and has none to make");
    for (const Square square : *squares)
        complain_unless(!turn->in.piece_at(square).empty(),
                        "the touched square is empty");
    if (game_.offer[other(e.side)])
        game_.refused_by_touch = {other(e.side), game_.offered[other(e.side)], counted(),
                                  game_.rulings + 1};
    end_offer(other(e.side), OfferEnd::touched);  // 9.1.2.1
    note_touched(e.side, turn->in, turn->ply, written(*squares));
    const Duty duty = duty_of(turn->in, *squares, game_.rules.us);
    const std::string article = article_or(cited(game_.rules, duty.article));
    if (duty.binds) bind(e.side, turn->in, turn->ply, duty.moves, article);
    rule(article, Subject::touch_move);
    wire::Effect effect;
    effect.bound = e.side;
    check_effect(effect);
}

// 9.1.2.1: an offer that was refused by a touch lives while the ruling about that is taken back.
void Arbiter::follow_offer(std::uint32_t root, std::uint32_t undoes, bool again) {
    const auto refused = game_.refused_by_touch;
    if (!refused || root_of(game_, refused->ruling) != root) return;
    if (refused->counted != counted() || mover() == refused->offerer) return;
    const bool alive = game_.offer[refused->offerer].has_value();
    if (again) return end_offer(refused->offerer, OfferEnd::touched);
    const bool touched = std::ranges::any_of(game_.felt, [&](const Felt& each) {
        return each.side == mover() && each.ply == game_.line.ply() + 1 &&
               stands_with(game_, each.ruling, undoes) &&
               chess::same_position(each.in, game_.line.current());
    });
    if (!alive && game_.standing.empty() && !touched)
        offer_again(refused->offerer, refused->offered);
}

// If the move is not one of those that must be played.
std::optional<Obliged> Arbiter::broken_touch(const Position& in, Move move) const {
    // The last ruling on this position is valid while it stands.
    for (auto at = game_.obliged.rbegin(); at != game_.obliged.rend(); ++at) {
        if (!stands(game_, at->ruling)) continue;
        if (!chess::same_position(at->in, in)) continue;
        if (std::ranges::find(at->moves, move) != at->moves.end()) return std::nullopt;
        Obliged broken = *at;
        broken.played = move;
        return broken;
    }
    return std::nullopt;
}

// The move that a question is about is gone, or the ruling that it breaks, or rulings that counted
// the actions which it is about.
bool Arbiter::rests_on_nothing(const Asked& asked) const {
    if (asked.about == Subject::touch_move && asked.broken) {
        const std::uint32_t bound = asked.broken->ruling;
        return !is_there(*asked.broken) || (bound > 0 && !stands(game_, bound));
    }
    return asked.about == Subject::repeated_offence && asked.of &&
           asked.of->count > game_.illegal[asked.of->side];
}

// Is the move that was played instead on the board or in the record?
bool Arbiter::is_there(const Obliged& broken) const {
    const Line& line = game_.line;
    const std::uint32_t ply = broken.ply;
    if (!broken.played || ply <= line.first_ply()) return false;
    if (ply <= line.ply()) {
        const Position& before = line.at(ply - 1);
        return chess::is_legal(before, *broken.played) &&
               chess::same_position(chess::after(before, *broken.played), line.at(ply));
    }
    const std::size_t at = ply - line.ply() - 1;
    return at < game_.standing.size() &&
           game_.standing[at].reading.meaning == Meaning::legal &&
           game_.standing[at].reading.move == *broken.played;
}

void Arbiter::touch_question(const Obliged& broken, bool holds) {
    question(broken.article, Subject::touch_move, holds);
    game_.asked.back().broken = broken;
}

// The first of the moves made on the board that does not comply with Article 4.
std::optional<Obliged> Arbiter::broken_on_board() const {
    Position in = game_.line.current();
    for (const Standing& move : game_.standing) {
        if (move.reading.meaning != Meaning::legal) break;
        if (const auto broken = broken_touch(in, move.reading.move)) return broken;
        in = chess::after(in, move.reading.move);
    }
    return std::nullopt;
}

// The player must move the touched piece. The record has the squares that were touched.
void Arbiter::add_bound(const Obliged& broken) {
    const auto* touch = in_answer<wire::TouchNoted>();
    const Side side = broken.in.side_to_move();
    note_touched(side, broken.in, broken.ply, touch ? touch->squares : "");
    bind(side, broken.in, broken.ply, broken.moves, broken.article);
}

// The consequences of the moves on the board, if all of them can be made.
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

// 4.8: the right to claim is lost. A move that was held then ends the game.
void Arbiter::move_stands(const Asked& asked) {
    const bool of_a_move =
        asked.about == Subject::touch_move || asked.about == Subject::made_move_changed;
    const Ending ending = of_a_move && asked.holds ? ending_of_standing() : Ending::none;
    if (ending == Ending::none) return goes_on_after(asked, true);
    answered(asked);
    finish_by_move(ending);
}

// The move goes back, and one that complies with Article 4 must be played. The readings are the
// arbiter's; readings that the record proposed are taken as given.
void Arbiter::move_goes_back(const Asked& asked, const wire::AnswerQuestion& e) {
    const Obliged broken = *asked.broken;
    if (!asked.holds && broken.ply > game_.line.ply()) {  // not completed: the player can change it
        add_bound(broken);
        return goes_on_after(asked, true);
    }
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
    add_bound(broken);
    answered(asked);
    const auto* sent = command_in_answer<wire::SetReading>();
    set_clock(times_of(e, sent ? sent->correction.readings : game_.readings), true, true,
              asked.article);
}

}  // namespace flagfall::oracle
