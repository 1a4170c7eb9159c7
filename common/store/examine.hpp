// What can be examined in a log by itself: its file, its keys, its signed positions. For verify, of
// a whole log and of the part of one that an archive has.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "common/store/custody.hpp"
#include "common/store/verify.hpp"

namespace flagfall::store {

struct Keys {
    std::vector<Tenure> tenures;
    std::vector<Digest> digests;  // of the keys up to each
    std::vector<PublicKey> found;
    std::vector<Gap> gaps;
    std::vector<Finding> findings;

    // Is this the fingerprint of a trusted key? All keys are trusted if `trusted` is empty.
    static bool is_trusted(const std::string& public_key, const std::vector<std::string>& trusted);
};

// All rows of signing_key: is each signed by the one before it, and is it trusted?
Keys examine_keys(Database& database, const std::string& log_id,
                  const std::vector<std::string>& trusted);

// One row of checkpoint.
struct SignedPosition {
    Pos pos{};
    Digest chain{};
    std::int64_t wall_ms = 0;
    std::int64_t key_number = 0;
    std::string signature{};
    std::optional<Digest> row{};  // the chain of the event there
};

// SQLite's own findings in the file, on a connection of their own; an error if it cannot be read.
std::expected<std::vector<Finding>, OpenError> examine_file(const std::string& path);

// What is wrong with the checkpoint, if anything. Its event must exist.
std::optional<Finding> examine_checkpoint(const Keys& keys, const std::string& log_id,
                                          const SignedPosition& at);

}  // namespace flagfall::store
