// The change feed: what happens in events, in the order of arbiterd's log, by polling, as a stream
// or over a WebSocket.
//
// A consumer is a cursor, not a queue. Changes that it has not taken yet are read from the record,
// so a slow consumer costs no memory, and one that reconnects catches up in the same way.
#pragma once

#include <cstdint>
#include <deque>
#include <expected>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "arbiterd/access/identity.hpp"
#include "arbiterd/api/limits.hpp"
#include "arbiterd/record/feed.hpp"
#include "common/base/ids.hpp"
#include "common/base/time.hpp"
#include "common/net/loop.hpp"

namespace flagfall::api {

using Change = record::ChangeRow;

// The JSON for a consumer: {"seq":..,"event":..,"type":..,"round":..,"board":..,"at":..,"data":..}.
std::string envelope(const Change& change);
// The same as a Server-Sent Event with id and type.
std::string sse_text(const Change& change);

// May spectators see it? With `moves` they see games live; without, only arbiters get changes with
// moves or clocks.
bool for_everybody(const Change& change, bool moves);

// Reads changes after a position, oldest first; of one event, or of all when `event` is empty.
using ChangeSource =
    std::function<std::vector<Change>(const std::string& event, Pos after, std::size_t limit)>;

// The receiving end of a stream.
struct Sink {
    // Queues a text that many share; false when the other side is gone.
    std::function<bool(std::shared_ptr<const std::string>)> send;
    std::function<std::size_t()> waiting;             // bytes not yet sent
    std::function<void(std::string_view reason)> close;  // ends the stream with this reason
    bool sse = true;  // false: one envelope per message
};

// A consumer's identity and rights.
struct Viewer {
    bool all = false;      // also what is not public
    access::Identity who;  // checked again during the stream
};

struct FeedLimits {
    std::size_t slow_bytes = limits::feed_slow_bytes;  // above this, nothing more is sent
    Duration slow_patience = seconds(30);              // after this time above it, the stream ends
    Duration heartbeat = seconds(15);
    std::size_t kept = limits::feed_kept;              // changes kept in memory for each event
    bool public_moves = true;  // spectators get moves and clocks, too
};

class Feed {
public:
    // `last` is the last committed position.
    Feed(net::Loop& loop, ChangeSource source, Pos last, const FeedLimits& limits);

    // Rows up to here are committed: reads them and sends them out.
    void committed(Pos up_to);

    // Calls `done` with the changes after a position: now if there are any, else when there are,
    // else with none when the wait is over; or with the reason why the viewer may no longer wait
    // (recheck()).
    using Polled = std::function<void(std::expected<std::vector<Change>, std::string>)>;
    // Call the returned function when nobody waits any more.
    std::function<void()> poll(const std::string& event, Pos after, std::size_t limit,
                               Viewer viewer, Duration wait, Polled done);

    // Streams all changes after a position. Call the returned function when the consumer is gone.
    std::function<void()> follow(const std::string& event, Pos after, Viewer viewer, Sink sink);

    // Ends all streams and polls of viewers who have lost their rights. `ended` returns the reason,
    // which they are sent, or nothing; it is called once for each token and session.
    using Ended = std::function<std::optional<std::string>(const access::Identity&)>;
    void recheck(const Ended& ended);

    // Ends all streams and answers all polls.
    void close(std::string_view reason);

    std::size_t consumers() const { return consumers_.size(); }
    std::size_t polls() const { return waiters_.size(); }
    std::size_t dropped() const { return dropped_; }
    Pos last() const { return last_; }

private:
    struct Entry {
        Change change;
        std::shared_ptr<const std::string> sse;
        std::shared_ptr<const std::string> message;
    };
    struct Consumer {
        std::uint64_t number = 0;
        std::string event;
        Pos cursor;
        Viewer viewer;
        Sink sink;
        std::optional<Instant> slow_since;
    };
    struct Waiter {
        std::uint64_t number = 0;
        std::string event;
        Pos after;  // earlier changes are of no interest to it
        std::size_t limit = 0;
        Viewer viewer;
        Instant until;
        Polled done;
    };
    struct Recent {
        Pos after;  // all changes after this one are here
        std::deque<std::shared_ptr<Entry>> entries;
    };

    void keep(Change change);
    bool sees(bool all, const Change& change) const;
    void answer_waiters(Instant at, const std::set<std::string>& changed);  // events
    std::vector<Change> read(const std::string& event, Pos after, std::size_t limit, bool all);
    bool pump(Consumer& consumer, Instant at);
    bool give(Consumer& consumer, Entry& entry);
    void pump_all();
    void tick();

    net::Loop& loop_;
    ChangeSource source_;
    Pos last_;
    FeedLimits limits_;
    std::unordered_map<std::string, Recent> recent_;
    std::list<Consumer> consumers_;
    std::list<Waiter> waiters_;
    std::uint64_t numbers_ = 0;
    std::size_t dropped_ = 0;
    Instant next_heartbeat_;
    net::Timer timer_;
};

}  // namespace flagfall::api
