// Heads of logs: those that a daemon sends of its own log, and those that it keeps of other logs.
// docs/protocol.md, section 1, describes them; `verify` compares logs with them.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "common/base/time.hpp"
#include "common/base/token_bucket.hpp"
#include "common/wire/head_messages.hpp"

namespace flagfall::auth {

// The sending side. A head is worth sending when the log has grown by more than heads of the
// other log: otherwise two idle daemons would keep each other's heads for ever.
class HeadsSent {
public:
    // A row was appended, or read at start.
    void row(std::string_view type, Pos pos);
    // The log is signed up to this head, durably.
    void is_signed(wire::SignedHead head) { head_ = std::move(head); }

    // The head for a link that has just been proved; empty before the first signature.
    std::optional<wire::SignedHead> greeting(Instant now);
    // The head, if it is new and the last one was sent limits::head_every_ms ago or more.
    std::optional<wire::SignedHead> due(Instant now);

private:
    std::optional<wire::SignedHead> head_;
    Pos grown_;  // the last row that is not a head of the other log
    Pos sent_;
    std::optional<Instant> sent_at_;
};

// The keeping side. The first key of a log is trusted, as it comes over a link whose peer proved
// its role; every later key must be signed by a key that was trusted before.
class HeadsKept {
public:
    // What happens to a log when there are too many others: a daemon has few, but a log of frames
    // begins with each file. The heads kept of it stay in our log.
    enum class Old : std::uint8_t { kept, forgotten };
    explicit HeadsKept(Old old = Old::kept) : old_(old) {}

    // Reads a head that is in our log.
    void replay(const wire::HeadKept& kept);

    // Are heads of this log kept?
    bool knows(std::string_view log) const { return logs_.contains(std::string(log)); }

    // The event that records a head; empty if none is needed: it is in our log already, or too
    // many have come. An error explains why the head is rejected.
    std::expected<std::optional<wire::HeadKept>, std::string> take(const wire::SignedHead& head,
                                                                   Instant now);

private:
    struct Known {
        std::map<std::string, bool> keys;  // fingerprints; true: since a person accepted a gap
        wire::HeadKept last;
    };

    Old old_;
    std::map<std::string, Known> logs_;  // by their ids
    std::optional<TokenBucket> left_;
};

}  // namespace flagfall::auth
