#include "arbiterd/api/feed.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/base/now.hpp"

namespace flagfall::api {

namespace {

constexpr std::size_t batch = 500;          // rows read at once
constexpr Duration tick_every = microseconds(200'000);

auto first_after(auto& entries, Pos pos) {
    return std::ranges::upper_bound(entries, pos, {},
                                    [](const auto& entry) { return entry->change.pos; });
}

const std::shared_ptr<const std::string>& still_here() {
    static const auto text = std::make_shared<const std::string>(": still here\n\n");
    return text;
}

}  // namespace

bool for_everybody(const Change& change, bool moves) {
    const bool play =
        change.type == "move" || change.type == "clock" || change.type == "position";
    return change.is_public && (moves || !play);
}

std::string envelope(const Change& change) {
    nlohmann::ordered_json head{{"seq", change.pos.value}, {"event", change.event},
                                {"type", change.type}};
    head["round"] = nullptr;
    head["board"] = nullptr;
    if (!change.round.empty()) head["round"] = change.round;
    if (change.board > 0) head["board"] = change.board;
    head["at"] = rfc3339(change.wall_ms);
    std::string text = head.dump();
    text.pop_back();
    return text + ",\"data\":" + change.body + "}";  // the body is JSON
}

std::string sse_text(const Change& change) {
    return "id: " + std::to_string(change.pos.value) + "\nevent: " + change.type +
           "\ndata: " + envelope(change) + "\n\n";
}

Feed::Feed(net::Loop& loop, ChangeSource source, Pos last, const FeedLimits& limits)
    : loop_(loop), source_(std::move(source)), last_(last), limits_(limits),
      next_heartbeat_(now() + limits.heartbeat), timer_(loop) {
    timer_.wake_in(tick_every, [this] { tick(); });
}

bool Feed::sees(bool all, const Change& change) const {
    return all || for_everybody(change, limits_.public_moves);
}

void Feed::keep(Change change) {
    auto [at, is_new] = recent_.try_emplace(change.event);
    Recent& recent = at->second;
    if (is_new) recent.after = last_;
    recent.entries.push_back(
        std::make_shared<Entry>(Entry{std::move(change), nullptr, nullptr}));
    for (; recent.entries.size() > limits_.kept; recent.entries.pop_front())
        recent.after = recent.entries.front()->change.pos;
}

void Feed::committed(Pos up_to) {
    if (up_to <= last_) return;
    std::vector<Change> added;  // all are read before any is stored: reading may fail
    for (bool more = true; more;) {
        auto changes = source_("", added.empty() ? last_ : added.back().pos, batch);
        more = changes.size() == batch && changes.back().pos <= up_to;
        for (Change& change : changes)
            if (change.pos <= up_to) added.push_back(std::move(change));
    }
    std::set<std::string> changed;
    for (Change& change : added) {
        changed.insert(change.event);
        keep(std::move(change));
    }
    last_ = up_to;
    pump_all();
    answer_waiters(now(), changed);
}

std::vector<Change> Feed::read(const std::string& event, Pos after, std::size_t limit, bool all) {
    std::vector<Change> found;
    const auto recent = recent_.find(event);
    if (recent != recent_.end() && after >= recent->second.after) {
        auto next = first_after(recent->second.entries, after);
        for (; next != recent->second.entries.end() && found.size() < limit; ++next)
            if (sees(all, (*next)->change)) found.push_back((*next)->change);
        return found;
    }
    for (bool more = true; more && found.size() < limit;) {
        auto changes = source_(event, after, batch);
        more = changes.size() == batch;
        for (Change& change : changes) {
            if (change.pos > last_) return found;  // not committed yet
            after = change.pos;
            if (found.size() == limit) break;
            if (sees(all, change)) found.push_back(std::move(change));
        }
    }
    return found;
}

std::function<void()> Feed::poll(const std::string& event, Pos after, std::size_t limit,
                                 Viewer viewer, Duration wait, Polled done) {
    auto found = read(event, after, limit, viewer.all);
    if (!found.empty() || wait <= Duration{}) {
        done(std::move(found));
        return [] {};
    }
    waiters_.push_back({++numbers_, event, std::max(after, last_), limit, std::move(viewer),
                        now() + wait, std::move(done)});
    return [this, number = numbers_] {
        loop_.post([this, number] {
            std::erase_if(waiters_, [&](const Waiter& w) { return w.number == number; });
        });
    };
}

void Feed::answer_waiters(Instant at, const std::set<std::string>& changed) {
    for (auto waiter = waiters_.begin(); waiter != waiters_.end();) {
        std::vector<Change> found;
        if (changed.contains(waiter->event)) {
            found = read(waiter->event, waiter->after, waiter->limit, waiter->viewer.all);
            waiter->after = std::max(waiter->after, last_);
        }
        if (found.empty() && at < waiter->until) {
            ++waiter;
            continue;
        }
        const Polled done = std::move(waiter->done);
        waiter = waiters_.erase(waiter);
        done(std::move(found));
    }
}

std::function<void()> Feed::follow(const std::string& event, Pos after, Viewer viewer, Sink sink) {
    consumers_.push_back({++numbers_, event, after, std::move(viewer), std::move(sink), {}});
    if (!pump(consumers_.back(), now())) {
        consumers_.pop_back();
        return [] {};
    }
    // Not at once: the sink may notice it while changes are being sent.
    return [this, number = numbers_] {
        loop_.post([this, number] {
            std::erase_if(consumers_, [&](const Consumer& c) { return c.number == number; });
        });
    };
}

bool Feed::give(Consumer& consumer, Entry& entry) {
    if (!sees(consumer.viewer.all, entry.change)) return true;
    auto& text = consumer.sink.sse ? entry.sse : entry.message;
    if (!text)
        text = std::make_shared<const std::string>(consumer.sink.sse ? sse_text(entry.change)
                                                                     : envelope(entry.change));
    return consumer.sink.send(text);
}

// Returns false when the consumer is gone.
bool Feed::pump(Consumer& consumer, Instant at) {
    while (consumer.cursor < last_) {
        if (consumer.sink.waiting() > limits_.slow_bytes) {
            if (!consumer.slow_since) consumer.slow_since = at;
            if (at - *consumer.slow_since < limits_.slow_patience) return true;
            ++dropped_;
            consumer.sink.close("slow");
            return false;
        }
        consumer.slow_since.reset();
        const auto recent = recent_.find(consumer.event);
        if (recent != recent_.end() && consumer.cursor >= recent->second.after) {
            auto& entries = recent->second.entries;
            const auto next = first_after(entries, consumer.cursor);
            if (next == entries.end()) {
                consumer.cursor = last_;
                break;
            }
            consumer.cursor = (*next)->change.pos;
            if (!give(consumer, **next)) return false;
            continue;
        }
        const auto older = source_(consumer.event, consumer.cursor, batch);
        if (older.empty() || older.front().pos > last_) consumer.cursor = last_;
        for (const Change& change : older) {
            if (change.pos > last_) break;
            Entry entry{change, nullptr, nullptr};
            if (!give(consumer, entry)) return false;
            consumer.cursor = change.pos;
        }
    }
    return true;
}

void Feed::pump_all() {
    const Instant at = now();
    for (auto consumer = consumers_.begin(); consumer != consumers_.end();)
        consumer = pump(*consumer, at) ? std::next(consumer) : consumers_.erase(consumer);
}

void Feed::tick() {
    timer_.wake_in(tick_every, [this] { tick(); });  // first: reading may throw
    const Instant at = now();
    pump_all();
    answer_waiters(at, {});
    if (at >= next_heartbeat_) {
        next_heartbeat_ = at + limits_.heartbeat;
        for (const Consumer& consumer : consumers_)
            if (consumer.sink.sse && consumer.sink.waiting() == 0)
                consumer.sink.send(still_here());
    }
}

void Feed::recheck(const Ended& ended) {
    std::map<std::pair<std::string, std::string>, std::optional<std::string>> known;
    const auto why = [&](const Viewer& viewer) -> std::optional<std::string> {
        const access::Identity& who = viewer.who;
        if (who.token.empty() && who.session.empty()) return std::nullopt;  // an anonymous caller
        const auto [at, is_new] = known.try_emplace({who.token, who.session});
        if (is_new) at->second = ended(who);
        return at->second;
    };
    for (auto consumer = consumers_.begin(); consumer != consumers_.end();) {
        const auto reason = why(consumer->viewer);
        if (reason) consumer->sink.close(*reason);
        consumer = reason ? consumers_.erase(consumer) : std::next(consumer);
    }
    for (auto waiter = waiters_.begin(); waiter != waiters_.end();) {
        const auto reason = why(waiter->viewer);
        if (!reason) {
            ++waiter;
            continue;
        }
        const Polled done = std::move(waiter->done);
        waiter = waiters_.erase(waiter);
        done(std::unexpected(*reason));
    }
}

void Feed::close(std::string_view reason) {
    timer_.cancel();
    for (const Consumer& consumer : std::exchange(consumers_, {})) consumer.sink.close(reason);
    for (const Waiter& waiter : std::exchange(waiters_, {})) waiter.done(std::vector<Change>{});
}

}  // namespace flagfall::api
