// Article 7: illegal actions, their penalties, and the situation before them. Penalties of 12.9.
#include <algorithm>
#include <array>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

// The ruling on a penalty names the article that gives it, and A.3 if the minute comes from there:
// for people in the text, for programs in the evidence.
void Arbiter::check_cited(const std::string& article) {
    const std::string own = cite(article);
    const std::string cited = game_.rules.by_a3 ? "(" + own + ", A.3)" : "(" + own + ")";
    // An answer that leads to a penalty is a ruling of its own.
    const bool said = std::ranges::any_of(case_.answer, [&](const GameRow& row) {
        const auto* given = std::get_if<wire::RulingGiven>(&row.event);
        return given && given->text.contains(cited);
    });
    complain_unless(said || case_.answer.empty(),
                    "the ruling on the penalty does not cite " + cited);
    const std::string must = game_.rules.by_a3 ? "A.3" : "";
    if (!case_.answer.empty() && fact("penalty_article") != must)
        complain("the penalty's article is " + show(fact("penalty_article")) + ", must be " +
                 show(must));
}

// The record's position with the clocks as the last event shows them. Moves on the board
// stay there, so the command has no position then.
wire::Correction Arbiter::restored(Side turn) const {
    wire::Correction set;
    set.readings = pressed_ ? pressed_->readings : readings();
    set.turn = turn;
    set.ply = {counted()};
    set.run = !pressed_ || game_.runs;
    if (game_.standing.empty() && !game_.presses) set.fen = chess::fen(game_.line.current());
    if (act_ == nullptr) set.answers = case_.row.pos;
    set.goes_on = true;  // the time of a delay used in this turn stays used
    return set;
}

void Arbiter::illegal_action(Side side, const Standing* move) {
    const std::uint32_t ply = game_.line.ply() + 1;
    const bool unpromoted = move && move->reading.meaning == Meaning::unpromoted;
    const auto kind = !move        ? Irregularity::press_without_move
                      : unpromoted ? Irregularity::promotion_not_completed
                                   : Irregularity::illegal_move;
    if (game_.rules.us && !move) return press_asked(side);
    if (game_.rules.us && unpromoted) return unreadable(side, move);
    if (left_to_others() && !pressed_) return leave_open(side, move, kind);
    const std::uint32_t count = ++game_.illegal[side];
    const Standing what = move ? *move : Standing{};
    want(wire::IrregularityFound{
        {}, side, {ply}, kind, what.text, count});
    game_.standing.clear();
    if (move) game_.touched[side] = true;
    game_.offended.push_back({side, ply, game_.rulings + 1});
    if (loses(count)) return second_offence(side);

    wire::PenaltyGiven given;
    given.side = side;
    given.article = cite("7.5.5");
    given.reason = name(kind);
    given.to_opponent = game_.rules.penalty;
    given.before = given.after = pressed_ ? pressed_->readings : readings();
    given.after[other(side)] += game_.rules.penalty;
    if (unpromoted) return promote(side, what, given);
    // The time that the press added is no reward: the display goes back to its earlier reading.
    given.after[side] = before_press();
    given.taken_back = given.before[side] - given.after[side];
    want(given);
    clock_lacks(given);
    game_.readings = given.after;
    ruling(move ? "7.5.1" : "7.5.3", Subject::illegal_move);
    check_cited("7.5.5");
    if (move) check_touched_piece(side, what);
    if (move) oblige(side, game_.line.current(), game_.line.ply() + 1, what.text, "7.5.1");
    wire::Correction set = restored(side);
    set.readings = given.after;
    set.article = "7.5.5";
    issue(set);
    game_.hold = Hold::correction;
    repetition_asked(side);
}

// Whether it is an offence, or the clock was started in error, the director decides (US 11A).
void Arbiter::press_asked(Side side) {
    want(wire::IrregularityFound{{}, side, {game_.line.ply() + 1},
                                 Irregularity::press_without_move, "", game_.illegal[side]});
    game_.standing.clear();
    question("7.5.3", Subject::press_without_move, true);
    game_.asked.back().presser = side;
    game_.asked.back().pressed_ply = game_.line.ply() + 1;
    wire::Correction set = restored(side);
    set.readings[side] = before_press();
    set.run = false;
    set.article = "7.1";
    issue(set);
}

// Does the illegal action of this number lose the game (7.5.5)?
bool Arbiter::loses(std::uint32_t count) const {
    return game_.rules.losing > 0 && count >= game_.rules.losing;
}

// US 11D: no number of them loses; the director decides the penalty for a repeated one.
void Arbiter::repetition_asked(Side side) {
    const wire::OfSide of{side, game_.illegal[side]};
    const bool asked = std::ranges::any_of(game_.asked, [&](const Asked& each) {
        return each.about == Subject::repeated_offence && each.of == of;
    });
    if (game_.rules.losing > 0 || of.count < 2 || asked) return;
    question("11D", Subject::repeated_offence, false);
    game_.asked.back().of = of;
}

// 7.5.2: the pawn is replaced by a queen and the move stands, so the press completed it.
void Arbiter::promote(Side side, const Standing& move, const wire::PenaltyGiven& given) {
    const auto* press = std::get_if<wire::Pressed>(&case_.row.event);
    const Duration elapsed = pressed_ ? pressed_->elapsed : press ? press->elapsed : Duration{};
    record_move(move, move.reading.move, elapsed, CompletedBy::ruling);
    const Ending ending = ending_by(Ending::none);
    if (ending != Ending::none) {
        ruling("7.5.2", Subject::illegal_move);
        return finish_by_move(ending);
    }
    want(given);
    clock_lacks(given);
    game_.readings = given.after;
    ruling("7.5.2", Subject::illegal_move);
    check_cited("7.5.5");
    wire::Correction set = restored(other(side));
    set.readings = given.after;
    set.goes_on = false;  // the move stands, and the opponent's turn begins
    set.article = "7.5.2";
    issue(set);
    game_.hold = Hold::correction;
}

Duration Arbiter::before_press() const {
    return pressed_ ? pressed_->before : case_.around.before;
}

// The second illegal action of a player loses, unless the opponent cannot mate (7.5.5).
void Arbiter::second_offence(Side side) {
    const std::string can = verdict_on_loss(game_.line.current(), other(side));
    if (can == "winnable")
        return finish({win_of(other(side)), Ending::illegal_move_forfeit, "7.5.5"},
                      Subject::illegal_move);
    if (can == "unwinnable")
        return finish({drawn(), Ending::illegal_move_draw, "7.5.5"}, Subject::illegal_move);
    question("7.5.5", Subject::illegal_move, true);
    game_.asked.back().of = wire::OfSide{side, game_.illegal[side]};
    game_.offended.back().asked = true;
    wire::Correction set = restored(side);
    set.readings[side] = before_press();
    set.run = false;
    set.article = "7.5.5";
    issue(set);
}

// An unreadable move is not an offence: the clocks go back to before the press and wait.
void Arbiter::unreadable(Side side, const Standing* move) {
    want(wire::IrregularityFound{{}, side, {game_.line.ply() + 1},
                                 Irregularity::unreadable_move,
                                 move ? move->text : "", game_.illegal[side]});
    game_.standing.clear();
    if (move) game_.touched[side] = true;
    question("7.5.1", Subject::unreadable_move, false);
    wire::Correction set = restored(side);
    set.readings[side] = case_.around.before;
    set.run = false;
    set.article = "7.1";
    issue(set);
    game_.hold = Hold::correction;
}

// 9.5.3: the announced move must be played. It is not an illegal move and has no penalty.
void Arbiter::announced_not_played(Side side, const Standing& move) {
    want(wire::IrregularityFound{{}, side, {game_.line.ply() + 1},
                                 Irregularity::announced_move_not_played,
                                 move.text, game_.illegal[side]});
    game_.standing.clear();
    ruling("9.5.3", Subject::announced_move_not_played);
    game_.touched[side] = true;
    wire::Correction set = restored(side);
    if (std::holds_alternative<wire::Pressed>(case_.row.event))
        set.readings[side] = case_.around.before;
    set.article = "9.5.3";
    issue(set);
    game_.hold = Hold::correction;
}

// The piece of an illegal move binds the player, if it can move at all (4.3). If the text does not
// name a square, the record's word is accepted; the word must make sense.
void Arbiter::check_touched_piece(Side side, const Standing& move) {
    const std::string square = fact("must_move_from");
    const chess::Position& position = game_.line.current();
    bool can_move = false;
    std::string from;
    for (const chess::Move each : chess::legal_moves(position)) {
        const std::string origin = chess::square_name(each.from());
        can_move = can_move || origin == square;
        if (move.text.starts_with(origin)) from = origin;
    }
    if (!square.empty() && !can_move)
        complain("the piece on " + square + " must move, but " + show(side) + " has no such move");
    // e2e5, e2-e5: a text like this names the square.
    const bool named = !from.empty() && move.text.size() >= 4 &&
                       (move.text[2] == '-' || (move.text[2] >= 'a' && move.text[2] <= 'h'));
    if (named && square != from) complain("the piece on " + from + " must move (4.3), not " +
                                          show(square));
}

// ---- 12.9 -------------------------------------------------------------------------------------

namespace {

// The effects of a penalty of 12.9, or 11.8.
enum class Touches : std::uint8_t { nothing, clock, points, game };

struct Penalty {
    wire::PenaltyKind kind{};
    std::string_view article;
    Touches touches;
};

using enum wire::PenaltyKind;
constexpr std::array<Penalty, 10> penalties{{{warning, "12.9.1", Touches::nothing},
                                             {time_to_opponent, "12.9.2", Touches::clock},
                                             {time_off, "12.9.3", Touches::clock},
                                             {points_to_opponent, "12.9.4", Touches::points},
                                             {points_off, "12.9.5", Touches::points},
                                             {loss, "12.9.6", Touches::game},
                                             {both_lose, "11.8", Touches::game},
                                             {fine, "12.9.7", Touches::nothing},
                                             {exclusion, "12.9.8", Touches::nothing},
                                             {expulsion, "12.9.9", Touches::nothing}}};

}  // namespace

void Arbiter::act(const wire::Penalise& e) {
    const auto* const kind = std::ranges::find(penalties, e.kind, &Penalty::kind);
    if (kind == penalties.end()) return complain("no penalty of 12.9");
    const std::string article = article_or(kind->article);
    if (kind->touches == Touches::clock) {
        complain_unless(e.time > Duration{}, "a penalty of no time");
        Both<Duration> deltas;
        if (kind->article == "12.9.2") deltas[other(e.side)] = e.time;
        else deltas[e.side] = Duration{} - e.time;
        return give_time(deltas, article, Subject::penalty);
    }
    if (kind->touches == Touches::nothing) {
        rule(article, Subject::penalty);
        return check_effect({});
    }
    complain_unless(kind->touches != Touches::points || (e.score && game_.result),
                    "points change to those named, when the game is over");
    if (kind->touches == Touches::points && e.score && game_.result) {
        const auto& was = game_.result->score.half_points;
        const auto& is = e.score->half_points;
        const bool off = kind->article == "12.9.5";
        complain_unless(is[e.side] <= was[e.side] && is[other(e.side)] >= was[other(e.side)] &&
                            (off ? is[e.side] < was[e.side]
                                 : is[other(e.side)] > was[other(e.side)]),
                        "points move the other way than by 12.9.4 or 12.9.5");
    }
    const bool both = kind->article == "11.8";
    const Score score = e.score.value_or(both ? Score{} : win_of(other(e.side)));
    complain_unless(kind->article != "12.9.6" || score.half_points[e.side] == 0,
                    "a game is declared lost, and the offender has points of it (12.9.6)");
    // 6.7.1: a player who did not come has lost a game that is not played.
    const bool absence = act_->article == "6.7.1" || act_->article == cite("6.7.1");
    const bool forfeit = kind->touches == Touches::game && absence;
    complain_unless(!forfeit || counted() + game_.standing.size() < 2,
                    "a game that was played is lost by forfeit (6.7.1)");
    const bool still = kind->touches == Touches::points && game_.result &&
                       game_.result->ending == Ending::forfeit;
    conclude({score, forfeit || still ? Ending::forfeit : Ending::arbiter_decision, article},
             Subject::penalty);
    check_effect({});
}

}  // namespace flagfall::oracle
