// clockd's log: positions, epochs, readings to the microsecond, deadlines, one act for each
// command, and what the machine may not do at all.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "tests/oracle/complaints.hpp"
#include "tests/oracle/shadow.hpp"
#include "tests/oracle/timekeeper.hpp"

namespace flagfall::oracle {

enum class ClockPhase : std::uint8_t { empty, ready, running, paused, flag_fallen, stopped, over };

// A board as it must stand after the rows seen so far.
struct BoardClock {
    std::string game;
    ClockPhase phase = ClockPhase::empty;
    bool started = false;
    Epoch epoch;
    Ply ply;
    Timekeeper keeper;
    Side first = Side::white;
    Shadow shadow;
    chess::Variant variant = chess::Variant::chess;
    Instant last;                    // of the board's last event
    bool called = false;             // zero waits for somebody to call the flag
    bool freeze = false;
    std::optional<Duration> default_time;
    std::optional<Instant> default_at;  // while somebody has not come, in this boot
    Both<bool> here{};
    std::optional<Instant> fell_at;  // the last flag's deadline, in this boot
    Side fell = Side::white;
    bool until_judged = false;       // a claim alone stopped it
};

// What the judge of the record wants to know about a row: the board's clock around it.
struct Around {
    bool ran = false;                   // a clock ran just before
    bool runs = false;                  // and right after
    Duration before;                    // a press: the presser's display just before it
    Both<Duration> readings;            // right after, as the log has them
    Epoch epoch;                        // right after
    ClockPhase was = ClockPhase::empty;
    ClockPhase is = ClockPhase::empty;
};

class ClockJudge {
public:
    ClockJudge(Complaints& complaints, const Options& options)
        : complaints_(complaints), options_(options) {}

    // Judges the row and goes on from what it says.
    void see(const ClockRow& row);
    const Around& around() const { return around_; }
    const std::string& log() const { return log_; }
    const std::string& time_mode() const { return mode_; }
    // The board of this number, as it stands now; null when nothing happened there.
    const BoardClock* board(Board number) const;

private:
    friend struct ClockSeer;
    BoardClock& at(Board number);
    void log_order();
    void command_once();
    void complain(std::string text);
    void instant(BoardClock& board, bool own_deadline);
    void check_readings(BoardClock& board, const Both<Duration>& shown);
    template <class T>
    void same(const char* what, const T& is, const T& must) {
        if (!(is == must))
            complain(std::string(what) + " is " + show(is) + ", must be " + show(must));
    }
    void intervened(BoardClock& board, Epoch shown);
    void boot_changed(const std::string& boot);

    void event(const wire::LogOpened& e);
    void event(const wire::Booted& e);
    void event(const wire::DeviceEnrolmentOpened&) {}  // no clock's matter
    void event(const wire::DeviceEnrolled&) {}
    void event(const wire::DeviceRevoked&) {}
    void event(const wire::DeviceCameTwice&) {}
    void event(const wire::EquipmentChanged&) {}
    void event(const wire::HeadKept&) {}
    void event(const wire::GameOpened& e);
    void event(const wire::GameStarted& e);
    void event(const wire::Made& e);
    void event(const wire::Pressed& e);
    void event(const wire::PressedLate& e);
    void event(const wire::DrawOffered& e) { said(e); }
    void event(const wire::DrawAccepted& e) { said(e); }
    void event(const wire::DrawDeclined& e) { said(e); }
    void event(const wire::Resigned& e);
    void event(const wire::Claimed& e);
    void event(const wire::FlagFell& e);
    void event(const wire::PeriodEnded& e);
    void event(const wire::Paused& e);
    void event(const wire::Resumed& e);
    void event(const wire::ReadingSet& e);
    void event(const wire::GameEnded& e);
    void event(const wire::FlagReached& e);
    void event(const wire::CompletedByNext& e);
    void event(const wire::Touched& e) { said(e); }
    void event(const wire::Arrived& e);
    void event(const wire::DefaultTimePassed& e);
    void flag_facts(BoardClock& board, const wire::FlagFacts& e);
    void came(BoardClock& board, Side side);
    void event(const wire::ControlSet& e);
    void event(const wire::GameReopened& e);
    void adjusted(BoardClock& board, const wire::Correction& set);
    void said(const wire::SideEvent& e);
    // The board of an event that is of its game, its epoch unchanged unless `intervention`.
    BoardClock& of(const wire::BoardEvent& e, bool intervention);
    void flag_verdict(BoardClock& board, const wire::FlagFell& e);

    Complaints& complaints_;
    const Options& options_;
    std::map<std::uint32_t, std::unique_ptr<BoardClock>> boards_;
    std::unordered_set<std::string> games_;
    std::unordered_set<std::string> acted_;
    std::unordered_set<std::string> late_;
    std::string log_;
    std::string mode_;
    std::string boot_;
    const ClockRow* row_ = nullptr;
    const ClockRow* previous_ = nullptr;
    Around around_;
};

}  // namespace flagfall::oracle
