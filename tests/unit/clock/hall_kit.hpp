// A hall under test: gives commands, applies what they lead to, and keeps the log.
#pragma once

#include "clockd/clock/boards.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::clock {

inline constexpr Board board_one{1};
inline constexpr Instant at_s(std::int64_t s) { return {s * 1'000'000}; }
inline constexpr Both<Duration> in_s(std::int64_t white_s, std::int64_t black_s) {
    return {{seconds(white_s), seconds(black_s)}};
}

template <class Event>
const Event& as(const Stamped& stamped) {
    const Event* event = std::get_if<Event>(&stamped.event);
    INFO("event number " << stamped.event.index());
    REQUIRE(event != nullptr);
    return *event;
}

// A command for game "g" at board 1 in the present epoch.
template <class Command>
Command command_for(const Boards& hall) {
    Command command;
    command.board = board_one;
    command.game = hall.at(board_one).game;
    command.epoch = hall.at(board_one).epoch;
    return command;
}

inline wire::OpenGame opening(Board board, std::string game, std::string time_control,
                              std::string fen = "", Variant variant = Variant::chess) {
    wire::OpenGame command;
    command.board = board;
    command.game = std::move(game);
    command.terms.time_control = std::move(time_control);
    command.terms.fen = std::move(fen);
    command.terms.variant = variant;
    return command;
}

class HallKit {
public:
    Boards hall;
    Events log;

    explicit HallKit(std::string time = "real") {
        take({{}, wire::LogOpened{"log", std::move(time), "test"}});
        take({{}, wire::Booted{"boot-1", "test"}});
    }

    void take(const Stamped& stamped) {
        apply(hall, stamped.event, stamped.at);
        log.push_back(stamped);
    }

    // Decides and applies; the events stay in `log`.
    Decision give(const wire::ClockCommand& command, Instant at, Role by = Role::arbiter) {
        Decision decision = decide(hall, command, at, by);
        for (const Stamped& stamped : decision.events) take(stamped);
        return decision;
    }

    // Must be accepted; the events it led to.
    Events done(const wire::ClockCommand& command, Instant at, Role by = Role::arbiter) {
        const Decision decision = give(command, at, by);
        INFO((decision.refusal ? decision.refusal->code : ""));
        REQUIRE_FALSE(decision.refusal);
        return decision.events;
    }

    // The code with which it is refused; empty when it is not. Events are applied all the same.
    std::string refused(const wire::ClockCommand& command, Instant at, Role by = Role::arbiter) {
        const Decision decision = give(command, at, by);
        if (decision.refusal) CHECK_FALSE(decision.refusal->text.empty());
        return decision.refusal ? decision.refusal->code : "";
    }

    Events time(Instant now) {
        Events all;
        for (Events more; !(more = decide_time(hall, now)).empty();)
            for (const Stamped& stamped : more) {
                take(stamped);
                all.push_back(stamped);
            }
        return all;
    }

    // ---- commands at board 1 ----------------------------------------------------------------

    Events open(std::string time_control, std::string_view trigger = "", std::string fen = "",
                std::string game = "g") {
        auto command =
            opening(board_one, std::move(game), std::move(time_control), std::move(fen));
        command.terms.period_trigger = from_name<PeriodTrigger>(trigger);
        return done(command, state().last);
    }
    Events start(Instant at) { return done(make<wire::StartGame>(), at); }
    Events press(Side side, Instant at, std::string move = "") {
        return done(press_of(side, std::move(move)), at, Role::device);
    }
    Events move(Side side, std::string text, Instant at) {
        return done(move_of(side, std::move(text)), at, Role::device);
    }

    template <class Command>
    Command make() const {
        return command_for<Command>(hall);
    }
    template <class Command>
    Command by(Side side) const {
        auto command = make<Command>();
        command.side = side;
        return command;
    }
    wire::Press press_of(Side side, std::string move = "") const {
        auto command = by<wire::Press>(side);
        command.move = std::move(move);
        return command;
    }
    wire::MakeMove move_of(Side side, std::string text) const {
        auto command = by<wire::MakeMove>(side);
        command.text = std::move(text);
        return command;
    }
    wire::SetReading set(std::int64_t white_s, std::int64_t black_s, std::uint32_t ply,
                         bool run = false, std::string fen = "") const {
        auto command = make<wire::SetReading>();
        command.correction.readings = in_s(white_s, black_s);
        command.correction.ply = {ply};
        command.correction.turn = state().turn_after({ply});
        command.correction.run = run;
        command.correction.fen = std::move(fen);
        command.correction.reason = "test";
        return command;
    }

    const BoardState& state() const { return hall.at(board_one); }
    Phase phase() const { return state().phase; }
    Both<Duration> readings(Instant at) const { return view(hall, board_one, at).readings; }

    // The state that the log alone gives.
    Boards replayed() const {
        Boards again;
        for (const Stamped& stamped : log) apply(again, stamped.event, stamped.at);
        return again;
    }
};

}  // namespace flagfall::clock
