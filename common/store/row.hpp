// One event in the form in which the log has it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/base/ids.hpp"
#include "common/base/time.hpp"
#include "common/store/crypto.hpp"

namespace flagfall::store {

struct Row {
    Pos pos{};             // place in the whole log, from 1, without gaps; given by the Store
    std::string stream;    // what the event is about: "board/12", "game/r3-b12"
    std::int64_t seq = 0;  // place in its stream, from 1, without gaps; given when it is written
    std::string cmd_id;    // the command that caused it; empty if none
    std::string sender;    // the sender of that command, as the daemon identifies it; empty if none
    std::int64_t cmd_digest = 0;  // of the command's content, to recognise a retry; 0 if none
    Instant at{};          // when it happened, by the machine's own clock
    std::string boot;      // the boot that `at` belongs to
    std::int64_t wall_ms = 0;  // wall time for people, milliseconds since 1970 UTC
    std::string type;          // the event's name
    std::string body;          // the event as one JSON object

    friend bool operator==(const Row&, const Row&) = default;
};

// A number that differs for different contents: the first 8 bytes of the SHA-256.
std::int64_t content_digest(std::string_view content);

// The chain before the first row: SHA-256 of text("flagfall log 1"), text(log_id), in the
// framing of Sha256.
Digest chain_start(std::string_view log_id);

// The chain of a row: SHA-256 of the 32 raw bytes of the previous chain, then integer(pos),
// text(stream), integer(seq), text(cmd_id), text(sender), integer(cmd_digest), integer(at_us),
// text(boot), integer(wall_ms), text(type), text(body). `hash` is reused, to save making one
// for each row.
Digest chain_next(Sha256& hash, const Digest& previous, const Row& row);

// The content of a checkpoint's signature: the 32 raw bytes of SHA-256 of
// text("flagfall checkpoint 1"), text(log_id), integer(pos), text(chain), integer(wall_ms),
// text(keys); `keys` is the digest of the keys up to the one that signs (custody.hpp).
Digest checkpoint_message(std::string_view log_id, Pos pos, const Digest& chain,
                          std::int64_t wall_ms, const Digest& keys);

}  // namespace flagfall::store
