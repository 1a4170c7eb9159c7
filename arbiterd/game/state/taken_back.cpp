#include "arbiterd/game/state/taken_back.hpp"

#include <algorithm>
#include <variant>

#include "arbiterd/game/state/accounts.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/seats.hpp"
#include "arbiterd/game/state/shifts.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

// The ruling under which the game before this event is kept, and what the event changes.
struct Keeping {
    std::uint32_t ruling = 0;
    bool whole = false;
    bool presses = false;
    bool adjourned = false;
    bool open = false;
    std::optional<Ply> left{};
};

Keeping keeping_of(const Game& game, const wire::GameEvent& event) {
    if (const auto* back = std::get_if<wire::PositionRestored>(&event))
        return {.ruling = back->ruling, .left = back->ply};
    if (const auto* again = std::get_if<wire::GameRestarted>(&event))
        return {again->ruling, true, true};
    if (const auto* set = std::get_if<wire::PressNoted>(&event))
        return {set->how == Pressing::set ? set->ruling : 0, false, true};
    if (const auto* found = std::get_if<wire::IrregularityFound>(&event)) {
        const bool open = game.live.unruled && !found->stands;
        return {open ? game.live.rulings + 1 : 0, false, false, false, open};
    }
    const bool presses = game.live.presses.has_value();
    if (const auto* opened = std::get_if<wire::SealedOpened>(&event))
        return {opened->ruling, false, presses, true};
    if (const auto* ruling = std::get_if<wire::RulingGiven>(&event))
        return {ruling->effect.resumes ? ruling->number : 0, false, presses, true};
    const auto* moves = std::get_if<wire::MovesRestored>(&event);
    if (moves == nullptr) return {};
    const TakenBack* kept = kept_under(game, moves->kept);
    FF_CHECK(kept != nullptr);
    return {moves->ruling, kept->whole, kept->presses, kept->adjourned};
}

Ruled* find_ruled(Live& live, std::uint32_t ruling) {
    const auto at = std::ranges::find(live.ruled, ruling, &Ruled::number);
    return at == live.ruled.end() ? nullptr : &*at;
}

// The numbers of illegal actions and of looks at the record follow from the rulings that stand.
void count(Live& live, const Ruled& ruled) {
    const auto change = [&](std::uint32_t& number) {
        if (!ruled.undone) ++number;
        else if (number > 0) --number;
    };
    if (ruled.effect.counted) change(live.illegal[*ruled.effect.counted]);
    if (ruled.looked) change(live.looks[*ruled.looked]);
}

// The game before a restart comes back: the rulings that stood then stand again. Those given since
// concern a game that does not exist, apart from the one being taken back. Corrections of the clock
// apply to both games.
void take_rulings(Live& live, const Live& before, std::uint32_t root) {
    for (Ruled& ruled : live.ruled) {
        if (root_of(live, ruled.number) == root || corrects_clock(live, ruled.number)) continue;
        const auto then = std::ranges::find(before.ruled, ruled.number, &Ruled::number);
        ruled.undone = then == before.ruled.end() || then->undone;
    }
}

// A correction of an open illegal action is kept before its ruling is given. If a person is asked
// instead, there is no such ruling.
void follow_open(Game& game, const wire::GameEvent& event) {
    if (const auto* given = std::get_if<wire::RulingGiven>(&event))
        for (TakenBack& kept : game.taken_back)
            if (kept.open && kept.ruling == given->number) kept.left = game.live.ply;
    if (std::holds_alternative<wire::QuestionPut>(event))
        std::erase_if(game.taken_back, [&](const TakenBack& kept) {
            return kept.open && kept.ruling > game.live.rulings;
        });
}

// The control after so many changes, if it is not the one in force.
std::optional<wire::NewControl> another_control(const Game& game, std::size_t changes) {
    FF_CHECK(changes <= game.controls.size());
    const wire::NewControl now = control_after(game, game.controls.size());
    wire::NewControl control = control_after(game, changes);
    const bool same_trigger = control.period_trigger.value_or(PeriodTrigger::moves) ==
                              now.period_trigger.value_or(PeriodTrigger::moves);
    if (control.time_control == now.time_control && same_trigger) return std::nullopt;
    return control;
}

}  // namespace

const TakenBack* kept_under(const Game& game, std::uint32_t ruling) {
    const auto at = std::ranges::find(game.taken_back, ruling, &TakenBack::ruling);
    FF_CHECK(at == game.taken_back.end() || at->before != nullptr);
    return at == game.taken_back.end() ? nullptr : &*at;
}

void keep_taken_back(Game& game, const wire::GameEvent& event) {
    follow_open(game, event);
    const Keeping keeping = keeping_of(game, event);
    if (keeping.ruling == 0) return;
    const auto at = std::ranges::find(game.taken_back, keeping.ruling, &TakenBack::ruling);
    if (at != game.taken_back.end()) {
        at->presses = at->presses || keeping.presses;
        return;
    }
    FF_CHECK(keeping.ruling <= game.live.rulings + 1);
    const auto before = std::make_shared<Game>(game);
    before->taken_back.clear();  // the present game has them
    game.taken_back.push_back({.ruling = keeping.ruling,
                               .whole = keeping.whole,
                               .presses = keeping.presses,
                               .adjourned = keeping.adjourned,
                               .open = keeping.open,
                               .left = keeping.left,
                               .of = game.begun,
                               .before = before});
}

bool may_be_open(const Game& game, const TakenBack& kept) {
    FF_CHECK(kept.before != nullptr);
    const Game& before = *kept.before;
    return kept.open && kept.of == game.begun && !game.live.adjourned &&
           game.live.ply == kept.left && game.base == before.base &&
           game.history.at(before.history.ply()) == before.history.current();
}

bool control_of_game(const Live& live, std::uint32_t ruling) {
    const Ruled* root = find_ruled(live, root_of(live, ruling));
    return root && root->about != Subject::control;
}

std::optional<wire::NewControl> former_control(const Game& game, std::uint32_t ruling,
                                               const TakenBack* kept) {
    const std::vector<ControlChange>& changes = game.controls;
    FF_CHECK(!kept || kept->before != nullptr);
    std::size_t count = changes.size();
    if (kept && kept->whole) {
        const std::size_t then = kept->before->controls.size();
        while (count > then && control_of_game(game.live, changes[count - 1].ruling)) --count;
    } else if (!kept && count > 0 && changes.back().ruling == ruling) {
        --count;
    }
    return another_control(game, count);
}

std::optional<ControlOwed> control_owed(const Game& game, const Live& live) {
    std::size_t count = game.controls.size();
    const auto taken_back = [&](std::uint32_t ruling) {
        const Ruled* ruled = find_ruled(live, ruling);
        return ruled != nullptr && ruled->undone;
    };
    while (count > 0 && taken_back(game.controls[count - 1].ruling)) --count;
    const auto control = another_control(game, count);
    if (!control) return std::nullopt;
    FF_CHECK(count < game.controls.size());  // the last one is in force
    // The debt belongs to the ruling in force, because the next undo takes that one back.
    const std::uint32_t tip = tip_of(live, root_of(live, game.controls[count].ruling));
    const Ruled* last = find_ruled(live, tip);
    const Ruled* acts = last ? in_force(live, *last) : nullptr;
    FF_CHECK(tip > 0);
    return ControlOwed{*control, acts ? acts->number : tip};
}

namespace {

// Another control may be in force since; byo-yomi that it does not have yet has not begun.
void bring_periods_back(Game& game, const Game& before) {
    game.period = before.period;
    game.ended = before.ended;
    if (!game.control || !before.control || *game.control == *before.control) return;
    const Ply ply = now(before);
    take_periods(game, *before.control, ply);
    for (const Side side : {Side::white, Side::black}) {
        const TimeControl& control = (*game.control)[side];
        if (!may_be_in(game, side, game.period[side], ply))
            game.period[side] = control.period_after(moves_of(side, before.first, ply));
    }
}

}  // namespace

void bring_back(Game& game, const wire::MovesRestored& e) {
    const auto at = std::ranges::find(game.taken_back, e.kept, &TakenBack::ruling);
    FF_CHECK(at != game.taken_back.end());
    const TakenBack kept = *at;  // a copy: the list changes below  NOLINT(performance-*)
    FF_CHECK(kept.before != nullptr);
    FF_CHECK(kept.before->taken_back.empty());
    const Game& before = *kept.before;
    game.history = before.history;
    game.base = before.base;
    game.first = before.first;
    game.moves = before.moves;
    game.clocks = before.clocks;
    shift_readings(game, kept.given);
    game.went_back.reset();
    game.changes = before.changes;
    if (kept.given != Shift{}) game.changes.push_back({before.live.ply, kept.given, ""});
    bring_periods_back(game, before);
    game.memory = before.memory;
    game.terms.white = e.white;
    game.terms.black = e.black;
    game.terms.tags = e.tags;
    game.terms.fen = e.fen;
    if (kept.whole) game.begun = before.begun;
    if (kept.presses) {
        game.presses = before.presses;
        game.unjudged = before.unjudged;
    }
    bring_back(game.live, kept, e);
    FF_CHECK(game.base.count + game.history.ply() == game.live.ply.count);
    FF_CHECK(game.clocks.size() == game.history.ply() + 1);
    FF_CHECK(game.moves.size() == game.history.ply());
    FF_CHECK(game.live.readings == e.readings);
    std::erase_if(game.taken_back, [&](const TakenBack& each) { return each.ruling == e.kept; });
}

bool of_sheet(const Live& live, const TakenBack& kept) {
    const Ruled* root = find_ruled(live, root_of(live, kept.ruling));
    return live.presses && !kept.presses && root && root->about == Subject::moves;
}

Live another_game(const Live& live, Live game) {
    game.began = live.began;
    take_seats(game, live);
    game.running = live.running;
    game.locked = live.locked;
    game.named_pause = live.named_pause;
    game.paused = live.paused;
    game.paused_together = live.paused_together;
    game.epoch = live.epoch;
    game.outbox = live.outbox;
    game.control = live.control;
    game.presses = live.presses;
    game.readings = live.readings;
    game.rulings = live.rulings;
    game.ends = live.ends;
    game.ruled = live.ruled;
    game.asked = live.asked;
    game.before_act = live.before_act;
    game.questions = live.questions;
    game.closed = live.closed;
    game.dated_back = live.dated_back;
    game.hold = live.hold;
    game.hold_about = live.hold_about;
    game.offer = live.offer;
    game.result = live.result;
    game.withdrawn = live.withdrawn;
    game.approvals = live.approvals;
    game.set_aside = live.set_aside;
    return game;
}

void bring_back(Live& live, const TakenBack& kept, const wire::MovesRestored& e) {
    const Live& before = kept.before->live;
    const Both<Duration> shown = live.clock_shows.value_or(live.readings);
    FF_CHECK(kept.before->base <= before.ply);
    FF_CHECK(e.kept == kept.ruling);
    FF_CHECK(e.ply == before.ply);
    if (kept.whole) live = another_game(live, before);
    live.ply = before.ply;
    live.reversed = e.reversed;
    FF_CHECK(live.presses.has_value() == before.presses.has_value());
    if (kept.presses) live.presses = before.presses;
    live.readings = e.readings;
    live.clock_shows.reset();
    if (shown != e.readings) live.clock_shows = shown;
    live.announced = before.announced;
    live.bound = before.bound;
    live.touches = before.touches;
    live.offended = before.offended;
    live.stood = before.stood;
    live.offered_at = before.offered_at;
    live.pending.clear();  // they are made again
    live.unruled.reset();
    live.touched = false;
    if (kept.adjourned) live.adjourned = before.adjourned;
    if (kept.whole) take_rulings(live, before, root_of(live, e.kept));
    if (!of_sheet(live, kept)) account_restored(live, kept, e.kept);
    // If an earlier ruling brings them back, its chain owes the clock nothing any more.
    Ruled* said = find_ruled(live, e.ruling);
    if (said == nullptr) return;
    said->effect.moves = true;
    for (Ruled& ruled : live.ruled)
        if (root_of(live, ruled.number) == root_of(live, e.ruling)) ruled.effect.waits = false;
}

const Ruled* find_ruled(const Live& live, std::uint32_t number) {
    const auto at = std::ranges::find(live.ruled, number, &Ruled::number);
    return at == live.ruled.end() ? nullptr : &*at;
}

std::uint32_t root_of(const Live& live, std::uint32_t ruling) {
    for (;;) {
        const Ruled* at = find_ruled(live, ruling);
        if (!at || at->effect.undoes == 0) return ruling;
        FF_CHECK(at->effect.undoes < ruling);  // so the loop ends
        ruling = at->effect.undoes;
    }
}

std::uint32_t tip_of(const Live& live, std::uint32_t root) {
    std::uint32_t tip = root;
    for (const Ruled& ruled : live.ruled)
        if (ruled.effect.undoes == tip) tip = ruled.number;
    FF_CHECK(tip >= root);
    return tip;
}

namespace {

// Taken back and given again while the game was over: neither had an effect, unless moves changed.
bool came_to_nothing(const Ruled& again, const Ruled& back) {
    const auto changed = [](const wire::Effect& effect) {
        return effect.gives_result || effect.moves;
    };
    return again.end > 0 && again.end == back.end && !changed(again.effect) &&
           !changed(back.effect);
}

}  // namespace

const Ruled* in_force(const Live& live, const Ruled& tip) {
    const auto taken_back_by = [&](const Ruled& ruled) {
        return find_ruled(live, ruled.effect.undoes);
    };
    const Ruled* at = &tip;
    while (at != nullptr && at->refusal) {
        const Ruled* refused = taken_back_by(*at);
        at = refused ? taken_back_by(*refused) : nullptr;
    }
    const Ruled* back = at ? taken_back_by(*at) : nullptr;
    if (!back || back->effect.undoes == 0 || !came_to_nothing(*at, *back)) return at;
    // Null if the clock had refused it: then it was ruled again in the game that is over.
    const Ruled* before = taken_back_by(*back);
    const Ruled* stands = before ? in_force(live, *before) : nullptr;
    return stands ? stands : at;
}

std::vector<std::uint32_t> may_be_undone(const Live& live) {
    std::vector<std::uint32_t> numbers;
    for (const Ruled& ruled : live.ruled) {
        const Ruled* tip = find_ruled(live, tip_of(live, root_of(live, ruled.number)));
        if (!ruled.undone && tip && in_force(live, *tip)) numbers.push_back(ruled.number);
    }
    // An adjournment may have changed nothing else.
    const std::uint32_t adjourned = live.adjourned ? live.adjourned->ruling : 0;
    if (adjourned > 0)
        for (const std::uint32_t by : {adjourned, root_of(live, adjourned)})
            if (std::ranges::find(numbers, by) == numbers.end()) numbers.push_back(by);
    std::ranges::sort(numbers);
    FF_CHECK(std::ranges::adjacent_find(numbers) == numbers.end());
    FF_CHECK(numbers.empty() || numbers.front() > 0);
    return numbers;
}

void take_back(Live& live, std::uint32_t ruling) {
    bool undone = true;
    for (Ruled* at = find_ruled(live, ruling); at != nullptr;
         at = find_ruled(live, at->effect.undoes)) {
        FF_CHECK(at->undone != undone);
        at->undone = undone;
        count(live, *at);
        undone = !undone;
        FF_CHECK(at->effect.undoes < at->number);
        if (at->effect.undoes == 0) break;
    }
}

}  // namespace flagfall::game
