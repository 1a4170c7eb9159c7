// Slows those who guess: after a wrong proof no further guess from there is looked at for a while,
// which doubles with each further one and is forgotten in time.
#pragma once

#include <map>
#include <string>

#include "common/base/time.hpp"

namespace flagfall::clockd {

class Slowing {
public:
    // How long who guesses `key` (an address, or what it guesses at with it) has to wait still;
    // zero: the guess may be looked at.
    Duration to_wait(const std::string& key, Instant at) const;

    // The guess was wrong.
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
