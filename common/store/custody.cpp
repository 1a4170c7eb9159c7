#include "common/store/custody.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

#include "common/base/now.hpp"
#include "common/ops/log.hpp"
#include "common/store/folder.hpp"
#include "common/store/open.hpp"

namespace flagfall::store {

namespace {

// The file in its present state, checked before anything more is signed.
class Inspection {
public:
    explicit Inspection(Database& database)
        : database_(database), log_id_(read_log_id(database)), tenures_(read_tenures(database)),
          last_{database.integer("SELECT coalesce(max(pos), 0) FROM event")},
          chain_(chain_at(database, log_id_, last_).value_or(Digest{})) {
        all_keys_ = no_keys(log_id_);
        for (std::size_t i = 0; i < tenures_.size(); ++i) {
            all_keys_ = keys_next(all_keys_, tenures_[i]);
            digests_.push_back(all_keys_);
        }
    }

    bool fresh() const { return tenures_.empty() && last_.value == 0; }
    const std::string& log_id() const { return log_id_; }
    Pos last() const { return last_; }
    const Digest& chain() const { return chain_; }
    const Digest& keys() const { return all_keys_; }
    const std::vector<Tenure>& tenures() const { return tenures_; }

    // How the file differs from the state in which the owner of `key` left it; empty: not at all.
    std::string foreign(const SigningKey& key) {
        if (tenures_.empty()) return "it has rows, but no key that signs them";
        if (const std::string fault = bad_keys(); !fault.empty()) return fault;
        if (tenures_.back().public_key != key.public_key())
            return "it was last signed with key " +
                   spaced(fingerprint(tenures_.back().public_key)) + ", not with ours (" +
                   spaced(fingerprint(key.public_key())) + ")";
        const Digest mac = head_mac(key.head_secret(), log_id_, last_, chain_, all_keys_);
        if (!head_is(database_, last_, mac))
            return "its end, position " + std::to_string(last_.value) +
                   ", is not as this daemon left it: rows were added, cut off or changed";
        if (signed_up_to() < last_multiple() || missing() > 0)
            return "signatures are missing: it is signed only up to position " +
                   std::to_string(signed_up_to().value);
        return {};
    }

    // The last position that a key of this file signed.
    Pos signed_up_to() {
        Statement rows = database_.prepare(
            "SELECT c.pos, c.chain, c.wall_ms, c.key_number, c.signature, e.chain"
            " FROM checkpoint c JOIN event e USING (pos) ORDER BY c.pos DESC");
        while (rows.step())
            if (holds(rows)) return {rows.integer(0)};
        return {};
    }

private:
    std::string bad_keys() const {
        for (std::size_t i = 0; i < tenures_.size(); ++i) {
            const bool in_order = tenures_[i].number == static_cast<std::int64_t>(i) + 1;
            const Tenure* before = i > 0 ? &tenures_[i - 1] : nullptr;
            if (!in_order || !tenure_holds(before, tenures_[i], digests_[i]))
                return "its key number " + std::to_string(tenures_[i].number) +
                       " is not signed by the one before it";
        }
        return {};
    }

    bool holds(const Statement& row) const {
        const auto number = static_cast<std::size_t>(row.integer(3));
        if (number < 1 || number > tenures_.size()) return false;
        const Digest chain = digest_of(row, 1).value_or(Digest{});
        if (digest_of(row, 5) != chain) return false;
        const Digest message = checkpoint_message(log_id_, {row.integer(0)}, chain,
                                                  row.integer(2), digests_[number - 1]);
        return signature_holds(tenures_[number - 1].public_key, bytes(message), row.blob_view(4));
    }

    Pos last_multiple() const { return {last_.value / checkpoint_every * checkpoint_every}; }

    std::int64_t missing() {
        Statement found = database_.prepare("SELECT count(*) FROM checkpoint WHERE pos % ? = 0");
        found.bind(checkpoint_every);
        return last_.value / checkpoint_every - (found.step() ? found.integer(0) : 0);
    }

    Database& database_;
    std::string log_id_;
    std::vector<Tenure> tenures_;
    std::vector<Digest> digests_;  // of the keys up to each
    Digest all_keys_{};
    Pos last_;
    Digest chain_;
};

void insert(Database& database, const Tenure& t) {
    std::optional<std::int64_t> gap;
    if (t.gap_from) gap = t.gap_from->value;
    database.run("INSERT INTO signing_key(number, fingerprint, public_key, since_pos, chain,"
                 " gap_from, said_by, reason, wall_ms, signature)"
                 " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                 t.number, fingerprint(t.public_key), Blob{t.public_key}, t.since.value,
                 Blob{bytes(t.chain)}, gap, t.said_by, t.reason, t.wall_ms, Blob{t.signature});
}

// Enters the key as the next one, signed by `signing`, and the head in the key's name; one
// transaction.
Signer enter(Database& database, const Inspection& found, SigningKey key,
             const SigningKey* signing, std::optional<Pos> gap_from, const Word& word) {
    Tenure tenure{.number = std::ssize(found.tenures()) + 1,
                  .public_key = key.public_key(),
                  .since = found.last(),
                  .chain = found.chain(),
                  .gap_from = gap_from,
                  .said_by = word.by,
                  .reason = word.reason,
                  .wall_ms = wall_ms(),
                  .signature = {}};
    const Digest keys = keys_next(found.keys(), tenure);
    tenure.signature = (signing ? *signing : key).sign(bytes(keys));
    Signer signer{std::move(key), {}, tenure.number, keys};
    signer.secret = signer.key.head_secret();
    database.execute("BEGIN IMMEDIATE");
    insert(database, tenure);
    write_head(database, found.last(),
               head_mac(signer.secret, found.log_id(), found.last(), found.chain(), keys));
    database.execute("COMMIT");
    return signer;
}

bool present(const std::string& file) { return ::access(file.c_str(), F_OK) == 0; }

std::string next_file(const std::string& key_file) { return key_file + ".next"; }

// Completes a change of keys that was interrupted after the log and before the file.
void finish_rotation(const std::string& file, const std::vector<Tenure>& tenures) {
    const std::string next = next_file(file);
    if (tenures.empty() || !present(next)) return;
    const auto key = SigningKey::load(next);
    if (!key || key->public_key() != tenures.back().public_key) return;
    if (::rename(next.c_str(), file.c_str()) == 0)
        sync_folder(file.substr(0, file.find_last_of('/') + 1));
}

OpenError key_refused(const KeyError& error) { return {OpenCode::key, error.text}; }

OpenError key_missing(const std::string& file, const std::string& path) {
    return {OpenCode::key,
            "signing key " + file + ": it is missing, and " + path +
                " was signed with it; put it back from a backup, or start with --accept-gap "
                "'NAME: REASON', and a new key signs from here, with a gap that verify shows"};
}

OpenError not_ours(const std::string& path, const std::string& why) {
    return {OpenCode::not_ours,
            path + ": " + why +
                "; keep a copy of the folder and restore the last backup, or start with "
                "--accept-gap 'NAME: REASON', which signs from here and records the gap for ever"};
}

std::expected<SigningKey, OpenError> load_or_make(const std::string& file) {
    auto key = present(file) ? SigningKey::load(file) : SigningKey::create(file);
    if (!key) return std::unexpected(key_refused(key.error()));
    return std::move(*key);
}

// The key file of a log: `named`, or `<path>.key`.
std::string key_file_of(const std::string& path, const std::string& named) {
    return named.empty() ? path + ".key" : named;
}

}  // namespace

Digest no_keys(std::string_view log_id) {
    return Sha256{}.text("flagfall keys 1").text(log_id).finish();
}

Digest keys_next(const Digest& before, const Tenure& tenure) {
    Sha256 hash;
    hash.text("flagfall signing key 1").text(bytes(before)).integer(tenure.number);
    hash.text(tenure.public_key).integer(tenure.since.value).text(bytes(tenure.chain));
    hash.integer(tenure.gap_from ? tenure.gap_from->value : -1).text(tenure.said_by);
    return hash.text(tenure.reason).integer(tenure.wall_ms).finish();
}

bool tenure_holds(const Tenure* before, const Tenure& tenure, const Digest& keys) {
    if (!before && tenure.gap_from) return false;
    const bool by_itself = !before || tenure.gap_from;
    return signature_holds(by_itself ? tenure.public_key : before->public_key, bytes(keys),
                           tenure.signature);
}

std::vector<Tenure> read_tenures(Database& database) {
    std::vector<Tenure> all;
    Statement rows = database.prepare(
        "SELECT number, public_key, since_pos, chain, gap_from, said_by, reason, wall_ms, signature"
        " FROM signing_key ORDER BY number");
    while (rows.step()) {
        Tenure t{.number = rows.integer(0),
                 .public_key = rows.blob(1),
                 .since = {rows.integer(2)},
                 .chain = digest_of(rows, 3).value_or(Digest{}),
                 .gap_from = {},
                 .said_by = rows.text(5),
                 .reason = rows.text(6),
                 .wall_ms = rows.integer(7),
                 .signature = rows.blob(8)};
        if (!rows.null(4)) t.gap_from = Pos{rows.integer(4)};
        all.push_back(std::move(t));
    }
    return all;
}

Digest head_mac(std::string_view secret, std::string_view log_id, Pos pos, const Digest& chain,
                const Digest& keys) {
    Sha256 hash;
    hash.text("flagfall head 1").text(log_id).integer(pos.value).text(bytes(chain));
    return hmac_sha256(secret, bytes(hash.text(bytes(keys)).finish()));
}

bool head_is(Database& database, Pos pos, const Digest& mac) {
    Statement row = database.prepare("SELECT pos, mac FROM head");
    return row.step() && row.integer(0) == pos.value && same_secret(row.blob_view(1), bytes(mac));
}

void write_head(Database& database, Pos pos, const Digest& mac) {
    database.run("INSERT OR REPLACE INTO head(one, pos, mac) VALUES (1, ?, ?)", pos.value,
                 Blob{bytes(mac)});
}

bool holds(const SignedHead& head) {
    const Digest message =
        checkpoint_message(head.log_id, head.pos, head.chain, head.wall_ms, head.keys);
    return signature_holds(head.public_key, bytes(message), head.signature);
}

SignedHead sign_row(Database& database, const Signer& signer, const std::string& log_id, Pos pos,
                    const Digest& chain) {
    SignedHead head{log_id, pos, chain, wall_ms(), signer.keys, signer.key.public_key(), {}};
    head.signature = signer.key.sign(
        bytes(checkpoint_message(log_id, pos, chain, head.wall_ms, head.keys)));
    database.run("INSERT INTO checkpoint(pos, chain, signature, key_number, wall_ms)"
                 " VALUES (?, ?, ?, ?, ?) ON CONFLICT(pos) DO NOTHING",
                 pos.value, Blob{bytes(chain)}, Blob{head.signature}, signer.number,
                 head.wall_ms);
    return head;
}

std::optional<SignedHead> last_signed(Database& database) {
    const std::string log_id = read_log_id(database);
    Digest keys = no_keys(log_id);
    std::vector<Digest> digests;
    const std::vector<Tenure> tenures = read_tenures(database);
    for (const Tenure& each : tenures) digests.push_back(keys = keys_next(keys, each));
    Statement row = database.prepare("SELECT pos, chain, signature, key_number, wall_ms"
                                     " FROM checkpoint ORDER BY pos DESC LIMIT 1");
    if (!row.step()) return std::nullopt;
    const auto number = static_cast<std::size_t>(row.integer(3));
    if (number < 1 || number > tenures.size()) return std::nullopt;
    return SignedHead{log_id,           {row.integer(0)},
                      digest_of(row, 1).value_or(Digest{}), row.integer(4), digests[number - 1],
                      tenures[number - 1].public_key,       row.blob(2)};
}

std::expected<void, OpenError> known_log(const StoreOptions& options) {
    const std::string file = key_file_of(options.path, options.key_file);
    if (database_exists(options.path) || !present(file) || options.accept_gap ||
        options.application_id == frames_application_id)
        return {};
    return std::unexpected(OpenError{
        OpenCode::not_ours,
        options.path + ": it is missing, and its signing key " + file +
            " is here; put the file back or restore a backup. For a new log, move the key away, "
            "or start with --accept-gap 'NAME: REASON'"});
}

std::expected<Signer, OpenError> take_custody(const StoreOptions& options, Database& database) {
    const std::string& path = options.path;
    const std::string file = key_file_of(path, options.key_file);
    Inspection found(database);
    if (database.error()) return std::unexpected(open_error(path, *database.error()));
    finish_rotation(file, found.tenures());
    const bool lost = !found.fresh() && !present(file);
    if (lost && !options.accept_gap) return std::unexpected(key_missing(file, path));
    auto key = load_or_make(file);
    if (!key) return std::unexpected(key.error());
    std::expected<Signer, OpenError> signer = std::unexpected(OpenError{});
    if (found.fresh()) {
        signer = enter(database, found, std::move(*key), nullptr, {}, {});
        ops::log(ops::Level::info, "a new log is signed with this key: write its fingerprint down",
                 {{"file", path}, {"key", spaced(fingerprint(signer->key.public_key()))}});
    } else if (const std::string why = found.foreign(*key); why.empty()) {
        std::string secret = key->head_secret();
        signer = Signer{std::move(*key), std::move(secret), std::ssize(found.tenures()),
                        found.keys()};
    } else if (database.error() || !options.accept_gap) {
        if (!database.error()) return std::unexpected(not_ours(path, why));
    } else {
        const Pos from = std::min(found.signed_up_to(), found.last());
        signer = enter(database, found, std::move(*key), nullptr, from, *options.accept_gap);
        ops::log(ops::Level::warn, "a gap was accepted, verify shows it from now on",
                 {{"file", path}, {"why", why}, {"from", from.value}, {"to", found.last().value}});
    }
    if (database.error()) return std::unexpected(open_error(path, *database.error()));
    return signer;
}

std::expected<std::string, OpenError> rotate_key(const StoreOptions& options, const Word& word) {
    const std::string file = key_file_of(options.path, options.key_file);
    if (!present(options.path) || !present(file))
        return std::unexpected(OpenError{
            OpenCode::cannot_open, (present(options.path) ? file : options.path) +
                                       ": it is not there; name the folders of a daemon that ran"});
    auto lock = FileLock::take(options.path);
    if (!lock) return std::unexpected(lock.error());
    auto database = open_for_writing(options.path, options.application_id);
    if (!database) return std::unexpected(database.error());
    StoreOptions strict = options;
    strict.accept_gap.reset();
    auto now = take_custody(strict, **database);
    if (!now) return std::unexpected(now.error());
    const std::string next = next_file(file);
    ::unlink(next.c_str());  // from an attempt that never reached the log
    auto key = SigningKey::create(next);
    if (!key) return std::unexpected(key_refused(key.error()));
    const Inspection found(**database);
    const Signer signer = enter(**database, found, std::move(*key), &now->key, {}, word);
    if ((*database)->error())
        return std::unexpected(open_error(options.path, *(*database)->error()));
    finish_rotation(file, read_tenures(**database));
    return fingerprint(signer.key.public_key());
}

bool sign_copy(const std::string& path, const std::string& key_file) {
    auto key = SigningKey::load(key_file);
    auto database = Database::open(path, Database::Mode::create);
    if (!key || !database) return false;
    Inspection found(**database);
    if (!found.foreign(*key).empty() || found.last().value == 0) return false;
    const Signer signer{std::move(*key), {}, std::ssize(found.tenures()),
                        found.keys()};
    sign_row(**database, signer, found.log_id(), found.last(), found.chain());
    return !(*database)->error();
}

}  // namespace flagfall::store
