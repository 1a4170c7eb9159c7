#include "common/store/examine.hpp"

#include <algorithm>

#include "common/store/crypto.hpp"
#include "common/store/open.hpp"

namespace flagfall::store {

bool Keys::is_trusted(const std::string& public_key, const std::vector<std::string>& trusted) {
    return trusted.empty() || std::ranges::find(trusted, fingerprint(public_key)) != trusted.end();
}

Keys examine_keys(Database& database, const std::string& log_id,
                  const std::vector<std::string>& trusted) {
    Keys keys;
    keys.tenures = read_tenures(database);
    Digest digest = no_keys(log_id);
    for (std::size_t i = 0; i < keys.tenures.size(); ++i) {
        const Tenure& t = keys.tenures[i];
        keys.digests.push_back(digest = keys_next(digest, t));
        const Tenure* before = i > 0 ? &keys.tenures[i - 1] : nullptr;
        if (t.number != std::ssize(keys.digests) || !tenure_holds(before, t, digest))
            keys.findings.push_back(
                {Flaw::key_not_signed,
                 {t.since.value + 1},
                 "key " + fingerprint(t.public_key) + " is not signed by the one before it"});
        if (t.gap_from)
            keys.gaps.push_back({*t.gap_from, t.since, t.wall_ms, t.said_by, t.reason});
        const bool follows = before && !t.gap_from && keys.found.back().trusted;
        keys.found.push_back({fingerprint(t.public_key), t.public_key, t.since,
                              follows || Keys::is_trusted(t.public_key, trusted)});
    }
    return keys;
}

std::expected<std::vector<Finding>, OpenError> examine_file(const std::string& path) {
    auto database = open_for_reading(path);
    if (!database) return std::unexpected(database.error());
    std::vector<Finding> findings;
    {
        Statement found = (*database)->prepare("PRAGMA quick_check(10)");
        while (found.step())
            if (found.text_view(0) != "ok")
                findings.push_back({Flaw::file_damaged, {}, found.text(0)});
    }
    if (!(*database)->error()) return findings;
    OpenError error = open_error(path, *(*database)->error());
    if (error.code != OpenCode::damaged) return std::unexpected(std::move(error));
    findings.push_back({Flaw::file_damaged, {}, (*database)->error()->text});
    return findings;
}

std::optional<Finding> examine_checkpoint(const Keys& keys, const std::string& log_id,
                                          const SignedPosition& at) {
    if (at.row != at.chain)
        return Finding{Flaw::checkpoint_mismatch, at.pos,
                       "the chain was another when this position was signed"};
    const auto number = static_cast<std::size_t>(at.key_number);
    if (number < 1 || number > keys.tenures.size())
        return Finding{Flaw::unknown_key, at.pos,
                       "its key number is " + std::to_string(at.key_number)};
    const Digest message =
        checkpoint_message(log_id, at.pos, at.chain, at.wall_ms, keys.digests[number - 1]);
    if (!signature_holds(keys.tenures[number - 1].public_key, bytes(message), at.signature))
        return Finding{Flaw::signature, at.pos, "the signature does not fit"};
    return std::nullopt;
}

}  // namespace flagfall::store
