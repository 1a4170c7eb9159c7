// What persons do at the clock, and the outcome of the commands that arbiterd sends there.
#include <algorithm>
#include <utility>

#include "common/chess/movegen.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

// 11.5: from this number of offers and wrong claims of a player on; 0: never.
std::uint32_t offers_to_ask(const wire::Pairs& rules) {
    const auto at = std::ranges::find(rules, "offers_and_claims_to_ask", &wire::Pair::name);
    return at == rules.end() ? 0 : static_cast<std::uint32_t>(std::stoul(at->value));
}

// Does the clock then show the record's readings?
bool brings_readings(const wire::OfficeCommand& command) {
    return std::holds_alternative<wire::SetReading>(command) ||
           std::holds_alternative<wire::SetControl>(command) ||
           std::holds_alternative<wire::Adjust>(command);
}

bool asks_about_change(const wire::Pair& rule) {
    return rule.name == "made_move_changed" && rule.value == "question";
}

// The readings before the event, if the event has them.
Both<Duration> shown_before(const wire::ClockEvent& event, const Both<Duration>& otherwise) {
    return std::visit(
        [&](const auto& e) {
            if constexpr (requires { e.before.values; }) {
                const auto& [white, black] = e.before.values;
                if (white && black) return Both<Duration>{{*white, *black}};
            }
            return otherwise;
        },
        event);
}

// A correction by a person also holds for earlier readings, except for a clock that had run out or
// is set to zero (6.10.2).
Both<Duration> put_right(const Both<Duration>& before, const Both<Duration>& after) {
    Both<Duration> time;
    for (const Side side : {Side::white, Side::black})
        if (before[side] > Duration{} && after[side] > Duration{})
            time[side] = after[side] - before[side];
    return time;
}

}  // namespace

Both<Duration> added_to(Both<Duration> readings, const Both<Duration>& time) {
    for (const Side side : {Side::white, Side::black})
        readings[side] = std::max(readings[side] + time[side], Duration{});
    return readings;
}

void Arbiter::on(const wire::GameOpened& e) {
    wire::GameRecorded recorded;
    recorded.terms = e.terms;
    recorded.epoch = e.epoch;
    recorded.readings = e.readings;
    want(std::move(recorded));
    game_.readings = e.readings;
    game_.variant = e.terms.variant.value_or(Variant::chess);
    const auto start = e.terms.fen.empty() ? chess::start_position()
                                           : chess::parse_position(e.terms.fen, game_.variant);
    if (start) game_.line = Line(*start, 0);
    if (start) game_.start = *start;
    game_.at_start = e.readings;
    game_.control = control_named(e.terms.time_control, e.terms.period_trigger);
    game_.in_force.time_control = e.terms.time_control;
    game_.in_force.period_trigger = e.terms.period_trigger;
    game_.white = e.terms.white;
    game_.black = e.terms.black;
    if (e.terms.reports == wire::Reporting::presses) game_.presses = 0;
    game_.follows_board = e.terms.timing == wire::Timing::board_clock;
    game_.first = game_.line.current().side_to_move();
    // Without a profile the time control decides; also with an unknown one, and a person is asked.
    const auto rules = rules_named(e.terms.profile);
    game_.rules = rules ? *rules : rules_of(e.terms.time_control);
    if (!rules && !e.terms.profile.empty()) question("", Subject::terms, false);
    game_.offers_to_ask = offers_to_ask(e.terms.rules);
    game_.asks_about_change = std::ranges::any_of(e.terms.rules, asks_about_change);
    if (!announce(game_.rules, e.terms)) question("", Subject::terms, false);
    if (!game_.rules.unknown.empty())
        leave("the setting " + std::string(game_.rules.unknown));
    game_.position_known = start.has_value();
    if (!start) question("2.2", Subject::position, true);
    else look_for_end();
    // The oracle does not know which games an event's office has set up.
    for (const GameRow& row : case_.answer)
        if (const auto* put = std::get_if<wire::QuestionPut>(&row.event);
            put && put->about == Subject::foreign_game)
            question("", Subject::foreign_game, false);
}

void Arbiter::on(const wire::GameStarted&) {
    if (game_.result) return voided();  // ruled before it began
    game_.began = true;
    want(wire::GameBegan{});
}

// Does the event carry out this command?
bool Arbiter::does(const wire::OfficeCommand& command) const {
    const wire::ClockEvent& event = case_.row.event;
    const auto* is_set = std::get_if<wire::ReadingSet>(&event);
    if (const auto* set = std::get_if<wire::SetReading>(&command))
        return is_set && !is_set->adjusted && set->correction == is_set->correction;
    if (const auto* adjust = std::get_if<wire::Adjust>(&command)) {
        if (!is_set || !is_set->adjusted) return false;
        for (const Side side : {Side::white, Side::black}) {
            const auto& before = is_set->before[side];
            const Duration after = is_set->correction.readings[side];
            if (before && after != *before + adjust->deltas[side]) return false;
        }
        return true;
    }
    const auto* is_control = std::get_if<wire::ControlSet>(&event);
    if (const auto* set = std::get_if<wire::SetControl>(&command)) {
        if (!is_control || set->control != is_control->control ||
            set->relative != is_control->goes_on)
            return false;
        for (const Side side : {Side::white, Side::black}) {
            const Duration before =
                set->relative ? is_control->before[side].value_or(Duration{}) : Duration{};
            if (is_control->readings[side] != before + set->readings[side]) return false;
        }
        return true;
    }
    const auto* end = std::get_if<wire::EndGame>(&command);
    const auto* is_end = std::get_if<wire::GameEnded>(&event);
    if (end) return is_end && end->outcome == is_end->outcome;
    return (std::holds_alternative<wire::Resume>(command) &&
            std::holds_alternative<wire::Resumed>(event)) ||
           (std::holds_alternative<wire::Pause>(command) &&
            std::holds_alternative<wire::Paused>(event)) ||
           (std::holds_alternative<wire::ReopenGame>(command) &&
            std::holds_alternative<wire::GameReopened>(event));
}

// Nothing of that changes: a claim may have paused the clock until it is judged.
void Arbiter::believe_run() {
    const auto* kept = in_answer<wire::ClockIntervention>();
    if (kept) std::get<wire::ClockIntervention>(want_.back()).run = kept->run;
}

void Arbiter::says_control(const wire::NewControl& control, std::uint32_t ruling) {
    auto& found = std::get<wire::ClockIntervention>(want_.back());
    found.time_control = control.time_control;
    found.period_trigger = control.period_trigger.value_or(PeriodTrigger::moves);
    game_.controls.push_back({ruling, game_.in_force});
    game_.in_force.time_control = found.time_control;
    game_.in_force.period_trigger = found.period_trigger;
}

// These are the readings under a ruling; the clock still has to be set to them.
void Arbiter::to_show(const Both<Duration>& after) {
    const bool unshown = game_.penalty && game_.penalty->after == game_.readings;
    const Both<Duration> before = unshown ? game_.penalty->before : game_.readings;
    game_.penalty.reset();
    if (after != before) game_.penalty = Unshown{before, after};
    game_.readings = after;
}

// How much that gave a game that may come back is not judged.
void Arbiter::clock_was_set() {
    for (auto& [ruling, kept] : game_.kept) kept.by_hand = true;
}

// A ruling of a person at the desk has happened at the clock: the record reports it.
void Arbiter::carried_out(const Outstanding& done) {
    if (const auto* set = std::get_if<wire::SetReading>(&done.command)) {
        intervention(Intervening::set_reading, done.by, set->correction.article,
                     set->correction.reason, done.ruling);
        held_by_questions();  // also if a person at the clock had reopened the game
    } else if (const auto* pause = std::get_if<wire::Pause>(&done.command)) {
        intervention(Intervening::paused, done.by, "6.11.1", pause->reason, done.ruling);
    } else if (std::holds_alternative<wire::Resume>(done.command)) {
        intervention(Intervening::resumed, done.by, "6.11.3", "", done.ruling);
    } else if (const auto* adjust = std::get_if<wire::Adjust>(&done.command)) {
        intervention(Intervening::adjusted, done.by, adjust->article, adjust->reason, done.ruling);
        believe_run();
    } else if (const auto* control = std::get_if<wire::SetControl>(&done.command)) {
        intervention(Intervening::control_set, done.by, control->control.article,
                     control->control.reason, done.ruling);
        says_control(control->control, done.ruling);
        believe_run();
    } else if (const auto* end = std::get_if<wire::EndGame>(&done.command)) {
        // The record reports the pause of a clock that ran. Whether it knew that the clock ran is
        // not judged.
        if (in_answer<wire::ClockIntervention>())
            intervention(Intervening::paused, done.by, end->outcome.article, "the game was ended",
                         done.ruling);
    }
    const bool sets = std::holds_alternative<wire::SetReading>(done.command);
    if (std::holds_alternative<wire::SetControl>(done.command) || (sets && done.corrects_start))
        clock_was_set();
}

void Arbiter::clock_changed(const Both<Duration>& time, std::uint32_t ruling) {
    book(game_, time, ruling);
}

// The changes of this ruling, reversed.
static Both<Duration> turned_round(const Given* undone) {
    Both<Duration> time;
    for (const Side side : {Side::white, Side::black})
        if (undone) time[side] -= undone->carried[side];
    return time;
}

// The changes of a ruling that takes another one back: those of that one. Empty for others.
std::optional<Both<Duration>> Arbiter::carried_back(std::uint32_t ruling) const {
    const Given* given = ruling_of(game_, ruling);
    if (!given || given->effect.undoes == 0) return std::nullopt;
    if (given->effect.moves || given->effect.gives_result) return Both<Duration>{};
    return turned_round(ruling_of(game_, given->effect.undoes));
}

// By a command of ours. With another position the clock is also another.
void Arbiter::changed_by(const Outstanding& done) {
    const bool control = std::holds_alternative<wire::SetControl>(done.command);
    const auto* adjust = std::get_if<wire::Adjust>(&done.command);
    const auto* set = std::get_if<wire::SetReading>(&done.command);
    const auto back = carried_back(done.ruling);
    if (adjust && back) {
        const Given* undone = ruling_of(game_, ruling_of(game_, done.ruling)->effect.undoes);
        return clock_changed(turned_round(undone), done.ruling);
    }
    if (adjust) return clock_changed(adjust->deltas, done.ruling);
    const Given* given = ruling_of(game_, done.ruling);
    if (set && done.by.empty())
        return clock_changed(given ? given->effect.time : Both<Duration>{}, done.ruling);
    if (set && back) return clock_changed(*back, done.ruling);
    if (given && given->about == Subject::adjournment) return;
    if (done.places) game_.proposed.clear();
    if (done.places && given && given->effect.answers > 0 && given->about != Subject::position)
        return clock_changed(given->effect.time, done.ruling);
    if (set || (control && !done.by.empty()))
        clock_changed(put_right(shown_before(case_.row.event, game_.readings), readings()),
                      done.ruling);
}

// Rulings that were taken back, or given again, while the game was over: the clock gets it now.
void Arbiter::pay_owed() {
    if (const auto owed = control_owed()) {
        wire::SetControl command;
        command.control = *owed;
        command.control.article = cited(game_.rules, "11.10");
        command.control.reason = "a ruling was taken back while the game was over";
        command.readings = game_.readings;
        send(command);
    }
    const std::vector<Given> all = game_.given;
    for (const Given& given : all)
        if (given.effect.waits) pay(given.effect.time);
}

void Arbiter::pay(const Both<Duration>& time) {
    wire::Adjust command;
    command.deltas = time;
    command.article = "11.10";
    command.reason = "a ruling was taken back while the game was over";
    for (const Side side : {Side::white, Side::black}) game_.owed[side] -= time[side];
    send(command);
}

void Arbiter::changed_by_hand(const wire::ReadingSet& e) {
    const bool known = e.before[Side::white] && e.before[Side::black];
    if (e.adjusted && !known && e.correction.run) return;
    if (!e.adjusted && e.correction.ply.count < counted()) return game_.proposed.clear();
    clock_changed(put_right(shown_before(case_.row.event, game_.readings), readings()));
}

// 6.11.2: a player's call came before the clock had the command, which has started the clock.
void Arbiter::stand_for_call(const Outstanding& done) {
    const auto called = [&](const Asked& asked) {
        const std::string_view about = name(asked.about);
        const bool claims = about == "claim" || about.starts_with("claim_");
        return asked.holds && claims && (done.by.empty() || asked.since >= done.ruling);
    };
    const bool waits = std::ranges::any_of(game_.asked, called);
    if (game_.result || !case_.around.runs || !game_.outbox.empty() || !waits) return;
    wire::Pause pause;
    pause.reason = "a player has called the arbiter";
    send(pause);
}

// Is this event the effect of a command of ours? Then that is settled, and had the effect stated.
bool Arbiter::settles(const std::string& by) {
    for (auto at = game_.outbox.begin(); at != game_.outbox.end(); ++at) {
        const std::string& id = case_.row.cmd_id;
        if (at->id != id && std::ranges::find(at->former, id) == at->former.end()) continue;
        const Outstanding done = std::move(*at);
        game_.outbox.erase(at);
        if (!does(done.command) || by != "arbiterd")
            complain("the effect is not what the command says");
        changed_by(done);
        if (!done.by.empty()) carried_out(done);
        settle(done.id, Settling::done);
        if (std::holds_alternative<wire::Pause>(done.command)) stopped_to_go_on(done);
        if (brings_readings(done.command)) game_.penalty.reset();
        if (std::holds_alternative<wire::SetReading>(done.command))
            game_.paused = game_.through = false;
        if (case_.around.runs) game_.named = game_.paused = false;
        const bool of_open = !std::holds_alternative<wire::EndGame>(done.command) &&
                             !std::holds_alternative<wire::Arrive>(done.command);
        if (of_open) game_.withdrawn.reset();  // the clock has done it: the game is open there
        stand_for_call(done);
        return true;
    }
    // An event's office takes back what it has set up, with commands that are not the game's.
    const auto* ended = std::get_if<wire::GameEnded>(&case_.row.event);
    const bool taken_back = ended && ended->outcome.ending == Ending::cancelled &&
                            case_.row.cmd_id.starts_with("hall:");
    if (by == "arbiterd" && !taken_back) complain("arbiterd has no such command outstanding");
    return false;
}

void Arbiter::intervention(Intervening kind, const std::string& by,
                           const std::string& article, const std::string& reason,
                           std::uint32_t ruling) {
    wire::ClockIntervention found;
    found.kind = kind;
    found.by = by;
    const bool of_software = kind == Intervening::stopped || kind == Intervening::flag_reached ||
                             reason == "claim";
    found.article = of_software ? cited(game_.rules, article) : article;
    found.reason = reason;
    const bool unshown = game_.penalty && game_.penalty->after == game_.readings;
    found.before = unshown ? game_.penalty->before : game_.readings;
    const bool by_set = kind == Intervening::set_reading || kind == Intervening::adjusted ||
                        kind == Intervening::control_set;
    if (by_set) found.before = shown_before(case_.row.event, found.before);
    found.after = game_.readings = readings();
    // The turn of the game that is kept had gone on until the clock was set or stopped.
    const auto kept = game_.kept.find(ruling);
    if (kept != game_.kept.end() && !kept->second.shown) {
        const bool sets = kind == Intervening::set_reading || kind == Intervening::control_set;
        if (sets) kept->second.shown = found.before;
        if (kind == Intervening::paused) kept->second.shown = found.after;
    }
    game_.penalty.reset();
    found.run = case_.around.runs;
    found.ruling = ruling;
    if (const auto* ended = std::get_if<wire::PeriodEnded>(&case_.row.event))
        found.side = ended->side;
    if (kind == Intervening::set_reading) game_.pressed_age = {};
    if (kind == Intervening::paused || kind == Intervening::stopped) game_.runs = false;
    const bool only_times = kind == Intervening::adjusted || kind == Intervening::control_set;
    const bool nobody = by == "white" || by == "black" || by == "device" || by == "boards" ||
                        by == "clockd";
    if (!only_times && (found.run || !nobody || !game_.paused)) game_.named = !found.run && !nobody;
    if (!only_times) game_.through = kind == Intervening::stopped;
    if (kind == Intervening::paused && !nobody && ruling == 0) game_.paused = true;
    if (found.run || kind == Intervening::set_reading) game_.paused = false;
    // Resumed at the clock itself, it is no longer adjourned, whatever the envelope says.
    const bool open = game_.adjourned && !game_.adjourned->move.empty();
    const Given* carries_out = ruling_of(game_, ruling);
    if (found.run && carries_out && carries_out->effect.resumes && game_.adjourned)
        game_.adjourned->reply_runs = true;
    const bool resumed = kind == Intervening::resumed && !reply_runs();
    if (found.run && (resumed || (open && (kind == Intervening::set_reading ||
                                           kind == Intervening::resumed))))
        game_.adjourned.reset();
    want(std::move(found));
}

void Arbiter::on(const wire::PeriodEnded&) {
    // The question holds the game, not the clock.
    if (game_.result || game_.hold == Hold::correction) return voided();
    intervention(Intervening::period_ended, "clockd", "6.3", "");
}

void Arbiter::on(const wire::Paused& e) {
    if (settles(e.by)) return;
    if (game_.result) return voided();
    intervention(Intervening::paused, e.by, "", e.reason);
    // A clock that a player or a power cut stopped waits for a person, who is asked.
    if (game_.hold == Hold::question) return;  // a person is asked already
    if (e.by == "device" || e.by == "boards") question("6.11.2", Subject::pause, false);
    if (e.by == "clockd") question("6.10.1", Subject::pause, false);
}

void Arbiter::on(const wire::Resumed& e) {
    game_.began = true;
    if (settles(e.by)) {
        if (game_.hold == Hold::question) held_by_questions();
        return;
    }
    if (game_.result) return voided();
    const bool by_board = e.by == "boards";  // nobody has looked at anything except its clock
    if (by_board) {
        std::erase_if(game_.asked, [&](const Asked& asked) {
            if (asked.about != Subject::pause) return false;
            want(wire::QuestionClosed{{}, asked.number, Closing::intervention, e.by, ""});
            return true;
        });
    } else {
        seen_to(e.by);
    }
    intervention(Intervening::resumed, e.by, "", "");
    // A situation that a ruling has undone stays undone until the clock shows it or a person acts.
    if (game_.hold == Hold::question && by_board) held_by_questions();
    else if (game_.hold == Hold::question) game_.hold = Hold::none;
    if (game_.hold == Hold::none) look_for_end();
    // The clock runs for a side that does not have the move: a question, still or again.
    if (game_.hold != Hold::question && e.turn != clock_side())
        question("7.1", Subject::position, true);
}

void Arbiter::on(const wire::ReadingSet& e) {
    if (e.correction.changed_seats) game_.clock_seats_changed = !game_.clock_seats_changed;
    if (settles(e.by)) {
        if (!e.adjusted && game_.hold == Hold::correction) held_by_questions();
        game_.readings = e.correction.readings;
        return;
    }
    if (game_.result) return voided();
    clock_was_set();
    changed_by_hand(e);
    if (e.adjusted) {  // answers no question, and undoes nothing
        intervention(Intervening::adjusted, e.by, e.correction.article, e.correction.reason);
        return board_clock_jumped(e);
    }
    seen_to(e.by);
    intervention(Intervening::set_reading, e.by, e.correction.article, e.correction.reason);
    game_.hold = Hold::none;
    person_set(e);
    if (game_.hold != Hold::question) look_for_end();
}

// The clock beside the board, which is the game's, shows ten seconds more or less than before.
void Arbiter::board_clock_jumped(const wire::ReadingSet& e) {
    if (e.by != "boards" || waits(Subject::clock)) return;
    const auto& [white, black] = e.before.values;
    const Both<Duration> before{{white.value_or(game_.readings[Side::white]),
                                 black.value_or(game_.readings[Side::black])}};
    for (const Side side : {Side::white, Side::black}) {
        const Duration by = e.correction.readings[side] - before[side];
        if (by < seconds(10) && by > seconds(-10)) continue;
        return question("6.10.1", Subject::clock, false);
    }
}

// Is this the ply of the first move that stands on the board and is not completed?
bool Arbiter::made_on_board(std::uint32_t ply) const {
    return ply == game_.line.ply() + 1 && !game_.standing.empty() &&
           game_.standing.front().reading.meaning == Meaning::legal;
}

void Arbiter::complete_first() {
    const Standing move = game_.standing.front();
    game_.standing.erase(game_.standing.begin());
    record_move(move, move.reading.move, move.elapsed, CompletedBy::ruling);
}

// The position from which the record goes on after a person's correction.
void Arbiter::person_set(const wire::ReadingSet& e) {
    if (game_.presses) return set_at_presses(e);
    const wire::Correction& set = e.correction;
    const std::uint32_t ply = set.ply.count;
    wire::PositionRestored restored;
    restored.ply = set.ply;
    restored.by = e.by;
    restored.reason = set.reason;
    if (!set.fen.empty()) {
        const auto given = chess::parse_position(set.fen, game_.variant);
        if (!given || given->side_to_move() != set.turn)
            return question("7.1", Subject::position, true);
        const bool own = game_.position_known && game_.line.has(ply) &&
                         chess::same_position(game_.line.at(ply), *given);
        const bool stays = game_.standing.empty() && !game_.open && !reply_runs();
        if (own && ply == game_.line.ply() && stays) return;
        // The position is the one after the move on the board: it counts as completed.
        if (made_on_board(ply) && game_.position_known &&
            chess::same_position(chess::after(game_.line.at(game_.line.ply()),
                                              game_.standing.front().reading.move),
                                 *given))
            return complete_first();
        const bool same_ply = own && ply == game_.line.ply();
        if (own) {
            game_.line.back_to(ply);
        } else {
            game_.line = Line(game_.line, *given, ply);
            restored.fen = set.fen;
            game_.position_known = true;
        }
        want(restored);
        return begin_over(!same_ply);
    }
    if (!game_.position_known) return;
    if ((game_.open || reply_runs()) && ply == clock_ply()) return;
    if (made_on_board(ply)) return complete_first();
    if (!game_.line.has(ply) || game_.line.at(ply).side_to_move() != set.turn)
        return question("7.1", Subject::position, true);
    const bool same_move = ply == game_.line.ply();
    if (same_move && !game_.open && !reply_runs()) return;
    game_.line.back_to(ply);
    want(restored);
    begin_over(!same_move);
}

// After a restoration nothing that was on the board counts.
void Arbiter::begin_over(bool free) {
    for (const Side side : {Side::white, Side::black})
        if (game_.offered[side] > Ply{game_.line.ply()}) game_.offered[side].reset();
    game_.standing.clear();
    game_.open.reset();
    if (game_.adjourned) game_.adjourned->reply_runs = false;
    std::erase_if(game_.stood, [&](std::uint32_t ply) { return ply > game_.line.ply(); });
    game_.touched = {};
    if (!free) return;  // the same move still has to be made
    game_.felt.clear();
    game_.announced.clear();
    game_.obliged.clear();
}

void Arbiter::on(const wire::DefaultTimePassed& e) {
    if (game_.result) return voided();
    const auto away = [&](Side side) { return e.absent[side] && !has_come(side); };
    if (!away(Side::white) && !away(Side::black)) return voided();
    question("6.7.1", Subject::default_time, false);
}

void Arbiter::on(const wire::Touched& e) {
    if (game_.result) return voided();
    wire::TouchNoted noted;
    noted.side = e.side;
    noted.squares = e.squares;
    noted.adjusting = e.adjusting;
    want(noted);
    if (e.adjusting || game_.hold != Hold::none || game_.open) return;
    if (game_.presses && mover() == e.side) end_offer(other(e.side), OfferEnd::touched);
    if (game_.presses) return;
    // The player with the move can no longer claim (9.4), and refuses an offer (9.1.2.1).
    chess::Position board = game_.line.current();
    for (const Standing& move : game_.standing) {
        if (move.reading.meaning != Meaning::legal) return;
        board = chess::after(board, move.reading.move);
    }
    if (board.side_to_move() != e.side) return;
    const auto standing = static_cast<std::uint32_t>(game_.standing.size());
    game_.felt.push_back({e.side, game_.line.ply() + standing + 1, board});
    end_offer(other(e.side), OfferEnd::touched);
}

void Arbiter::on(const wire::Arrived& e) {
    // The desk may have sent the arrival to clockd.
    std::erase_if(game_.outbox, [&](const Outstanding& each) {
        const bool sent = each.id == case_.row.cmd_id &&
                          std::holds_alternative<wire::Arrive>(each.command);
        if (sent) settle(each.id, Settling::done);
        return sent;
    });
    if (game_.result) return voided();
    game_.came[e.side] = true;
    want(wire::PlayerArrived{{}, e.side});
}

void Arbiter::on(const wire::ControlSet& e) {
    game_.other_control = false;
    const bool ours = std::ranges::find(game_.outbox, case_.row.cmd_id,
                                        &Outstanding::id) != game_.outbox.end();
    if (game_.result && !ours) return voided();
    take_control(e.control);
    if (settles(e.by)) return;
    clock_was_set();
    clock_changed(put_right(shown_before(case_.row.event, game_.readings), readings()));
    intervention(Intervening::control_set, e.by, e.control.article, e.control.reason);
    says_control(e.control, 0);
}

}  // namespace flagfall::oracle
