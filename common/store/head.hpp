// The end of a log at some time, signed with its key. It is kept outside the log, so that
// nobody can cut the log below it or rewrite it unnoticed.
#pragma once

#include <cstdint>
#include <string>

#include "common/base/ids.hpp"
#include "common/store/crypto.hpp"

namespace flagfall::store {

struct SignedHead {
    std::string log_id;
    Pos pos{};
    Digest chain{};
    std::int64_t wall_ms = 0;
    Digest keys{};           // the digest of the log's keys (custody.hpp)
    std::string public_key;  // 32 raw bytes
    std::string signature;   // 64 raw bytes, over checkpoint_message
};

// True if the signature was made with the head's own key.
bool holds(const SignedHead& head);

}  // namespace flagfall::store
