// The change feed: what happens in an event, in the order of arbiterd's log, by polling, as a
// stream or over a WebSocket.
//
// A consumer is a cursor, not a queue: what it has not read yet is read again from the record, so a
// slow consumer costs no memory, and one that was away catches up in the same way.
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
#include "arbiterd/record/feed.hpp"
#include "common/base/ids.hpp"
#include "common/base/limits.hpp"
#include "common/base/time.hpp"
#include "common/net/loop.hpp"

namespace flagfall::api {

using Change = record::ChangeRow;

// For a consumer: {"seq":..,"event":..,"type":..,"round":..,"board":..,"at":..,"data":..}.
std::string envelope(const Change& change);
// A field of Server-Sent Events, with its id and type.
std::string sse_text(const Change& change);

// Is it public? With `moves` games are public as they are played; without, changes that show moves
// or clocks are for arbiters only.
bool for_everybody(const Change& change, bool moves);

// Reads changes after a position, oldest first: of one event, or of all when it is empty.
using ChangeSource =
    std::function<std::vector<Change>(const std::string& event, Pos after, std::size_t limit)>;

// The receiving end of a stream.
struct Sink {
    // Queues a text that many share; false when the other side is gone.
    std::function<bool(std::shared_ptr<const std::string>)> send;
    std::function<std::size_t()> waiting;             // bytes it has not taken yet
    std::function<void(std::string_view reason)> close;  // ends it and says why
    bool sse = true;  // else one envelope a message
};

// A consumer's identity, and what it may see.
struct Viewer {
    bool all = false;      // also what is not for spectators
    access::Identity who;  // checked again while they follow
};

struct FeedLimits {
    std::size_t slow_bytes = limits::feed_slow_bytes;  // more than that waits: nothing is added
    Duration slow_patience = seconds(30);              // that long: it is dropped
    Duration heartbeat = seconds(15);
    std::size_t kept = limits::feed_kept;              // changes of an event kept in memory
    bool public_moves = true;  // spectators get moves and clocks, too
};

class Feed {
public:
    // `last` is the last position that is committed at present.
    Feed(net::Loop& loop, ChangeSource source, Pos last, const FeedLimits& limits);

    // Rows up to here are committed: they are read and go out.
    void committed(Pos up_to);

    // Gives what happened after a position, now if there is anything, else when something does,
    // else nothing when the wait is over; or why the viewer may not wait any longer (recheck()).
    using Polled = std::function<void(std::expected<std::vector<Change>, std::string>)>;
    // Call the result when nobody waits any more.
    std::function<void()> poll(const std::string& event, Pos after, std::size_t limit,
                               Viewer viewer, Duration wait, Polled done);

    // From after a position on, until the other side is gone: call the result then.
    std::function<void()> follow(const std::string& event, Pos after, Viewer viewer, Sink sink);

    // Ends every stream and poll whose viewer has lost the right to it: `ended` gives the reason,
    // which is said to them, or nothing. It is asked once for each token and session.
    using Ended = std::function<std::optional<std::string>(const access::Identity&)>;
    void recheck(const Ended& ended);

    // Ends every stream and answers every poll.
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
        Pos after;  // nothing for it up to here
        std::size_t limit = 0;
        Viewer viewer;
        Instant until;
        Polled done;
    };
    struct Recent {
        Pos after;  // every change after this one is here
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
