// The queue of future events in a simulated world: one thread, one queue, no waiting.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "common/base/time.hpp"

namespace flagfall::sim {

class Agenda {
public:
    // World time, from 0; machines have their own: see Machine.
    Instant now() const { return now_; }

    // Runs `what` at `when`, or now if that has passed; equal instants keep their order.
    void at(Instant when, std::function<void()> what) {
        queue_.push({std::max(when, now_), ++count_, std::move(what)});
    }
    void in(Duration wait, std::function<void()> what) { at(now_ + wait, std::move(what)); }

    // Runs what is due until `end`, or until nothing is left, or `done()` returns true.
    void run(Instant end, const std::function<bool()>& done) {
        while (!queue_.empty() && queue_.top().when <= end && !done()) {
            // The queue lends its top as const, and a function is expensive to copy.
            Item item = std::move(const_cast<Item&>(queue_.top()));
            queue_.pop();
            now_ = item.when;
            ++steps_;
            item.what();
        }
        if (!done()) now_ = std::max(now_, end);
    }

    std::uint64_t steps() const { return steps_; }

private:
    struct Item {
        Instant when;
        std::uint64_t order;
        std::function<void()> what;
        bool operator<(const Item& b) const {  // the top of the queue is the largest
            return when != b.when ? when > b.when : order > b.order;
        }
    };

    Instant now_{};
    std::uint64_t count_ = 0;
    std::uint64_t steps_ = 0;
    std::priority_queue<Item> queue_;
};

}  // namespace flagfall::sim
