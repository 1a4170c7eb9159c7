// Authentication at clockd: who may connect, in which role, to which board; and the devices that
// arbiters enrol and revoke (docs/protocol.md, section 1).
//
// Every call returns what to record and the answer; the caller appends the events, which come
// back through apply(), and sends the answer.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "clockd/clock/boards.hpp"
#include "clockd/service/identity.hpp"
#include "clockd/service/registry.hpp"
#include "clockd/service/slowing.hpp"
#include "common/base/token_bucket.hpp"
#include "common/net/peer.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::clockd {

// An authenticated peer.
struct Guest {
    clock::Role role{};
    std::uint32_t device = 0;    // an enrolled device's number; 0: none
    std::optional<Board> board;  // the only one that a device reaches
    std::optional<Side> side{};  // and the only one that it acts for; empty: both
};

// A peer as the door sees it.
struct Visitor {
    net::PeerOrigin origin;
    Instant since{};  // of its connection, or when it last authenticated or got a key
    std::optional<auth::Name> proved;  // by TLS, which carries this link; else it is not encrypted
    std::optional<Guest> guest;
    // A hello that was answered with a challenge; it is good for one proof.
    struct Asked {
        wire::Hello hello;
        auth::Introduction said;
    };
    std::optional<Asked> asked;
    std::optional<TokenBucket> hellos{};  // that it may still send
};

struct Reply {
    clock::Events events;                  // to be recorded before an answer
    std::optional<wire::FromClockd> line;  // empty: the peer is authenticated, send the welcome
    bool counts_as_bad = false;            // as a malformed line does
    bool hang_up = false;
};

// A code that must be stretched before the proofs of it can be checked: work of some tens of
// milliseconds, which depends on nothing else.
struct Stretching {
    std::uint32_t device = 0;
    auth::Code code;
    std::string log;
    auth::Key key() const { return auth::stretched(code, log); }
};

class Door {
public:
    explicit Door(const ClockIdentity& identity) : identity_(identity) {}

    // Applies an event of the log at this position.
    void apply(const wire::ClockEvent& event, Pos pos) { registry_.apply(event, pos); }
    const Registry& registry() const { return registry_; }
    // The TLS key of this identity; empty if nobody has it.
    std::optional<auth::Key> tls_key(std::string_view identity) const;
    // Enrolled devices whose keys were not derived from our hall key.
    std::size_t strangers() const;

    // `nonce` is random and never used again; `at` is the stamp of the line.
    Reply hello(Visitor& visitor, const wire::Hello& hello, std::string nonce);
    Reply prove(Visitor& visitor, const wire::Prove& prove, Instant at);
    // The code to stretch, whose key goes to stretched(), before prove() can check this visitor's
    // proof; empty if it can check it now.
    std::optional<Stretching> to_stretch(const Visitor& visitor, Instant at) const;
    void stretched(std::uint32_t device, const auth::Key& key);
    // TLS failed on a link from there; true if that should be logged.
    bool failed_tls(const net::PeerOrigin& origin, Instant at);
    // Has this peer used up its time to authenticate?
    bool overdue(const Visitor& visitor, Instant now) const;

    // For arbiters only. `repeated`: the position of this same request, if the log has it already.
    Reply enrol(clock::Role by, const wire::EnrolDevice& request, std::optional<Pos> repeated,
                Instant at, std::int64_t wall_ms);
    Reply revoke(clock::Role by, const wire::RevokeDevice& request, Instant at);
    // `away`: for how long a device has been away, or nothing.
    Reply device(const wire::GetDevice& request, Instant at,
                 const std::function<std::optional<Duration>(std::uint32_t)>& away) const;

private:
    // A code that may still be used. Kept in memory only: a restart voids it.
    struct Code {
        std::optional<auth::Key> key;  // the code, stretched when somebody first tries it
        Board board;
        Instant until{};
        int wrong = 0;  // wrong tries that were checked
    };

    Reply let_in(Visitor& visitor, const wire::Hello& hello) const;
    Reply challenge(Visitor& visitor, const wire::Hello& hello, std::string nonce);
    // The key that this role or device must prove; empty if there is no such device.
    std::optional<auth::Key> key_of(const auth::Name& name) const;
    Reply wrong_proof(const Visitor& visitor, const std::string& slowed, Instant at,
                      std::string text);
    Reply prove_code(Visitor& visitor, const Visitor::Asked& asked, const std::string& proof,
                     Instant at);
    void forget_old_codes(Instant at);
    // In virtual time what happens to devices has no instant.
    Instant stamp(Instant at) const { return identity_.virtual_time ? Instant{} : at; }

    const ClockIdentity& identity_;
    Registry registry_;
    Slowing slowing_;
    std::map<std::uint32_t, Code> codes_;  // by device
};

}  // namespace flagfall::clockd
