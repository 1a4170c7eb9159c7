// Many boards on one line: one question at a time, each answered by the board that it names. Bytes
// and instants in, acts out.
//
// A board keeps its changes until they are asked for, so that no move is lost however long a round
// takes. What got lost on the way is asked for again (repeat changes), and only ever that: the
// plain question would make the board forget what nobody has read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clockd/devices/followed.hpp"
#include "clockd/devices/frames.hpp"
#include "clockd/devices/limits.hpp"
#include "clockd/devices/reports.hpp"

namespace flagfall::devices {

class BusLine {
public:
    // `expected`: serial numbers of boards that should be there; they are asked by name. An address
    // says less than such a number: any other board is taken for the one that has it as its number.
    BusLine(const std::vector<std::string>& expected, Instant at);

    Acts on_bytes(std::string_view bytes, Instant at);
    Acts on_wake(Instant at);
    Instant deadline() const { return wake_; }

    // The game in the memory of this board; answered with Remembered.
    void ask_memory(std::string_view serial);
    // This board is asked for its changes at `when` before all others, until hands are away, or two
    // seconds are over.
    void ask_changes(std::string_view serial, Instant when);
    // Sets how closely the clock beside this board is read.
    void read_clock(std::string_view serial, ClockCare care);
    // A game begins at this board: its memory is read from here.
    void mark_start(std::string_view serial);
    void set_settle(Duration settle) { settle_ = settle; }

    const Damage& damage() const { return parser_.damage(); }
    // Boards that have answered.
    std::size_t boards() const;
    // Have all boards been looked for that may be there?
    bool searched() const { return stage_ == Stage::polling; }
    // They have, and none answered.
    bool found_nobody() const { return search_at_.has_value() || (searched() && silent()); }

private:
    enum class Stage : std::uint8_t { pinging, hushing, polling };

    struct Member {
        Equipment equipment{.link = LinkState::silent};
        Equipment shown{.link = LinkState::silent};
        Followed followed;
        bool expected = false;
        bool proved = false;    // it has answered by name
        bool repeat = false;    // the last answer got lost
        bool behind = true;     // its changes come before a whole board means anything
        int tries = 0;
        bool given_up = false;  // it did not respond
        Instant changes_at{};   // when each question is due
        Instant clock_at{};
        Instant check_at{};
        ClockCare care = ClockCare::beside;
        Instant clock_read{};             // last
        int clock_looks = 0;              // at its lever, which hands will press
        bool lever_due = false;
        std::optional<Hand> to_move{};    // by the lever
        bool want_version = true;
        std::optional<Instant> first_at{};  // its changes, before those of all others
        Instant first_until{};
        bool first_whole = false;           // then the whole board, if it is doubtful
        bool want_memory = false;
        int memory_tries = 0;  // without an answer
        bool want_start = false;
        std::optional<Instant> asked_at;  // for the changes that were answered last
        std::string last_changes;
    };

    struct Exchange {
        bus::Code code{};
        std::uint16_t address = 0;
        std::optional<Content> answer{};
        Instant sent{};
        Instant heard{};
    };

    bool silent() const;
    void step(Instant at, Acts& acts);
    void search(Instant at, Acts& acts);
    void ask(bus::Code code, std::uint16_t address, Instant at, Acts& acts);
    void ask_next(Instant at, Acts& acts);
    bool ask_first(Instant at, Acts& acts);
    bool ask_urgent(Instant at, Acts& acts);
    bool ask_other(Instant at, Acts& acts);
    bool late(Instant at) const;
    Duration clock_pause(const Member& member) const;
    std::int64_t boards_here() const {
        return std::max<std::int64_t>(static_cast<std::int64_t>(members_.size()), 1);
    }
    void give_up(Instant at, Acts& acts);
    static void no_more_memory(Member& member, Instant at, Acts& acts);
    void on_frame(const Frame& frame, Instant at, Acts& acts);
    void on_answer(std::uint16_t address, Member& member, const Frame& frame, Instant asked_at,
                   Instant at, Acts& acts);
    void on_changes(Member& member, const Frame& frame, Instant asked_at, Instant at, Acts& acts);
    void on_clock(Member& member, const Frame& frame, Instant at, Acts& acts);
    void look(Member& member, Instant at, Acts& acts);
    void tell(Member& member, Acts& acts);
    Member* member_of(std::string_view serial);
    Instant next_due(Instant at) const;

    FrameParser parser_{LineMode::bus};
    std::map<std::uint16_t, Member> members_;
    std::optional<Exchange> current_;
    Stage stage_ = Stage::pinging;
    std::optional<Instant> window_;      // of a ping that all answer: until when
    std::set<std::uint16_t> found_;      // in it
    std::set<std::uint16_t> to_hush_;
    Damage damage_before_;               // the window
    int rounds_ = 0;
    std::optional<Instant> search_at_;   // again: no board has answered
    int urgent_ = 0;                     // in a row
    std::uint16_t last_other_ = 0;       // board that was asked something that can wait
    Instant next_check_{};               // of a whole board though nothing moved: not all at once
    Duration settle_ = milliseconds(limits::settle_ms);
    Instant wake_;
};

}  // namespace flagfall::devices
