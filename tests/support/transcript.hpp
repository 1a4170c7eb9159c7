// Notes messages for tests/support/schema_check.py: appends one line for each to the file that
// the environment's FLAGFALL_TRANSCRIPT names; does nothing without it.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/support/catch.hpp"

namespace flagfall::test {

// `dir` is "to_clockd", "from_clockd", "clock_event", "game_event" or "http"; `line` is JSON. One
// write for each line, so that several processes may share a file.
inline void record(std::string_view dir, std::string_view line) {
    static const char* const path = std::getenv("FLAGFALL_TRANSCRIPT");
    if (path == nullptr || *path == '\0') return;
    static const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    REQUIRE(file >= 0);
    std::string row = "{\"dir\":\"" + std::string(dir) + "\",\"line\":" + std::string(line) + "}\n";
    REQUIRE(write(file, row.data(), row.size()) == static_cast<ssize_t>(row.size()));
}

// The same for a log row: its type is a column and not in the body.
inline void record_body(std::string_view dir, std::string_view type, std::string_view body) {
    std::string line = "{\"type\":\"" + std::string(type) + '"';
    if (body.size() > 2) line += ',';
    record(dir, line + std::string(body.substr(1)));
}

}  // namespace flagfall::test
