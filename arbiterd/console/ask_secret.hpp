// Reads secrets from a person at a terminal.
#pragma once

#include <expected>
#include <string>

namespace flagfall::console {

// Prompts on the terminal and reads a line without echo, even if standard input and output are
// redirected. If a signal ends the program, the echo is restored first. The error says what to do:
// there is no terminal, or the input ended.
std::expected<std::string, std::string> ask_secret(const std::string& prompt,
                                                   const char* terminal = "/dev/tty");

}  // namespace flagfall::console
