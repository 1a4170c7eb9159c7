// Which commands were carried out, so that each acts once. Every sender has ids of their own: no
// device can use up another's, or the office's. The same id with another content is not a retry.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>

#include "clockd/clock/boards.hpp"
#include "common/base/ids.hpp"
#include "common/store/row.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::clockd {

// A command as its rows in the log name it.
struct Act {
    std::string sender;  // as `sender_of` says
    std::string id;
    std::int64_t digest = 0;  // of what it says
};

// "arbiterd", "arbiter", "display"; of devices the enrolled one's number, "device/3".
std::string sender_of(clock::Role role, std::uint32_t device);

// What the command says, except what an honest retry may change: its age and its instant.
std::int64_t digest_of(wire::ClockCommand command);
std::int64_t digest_of(const wire::EnrolDevice& request);
std::int64_t digest_of(const wire::RevokeDevice& request);

class CarriedOut {
public:
    struct Deed {
        Pos pos;  // of its last event
        std::int64_t digest = 0;
        bool only_noted = false;  // refused, but the fact of a late press stands in the log
    };

    // A row of the log, in order; of rows without a command nothing is kept.
    void apply(const store::Row& row);

    // What became of this sender's command of this id; nullptr: there was none.
    const Deed* find(const Act& act) const;

private:
    std::map<std::string, std::unordered_map<std::string, Deed>, std::less<>> by_sender_;
};

}  // namespace flagfall::clockd
