#include "arbiterd/game/laws/undo_effects.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/flags.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/of_acts.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/quickplay.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/state/accounts.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {

TimeBack time_back(const Draft& draft, const Both<Duration>& time, const Ruled& tip,
                   bool control) {
    const Live& live = draft.live();
    const Both<Duration> shown = shown_of(live.readings, untaken_for(live, tip), time);
    TimeBack back{.time = shown, .after = with_time(live.readings, shown)};
    for (const Side side : {Side::white, Side::black})
        back.stops = back.stops || (live.running && (control || side == clock_side(draft)) &&
                                    live.readings[side] > Duration{} &&
                                    back.after[side] <= Duration{});
    FF_CHECK(back.after[Side::white] >= Duration{});
    FF_CHECK(back.after[Side::black] >= Duration{});
    FF_CHECK(!back.stops || live.running);
    back.sets = back.stops;
    for (const Side each : {Side::white, Side::black}) {
        const bool zero = back.after[each] <= Duration{} || live.readings[each] <= Duration{};
        back.sets = back.sets || (!live.running && zero && shown[each] != Duration{});
    }
    return back;
}

void pay_owed(Draft& draft) {
    const std::string article(own_article(draft.profile(), "11.10"));
    const std::string reason = "a ruling was taken back while the game was over";
    if (auto owed = control_owed(draft.game(), draft.live())) {
        wire::SetControl command;
        command.control = std::move(owed->control);
        command.control.article = article;
        command.control.reason = reason;
        command.readings = draft.live().readings;
        draft.send_again(command, owed->ruling);
        draft.then();
    }
    const std::vector<Ruled> all = draft.live().ruled;
    for (const Ruled& ruled : all) {
        if (!ruled.effect.waits) continue;
        wire::Adjust command;
        command.deltas = ruled.effect.time;
        command.article = article;
        command.reason = reason;
        draft.send_again(command, ruled.number);
        draft.then();
    }
}

void give_back(Draft& draft, const TimeBack& back, const std::string& article,
               const std::string& reason, const std::string& text) {
    const bool no_period = back.periods == Both<std::uint32_t>{};
    if (!back.sets && no_period && back.time == Both<Duration>{}) return;
    if (!back.sets && no_period) return draft.adjust_clock(back.time, article, reason);
    draft.set_clock({.readings = back.after, .turn = draft.to_move(), .ply = {}, .run = false,
                     .fen = {}, .article = article, .reason = text, .answers = {},
                     .goes_on = true, .period = back.periods});
}

namespace {

// Are so many offers and wrong claims made only with the claim that this ruling judges (11.5)?
bool too_many_with(const Live& live, const wire::OfSide& of, const Ruled& ruled) {
    const WrongClaim claim{of.side, ruled.number};
    return std::ranges::find(live.wrong_claims, claim) != live.wrong_claims.end() &&
           of.count >= offers_that_count(live, of.side) + (ruled.undone ? 1 : 0);
}

}  // namespace

bool rests_on(const Live& live, const Question& question, const Ruled& ruled) {
    // Parts of the ruling that the clock refused must not be sent any more.
    constexpr std::array rests{Subject::claim_postponed, Subject::default_time,
                               Subject::after_the_fact, Subject::refused, Subject::control};
    // The question is about this many illegal actions or more: too many only with this ruling.
    const auto& counted = ruled.effect.counted;
    const std::uint32_t count =
        counted ? live.illegal[*counted] + (ruled.undone ? 1 : 0) : 0;
    const auto* of = facts_of<wire::OfSide>(question);
    const bool repeated = question.about == Subject::repeated_offence && counted && of &&
                          of->side == *counted && of->count >= count;
    const bool asked = std::ranges::find(ruled.asked, question.first) != ruled.asked.end();
    const auto* move = facts_of<wire::OfMove>(question);
    if (question.about == Subject::touch_move && move && move->bound_by == ruled.number)
        return true;
    if (question.about == Subject::distraction && of && too_many_with(live, *of, ruled))
        return true;
    return repeated || (asked && std::ranges::find(rests, question.about) != rests.end());
}

void close_what_it_asked(Draft& draft, const Ruled& ruled) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (rests_on(draft.live(), question, ruled)) draft.close(question, Closing::overtaken);
}

bool asked_already(const Draft& draft, const Question& question) {
    return std::ranges::any_of(draft.live().questions, [&](const Question& each) {
        // A second press without a move is another offence, and a second claim another call of the
        // arbiter, although the facts are the same.
        const bool apart = question.about == Subject::press_without_move ||
                           facts_of<wire::OfClaim>(question) != nullptr;
        const bool same_facts =
            !apart && question.basis.facts && each.basis.facts == question.basis.facts;
        return each.first == question.first || (each.about == question.about && same_facts);
    });
}

bool says_more(const wire::Effect& effect) {
    return effect.counted || effect.moves || effect.time != Both<Duration>{} ||
           effect.announced > Ply{} || effect.bound;
}

namespace {

// Did it give only a result, which a person at the clock has withdrawn?
bool only_gave_result(const Ruled& ruled) { return ruled.withdrawn && !says_more(ruled.effect); }

}  // namespace

const Question* answered_question(const Ruled& ruled) {
    const auto at = std::ranges::find(ruled.closed, ruled.effect.answers, &Question::number);
    return at == ruled.closed.end() ? nullptr : &*at;
}

std::uint32_t answered_first(const Ruled& ruled) {
    const Question* question = answered_question(ruled);
    FF_CHECK(question == nullptr || question->first >= 1);
    return question ? question->first : 0;
}

std::uint32_t answered_by(const Live& live, std::uint32_t first) {
    const auto at = std::ranges::find_if(live.ruled, [&](const Ruled& ruled) {
        return first > 0 && !ruled.undone && !only_gave_result(ruled) &&
               answered_first(ruled) == first;
    });
    return at == live.ruled.end() ? 0 : at->number;
}

std::uint32_t answered_meanwhile(const Live& live, const Ruled& undo) {
    const Ruled* back = find_ruled(live, undo.effect.undoes);
    while (back != nullptr) {
        if (const std::uint32_t answer = answered_by(live, answered_first(*back)); answer > 0)
            return answer;
        const Ruled* undone = find_ruled(live, back->effect.undoes);
        back = undone ? find_ruled(live, undone->effect.undoes) : nullptr;
    }
    return 0;
}

bool waits_again(const Question& question, bool over) {
    return !question.basis.command && (!over || outlives_game(question));
}

namespace {

// Is the question's move still on the board or on the record? The game may have gone back since,
// and on with another move.
bool move_is_there(const Draft& draft, const wire::OfMove& of, const Game& record) {
    const Live& live = draft.live();
    if (of.ply > live.ply) {
        const std::size_t at = of.ply.count - live.ply.count - 1;
        return at < live.pending.size() && live.pending[at].side == of.side &&
               live.pending[at].text == of.move;
    }
    if (of.ply <= record.base || of.ply.count > record.base.count + record.moves.size())
        return false;
    const std::size_t at = of.ply.count - record.base.count - 1;
    const auto move = chess::parse_san(record.history.at(at), of.move);
    return move && record.moves[at].move == *move;
}

// Is a different action of the same move open than the one in question?
bool another_is_open(const Live& live, const Question& question) {
    const auto& open = live.unruled;
    const auto* of = facts_of<wire::OfAction>(question);
    return question.about == Subject::illegal_move && of && open && open->side == of->side &&
           open->ply == of->ply && (open->kind != of->kind || open->text != of->move);
}

// Was the clock pressed in place of a later move than the next one? The game has gone back since.
bool is_beyond(const Question& question, std::size_t plies) {
    const auto* of = facts_of<wire::OfAction>(question);
    return question.about == Subject::press_without_move && of && of->ply.count > plies + 1;
}

std::size_t plies_made(const Live& live) { return live.ply.count + live.pending.size(); }

bool overtaken(const Draft& draft, const Question& question, const Game& record) {
    if (another_is_open(draft.live(), question)) return true;
    if (is_beyond(question, std::max<std::size_t>(plies_made(draft.live()),
                                                  record.base.count + record.moves.size())))
        return true;
    if (!draft.over() && action_stands(draft, question)) return true;
    const auto gone = [&](const Ruled& ruled) {
        return ruled.undone && rests_on(draft.live(), question, ruled);
    };
    if (std::ranges::any_of(draft.live().ruled, gone)) return true;
    // Another action of the move was counted after this question.
    const auto* action = facts_of<wire::OfAction>(question);
    const auto counted = [&](const Ruled& ruled) {
        return !ruled.undone && ruled.number > question.since &&
               ruled.effect.counted == action->side && ruled.effect.counted_ply == action->ply;
    };
    if (question.about == Subject::illegal_move && action &&
        std::ranges::any_of(draft.live().ruled, counted))
        return true;
    // The question is about a position that ends the game: another position may stand by now.
    const auto* ended = facts_of<wire::OfEnding>(question);
    if (ended && question.about == Subject::position_ends)
        return !position_known(draft) || finish_after(draft, {}).ending != ended->ending;
    if (question.about == Subject::loss) return !loss_is_doubted(draft);
    const auto* of = facts_of<wire::OfMove>(question);
    return question.about == Subject::touch_move && of && !move_is_there(draft, *of, record);
}

// Does the clock stand only for a flag in question (freeze), so that nothing else must be checked?
bool stands_for_flag(const Live& live) {
    return std::ranges::any_of(live.questions, [](const Question& question) {
        return question.about == Subject::flag && question.basis.proposed;
    });
}

// No move goes back while the game is adjourned: the sealed move belongs to this position. A
// claimed action may stand by now.
Question answerable_now(const Draft& draft, Question question) {
    if (claims_too_late(draft, question)) question.options = claimed_illegal_options(false);
    if (question.about == Subject::touch_move && draft.live().adjourned)
        std::erase_if(question.options, [](const wire::Pair& option) {
            return option.name == name(Choice::take_back);
        });
    const auto* of = facts_of<wire::OfClaim>(question);
    if (question.about == Subject::claim_losing_chances && of)
        question.options = losing_chances_options(of->claimant, !draft.live().running);
    return question;
}

}  // namespace

void ask_again(Draft& draft, const std::vector<Question>& closed, const Both<Duration>& shown,
               const Game* record) {
    if (record == nullptr) record = &draft.game();
    std::vector<Question> ordered = closed;  // first what a clock stands for
    std::ranges::stable_partition(
        ordered, [](const Question& each) { return each.about == Subject::flag; });
    for (const Question& question : ordered) {
        const bool stands = !draft.runs_on() && !stands_for_flag(draft.live());
        if (question.about == Subject::pause && !stands) continue;
        if (overtaken(draft, question, *record)) continue;
        if (answered_by(draft.live(), question.first) > 0) continue;
        FF_CHECK(question.first >= 1);
        if (asked_already(draft, question) || !waits_again(question, draft.over())) continue;
        if (question.about == Subject::flag) ask_of_flag_again(draft, question, shown);
        else if (question.about == Subject::default_time) ask_of_absence_again(draft, question);
        else draft.ask_again(answerable_now(draft, question));
    }
}

namespace {

// Has another ruling counted the action since?
bool counted_since(const Live& live, const TakenBack& kept) {
    const std::optional<Unruled>& open = kept.before->live.unruled;
    const std::uint32_t root = root_of(live, kept.ruling);
    return open && std::ranges::any_of(live.ruled, [&](const Ruled& ruled) {
        const Ruled* then = find_ruled(kept.before->live, ruled.number);
        return !ruled.undone && ruled.effect.counted == open->side &&
               ruled.effect.counted_ply == open->ply && root_of(live, ruled.number) != root &&
               (!then || then->undone);
    });
}

}  // namespace

void open_again(Draft& draft, const TakenBack& kept) {
    FF_CHECK(kept.before != nullptr);
    const std::optional<Unruled>& open = kept.before->live.unruled;
    FF_CHECK(kept.before->taken_back.empty());
    if (!open || counted_since(draft.live(), kept)) return;
    const std::vector<Question> asked = draft.live().questions;
    wire::IllegalMoveSeen seen;
    seen.side = open->side;
    seen.ply = open->ply;
    seen.kind = open->kind;
    seen.text = open->text;
    seen.squares = open->squares;
    seen.elapsed = open->elapsed;
    seen.gained = open->gained;
    seen.readings = with_time(with_time(open->readings, open->given), kept.given.time);
    draft.add(std::move(seen));
    FF_CHECK(draft.live().unruled.has_value());
    for (const Question& question : asked)
        if (another_is_open(draft.live(), question)) draft.close(question, Closing::overtaken);
}

void stand_on_board(Draft& draft, const Game& before) {
    const auto stands = [&](Side side, const std::string& text, Duration elapsed) {
        wire::MovePending pending;
        pending.side = side;
        pending.text = text;
        pending.elapsed = elapsed;
        draft.add(std::move(pending));
    };
    for (const Pending& made : before.live.pending) stands(made.side, made.text, made.elapsed);
    const auto& open = before.live.unruled;
    if (open && draft.live().unruled && !open->reply.empty())
        stands(other(open->side), open->reply, open->reply_elapsed);
}

void ask_of_open_again(Draft& draft, const Game& before) {
    const auto open = draft.live().unruled;
    for (const Question& question : before.live.questions) {
        const auto* of = facts_of<wire::OfAction>(question);
        if (open && question.about == Subject::illegal_move && of && of->ply == open->ply &&
            !asked_already(draft, question))
            draft.ask_again(question);
    }
}

std::optional<OpenAgain> open_with_game(const Draft& draft) {
    const Live& live = draft.live();
    for (const TakenBack& kept : draft.game().taken_back) {
        const Ruled* first = find_ruled(live, kept.ruling);
        if (!kept.open || !first || !first->undone || !may_be_open(draft.game(), kept)) continue;
        const Ruled* last = find_ruled(live, tip_of(live, kept.ruling));
        const bool meanwhile = last && last->effect.undoes > 0 && last->end == live.ends;
        const bool moved = std::ranges::any_of(live.ruled, [&](const Ruled& later) {
            return later.number > kept.ruling && !later.undone && later.effect.moves;
        });
        const Ruled* by = last ? in_force(live, *last) : nullptr;
        if (by && meanwhile && !moved && !counted_since(live, kept))
            return OpenAgain{kept, by->number};
    }
    return std::nullopt;
}

namespace {

// Did the ruling answer or close this question? Not if a person at the clock has withdrawn all that
// it gave, or the end of the game that had closed the question. A flag that is down stays in
// question until somebody answers.
bool answers(const Ruled& ruled, const Question& question) {
    if (only_gave_result(ruled)) return false;
    return std::ranges::any_of(ruled.closed, [&](const Question& closed) {
        const bool of_end = closed.about == Subject::flag || ruled.withdrawn;
        const bool answered = !of_end || closed.number == ruled.effect.answers;
        return closed.first == question.first && answered;
    });
}

}  // namespace

void ask_of_open(Draft& draft, const Both<Duration>& shown) {
    const auto open = draft.live().unruled;
    if (!open || draft.over()) return;
    const std::vector<Ruled> all = draft.live().ruled;
    const auto closed_still = [&](const Question& question) {
        return std::ranges::any_of(all, [&](const Ruled& ruled) {
            return !ruled.undone && answers(ruled, question);
        });
    };
    // If the clock refused the answer, that has a question of its own.
    const auto refused = [&](const Ruled& ruled) {
        return std::ranges::any_of(all, [&](const Ruled& later) {
            return later.refusal && later.effect.undoes == ruled.number;
        });
    };
    for (const Ruled& ruled : all)
        for (const Question& question : ruled.closed) {
            const auto* of = facts_of<wire::OfAction>(question);
            if (ruled.undone && !refused(ruled) && question.about == Subject::illegal_move && of &&
                of->side == open->side && of->ply == open->ply && !closed_still(question))
                ask_again(draft, {question}, shown);
        }
}

std::vector<Question> closed_at_end(const Live& live, std::uint32_t end) {
    std::vector<Question> closed;
    for (const Ruled& ruled : live.ruled)
        if ((ruled.gave || ruled.withdrawn) && ruled.end == end)
            closed.insert(closed.end(), ruled.closed.begin(), ruled.closed.end());
    return closed;
}

std::vector<Question> closed_by(const Live& live, const Ruled& tip, const Ruled* first) {
    std::vector<Question> closed = tip.closed;
    // Questions closed by its end were asked again when a person at the clock withdrew that end,
    // but not those about a position that the ruling had removed.
    if (tip.withdrawn)
        std::erase_if(closed, [&](const Question& each) {
            return each.about != Subject::position_ends && !is_beyond(each, plies_made(live)) &&
                   !answers(tip, each);
        });
    if (!first || tip.end == 0 || tip.number == first->number) return closed;
    for (const Question& question : closed_at_end(live, tip.end))
        if (std::ranges::find(first->closed, question.first, &Question::first) !=
            first->closed.end())
            closed.push_back(question);
    return closed;
}

std::vector<Question> closed_without(const Live& live, const Ruled& first) {
    // A ruling of another chain that stands has closed it for good, as by setting the clock.
    const auto closed_for_good = [&](const Question& question) {
        return std::ranges::any_of(live.ruled, [&](const Ruled& ruled) {
            return !ruled.undone && root_of(live, ruled.number) != root_of(live, first.number) &&
                   answers(ruled, question);
        });
    };
    std::vector<Question> closed;
    for (const Ruled& ruled : live.ruled)
        for (const Question& question : ruled.closed)
            if (ruled.number != first.number && rests_on(live, question, first) &&
                !closed_for_good(question))
                closed.push_back(question);
    return closed;
}

std::vector<Question> closed_by_end(const Draft& draft) {
    const Live& live = draft.live();
    // For each chain: the first ruling since the end that concerns no result, and the number of
    // such rulings. An even number changes nothing.
    struct Changed {
        const Ruled* first = nullptr;
        std::uint32_t times = 0;
    };
    std::map<std::uint32_t, Changed> chains;
    std::vector<Question> closed;
    for (const Ruled& ruled : live.ruled) {
        FF_CHECK(ruled.end <= live.ends);
        if (ruled.end == 0 || ruled.end != live.ends) continue;
        if (ruled.effect.gives_result || ruled.gave) {
            closed.insert(closed.end(), ruled.closed.begin(), ruled.closed.end());
        } else if (ruled.effect.undoes > 0) {
            Changed& changed = chains[root_of(live, ruled.number)];
            if (changed.times++ == 0) changed.first = &ruled;
        }
    }
    // Questions from before the ruling on the action are asked about the game that comes back.
    if (const auto action = open_with_game(draft))
        std::erase_if(closed, [&](const Question& question) {
            return question.first > action->kept.before->live.asked &&
                   closes(Seen::position_set, question);
        });
    for (const auto& [root, changed] : chains) {
        if (changed.times % 2 == 0) continue;
        const Ruled* first = find_ruled(live, root);
        const Ruled* back = find_ruled(live, changed.first->effect.undoes);
        if (back) back = in_force(live, *back);
        if (!first || first->undone) {
            if (back) std::ranges::copy(closed_by(live, *back, first), std::back_inserter(closed));
            continue;
        }
        if (back) std::ranges::copy(back->closed, std::back_inserter(closed));
        std::ranges::copy(closed_without(live, *first), std::back_inserter(closed));
        std::erase_if(closed, [&](const Question& each) { return answers(*first, each); });
    }
    return closed;
}

void approve_again(Draft& draft) {
    for (const Approval& approval : approved_before(draft.live())) {
        wire::ResultApproved again;
        again.who = approval.who;
        again.by = approval.by;
        FF_CHECK(draft.over());
        FF_CHECK(!approved_by(draft.live(), approval.who));
        draft.add(std::move(again));
    }
}

void answer_again(Draft& draft, const Ruled& ruled) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (answers(ruled, question)) draft.close(question, Closing::overtaken);
}

}  // namespace flagfall::game
