#include "common/auth/heads.hpp"

#include <algorithm>
#include <cstring>

#include "common/auth/limits.hpp"
#include "common/base/hex.hpp"
#include "common/store/crypto.hpp"
#include "common/store/custody.hpp"

namespace flagfall::auth {

namespace {

constexpr Duration every = milliseconds(limits::head_every_ms);

std::optional<store::Digest> digest(std::string_view hex) {
    const auto found = bytes_of_hex(hex);
    store::Digest bytes{};
    if (!found || found->size() != bytes.size()) return std::nullopt;
    std::memcpy(bytes.data(), found->data(), bytes.size());
    return bytes;
}

std::optional<store::Tenure> tenure_of(const wire::KeyChange& change) {
    const auto key = bytes_of_hex(change.key);
    const auto chain = digest(change.chain);
    const auto by = bytes_of_hex(change.said_by);
    const auto reason = bytes_of_hex(change.reason);
    const auto signature = bytes_of_hex(change.signature);
    if (!key || !chain || !by || !reason || !signature) return std::nullopt;
    return store::Tenure{change.number, *key,    change.since,   *chain,    change.gap_from,
                       *by,           *reason, change.wall_ms, *signature};
}

std::optional<store::SignedHead> head_of(const wire::SignedHead& head) {
    const auto chain = digest(head.chain);
    const auto keys = digest(head.keys);
    const auto key = bytes_of_hex(head.key);
    const auto signature = bytes_of_hex(head.signature);
    if (!chain || !keys || !key || !signature) return std::nullopt;
    return store::SignedHead{head.log, head.pos, *chain, head.wall_ms, *keys, *key, *signature};
}

// Follows the key changes from a trusted key to the head's key. True if a person accepted a gap
// among them; empty if they do not lead there.
std::optional<bool> by_word(const wire::SignedHead& head, const store::SignedHead& signed_by,
                            const std::map<std::string, bool>& believed) {
    auto keys = digest(head.keys_before);
    if (!keys) return std::nullopt;
    std::optional<bool> word;  // empty before the first trusted key
    std::optional<store::Tenure> before;
    for (const wire::KeyChange& change : head.changes) {
        auto tenure = tenure_of(change);
        if (!tenure) return std::nullopt;
        keys = store::keys_next(*keys, *tenure);
        if (word && !store::tenure_holds(&*before, *tenure, *keys)) return std::nullopt;
        if (word) *word = *word || tenure->gap_from.has_value();
        const auto known = believed.find(store::fingerprint(tenure->public_key));
        if (known != believed.end()) word = known->second;
        before = std::move(tenure);
    }
    if (!before || before->public_key != signed_by.public_key || *keys != signed_by.keys)
        return std::nullopt;
    return word;
}

}  // namespace

// ---- sent ---------------------------------------------------------------------------------

void HeadsSent::row(std::string_view type, Pos pos) {
    if (type != wire::HeadKept::type) grown_ = std::max(grown_, pos);
}

std::optional<wire::SignedHead> HeadsSent::greeting(Instant now) {
    if (!head_) return std::nullopt;
    sent_ = head_->pos;
    sent_at_ = now;
    return head_;
}

std::optional<wire::SignedHead> HeadsSent::due(Instant now) {
    if (!head_ || grown_ <= sent_ || head_->pos <= sent_) return std::nullopt;
    if (sent_at_ && now - *sent_at_ < every) return std::nullopt;
    return greeting(now);
}

// ---- kept ---------------------------------------------------------------------------------

void HeadsKept::replay(const wire::HeadKept& kept) {
    if (old_ == Old::forgotten && !logs_.contains(kept.log))
        while (logs_.size() >= limits::logs_kept)
            logs_.erase(std::ranges::min_element(logs_, {}, [](const auto& one) {
                return one.second.last.wall_ms;
            }));
    Known& known = logs_[kept.log];
    known.keys.emplace(kept.key, kept.by_word);
    known.last = kept;
}

std::expected<std::optional<wire::HeadKept>, std::string> HeadsKept::take(
    const wire::SignedHead& head, Instant now) {
    const auto found = logs_.find(head.log);
    if (found != logs_.end() && found->second.last.pos == head.pos &&
        found->second.last.chain == head.chain)
        return std::nullopt;
    if (!left_) left_.emplace(limits::heads_kept_per_second, limits::heads_kept_at_once, now);
    if (left_->take(now) > Duration{}) return std::nullopt;
    const auto given = head_of(head);
    if (!given || !store::holds(*given)) return std::unexpected("its signature does not fit");
    if (found == logs_.end() && logs_.size() >= limits::logs_kept && old_ == Old::kept)
        return std::unexpected("heads of " + std::to_string(limits::logs_kept) +
                               " other logs are kept, and no more");
    wire::HeadKept kept{head.log,
                        head.pos,
                        store::hex(store::bytes(given->chain)),  // in lower case, whatever was sent
                        head.wall_ms,
                        store::fingerprint(given->public_key),
                        false};
    if (found != logs_.end()) {
        const Known& known = found->second;
        const auto key = known.keys.find(kept.key);
        const auto word = key != known.keys.end() ? std::optional(key->second)
                                                  : by_word(head, *given, known.keys);
        if (!word)
            return std::unexpected("it is signed with key " + store::spaced(kept.key) +
                                   ", which no key of that log that is known here has signed");
        kept.by_word = *word;
    }
    replay(kept);
    return kept;
}

}  // namespace flagfall::auth
