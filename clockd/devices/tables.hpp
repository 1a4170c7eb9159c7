// The tables of a hall at which electronic boards stand: what boards show, and what clockd's log
// has, becomes commands for clockd. Reports, events and instants in, orders out; no I/O.
//
// clockd's log is the truth about each game: the gateway follows it from its first event, so that
// after a restart it knows what was played. A board that shows more than the log has, after a
// break, is asked for its memory.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "clockd/clock/boards.hpp"
#include "clockd/devices/hands.hpp"
#include "clockd/devices/reports.hpp"
#include "common/wire/clock_messages.hpp"

namespace flagfall::devices {

// Where a board stands.
struct Place {
    Board board;
    std::optional<Hand> white{};  // the side of the clock that is White's; nothing: it is found out
};

// ---- orders ---------------------------------------------------------------------------------

struct Send {
    wire::ClockCommand command;
};
// What this press completes was sent, or it completes nothing.
struct Weighed {
    wire::PressWeighed press;
};
struct AskMemory {
    std::string serial;
};
struct AskChanges {  // of this board before all others; on a line of its own, what stands there
    std::string serial;
    Instant when;
};
struct ReadClock {  // how closely the clock beside this board is read, on a bus
    std::string serial;
    ClockCare care{};
};
struct MarkStart {  // the memory of this board is to begin here
    std::string serial;
};
struct Tell {  // the present state of equipment; clockd keeps changes
    wire::EquipmentFacts facts;
};
// A fact for people: of this board, in words and squares.
struct Remark {
    Board board;
    std::string text;
    std::string placement{};  // as in a FEN
};
// A game stands at this board from here on: for the log of frames.
struct GameAt {
    std::string serial;
    Board board;
    std::string game;
};
using Order =
    std::variant<Send, Weighed, AskMemory, AskChanges, ReadClock, MarkStart, Tell, Remark, GameAt>;
using Orders = std::vector<Order>;
// What clockd gets of a table, one after the other.
using Outgoing = std::variant<wire::ClockCommand, wire::PressWeighed>;

class Tables {
public:
    // `run` begins the ids of all commands: never the same in two runs of the process.
    Tables(std::map<std::string, Place, std::less<>> places, std::string run);

    // ---- clockd ----

    // The next event of clockd's log; those before `up_to_date` are history.
    Orders on_event(const wire::ClockEvent& event, Pos pos, Instant at);
    // All events up to the welcome were given: what boards show counts from now on.
    Orders up_to_date(Instant now);
    // The last position of the log that was given.
    Pos last() const { return last_; }
    // A command was carried out, as of this position of the log, or refused with this code.
    Orders on_done(const std::string& id, Pos pos, Instant now);
    Orders on_refused(const std::string& id, std::string_view code);
    // A press waits at clockd until it is weighed here.
    Orders on_press_held(const wire::PressHeld& press, Instant now);

    // ---- boards ----

    Orders on_report(const std::string& source, const Report& report, Instant now);
    // The line of these boards is gone.
    Orders on_hang_up(const std::string& source, Instant now);

    // ---- time ----

    std::optional<Instant> deadline() const;
    Orders on_wake(Instant now);

    // The equipment as it is, with its figures.
    std::vector<wire::Equipment> equipment(Instant now) const;
    // Where this board stands; nothing: nowhere that was named.
    std::optional<Board> board_of(std::string_view serial) const;

private:
    // A press of any clock, which clockd holds until its move is understood here.
    struct HeldPress {
        Side side{};
        Instant at;
        wire::PressWeighed answer;
        bool given = false;  // to the hands
        // The board did not show whether there is a move. clockd is not answered, and goes on
        // without an answer in a moment.
        bool unseen = false;
        // It came before the board showed its game: only a move that is seen counts.
        bool early = false;
    };
    // The clock beside a board, where it is the game's (timing board_clock).
    struct GameClock {
        std::optional<std::string> sent{};    // the command that is not answered
        bool stood = false;                   // since the game was set up: it may start it
        bool ran = false;                     // since clockd's was started
        std::optional<Instant> stands{};      // since then, as it was read last
        std::optional<Instant> differs{};     // since then it shows another time than clockd's
        bool unset = false;                   // a person has set clockd's, and this one not yet
        bool ran_on = false;                  // while a person had paused the game
    };
    // A board and the game before it.
    struct Table {
        std::string serial;
        Place place;
        std::string game{};
        chess::Position start = chess::start_position();
        std::optional<Hands> hands{};
        std::optional<Placement> shown{};      // last whole board
        Instant shown_since{};
        Instant shown_at{};
        std::optional<Instant> remembers{};    // its memory was asked for: waits until then
        bool recalled = false;                 // it was, since the board last showed the game
        bool trusted = false;                  // what it shows goes on from the game, without a gap
        std::optional<Placement> misfit{};     // what it showed when that was no longer the game
        std::optional<Score> sign{};           // the kings in the centre show this result
        std::optional<chess::Position> taken_back{};  // the log still has the move
        // The board has not shown the game since it was set up, or since another position was set:
        // what stands there may be of before, or on its way, and is no move.
        bool awaited = false;
        Instant awaited_since{};
        bool was_here = false;              // in this game, before this process or its first look
        bool set_again = false;             // a position was: the memory does not know which moves
        std::optional<Placement> stale{};   // what stood there before, as far as known
        bool marked = false;                   // its memory begins with this game
        std::deque<Outgoing> queue{};          // the first was sent, if anything was
        bool sent = false;
        std::optional<Pos> done{};  // it was carried out there, which was not given yet
        // At this ply the lever was pressed already, or lies as it did before a ruling.
        std::optional<Ply> levered{};
        // So it lay at this ply while the board showed the game: that hand has the move.
        std::optional<std::pair<Hand, Ply>> rests{};
        bool lever_fits = false;               // it showed who has the move, once in this game
        bool lever_reported = false;           // that it did not, at the start
        std::optional<wire::Press> lever{};    // was sent, and is not answered
        std::optional<HeldPress> held{};
        std::optional<wire::PressWeighed> weighed{};  // the last press that was
        std::optional<Ply> weighed_at{};              // and before this ply was completed
        bool moving = false;                   // hands were at work since the last look
        std::optional<Instant> asked{};        // for what stands there, last, and it answered
        std::optional<Hand> white{};
        GameClock game_clock{};
        std::optional<ClockReading> reading{};  // of the clock beside it, the last one
        bool of_before = false;  // that clock runs for the game before: its lever lies as there
        bool clock_short = false;              // so, and little time is left on it
        ClockCare care{};                      // as the line was asked for it
    };
    struct Known {
        // Nothing reaches it before a source says so.
        wire::EquipmentFacts facts{.serial = {}, .source = {}, .board = {},
                                   .link = LinkState::gone};
        Instant frame{};
        std::optional<Duration> drift{};
        // Sources that reach a board of this number, too: the same one by another way, or another
        // board. The first counts as long as it reaches its board.
        std::map<std::string, Equipment, std::less<>> others{};
    };

    bool align(Table& table, Orders& orders);
    void follow(Table& table, Instant now, Orders& orders);
    void begin(Table& table, Instant now, Orders& orders);
    bool plays(const Table& table) const;
    std::optional<chess::Position> position(const Table& table) const;
    void look(Table& table, const Settled& look, Instant now, Orders& orders);
    void look_at_rest(Table& table, Orders& orders);
    void wake(Table& table, Instant now, Orders& orders);
    void act(Table& table, const HandAct& each, Instant now, Orders& orders);
    void make(Table& table, const Made& made, Instant since, Instant now, Orders& orders);
    static std::vector<StoodPlacement> stood_in(const Table& table, const Notes& memory);
    static void recall(Table& table, Instant now, Orders& orders);
    void remember(Table& table, const Remembered& memory, Instant now, Orders& orders);
    // tables_clock.cpp
    void clock_seen(Table& table, const ClockSeen& seen, Instant now, Orders& orders);
    bool starts_wrong(Table& table, Side to_move, Orders& orders);
    void lever(Table& table, const ClockReading& reading, Instant at, Instant now, Orders& orders);
    static bool was_set(const std::optional<ClockReading>& before, const ClockReading& reading);
    bool finds_side(Table& table, Hand to_move) const;
    void pressed(Table& table, const wire::Pressed& pressed, Instant at);
    std::optional<Instant> held_due(const Table& table) const;
    static bool unasked(const Table& table);
    // Asks the board as soon as it can have seen the move of the press that waits.
    static void ask_for_press(const Table& table, Orders& orders);
    void weigh(Table& table, Instant now);
    void no_move(Table& table, const NoMove& none);
    void answer_when_weighed(Table& table, Orders& orders);
    void answer_held(Table& table, Orders& orders);
    bool explained_by_press(const Table& table) const;
    void compare(Table& table, const ClockReading& reading, Instant at, Orders& orders);
    void compare(Table& table, const ClockObserved& seen);
    // tables_equipment.cpp
    bool elsewhere(std::string_view serial, std::string_view source) const;
    void equipment_seen(const std::string& source, const Equipment& equipment, Orders& orders);
    void counts(const std::string& source, const Equipment& equipment, Orders& orders);
    void next_source(Known& known, Orders& orders);
    void out_of_reach(std::string_view serial);
    void misfits(Table& table, const std::optional<Placement>& misfit, Orders& orders);
    void fits(Table& table, Orders& orders);
    void shows_sign(Table& table, const std::optional<Score>& sign, Orders& orders);
    void tell(const std::string& serial, Orders& orders);
    // tables_timing.cpp
    void start_or_stop(Table& table, const ClockReading& reading, Instant at, Orders& orders);
    std::optional<Instant> stops_at(const Table& table) const;
    void stop(Table& table, Instant now, Orders& orders);
    void take_time(Table& table, const ClockObserved& seen, bool stands, Orders& orders);
    void clock_set(Table& table, const wire::ClockEvent& event);
    bool of_this_game(const Table& table, const ClockReading& reading) const;
    ClockCare care_of(const Table& table) const;
    void care_for_clock(Table& table, Orders& orders);
    bool counts_up(const Table& table, Side side) const;
    ClockObserved as_left(const Table& table, ClockObserved seen) const;
    void send_of_clock(Table& table, wire::ClockCommand command, Orders& orders);
    // Nothing that the board shows can be a move now: a press waits for none.
    bool nothing_to_weigh(const Table& table) const {
        return !plays(table) || !table.hands;
    }
    static bool is_stale(const Table& table) {
        return table.awaited && table.stale && table.stale == table.shown;
    }
    void stood_here(const wire::EquipmentChanged& event);
    void await_at_start(Table& table) const;
    void await_stranger(Table& table, Instant now) const;
    // While it is awaited: may its memory have moves of this game?
    static bool remembers_game(const Table& table) {
        return table.was_here && !table.set_again;
    }
    void await(Table& table, const std::optional<chess::Position>& before, Instant now) const;
    bool arrives(Table& table, Instant now, Orders& orders);
    bool nearly_explained(const Table& table) const;
    bool is_new_with_a_move(const Table& table, std::optional<Side> presser) const;
    void wait_for_game(Table& table, Instant now, Orders& orders);
    void unlawful(Table& table, const Unlawful& unlawful, Instant now, Orders& orders);
    void queue(Table& table, wire::ClockCommand command, Orders& orders);
    void fill_in(const Table& table, wire::Command& command);
    void next(Table& table, Instant now, Orders& orders);
    void send_first(Table& table, Orders& orders);
    Table* sender_of(const std::string& id);
    Table* lever_of(const std::string& id);
    Table* clock_of(const std::string& id);
    Table* table_of(std::string_view serial);
    Table* table_at(Board board);
    std::string next_id() { return run_ + "-" + std::to_string(++last_id_); }
    const clock::BoardState& state(const Table& table) const {
        return boards_.at(table.place.board);
    }

    clock::Boards boards_;  // as clockd's log has them
    std::vector<Table> tables_;
    std::map<std::string, Known, std::less<>> known_;
    std::string run_;
    std::uint64_t last_id_ = 0;
    Pos last_;
    bool live_ = false;
};

}  // namespace flagfall::devices
