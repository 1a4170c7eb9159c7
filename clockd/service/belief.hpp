// How far back a device may date what it sends: a broken link costs the player no time, and a link
// that did not break gains none (docs/protocol.md, section 4).
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "clockd/service/identity.hpp"
#include "common/base/time.hpp"

namespace flagfall::clockd {

// What is known of one link.
struct Dating {
    // When clockd last heard from this device before the link: the device may have been away since.
    // Empty for devices that are not enrolled.
    std::optional<Instant> heard_before{};
    std::optional<Instant> let_in{};  // when the welcome went out
    // The first accepted instant of a command that clockd itself postponed ("busy"), and when it
    // last did so.
    std::optional<Instant> put_off{};
    Instant put_off_at{};
    // Lines that come together count once. `silence` is the gap before the last ones, if the device
    // had been heard steadily until then: it had something to send, and could not.
    Instant together{};
    Duration silence{};
    bool steady = false;
};

class Belief {
public:
    // clockd starts now; it last ran at `last_seen`, of this boot, or never.
    void started(Instant last_seen) { floor_ = last_seen; }

    // Notes that a line of this device came at `at`. Device 0 is not enrolled: nothing is kept.
    void heard(std::uint32_t device, Instant at);

    // When this device was last heard, since clockd started; empty: not yet. `steady`: it had been
    // heard all the time until then.
    struct Last {
        Instant at{};
        bool steady = false;
    };
    std::optional<Last> last(std::uint32_t device) const;

    // Begins a link of this device at `at`, before `heard` is called for it. Lines that a broken
    // link had kept back may have come just before: the silence that they ended counts.
    Dating link(std::uint32_t device, Instant at) const;

    // Notes that a line came on this link at `at`, before the line is examined.
    static void heard(Dating& link, Instant at);

    // The accepted part of a claimed age, for a line that came at `at` for a board whose turn
    // began at `turn`: 100 ms, plus the time for which the device was away or silent if the act may
    // have been made then.
    static Duration believed(const Dating& link, Duration claimed, Instant at, Instant turn);

    // clockd postponed a command that came at `at` and claims this age: it will be sent again.
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
