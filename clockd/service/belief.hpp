// How far back a device may date what it sends: a broken link costs the player no time, and a link
// that did not break gains none (docs/protocol.md, section 4).
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "clockd/service/identity.hpp"
#include "common/base/time.hpp"

namespace flagfall::clockd {

// One link's part of it.
struct Dating {
    // When clockd last heard from this device before the link: since then it may have been away.
    // Not known of devices that are not enrolled.
    std::optional<Instant> heard_before{};
    std::optional<Instant> let_in{};  // when the welcome went out
    // The first accepted instant of a command that clockd itself postponed ("busy"), and when it
    // last did so.
    std::optional<Instant> put_off{};
    Instant put_off_at{};
    // Lines that come together count once. `silence` is what came before the last ones, if the
    // device had been heard steadily until then: it had something to say, and could not.
    Instant together{};
    Duration silence{};
    bool steady = false;
};

class Belief {
public:
    // clockd was away until now; it had last been there at `last_seen`, of this boot, or never.
    void started(Instant last_seen) { floor_ = last_seen; }

    // A line of this device came at `at`; 0: it is not enrolled, and nothing is kept.
    void heard(std::uint32_t device, Instant at);

    // Begins a link of this device at `at`, before `heard` is called for it. What a broken link had
    // kept back may have come just before: a silence that ended so counts.
    Dating link(std::uint32_t device, Instant at) const;

    // A line came on this link at `at`, before it is looked at.
    static void heard(Dating& link, Instant at);

    // How much of a claimed age is accepted of a line that came at `at`, for a board whose turn
    // began at `turn`: 100 ms, and how long the device was away or silent when the act may have
    // been made then.
    static Duration believed(const Dating& link, Duration claimed, Instant at, Instant turn);

    // clockd did not look at a command that came at `at` and claims this age: it will come again.
    static void put_off(Dating& link, Duration claimed, Instant at, Instant turn);

private:
    struct Heard {
        Instant last{};
        bool steady = false;
        // The last silence of a device that had been heard steadily.
        Instant quiet_from{};
        Instant quiet_until{};
    };

    std::map<std::uint32_t, Heard> heard_;  // by device
    Instant floor_{};
};

}  // namespace flagfall::clockd
