// A disk with the promises of the store: rows are numbered at once and durable later, a whole
// append or nothing of it; rows that were not synced may be lost, and a commit under way may go
// either way.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "common/store/row.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

// `Effect` is stored beside the rows and replaced by each append.
template <class Effect>
class Disk {
public:
    Disk(World& world, const DiskFaults& faults)
        : world_(world), faults_(faults), random_(world.random.split()) {}

    // --- what a start finds ---
    const std::vector<store::Row>& rows() const { return rows_; }
    const std::optional<Effect>& effect() const { return effect_; }

    // --- the store's contract ---
    void append(std::vector<store::Row>& rows, Effect effect) {
        for (store::Row& row : rows) row.pos = last_ = Pos{last_.value + 1};
        waiting_ += std::ssize(rows);
        queue_.push_back({rows, std::move(effect)});
        if (!committing_) commit();
    }
    bool full() const { return waiting_ >= faults_.queue_rows; }
    Pos last() const { return last_; }

    // Called on commit, and after a failed one. `stopped`: how long the process still sleeps.
    std::function<void(Pos)> on_committed;
    std::function<void()> on_error;
    std::function<Duration()> stopped;

    // The process has ended, and rows that were not durable are lost.
    void crash() {
        ++life_;
        if (committing_ && random_.chance(0.5)) {
            world_.marks.add("crash_kept_commit_under_way");
            keep();
        } else if (committing_ || !queue_.empty()) {
            world_.marks.add("crash_lost_unsynced_rows");
        }
        committing_.reset();
        queue_.clear();
        waiting_ = 0;
        last_ = rows_.empty() ? Pos{} : rows_.back().pos;
    }

private:
    using Batch = std::pair<std::vector<store::Row>, Effect>;

    // All rows that queued during the last commit form the next commit.
    void commit() {
        committing_.emplace(std::exchange(queue_, {}));
        Duration took = random_.skewed(microseconds(30), faults_.commit);
        if (world_.fault(random_, faults_.stalls)) {
            world_.marks.add("disk_stall");
            took = random_.between(milliseconds(10), faults_.stall);
        }
        finish_in(took);
    }

    void finish_in(Duration took) {
        world_.agenda.in(took, [this, life = life_] {
            if (life != life_) return;
            if (const Duration rest = stopped(); rest > Duration{}) return finish_in(rest);
            if (world_.fault(random_, faults_.errors)) {
                world_.marks.add("disk_error");
                return on_error();
            }
            const Pos up_to = keep();
            if (!queue_.empty()) commit();
            on_committed(up_to);
        });
    }

    Pos keep() {
        for (Batch& batch : *committing_) {
            waiting_ -= std::ssize(batch.first);
            for (store::Row& row : batch.first) rows_.push_back(std::move(row));
            effect_ = std::move(batch.second);
        }
        committing_.reset();
        return rows_.empty() ? Pos{} : rows_.back().pos;
    }

    World& world_;
    const DiskFaults& faults_;
    Random random_;
    std::vector<store::Row> rows_;
    std::optional<Effect> effect_;
    std::deque<Batch> queue_;
    std::optional<std::deque<Batch>> committing_;
    std::int64_t waiting_ = 0;
    Pos last_;
    int life_ = 0;
};

}  // namespace flagfall::sim
