// Checks what goes into a log: it is there for ever, and is read at each start.
#pragma once

#include <string>

#include "common/wire/codec.hpp"

namespace flagfall::wire {

// Why the written form of this event would not be read as the same event; empty if it would.
std::string why_not_read_back(const ClockEvent& event);
std::string why_not_read_back(const GameEvent& event);

}  // namespace flagfall::wire
