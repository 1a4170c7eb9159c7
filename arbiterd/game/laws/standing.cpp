// Illegal actions that are not corrected automatically: open until the opponent has made the next
// move; then they stand, and the record goes on from the board (A.5.2, A.5.4, US 11).
#include "arbiterd/game/laws/standing.hpp"

#include <algorithm>

#include "arbiterd/game/laws/claims.hpp"
#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/draws.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/irregular.hpp"
#include "arbiterd/game/laws/moves.hpp"
#include "arbiterd/game/laws/of_acts.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/squares.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/attacks.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

constexpr std::uint32_t plies_of_ten_moves = 20;

// The illegal action that is open.
const Unruled& open_in(const Draft& draft) {
    FF_CHECK(draft.live().unruled.has_value());
    return *draft.live().unruled;
}

// The board after the open action; nothing if its squares do not show it.
std::optional<chess::Setup> after_open(const Draft& draft) {
    const Unruled& open = open_in(draft);
    FF_CHECK(open.ply > Ply{});
    if (open.squares.empty()) return std::nullopt;
    return after_squares(draft.position().setup(), open.squares);
}

std::string squares_in(const Draft& draft, const Offence& offence) {
    if (offence.text.empty()) return std::string(no_move);
    const chess::Setup board = draft.position().setup();
    if (std::string squares = squares_of(board, offence.text); !squares.empty()) return squares;
    // A pawn left on its last rank: with a queen added the text is a move.
    std::string text = offence.text;
    while (!text.empty() && std::string_view("+#!?= ").contains(text.back())) text.pop_back();
    const auto queen = chess::parse_san(draft.position(), text + "=Q");
    return queen ? chess::uci(draft.position(), *queen).substr(0, 4) : std::string();
}

wire::Pairs facts(const Draft& draft) {
    const Unruled& open = open_in(draft);
    wire::Pairs evidence{fact("kind", name(open.kind)), fact("side", name(open.side))};
    if (!open.text.empty()) evidence.push_back(fact("move", open.text));
    evidence.push_back(fact("count", draft.live().illegal[open.side] + 1));
    evidence.push_back(fact("ply", open.ply.count));
    evidence.push_back(fact("fen", chess::fen(draft.position())));
    if (const auto after = after_open(draft)) {
        evidence.push_back(fact("fen_after", chess::fen(*after)));
    }
    evidence.push_back(fact("gained_us", open.gained.us));
    return evidence;
}

std::string offence_of(const Unruled& open) {
    if (open.kind == Irregularity::press_without_move)
        return "pressed the clock without making a move (7.5.3)";
    const bool pawn = open.kind == Irregularity::promotion_not_completed;
    return sentence({pawn ? "left a pawn on its last rank (" : "completed an illegal move (",
                     open.text, pawn ? ", 7.5.2)" : ", 7.5.1)"});
}

void ask_arbiter(Draft& draft) {
    const Unruled& open = open_in(draft);
    draft.ask(draft.profile().illegal_move_article, Subject::illegal_move,
              sentence({say(open.side), " ", offence_of(open), ". If you saw it, or ",
                        say(other(open.side)), " claims it, before ", say(other(open.side)),
                        " has made the next move, 7.5.5 is applied; otherwise it stands."}),
              facts(draft), false, illegal_action_options(),
              {.facts = wire::OfAction{open.side, open.kind, open.ply, open.text}});
}

wire::IllegalMoveStood stood_of(const Draft& draft, const chess::Setup& after) {
    const Unruled& open = open_in(draft);
    FF_CHECK(open.elapsed >= Duration{});
    wire::IllegalMoveStood e;
    e.side = open.side;
    e.ply = open.ply;
    e.text = open.text;
    e.squares = open.squares;
    e.before = chess::fen(draft.position());
    e.fen = chess::fen(after);
    e.elapsed = open.elapsed;
    e.readings = open.readings;
    return e;
}

void report_stood(Draft& draft, const Unruled& open, const wire::Pairs& evidence) {
    close_overtaken(draft, Subject::illegal_move);
    draft.rule(draft.profile().illegal_move_article, Subject::illegal_move,
               sentence({say(open.side), " ", offence_of(open), ". ", say(other(open.side)),
                         " has made the next move: it stands, and the game goes on from there."}),
               evidence);
}

// The record cannot go on by itself: a person must set up the position or end the game.
void ask_for_position(Draft& draft, std::string_view article, std::string text,
                      wire::Pairs evidence, bool drawn = false) {
    draft.ask(article, Subject::illegal_position, std::move(text), std::move(evidence), true,
              go_back_options(drawn ? "draw: the position is still illegal (A.5.4)" : ""));
}

// The kings in check, on a board with one king each, and any pawn on its last rank.
struct Wrongs {
    Both<bool> checked{};
    bool pawn = false;
    bool others = false;
};

bool attacked(const chess::Setup& board, chess::Square square, Side by) {
    chess::Bitboard occupied = 0;
    for (chess::Square at = 0; at < 64; ++at) {
        if (!board.board[at].empty()) occupied |= chess::bit(at);
    }
    for (chess::Square at = 0; at < 64; ++at) {
        const chess::Piece piece = board.board[at];
        if (piece.empty() || piece.side != by) continue;
        const chess::Bitboard reach = piece.kind == chess::Kind::pawn
                                          ? chess::pawn_attacks(by, at)
                                          : chess::piece_attacks(piece.kind, at, occupied);
        if (chess::contains(reach, square)) return true;
    }
    return false;
}

Wrongs wrongs_of(const chess::Setup& board) {
    Wrongs found;
    const auto position = chess::Position::from(board);
    if (position) return found;
    const chess::SetupErrors& errors = position.error();
    found.pawn = errors.has(chess::SetupError::pawn_on_last_rank);
    chess::SetupErrors known(chess::SetupError::pawn_on_last_rank);
    known.add(chess::SetupError::side_not_to_move_in_check);
    known.add(errors);
    chess::SetupErrors two(chess::SetupError::pawn_on_last_rank);
    two.add(chess::SetupError::side_not_to_move_in_check);
    found.others = known != two;
    for (chess::Square at = 0; at < 64; ++at) {
        const chess::Piece piece = board.board[at];
        if (piece.kind != chess::Kind::king) continue;
        found.checked[piece.side] = attacked(board, at, other(piece.side));
    }
    return found;
}

// The reply to an illegal action that stands is itself illegal, and completed (1.4.1, A.5.4).
void ask_about_reply(Draft& draft, const wire::Pressed& e, std::string_view article,
                     std::string text) {
    const Unruled& open = open_in(draft);
    Both<Duration> before = draft.occasion().readings;
    before[e.side] -= shown_gain(e);
    wire::Pairs evidence{fact("kind", "illegal_move"), fact("side", name(e.side)),
                         fact("ply", e.ply.count), fact("move", open.reply),
                         fact("count", draft.live().illegal[e.side] + 1),
                         fact("stands", open.text), fact("stands_of", name(open.side)),
                         fact("fen", chess::fen(draft.position())),
                         fact("proposed_white_us", before[Side::white].us),
                         fact("proposed_black_us", before[Side::black].us)};
    draft.ask(article, Subject::illegal_reply, std::move(text), std::move(evidence), true,
              illegal_reply_options(e.side),
              {.facts = wire::OfAction{e.side, Irregularity::illegal_move, e.ply, open.reply},
               .proposed = wire::ClockTimes{before}});
}

// A.5.4: the reply is completed and the board is still no legal position.
void still_illegal(Draft& draft, const wire::Pressed& e, const chess::Setup& board) {
    const Unruled open = open_in(draft);
    const Side second = other(open.side);
    const Wrongs wrongs = wrongs_of(board);
    wire::Pairs evidence = facts(draft);
    evidence.push_back(fact("reply", open.reply));
    evidence.push_back(fact("fen_now", chess::fen(board)));
    const bool only_own = wrongs.checked[second] && !wrongs.checked[open.side] && !wrongs.pawn;
    if (only_own && !wrongs.others) {
        return ask_about_reply(
            draft, e, "7.5.1",
            sentence({say(second), "'s king alone is in check after ", say(second), "'s own move (",
                      open.reply, "): that is an illegal move of ", say(second),
                      " (7.5.1), not a draw."}));
    }
    const bool both = wrongs.checked[Side::white] && wrongs.checked[Side::black];
    if ((both || wrongs.pawn) && !wrongs.others) {
        evidence.push_back(fact("option", "draw"));
        return ask_for_position(
            draft, "A.5.4",
            sentence({both ? "Both kings are in check" : "A pawn stands on its last rank",
                      ", and after the next move (", open.reply,
                      ") the position is still illegal: the game is drawn (A.5.4). End it so, "
                      "or set the position up."}),
            std::move(evidence), true);
    }
    ask_for_position(draft, "A.5.4",
                     "The board has no position of chess: set it up, or end the game.",
                     std::move(evidence));
}

// The game goes on after an illegal action, and no answer can take back an earlier move: closes the
// questions about such moves (4.3, 4.7).
void close_about_moves_before(Draft& draft) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open) {
        const bool of_move = question.about == Subject::touch_move ||
                             question.about == Subject::made_move_changed;
        const auto* of = facts_of<wire::OfMove>(question);
        if (of_move && of && of->ply <= draft.live().ply)
            draft.close(question, Closing::overtaken);
    }
}

// A reply on a board that was no legal position is completed.
void complete_reply(Draft& draft, const wire::Pressed& e, const chess::Setup& board) {
    const Unruled open = open_in(draft);
    FF_CHECK(!open.reply.empty());
    FF_CHECK(e.side == other(open.side));
    const std::string squares = squares_of(board, open.reply);
    const auto after = squares.empty() ? std::nullopt : after_squares(board, squares);
    if (takes_king(board, squares)) {
        return ask_about_reply(
            draft, e, "1.4.1",
            sentence({say(open.side), " ", offence_of(open), ", and ", say(e.side),
                      " took the king (", open.reply, "), which is never allowed (1.4.1): that is "
                      "an illegal move, too."}));
    }
    if (!after) {
        wire::Pairs evidence = facts(draft);
        evidence.push_back(fact("reply", open.reply));
        return ask_for_position(draft, draft.profile().illegal_move_article,
                                "An illegal move stands, and the reply to it has no "
                                "squares: set the position up.",
                                std::move(evidence));
    }
    const auto position = chess::Position::from(*after);
    if (!position) return still_illegal(draft, e, *after);
    const wire::Pairs evidence = facts(draft);
    draft.let_stand(stood_of(draft, board), std::nullopt);
    wire::IllegalMoveStood reply;
    reply.side = e.side;
    reply.ply = e.ply;
    reply.text = open.reply;
    reply.squares = squares;
    reply.before = chess::fen(board);
    reply.fen = chess::fen(*position);
    reply.elapsed = e.elapsed;
    reply.readings = draft.occasion().readings;
    draft.let_stand(std::move(reply), *position);
    FF_CHECK(draft.live().ply == e.ply);
    FF_CHECK(!draft.live().unruled);
    close_about_moves_before(draft);
    report_stood(draft, open, evidence);
    const Finish finish = finish_after(draft, {});
    if (finish.ending != Ending::none) conclude(draft, finish, e.side);
}

// The time for a correction is over (A.5.2), in whatever notation the moves were written.
void reply_made(Draft& draft, const wire::Made& e) {
    touch_refuses_offer(draft, e.side);
    wire::MovePending pending;
    pending.side = e.side;
    pending.text = e.text;
    pending.elapsed = e.elapsed;
    draft.add(std::move(pending));
    close_overtaken(draft, Subject::illegal_move);
}

// US 11D1: in the last five minutes the director does not correct without a claim.
RaisedBy raised_by(const Draft& draft) {
    const Both<Duration>& left = draft.occasion().readings;
    const Duration least = std::min(left[Side::white], left[Side::black]);
    return least < draft.profile().left_to_players ? RaisedBy::players
                                                   : draft.profile().illegal_move_raised_by;
}

// Is the reply that this player claims to be illegal already put to the arbiter?
bool waits_with_reply(const Draft& draft, Side claimant) {
    return std::ranges::any_of(draft.live().questions, [&](const Question& question) {
        return question.about == Subject::illegal_reply &&
               side_in(question) == other(claimant);
    });
}

}  // namespace

bool left_open(Draft& draft, const Offence& offence, Irregularity kind) {
    const RaisedBy by = raised_by(draft);
    if (offence.at_press || by == RaisedBy::software) return false;
    const std::vector<Pending> pending = draft.live().pending;
    wire::IllegalMoveSeen e;
    e.side = offence.side;
    e.ply = draft.next_ply();
    e.kind = kind;
    e.text = offence.text;
    e.squares = squares_in(draft, offence);
    e.elapsed = offence.elapsed;
    e.gained = offence.gained;
    e.readings = draft.occasion().readings;
    FF_CHECK(pending.size() <= 2);
    draft.add(std::move(e));
    FF_CHECK(draft.live().unruled.has_value());
    if (pending.size() == 2) {  // the reply was on the board before the press
        wire::Made reply;
        reply.side = pending.back().side;
        reply.text = pending.back().text;
        reply.elapsed = pending.back().elapsed;
        made(draft, reply);
    } else if (by == RaisedBy::arbiter) {
        ask_arbiter(draft);
    }
    return true;
}

bool made_after_open(Draft& draft, const wire::Made& e) {
    const Unruled open = open_in(draft);
    if (e.side == open.side) {
        draft.not_counted(wire::Made::type,
                          sentence({say(e.side), " has completed his move and the other side has "
                                                 "the clock"}));
        return true;
    }
    const auto board = after_open(draft);
    if (!board) {
        const wire::Pairs evidence = facts(draft);
        reply_made(draft, e);
        ask_for_position(draft, draft.profile().illegal_move_article,
                         sentence({say(open.side), " ", offence_of(open), ", and ", say(e.side),
                                   " has made the next move (", e.text,
                                   "): it stands, but its notation does not give the "
                                   "position. Set up the position."}),
                         evidence);
        return true;
    }
    const auto position = chess::Position::from(*board);
    if (!position) {  // A.5.4: until the next move is completed
        reply_made(draft, e);
        return true;
    }
    const wire::Pairs evidence = facts(draft);
    draft.let_stand(stood_of(draft, position->setup()), *position);
    FF_CHECK(draft.live().ply == open.ply);
    FF_CHECK(!draft.live().unruled);
    close_about_moves_before(draft);
    report_stood(draft, open, evidence);
    return false;
}

void pressed_after_open(Draft& draft, const wire::Pressed& e) {
    const Unruled& open = open_in(draft);
    const auto board = after_open(draft);
    if (e.side == open.side || e.ply.count != open.ply.count + 1 || !board) {
        return out_of_step(draft, e);
    }
    if (!open.reply.empty()) return complete_reply(draft, e, *board);
    ask_for_position(draft, draft.profile().illegal_move_article,
                     sentence({say(open.side), " ", offence_of(open), ", and ", say(e.side),
                               " pressed the clock without a move: see the board, rule, and set "
                               "the position."}),
                     facts(draft));
}

void claim_illegal_move(Draft& draft, const wire::Claimed& e) {
    const auto& open = draft.live().unruled;
    if (open && open->side != e.side && open->reply.empty()) {
        note_pause(draft, e.side, draft.profile().illegal_move_article);
        apply_illegal_action(draft);
        return;
    }
    if (waits_with_reply(draft, e.side)) {
        stands(draft, e.side, draft.profile().illegal_move_article, "claim");
        return draft.rule(draft.profile().illegal_move_article, Subject::claim,
                          sentence({say(e.side), " claims the illegal reply: it is decided with "
                                                 "the question that is open."}),
                          {fact("ply", draft.live().ply.count)});
    }
    const bool was_left = !draft.live().stood.empty() || open;
    const bool runs_again = goes_on_by_itself(draft);
    if (!was_left || correctable(draft, draft.live().stood.empty() ? open->ply
                                                                 : draft.live().stood.back().ply)) {
        stands(draft, e.side, draft.profile().illegal_move_article, "claim");
        return draft.ask(draft.profile().illegal_move_article, Subject::claim_illegal_move,
                         sentence({say(e.side), " claims that an illegal action was completed. "
                                                "The record has none that it can rule on: see "
                                                "the board."}),
                         {fact("claimant", name(e.side)), fact("side", name(other(e.side))),
                          fact("fen", chess::fen(draft.position())),
                          fact("last_ply", draft.live().ply.count), fact("text", e.text),
                          fact("white_us", e.readings[Side::white].us),
                          fact("black_us", e.readings[Side::black].us)},
                         true, claimed_illegal_options(countable(draft, other(e.side))),
                         {.facts = facts_of(e)});
    }
    note_pause(draft, e.side, draft.profile().illegal_move_article);
    draft.rule(draft.profile().illegal_move_article, Subject::claim,
               sentence({say(e.side), " claims an illegal action too late: it stands, play goes "
                                      "on."}),
               {fact("ply", draft.live().ply.count)});
    if (runs_again) draft.resume_clock();
}

bool correctable(const Draft& draft, Ply ply) {
    const auto& open = draft.live().unruled;
    const bool is_open = open && open->ply == ply && open->reply.empty();
    switch (draft.profile().illegal_move_window) {
        case Window::any_time: return true;
        case Window::next_move: return is_open;
        case Window::ten_moves: break;
    }
    return is_open || draft.live().ply.count < ply.count + plies_of_ten_moves;
}

bool apply_illegal_action(Draft& draft) {
    if (!draft.live().unruled || !draft.live().unruled->reply.empty()) return false;
    const std::vector<Question> asked = draft.live().questions;
    const Unruled open = open_in(draft);
    const Both<Duration> at_press = with_time(open.readings, open.given);
    FF_CHECK(at_press[open.side] >= Duration{});
    const Offence offence{.side = open.side, .text = open.text,
                          .gained = std::min(open.gained, at_press[open.side]),
                          .elapsed = open.elapsed, .at_press = at_press};
    const auto queen = chess::parse_uci(draft.position(), open.squares + "q");
    if (open.kind == Irregularity::press_without_move) {
        press_without_move(draft, offence);
    } else if (open.kind == Irregularity::promotion_not_completed && queen) {
        promotion_not_completed(draft, offence, *queen);
    } else {
        illegal_move(draft, offence);
    }
    // Only now: with the action it is kept that they were open.
    const Side opponent = other(open.side);
    for (const Question& question : asked) {
        // The opponent's clock stands as before the press: its flag is up again.
        const auto* flag = facts_of<wire::OfFlag>(question);
        const bool is_up = flag && flag->side == opponent && at_press[opponent] > Duration{};
        if ((question.about == Subject::illegal_move || is_up) &&
            draft.question(question.number))
            draft.close(question, Closing::overtaken);
    }
    return true;
}

namespace {

// Has the clock counted the reply to an open illegal action, too? A question about it waits.
bool reply_counted(const Live& live) {
    return live.unruled && !live.unruled->reply.empty() &&
           std::ranges::any_of(live.questions, [](const Question& question) {
               return question.about == Subject::illegal_reply ||
                      question.about == Subject::illegal_position;
           });
}

}  // namespace

Side clock_side(const Draft& draft) {
    const auto& open = draft.live().unruled;
    if (reply_runs(draft.live())) return other(draft.live().adjourned->sealed_by);
    if (reply_counted(draft.live())) return open->side;
    return open ? other(open->side) : draft.to_move();
}

Ply clock_ply(const Draft& draft) {
    const Live& live = draft.live();
    if (reply_runs(live)) return {live.adjourned->ply.count + 1};
    if (reply_counted(live)) return {live.unruled->ply.count + 1};
    return live.unruled ? live.unruled->ply : draft.counted();
}

bool set_up_correctable(const Draft& draft) {
    const std::uint32_t limit = draft.profile().set_up_correctable_moves;
    const Side first = draft.game().first;
    return limit == 0 || moves_of(Side::white, first, draft.live().ply) < limit ||
           moves_of(Side::black, first, draft.live().ply) < limit;
}

}  // namespace flagfall::game
