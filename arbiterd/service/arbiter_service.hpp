// arbiterd's link to clockd, without event loop, sockets and disk: follows clockd's log, decides,
// records the decisions, and sends the commands that follow from them.
//
// The shell provides the I/O as `Ports` and calls it from one thread. The same code runs under
// simulated time, network and disk in tests/sim.
//
// Memory holds what is live: the games under way, the latest game of each board, and the
// tournaments. Other games are read from the record when a decision needs them.
//
// Order of use: replay() the rows that RecordPast::present() names, or all rows, in order; then
// resume_at(); then the other functions in any order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/service/act.hpp"
#include "arbiterd/service/equipment.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "common/auth/caller.hpp"
#include "common/base/ids.hpp"
#include "common/base/time.hpp"
#include "common/store/past.hpp"
#include "common/store/row.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::arbiterd {

// What distinguishes an event of clockd's log from the one that another history of the same log,
// restored from a backup, has at its position. The event's own instants and id: these stay, however
// a later version writes its line.
struct EventMark {
    Instant at;
    std::string boot;
    std::int64_t wall_ms = 0;
    std::string cmd_id;
    friend bool operator==(const EventMark&, const EventMark&) = default;
};

// The position in clockd's log that has been decided on; stored with the decisions.
struct Cursor {
    std::string log;
    Pos pos;
    std::optional<EventMark> mark{};  // of the event there; empty: an earlier version stored none
};

struct StartError {
    int exit_code = 0;
    std::string text;
};

// The I/O that the service needs. None of these calls back into the service.
class Ports {
public:
    virtual ~Ports() = default;

    // The present instant, the boot that it belongs to, and wall time for people.
    virtual Instant now() = 0;
    virtual std::string boot() = 0;
    virtual std::int64_t wall_ms() = 0;

    // 32 random bytes as 64 lower-case hexadecimal digits, different each time.
    virtual std::string nonce() = 0;

    // As net::LineClient; a line is lost when there is no connection.
    virtual void send(std::string_view line) = 0;
    virtual void reconnect(std::string_view reason) = 0;

    // Is clockd followed now? For the API and the metrics.
    virtual void linked(bool yes) = 0;

    // With real time: clockd's instants belong to this boot. `at`, if given, has just arrived.
    virtual void clock_seen(std::string_view boot, std::optional<Instant> at) {
        (void)boot, (void)at;
    }

    // As store::Store: numbers the rows and queues them with the cursor, all or nothing. Called
    // only when not full(); on_committed(pos) follows when they are durable. Only rows are passed,
    // not events: tables are derived from rows, live as in a rebuild. `sign`: sign the last row in
    // the same commit, not some seconds later.
    virtual void append(std::vector<store::Row>& rows, const Cursor& cursor, bool sign) = 0;
    virtual bool full() const = 0;

    // Reads the record; committed rows only.
    virtual store::RecordPast& past() = 0;

    // The process cannot continue safely and must end.
    virtual void fatal(StartError error) = 0;
};

class ArbiterService {
public:
    // With the key of its role, it follows and answers only a clockd that proves the hall key;
    // without a key, any clockd (an open hall).
    ArbiterService(Ports& ports, std::optional<auth::Key> key,
                   auth::Carrier carrier = auth::Carrier::clear);
    ~ArbiterService();

    // --- start ---

    // Applies one row of the stored record; call in order. The error says which row is unreadable.
    std::optional<std::string> replay(const store::Row& row);
    // Sets the position of the stored cursor, and the mark of the event there.
    void resume_at(Pos followed, std::optional<EventMark> mark);

    // --- the network ---

    void on_connected();
    // The server at clockd's address did not prove our key by TLS.
    void on_untrusted(std::string_view why);
    void on_line(std::string_view line);
    void on_disconnected();

    // --- time ---

    // Call every second: puts commands to a person that clockd has not answered in time.
    void on_tick();

    // --- people ---

    // One act. `done` is called with the answer, now or when it is durable; never if the service is
    // destroyed before. It must not call back into the service. If `permit` refuses, nothing is
    // done and the answer is "changed_meanwhile".
    void act(const Act& act, Answered done, const Permit& permit = {});

    // --- the hall ---

    // The present equipment. `done` is called once, with nothing if clockd refuses or the link is
    // gone. It must not call back into the service.
    void equipment(EquipmentAnswered done);
    // The devices that are away from their games; the same.
    void away(AwayAnswered done);

    // --- the disk ---

    // All rows up to here are durable.
    void on_committed(Pos up_to);
    // The record is durably signed up to this head: sends it to clockd.
    void on_signed(wire::SignedHead head);

    // The games in memory, for tests.
    const game::Games& games() const;
    const tournament::Tournaments& tournaments() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace flagfall::arbiterd
