// Boards and clocks that a gateway connects (`clockd boards`): its reports, and what clockd's
// log keeps of them: changes only; and presses that wait for what a board shows. Plain data, as in
// clock_messages.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/ids.hpp"
#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/wire/words.hpp"

namespace flagfall::wire {

// Facts about one piece of equipment, which rarely change.
struct EquipmentFacts {
    std::string serial;          // identifies the equipment on any line
    std::string source;          // the line or service that it is connected to
    std::optional<Board> board;  // the place in the hall where it stands
    LinkState link{};
    std::string version{};
    std::string battery{};       // "good", "low", "charging", "none"
    std::string clock{};         // the clock beside it: "connected", "low_battery", "none"
    std::optional<Drift> drift{};    // of that clock against clockd's
    std::optional<Showing> shows{};  // nothing: it has no game
    std::string placement{};     // the men on it when it began to show another: FEN's first field
    std::optional<Score> sign{};     // both kings stand in the centre, as players show a result
    friend bool operator==(const EquipmentFacts&, const EquipmentFacts&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("serial", m.serial);
        v("source", m.source);
        v.maybe("board", m.board);
        v("link", m.link);
        v.maybe("version", m.version);
        v.maybe("battery", m.battery);
        v.maybe("clock", m.clock);
        v.maybe("drift", m.drift);
        v.maybe("shows", m.shows);
        v.maybe("placement", m.placement);
        v.maybe("sign", m.sign);
    }
};

// Figures that change all the time and are in no log.
struct EquipmentFigures {
    Duration quiet{};                  // since its last frame
    std::optional<Duration> drift{};   // its clock's reading minus clockd's; within a second
    std::int64_t damaged = 0;          // bytes of its line that were not frames
    friend bool operator==(const EquipmentFigures&, const EquipmentFigures&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("quiet_us", m.quiet);
        v.maybe("drift_us", m.drift);
        v.maybe("damaged", m.damaged);
    }
};

// From a gateway: the present facts of this equipment. It gets no answer.
struct Equipment {
    static constexpr std::string_view type = "equipment";
    EquipmentFacts facts;
    EquipmentFigures figures;

    template <class M, class V>
    static void describe(M& m, V& v) {
        EquipmentFacts::describe(m.facts, v);
        EquipmentFigures::describe(m.figures, v);
    }
};

// The event: the facts were different before, or unknown. It comes again when a clock starts to run
// at the board.
struct EquipmentChanged {
    static constexpr std::string_view type = "equipment_changed";
    EquipmentFacts facts;
    // Since then nobody has reached it, for longer than a moment; it may be back for a moment.
    std::optional<Instant> gone_since{};
    std::optional<Instant> sign_since{};  // it shows the sign of `facts` since then
    friend bool operator==(const EquipmentChanged&, const EquipmentChanged&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        EquipmentFacts::describe(m.facts, v);
        v.maybe("gone_since_us", m.gone_since);
        v.maybe("sign_since_us", m.sign_since);
    }
};

// Requests the first equipment with a serial number above `after`; and the answer, without a serial
// number if there is none.
struct GetEquipment {
    static constexpr std::string_view type = "get_equipment";
    std::string id;
    std::string after{};

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v.maybe("after", m.after);
    }
};
struct EquipmentState {
    static constexpr std::string_view type = "equipment_state";
    std::string id;
    std::optional<EquipmentFacts> facts{};
    EquipmentFigures figures{};

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v.maybe("facts", m.facts);
        EquipmentFigures::describe(m.figures, v);
    }
};

// To a gateway: a player pressed at a board that it follows, and the press waits until the gateway
// knows the move. `sender` and `id` are the command's, as in the log.
struct PressHeld {
    static constexpr std::string_view type = "press_held";
    Board board;
    std::string game;
    Side side{};
    std::string sender;
    std::string id;
    Duration age{};  // how long ago it was pressed

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("board", m.board);
        v("game", m.game);
        v("side", m.side);
        v("sender", m.sender);
        v("id", m.id);
        v("age_us", m.age);
    }
};
// The gateway has sent the move that this press completes, or there is none. It gets no answer.
struct PressWeighed {
    static constexpr std::string_view type = "press_weighed";
    Board board;
    std::string game;
    std::string sender;
    std::string id;
    friend bool operator==(const PressWeighed&, const PressWeighed&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("board", m.board);
        v("game", m.game);
        v("sender", m.sender);
        v("id", m.id);
    }
};

}  // namespace flagfall::wire
