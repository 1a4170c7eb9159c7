// Is this log what the daemon wrote? Checks everything that can be recomputed.
//
// It finds: any row edited, removed, added or moved at or below a signed checkpoint, even if
// the chain was recomputed; any error above it; a key that the one before did not sign. With a
// trusted key, also that another key signed; with the key's file, also that the end was cut or
// added to; with heads that were kept elsewhere, also that the log was cut below them or rewritten.
// Without any of these, a forger who signs everything with their own key is not found.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/store/row.hpp"
#include "common/store/store.hpp"

namespace flagfall::store {

enum class Flaw {
    file_damaged,         // SQLite's own check of the file fails
    schema,               // a table or trigger of the log differs, or there is one more trigger
    gap,                  // a position is missing
    sequence,             // a stream's number is not the one before plus one
    chain,                // the row does not fit its chain: it or the row before was changed
    rows_missing,         // a checkpoint is above the last row: the tail was removed
    checkpoint_missing,   // a multiple of checkpoint_every without a checkpoint
    checkpoint_mismatch,  // the checkpoint's chain is not the row's
    signature,            // the signature does not fit the checkpoint
    unknown_key,          // signed with a key that is not in the file
    key_not_signed,       // a key that the one before it did not sign
    head,                 // the end is not as the daemon left it: rows were added or cut off
};

std::string_view name(Flaw flaw);

struct Finding {
    Flaw flaw{};
    Pos pos{};  // where; 0 if the whole file
    std::string text;
};

struct PublicKey {
    std::string fingerprint;
    std::string bytes;  // 32 raw bytes
    Pos since{};        // the last position when the key came into use
    bool trusted = false;  // named, or signed by a trusted key; all, if none is named
};

// A gap that a person accepted in place of a signature.
struct Gap {
    Pos from{};  // no key vouches for the rows above it, up to `to`
    Pos to{};
    std::int64_t wall_ms = 0;
    std::string by;
    std::string reason;
};

// The verdict of the report; the most serious finding decides.
enum class Verdict {
    unchanged,      // and signed, except what a running daemon has not signed yet
    changed,        // there are findings
    other_key,      // signed, but not with a key that was named
    not_signed,     // rows, and no signature that holds
    unsigned_tail,  // rows after the last signature, and no daemon that runs
    gap,            // a person accepted a gap that no key vouches for
};

struct Report {
    std::string log_id;
    bool of_frames = false;  // a gateway's log, not a daemon's
    std::int64_t rows = 0;
    Pos last{};          // the last position
    Digest chain{};      // of that row
    Pos signed_up_to{};  // the last valid checkpoint with a trusted key
    Pos signed_by_others{};  // the last valid one above it, with another key
    bool head_checked = false;  // with the daemon's own secret: the end is unchanged
    bool running = false;       // a daemon has the log open
    std::vector<PublicKey> keys;
    std::vector<Gap> gaps;
    std::vector<Finding> findings;  // by kind of check, then position; at most max_findings

    bool ok() const { return findings.empty(); }
    Verdict verdict() const;
    Pos first_bad() const;  // the lowest position among the findings; 0 if none
};

inline constexpr std::size_t max_findings = 100;

struct VerifyOptions {
    std::vector<std::string> trusted{};  // fingerprints; if any is given, no other key is trusted
    std::string key_file{};  // of the daemon's key, if it can be read: checks the head, too
    // Called repeatedly: how many rows of how many have been read.
    std::function<void(std::int64_t rows, std::int64_t all)> progress{};
};

// Checks the file in one read transaction; a daemon may be writing it.
std::expected<Report, OpenError> verify(const std::string& path,
                                        const VerifyOptions& options = {});

// The chain of a row, for heads that were kept elsewhere; empty if there is no such row.
std::expected<std::optional<Digest>, OpenError> chain_in(const std::string& path, Pos pos);

}  // namespace flagfall::store
