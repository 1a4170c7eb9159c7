#include "common/auth/signed_head.hpp"

#include <algorithm>

#include "common/auth/limits.hpp"
#include "common/store/crypto.hpp"

namespace flagfall::auth {

namespace {

wire::KeyChange change_of(const store::Tenure& t) {
    return {t.number,
            store::hex(t.public_key),
            t.since,
            store::hex(store::bytes(t.chain)),
            t.gap_from,
            store::hex(t.said_by),
            store::hex(t.reason),
            t.wall_ms,
            store::hex(t.signature)};
}

}  // namespace

wire::SignedHead message_of(const store::SignedHead& head, std::span<const store::Tenure> keys) {
    wire::SignedHead message{head.log_id,
                             head.pos,
                             store::hex(store::bytes(head.chain)),
                             head.wall_ms,
                             store::hex(store::bytes(head.keys)),
                             store::hex(head.public_key),
                             store::hex(head.signature),
                             {},
                             {}};
    const std::size_t first = keys.size() - std::min(keys.size(), limits::key_changes_shown);
    store::Digest digest = store::no_keys(head.log_id);
    for (std::size_t i = 0; i < keys.size(); ++i) {
        if (i == first) message.keys_before = store::hex(store::bytes(digest));
        if (i >= first) message.changes.push_back(change_of(keys[i]));
        digest = store::keys_next(digest, keys[i]);
    }
    return message;
}

}  // namespace flagfall::auth
