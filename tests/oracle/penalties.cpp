// Article 7: illegal actions, what they cost, and the situation before them.
#include <algorithm>
#include <array>
#include <utility>

#include "common/base/time_control.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

// 7.5.5 and 9.5.3 give two minutes, A.3 one in rapid. Blitz under B.2 has no such article of its
// own; the profile takes the minute of A.3 there too. What was announced counts, whatever the time
// control is. Games of US Chess are judged until the first illegal move, claim or flag.
constexpr std::array<Rules, 8> known{{{"fide-standard", minutes(2), false, false},
                                      {"fide-rapid", minutes(1), true, false},
                                      {"fide-blitz", minutes(1), true, false},
                                      {"fide-rapid-a5", minutes(1), true, false, "A.5.2"},
                                      {"fide-blitz-b3", minutes(1), true, false, "A.5.2"},
                                      {"uschess-regular", minutes(2), false, true},
                                      {"uschess-quick", minutes(2), false, true},
                                      {"uschess-blitz", minutes(2), false, true}}};

// US Chess's Official Rules, where they end a game as the Laws do.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> us_rules{
    {{"5.1.1", "13A"}, {"5.1.2", "13B"}, {"5.2.1", "14A"}, {"5.2.2", "14D"}, {"5.2.3", "14B"}}};

// What one side has for sixty moves, periods that these do not reach included (A.1).
Duration sum_of(const TimeControl& control) {
    Duration sum;
    std::uint32_t left = 60;
    for (const Period& period : control.periods) {
        const bool last = &period == &control.periods.back();
        const std::uint32_t moves = last || left < period.moves ? left : period.moves;
        sum += period.base + period.bonus * moves;
        left -= moves;
        if (!last || period.moves == 0) continue;
        for (std::uint32_t more = period.moves; more < moves; more += period.moves) {
            sum += period.base;  // it repeats
        }
    }
    return sum;
}

}  // namespace

std::optional<Rules> rules_named(std::string_view name) {
    for (const Rules& rules : known)
        if (rules.name == name) return rules;
    return std::nullopt;
}

std::string cited(const Rules& rules, const std::string& article) {
    if (rules.us)
        for (const auto& [of_the_laws, own] : us_rules)
            if (of_the_laws == article) return std::string(own);
    return article;
}

Rules rules_of(std::string_view time_control) {
    const auto control = parse_time_control(time_control);
    if (!control) return known.front();
    const Duration sum = std::max(sum_of((*control)[Side::white]), sum_of((*control)[Side::black]));
    return sum >= minutes(60) ? known[0] : sum > minutes(10) ? known[1] : known[2];
}

// The ruling on a penalty names the article that gives it, and A.3 where the minute is from there:
// to people in the text, to programs among the evidence.
void Arbiter::check_cited(const std::string& article) {
    const std::string cited = game_.rules.by_a3 ? "(" + article + ", A.3)" : "(" + article + ")";
    // An answer that a penalty follows from is a ruling of its own.
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

// The record's position with the clocks as the last event shows them. Moves that stand on the
// board stay there, so nothing is said of the position then.
wire::Correction Arbiter::restored(Side turn) const {
    wire::Correction set;
    set.readings = pressed_ ? pressed_->readings : readings();
    set.turn = turn;
    set.ply = {counted()};
    set.run = !pressed_ || game_.runs;
    if (game_.standing.empty() && !game_.presses) set.fen = chess::fen(game_.line.current());
    if (act_ == nullptr) set.answers = case_.row.pos;
    set.goes_on = true;  // what was used of a delay in this turn stays used
    return set;
}

void Arbiter::illegal_action(Side side, const Standing* move) {
    const std::uint32_t ply = game_.line.ply() + 1;
    const bool unpromoted = move && move->reading.meaning == Meaning::unpromoted;
    const auto kind = !move        ? Irregularity::press_without_move
                      : unpromoted ? Irregularity::promotion_not_completed
                                   : Irregularity::illegal_move;
    if (!game_.rules.window.empty() && !pressed_) return leave_open(side, move, kind);
    const std::uint32_t count = ++game_.illegal[side];
    const Standing what = move ? *move : Standing{};
    want(wire::IrregularityFound{
        {}, side, {ply}, kind, what.text, count});
    game_.standing.clear();
    if (move) game_.touched[side] = true;
    if (count >= 2) return second_offence(side);
    game_.offended.push_back({side, ply, game_.rulings + 1});

    wire::PenaltyGiven given;
    given.side = side;
    given.article = "7.5.5";
    given.reason = name(kind);
    given.to_opponent = game_.rules.penalty;
    given.before = given.after = pressed_ ? pressed_->readings : readings();
    given.after[other(side)] += game_.rules.penalty;
    if (unpromoted) return promote(side, what, given);
    // What the press added is no reward for it: the display goes back to where it stood.
    given.after[side] = before_press();
    given.taken_back = given.before[side] - given.after[side];
    game_.readings = given.after;
    want(given);
    ruling(move ? "7.5.1" : "7.5.3", Subject::illegal_move);
    check_cited("7.5.5");
    if (move) check_touched_piece(side, what);
    if (move) oblige(side, game_.line.current(), game_.line.ply() + 1, what.text, "7.5.1");
    wire::Correction set = restored(side);
    set.readings = given.after;
    set.article = "7.5.5";
    issue(set);
    game_.hold = Hold::correction;
}

// 7.5.2: the pawn is replaced by a queen and the move stands, so the press did complete it.
void Arbiter::promote(Side side, const Standing& move, const wire::PenaltyGiven& given) {
    const auto* press = std::get_if<wire::Pressed>(&case_.row.event);
    const Duration elapsed = pressed_ ? pressed_->elapsed : press ? press->elapsed : Duration{};
    record_move(move, move.reading.move, elapsed, CompletedBy::ruling);
    const Ending ending = ending_by(Ending::none);
    if (ending != Ending::none) {
        ruling("7.5.2", Subject::illegal_move);
        return finish_by_move(ending);
    }
    game_.readings = given.after;
    want(given);
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
    const std::string can = verdict(game_.line.current(), other(side));
    if (can == "winnable")
        return finish({win_of(other(side)), Ending::illegal_move_forfeit, "7.5.5"},
                      Subject::illegal_move);
    if (can == "unwinnable")
        return finish({drawn(), Ending::illegal_move_draw, "7.5.5"}, Subject::illegal_move);
    question("7.5.5", Subject::illegal_move, true);
    wire::Correction set = restored(side);
    set.readings[side] = before_press();
    set.run = false;
    set.article = "7.5.5";
    issue(set);
}

// What nobody can read is no offence: the clocks go back to before the press and wait.
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

// 9.5.3: the announced move must be played. It is no illegal move and costs nothing.
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

// The piece of an illegal move binds the player, if it can move at all (4.3). Which one it was is
// the record's word where the text does not name a square; the word must make sense.
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
    // e2e5, e2-e5: such a text names the square.
    const bool named = !from.empty() && move.text.size() >= 4 &&
                       (move.text[2] == '-' || (move.text[2] >= 'a' && move.text[2] <= 'h'));
    if (named && square != from) complain("the piece on " + from + " must move (4.3), not " +
                                          show(square));
}

}  // namespace flagfall::oracle
