// Illegal actions that an arbiter counts (7.5.1 to 7.5.5), and losses that depended on one that no
// longer counts.
#include <algorithm>
#include <array>

#include "tests/oracle/arbiter.hpp"
#include "tests/oracle/duty.hpp"

namespace flagfall::oracle {
namespace {

struct Kind {
    Irregularity is{};
    std::string_view article;
};

constexpr std::array<Kind, 4> kinds{
    {{Irregularity::illegal_move, "7.5.1"},
     {Irregularity::promotion_not_completed, "7.5.2"},
     {Irregularity::press_without_move, "7.5.3"},
     {Irregularity::two_hands, "7.5.4"}}};

}  // namespace

// Two offences in one move count once (Arbiters' Manual, on 7.5). `after`: by a later ruling than
// this number; another press of the same ply completes another action.
bool Arbiter::counted_for(Side side, std::uint32_t ply, std::uint32_t after) const {
    return std::ranges::any_of(game_.offended, [&](const Offended& each) {
        return each.side == side && each.ply == ply && each.ruling > after &&
               (each.asked || stands_with(game_, each.ruling, undoes_));
    });
}

// The move to which the action belongs: one that has been taken back already, or the last that the
// offender completed. A press without a move belongs to the move that was not made.
std::uint32_t Arbiter::ply_of(const wire::IllegalAction& e) const {
    if (e.ply) return e.ply->count;
    const std::uint32_t ply = counted();
    const bool on_move = mover() == e.side;
    if (on_move && (e.kind == Irregularity::press_without_move || counted_for(e.side, ply + 1)))
        return ply + 1;
    const std::uint32_t last = on_move && ply > 0 ? ply - 1 : ply;
    return last > 0 ? last : ply + 1;
}

// If the opponent has claimed it, this settles the claim, and the clock that it stopped goes on.
void Arbiter::act(const wire::IllegalAction& e) {
    in_play();
    const bool as_it_was = e.fen.empty() && !e.white && !e.black && !e.run;
    if (game_.open && game_.open->seen.side == e.side && game_.open->reply.empty() && as_it_was &&
        (!e.ply || *e.ply == game_.open->seen.ply))
        return apply_open();  // whichever offence of that move is named
    Counting how;
    const auto claim = std::ranges::find_if(game_.asked, [&](const Asked& asked) {
        return asked.about == Subject::claim_illegal_move && asked.claim &&
               other(asked.claim->side) == e.side;
    });
    if (claim != game_.asked.end() && !e.ply) {
        how.answers = claim->number;
        if (!game_.runs) how.shown = game_.readings;
        closings(Closing::intervention);
        complain_unless(std::ranges::find(game_.asked, how.answers, &Asked::number) ==
                            game_.asked.end(),
                        "an illegal action is counted, but the claim about it still waits");
    }
    count_action(e, how);
}

void Arbiter::count_action(const wire::IllegalAction& e, const Counting& how) {
    const auto* const kind = std::ranges::find(kinds, e.kind, &Kind::is);
    if (kind == kinds.end()) return complain("the desk counts no " + std::string(name(e.kind)));
    const std::uint32_t ply = ply_of(e);
    const Side has_ply = ply % 2 == 1 ? game_.first : other(game_.first);
    complain_unless(ply > 0 && ply <= counted() + 1 && has_ply == e.side,
                    show(e.side) + " has completed no such move");
    complain_unless(how.again || !counted_for(e.side, ply),
                    "two offences in one move are counted twice");
    const bool open = game_.open && game_.open->seen.side == e.side &&
                      game_.open->seen.ply.count == ply;  // it was pressed, and may stand
    complain_unless(ply <= counted() || how.stays || open ||
                        kind->is == Irregularity::press_without_move,
                    "an action is counted that no press has completed (7.5.1, 7.5.2, 7.5.4)");
    complain_unless(how.again || may_be_put_right(ply),
                    "an illegal action is counted that stands by now (" + window() + ")");
    const bool back = e.ply && kind->is == Irregularity::illegal_move && !how.stays;
    if (back && !goes_back_before(e, ply)) return;
    if (open && !back) actions_counted(e.side, ply);
    const std::uint32_t count = ++game_.illegal[e.side];
    want(wire::IrregularityFound{{}, e.side, {ply}, kind->is, e.text, count});
    game_.offended.push_back({e.side, ply, game_.rulings + 1});
    wire::Effect effect;
    effect.counted = e.side;
    effect.counted_ply = {ply};
    effect.answers = how.answers;
    if (loses(count))
        return lose(e.side, effect, back ? std::optional(readings_back(e)) : std::nullopt);
    const std::string article = article_or(cited(game_.rules, std::string(kind->article)));
    wire::PenaltyGiven given;
    given.side = e.side;
    given.article = cite("7.5.5");
    given.reason = name(kind->is);
    given.to_opponent = game_.rules.penalty;
    given.before = game_.readings;
    given.after = back ? readings_back(e) : how.shown.value_or(game_.readings);
    if (!back) given.after[other(e.side)] += game_.rules.penalty;
    want(given);
    clock_lacks(given);
    game_.readings = given.after;
    shown_ = given.after;
    if (back) {
        const chess::Position in = game_.line.current();
        note_touched(e.side, in, ply, named_squares(in, e.text));
        oblige(e.side, in, ply, e.text, "7.5.1");
    }
    rule(article, Subject::illegal_move);
    check_cited("7.5.5");
    effect.time[other(e.side)] = game_.rules.penalty;
    check_effect(effect);
    if (back || how.shown) return set_clock(given.after, back ? e.run : true, !back, "7.5.5");
    penalty_added(other(e.side), "7.5.5");
}

// The clock still has to be set to it, and shows the old time until then. A person may rule on an
// earlier press: the clock has moved on from its readings.
void Arbiter::clock_lacks(const wire::PenaltyGiven& given) {
    const bool unshown = game_.penalty && game_.penalty->after == game_.readings;
    const Both<Duration>& showed = unshown ? game_.penalty->before : game_.readings;
    game_.penalty = Unshown{act_ == nullptr ? given.before : showed, given.after};
}

// Added to the reading of the clock, which may run.
void Arbiter::penalty_added(Side gets, const std::string& article) {
    Both<Duration> time;
    time[gets] = game_.rules.penalty;
    const auto* sent = command_in_answer<wire::Adjust>();
    add_time(time, article, sent ? sent->reason : "");
}

// 7.5.1: the position before it stands again, or the last that can be identified.
bool Arbiter::goes_back_before(const wire::IllegalAction& e, std::uint32_t ply) {
    const auto given = chess::parse_position(e.fen, game_.variant);  // none for ""
    const bool own = game_.line.has(ply - 1) &&
                     (e.fen.empty() ||
                      (given && chess::same_position(*given, game_.line.at(ply - 1))));
    if (!own && !given) {
        complain("the game goes back to a position that neither the record nor the arbiter has");
        return false;
    }
    keep_game(false);
    closings(Closing::intervention);
    if (!own) game_.line = Line(game_.line, *given, ply - 1);
    restore(ply - 1, own ? "" : e.fen);
    return true;
}

// The readings that the arbiter gives, or those that the record proposes, taken as given.
Both<Duration> Arbiter::readings_back(const wire::IllegalAction& e) const {
    const auto* penalty = in_answer<wire::PenaltyGiven>();
    const Both<Duration> proposed = penalty ? penalty->after : game_.readings;
    return {{e.white.value_or(proposed[Side::white]), e.black.value_or(proposed[Side::black])}};
}

// 7.5.5: lost, or drawn if the opponent cannot mate.
void Arbiter::lose(Side side, const wire::Effect& effect,
                   const std::optional<Both<Duration>>& back) {
    std::vector<chess::Position> kept;
    const std::string can =
        board_known() ? verdict_on_loss(on_board(kept), other(side)) : std::string();
    if (can == "winnable" || can == "unwinnable") {
        const bool lost = can == "winnable";
        conclude({lost ? win_of(other(side)) : drawn(),
                  lost ? Ending::illegal_move_forfeit : Ending::illegal_move_draw, "7.5.5"},
                 Subject::illegal_move);
        return check_effect(effect);
    }
    question("7.5.5", Subject::illegal_move, true);
    game_.asked.back().of = wire::OfSide{side, game_.illegal[side]};
    game_.offended.back().asked = true;
    if (back) return set_clock(*back, false, false, "7.5.5");
    if (!game_.runs) return;
    wire::Pause command;
    if (const auto* sent = command_in_answer<wire::Pause>()) command.reason = sent->reason;
    send(command);
}

// The side that has lost, if a person was asked whether an illegal action loses or draws, and has
// answered with this.
static std::optional<Side> answered_loss(const Given& given) {
    const auto asked = std::ranges::find(given.closed, given.effect.answers, &Asked::number);
    if (asked == given.closed.end() || asked->about != Subject::illegal_move || !asked->of)
        return std::nullopt;
    return asked->of->side;
}

// The press of an action that lost gained nothing for its side if the game goes on (7.5.1).
Both<Duration> Arbiter::without_gain(std::uint32_t ruling) const {
    Both<Duration> readings = game_.readings;
    const auto loss = loss_by_number();
    if (loss && (ruling == 0 || ruling == loss->ruling))
        readings[loss->side] = std::max(readings[loss->side] - loss->gained, Duration{});
    return readings;
}

// Does the present result come from the number of illegal actions? If so, who lost, and by which
// ruling.
std::optional<LossByNumber> Arbiter::loss_by_number() const {
    const auto& result = game_.result;
    if (!result || (result->ending != Ending::illegal_move_forfeit &&
                    result->ending != Ending::illegal_move_draw))
        return std::nullopt;
    for (auto at = game_.given.rbegin(); at != game_.given.rend(); ++at) {
        if (at->undone || at->gave != result) continue;
        const Given* first = ruling_of(game_, root_of(game_, at->number));
        if (first && first->effect.counted)
            return LossByNumber{at->number, *first->effect.counted,
                                first == &*at ? first->effect.gained : Duration{}};
        const auto answered = first ? answered_loss(*first) : std::nullopt;
        if (answered) return LossByNumber{at->number, *answered};
        // A person gave it, not the number; now, or by the ruling that stands again.
        if (first && (first == &*at || first->gave == result)) return std::nullopt;
    }
    return std::nullopt;
}

bool Arbiter::ruled_to_stand(const LossByNumber& loss, const wire::OfSide& of) const {
    return std::ranges::any_of(game_.given, [&](const Given& each) {
        const auto asked = std::ranges::find(each.closed, std::optional(of), &Asked::of);
        return each.about == Subject::loss && asked != each.closed.end() &&
               each.number > root_of(game_, loss.ruling) &&
               stands_with(game_, each.number, undoes_);
    });
}

// A loss is in doubt if it depends on too few illegal actions and nobody has ruled that it stands.
// The consequences of taking a ruling back are judged with it.
void Arbiter::loss_still() {
    if (undoes_ > 0) return;
    // A result that a person gives by hand now does not depend on a number.
    const bool by_hand = act_ && std::holds_alternative<wire::GiveResult>(act_->act);
    auto loss = by_hand ? std::nullopt : loss_by_number();
    // An answer that gives it now: a person was asked whether it loses or draws.
    const bool answers = act_ && std::holds_alternative<wire::AnswerQuestion>(act_->act);
    if (answers && in_answer<wire::ResultRecorded>())
        for (const Asked& asked : game_.closed)
            if (asked.about == Subject::illegal_move && asked.of)
                loss = LossByNumber{game_.rulings, asked.of->side};
    const bool holds = !loss || loses(game_.illegal[loss->side]);
    if (waits(Subject::loss)) {
        if (holds) overtaken(Subject::loss);
        return;
    }
    const bool answers_it =
        std::ranges::find(game_.closed, Subject::loss, &Asked::about) != game_.closed.end();
    if (holds || (act_ && answers_it) ||
        ruled_to_stand(*loss, {loss->side, game_.illegal[loss->side]}))
        return;
    question("7.5.5", Subject::loss, false);
}

// A loss by the second illegal action needs the first one to count, too (7.5.5).
void Arbiter::loss_asked(const Both<std::uint32_t>& illegal,
                         const std::optional<LossByNumber>& given_now) {
    const auto loss = given_now ? given_now : loss_by_number();
    if (!loss || loses(illegal[loss->side]))
        return complain_unless(!waits(Subject::loss),
                               "a question doubts a loss, and both illegal actions count");
    const wire::OfSide of{loss->side, illegal[loss->side]};
    const bool ruled = ruled_to_stand(*loss, of);
    const bool asks_now = std::ranges::any_of(game_.asked, [&](const Asked& asked) {
        return asked.about == Subject::loss && !asked.of;  // put by this act
    });
    complain_unless(!ruled || !asks_now, "a loss is doubted that an arbiter has ruled to stand");
    complain_unless(ruled || waits(Subject::loss),
                    "a loss needs two illegal actions, one no longer counts, and nobody is asked");
}

// The game is reopened, and the action costs as much as a first one.
void Arbiter::reopen_loss(const Asked& asked, const wire::AnswerQuestion& e) {
    const auto loss = loss_by_number();
    if (!loss) return complain("a loss by 7.5.5 is taken back, but the result is none");
    const Side side = loss->side;
    wire::PenaltyGiven given;
    given.side = side;
    given.article = cite("7.5.5");
    given.reason = "illegal_move";
    given.to_opponent = game_.rules.penalty;
    given.taken_back = loss->gained;
    given.before = game_.readings;
    given.after = game_.readings;
    given.after[side] = std::max(given.after[side] - loss->gained, Duration{});
    given.after[other(side)] += game_.rules.penalty;
    // The time owed to the clock is added.
    if (e.white) given.after[Side::white] = *e.white - game_.owed[Side::white];
    if (e.black) given.after[Side::black] = *e.black - game_.owed[Side::black];
    want(given);
    clock_lacks(given);
    const std::string article = article_or(asked.article);
    rule(article, Subject::illegal_move);
    check_cited("7.5.5");
    wire::Effect effect;
    effect.answers = asked.number;
    for (const Side each : {Side::white, Side::black})
        effect.time[each] = given.after[each] - given.before[each];
    check_effect(effect);
    game_.readings = given.after;
    const auto* withdrawn = in_answer<wire::ResultWithdrawn>();
    reopen(article, withdrawn ? withdrawn->reason : "", game_.readings);
    questions_again(true);
}

// A person at the clock has let the game go on with so many illegal actions of this side.
bool Arbiter::let_go_on(std::uint32_t root, Side side) const {
    return std::ranges::any_of(game_.given, [&](const Given& each) {
        return each.withdrawn && (!each.undone || each.number == root) &&
               each.effect.counted == side;
    });
}

// A move that was announced with a claim, and is in the record (9.2.1).
bool Arbiter::was_announced(const Given& ruling) const {
    return ruling.effect.announced > Ply{} && ruling.effect.announced <= Ply{game_.line.ply()};
}

void Arbiter::lose_again(Side side) {
    std::vector<chess::Position> kept;
    const bool lost = verdict_on_loss(on_board(kept), other(side)) == "winnable";
    conclude({lost ? win_of(other(side)) : drawn(),
              lost ? Ending::illegal_move_forfeit : Ending::illegal_move_draw,
              cited(game_.rules, "7.5.5")},
             Subject::undo);
}

}  // namespace flagfall::oracle
