// When a lost or refused connection is tried again: attempts begin at distances that double, from
// the first wait to the longest, until a connection brings a line.
//
// A distance counts from the beginning of the last attempt. An attempt that nobody answered, and
// a link on which nothing came, have cost their time already: another pause on top of it would
// only keep the service away.
#pragma once

#include <algorithm>

#include "common/base/time.hpp"

namespace flagfall::net {

class Redial {
public:
    Redial(Duration first, Duration longest) : first_(first), longest_(longest), wait_(first) {}

    void attempt_begins(Instant now) { began_ = now; }

    // The connection works, or the user wants another one.
    void start_over() { wait_ = first_; }

    // From the beginning of one attempt to the next, if it fails.
    Duration wait() const { return wait_; }

    // When the next attempt is due; to be asked once for each that failed or ended.
    Instant next(Instant now) {
        const Instant at = std::max(began_ + wait_, now + first_);
        wait_ = std::min(wait_ + wait_, longest_);
        return at;
    }

private:
    Duration first_;
    Duration longest_;
    Duration wait_;
    Instant began_{};
};

}  // namespace flagfall::net
