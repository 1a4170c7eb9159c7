// Runs another program to its end: without a shell, for a limited time.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "common/base/time.hpp"

namespace flagfall::cli {

// A folder of our own for files that another program reads or writes; removed with the object.
class WorkFolder {
public:
    WorkFolder();  // `path` is empty if it cannot be made
    ~WorkFolder();
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;

    const std::string& path() const { return path_; }

private:
    std::string path_;
};

struct Child {
    std::vector<std::string> words;  // the program, looked up in PATH, and its arguments
    std::string said_to;             // the file for its output
    Duration patience;               // after this time it is ended, with all that it started
    std::size_t most_bytes = 0;      // of each file that it writes
};

// Runs the program in the present folder, without standard input, and with only those of our
// environment variables that programs need to start: no tokens. The error is for people: it cannot
// be started, took too long, was ended by a signal, or its exit code is not 0.
std::expected<void, std::string> run(const Child& child);

}  // namespace flagfall::cli
