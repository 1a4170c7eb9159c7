// Heads of a log that are kept outside it: in an anchor file, or in the other daemon's log.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/store/verify.hpp"

namespace flagfall::custody {

struct KeptHead {
    std::string where;   // for people: "anchors.txt, line 3"
    std::string log_id;
    Pos pos{};
    std::string chain;   // of that row, hexadecimal
    std::string key;     // fingerprint of the key that signed it
    std::int64_t wall_ms = 0;
    bool by_word = false;  // no earlier key signed this one: a person accepted a gap
    bool of_frames = false;  // from a gateway, which is trusted for logs of frames only
};

// One line of an anchor file: "LOG POS CHAIN KEY TIME\n", the time as RFC 3339.
std::string anchor_line(const KeptHead& head);

// Reads an anchor file; the error names the line that cannot be read. Lines that a failure cut off
// are skipped.
std::expected<std::vector<KeptHead>, std::string> read_anchors(const std::string& path);

// The heads of other logs that a daemon keeps in its own log at this path.
std::expected<std::vector<KeptHead>, store::OpenError> heads_in(const std::string& path);

struct HeadCheck {
    std::size_t found = 0;             // heads of this log that match it
    std::size_t strange = 0;  // nobody vouches for them: no signature of a key of this log
                              // makes their key one of its keys
    std::vector<std::string> missing;  // heads that do not match, one sentence each
};

// Compares the heads of this log with it. A head from before a gap that was accepted below it is
// not missing: the gap explains it.
std::expected<HeadCheck, store::OpenError> check_heads(const std::string& path,
                                                     const store::Report& report,
                                                     const std::vector<KeptHead>& heads);

}  // namespace flagfall::custody
