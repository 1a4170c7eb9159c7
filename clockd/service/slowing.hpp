// Slows those who guess: after a wrong proof nothing of that address is looked at for a while,
// which doubles with each further one and is forgotten in time.
#pragma once

#include <map>
#include <string>

#include "common/base/time.hpp"

namespace flagfall::clockd {

class Slowing {
public:
    // How long this address has to wait still; zero: its proof may be looked at.
    Duration to_wait(const std::string& address, Instant at) const;

    // Its proof was wrong.
    void failed(const std::string& address, Instant at);

private:
    struct Failures {
        int count = 0;
        Instant last{};
        Instant until{};
    };
    void make_room(Instant at);

    std::map<std::string, Failures> addresses_;
};

}  // namespace flagfall::clockd
