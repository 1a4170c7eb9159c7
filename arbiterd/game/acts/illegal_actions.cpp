// Article 7 at the desk: illegal actions that an arbiter counts, and games that begin again.
#include <algorithm>
#include <array>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/irregular.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/mating.hpp"
#include "arbiterd/game/laws/obligations.hpp"
#include "arbiterd/game/laws/of_acts.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/laws/touch.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// An illegal action that is to be counted.
struct Counted {
    Side side{};
    IllegalActionKind kind;
    Ply ply;                    // of the move it belongs to
    std::string text;
    std::uint32_t answers = 0;  // the question, if one is answered
    std::optional<Both<Duration>> shown{};  // readings of a clock that stands and is to run on

    Side opponent() const { return other(side); }
};

// `after`: considers only later rulings than this one, and those still to be given.
bool counted_before(const Draft& draft, const Counted& c, std::uint32_t after = 0) {
    return std::ranges::any_of(draft.live().offended, [&](const Offended& o) {
        return o.side == c.side && o.ply == c.ply && stands(draft.live(), o.ruling) &&
               (o.ruling == 0 || o.ruling > after);
    });
}

// The side that makes this ply.
Side side_of(const Draft& draft, Ply ply) {
    return ply.count % 2 == 1 ? draft.game().first : other(draft.game().first);
}

// Has the opponent made their next move since, pressed or not (A.5.2), legal or not?
bool replied_to(const Draft& draft, Ply ply) {
    const auto& open = draft.live().unruled;
    const auto made = draft.counted().count + draft.live().pending.size() +
                      (open ? 1U : 0U) + (open && !open->reply.empty() ? 1U : 0U);
    return made > ply.count;
}

// A.5.2, US 11A: after the window the action stands.
MaybeRefusal window_closed(const Draft& draft, const Counted& c) {
    const Profile& profile = draft.profile();
    const auto late = [&](std::string_view until) {
        return refuse("too_late", sentence({"until ", until, " (", profile.illegal_move_article,
                                            "): it stands. What both players agree to, you "
                                            "set with the clock"}));
    };
    switch (profile.illegal_move_window) {
        case Window::any_time: return std::nullopt;
        case Window::next_move:
            if (replied_to(draft, c.ply)) return late("the opponent has made their next move");
            return std::nullopt;
        case Window::ten_moves:
            if (draft.counted().count >= c.ply.count + 20) return late("ten moves later");
            return std::nullopt;
    }
    return std::nullopt;
}

MaybeRefusal counted_already(const Draft& draft, const Counted& c, std::uint32_t after = 0) {
    if (!counted_before(draft, c, after)) return std::nullopt;
    return refuse("counted_already",
                  sentence({"an illegal action of ", say(c.side), " was counted for ply ",
                            std::to_string(c.ply.count),
                            ": two offences in one move are one. If the other is the right one, "
                            "undo that ruling first"}));
}

// `pressed_again`: by a press other than the one that was counted for this move, if any.
MaybeRefusal may_be_counted(const Draft& draft, const Counted& c, bool pressed_again = false) {
    if (c.ply.count > draft.counted().count + 1 || side_of(draft, c.ply) != c.side)
        return refuse("bad_ply", sentence({"ply: ", say(c.side), " has completed no such move"}),
                      "/act/ply");
    if (pressed_again) return std::nullopt;  // asked at the press, in time
    if (auto no = counted_already(draft, c)) return no;
    return window_closed(draft, c);
}

// 7.5.1 to 7.5.4: the press completes the action; an open one (A.5.2) has been pressed as well.
MaybeRefusal not_completed(const Draft& draft, const Counted& c) {
    const auto& open = draft.live().unruled;
    const bool seen = open && open->side == c.side && open->ply == c.ply;
    if (c.ply <= draft.counted() || seen ||
        c.kind.kind == Irregularity::press_without_move)
        return std::nullopt;
    return refuse("not_completed",
                  sentence({say(c.side), " has not completed this move: it is an illegal action "
                                         "only when the clock was pressed after it (",
                            own_article(draft.profile(), c.kind.article),
                            "). Rule on it after the press"}));
}

wire::Pairs facts(const Draft& draft, const wire::DeskCommand& command, const Counted& c) {
    wire::Pairs evidence{fact("kind", name(c.kind.kind)), fact("side", name(c.side)),
                         fact("offence_ply", c.ply.count),
                         fact("count", draft.live().illegal[c.side] + 1)};
    if (!c.text.empty()) evidence.push_back(fact("text", c.text));
    if (!command.reason.empty()) evidence.push_back(fact("reason", command.reason));
    add_pending(draft, evidence);
    return evidence;
}

wire::Effect effect_of(const Draft& draft, const Counted& c, bool with_time) {
    wire::Effect effect;
    if (with_time) effect.time[c.opponent()] = draft.profile().penalty;
    effect.counted = c.side;
    effect.counted_ply = c.ply;
    effect.answers = c.answers;
    return effect;
}

void find(Draft& draft, const Counted& c, bool stands) {
    wire::IrregularityFound e;
    e.side = c.side;
    e.ply = c.ply;
    e.kind = c.kind.kind;
    e.text = c.text;
    e.count = draft.live().illegal[c.side] + 1;
    e.stands = stands;
    draft.add(std::move(e));
}

std::string gets(const Draft& draft, const Counted& c) {
    std::string text = sentence({say(c.opponent()), " gets ", penalty_text(draft.profile()), " (",
                                 penalty_articles(draft.profile(), "7.5.5"), ")."});
    const bool repeated = draft.live().illegal[c.side] >= draft.profile().illegal_actions_to_lose;
    if (repeated && draft.profile().repeated_offence == RepeatedOffence::arbiter)
        text += " It is repeated: whether it costs more, the arbiter decides (11D).";
    return text;
}

// Uses the position before the action, as far as it is known. False if the arbiter is asked.
// `moves`: the moves went back.
bool lose(Draft& draft, const Counted& c, const chess::Position& position, wire::Pairs evidence,
          bool moves = false) {
    if (position_known(draft)) evidence.push_back(fact("fen", chess::fen(position)));
    else add_position(draft, evidence);
    wire::Effect effect = effect_of(draft, c, false);
    effect.moves = moves;
    return lose(draft, c.side, c.kind, position, std::move(evidence), effect);
}

// Position and moves stay as they are: two hands, or an action that was corrected before.
void count_time_only(Draft& draft, const wire::DeskCommand& command, const Counted& c) {
    wire::Pairs evidence = facts(draft, command, c);
    const bool lost = loses(draft, draft.live().illegal[c.side] + 1);
    FF_CHECK(c.ply > Ply{});
    find(draft, c, true);
    if (lost) {
        if (!lose(draft, c, on_board(draft), std::move(evidence)) && draft.live().running)
            draft.pause_clock("second illegal action; the arbiter decides");
        return;
    }
    Both<Duration> after = c.shown.value_or(draft.live().readings);
    after[c.opponent()] += draft.profile().penalty;
    give_penalty(draft, c.side, "7.5.5", name(c.kind.kind), draft.live().readings, after);
    add_penalty_article(evidence, draft.profile());
    const std::string text = said(draft, c.side, c.kind) + ": " + gets(draft, c);
    draft.rule(article_of(command, c.kind.article), Subject::illegal_move, text,
               std::move(evidence), effect_of(draft, c, true));
    if (c.shown) {
        return draft.set_clock({.readings = after, .turn = draft.to_move(), .ply = {},
                                .run = true, .fen = {}, .article = "7.5.5", .reason = text,
                                .answers = {}, .goes_on = true});
    }
    Both<Duration> deltas;
    deltas[c.opponent()] = draft.profile().penalty;
    draft.adjust_clock(deltas, "7.5.5", text);
}

// The readings for going back: the arbiter's, or those of the record before the illegal move
// (without its gain) plus the penalty.
std::expected<Both<Duration>, DeskRefusal> readings_back(const Draft& draft, const Counted& c,
                                                         const wire::IllegalAction& act) {
    const Game& game = draft.game();
    const bool known = c.ply > game.base;
    if (!known && (!act.white || !act.black))
        return refusal("times_missing",
                       "white_us and black_us: the record has no readings of that move",
                       act.white ? "/act/black_us" : "/act/white_us");
    Both<Duration> readings = known ? clock_after(game, Ply{c.ply.count - 1}) : Both<Duration>{};
    if (known) readings[c.opponent()] += draft.profile().penalty;
    readings = {{act.white.value_or(readings[Side::white]),
                 act.black.value_or(readings[Side::black])}};
    if (auto bad = bad_readings(readings)) return std::unexpected(std::move(*bad));
    return readings;
}

// Found later (7.5.1): back to the position before the move, or the last identifiable one.
MaybeRefusal go_back(Draft& draft, const wire::DeskCommand& command, const Counted& c,
                     const wire::IllegalAction& act) {
    const auto want = wanted_position(draft, Ply{c.ply.count - 1}, act.fen);
    if (!want) return want.error();
    FF_CHECK(want->position.has_value());  // an earlier one
    const auto after = readings_back(draft, c, act);
    if (!after) return after.error();
    wire::Pairs evidence = facts(draft, command, c);
    evidence.push_back(fact("from_ply", draft.live().ply.count));
    evidence.push_back(fact("to_ply", want->ply.count));
    std::string how;
    if (c.ply > draft.game().base)
        how = " " + describe_readings(draft, Ply{c.ply.count - 1}, evidence);
    const bool lost = loses(draft, draft.live().illegal[c.side] + 1);
    close_by_intervention(draft, command.by);
    draft.restore(want->ply, *want->position, want->fen, command.by, command.reason, true);
    if (auto no = act.run && !lost ? no_time_left(draft, *after) : std::nullopt) return no;
    find(draft, c, false);  // only after the moves on the board were kept
    wire::Correction set{.readings = *after, .turn = c.side, .ply = {}, .run = act.run, .fen = {},
                         .article = "7.5.5", .reason = {}, .answers = {}};
    if (lost) {
        if (lose(draft, c, draft.position(), std::move(evidence), true)) return std::nullopt;
        set.run = false;
        set.reason = "second illegal action; the arbiter decides";
        draft.set_clock(std::move(set));
        return std::nullopt;
    }
    give_penalty(draft, c.side, "7.5.5", name(c.kind.kind), draft.live().readings, *after);
    evidence.push_back(fact("fen", chess::fen(draft.position())));
    add_penalty_article(evidence, draft.profile());
    const std::vector<chess::Square> touched = touched_by(draft.position(), c.text);
    note_touch(draft, c.side, draft.next_ply(), squares_text(touched));  // whatever the move was
    bind_to_touched(draft, draft.position(), draft.next_ply(), touched, "7.5.1");
    set.reason = sentence({said(draft, c.side, c.kind),
                           ", as was found later: the position after ply ",
                           std::to_string(want->ply.count), " stands again, later moves are void; ",
                           gets(draft, c), how});
    wire::Effect effect = effect_of(draft, c, true);
    effect.moves = true;
    draft.rule(article_of(command, c.kind.article), Subject::illegal_move, set.reason,
               std::move(evidence), std::move(effect));
    draft.set_clock(std::move(set));
    return std::nullopt;
}

// The move of an action without a ply: one that was taken back already, or the offender's last
// completed move; for a press without a move, the move that is missing.
Ply ply_of(const Draft& draft, const Counted& c) {
    if (draft.to_move() == c.side) {
        Counted next = c;
        next.ply = draft.next_ply();
        if (c.kind.kind == Irregularity::press_without_move || counted_before(draft, next))
            return next.ply;
    }
    const Ply last = last_ply_of(draft, c.side);
    return last > Ply{} ? last : draft.next_ply();
}

// Can the desk count it?
bool is_countable(Irregularity kind) {
    return std::ranges::find(illegal_action_kinds, kind, &IllegalActionKind::kind) !=
           std::ranges::end(illegal_action_kinds);
}

// Does the record still wait for this action?
bool is_open(const Draft& draft, const Counted& c) {
    const auto& open = draft.live().unruled;
    return open && open->ply == c.ply && open->side == c.side;
}

// Another action of the same move is counted instead. If that is taken back, this is asked again.
void close_question_of(Draft& draft, const Counted& c) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open) {
        const auto* of = facts_of<wire::OfAction>(question);
        if (question.about == Subject::illegal_move && of && of->ply == c.ply &&
            of->side == c.side)
            draft.close(question, Closing::overtaken);
    }
}

// The readings of a clock that the question stopped; nothing if a person has let it run on.
std::optional<Both<Duration>> standing_clock(const Draft& draft) {
    return draft.live().running ? std::nullopt : std::optional(draft.live().readings);
}

// The question that a count answers.
struct Answered {
    std::uint32_t question = 0;
    std::optional<Both<Duration>> shown{};  // readings of a clock that stands and is to run on
    bool completed = false;                 // the question was asked after completion
    bool pressed_again = false;             // and by a separate press
};

MaybeRefusal count_action(Draft& draft, const wire::DeskCommand& command,
                          const wire::IllegalAction& act, const Answered& answered = {}) {
    if (!is_countable(act.kind))
        return refuse("bad_kind",
                      "kind: one of illegal_move, two_hands, press_without_move, "
                      "promotion_not_completed",
                      "/act/kind");
    Counted c{.side = act.side,
              .kind = illegal_action_kind(act.kind),
              .ply = {},
              .text = act.text,
              .answers = answered.question,
              .shown = answered.shown};
    c.ply = act.ply ? *act.ply : ply_of(draft, c);
    const bool back = act.ply && act.kind == Irregularity::illegal_move;
    if (!back && (!act.fen.empty() || act.white || act.black || act.run))
        return refuse("bad_ply", "fen, white_us, black_us and run are for an illegal_move with "
                                 "ply: only then does the game go back",
                      "/act/ply");
    if (back && presses_only(draft))
        return refuse("bad_ply",
                      "ply: this board reports presses only. Leave it out to count the "
                      "illegal move, and set the clock with the count of presses",
                      "/act/ply");
    if (c.ply == Ply{} || (back && c.ply > draft.live().ply))
        return refuse("bad_ply", "ply: no such move was completed", "/act/ply");
    if (auto no = may_be_counted(draft, c, answered.pressed_again)) return no;
    if (auto no = answered.completed ? std::nullopt : not_completed(draft, c)) return no;
    if (back) return go_back(draft, command, c, act);
    if (is_open(draft, c)) close_question_of(draft, c);
    count_time_only(draft, command, c);
    return std::nullopt;
}

// The open action (A.5.2) that a question is about. If a person put the position back since, the
// record has another move at that ply, or none: then only the time is due.
Counted left_open_in(const Question& question) {
    const auto* of = facts_of<wire::OfAction>(question);
    FF_CHECK(of != nullptr);
    return {.side = of->side, .kind = illegal_action_kind(of->kind), .ply = of->ply,
            .text = of->move, .answers = question.number};
}

bool asks_about_open(const Question& question) {
    return question.about == Subject::illegal_move && facts_of<wire::OfAction>(question);
}

// May an answer at the desk still apply it?
MaybeRefusal open_action_stands(const Draft& draft, const Question& question) {
    const Counted c = left_open_in(question);
    if (!is_open(draft, c)) return may_be_counted(draft, c);
    // An action that was corrected before is a different one.
    if (auto no = counted_already(draft, c, draft.live().unruled->rulings)) return no;
    if (draft.live().unruled->reply.empty()) return std::nullopt;
    return refuse("too_late", sentence({"the opponent has made their next move: it stands (",
                                        draft.profile().illegal_move_article, ")"}));
}

// The question stays open, with the options that remain.
void claim_too_late(Draft& draft, Question question) {
    draft.close(question, Closing::overtaken);
    question.options = claimed_illegal_options(false);
    draft.ask_again(question);
}

MaybeRefusal apply_open_action(Draft& draft, const wire::DeskCommand& command,
                               const wire::AnswerQuestion& given, const Question& question) {
    if (auto no = open_action_stands(draft, question)) return no;
    const Counted c = left_open_in(question);
    const bool open = is_open(draft, c);
    draft.close(question, Closing::answered, command.by, given.option);
    if (open) apply_illegal_action(draft);
    else count_time_only(draft, command, c);
    return std::nullopt;
}

// Is the offender's last completed move the open one (A.5.2)? Whichever offence in that move is
// named, the correction is the same.
bool means_open(const Draft& draft, const wire::IllegalAction& act) {
    const auto& open = draft.live().unruled;
    const bool as_it_was = act.fen.empty() && !act.white && !act.black && !act.run;
    return open && open->side == act.side && open->reply.empty() && as_it_was &&
           is_countable(act.kind) && (!act.ply || *act.ply == open->ply);
}

MaybeRefusal apply_open_by_hand(Draft& draft, const wire::IllegalAction& act) {
    FF_CHECK(draft.live().unruled.has_value());
    const Unruled& open = *draft.live().unruled;
    const Counted c{.side = act.side, .kind = illegal_action_kind(open.kind), .ply = open.ply,
                    .text = open.text};
    if (auto no = counted_already(draft, c, open.rulings)) return no;
    apply_illegal_action(draft);
    return std::nullopt;
}

MaybeRefusal may_restart(const Draft& draft, const wire::RestartGame& restart) {
    const std::uint32_t limit = draft.profile().set_up_correctable_moves;
    if (restart.reversed_colours && moves_of_both(draft, true) >= 10)
        return refuse("too_late", sentence({"ten moves were made by both players: the game goes on "
                                            "with the colours as they are (",
                                            own_article(draft.profile(), "7.3"),
                                            "); reverse the colours in the record, to "
                                            "say who has which"}));
    if (limit > 0 && moves_of_both(draft, false) >= limit)
        return refuse("too_late", sentence({std::to_string(limit),
                                            " moves were completed by each player: the set-up is "
                                            "not changed any more (A.5.1)"}));
    return std::nullopt;
}

}  // namespace

std::uint32_t moves_of_both(const Draft& draft, bool made) {
    const auto plies = draft.counted().count +
                       (made ? static_cast<std::uint32_t>(draft.live().pending.size()) : 0U);
    return plies / 2;
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command,
                 const wire::IllegalAction& illegal) {
    if (draft.over())
        return refuse("game_over", "the game is over: an illegal action found now changes "
                                   "nothing, the result stands");
    if (auto no = not_in_play(draft)) return no;
    if (means_open(draft, illegal)) return apply_open_by_hand(draft, illegal);
    // This settles the opponent's claim, which has stopped the clock.
    const auto& open = draft.live().questions;
    const auto claim = std::ranges::find_if(open, [&](const Question& each) {
        return each.about == Subject::claim_illegal_move && offender_in(each) == illegal.side;
    });
    if (claim == open.end() || illegal.ply) return count_action(draft, command, illegal);
    const Question settled = *claim;  // a copy: it is closed  NOLINT(performance-*)
    draft.close(settled, Closing::intervention, command.by);
    return count_action(draft, command, illegal, {settled.number, standing_clock(draft)});
}

bool claims_too_late(const Draft& draft, const Question& question) {
    return question.about == Subject::claim_illegal_move &&
           std::ranges::find(question.options, "apply", &wire::Pair::name) !=
               question.options.end() &&
           !countable(draft, *offender_in(question));
}

bool action_stands(const Draft& draft, const Question& question) {
    return asks_about_open(question) && open_action_stands(draft, question).has_value();
}

void close_standing_actions(Draft& draft) {
    if (draft.over()) return;
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open) {
        if (action_stands(draft, question)) draft.close(question, Closing::overtaken);
        if (claims_too_late(draft, question)) claim_too_late(draft, question);
    }
}

bool countable(const Draft& draft, Side side) {
    Counted c{.side = side, .kind = illegal_action_kind(Irregularity::illegal_move), .ply = {},
              .text = {}};
    c.ply = ply_of(draft, c);
    return c.ply > Ply{} && !may_be_counted(draft, c) && !not_completed(draft, c);
}

MaybeRefusal count_reply(Draft& draft, const wire::DeskCommand& command,
                         const wire::AnswerQuestion& given, const Question& question) {
    const auto* of = facts_of<wire::OfAction>(question);
    const auto& proposed = question.basis.proposed;
    FF_CHECK(of != nullptr);
    FF_CHECK(proposed.has_value());
    const Counted c{.side = of->side, .kind = illegal_action_kind(of->kind), .ply = of->ply,
                    .text = of->move, .answers = question.number};
    const Both<Duration> after{{given.white.value_or(proposed->readings[Side::white]),
                                given.black.value_or(proposed->readings[Side::black])}};
    if (auto bad = bad_readings(after)) return bad;
    const chess::Position back = draft.position();
    wire::Pairs evidence = facts(draft, command, c);
    evidence.push_back(fact("to_ply", draft.live().ply.count));
    const bool lost = loses(draft, draft.live().illegal[c.side] + 1);
    draft.close(question, Closing::answered, command.by, given.option);
    close_by_intervention(draft, command.by);
    find(draft, c, false);
    draft.restore(draft.live().ply, back, {}, command.by, command.reason);
    wire::Correction set{.readings = after, .turn = draft.to_move(), .ply = {}, .run = true,
                         .fen = {}, .article = "7.5.5", .reason = {}, .answers = {}};
    if (lost) {
        if (lose(draft, c, back, std::move(evidence))) return std::nullopt;
        set.run = false;
        set.reason = "second illegal action; the arbiter decides";
        draft.set_clock(std::move(set));
        return std::nullopt;
    }
    if (!given.white && !given.black) set.readings[c.opponent()] += draft.profile().penalty;
    give_penalty(draft, c.side, "7.5.5", name(c.kind.kind), draft.live().readings, set.readings);
    evidence.push_back(fact("fen", chess::fen(back)));
    add_penalty_article(evidence, draft.profile());
    set.reason = sentence({said(draft, c.side, c.kind),
                           " in reply to one that stood: the last position of the record stands "
                           "again; ", gets(draft, c)});
    draft.rule(article_of(command, question.article), Subject::illegal_move, set.reason,
               std::move(evidence), effect_of(draft, c, true));
    draft.set_clock(std::move(set));
    return std::nullopt;
}

MaybeRefusal apply_offence(Draft& draft, const wire::DeskCommand& command,
                           const wire::AnswerQuestion& given, const Question& question,
                           Choice choice) {
    if (asks_about_open(question)) return apply_open_action(draft, command, given, question);
    const bool pressed = question.about == Subject::press_without_move;
    const auto offender = offender_in(question);
    FF_CHECK(offender.has_value());
    const auto* of = facts_of<wire::OfAction>(question);
    const auto* claim = facts_of<wire::OfClaim>(question);
    auto kind = of ? of->kind : Irregularity::illegal_move;
    if (choice == Choice::two_hands) kind = Irregularity::two_hands;
    wire::IllegalAction illegal;
    illegal.side = *offender;
    illegal.kind = kind;
    // A move that the record does not have was taken back already.
    if (of && of->ply > Ply{} && of->ply <= draft.live().ply) illegal.ply = of->ply;
    if (of) illegal.text = of->move;
    if (illegal.ply && kind == Irregularity::illegal_move) {
        illegal.white = given.white;
        illegal.black = given.black;
        illegal.run = true;
    }
    draft.close(question, Closing::answered, command.by, given.option);
    return count_action(draft, command, illegal,
                        {question.number, pressed || claim ? standing_clock(draft) : std::nullopt,
                         !claim, pressed});
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command,
                 const wire::RestartGame& restart) {
    if (auto no = not_in_play(draft)) return no;
    if (auto no = may_restart(draft, restart)) return no;
    chess::Position start = start_of(draft.game().terms);
    if (!restart.fen.empty()) {
        const auto read = chess::parse_position(restart.fen, draft.variant());
        if (!read) return refuse("bad_fen", bad_fen_text(read.error()), "/act/fen");
        if (read->side_to_move() != draft.game().first)  // clockd continues its count of plies
            return refuse("bad_fen", sentence({"fen: at this board's clock ",
                                               say(draft.game().first), " has the first move"}),
                          "/act/fen");
        start = *read;
    }
    const std::string article = article_of(
        command, own_article(draft.profile(), restart.reversed_colours ? "7.3" : "7.2.1"));
    wire::Pairs evidence{fact("moves_made_by_both", moves_of_both(draft, true)),
                         fact("void_plies", draft.counted().count),
                         fact("fen", chess::fen(start))};
    const std::string clock = describe_start(draft, evidence);
    add_pending(draft, evidence);
    if (!command.reason.empty()) evidence.push_back(fact("reason", command.reason));
    close_by_intervention(draft, command.by);
    close_at_restart(draft);
    const std::string_view envelope =
        draft.live().adjourned ? "It is not adjourned, and the envelope stays closed. " : "";
    draft.restart(start, restart.reversed_colours, article);
    FF_CHECK(draft.live().ply == Ply{});
    end_offers(draft);  // once they were kept
    if (presses_only(draft)) count_presses(draft, Ply{});
    report_ended(draft);
    const std::string text = sentence(
        {restart.reversed_colours ? "The colours were reversed" : "The initial position was wrong",
         " (", article, "): the game is cancelled and a new one begins",
         restart.reversed_colours ? ", with the right colours. " : ". ", envelope, clock,
         command.reason});
    wire::Effect effect;
    effect.moves = true;
    draft.rule(article, Subject::restart, text, std::move(evidence), std::move(effect));
    draft.set_clock({.readings = draft.live().readings, .turn = draft.to_move(), .ply = {},
                     .run = false, .fen = {}, .article = article, .reason = text, .answers = {}});
    return std::nullopt;
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ReverseColours&) {
    if (auto no = under_way(draft)) return no;
    const std::string_view own = own_article(draft.profile(), "7.3");
    const std::string article = article_of(command, own);
    const wire::GameTerms before = draft.game().terms;
    wire::Pairs evidence{fact("white_before", before.white), fact("black_before", before.black),
                         fact("moves_made_by_both", moves_of_both(draft, true))};
    if (!command.reason.empty()) evidence.push_back(fact("reason", command.reason));
    draft.reverse_colours(article);
    const bool early = !draft.over() && moves_of_both(draft, true) < 10;
    draft.rule(article, Subject::colours,
               sentence({"White is played by ", before.black, ", Black by ", before.white, ". ",
                         early ? sentence({"Fewer than ten moves were made by both: ", own,
                                         " asks for a new game: restart it. "})
                             : std::string(),
                         draft.over() ? "The result stands as it was played. " : "",
                         command.reason}),
               std::move(evidence));
    return std::nullopt;
}

}  // namespace flagfall::game
