// A game as people watch it: its state, and since when the shown state holds.
#pragma once

#include <string>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "common/base/ids.hpp"
#include "common/base/side.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::record {

// Feed it the events of one game in their order.
class Watched {
public:
    void take(const wire::GameEvent& event, Instant at);

    // Before the first event there is no game: call nothing else then.
    bool empty() const { return games_.by_id.empty(); }
    const game::Game& game() const { return games_.by_id.begin()->second; }
    const game::Live& live() const { return *live_; }
    // What the clocks show: without a penalty that has not reached them yet.
    Both<Duration> shown() const;

    Instant began() const { return began_; }
    Instant read() const { return read_; }      // the instant of what the clocks show
    Instant stands() const { return stands_; }  // when the clock was started or stopped last
    // When each of live().flags fell.
    const std::vector<Instant>& flags() const { return flags_; }

private:
    game::Games games_;
    const game::Live* live_ = nullptr;
    Instant began_, read_, stands_;
    std::vector<Instant> flags_;
};

// The members "clock" and "flags" of schemas/api/hall.json.
std::string clock_text(const Watched& watched);
std::string flags_text(const Watched& watched);

}  // namespace flagfall::record
