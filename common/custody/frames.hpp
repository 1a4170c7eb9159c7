// A log that goes on from file to file, as a gateway's log of frames does: each file is a log of
// its own, and its first row has the head of the file before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/custody/kept_heads.hpp"
#include "common/store/verify.hpp"

namespace flagfall::custody {

struct LogFile {
    std::string path;
    std::optional<KeptHead> before{};  // the head of the file before, as this one begins
    store::Report report{};            // of verify(); without a log id: it cannot be read
};

// What does not hold between these files, the oldest first, a sentence each: one that is missing
// between two, was replaced, or is not as it was when the next one began.
std::vector<std::string> wrong_in_order(const std::vector<LogFile>& files);

// Files that are not there, a sentence each, though heads of them are kept elsewhere: signed with a
// key of these files, and after the oldest of these began. What is older was removed by its age.
std::vector<std::string> missing_files(const std::vector<LogFile>& files,
                                       const std::vector<KeptHead>& heads);

}  // namespace flagfall::custody
