// Who signs a log: its keys, one after the other, and the head that only its own daemon can write.
//
// The first key signs its own row, each later one is signed by the key before it. Where nobody can
// sign for what came before (a key was lost, somebody else wrote), a person accepts a gap: a row
// signed by the new key itself, which says who said so and from which to which position. Every
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
    Pos since{};              // the last position when it came into use
    Digest chain{};           // of that position
    std::optional<Pos> gap_from{};  // nobody vouches for the rows above, up to `since`
    std::string said_by{};        // who changed the key or accepted the gap; empty: the first
    std::string reason{};
    std::int64_t wall_ms = 0;
    std::string signature{};  // 64 raw bytes
};

// What stands before the first key.
Digest no_keys(std::string_view log_id);

// The digest of the keys up to this one, which is what its signature is over: SHA-256 of
// text("flagfall signing key 1"), text(digest before), integer(number), text(public_key),
// integer(since), text(chain), integer(gap_from, or -1), text(said_by), text(reason),
// integer(wall_ms).
Digest keys_next(const Digest& before, const Tenure& tenure);

// True if the signature is there that such a row needs; `before`: null for the first.
bool tenure_holds(const Tenure* before, const Tenure& tenure, const Digest& keys);

// All rows of signing_key, in order.
std::vector<Tenure> read_tenures(Database& database);

// What the head's code is made of: HMAC-SHA-256 with the key's head_secret over the 32 raw bytes
// of SHA-256 of text("flagfall head 1"), text(log_id), integer(pos), text(chain), text(keys).
Digest head_mac(std::string_view secret, std::string_view log_id, Pos pos, const Digest& chain,
                const Digest& keys);

// True if the head of the file is this one.
bool head_is(Database& database, Pos pos, const Digest& mac);

// Replaces the head; in the caller's transaction.
void write_head(Database& database, Pos pos, const Digest& mac);

// Who signs from now on.
struct Signer {
    SigningKey key;
    std::string secret;       // of the head
    std::int64_t number = 0;  // its row of signing_key
    Digest keys{};            // the digest of the keys up to it
};

// Signs this row as the last: a checkpoint, in the caller's transaction.
SignedHead sign_row(Database& database, const Signer& signer, const std::string& log_id, Pos pos,
                    const Digest& chain);

// The last checkpoint; nothing if there is none.
std::optional<SignedHead> last_signed(Database& database);

// Refuses to make a daemon's log where its key is already (not_ours): the log was there, and is
// gone. A gateway's logs of frames share one key.
std::expected<void, OpenError> known_log(const StoreOptions& options);

// Loads or makes the key and checks that the file is as its daemon wrote it: every key row is
// signed, the head is ours, the last checkpoint is valid and none is missing. Otherwise refuses
// (OpenCode::key, not_ours), or with `options.accept_gap` records a signed gap.
std::expected<Signer, OpenError> take_custody(const StoreOptions& options, Database& database);

// Gives the log a new key, signed by the present one, whose file is replaced. No daemon may have
// the log open. Gives the new fingerprint.
std::expected<std::string, OpenError> rotate_key(const StoreOptions& options, const Word& word);

// Signs the last row of a copy that nobody writes, if the head shows that the key's own daemon
// wrote it; true if it is signed now.
bool sign_copy(const std::string& path, const std::string& key_file);

}  // namespace flagfall::store
