// All positions that can arise from one, listed until there are no more: who can ever mate is then
// plain to see. Nothing is argued, so it is slow and easy to trust. Left out is only what follows
// when those asked about have nothing but their kings.
#pragma once

#include <cstddef>

#include "common/chess/position.hpp"
#include "tests/mate/judge.hpp"

namespace flagfall::judge {

struct Closure {
    Truth truth;            // of the wanted sides; nothing if no mate was found within the limit
    std::size_t positions;  // that were listed
};

// Looks for mates by the wanted sides; it ends when both were found, at the limit, or when all
// positions were listed.
Closure close(const chess::Position& position, Both<bool> wanted, std::size_t limit);

}  // namespace flagfall::judge
