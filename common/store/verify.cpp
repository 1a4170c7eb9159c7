#include "common/store/verify.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "common/store/custody.hpp"
#include "common/store/open.hpp"

namespace flagfall::store {

namespace {

class Examination {
public:
    Examination(Database& database, const VerifyOptions& options)
        : database_(database), options_(options) {
        report_.log_id = read_log_id(database_);
    }

    Report run() {
        check_all();
        // A page that cannot be read is a finding; everything up to it was checked.
        const std::optional<SqlError> error = database_.error();
        if (error && open_error("", *error).code == OpenCode::damaged) {
            database_.clear_error();
            note(Flaw::file_damaged, report_.last.value + 1, error->text);
        }
        return std::move(report_);
    }

private:
    void check_all() {
        check_file();
        check_schema();
        load_keys();
        check_rows();
        check_checkpoints();
        check_missing_checkpoints();
        check_head();
    }

    // After a failed call nothing more can be said about the file.
    void note(Flaw flaw, std::int64_t pos, std::string text) {
        if (database_.error()) return;
        if (report_.findings.size() < max_findings) {
            report_.findings.push_back({flaw, {pos}, std::move(text)});
        }
    }

    void check_file() {
        Statement lines = database_.prepare("PRAGMA quick_check(10)");
        while (lines.step()) {
            if (lines.text_view(0) != "ok") note(Flaw::file_damaged, 0, lines.text(0));
        }
    }

    // A trigger may do anything with the next rows; so may a table with other constraints.
    void check_schema() {
        auto model = Database::open(":memory:", Database::Mode::create);
        if (!model || !(*model)->execute(log_schema())) return;
        std::map<std::string, std::string> due;
        Statement ours = (*model)->prepare("SELECT name, sql FROM sqlite_master WHERE sql <> ''");
        while (ours.step()) due.emplace(ours.text(0), ours.text(1));
        std::map<std::string, std::string> found;
        Statement theirs = database_.prepare(
            "SELECT name, sql, type FROM sqlite_master WHERE sql <> '' ORDER BY name");
        while (theirs.step()) {
            const bool known = due.contains(theirs.text(0));
            if (known) found.emplace(theirs.text(0), theirs.text(1));
            else if (theirs.text_view(2) == "trigger")
                note(Flaw::schema, 0, "trigger " + theirs.text(0) + " is not the program's");
        }
        for (const auto& [name, sql] : due)
            if (!found.contains(name) || found.at(name) != sql)
                note(Flaw::schema, 0, name + " is missing or is not as the program made it");
    }

    void load_keys() {
        tenures_ = read_tenures(database_);
        Digest digest = no_keys(report_.log_id);
        for (std::size_t i = 0; i < tenures_.size(); ++i) {
            const Tenure& t = tenures_[i];
            digests_.push_back(digest = keys_next(digest, t));
            const Tenure* before = i > 0 ? &tenures_[i - 1] : nullptr;
            if (t.number != std::ssize(digests_) || !tenure_holds(before, t, digest))
                note(Flaw::key_not_signed, t.since.value + 1,
                     "key " + fingerprint(t.public_key) + " is not signed by the one before it");
            if (t.gap_from)
                report_.gaps.push_back({*t.gap_from, t.since, t.wall_ms, t.said_by, t.reason});
            const bool follows = before && !t.gap_from && report_.keys.back().trusted;
            report_.keys.push_back({fingerprint(t.public_key), t.public_key, t.since,
                                    follows || is_trusted(t.public_key)});
        }
    }

    bool is_trusted(const std::string& key) const {
        return options_.trusted.empty() ||
               std::ranges::find(options_.trusted, fingerprint(key)) != options_.trusted.end();
    }

    void check_rows() {
        Statement rows = database_.prepare("SELECT " FLAGFALL_EVENT_COLUMNS
                                           " FROM event ORDER BY pos");
        std::map<std::string, std::int64_t> seqs;
        Digest stored = chain_start(report_.log_id);
        Sha256 hash;
        while (rows.step()) {
            const Row row = row_of(rows);
            const std::int64_t due = report_.last.value + 1;
            if (row.pos.value != due) {
                note(Flaw::gap, due, "the next row is " + std::to_string(row.pos.value));
            }
            check_seq(row, seqs[row.stream]);
            // On from the stored chain, not the computed one: one edit is one finding.
            const Digest computed = chain_next(hash, stored, row);
            const std::optional<Digest> found = chain_of(rows);
            if (found != computed) {
                note(Flaw::chain, row.pos.value, "the row is not the one that was chained here");
            }
            stored = found.value_or(computed);
            report_.last = row.pos;
            ++report_.rows;
        }
        report_.chain = stored;
    }

    void check_seq(const Row& row, std::int64_t& last_seq) {
        if (row.seq != last_seq + 1) {
            note(Flaw::sequence, row.pos.value,
                 "stream " + row.stream + " goes from " + std::to_string(last_seq) + " to " +
                     std::to_string(row.seq));
        }
        last_seq = row.seq;
    }

    void check_checkpoints() {
        Statement rows = database_.prepare(
            "SELECT c.pos, c.chain, c.wall_ms, c.key_number, c.signature, e.chain, e.pos IS NULL"
            " FROM checkpoint c LEFT JOIN event e USING (pos) ORDER BY c.pos");
        while (rows.step()) check_checkpoint(rows);
    }

    void check_checkpoint(const Statement& row) {
        const Pos pos{row.integer(0)};
        if (row.integer(6) != 0) {
            note(pos > report_.last ? Flaw::rows_missing : Flaw::checkpoint_mismatch,
                 pos > report_.last ? report_.last.value + 1 : pos.value,
                 "a signed checkpoint stands at " + std::to_string(pos.value));
            return;
        }
        const Digest chain = digest_of(row, 1).value_or(Digest{});
        if (digest_of(row, 5) != chain) {
            return note(Flaw::checkpoint_mismatch, pos.value,
                        "the chain was another when this position was signed");
        }
        const auto number = static_cast<std::size_t>(row.integer(3));
        if (number < 1 || number > tenures_.size())
            return note(Flaw::unknown_key, pos.value, "its key number is " + row.text(3));
        const Digest message = checkpoint_message(report_.log_id, pos, chain, row.integer(2),
                                                  digests_[number - 1]);
        if (!signature_holds(tenures_[number - 1].public_key, bytes(message), row.blob_view(4)))
            return note(Flaw::signature, pos.value, "the signature does not fit");
        (report_.keys[number - 1].trusted ? report_.signed_up_to : report_.signed_by_others) = pos;
    }

    // Everybody can check its position; the code can be checked only with the daemon's secret.
    void check_head() {
        const Pos last = report_.last;
        const std::int64_t head = database_.integer("SELECT pos FROM head", -1);
        const std::string text = "the last row is " + std::to_string(last.value);
        if (head != last.value && !(head < 0 && last.value == 0 && tenures_.empty()))
            note(Flaw::head, std::min(head, last.value) + 1,
                 text + ", and the daemon wrote " + std::to_string(head) + " last");
        if (options_.key_file.empty() || tenures_.empty() || !report_.ok()) return;
        const auto key = SigningKey::load(options_.key_file);
        if (!key) return;
        if (key->public_key() != tenures_.back().public_key)
            return note(Flaw::head, last.value,
                        "the key beside the log, " + fingerprint(key->public_key()) +
                            ", is not the one that signs in it");
        const Digest mac = head_mac(key->head_secret(), report_.log_id, last, report_.chain,
                                    digests_.back());
        if (!head_is(database_, last, mac))
            note(Flaw::head, last.value, text + ", and the daemon did not leave it so: rows were "
                                                "added, cut off or changed");
        report_.head_checked = report_.ok();
    }

    void check_missing_checkpoints() {
        Statement rows = database_.prepare(
            "SELECT pos FROM event WHERE pos % ? = 0 EXCEPT SELECT pos FROM checkpoint"
            " ORDER BY pos");
        rows.bind(checkpoint_every);
        while (rows.step()) {
            note(Flaw::checkpoint_missing, rows.integer(0), "every such position is signed");
        }
    }

    Database& database_;
    const VerifyOptions& options_;
    std::vector<Tenure> tenures_;
    std::vector<Digest> digests_;  // of the keys up to each
    Report report_;
};

}  // namespace

std::string_view name(Flaw flaw) {
    switch (flaw) {
        case Flaw::schema: return "schema";
        case Flaw::file_damaged: return "file_damaged";
        case Flaw::gap: return "gap";
        case Flaw::sequence: return "sequence";
        case Flaw::chain: return "chain";
        case Flaw::rows_missing: return "rows_missing";
        case Flaw::checkpoint_missing: return "checkpoint_missing";
        case Flaw::checkpoint_mismatch: return "checkpoint_mismatch";
        case Flaw::signature: return "signature";
        case Flaw::unknown_key: return "unknown_key";
        case Flaw::key_not_signed: return "key_not_signed";
        case Flaw::head: return "head";
    }
    return "unknown";
}

Verdict Report::verdict() const {
    if (!ok()) return Verdict::changed;
    if (signed_by_others > signed_up_to) return Verdict::other_key;
    if (rows == 0) return Verdict::unchanged;
    const bool at_work = running && last.value - signed_up_to.value < checkpoint_every;
    if (!at_work && !head_checked && signed_up_to.value == 0) return Verdict::not_signed;
    if (!at_work && signed_up_to < last) return Verdict::unsigned_tail;
    return gaps.empty() ? Verdict::unchanged : Verdict::gap;
}

Pos Report::first_bad() const {
    Pos first{};
    for (const Finding& finding : findings) {
        if (first.value == 0 || (finding.pos.value > 0 && finding.pos < first)) first = finding.pos;
    }
    return first;
}

std::expected<Report, OpenError> verify(const std::string& path, const VerifyOptions& options) {
    auto database = open_for_reading(path);
    if (!database) return std::unexpected(database.error());
    Database& db = **database;
    db.execute("BEGIN");  // one snapshot, whatever is appended meanwhile
    Report report = Examination(db, options).run();
    if (db.error()) return std::unexpected(open_error(path, *db.error()));
    report.running = FileLock::held(path);
    return report;
}

std::expected<std::optional<Digest>, OpenError> chain_in(const std::string& path, Pos pos) {
    auto database = open_for_reading(path);
    if (!database) return std::unexpected(database.error());
    const auto chain = chain_at(**database, read_log_id(**database), pos);
    if ((*database)->error()) return std::unexpected(open_error(path, *(*database)->error()));
    return chain;
}

}  // namespace flagfall::store
