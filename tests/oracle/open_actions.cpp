// Illegal actions under A.5 and B.3: a completed one is open until the opponent has made
// their next move. Until then the arbiter, or the opponent's claim, applies 7.5.5; then it stands,
// and the game goes on from the position on the board (A.5.2).
#include <algorithm>

#include "common/chess/notation.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

using chess::Setup;
using chess::Square;

Square square_at(std::string_view text) {
    if (text.size() < 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8')
        return chess::no_square;
    return chess::square_at(text[0] - 'a', text[1] - '1');
}

bool stands_on(const Setup& board, Square square, Side side, chess::Kind kind) {
    return board.board[square] == chess::Piece{side, kind};
}

// The cases in which the squares of a move do not show what happened on the board: castling, a
// capture in passing, a captured king.
bool says_too_little(const Setup& board, Square from, Square to) {
    const chess::Piece piece = board.board[from];
    const chess::Piece taken = board.board[to];
    const int files = chess::file_of(to) - chess::file_of(from);
    if (piece.empty() || taken.kind == chess::Kind::king) return true;
    if (piece.kind == chess::Kind::king && chess::rank_of(from) == chess::rank_of(to))
        return files < -1 || files > 1 || stands_on(board, to, piece.side, chess::Kind::rook);
    const Square beside = chess::square_at(chess::file_of(to), chess::rank_of(from));
    return piece.kind == chess::Kind::pawn && taken.empty() && files != 0 &&
           stands_on(board, beside, other(piece.side), chess::Kind::pawn);
}

// The castling rights that are left after a piece has moved and another one was captured (3.8.2.1).
chess::Bitboard rights_after(const Setup& board, Square from, Square to) {
    chess::Bitboard rights = board.castling_rooks & ~chess::bit(from) & ~chess::bit(to);
    if (board.board[from].kind != chess::Kind::king) return rights;
    for (Square at = 0; at < 64; ++at)
        if (stands_on(board, at, board.board[from].side, chess::Kind::rook))
            rights &= ~chess::bit(at);
    return rights;
}

// A pawn that went two squares may be captured in passing (3.7.3.1).
Square passed(const Setup& board, Square from, Square to) {
    const Side side = board.board[from].side;
    const int second = side == Side::white ? 1 : 6;
    const int step = side == Side::white ? 1 : -1;
    const Square between = chess::square_at(chess::file_of(from), second + step);
    const bool twice = board.board[from].kind == chess::Kind::pawn &&
                       chess::rank_of(from) == second && to == between + 8 * step &&
                       board.board[between].empty();
    return twice ? between : chess::no_square;
}

// The board after a move by its squares, or after none ("--").
std::optional<Setup> board_after(const Setup& board, std::string_view squares) {
    Setup after = board;
    after.en_passant = chess::no_square;
    if (squares != "--") {
        const Square from = square_at(squares);
        const Square to = squares.size() >= 4 ? square_at(squares.substr(2)) : chess::no_square;
        if (from == chess::no_square || to == chess::no_square) return std::nullopt;
        if (says_too_little(board, from, to)) return std::nullopt;
        const bool counts = board.board[from].kind != chess::Kind::pawn && board.board[to].empty();
        after.halfmove_clock = counts ? static_cast<std::uint16_t>(board.halfmove_clock + 1)
                                      : std::uint16_t{0};
        after.castling_rooks = rights_after(board, from, to);
        after.en_passant = passed(board, from, to);
        after.board[to] = board.board[from];
        after.board[from] = {};
        constexpr std::string_view letters = "nbrq";
        const std::size_t promoted = squares.size() > 4 ? letters.find(squares[4]) : letters.npos;
        if (promoted != letters.npos)
            after.board[to].kind =
                static_cast<chess::Kind>(static_cast<std::size_t>(chess::Kind::knight) + promoted);
    }
    if (board.side_to_move == Side::black) ++after.fullmove_number;
    after.side_to_move = other(board.side_to_move);
    return after;
}

}  // namespace

// The side whose clock runs: after an open action the opponent, though the record waits before it.
// With the envelope closed the side that must reply, once their clock was started (I.10).
Side Arbiter::clock_side() const {
    if (reply_runs()) return other(game_.adjourned->by);
    if (reply_counted()) return game_.open->seen.side;
    return game_.open ? other(game_.open->seen.side) : mover();
}

// Has the clock counted the reply to the open action, which is asked about?
bool Arbiter::reply_counted() const {
    return game_.open && !game_.open->reply.empty() &&
           std::ranges::any_of(game_.asked, [](const Asked& each) {
               return each.about == Subject::illegal_reply ||
                      each.about == Subject::illegal_position;
           });
}

bool Arbiter::reply_runs() const {
    return game_.adjourned && game_.adjourned->move.empty() && game_.adjourned->reply_runs;
}

bool Arbiter::waits_for_envelope() const {
    return game_.adjourned && game_.adjourned->move.empty() && !game_.adjourned->reply_runs;
}

std::uint32_t Arbiter::clock_ply() const {
    if (reply_runs()) return game_.adjourned->ply + 1;
    if (reply_counted()) return game_.open->seen.ply.count + 1;
    return game_.open ? game_.open->seen.ply.count : counted();
}

std::string Arbiter::window() const { return std::string(game_.rules.window); }

// Must the players bring up an illegal action, or an arbiter who sees it?
bool Arbiter::left_to_others() const {
    if (game_.rules.window.empty() || !game_.rules.ten_moves) return !game_.rules.window.empty();
    return std::ranges::min(readings().values) < game_.rules.to_players;
}

// May an illegal action for this move still be corrected? A.5.2, US 11A.
bool Arbiter::may_be_put_right(std::uint32_t ply) const {
    if (game_.rules.window.empty()) return true;
    return game_.rules.ten_moves ? counted() < ply + 20 : moves_made() <= ply;
}

// The action is completed, and nothing is counted yet. If its text names no squares, the record's
// word is accepted.
void Arbiter::leave_open(Side side, const Standing* move, Irregularity kind) {
    const auto& pressed = std::get<wire::Pressed>(case_.row.event);
    wire::IllegalMoveSeen seen;
    seen.side = side;
    seen.ply = {game_.line.ply() + 1};
    seen.kind = kind;
    if (move) seen.text = move->text;
    const auto* is = in_answer<wire::IllegalMoveSeen>();
    seen.squares = !move ? "--" : is ? is->squares : "";
    const bool named = square_at(seen.text) != chess::no_square && seen.text.size() == 4 &&
                       square_at(seen.text.substr(2)) != chess::no_square;
    if (named && seen.text.substr(0, 2) != seen.text.substr(2)) seen.squares = seen.text;
    seen.elapsed = pressed.elapsed;
    seen.readings = readings();
    seen.gained = readings()[side] - case_.around.before;
    want(seen);
    const std::vector<Standing> standing = std::exchange(game_.standing, {});
    game_.touched = {};
    game_.readings = seen.readings;
    game_.open = Open{seen, "", {}, game_.rulings, {}};
    if (standing.size() == 2) return on_board_after_open(standing.back());
    if (game_.rules.us) return;  // it is up to the players
    question(window(), Subject::illegal_move, false);
    game_.asked.back().action = seen;
}

// The opponent's move was on the board before the press.
void Arbiter::on_board_after_open(const Standing& reply) {
    wire::Made made;
    made.side = reply.side;
    made.text = reply.text;
    made.elapsed = reply.elapsed;
    on(made);
}

// The opponent has made their next move: the action stands. True if the record cannot go on from
// the position on the board by itself.
bool Arbiter::made_after_open(const wire::Made& e) {
    const Open open = *game_.open;
    const wire::IllegalMoveSeen& seen = open.seen;
    if (e.side == seen.side) return made_in_vain(e), true;
    const auto board = board_after(game_.line.current().setup(), seen.squares);
    const auto position = board ? chess::Position::from(*board)
                                : std::expected<chess::Position, chess::SetupErrors>(
                                      std::unexpected(chess::SetupErrors{}));
    if (!position) {
        game_.came[e.side] = true;
        end_offer(other(e.side), OfferEnd::moved);
        want(wire::MovePending{{}, e.side, e.text, e.elapsed});
        game_.open->reply = e.text;
        game_.open->reply_elapsed = e.elapsed;
        while (waits(Subject::illegal_move)) overtaken(Subject::illegal_move);
        if (!board) question(window(), Subject::illegal_position, true);
        return true;
    }
    stand(seen, chess::fen(game_.line.current()), chess::fen(position->setup()), true);
    game_.open.reset();
    game_.line = Line(game_.line, *position, seen.ply.count);
    moves_before_settled();
    placed_ = true;
    game_.announced.clear();
    while (waits(Subject::illegal_move)) overtaken(Subject::illegal_move);
    ruling(window(), Subject::illegal_move);
    return false;
}

// A press after the open action completes the opponent's move.
void Arbiter::pressed_after_open(const wire::Pressed& e) {
    const Open& open = *game_.open;
    const auto board = board_after(game_.line.current().setup(), open.seen.squares);
    if (e.side == open.seen.side || e.ply.count != open.seen.ply.count + 1 || !board)
        return question("7.1", Subject::position, true);
    if (open.reply.empty()) return question(window(), Subject::illegal_position, true);
    complete_reply(e, *board);
}

// A.5.4: the reply on a board that was not a position is completed. If it leaves a position, both
// stand and the game goes on from there; otherwise a person is asked. If the reply's text names no
// squares, the record's word is accepted, as it is for the question.
void Arbiter::complete_reply(const wire::Pressed& e, const Setup& board) {
    const Open open = *game_.open;
    const wire::IllegalMoveStood* is = nullptr;
    for (const GameRow& row : case_.answer)
        if (const auto* stood = std::get_if<wire::IllegalMoveStood>(&row.event)) is = stood;
    std::string squares = is ? is->squares : "";
    const bool named = open.reply.size() == 4 && square_at(open.reply) != chess::no_square &&
                       square_at(open.reply.substr(2)) != chess::no_square;
    if (named) squares = open.reply;
    const auto after = squares.empty() ? std::nullopt : board_after(board, squares);
    const auto position = after ? chess::Position::from(*after)
                                : std::expected<chess::Position, chess::SetupErrors>(
                                      std::unexpected(chess::SetupErrors{}));
    if (!position) {
        const auto* put = in_answer<wire::QuestionPut>();
        const bool asks = put && put->holds && (put->about == Subject::illegal_reply ||
                                                put->about == Subject::illegal_position);
        if (!asks) return complain("the board has no position, and nobody is asked (A.5.4)");
        return question(put->article, put->about, true);
    }
    stand(open.seen, chess::fen(game_.line.current()), chess::fen(board), false);
    wire::IllegalMoveSeen reply;
    reply.side = e.side;
    reply.ply = e.ply;
    reply.text = open.reply;
    reply.squares = squares;
    reply.elapsed = e.elapsed;
    reply.readings = readings();
    stand(reply, chess::fen(board), chess::fen(*position), true);
    game_.open.reset();
    game_.line = Line(game_.line, *position, e.ply.count);
    moves_before_settled();
    placed_ = true;
    game_.announced.clear();
    while (waits(Subject::illegal_move)) overtaken(Subject::illegal_move);
    ruling(window(), Subject::illegal_move);
    const Ending ending = ending_by(Ending::none);
    if (ending != Ending::none) finish_by_move(ending);
}

// The game goes on from another position: an answer cannot take back any move before it.
void Arbiter::moves_before_settled() {
    std::erase_if(game_.asked, [&](const Asked& asked) {
        const bool touch = asked.about == Subject::touch_move && asked.broken &&
                           asked.broken->ply <= game_.line.ply();
        const bool change = asked.about == Subject::made_move_changed && game_.changed &&
                            game_.changed->ply <= game_.line.ply();
        if (!touch && !change) return false;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        return true;
    });
}

void Arbiter::stand(const wire::IllegalMoveSeen& seen, const std::string& before,
                    const std::string& fen, bool goes_on) {
    wire::IllegalMoveStood stood;
    stood.side = seen.side;
    stood.ply = seen.ply;
    stood.text = seen.text;
    stood.squares = seen.squares;
    stood.before = before;
    stood.fen = fen;
    stood.goes_on = goes_on;
    stood.elapsed = seen.elapsed;
    stood.readings = seen.readings;
    want(stood);
    if (!game_.open || seen.ply > game_.open->seen.ply) game_.readings = seen.readings;
    game_.stood.push_back(seen.ply.count);
}

// 7.5.5 is applied in time: with the readings of the press that completed the action.
void Arbiter::apply_open() {
    const wire::IllegalMoveSeen seen = game_.open->seen;
    std::vector<Asked> about;
    for (const Asked& asked : game_.asked)
        if (asked.about == Subject::illegal_move) about.push_back(asked);
    complain_unless(!counted_for(seen.side, seen.ply.count, game_.open->rulings),
                    "two offences in one move are counted twice");
    const std::uint32_t ruled = game_.rulings + 1;
    keep_game(false);
    game_.kept.at(ruled).open = true;
    const Both<Duration> shown = added_to(seen.readings, game_.open->given);
    game_.open.reset();
    pressed_ = AtPress{shown, std::max(shown[seen.side] - seen.gained, Duration{}), seen.elapsed};
    Standing move{seen.side, seen.text, seen.elapsed, {}};
    if (!seen.text.empty()) move.reading = read(game_.line.current(), seen.text);
    illegal_action(seen.side, seen.text.empty() ? nullptr : &move);
    if (game_.rulings < ruled) game_.kept.erase(ruled);  // a person is asked
    for (const Asked& asked : about) {
        if (std::erase_if(game_.asked, [&](const Asked& each) {
                return each.number == asked.number;
            }) == 0)
            continue;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
    }
}

// The arbiter answers that it is corrected: the game goes back while the action is open; otherwise
// only the time is given.
void Arbiter::apply_action(const Asked& asked) {
    const wire::IllegalMoveSeen seen = *asked.action;
    const auto& open = game_.open;
    if (open && open->seen.ply == seen.ply && open->seen.side == seen.side) return apply_open();
    wire::IllegalAction act;
    act.side = seen.side;
    act.kind = seen.kind;
    act.ply = seen.ply;
    act.text = seen.text;
    count_action(act, {.answers = asked.number, .shown = {}, .stays = true});
}

// The opponent's claim was right: the clock that it stopped goes on.
void Arbiter::apply_claimed(const Asked& asked, bool two_hands) {
    wire::IllegalAction act;
    act.side = other(asked.claim->side);
    act.kind = two_hands ? Irregularity::two_hands : Irregularity::illegal_move;
    Counting how{.answers = asked.number, .shown = {}};
    if (!game_.runs) how.shown = game_.readings;
    count_action(act, how);
}

// The ruling on it is taken back, and no other ruling has counted it.
void Arbiter::open_again(const Game& before, std::uint32_t root) {
    const Open& open = *before.open;
    const bool counted = std::ranges::any_of(game_.given, [&](const Given& each) {
        const Given* then = ruling_of(before, each.number);
        return !each.undone && each.effect.counted == open.seen.side &&
               each.effect.counted_ply == open.seen.ply && root_of(game_, each.number) != root &&
               (!then || then->undone);
    });
    if (counted) return;
    wire::IllegalMoveSeen seen = open.seen;
    // The record decides how much was given since to the game that comes back.
    if (const auto* is = in_answer<wire::IllegalMoveSeen>()) seen.readings = is->readings;
    want(seen);
    game_.open = Open{seen, "", {}, open.rulings, {}};
}

// A claim of an illegal action: an open one is corrected; for one that stands it is too late.
void Arbiter::claim_open(const wire::Claimed& e) {
    const auto& open = game_.open;
    if (open && open->seen.side != e.side && open->reply.empty()) {
        const bool ran = game_.runs;  // until the claim
        if (ran || game_.hold == Hold::question)
            intervention(Intervening::paused, std::string(name(e.side)), window(), "claim");
        game_.runs = ran;
        return apply_open();
    }
    const bool was_left = open || !game_.stood.empty();
    const std::uint32_t last = !game_.stood.empty() ? game_.stood.back()
                               : open               ? open->seen.ply.count
                                                    : 0;
    const bool is_open = open && open->reply.empty() && last == open->seen.ply.count;
    const bool in_time = is_open || (game_.rules.ten_moves && game_.line.ply() < last + 20);
    const std::string article = window();
    if (!was_left || in_time) {
        intervention(Intervening::paused, std::string(name(e.side)), article, "claim");
        question(article, Subject::claim_illegal_move, true);
        game_.asked.back().claim = e;
        game_.asked.back().flag = other(e.side);
        return;
    }
    refuse_claim(article);
}

// Questions about an action that can no longer be corrected wait no longer.
void Arbiter::actions_asked() {
    if (game_.result) return;
    std::erase_if(game_.asked, [&](const Asked& asked) {
        if (!asked.action) return false;
        const wire::IllegalMoveSeen& seen = *asked.action;
        const std::uint32_t ply = seen.ply.count;
        const auto& open = game_.open;
        const bool is_open = open && open->seen.ply == seen.ply && open->seen.side == seen.side;
        const Side has_ply = ply % 2 == 1 ? game_.first : other(game_.first);
        const bool in_time =
            is_open ? open->reply.empty() && !counted_for(seen.side, ply, open->rulings)
                    : ply <= counted() + 1 && has_ply == seen.side &&
                          !counted_for(seen.side, ply) && moves_made() <= ply;
        const bool same =
            !is_open || (open->seen.kind == seen.kind && open->seen.text == seen.text);
        // If an undo opens another action in its place, the record closes it.
        if (in_time && (same || !closing_of(asked.number))) return false;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        return true;
    });
}

// Can an illegal move of this side be counted?
bool Arbiter::countable(Side side) const {
    wire::IllegalAction act;
    act.side = side;
    act.kind = Irregularity::illegal_move;
    const std::uint32_t ply = ply_of(act);
    const Side has_ply = ply % 2 == 1 ? game_.first : other(game_.first);
    const bool open =
        game_.open && game_.open->seen.side == side && game_.open->seen.ply.count == ply;
    return ply > 0 && ply <= counted() + 1 && has_ply == side && !counted_for(side, ply) &&
           may_be_put_right(ply) && (ply <= counted() || open);
}

// A claim for which nothing can be counted any more becomes a new question, without that option.
void Arbiter::claims_asked() {
    if (game_.result) return;
    const std::vector<Asked> all = game_.asked;
    for (const Asked& asked : all) {
        if (asked.about != Subject::claim_illegal_move || !asked.claim ||
            std::ranges::find(asked.options, "apply") == asked.options.end() ||
            countable(other(asked.claim->side)))
            continue;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        std::erase_if(game_.asked,
                      [&](const Asked& each) { return each.number == asked.number; });
        question(asked.article, asked.about, asked.holds && !game_.runs);
        game_.asked.back().claim = asked.claim;
        game_.asked.back().flag = asked.flag;
    }
}

// Another action of that move is counted: there is no more question about it.
void Arbiter::actions_counted(Side side, std::uint32_t ply) {
    std::erase_if(game_.asked, [&](const Asked& asked) {
        if (!asked.action || asked.action->side != side || asked.action->ply.count != ply)
            return false;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        game_.closed.push_back(asked);
        return true;
    });
}

// Moves that were made on the board, completed or not, legal or not.
std::uint32_t Arbiter::moves_made() const {
    const std::size_t open = game_.open ? (game_.open->reply.empty() ? 1 : 2) : 0;
    return counted() + static_cast<std::uint32_t>(game_.standing.size() + open);
}

}  // namespace flagfall::oracle
