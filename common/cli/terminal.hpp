// Makes what commands print safe to show: texts of players, devices and files must not control the
// terminal that shows them.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace flagfall::cli {

// Makes a stream of bytes printable (common/base/text.hpp, many lines), even if a character is
// split between two pieces.
class Cleaner {
public:
    std::string take(std::string_view bytes);
    // The bytes kept back of a character that never came completely.
    std::string rest();

private:
    std::string held_;
};

// While it exists, all that this process writes to `stdout` and `stderr` goes through a Cleaner, so
// that no command can forget it. fflush and ferror report a failed write, as usual.
class CleanOutput {
public:
    CleanOutput();
    ~CleanOutput();
    CleanOutput(const CleanOutput&) = delete;
    CleanOutput& operator=(const CleanOutput&) = delete;

private:
    struct Streams;
    std::unique_ptr<Streams> streams_;
};

// Writes our own escape sequences past it; `stream` is stdout or stderr. Never texts of others.
void print_unchanged(std::FILE* stream, std::string_view text);

}  // namespace flagfall::cli
