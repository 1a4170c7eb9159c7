#include "arbiterd/game/laws/undo_effects.hpp"

#include <algorithm>
#include <array>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/flags.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/of_acts.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/state/taken_back.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"

namespace flagfall::game {

TimeBack time_back(const Draft& draft, const Both<Duration>& time, bool control) {
    const Live& live = draft.live();
    TimeBack back{.time = time, .after = with_time(live.readings, time)};
    for (const Side side : {Side::white, Side::black})
        back.stops = back.stops || (live.running && (control || side == clock_side(draft)) &&
                                    live.readings[side] > Duration{} &&
                                    back.after[side] <= Duration{});
    back.sets = back.stops;
    for (const Side each : {Side::white, Side::black}) {
        const bool zero = back.after[each] <= Duration{} || live.readings[each] <= Duration{};
        back.sets = back.sets || (!live.running && zero && time[each] != Duration{});
    }
    if (!back.sets) return back;
    for (const Side each : {Side::white, Side::black})
        back.time[each] = back.after[each] - live.readings[each];
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

// Does the question rest on what this ruling says or counts? Of illegal actions: `count` of that
// side are one too many, and it is asked about that many or more (US 11D).
bool rests_on(const Question& question, const Ruled& ruled, std::uint32_t count) {
    // What the clock refused of it is not to be sent any more.
    constexpr std::array rests{Subject::claim_postponed, Subject::default_time,
                               Subject::after_the_fact, Subject::refused, Subject::control};
    const auto& counted = ruled.effect.counted;
    const auto* of = facts_of<wire::OfSide>(question);
    const bool repeated = question.about == Subject::repeated_offence && counted && of &&
                          of->side == *counted && of->count >= count;
    const bool asked = std::ranges::find(ruled.asked, question.first) != ruled.asked.end();
    return repeated || (asked && std::ranges::find(rests, question.about) != rests.end());
}

// How many illegal actions are too many without this ruling, which is taken back or about to be.
std::uint32_t too_many(const Live& live, const Ruled& ruled) {
    const auto& counted = ruled.effect.counted;
    return counted ? live.illegal[*counted] + (ruled.undone ? 1 : 0) : 0;
}

}  // namespace

void close_what_it_asked(Draft& draft, const Ruled& ruled) {
    const std::uint32_t count = too_many(draft.live(), ruled);
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (rests_on(question, ruled, count)) draft.close(question, Closing::overtaken);
}

bool asked_already(const Draft& draft, const Question& question) {
    return std::ranges::any_of(draft.live().questions, [&](const Question& each) {
        // A second press without a move is another one, though nothing else tells them apart.
        const bool same_facts = question.about != Subject::press_without_move &&
                                question.basis.facts && each.basis.facts == question.basis.facts;
        return each.first == question.first || (each.about == question.about && same_facts);
    });
}

std::uint32_t answered_first(const Ruled& ruled) {
    const auto at = std::ranges::find(ruled.closed, ruled.effect.answers, &Question::number);
    return at == ruled.closed.end() ? 0 : at->first;
}

std::uint32_t answered_by(const Live& live, std::uint32_t first) {
    const auto at = std::ranges::find_if(live.ruled, [&](const Ruled& ruled) {
        return first > 0 && !ruled.undone && answered_first(ruled) == first;
    });
    return at == live.ruled.end() ? 0 : at->number;
}

bool waits_again(const Question& question, bool over) {
    return !question.basis.command && (!over || outlives_game(question));
}

namespace {

// Is the move that the question is about still on the board or in the record? The game may have
// gone back since, and on with another.
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

bool overtaken(const Draft& draft, const Question& question, const Game& record) {
    const auto gone = [&](const Ruled& ruled) {
        return ruled.undone && rests_on(question, ruled, too_many(draft.live(), ruled));
    };
    if (std::ranges::any_of(draft.live().ruled, gone)) return true;
    // Of a position that ends the game: another one may stand since.
    const auto* ended = facts_of<wire::OfEnding>(question);
    if (ended && question.about == Subject::position_ends)
        return !position_known(draft) || finish_after(draft, {}).ending != ended->ending;
    if (question.about == Subject::loss) return !loss_is_doubted(draft);
    const auto* of = facts_of<wire::OfMove>(question);
    return question.about == Subject::touch_move && of && !move_is_there(draft, *of, record);
}

// No move goes back while the game is adjourned: the sealed move belongs to this position. An
// action that was claimed may stand by now.
Question answerable_now(const Draft& draft, Question question) {
    if (claims_too_late(draft, question)) question.options = claimed_illegal_options(false);
    if (question.about == Subject::touch_move && draft.live().adjourned)
        std::erase_if(question.options,
                      [](const wire::Pair& option) { return option.name == "take_back"; });
    return question;
}

}  // namespace

void ask_again(Draft& draft, const std::vector<Question>& closed, const Both<Duration>& shown,
               const Game* record) {
    if (record == nullptr) record = &draft.game();
    for (const Question& question : closed) {
        if (overtaken(draft, question, *record)) continue;
        if (answered_by(draft.live(), question.first) > 0) continue;
        if (asked_already(draft, question) || !waits_again(question, draft.over())) continue;
        if (question.about == Subject::flag) ask_of_flag_again(draft, question, shown);
        else if (question.about == Subject::default_time) ask_of_absence_again(draft, question);
        else draft.ask_again(answerable_now(draft, question));
    }
}

void open_again(Draft& draft, const TakenBack& kept) {
    const std::optional<Unruled>& open = kept.before->live.unruled;
    if (!open) return;
    const std::uint32_t root = root_of(draft.live(), kept.ruling);
    const auto counted = [&](const Ruled& ruled) {
        const Ruled* then = find_ruled(kept.before->live, ruled.number);
        return !ruled.undone && ruled.effect.counted == open->side &&
               ruled.effect.counted_ply == open->ply &&
               root_of(draft.live(), ruled.number) != root && (!then || then->undone);
    };
    if (std::ranges::any_of(draft.live().ruled, counted)) return;
    wire::IllegalMoveSeen seen;
    seen.side = open->side;
    seen.ply = open->ply;
    seen.kind = open->kind;
    seen.text = open->text;
    seen.squares = open->squares;
    seen.elapsed = open->elapsed;
    seen.gained = open->gained;
    seen.readings = with_time(with_time(open->readings, open->given), kept.given);
    draft.add(std::move(seen));
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

std::optional<OpenAgain> open_with_game(const Draft& draft) {
    const Live& live = draft.live();
    for (const Ruled& ruled : live.ruled) {
        if (!ruled.after_end || ruled.undone) continue;
        const Ruled* first = find_ruled(live, root_of(live, ruled.number));
        const Ruled* back = find_ruled(live, ruled.effect.undoes);
        if (back) back = in_force(live, *back);
        const TakenBack* kept = back ? kept_under(draft.game(), back->number) : nullptr;
        if (!kept || !first || !first->undone || !may_be_open(draft.game(), *kept)) continue;
        const bool moved = std::ranges::any_of(live.ruled, [&](const Ruled& later) {
            return later.number > back->number && !later.undone && later.effect.moves;
        });
        if (!moved) return OpenAgain{*kept, ruled.number};
    }
    return std::nullopt;
}

namespace {

// Does the ruling answer this question, wherever it stands? Of a flag that is down it is asked
// until that is answered.
bool answers(const Ruled& ruled, const Question& question) {
    return std::ranges::any_of(ruled.closed, [&](const Question& closed) {
        const bool answered =
            closed.about != Subject::flag || closed.number == ruled.effect.answers;
        return closed.first == question.first && answered;
    });
}

}  // namespace

std::vector<Question> closed_by_end(const Draft& draft) {
    const Live& live = draft.live();
    std::vector<Question> closed;
    std::vector<const Ruled*> again;
    const auto add = [&](const Ruled& from) {
        closed.insert(closed.end(), from.closed.begin(), from.closed.end());
    };
    const auto gave = [&](const Ruled& ruled) {
        return live.result && ruled.gave == live.result && !ruled.undone;
    };
    const auto end = std::find_if(live.ruled.rbegin(), live.ruled.rend(), gave);
    if (end != live.ruled.rend()) add(*end);
    if (open_with_game(draft))
        std::erase_if(closed, [](const Question& question) {
            return closes(Seen::position_set, question);
        });
    for (const Ruled& ruled : live.ruled) {
        if (!ruled.after_end || ruled.undone) continue;
        const Ruled* first = find_ruled(live, root_of(live, ruled.number));
        if (first && !first->undone) {
            again.push_back(first);
            continue;
        }
        const Ruled* back = find_ruled(live, ruled.effect.undoes);
        if (back) back = in_force(live, *back);
        if (back) add(*back);
    }
    std::erase_if(closed, [&](const Question& question) {
        return std::ranges::any_of(again, [&](const Ruled* each) {
            return answers(*each, question);
        });
    });
    return closed;
}

void answer_again(Draft& draft, const Ruled& ruled) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (answers(ruled, question)) draft.close(question, Closing::overtaken);
}

}  // namespace flagfall::game
