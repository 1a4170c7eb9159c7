// Questions to the person at the terminal.
#pragma once

#include <cstdint>
#include <string>

namespace flagfall::cli {

enum class Said : std::uint8_t { yes, no, nobody_there };

// Prints "QUESTION [y/N] " and reads a line; nothing is asked when standard input is no terminal.
Said ask_yes(const std::string& question);

}  // namespace flagfall::cli
