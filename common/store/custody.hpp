// The keys that sign a log, one after the other, and the head that only the log's daemon can write.
//
// The first key signs its own row, each later one is signed by the key before it. If no key can
// sign for the earlier rows (a key was lost, another program wrote), a person accepts a gap: a row
// signed by the new key itself, with the person, the reason and the positions. Every
// checkpoint covers the keys and gaps up to its own, so that none can be taken out afterwards.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"
#include "common/store/crypto.hpp"
#include "common/store/head.hpp"
#include "common/store/sqlite.hpp"
#include "common/store/store.hpp"

namespace flagfall::store {

// One row of signing_key.
struct Tenure {
    std::int64_t number = 0;  // from 1, without gaps
    std::string public_key{};   // 32 raw bytes
    Pos since{};              // the last position when the key came into use
    Digest chain{};           // of that position
    std::optional<Pos> gap_from{};  // no key vouches for the rows above it, up to `since`
    std::string said_by{};        // who changed the key or accepted the gap; empty: the first
    std::string reason{};
    std::int64_t wall_ms = 0;
    std::string signature{};  // 64 raw bytes
};

// The digest before the first key.
Digest no_keys(std::string_view log_id);

// The digest of the keys up to this one, which its signature covers: SHA-256 of
// text("flagfall signing key 1"), text(digest before), integer(number), text(public_key),
// integer(since), text(chain), integer(gap_from, or -1), text(said_by), text(reason),
// integer(wall_ms).
Digest keys_next(const Digest& before, const Tenure& tenure);

// True if the row has the signature that it needs; `before`: nullptr for the first.
bool tenure_holds(const Tenure* before, const Tenure& tenure, const Digest& keys);

// All rows of signing_key, in order.
std::vector<Tenure> read_tenures(Database& database);

// The head's code: HMAC-SHA-256 with the key's head_secret over the 32 raw bytes
// of SHA-256 of text("flagfall head 1"), text(log_id), integer(pos), text(chain), text(keys).
Digest head_mac(std::string_view secret, std::string_view log_id, Pos pos, const Digest& chain,
                const Digest& keys);

// True if the file has this head.
bool head_is(Database& database, Pos pos, const Digest& mac);

// Replaces the head; in the caller's transaction.
void write_head(Database& database, Pos pos, const Digest& mac);

// The key that signs from now on.
struct Signer {
    SigningKey key;
    std::string secret;       // of the head
    std::int64_t number = 0;  // its row of signing_key
    Digest keys{};            // the digest of the keys up to it
};

// Signs this row as the last: a checkpoint, in the caller's transaction.
SignedHead sign_row(Database& database, const Signer& signer, const std::string& log_id, Pos pos,
                    const Digest& chain);

// The last checkpoint; empty if there is none.
std::optional<SignedHead> last_signed(Database& database);

// Refuses to create a daemon's log if its key exists already (not_ours): then the log existed, and
// is gone. Gateways' logs of frames share one key.
std::expected<void, OpenError> known_log(const StoreOptions& options);

// Loads or creates the key and checks that the file is as its daemon wrote it: every key row is
// signed, the head is ours, the last checkpoint is valid and no checkpoint is missing. If not,
// refuses (OpenCode::key, not_ours), or with `options.accept_gap` records a signed gap.
std::expected<Signer, OpenError> take_custody(const StoreOptions& options, Database& database);

// Gives the log a new key, signed by the present one, whose file is replaced. No daemon may have
// the log open. Returns the new fingerprint.
std::expected<std::string, OpenError> rotate_key(const StoreOptions& options, const Word& word);

// Signs the last row of a copy that no process writes, if the head proves that the key's own daemon
// wrote it; true if it is signed now.
bool sign_copy(const std::string& path, const std::string& key_file);

}  // namespace flagfall::store
