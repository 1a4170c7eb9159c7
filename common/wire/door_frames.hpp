// How a peer authenticates, and how devices are bound to a board (docs/protocol.md, section 1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/base/ids.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"

namespace flagfall::wire {

inline constexpr std::uint32_t protocol_version = 1;

// The first line of a peer. Roles: "device", "arbiter", "arbiterd", "display",
// "boards".
struct Hello {
    static constexpr std::string_view type = "hello";
    std::string role;
    std::string name;
    std::uint32_t protocol = protocol_version;
    std::string nonce{};       // 32 random bytes as 64 hexadecimal digits; asks for a challenge
    std::uint32_t device = 0;  // number of an enrolled device
    bool enrol = false;        // a device that has a code and requests its key

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("role", m.role);
        v("name", m.name);
        v("protocol", m.protocol);
        v.maybe("nonce", m.nonce);
        v.maybe("device", m.device);
        v.maybe("enrol", m.enrol);
    }
};

// Answers a hello that has a nonce: the peer must authenticate. clockd has done so.
struct Challenge {
    static constexpr std::string_view type = "challenge";
    std::string nonce;
    std::string log;    // id of the log
    std::string proof;  // clockd's; empty if the hello was from a device that has only a code

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("nonce", m.nonce);
        v("log", m.log);
        v.maybe("proof", m.proof);
    }
};

struct Prove {
    static constexpr std::string_view type = "prove";
    std::string proof;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("proof", m.proof);
    }
};

// The peer is authenticated.
struct Welcome {
    static constexpr std::string_view type = "welcome";
    std::string server;  // "clockd"
    std::string version;
    std::string log;   // id of the log
    std::string time;  // "real" or "virtual"
    std::string boot;
    Pos pos;                       // last durable position
    std::optional<Board> board{};  // of an enrolled device: the only one that it reaches
    std::optional<Side> side{};    // and the only side that it acts for; empty: both
    std::string build{};           // of the pages that clockd serves; empty: none

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("server", m.server);
        v("version", m.version);
        v("log", m.log);
        v("time", m.time);
        v("boot", m.boot);
        v("pos", m.pos);
        v.maybe("board", m.board);
        v.maybe("side", m.side);
        v.maybe("build", m.build);
    }
};

// An arbiter requests a code for a device at this board; and the answer, from which, with the hall
// key, the code is derived. The code itself is never sent.
struct EnrolDevice {
    static constexpr std::string_view type = "enrol_device";
    std::string id;  // as of a command: repeating it is safe
    Board board;
    std::string name;
    std::optional<Side> side{};  // the only side that the device acts for; empty: both

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("board", m.board);
        v("name", m.name);
        v.maybe("side", m.side);
    }
};
struct Enrolment {
    static constexpr std::string_view type = "enrolment";
    std::string id;
    std::uint32_t device = 0;
    Board board;
    std::int64_t until_ms = 0;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("device", m.device);
        v("board", m.board);
        v("until_ms", m.until_ms);
    }
};

// The answer to a device that has proved its code: its number, and its key, which only the holder
// of the code can open.
struct Enrolled {
    static constexpr std::string_view type = "enrolled";
    std::uint32_t device = 0;
    Board board;
    std::string sealed;
    std::string proof;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("device", m.device);
        v("board", m.board);
        v("sealed", m.sealed);
        v("proof", m.proof);
    }
};

// An arbiter revokes a device; repeating it is safe.
struct RevokeDevice {
    static constexpr std::string_view type = "revoke_device";
    std::string id;
    std::uint32_t device = 0;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("device", m.device);
    }
};
struct Revoked {
    static constexpr std::string_view type = "revoked";
    std::string id;
    std::uint32_t device = 0;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("device", m.device);
    }
};

// Requests the first device with a number above `after`, or the first one of those that are away;
// and the answer, without a device if there is none.
struct GetDevice {
    static constexpr std::string_view type = "get_device";
    std::string id;
    std::uint32_t after = 0;
    bool away = false;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v.maybe("after", m.after);
        v.maybe("away", m.away);
    }
};
struct DeviceState {
    static constexpr std::string_view type = "device_state";
    std::string id;
    std::uint32_t device = 0;
    std::optional<Board> board;
    std::string name;
    std::string state;  // "open": has a code; "enrolled"; "revoked"; "lapsed": code not used
    std::optional<Side> side{};
    std::optional<Duration> away{};  // since it was last heard, if its game goes on without it

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v.maybe("device", m.device);
        v.maybe("board", m.board);
        v.maybe("name", m.name);
        v.maybe("state", m.state);
        v.maybe("side", m.side);
        v.maybe("away_us", m.away);
    }
};

}  // namespace flagfall::wire
