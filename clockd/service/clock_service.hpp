// clockd without its loop, sockets and disk: lines and wake-ups in, lines and rows out.
//
// The shell provides the I/O as `Ports` and calls it from one thread. The same code runs under
// simulated time, network and disk in tests/sim.
//
// Order of use: replay the rows of the log that count (present_rows), wrong_time_mode,
// record_start, then the callbacks as things happen.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clockd/clock/boards.hpp"
#include "clockd/service/equipment.hpp"
#include "clockd/service/feed.hpp"
#include "clockd/service/identity.hpp"
#include "common/auth/proof.hpp"
#include "common/base/ids.hpp"
#include "common/base/time.hpp"
#include "common/net/peer.hpp"
#include "common/store/past.hpp"
#include "common/store/row.hpp"

namespace flagfall::clockd {

// A sign of life, kept in one row of the store: clockd was running at `at`.
struct Heartbeat {
    Instant at;
    std::string boot;
    std::int64_t wall_ms = 0;
};

// The I/O that the service needs. Only drain() and aside() call back into the service.
class Ports {
public:
    virtual ~Ports() = default;

    // The stamp of this moment, and wall time for people (milliseconds since 1970 UTC).
    virtual Instant now() = 0;
    virtual std::int64_t wall_ms() = 0;

    // 32 random bytes as 64 lower-case hexadecimal digits, a new value each time.
    virtual std::string nonce() = 0;

    // Requests on_deadline at `at`, which replaces the request before; empty: cancels it.
    virtual void wake_at(std::optional<Instant> at) = 0;

    // As net::LineServer.
    virtual void send(net::PeerId peer, std::string_view line) = 0;
    virtual void count_bad_line(net::PeerId peer) = 0;
    virtual void close(net::PeerId peer, std::string_view reason) = 0;
    virtual void let_in(net::PeerId peer) = 0;
    virtual void drain() = 0;

    // As store::Store: numbers the rows and queues them with the heartbeat, all or nothing. Called
    // only when not full(); on_committed(pos) follows when they are durable.
    virtual void append(std::vector<store::Row>& rows, const Heartbeat& heartbeat) = 0;
    virtual bool full() const = 0;
    virtual Pos last() const = 0;

    // As Feed::Read: committed rows only.
    virtual std::optional<Pos> read(Pos from, Pos to,
                                    const std::function<bool(const store::Row&)>& row) = 0;
    // Likewise, for lookups.
    virtual store::Past& past() = 0;

    // Does slow work on another thread, and then passes its result to `then` on this
    // thread. False if too much work waits: nothing is done. Simulations work at once.
    virtual bool aside(std::function<auth::Key()> work,
                       std::function<void(const auth::Key&)> then) {
        then(work());
        return true;
    }
};

// The rows of the log that the present state follows from, in order: those of no board, and of each
// board those of its present game.
store::Lookup<std::vector<Pos>> present_rows(store::Past& past);

class ClockService {
public:
    ClockService(Ports& ports, ClockIdentity identity);
    ~ClockService();

    // --- start ---

    // Applies one of the present rows, or of all rows, in order. An error names the unreadable row.
    std::optional<std::string> replay(const store::Row& row);
    // The reason why this log cannot be served in this time mode, if any.
    std::optional<std::string> wrong_time_mode() const;
    // How many enrolled devices cannot authenticate, because the hall key is not that of their
    // enrolment.
    std::size_t devices_of_another_key() const;
    // Call it when all is replayed. Appends the events of a start: the first line of a new log,
    // pauses after a power cut (6.10), the boot. `last_seen` is the stored heartbeat's instant.
    void record_start(Instant last_seen);

    // --- the network ---

    void on_open(net::PeerId peer, const net::PeerOrigin& origin);
    // The TLS key of the peer that claims `identity`; empty if there is no such peer.
    std::optional<auth::Key> tls_key(std::string_view identity) const;
    // TLS carries this link, and the peer has proved to be `identity` with that key.
    void on_secured(net::PeerId peer, std::string_view identity);
    // TLS has failed on this link, which is closed: wrong keys on either side, mostly.
    void on_insecure(net::PeerId peer, std::string_view why);
    void on_line(net::PeerId peer, std::string_view line, Instant at);
    void on_bad_line(net::PeerId peer, std::string_view reason);  // too long
    void on_close(net::PeerId peer);
    void on_drained(net::PeerId peer);

    // --- the disk and time ---

    // Every row up to here is durable.
    void on_committed(Pos up_to);
    // The log is signed up to this head, and the head is durable: sends it to arbiterd.
    void on_signed(wire::SignedHead head);
    // The instant asked for by wake_at has come.
    void on_deadline();
    // Call it every second of real time: writes a heartbeat while a clock runs, and
    // disconnects peers that do not authenticate in time.
    void on_heartbeat();

    // The number of peers by role; those before their hello under "".
    std::map<std::string_view, std::size_t> peers_by_role() const;

    // The boards as they are now, durable or not; for checks.
    const clock::Boards& boards() const;

    // What gateways have reported.
    const EquipmentList& equipment() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace flagfall::clockd
