// Asks the person at the terminal.
#pragma once

#include <cstdint>
#include <string>

namespace flagfall::cli {

enum class Said : std::uint8_t { yes, no, nobody_there };

// Prints "QUESTION [y/N] " and reads a line; asks nothing if standard input is not a terminal.
Said ask_yes(const std::string& question);

}  // namespace flagfall::cli
