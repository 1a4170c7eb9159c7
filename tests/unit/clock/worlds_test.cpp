// Many histories: random ones over all commands, and all of a small world. After each step the
// same invariants: time is conserved, decide is pure, the log alone gives the state.
#include <algorithm>
#include <array>
#include <random>

#include "clockd/clock/boards.hpp"

#include "tests/support/board_event.hpp"
#include "tests/unit/clock/hall_kit.hpp"

using namespace flagfall;
using namespace flagfall::clock;

namespace {

Duration sum(const Both<Duration>& readings) {
    return readings[Side::white] + readings[Side::black];
}

bool runs_after(const wire::ClockEvent& event, bool ran) {
    if (std::holds_alternative<wire::GameStarted>(event)) return true;
    if (std::holds_alternative<wire::Resumed>(event)) return true;
    if (const auto* set = std::get_if<wire::ReadingSet>(&event)) return set->correction.run;
    if (const auto* made = std::get_if<wire::Made>(&event))
        return ran && made->ending == flagfall::Ending::none;
    const bool stops = std::holds_alternative<wire::Paused>(event) ||
                       std::holds_alternative<wire::Claimed>(event) ||
                       std::holds_alternative<wire::Resigned>(event) ||
                       std::holds_alternative<wire::FlagFell>(event) ||
                       std::holds_alternative<wire::GameEnded>(event);
    return ran && !stops;
}

// Separate bookkeeping, from the events of one board only: the readings at the start of the
// turn, the time that passed while a clock ran, the time gained.
class Ledger {
public:
    // `delay`: of each turn, during which the display stands.
    explicit Ledger(Duration delay) : delay_(delay) {}

    // True if the books agree with the event.
    bool enter(const Stamped& stamped) {
        const auto* event = test::board_event(stamped.event);
        if (event == nullptr) return true;
        const bool ordered = stamped.at >= last_;
        if (running_) elapsed_ += stamped.at - last_;
        last_ = stamped.at;
        const bool right = ordered && agrees(stamped.event, sum(event->readings));
        running_ = runs_after(stamped.event, running_);
        const bool positive = event->readings[Side::white].us >= 0 &&
                              event->readings[Side::black].us >= 0;
        return right && positive;
    }

private:
    bool agrees(const wire::ClockEvent& event, Duration shown) {
        if (const auto* pressed = std::get_if<wire::Pressed>(&event)) {
            const bool right = pressed->elapsed == elapsed_ &&
                               shown == start_ - elapsed_ + pressed->gained &&
                               pressed->margin.us > 0 && pressed->gained.us >= 0;
            begin(shown);
            return right;
        }
        const auto* set = std::get_if<wire::ReadingSet>(&event);
        if (set && set->adjusted) {  // the turn goes on with more or less time
            start_ = shown + counted();
            return set->correction.run == running_;
        }
        if (set || std::holds_alternative<wire::GameOpened>(event) ||
            std::holds_alternative<wire::ControlSet>(event)) {
            begin(shown);
            return true;
        }
        if (std::holds_alternative<wire::PeriodEnded>(event)) {
            const Duration before = start_ - counted();
            start_ = shown + counted();
            return shown > before;
        }
        return shown == start_ - counted();
    }

    Duration counted() const { return std::max(elapsed_ - delay_, Duration{}); }

    void begin(Duration shown) {
        start_ = shown;
        elapsed_ = {};
    }

    Duration delay_;
    bool running_ = false;
    Duration start_;
    Duration elapsed_;
    Instant last_;
};

// An event as text, by its own description: two are equal if their texts are.
struct Writer {
    std::string text;

    template <class T>
    void operator()(std::string_view, const T& value) {
        write(value);
        text += '|';
    }
    template <class T>
    void maybe(std::string_view, const T& value) {
        write(value);
        text += '|';
    }

private:
    void write(const std::string& value) { text += value; }
    void write(std::int64_t value) { text += std::to_string(value); }
    void write(Duration value) { write(value.us); }
    void write(Instant value) { write(value.us); }
    template <class T>
    void write(const std::optional<T>& value) {
        if (value) write(*value);
    }
    void write(Board value) { write(value.number); }
    void write(Epoch value) { write(value.count); }
    void write(Ply value) { write(value.count); }
    void write(Pos value) { write(value.value); }
    void write(Side value) { text += name(value); }
    void write(flagfall::Ending value) { text += name(value); }
    void write(Score value) { text += flagfall::text(value); }
    template <Word E>
    void write(E value) { text += name(value); }
    template <Word E>
    void write(const std::optional<E>& value) { text += name(value); }
    void write(const std::optional<Side>& value) { text += value ? name(*value) : "-"; }
    void write(const std::optional<Duration>& value) { text += value ? "+" : "-"; }
    void write(const wire::Pairs& value) {
        for (const wire::Pair& pair : value) text += pair.name + '=' + pair.value + ';';
    }
};

std::string written(const Stamped& stamped) {
    Writer writer;
    std::visit(
        [&](const auto& event) {
            writer.text = std::string(event.type) + '|';
            std::decay_t<decltype(event)>::describe(event, writer);
        },
        stamped.event);
    return writer.text + std::to_string(stamped.at.us);
}

bool same(const Decision& a, const Decision& b) {
    const bool refusals = a.refusal.has_value() == b.refusal.has_value() &&
                          (!a.refusal || (a.refusal->code == b.refusal->code &&
                                          a.refusal->text == b.refusal->text));
    return refusals && std::ranges::equal(a.events, b.events, {}, written, written);
}

// ---- random histories -----------------------------------------------------------------------

using Random = std::mt19937_64;

std::int64_t pick(Random& random, std::int64_t below) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(below));
}

template <class Command>
Command any_side(const HallKit& kit, Random& random) {
    return kit.by<Command>(pick(random, 4) != 0 ? kit.state().turn()
                                                : static_cast<Side>(pick(random, 2)));
}

constexpr std::array<const char*, 10> some_moves{"e4",  "e5",  "Nf3", "Nc6", "Bb5",
                                                 "d7d6", "O-O", "Kh9", "a6",  "Qh4"};

wire::ClockCommand random_adjustment(const HallKit& kit, Random& random) {
    auto adjust = kit.make<wire::Adjust>();
    for (Duration& delta : adjust.deltas.values) delta = seconds(pick(random, 60) - 20);
    return adjust;
}

// With the delay of the earlier control, because the books know one delay.
wire::ClockCommand random_control(const HallKit& kit, const std::string& control,
                                  Random& random) {
    auto set = kit.make<wire::SetControl>();
    set.control.time_control = pick(random, 2) != 0 ? control : "1/30:" + control;
    set.control.period_trigger = pick(random, 2) != 0 ? PeriodTrigger::zero : PeriodTrigger::moves;
    for (Duration& reading : set.readings.values) reading = seconds(pick(random, 40));
    return set;
}

wire::ClockCommand random_command(const HallKit& kit, const std::string& control,
                                  Random& random) {
    switch (pick(random, 19)) {
        case 16: return random_adjustment(kit, random);
        case 17:
            if (control.find_first_of("d:-") == std::string::npos && pick(random, 3) == 0)
                return random_control(kit, control, random);
            return random_adjustment(kit, random);
        case 18:
            if (kit.phase() == Phase::over) return kit.make<wire::ReopenGame>();
            if (pick(random, 4) == 0) return kit.make<wire::EndGame>();
            return kit.make<wire::Resume>();
        case 0: return any_side<wire::OfferDraw>(kit, random);
        case 1: return any_side<wire::DeclineDraw>(kit, random);
        case 2: return kit.make<wire::Pause>();
        case 3:
        case 4: return kit.make<wire::Resume>();
        case 5: {
            auto claim = any_side<wire::Claim>(kit, random);
            claim.kind = wire::ClaimKind::threefold;
            return claim;
        }
        case 6: {
            const auto ply = static_cast<std::uint32_t>(pick(random, 6));
            return kit.set(pick(random, 40), pick(random, 40), ply, pick(random, 2) != 0);
        }
        case 7:
            if (pick(random, 6) == 0) return any_side<wire::Resign>(kit, random);
            [[fallthrough]];
        case 8:
        case 9:
        case 10: {
            auto move = any_side<wire::MakeMove>(kit, random);
            move.text = some_moves[static_cast<std::size_t>(pick(random, 10))];
            return move;
        }
        default: {
            auto press = any_side<wire::Press>(kit, random);
            if (pick(random, 2) != 0)
                press.move = some_moves[static_cast<std::size_t>(pick(random, 10))];
            return press;
        }
    }
}

// Sometimes old, sometimes from an older epoch, sometimes for another game.
void disturb(wire::ClockCommand& command, Random& random) {
    std::visit(
        [&](wire::Command& c) {
            if (pick(random, 4) == 0) c.age = milliseconds(pick(random, 20'000));
            if (pick(random, 20) == 0 && c.epoch.count > 0) --c.epoch.count;
            if (pick(random, 50) == 0) c.game = "elsewhere";
        },
        command);
}

Duration random_step(Random& random) {
    switch (pick(random, 4)) {
        case 0: return {};
        case 1: return microseconds(pick(random, 1'000));
        case 2: return seconds(pick(random, 10));
        default: return microseconds(pick(random, 30'000'000));
    }
}

void random_history(std::uint64_t seed, const std::string& control, const std::string& trigger) {
    INFO("seed " << seed << ", control " << control << ", trigger " << trigger);
    Random random(seed);
    HallKit kit;
    Ledger ledger(seconds(control.find('d') != std::string::npos ? 3 : 0));
    kit.open(control, trigger);
    kit.start({});
    Instant now{};
    std::size_t checked = 0;
    for (int step = 0; step < 60; ++step) {
        now = now + random_step(random);
        if (pick(random, 3) == 0) {
            kit.time(now);
            CHECK((!next_deadline(kit.hall) || *next_deadline(kit.hall) > now));
        }
        wire::ClockCommand command = random_command(kit, control, random);
        disturb(command, random);
        const Boards before = kit.hall;
        const Decision decision = kit.give(command, now, Role::arbiter);
        CHECK(same(decision, decide(before, command, now, Role::arbiter)));
        for (; checked < kit.log.size(); ++checked) {
            INFO("log line " << checked << ", event " << kit.log[checked].event.index());
            REQUIRE(ledger.enter(kit.log[checked]));
        }
    }
    REQUIRE(kit.hall == kit.replayed());
}

// ---- a small world --------------------------------------------------------------------------

struct World {
    std::size_t nodes = 0;
    std::size_t flags = 0;
    std::size_t periods = 0;
    std::size_t late = 0;
    std::size_t stale = 0;
};

constexpr int commands = 8;
constexpr std::array<Duration, 4> steps{Duration{}, seconds(4), microseconds(5'999'999),
                                        seconds(6)};

wire::ClockCommand small_command(const HallKit& kit, int which) {
    switch (which) {
        case 0: return kit.press_of(Side::white);
        case 1: return kit.press_of(Side::black, "e5");
        case 2: return kit.move_of(kit.state().turn(), "e4");
        case 3: return kit.make<wire::Pause>();
        case 4: return kit.make<wire::Resume>();
        case 5: return kit.set(6, 6, 1, true);
        case 6: {
            auto press = kit.press_of(kit.state().turn());
            press.age = seconds(3);
            return press;
        }
        default: {
            auto press = kit.press_of(kit.state().turn());
            press.epoch = {};
            return press;
        }
    }
}

void explore(World& world, const HallKit& kit, const Ledger& ledger, Instant now, int depth) {
    if (depth == 0) {
        if (!(kit.hall == kit.replayed())) FAIL("the log does not give the state");
        return;
    }
    for (int which = 0; which < commands; ++which)
        for (const Duration step : steps) {
            HallKit next = kit;
            Ledger books = ledger;
            ++world.nodes;
            const Decision decision = next.give(small_command(kit, which), now + step);
            for (const Stamped& stamped : decision.events)
                if (!books.enter(stamped)) FAIL("time is not conserved");
            for (const Stamped& stamped : decision.events) {
                world.flags += std::holds_alternative<wire::FlagFell>(stamped.event);
                world.periods += std::holds_alternative<wire::PeriodEnded>(stamped.event);
                world.late += std::holds_alternative<wire::PressedLate>(stamped.event);
            }
            world.stale += decision.refusal && decision.refusal->code == "stale_epoch";
            // A command that changed nothing leads only where the other branches lead.
            if (!decision.events.empty()) explore(world, next, books, now + step, depth - 1);
        }
}

}  // namespace

TEST_CASE("random histories: time is conserved, decide is pure, the log gives the state") {
    const std::string control = GENERATE("20", "5+3", "2/20:10+2", "10b3", "10d3", "1/10d3:5d3",
                                         "1/9:1/8:7", "W10+1-B1/5:5");
    const std::string trigger = GENERATE("moves", "zero");
    for (std::uint64_t seed = 1; seed <= 60; ++seed) random_history(seed, control, trigger);
}

TEST_CASE("a small world: every history of four commands at four distances") {
    const std::string trigger = GENERATE("moves", "zero");
    HallKit kit;
    Ledger ledger({});
    kit.open("1/6:4+1", trigger, "7k/4p3/8/8/8/8/4P3/7K w - - 0 1");
    kit.start({});
    for (const Stamped& stamped : kit.log) REQUIRE(ledger.enter(stamped));
    World world;
    explore(world, kit, ledger, {}, 4);
    INFO("nodes " << world.nodes);
    CHECK(world.nodes > 100'000);
    CHECK(world.flags > 0);
    CHECK(world.late > 0);
    CHECK(world.stale > 0);
    CHECK((world.periods > 0) == (trigger == "zero"));
}
