// Secrets asked from a person at a terminal.
#pragma once

#include <expected>
#include <string>

namespace flagfall::console {

// Prints the prompt on the terminal and reads a line without showing it, whatever standard input
// and output are. A signal that ends the program first gives the terminal its echo back. The error
// says what to do: there is no terminal, or nothing was typed before its end.
std::expected<std::string, std::string> ask_secret(const std::string& prompt,
                                                   const char* terminal = "/dev/tty");

}  // namespace flagfall::console
