#include "tests/unit/game/hall.hpp"

#include "arbiterd/game/laws/moves.hpp"
#include "arbiterd/game/laws/of_acts.hpp"
#include "arbiterd/game/words/text.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::test {

Hall::Hall(const std::string& fen, const std::string& profile, const wire::Pairs& rules,
           const std::string& control, wire::Reporting reports, wire::Timing timing) {
    feed(wire::LogOpened{.log = "L1", .time = "virtual", .version = "1"});
    feed(wire::Booted{.boot = "b", .version = "1"});
    wire::GameOpened opened;
    static_cast<wire::BoardEvent&>(opened) = base();
    opened.terms.event = "e";
    opened.terms.round = "1";
    opened.terms.white = "A";
    opened.terms.black = "B";
    opened.terms.time_control = control;
    opened.terms.fen = fen;
    opened.terms.profile = profile;
    opened.terms.rules = rules;
    opened.terms.reports = reports;
    if (timing != wire::Timing::clockd) {
        opened.terms.timing = timing;
        opened.terms.flag_call = wire::FlagCall::arbiter;
    }
    feed(opened);
    turn = game().history.current().side_to_move();
    wire::GameStarted started;
    static_cast<wire::BoardEvent&>(started) = base();
    feed(started);
}

wire::BoardEvent Hall::base() const { return {Board{7}, "g1", epoch, readings}; }

Events Hall::feed(const wire::ClockEvent& event, const std::string& cmd_id) {
    ++pos_.value;
    now = now + milliseconds(1);
    const Events events = game::decide(games, {pos_, now, 0, cmd_id, event});
    keep(events);
    if (prompt) deliver();
    return events;
}

void Hall::keep(Events events) {
    for (wire::GameEvent& event : events) {
        if (rewrite) rewrite(event);
        game::apply(games, event);
        log.push_back(event);
        if (const auto* question = std::get_if<wire::QuestionPut>(&event)) check(*question);
    }
}

// Whatever a test causes, the questions can be answered.
void Hall::check(const wire::QuestionPut& question) {
    INFO("question " << question.article << " " << name(question.about) << ": " << question.text);
    // An illegal action that is left open (A.5.2) has no answers yet except the players' own.
    if (question.about == wire::Subject::illegal_move && !question.holds &&
        question.options.empty())
        return;
    REQUIRE(!question.options.empty());
    for (const wire::Pair& option : question.options) {
        INFO("option " << option.name);
        REQUIRE(game::answerable(question.about, option.name));
        REQUIRE(!option.value.empty());
    }
}

Duration Hall::spend() {
    now = now + seconds(1);
    // At zero the clock stays there, until somebody calls the flag.
    if (running) readings[turn] = std::max(readings[turn] - seconds(1), Duration{});
    return now - turn_started_;
}

Events Hall::made(Side side, const std::string& text, Ending shadow) {
    wire::Made e;
    e.elapsed = spend();
    static_cast<wire::BoardEvent&>(e) = base();
    e.side = side;
    e.ply = {ply.count + 1};
    e.text = text;
    e.ending = shadow;
    has_made = has_made || side == turn;
    if (shadow != Ending::none) {
        running = false;
        fallen = true;
    }
    return feed(e);
}

Events Hall::completed_by_next(Side side) {
    wire::CompletedByNext e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.side = side;
    ply.count += 2;
    e.ply = ply;
    return feed(e);
}

wire::FlagReached Hall::flag_reached(Side side, bool freeze) {
    readings[side] = {};
    if (freeze) running = false;
    wire::FlagReached e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.side = side;
    e.ply = ply;
    e.last_period = true;
    e.freeze = freeze;
    return e;
}

Events Hall::press(Side side) {
    wire::Pressed e;
    e.elapsed = spend();
    e.side = side;
    e.made = has_made;
    e.unseen = unseen && !has_made;
    e.gained = readings[side] > Duration{} ? increment : Duration{};  // none at zero
    e.margin = readings[side];
    readings[side] += e.gained;
    e.ply = {++ply.count};
    static_cast<wire::BoardEvent&>(e) = base();
    turn = other(side);
    has_made = false;
    turn_started_ = now;
    return feed(e);
}

template <class Event>
Events Hall::side_event(Side side) {
    Event e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.side = side;
    return feed(e);
}

Events Hall::offer(Side side) { return side_event<wire::DrawOffered>(side); }
Events Hall::accept(Side side) { return side_event<wire::DrawAccepted>(side); }
Events Hall::decline(Side side) { return side_event<wire::DrawDeclined>(side); }

Events Hall::resign(Side side) {
    running = false;
    fallen = true;
    return side_event<wire::Resigned>(side);
}

Events Hall::claim(Side side, const std::string& kind, const std::string& move) {
    running = false;
    wire::Claimed e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.side = side;
    e.kind = wire::from_name<wire::ClaimKind>(kind).value();
    e.move = move;
    return feed(e);
}

Events Hall::flag(Side side, std::uint32_t moves_required) {
    running = false;
    fallen = true;
    readings[side] = {};
    wire::FlagFell e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.side = side;
    e.ply = ply;
    e.moves_required = moves_required;
    e.opponent_can_mate = "unknown";
    // If the rules require a person, somebody has called it.
    if (game().profile.flag_call != game::FlagCall::automatic) e.by = "arbiter";
    return feed(e);
}

Events Hall::press_late(Side side) {
    wire::PressedLate e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.side = side;
    e.early = milliseconds(3);
    return feed(e);
}

Events Hall::period_ended(Side side) {
    readings[Side::white] += minutes(30);
    readings[Side::black] += minutes(30);
    wire::PeriodEnded e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.side = side;
    e.period = 2;
    return feed(e);
}

Events Hall::pause(const std::string& by) {
    ++epoch.count;
    running = false;
    wire::Paused e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = by;
    e.reason = "disturbance";
    return feed(e);
}

Events Hall::resume(const std::string& by) {
    ++epoch.count;
    running = true;
    wire::Resumed e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = by;
    e.turn = turn;
    return feed(e);
}

Events Hall::set(const wire::Correction& wanted, const std::string& by) {
    ++epoch.count;
    readings = wanted.readings;
    turn = wanted.turn;
    if (!wanted.fen.empty() || wanted.ply != ply) has_made = false;
    ply = wanted.ply;
    running = wanted.run;
    fallen = false;
    wire::ReadingSet e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = by;
    e.correction = wanted;
    return feed(e);
}

Events Hall::end(const wire::Outcome& outcome, const std::string& by) {
    ++epoch.count;
    running = false;
    over = true;
    wire::GameEnded e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = by;
    e.outcome = outcome;
    return feed(e);
}

Events Hall::reopen(const std::string& by) {
    ++epoch.count;
    over = running = fallen = false;
    wire::GameReopened e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = by;
    e.turn = turn;
    e.ply = ply;
    return feed(e);
}

Events Hall::play(const std::string& moves) {
    Events all;
    std::string rest = moves + " ";
    while (!rest.empty()) {
        const std::size_t space = rest.find(' ');
        const std::string text = rest.substr(0, space);
        rest.erase(0, space + 1);
        const Side side = turn;
        for (Events events : {made(side, text), over || !running ? Events{} : press(side)}) {
            all.insert(all.end(), events.begin(), events.end());
        }
    }
    return all;
}

void Hall::deliver() {
    if (games.by_id.empty()) return;
    for (int round = 0; round < 100; ++round) {
        if (live().outbox.empty()) return;
        const wire::CommandIssued issued = live().outbox.front().issued;
        std::visit(
            [&](const auto& command) {
                REQUIRE(command.at.has_value());
                REQUIRE(command.board == Board{7});
                using Command = std::decay_t<decltype(command)>;
                const bool opens = std::is_same_v<Command, wire::ReopenGame>;
                const bool open = opens ? over : !over;
                if (!refuse_next.empty()) {
                    keep(game::decide_refused(
                        games, {command.id, std::exchange(refuse_next, ""), "", epoch, now}));
                    return;
                }
                if (std::exchange(lose_next, false))
                    return keep(game::decide_lost(games, "g1", command.id,
                                                  game::Lost::no_effect, now));
                const bool up = flag_is_up(command);
                const bool stands = fallen && !over && needs_play(command);
                if (command.epoch == epoch && open && !up && !stands) return carry_out(command);
                ++refusals;
                const std::string why = over                               ? "game_over"
                                        : opens && command.epoch == epoch ? "game_not_over"
                                        : stands && command.epoch == epoch ? "flag_fallen"
                                        : up && command.epoch == epoch    ? "flag_up"
                                                                           : "stale_epoch";
                keep(game::decide_refused(games, {command.id, why, "", epoch, now}));
            },
            issued.command);
    }
    FAIL("the office keeps sending commands");
}

Both<std::optional<Duration>> Hall::shown() const {
    return {{readings[Side::white], readings[Side::black]}};
}

void Hall::carry_out(const wire::SetReading& command) {
    const Both<std::optional<Duration>> before = shown();
    ++epoch.count;
    readings = command.correction.readings;
    turn = command.correction.turn;
    if (!command.correction.fen.empty() || command.correction.ply != ply) has_made = false;
    ply = command.correction.ply;
    running = command.correction.run;
    fallen = false;
    turn_started_ = now;
    wire::ReadingSet e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = "arbiterd";
    e.before = before;
    e.correction = command.correction;
    came_true(e, command.id);
}

void Hall::carry_out(const wire::EndGame& command) {
    ++epoch.count;
    running = false;
    over = true;
    wire::GameEnded e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = "arbiterd";
    e.outcome = command.outcome;
    came_true(e, command.id);
}

void Hall::carry_out(const wire::Resume& command) {
    ++epoch.count;
    running = true;
    wire::Resumed e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = "arbiterd";
    e.turn = turn;
    came_true(e, command.id);
}

void Hall::carry_out(const wire::Pause& command) {
    ++epoch.count;
    running = false;
    wire::Paused e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = "arbiterd";
    e.reason = command.reason;
    came_true(e, command.id);
}

void Hall::carry_out(const wire::Adjust& command) {
    ++epoch.count;
    for (const Side side : {Side::white, Side::black})
        readings[side] = std::max(readings[side] + command.deltas[side], Duration{});
    wire::ReadingSet e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = "arbiterd";
    e.adjusted = true;
    e.correction = {.readings = readings, .turn = turn, .ply = ply, .run = running, .fen = {},
                    .article = command.article, .reason = command.reason, .answers = {}};
    came_true(e, command.id);
}

void Hall::carry_out(const wire::ReopenGame& command) {
    ++epoch.count;
    over = running = fallen = false;
    wire::GameReopened e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = "arbiterd";
    e.article = command.article;
    e.reason = command.reason;
    e.turn = turn;
    e.ply = ply;
    came_true(e, command.id);
}

void Hall::carry_out(const wire::SetControl& command) {
    const Both<std::optional<Duration>> before = shown();
    ++epoch.count;
    for (const Side side : {Side::white, Side::black})
        readings[side] = command.readings[side] +
                         (command.relative ? readings[side] : Duration{});
    control_set = command.control.time_control;
    wire::ControlSet e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.by = "arbiterd";
    e.run = running;
    e.goes_on = command.relative;
    e.before = before;
    e.control = command.control;
    came_true(e, command.id);
}

void Hall::carry_out(const wire::Arrive& command) {
    wire::Arrived e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.side = command.side;
    came_true(e, command.id);
}

void Hall::carry_out(const wire::CallFlag& command) {
    running = false;
    fallen = true;
    wire::FlagFell e;
    static_cast<wire::BoardEvent&>(e) = base();
    e.side = command.side;
    e.ply = ply;
    e.by = "arbiterd";
    e.opponent_can_mate = "unknown";
    came_true(e, command.id);
}

// The effect of a command is in the clock's log; nothing else is delivered before it is detected.
void Hall::came_true(const wire::ClockEvent& event, const std::string& id) {
    const bool was_prompt = std::exchange(prompt, false);
    feed(event, id);
    prompt = was_prompt;
}

Events Hall::rule(const wire::DeskAct& act, const std::string& article,
                  const std::string& reason) {
    wire::DeskCommand command;
    command.id = "act-" + std::to_string(++acts_);
    command.game = "g1";
    command.by = "Anna Arbiter";
    command.article = article;
    command.reason = reason;
    command.act = act;
    const auto events = game::decide_desk(games, now, command);
    refused = events ? "" : events.error().code;
    refusal = events ? "" : events.error().text;
    if (!events) return {};
    keep(*events);
    if (prompt) deliver();
    return *events;
}

std::string Hall::fen() const { return chess::fen(game().history.current()); }

game::Games Hall::replayed() const {
    game::Games built;
    for (const wire::GameEvent& event : log) game::apply(built, event);
    return built;
}

std::string fact(const wire::Pairs& evidence, const std::string& name) {
    for (const wire::Pair& pair : evidence) {
        if (pair.name == name) return pair.value;
    }
    return "";
}

wire::Correction correction(const Events& events) {
    for (const wire::GameEvent& event : events) {
        const auto* issued = std::get_if<wire::CommandIssued>(&event);
        if (!issued) continue;
        const auto* set = std::get_if<wire::SetReading>(&issued->command);
        if (set) return set->correction;
    }
    FAIL("no correction was issued");
    throw 0;
}

std::string result(const Events& events) {
    const auto recorded = last<wire::ResultRecorded>(events);
    if (!recorded) return "";
    const auto ruling = last<wire::RulingGiven>(events);
    REQUIRE(ruling.has_value());
    CHECK(ruling->article == recorded->outcome.article);
    CHECK(!ruling->evidence.empty());
    const auto issued = last<wire::CommandIssued>(events);
    REQUIRE(issued.has_value());
    const auto* end = std::get_if<wire::EndGame>(&issued->command);
    REQUIRE(end);
    CHECK(end->outcome == recorded->outcome);
    return std::string(text(recorded->outcome.score)) + " " +
           std::string(name(recorded->outcome.ending)) + " " + recorded->outcome.article;
}

}  // namespace flagfall::test
