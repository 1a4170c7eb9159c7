// All promises to clients, for the checks at the end: answers, events seen, presses.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/wire/frames.hpp"

namespace flagfall::sim {

struct Ledger {
    struct Acknowledged {
        Pos pos;
        Board board;
        Epoch epoch;   // named by the command
        bool intervention = false;
        bool by_player = false;  // a pause is both
    };
    std::map<std::string, Acknowledged> acks;      // by command id
    std::map<std::int64_t, std::string> events;    // by position: the line as it was seen
};

}  // namespace flagfall::sim
