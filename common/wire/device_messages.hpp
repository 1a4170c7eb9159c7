// The devices of a hall in clockd's log: each acts for one board. Plain data, as in
// clock_messages.hpp. Nothing here is secret: codes and keys follow from the hall key alone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/base/ids.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"

namespace flagfall::wire {

// A code was made for a device at this board. Devices are numbered from 1; no number is reused.
struct DeviceEnrolmentOpened {
    static constexpr std::string_view type = "device_enrolment_opened";
    std::uint32_t device = 0;
    Board board;
    std::string name;  // for people
    std::string by;    // role of the person who asked
    std::int64_t until_ms = 0;  // wall time: the code is void from then on, or after a restart
    std::optional<Side> side{};  // the only side that it acts for; empty: both

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("device", m.device);
        v("board", m.board);
        v("name", m.name);
        v("by", m.by);
        v("until_ms", m.until_ms);
        v.maybe("side", m.side);
    }
};

// The code was used: the device has its key.
struct DeviceEnrolled {
    static constexpr std::string_view type = "device_enrolled";
    std::uint32_t device = 0;
    Board board;
    std::string key_id;  // names the key without revealing it

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("device", m.device);
        v("board", m.board);
        v("key_id", m.key_id);
    }
};

// The device is refused from now on, and its code is void if it was not used yet.
struct DeviceRevoked {
    static constexpr std::string_view type = "device_revoked";
    std::uint32_t device = 0;
    Board board;
    std::string by;  // role of the person who revoked it

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("device", m.device);
        v("board", m.board);
        v("by", m.by);
    }
};

// The device connected while another link of it was open: it had lost that link without clockd's
// knowledge, or somebody else has its key. Both links count; there is one such event until only one
// link is left.
struct DeviceCameTwice {
    static constexpr std::string_view type = "device_came_twice";
    std::uint32_t device = 0;
    Board board;
    std::string name;  // for people
    Duration quiet;    // how long the device had sent nothing

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("device", m.device);
        v("board", m.board);
        v("name", m.name);
        v("quiet_us", m.quiet);
    }
};

}  // namespace flagfall::wire
