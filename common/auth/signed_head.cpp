#include "common/auth/signed_head.hpp"

#include <algorithm>

#include "common/auth/limits.hpp"
#include "common/store/crypto.hpp"

namespace flagfall::hall {

namespace {

wire::KeyChange change_of(const log::Tenure& t) {
    return {t.number,
            log::hex(t.public_key),
            t.since,
            log::hex(log::bytes(t.chain)),
            t.gap_from,
            log::hex(t.said_by),
            log::hex(t.reason),
            t.wall_ms,
            log::hex(t.signature)};
}

}  // namespace

wire::SignedHead told(const log::SignedHead& head, std::span<const log::Tenure> keys) {
    wire::SignedHead message{head.log_id,
                             head.pos,
                             log::hex(log::bytes(head.chain)),
                             head.wall_ms,
                             log::hex(log::bytes(head.keys)),
                             log::hex(head.public_key),
                             log::hex(head.signature),
                             {},
                             {}};
    const std::size_t first = keys.size() - std::min(keys.size(), limits::key_changes_told);
    log::Digest digest = log::no_keys(head.log_id);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i == first) message.keys_before = log::hex(log::bytes(digest));
        if (i >= first) message.changes.push_back(change_of(keys[i]));
        digest = log::keys_next(digest, keys[i]);
    }
    return message;
}

}  // namespace flagfall::hall
