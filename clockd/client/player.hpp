// Both players of one board, and the arbiter's part there: plays the board's scripts one
// after another, each command only after the one before is durable and its events are read.
//
// Every decision rests on events of the log, never on what an answer shows, and command ids
// follow from the script. So a replay that is started again reads what happened, repeats its
// commands, learns that they are done, and goes on where it was.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clockd/client/link.hpp"
#include "clockd/client/pace.hpp"
#include "clockd/client/script.hpp"
#include "clockd/client/tally.hpp"
#include "clockd/client/track.hpp"
#include "common/net/loop.hpp"

namespace flagfall::client {

// What all boards share.
struct Room {
    net::Loop& loop;
    Address address;
    Link& desk;               // the arbiter's connection
    Tally& tally;
    std::string log;          // of the server
    bool virtual_time = false;
    std::int64_t speed = 1;   // real time only
    bool arbiter = true;      // an arbiter rules: wait for rulings and ends
    bool office = false;      // and an event's office sets the games up: join them
    std::function<void(const std::string& text)> report;
    std::function<void()> finished;  // a board has nothing left to play
};

class Player {
public:
    // `scripts` are the board's games, at least one. Starts when the loop runs.
    Player(Room& room, std::vector<Script> scripts);
    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;

    // Does the board stand still until the arbiter decides something?
    bool waits_for_arbiter() const;
    // Has the office not set up the game here, or not started it?
    bool waits_for_office() const;
    // The game and how far it is, as text for reports.
    std::string place() const;

private:
    // Why a command is sent decides what comes after it.
    enum class Purpose : std::uint8_t {
        open,    // the game
        start,   // White's clock
        before,  // a reading is set before a step
        act,     // the step itself
        after,   // a reading is set after the step
        free,    // nobody rules: the board is made free for its next game
    };

    struct Sent {
        Purpose purpose{};
        wire::ClockCommand command;
        std::string id;
        std::uint64_t seen = 0;      // events taken when it was made
        bool begun = false;          // an event of it was taken
        std::optional<Pos> done_at;  // once acknowledged: its last event
        bool repeated = false;
    };

    const Script& script() const { return scripts_[game_]; }
    const Step& step() const { return script().steps[step_]; }
    bool at_end() const { return step_ >= script().steps.size(); }
    bool scaled() const { return !room_.virtual_time && room_.speed > 1; }

    // player.cpp: what comes in, and what follows from it.
    void on_welcome(const wire::Welcome& welcome);
    void on_event(const wire::EventFrame& frame);
    void on_answer(const wire::FromClockd& message);
    void on_ack(const wire::Ack& ack);
    void on_refused(const wire::Refused& refused);
    void read_on();
    void take(const wire::EventFrame& frame);
    bool is_meant(const wire::GameOpened& game) const;
    void join(const wire::GameOpened& game);
    void follow_office(const wire::EventFrame& frame);
    void on_foreign(const wire::EventFrame& frame);
    void on_reading_set(const wire::ReadingSet& event);
    void settle();
    void acted();
    void finish();
    void leave();
    void begin_again();
    void next_game();
    void fail(const std::string& why);

    // player_acts.cpp: what is done next.
    void go_on();
    void open();
    void start();
    void perform();
    void perform_in(Duration think);
    void act(std::optional<Instant> at);
    void call_flag();
    void correct(Purpose purpose, const Step& of, Duration reading);
    void set_reading(Purpose purpose, Side side, Duration reading, std::string article,
                     std::string reason);
    void end_game(Purpose purpose, const wire::Outcome& outcome);
    void issue(Purpose purpose, wire::ClockCommand command, std::optional<Instant> at);
    void send();
    std::string id_for(Purpose purpose) const;
    Turn turn() const;
    Pace pace() const;
    Pace pace_of_move(const Turn& now) const;
    void foresee(Duration think);

    Room& room_;
    std::vector<Script> scripts_;
    std::size_t game_ = 0;
    std::size_t step_ = 0;

    Track track_;
    std::deque<wire::EventFrame> unread_;
    Pos next_;                  // first event not received yet; 0 before the first game is open
    Pos taken_;                 // last event taken from unread_
    std::uint64_t seen_ = 0;    // events taken
    Ply known_;                 // plies of this game in the log when this replay came to it

    bool opened_ = false;       // of this game
    bool started_ = false;
    bool corrected_ = false;    // a reading was set before this step
    bool ruling_ = false;       // an answer of the arbiter is awaited
    bool blocked_ = false;      // refused for a reason that an event will show
    bool thinking_ = false;
    bool done_ = false;         // nothing left to play
    Pos ruled_;                 // the event that the ruling answers
    std::uint32_t takes_ = 0;   // times the game was put back: part of command ids
    std::optional<Duration> set_after_;
    Both<Duration> model_;      // readings by the file, while real time is scaled

    std::optional<Sent> sent_;  // at most one command is under way
    net::Timer timer_;
    Link link_;                 // last: its callbacks use all of the above
};

}  // namespace flagfall::client
