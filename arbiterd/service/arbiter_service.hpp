// arbiterd's link to clockd without its loop, sockets and disk: follows clockd's log, decides,
// records, and sends what was decided back.
//
// The shell provides the I/O as `Ports` and calls it from one thread. The same code runs under
// simulated time, network and disk in tests/sim.
//
// In memory is what is live: the games under way, each board's latest, and the tournaments. Other
// games are read from the record when something is decided about them.
//
// Order of use: replay the rows that RecordPast::present() names, in order, or all; resume_at; then
// whatever comes.
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

// How far clockd's log has been decided on; stored with what was decided.
struct Cursor {
    std::string log;
    Pos pos;
};

struct StartError {
    int exit_code = 0;
    std::string text;
};

// The I/O that the service needs. None of these calls back into the service.
class Ports {
public:
    virtual ~Ports() = default;

    // The stamp of this moment, the boot it belongs to, and wall time for people.
    virtual Instant now() = 0;
    virtual std::string boot() = 0;
    virtual std::int64_t wall_ms() = 0;

    // 32 random bytes as 64 lower-case hexadecimal digits, never the same again.
    virtual std::string nonce() = 0;

    // As net::LineClient; a line sent without a connection is lost.
    virtual void send(std::string_view line) = 0;
    virtual void reconnect(std::string_view reason) = 0;

    // Is clockd followed at present? For the API and the metrics.
    virtual void linked(bool yes) = 0;

    // In real time: clockd's instants are of this boot. `at`, if given, has just come from it.
    virtual void clock_seen(std::string_view boot, std::optional<Instant> at) {
        (void)boot, (void)at;
    }

    // As store::Store: numbers the rows and queues them with the cursor, all or nothing. Called
    // only when not full(); on_committed(pos) follows when they are durable. The events themselves
    // are not handed out: tables are made of what the rows say, live as in a rebuild. `sign`: the
    // last row is signed with them, not some seconds later.
    virtual void append(std::vector<store::Row>& rows, const Cursor& cursor, bool sign) = 0;
    virtual bool full() const = 0;

    // What the record has, committed rows only.
    virtual store::RecordPast& past() = 0;

    // Going on would be wrong: the process must end.
    virtual void fatal(StartError error) = 0;
};

class ArbiterService {
public:
    // With the key of its role, follows and answers only a clockd that proves the hall key; without
    // one, any clockd: an open hall.
    ArbiterService(Ports& ports, std::optional<auth::Key> key,
                   auth::Carrier carrier = auth::Carrier::clear);
    ~ArbiterService();

    // --- start ---

    // One row of the stored record, in order. An error says which row cannot be read.
    std::optional<std::string> replay(const store::Row& row);
    // The stored cursor's position.
    void resume_at(Pos followed);

    // --- the network ---

    void on_connected();
    // The server at clockd's address did not prove our key by TLS.
    void on_untrusted(std::string_view why);
    void on_line(std::string_view line);
    void on_disconnected();

    // --- time ---

    // To be called every second: asks about commands that clockd leaves without an answer.
    void on_tick();

    // --- people ---

    // One act; `done` is called with its answer, now or when that is durable; never if the service
    // ends before. It must not call back into the service. Without the rights that `permit` asks
    // for nothing is done: "changed_meanwhile".
    void act(const Act& act, Answered done, const Permit& permit = {});

    // --- the hall ---

    // What equipment there is now; `done` is called once, when clockd has answered or the link to
    // it is gone. It must not call back into the service.
    void equipment(EquipmentAnswered done);

    // --- the disk ---

    // Every row up to here is durable.
    void on_committed(Pos up_to);
    // The record is signed up to this head, and that is durable: clockd gets it.
    void on_signed(wire::SignedHead head);

    // The games as the record knows them, for tests that check.
    const game::Games& games() const;
    const tournament::Tournaments& tournaments() const;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace flagfall::arbiterd
