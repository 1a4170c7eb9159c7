// The envelope around commands and events: answers and subscriptions; greetings are in
// door_frames.hpp.
#pragma once

#include <variant>

#include "common/wire/door_frames.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::wire {

// The command `id` is durable as of `pos`; the board as it stood right after it.
struct Ack {
    static constexpr std::string_view type = "ack";
    std::string id;
    Pos pos;
    bool repeated = false;  // it had been done before; nothing was done now
    BoardView view;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("pos", m.pos);
        v.maybe("repeated", m.repeated);
        BoardView::describe(m.view, v);
    }
};

// A command, or a line, that was not carried out. Codes are for programs, text for people.
struct Refused {
    static constexpr std::string_view type = "refused";
    std::string id;  // empty when the line had none that could be read
    std::string code;
    std::string text;
    std::optional<Board> board;
    std::optional<Epoch> epoch;  // the board's present epoch, where there is a board
    std::optional<std::int64_t> wait_ms{};  // slow_down: the same line may be sent after so long

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("code", m.code);
        v("text", m.text);
        v.maybe("board", m.board);
        v.maybe("epoch", m.epoch);
        v.maybe("wait_ms", m.wait_ms);
    }
};

// Send me the log from this position on. With `board`, only that board's events.
struct Subscribe {
    static constexpr std::string_view type = "subscribe";
    std::string id;
    std::string log;  // must be the server's; empty only with from = 0 (a first subscription)
    Pos from;         // first position wanted; 0 means "from what comes next"
    std::optional<Board> board;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v.maybe("log", m.log);
        v("from", m.from);
        v.maybe("board", m.board);
    }
};
struct Subscribed {
    static constexpr std::string_view type = "subscribed";
    std::string id;
    std::string log;
    Pos from;  // the first position that will be sent

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("log", m.log);
        v("from", m.from);
    }
};

// One durable event of clockd's log.
struct EventFrame {
    static constexpr std::string_view type = "event";
    Pos pos;
    Instant at;
    std::string boot;
    std::int64_t wall_ms = 0;
    std::string cmd_id;  // of the command it came from; empty when it was time itself
    std::string sender;  // of that command: "arbiterd", "arbiter", "device", "device/3"
    ClockEvent event;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("pos", m.pos);
        v("at_us", m.at);
        v("boot", m.boot);
        v("wall_ms", m.wall_ms);
        v.maybe("cmd_id", m.cmd_id);
        v.maybe("sender", m.sender);
        v("event", m.event);
    }
};

// How is this board now? Answered with board_state; nothing is logged.
struct GetBoard {
    static constexpr std::string_view type = "get_board";
    std::string id;
    Board board;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("board", m.board);
    }
};
struct BoardState {
    static constexpr std::string_view type = "board_state";
    std::string id;
    BoardView view;
    Both<std::string> players{};
    Both<std::uint32_t> period{};  // of each side's next move, from 1; 0: there is no game
    Both<std::string> bonus{};     // of that move, as in a time control: "+30", "b30", "d5", "y30"
    Both<std::uint32_t> block{};   // moves to make before Canadian byo-yomi gives its time again
    std::optional<Side> flag{};    // whose time ran out, or did so first
    // While a clock runs: when it will show zero. Until a delay is over, it stands at its reading.
    std::optional<Instant> zero{};

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        BoardView::describe(m.view, v);
        v.maybe("white", m.players[Side::white]);
        v.maybe("black", m.players[Side::black]);
        v.maybe("white_period", m.period[Side::white]);
        v.maybe("black_period", m.period[Side::black]);
        v.maybe("white_bonus", m.bonus[Side::white]);
        v.maybe("black_bonus", m.bonus[Side::black]);
        v.maybe("white_block", m.block[Side::white]);
        v.maybe("black_block", m.block[Side::black]);
        v.maybe("flag", m.flag);
        v.maybe("zero_us", m.zero);
    }
};

// Everything a peer may send to clockd, and everything clockd sends.
using ToClockd = std::variant<Hello, Prove, Subscribe, GetBoard, ClockCommand, EnrolDevice,
                              RevokeDevice, GetDevice, SignedHead, Equipment, GetEquipment,
                              PressWeighed>;
using FromClockd = std::variant<Challenge, Welcome, Ack, Refused, Subscribed, EventFrame,
                                BoardState, Enrolment, Enrolled, Revoked, DeviceState, SignedHead,
                                EquipmentState, PressHeld>;

}  // namespace flagfall::wire
