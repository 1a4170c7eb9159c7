// When to retry a lost or refused connection: the time between attempts doubles, from
// the first wait to the longest, until a connection brings a line.
//
// It counts from the beginning of the last attempt. An attempt that nobody answered, and
// a link on which nothing came, have taken their time already: a further pause would
// only keep the service away.
#pragma once

#include <algorithm>

#include "common/base/time.hpp"

namespace flagfall::net {

class Redial {
public:
    Redial(Duration first, Duration longest) : first_(first), longest_(longest), wait_(first) {}

    void attempt_begins(Instant now) { began_ = now; }

    // The connection works, or the user wants a new one.
    void start_over() { wait_ = first_; }

    // The time from the beginning of one attempt to the next, if it fails.
    Duration wait() const { return wait_; }

    // When the next attempt is due; call it once for each attempt that failed or ended.
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
