// Is this log what the daemon wrote? Recomputes everything that can be recomputed.
//
// What it finds: any row edited, removed, added or moved at or below a signed checkpoint, even if
// the chain was computed anew; any slip above it. What it cannot find: the removal of the tail
// together with all checkpoints in it, unless somebody kept a later position (a follower's cursor,
// a printed checkpoint); and a forger who holds the key, or, when no trusted key is named, one who
// replaced the key as well.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "common/log/row.hpp"
#include "common/log/store.hpp"

namespace flagfall::log {

enum class Flaw {
    file_damaged,         // SQLite's own check of the file fails
    gap,                  // a position is missing
    sequence,             // a stream's number is not the one before plus one
    chain,                // the row does not fit its chain: it or the row before was changed
    rows_missing,         // a checkpoint stands above the last row: the tail was removed
    checkpoint_missing,   // a multiple of checkpoint_every without a checkpoint
    checkpoint_mismatch,  // the checkpoint's chain is not the row's
    signature,            // the signature does not fit the checkpoint
    unknown_key,          // signed with a key that is not in the file, or not trusted
};

std::string_view name(Flaw flaw);

struct Finding {
    Flaw flaw{};
    Pos pos{};  // where; 0 if the whole file
    std::string text;
};

struct PublicKey {
    std::string key_id;
    std::string bytes;  // 32 raw bytes
    Pos since{};        // the last position when it came into use
};

struct Report {
    std::string log_id;
    std::int64_t rows = 0;
    Pos last{};          // the last position
    Pos signed_up_to{};  // the last checkpoint that holds
    std::vector<PublicKey> keys;
    std::vector<Finding> findings;  // by kind of check, then position; at most max_findings

    bool ok() const { return findings.empty(); }
    Pos first_bad() const;  // the lowest position among the findings; 0 if none
};

inline constexpr std::size_t max_findings = 100;

// Checks the file in one read transaction; a daemon may be writing it. `trusted_keys` are raw
// public keys known from elsewhere; if any is given, no other key counts.
std::expected<Report, OpenError> verify(const std::string& path,
                                        const std::vector<std::string>& trusted_keys = {});

}  // namespace flagfall::log
