// Appends the heads of a log to a file outside of it: on a USB stick, or on another machine.
#pragma once

#include <expected>
#include <string>

#include "common/base/ids.hpp"

namespace flagfall::custody {

// Used by one thread.
class Anchor {
public:
    // `path`: the log; `file`: created if missing, mode 0600, never shortened.
    Anchor(std::string path, std::string file);

    // Appends the last signed head, if it is not the one appended last, and syncs the file. Returns
    // its position, 0 before the first. After an error (the stick was pulled out) the next call
    // opens the file again and writes what is missing.
    std::expected<Pos, std::string> follow();

private:
    std::string path_;
    std::string file_;
    Pos written_;
};

}  // namespace flagfall::custody
