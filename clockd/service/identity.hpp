// What does not change while clockd runs.
#pragma once

#include <cstdint>
#include <string>

#include "clockd/service/limits.hpp"
#include "common/auth/proof.hpp"

namespace flagfall::clockd {

struct ClockIdentity {
    std::string log;   // id of the log
    std::string boot;  // of the machine
    bool virtual_time = false;
    // Nobody plays at the devices: they may follow the log. In virtual time it is always so.
    bool rehearsal = false;
    // Peers need no proof; those that ask for a challenge still get one.
    bool open_hall = false;
    auth::Key hall_key{};
    // Peers on other machines may use links that are not encrypted.
    bool insecure_lan = false;
    std::string build{};  // of the pages that clockd serves; empty: it serves none
    std::int64_t code_ms = limits::code_ms;  // how long a device's code is good
};

}  // namespace flagfall::clockd
