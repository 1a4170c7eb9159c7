// The arbiter's office driven by a hall's log: follows it, sends its commands back, and holds every
// event of its own against what arbiterd promises.
#pragma once

#include <functional>
#include <vector>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/game/state/games.hpp"
#include "tests/fuzz/hall_play.hpp"

namespace flagfall::fuzz {

// An event of the office and what it answers; `cause` is nothing when it answers a refusal.
struct Decided {
    const Logged* cause;
    std::vector<wire::GameEvent> events;
};

class Desk {
public:
    using Keep = std::function<void(const Decided&)>;
    // `keep` gets everything that is decided, before it is applied.
    explicit Desk(Keep keep = {}) : keep_(std::move(keep)) {}

    // Reads on in the hall's log, at most so many lines.
    void follow(const HallPlay& play, std::size_t lines);
    // Sends one of the commands whose effect was not seen; `which` chooses. False if there is none.
    bool send(HallPlay& play, std::size_t which);
    // Follows and sends until nothing is left to do, which must come soon.
    void settle(HallPlay& play);

    // The state its own log gives when it is read from its bytes is the state it has.
    void check_replay() const;

    const game::Games& games() const { return office_; }

private:
    void record(Decided decided);

    Keep keep_;
    game::Games office_;
    std::vector<wire::GameEvent> log_;
    std::size_t read_ = 0;
};

}  // namespace flagfall::fuzz
