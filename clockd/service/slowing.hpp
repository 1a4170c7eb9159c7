// Slows guessing: after a wrong proof, guesses from the same source are ignored for a while, which
// doubles with each further wrong proof and is forgotten in time.
#pragma once

#include <map>
#include <string>

#include "common/base/time.hpp"

namespace flagfall::clockd {

class Slowing {
public:
    // How long a guess from `key` (an address, or an address with what it guesses at) must still
    // wait; zero: it may be checked.
    Duration to_wait(const std::string& key, Instant at) const;

    // Call it after a wrong guess.
    void failed(const std::string& key, Instant at);

private:
    struct Failures {
        int count = 0;
        Instant last{};
        Instant until{};
    };
    void make_room(Instant at);

    std::map<std::string, Failures> known_;
};

}  // namespace flagfall::clockd
