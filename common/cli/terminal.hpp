// What commands print, made safe to look at: texts of players, devices and files must not steer the
// terminal that shows them.
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace flagfall::cli {

// Makes a stream of bytes printable (common/base/text.hpp, many lines), also where a character is
// cut in two between pieces.
class Cleaner {
public:
    std::string take(std::string_view bytes);
    // What was held back of a character that never came whole.
    std::string rest();

private:
    std::string held_;
};

// While it lives, all that this process writes to `stdout` and `stderr` goes through a Cleaner, so
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
