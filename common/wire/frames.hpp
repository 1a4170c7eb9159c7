// The frames around commands and events: answers and subscriptions. Hello and welcome are in
// door_frames.hpp.
#pragma once

#include <variant>

#include "common/wire/door_frames.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::wire {

// The command `id` is durable as of `pos`; `view` is the board right after it.
struct Ack {
    static constexpr std::string_view type = "ack";
    std::string id;
    Pos pos;
    bool repeated = false;  // it was carried out before; nothing was done now
    BoardView view;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("pos", m.pos);
        v.maybe("repeated", m.repeated);
        BoardView::describe(m.view, v);
    }
};

// The refusal of a command or a line. The code is for programs, the text for people.
struct Refused {
    static constexpr std::string_view type = "refused";
    std::string id;  // empty if the line had none that could be read
    std::string code;
    std::string text;
    std::optional<Board> board;
    std::optional<Epoch> epoch;  // the board's present epoch, if there is a board
    std::optional<std::int64_t> wait_ms{};  // slow_down: send the same line again after this time

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

// Requests the log from this position on. With `board`, only that board's events.
struct Subscribe {
    static constexpr std::string_view type = "subscribe";
    std::string id;
    std::string log;  // must be the server's; empty only with from = 0 (a first subscription)
    Pos from;         // first position wanted; 0 means from the next event on
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
    std::string cmd_id;  // of the command that caused it; empty if time itself did
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

// Requests the state of a board. Answered with board_state; nothing is logged.
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
    Both<std::uint32_t> period{};  // of each side's next move, from 1; 0: no game
    Both<std::string> bonus{};     // of that move, as in a time control: "+30", "b30", "d5", "y30"
    Both<std::uint32_t> block{};   // moves to make until Canadian byo-yomi gives its time again
    std::optional<Side> flag{};    // the side whose time ran out, or ran out first
    // The instant at which a running clock will show zero. During a delay it stands at its reading.
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

// All messages that a peer may send to clockd, and all that clockd sends.
using ToClockd = std::variant<Hello, Prove, Subscribe, GetBoard, ClockCommand, EnrolDevice,
                              RevokeDevice, GetDevice, SignedHead, Equipment, GetEquipment,
                              PressWeighed>;
using FromClockd = std::variant<Challenge, Welcome, Ack, Refused, Subscribed, EventFrame,
                                BoardState, Enrolment, Enrolled, Revoked, DeviceState, SignedHead,
                                EquipmentState, PressHeld>;

}  // namespace flagfall::wire
