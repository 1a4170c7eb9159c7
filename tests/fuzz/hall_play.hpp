// A playing hall driven by choices: gives commands to clockd's core as clockd would, keeps the log,
// and holds every event against what the clock promises.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "clockd/clock/boards.hpp"
#include "common/base/ids.hpp"
#include "common/wire/clock_messages.hpp"
#include "tests/fuzz/bytes.hpp"

namespace flagfall::fuzz {

// One line of clockd's log.
struct Logged {
    Pos pos;
    std::string cmd_id;
    clock::Stamped stamped;
};

class HallPlay {
public:
    explicit HallPlay(bool virtual_time);

    const clock::Boards& boards() const { return hall_; }
    const std::vector<Logged>& log() const { return log_; }
    bool virtual_time() const { return hall_.mode() == clock::TimeMode::simulated; }
    Instant now() const { return now_; }

    // What clockd does with a line: decides, applies and logs. A command that was carried out
    // before does nothing, and so does one that cannot be sent because no line says it.
    clock::Decision give(const wire::ClockCommand& command, clock::Role by);
    // Time goes on; in real time flags fall meanwhile.
    void pass(Duration time);
    // To the next deadline, and so much beyond it or, when negative, before it.
    void pass_to_deadline(Duration beyond);
    // The machine is switched off and on; `lost` is how long ago the last heartbeat was.
    void reboot(Duration lost);
    // The process is restarted in the same boot: the state comes from the log.
    void restart();

    // The state the log gives when it is read from its bytes.
    clock::Boards replayed() const;

private:
    void take(const clock::Stamped& stamped, const std::string& cmd_id);

    clock::Boards hall_;
    std::vector<Logged> log_;
    std::set<std::string> done_;
    std::set<Board> delays_;  // boards whose game has a simple delay
    std::string boot_ = "boot-1";
    Instant now_{1'000'000};
};

// Any command, mostly one that makes sense at the board it is for; `number` makes its id.
wire::ClockCommand any_command(Bytes& bytes, const HallPlay& play, std::size_t number);

// Something happens: a command, time, a restart. True if it was a command.
bool any_step(Bytes& bytes, HallPlay& play);

}  // namespace flagfall::fuzz
