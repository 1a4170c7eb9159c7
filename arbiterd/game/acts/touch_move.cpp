// Article 4 at the desk: binding players to moves, and the answers to questions about that and
// about illegal actions.
#include <algorithm>
#include <array>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/laws/claims.hpp"
#include "arbiterd/game/laws/draws.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/obligations.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/touch.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// Where a player's touches count: before the next move, or before the move on the board that is not
// pressed yet.
struct TouchPlace {
    chess::Position position;
    Ply ply;
};

std::optional<TouchPlace> place_of(const Draft& draft, Side side) {
    const auto& pending = draft.live().pending;
    const std::vector<Step> line = legal_pending(draft);
    const std::uint32_t ply = draft.live().ply.count;
    if (draft.to_move() == side && pending.size() < 2)
        return TouchPlace{draft.position(), {ply + 1}};
    if (draft.to_move() == side && line.size() == 2)
        return TouchPlace{line.back().after, {ply + 3}};  // nothing is pressed yet (6.2.2)
    if (draft.to_move() != side && !line.empty()) return TouchPlace{line.front().after, {ply + 2}};
    return std::nullopt;
}

wire::Pairs facts_of(const wire::DeskCommand& command, const wire::AnswerQuestion& given) {
    wire::Pairs evidence{fact("question", given.question), fact("option", given.option)};
    if (!command.reason.empty()) evidence.push_back(fact("reason", command.reason));
    return evidence;
}

void rule_answer(Draft& draft, const wire::DeskCommand& command,
                 const wire::AnswerQuestion& given, const Question& question,
                 const wire::Pairs& more = {}, wire::Effect effect = {}) {
    effect.answers = question.number;
    const auto option = std::ranges::find(question.options, given.option, &wire::Pair::name);
    FF_CHECK(option != question.options.end());
    const std::string reason = command.reason.empty() ? "" : " " + command.reason;
    wire::Pairs evidence = facts_of(command, given);
    evidence.insert(evidence.end(), more.begin(), more.end());
    draft.rule(article_of(command, question.article), question.about,
               sentence({"The arbiter answers: ", option->value, ".", reason}),
               std::move(evidence), effect);
}

MaybeRefusal it_stands(Draft& draft, const wire::DeskCommand& command,
                       const wire::AnswerQuestion& given, const Question& question) {
    draft.close(question, Closing::answered, command.by, given.option);
    rule_answer(draft, command, given, question);
    const bool of_a_move =
        question.about == Subject::touch_move || question.about == Subject::made_move_changed;
    if (of_a_move && question.holds) {
        const std::vector<Step> line = legal_pending(draft);
        const bool whole = !line.empty() && line.size() == draft.live().pending.size();
        const Finish finish = whole ? finish_after(draft, line) : Finish{};
        if (finish.ending != Ending::none) {
            const Side mover = draft.live().pending.back().side;
            record_line(draft, line);
            conclude(draft, finish, mover);
            return std::nullopt;
        }
    }
    if (may_start(draft)) draft.resume_clock();
    return std::nullopt;
}

// Records that the piece was touched, whether the move goes back or was not completed.
void add_bound(Draft& draft, const wire::OfMove& of, const std::string& article, Ply ply) {
    FF_CHECK(ply > Ply{});
    FF_CHECK(!article.empty());
    note_touch(draft, of.side, ply, of.touched);
    if (of.must.empty()) return;
    wire::MoveBound e;
    e.side = of.side;
    e.ply = ply;
    e.article = article;
    e.squares = of.touched;
    e.moves = of.must;
    e.ruling = draft.live().rulings + 1;
    draft.add(std::move(e));
}

// The readings when a move goes back: the arbiter's, else those proposed, else those of the record
// before the move.
Both<Duration> readings_before(const Draft& draft, const wire::AnswerQuestion& given,
                               const Question& question, Ply after) {
    const auto& proposed = question.basis.proposed;
    const Both<Duration> readings =
        proposed ? proposed->readings
                 : clock_after(draft.game(), after);
    return {{given.white.value_or(readings[Side::white]),
             given.black.value_or(readings[Side::black])}};
}

// Completes the opponent's move that this ply answers, pressed or not (6.2.2), so that only the
// reply goes back.
void complete_answered(Draft& draft, Ply ply) {
    const std::vector<Step> line = legal_pending(draft);
    if (line.empty() || ply.count != draft.live().ply.count + 2) return;
    const Pending made = draft.live().pending.front();
    draft.record(line.front().move,
                 {.written = made.text, .elapsed = made.elapsed, .by = CompletedBy::ruling});
}

MaybeRefusal take_back(Draft& draft, const wire::DeskCommand& command,
                       const wire::AnswerQuestion& given, const Question& question) {
    const auto* known = facts_of<wire::OfMove>(question);
    FF_CHECK(known != nullptr);
    const wire::OfMove of = *known;
    const Ply ply = of.ply;
    FF_CHECK(ply > Ply{});
    if (ply > draft.live().ply && !question.holds) {  // it can still be changed by the player
        draft.close(question, Closing::answered, command.by, given.option);
        add_bound(draft, of, question.article, ply);
        rule_answer(draft, command, given, question);
        if (may_start(draft)) draft.resume_clock();
        return std::nullopt;
    }
    complete_answered(draft, ply);
    const Ply after{std::min(ply.count - 1, draft.live().ply.count)};
    const bool present = after == draft.live().ply;
    const chess::Position* found = present ? &draft.position() : recorded_position(draft, after);
    if (!found) return refuse("bad_ply", "the record has no position before it: set the "
                                            "clock with the position");
    const chess::Position before = *found;
    const Both<Duration> readings = readings_before(draft, given, question, after);
    wire::Effect effect;
    effect.moves = after < draft.live().ply || !draft.live().pending.empty();
    if (auto bad = bad_readings(readings)) return bad;
    draft.close(question, Closing::answered, command.by, given.option);
    close_by_intervention(draft, command.by);
    draft.restore(after, before, {}, command.by, command.reason, effect.moves);
    add_bound(draft, of, question.article, ply);
    const Both<Duration> shown = draft.live().readings;
    draft.will_show(readings);
    rule_answer(draft, command, given, question,
                {fact("taken_back", of.move), fact("must", of.must), fact("to_ply", after.count),
                 fact("fen", chess::fen(before)), fact("before_white_us", shown[Side::white].us),
                 fact("before_black_us", shown[Side::black].us),
                 fact("after_white_us", readings[Side::white].us),
                 fact("after_black_us", readings[Side::black].us)},
                effect);
    draft.set_clock({.readings = readings, .turn = draft.to_move(), .ply = {}, .run = true,
                     .fen = {}, .article = question.article,
                     .reason = "a move goes back (touch-move)", .answers = {},
                     .goes_on = true});
    return std::nullopt;
}

}  // namespace

Ply last_ply_of(const Draft& draft, Side side) {
    const std::uint32_t ply = draft.counted().count;
    if (ply == 0) return {};
    return {draft.to_move() == side ? ply - 1 : ply};
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::BindMove& touch) {
    if (auto no = not_in_play(draft)) return no;
    const auto squares = squares_from(touch.squares);
    if (!squares || squares->size() > 32)
        return refuse("bad_squares", "squares: what was touched, in its order, such as \"e1 h1\"",
                      "/act/squares");
    if (!position_known(draft))
        return refuse("no_moves", "this board reports presses only, and its position is not known: "
                                  "enter the moves from a scoresheet first, or keep a note");
    const auto place = place_of(draft, touch.side);
    if (!place)
        return refuse("not_on_move", sentence({say(touch.side), " is not on move. To take a "
                                               "completed move back first, set the clock with the "
                                               "ply before it"}));
    for (const chess::Square square : *squares)
        if (!chess::contains(place->position.occupied(), square))
            return refuse("bad_squares",
                          "squares: there is no piece on " + chess::square_name(square),
                          "/act/squares");
    const Obligation found = touch_obligation(place->position, *squares,
                                              draft.profile().castling_rook_first_allowed);
    const std::string article = article_of(command, found.article);
    touch_refuses_offer(draft, touch.side, OfferEnd::touched);
    note_touch(draft, touch.side, place->ply, squares_text(*squares));
    const bool binds = bind_to_touched(draft, place->position, place->ply, *squares, article);
    wire::Pairs evidence{fact("touched", squares_text(*squares)),
                         fact("fen", chess::fen(place->position))};
    wire::Effect effect;
    effect.bound = touch.side;
    FF_CHECK(binds == found.binds);
    if (binds) evidence.push_back(fact("must", draft.live().bound.back().moves));
    draft.rule(article, Subject::touch_move,
               sentence({say(touch.side), " touched ", squares_text(*squares), " (", article,
                         binds ? "): one of the moves named must be played"
                               : "): nothing of it can be moved or taken, any legal move may be "
                                 "played",
                         ", and no draw can be claimed on this move (9.4). ", command.reason}),
               std::move(evidence), effect);
    return std::nullopt;
}

MaybeRefusal answer_irregular(Draft& draft, const wire::DeskCommand& command,
                              const wire::AnswerQuestion& given, const Question& question,
                              Choice choice) {
    if (draft.over()) return refuse("game_over", "the game is over: its result stands");
    if (!offender_in(question) && choice != Choice::stands && choice != Choice::error)
        return refuse("unknown_option", "the question does not say whose action it was: count "
                                        "the illegal action, bind the player, or set the clock");
    if (choice == Choice::take_back) return take_back(draft, command, given, question);
    if (question.about == Subject::illegal_reply)
        return count_reply(draft, command, given, question);
    if (choice == Choice::offence || choice == Choice::apply || choice == Choice::two_hands)
        return apply_offence(draft, command, given, question, choice);
    return it_stands(draft, command, given, question);
}

}  // namespace flagfall::game
