// Cases: an arbiter takes what waits at a board, and the others see that. It is not part of the
// record. A case that nobody hands back is free again after some minutes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "common/base/ids.hpp"

namespace flagfall::api {

struct Case {
    std::string by;
    std::int64_t since_ms = 0;  // by the wall clock
};

// Used on one thread.
class Cases {
public:
    void take(const std::string& event, Board board, std::string by, std::int64_t now_ms);
    // People can only hand back their own cases.
    void hand_back(const std::string& event, Board board, const std::string& by);
    // The cases of one event, by board.
    std::map<Board, Case> of(const std::string& event, std::int64_t now_ms);
    // A different number after each change.
    std::int64_t serial(std::int64_t now_ms);

private:
    void forget_old(std::int64_t now_ms);

    std::map<std::pair<std::string, Board>, Case> all_;
    std::int64_t serial_ = 0;
};

}  // namespace flagfall::api
