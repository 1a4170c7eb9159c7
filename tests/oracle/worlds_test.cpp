// Small worlds for every method: all histories of five commands over a few commands and instants,
// played by clockd's core and followed by the oracle's own clock. After each event both show the
// same; real and virtual time lead to the same events.
#include <algorithm>
#include <array>

#include "clockd/clock/boards.hpp"
#include "tests/oracle/timekeeper.hpp"
#include "tests/support/board_event.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::oracle;
using clock::Boards;
using clock::Phase;
using clock::Stamped;

namespace {

constexpr Board board_one{1};
constexpr std::array<Duration, 3> steps{seconds(2), seconds(7), Duration{}};
constexpr int commands = 7;

Duration total(const Both<Duration>& readings) {
    return readings[Side::white] + readings[Side::black];
}

// The fault of an event, according to the oracle's clock; empty if there is none.
class Follower {
public:
    Follower(const Both<TimeControl>& control, PeriodTrigger trigger)
        : keeper_(control, trigger, Side::white),
          hourglass_(control[Side::white].periods[0].method == Method::hourglass) {}

    std::string follow(const Stamped& stamped) {
        const auto* event = test::board_event(stamped.event);
        if (event == nullptr) return {};
        const Instant at = stamped.at;
        const bool by_time = std::holds_alternative<wire::FlagFell>(stamped.event) ||
                             std::holds_alternative<wire::FlagReached>(stamped.event) ||
                             std::holds_alternative<wire::PeriodEnded>(stamped.event);
        const auto zero = keeper_.deadline();
        const bool late = std::holds_alternative<wire::PressedLate>(stamped.event);
        if (!late && zero && (by_time ? *zero != at : *zero <= at)) return "deadline";
        const Duration before = total(keeper_.readings(at));
        const std::string wrong =
            std::visit([&](const auto& e) { return happen(e, at); }, stamped.event);
        if (!wrong.empty()) return wrong;
        if (keeper_.readings(at) != event->readings) return "readings";
        for (const Duration reading : event->readings.values)
            if (reading < Duration{}) return "below zero";
        const bool played = std::holds_alternative<wire::Pressed>(stamped.event) ||
                            std::holds_alternative<wire::Paused>(stamped.event);
        if (hourglass_ && played && total(event->readings) != before) return "sand is lost";
        return {};
    }

private:
    template <class Event>
    std::string happen(const Event&, Instant) {
        return {};
    }
    std::string happen(const wire::GameStarted&, Instant at) {
        keeper_.start(at);
        return {};
    }
    std::string happen(const wire::Pressed& e, Instant at) {
        if (e.side != keeper_.turn()) return "turn";
        const PressFigures must = keeper_.press(at);
        if (e.gained != must.gained)
            return "gained " + std::to_string(e.gained.us) + ", not " +
                   std::to_string(must.gained.us);
        if (e.margin != must.margin) return "margin";
        if (e.gained < Duration{}) return "a press takes time away";
        return e.elapsed == must.elapsed && e.period == must.period ? "" : "elapsed or period";
    }
    std::string happen(const wire::PeriodEnded& e, Instant) {
        if (!keeper_.next_period_begins()) return "no period begins";
        return keeper_.period(e.side) == e.period ? "" : "period";
    }
    std::string happen(const wire::FlagFell& e, Instant) {
        if (Timekeeper(keeper_).next_period_begins()) return "the next period begins";
        if (e.side != keeper_.turn() || e.moves_required != keeper_.moves_required(e.side))
            return "facts of the flag";
        keeper_.fall();
        return {};
    }
    std::string happen(const wire::FlagReached& e, Instant) {
        if (Timekeeper(keeper_).next_period_begins()) return "the next period begins";
        keeper_.run_dry();
        return e.side == keeper_.turn() ? "" : "the flag's side";
    }
    std::string happen(const wire::Paused&, Instant at) {
        keeper_.stop(at);
        return {};
    }
    std::string happen(const wire::Resumed&, Instant at) {
        keeper_.start(at);
        return {};
    }
    std::string happen(const wire::ReadingSet& e, Instant at) {
        const wire::Correction& set = e.correction;
        if (e.adjusted) {
            keeper_.believe(set.readings, at);
            return {};
        }
        const Both<std::uint32_t> moves{{(set.ply.count + 1) / 2, set.ply.count / 2}};
        keeper_.set(set.readings, set.turn, moves, set.goes_on, at, set.period);
        if (set.run) keeper_.start(at);
        return {};
    }
    std::string happen(const wire::ControlSet& e, Instant at) {
        keeper_.another(*parse_time_control(e.control.time_control),
                        e.control.period_trigger.value_or(PeriodTrigger::moves),
                        e.readings, e.goes_on, at);
        if (e.run) keeper_.start(at);
        return {};
    }

    Timekeeper keeper_;
    bool hourglass_;
};

// One history so far, in real and in virtual time.
struct Node {
    Boards real;
    Boards simulated;
    Follower follower;
    Both<std::optional<Instant>> first_zero{};
};

struct World {
    std::string control;
    PeriodTrigger trigger{};
    std::size_t nodes = 0;
    std::size_t flags = 0;
    std::size_t periods = 0;
    std::size_t undone = 0;
    std::size_t set = 0;
};

const clock::BoardState& state(const Node& node) { return node.real.at(board_one); }

template <class Command>
Command make(const Node& node) {
    Command command;
    command.board = board_one;
    command.game = state(node).game;
    command.epoch = state(node).epoch;
    return command;
}

// Readings at the present instant, at this ply.
wire::SetReading set_to(const Node& node, Ply ply, Instant at) {
    auto set = make<wire::SetReading>(node);
    set.correction.readings = state(node).clock.readings(std::max(at, state(node).last));
    set.correction.ply = ply;
    set.correction.turn = state(node).turn_after(ply);
    set.correction.run = state(node).started;
    set.correction.reason = "test";
    return set;
}

std::optional<wire::ClockCommand> command_of(const World& world, const Node& node, int which,
                                             Instant at) {
    const clock::BoardState& board = state(node);
    const auto zero = board.deadline();
    const Instant seen = zero ? std::min(*zero, at) : at;
    switch (which) {
        case 0:
        case 1: {
            auto press = make<wire::Press>(node);
            press.side = board.turn();
            if (which == 1) press.age = seconds(3);
            return press;
        }
        case 2:
            if (board.phase != Phase::running) return make<wire::Resume>(node);
            return make<wire::Pause>(node);
        case 3: {  // the last press is undone, and its turn goes on
            if (board.ply.count == 0) return std::nullopt;
            auto set = set_to(node, Ply{board.ply.count - 1}, seen);
            set.correction.goes_on = true;
            return set;
        }
        case 4: {  // the periods are corrected
            auto set = set_to(node, board.ply, seen);
            for (const Side side : {Side::white, Side::black}) {
                const std::uint32_t period = board.clock.period(side);
                const std::uint32_t moves = board.clock.moves(side);
                const std::uint32_t other = period == 1 ? 2 : period - 1;
                if (board.clock.may_be_in(side, other, moves)) set.correction.period[side] = other;
            }
            set.correction.goes_on = at.us / 1'000'000 % 2 != 0;
            return set;
        }
        case 5: {
            auto adjust = make<wire::Adjust>(node);
            adjust.deltas = {{seconds(4), seconds(-1)}};
            return adjust;
        }
        default: {
            auto set = make<wire::SetControl>(node);
            set.control.time_control = world.control;
            set.control.period_trigger = world.trigger == PeriodTrigger::zero
                                             ? PeriodTrigger::moves
                                             : PeriodTrigger::zero;
            set.control.reason = "test";
            set.relative = at.us / 1'000'000 % 2 != 0;
            set.readings = {{seconds(5), seconds(6)}};
            return set;
        }
    }
}

bool same_events(const clock::Events& a, const clock::Events& b) {
    return std::ranges::equal(a, b, [](const Stamped& x, const Stamped& y) {
        const auto* left = test::board_event(x.event);
        const auto* right = test::board_event(y.event);
        return x.at == y.at && x.event.index() == y.event.index() && left != nullptr &&
               right != nullptr && left->readings == right->readings;
    });
}

void explore(World& world, const Node& from, Instant now, int depth, std::size_t instants);

// False when the command did nothing.
bool give(World& world, Node& node, wire::ClockCommand command, Instant at) {
    const auto decided = clock::decide(node.real, command, at, clock::Role::arbiter);
    std::visit([&](wire::Command& c) { c.at = at; }, command);
    const auto in_virtual = clock::decide(node.simulated, command, Instant{}, clock::Role::arbiter);
    if (!same_events(decided.events, in_virtual.events)) FAIL("real and virtual time differ");
    for (const Stamped& stamped : decided.events) {
        clock::apply(node.real, stamped.event, stamped.at);
        clock::apply(node.simulated, stamped.event, stamped.at);
        const std::string wrong = node.follower.follow(stamped);
        if (!wrong.empty()) FAIL(world.control << " " << name(world.trigger) << ": " << wrong);
        world.flags += std::holds_alternative<wire::FlagFell>(stamped.event) ||
                       std::holds_alternative<wire::FlagReached>(stamped.event);
        world.periods += std::holds_alternative<wire::PeriodEnded>(stamped.event);
        const auto* set = std::get_if<wire::ReadingSet>(&stamped.event);
        world.undone += set != nullptr && set->correction.goes_on;
        world.set += set != nullptr && (set->correction.period.values[0] != 0 ||
                                        set->correction.period.values[1] != 0);
    }
    return !decided.events.empty();
}

void explore(World& world, const Node& from, Instant now, int depth, std::size_t instants) {
    if (depth == 0) return;
    for (int which = 0; which < commands; ++which)
        for (std::size_t step = 0; step < instants; ++step) {
            const Instant at = now + steps[step];
            const auto command = command_of(world, from, which, at);
            if (!command) continue;
            Node next = from;
            ++world.nodes;
            if (!give(world, next, *command, at)) continue;
            for (const Side side : {Side::white, Side::black}) {  // the first flag is kept
                const auto& zero = state(next).zero_at[side];
                if (!next.first_zero[side]) next.first_zero[side] = zero;
                if (next.first_zero[side] && !zero) FAIL("a flag is forgotten");
            }
            explore(world, next, at, depth - 1, instants);
        }
}

Node begin(const World& world, wire::FlagCall flag_call) {
    const auto control = parse_time_control(world.control);
    REQUIRE(control.has_value());
    Node node{{}, {}, Follower(*control, world.trigger)};
    for (auto* hall : {&node.real, &node.simulated}) {
        const char* mode = hall == &node.real ? "real" : "virtual";
        clock::apply(*hall, wire::LogOpened{"log", mode, "test"}, Instant{});
        clock::apply(*hall, wire::Booted{"boot-1", "test"}, Instant{});
    }
    wire::OpenGame open;
    open.board = board_one;
    open.game = "g";
    open.terms.time_control = world.control;
    open.terms.period_trigger = world.trigger;
    open.terms.flag_call = flag_call;
    open.terms.fen = "7k/4p3/8/8/8/8/4P3/7K w - - 0 1";
    World before{world.control, world.trigger};
    REQUIRE(give(before, node, open, Instant{}));
    REQUIRE(give(before, node, make<wire::StartGame>(node), Instant{}));
    return node;
}

constexpr std::array<const char*, 14> every_method{
    "12",         "10+3",       "10b3",          "10d3",         "1/6d2:8+3",
    "12h",        "0g6",        "0u",            "5:9y3",        "8y4",
    "5d2:2/6c",   "2/8c",       "1/6:5+1:6y3",   "W9-B4:1/5c"};

void every_history_of_four(std::size_t instants) {
    const std::string control = GENERATE(from_range(every_method));
    const auto trigger = GENERATE(PeriodTrigger::moves, PeriodTrigger::zero);
    const auto flag_call = GENERATE(wire::FlagCall::automatic, wire::FlagCall::arbiter);
    World world{control, trigger};
    explore(world, begin(world, flag_call), {}, 4, instants);
    INFO(control << " " << name(trigger) << " nodes " << world.nodes);
    CHECK(world.nodes > (instants == 3 ? 10'000 : 2'000));
    CHECK(world.undone > 0);
    CHECK((world.flags > 0) == (control != "0u"));
    const bool overtime = control.find(":9y") != std::string::npos ||
                          control.find("2/6c") != std::string::npos ||
                          control.find("1/5c") != std::string::npos;
    if (overtime) CHECK(world.periods > 0);
    if (overtime) CHECK(world.set > 0);
}

}  // namespace

TEST_CASE("every history of four commands at two instants, for every method") {
    every_history_of_four(2);
}

TEST_CASE("every history of four commands at three instants, for every method", "[.slow]") {
    every_history_of_four(3);
}

TEST_CASE("every history of five commands at two instants, for every method", "[.slow]") {
    const std::string control = GENERATE(from_range(every_method));
    World world{control, PeriodTrigger::moves};
    explore(world, begin(world, wire::FlagCall::automatic), {}, 5, 2);
    INFO(control << " nodes " << world.nodes);
    CHECK(world.nodes > 50'000);
}
