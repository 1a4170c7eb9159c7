// What goes into a log is there for ever, and is read at each start.
#pragma once

#include <string>

#include "common/wire/codec.hpp"

namespace flagfall::wire {

// Why what is written of this event would not be read as the same event; empty: it would.
std::string why_not_read_back(const ClockEvent& event);
std::string why_not_read_back(const GameEvent& event);

}  // namespace flagfall::wire
