#include "arbiterd/game/state/pauses.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "arbiterd/game/state/clock_words.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

// Pauses by these are not an arbiter's: players stop the clock to claim or to call the arbiter, and
// an electronic board may do so, too; clockd stops it at a flag or after a power cut.
bool by_arbiter(std::string_view by) {
    constexpr std::array others{Actor::white, Actor::black, Actor::device, Actor::boards,
                                Actor::clockd};
    const auto actor = actor_of(by);
    return !actor || std::ranges::find(others, *actor) == others.end();
}

}  // namespace

void runs(Live& live) {
    live.began = live.running = true;
    live.named_pause.reset();
    live.paused = live.locked = false;
}

void stands_by(Live& live, const wire::ClockIntervention& e) {
    FF_CHECK(!e.run);
    FF_CHECK(!live.running);
    FF_CHECK(!e.by.empty());
    const bool arbiter = by_arbiter(e.by);
    if (arbiter) live.named_pause = e.by;
    else if (!live.paused) live.named_pause.reset();
    if (arbiter && e.kind == Intervening::paused && e.ruling == 0) live.paused = true;
    if (e.kind == Intervening::set_reading) live.paused = false;
}

}  // namespace flagfall::game
