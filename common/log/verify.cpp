#include "common/log/verify.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "common/log/open.hpp"

namespace flagfall::log {

namespace {

class Examination {
public:
    Examination(Database& database, const std::vector<std::string>& trusted_keys)
        : database_(database), trusted_(trusted_keys) {
        report_.log_id = read_log_id(database_);
    }

    Report run() {
        check_all();
        // A page that cannot be read is a finding; everything up to it was looked at.
        const std::optional<SqlError>& error = database_.error();
        if (error && open_error("", *error).code == OpenCode::damaged) {
            note(Flaw::file_damaged, report_.last.value + 1, error->text);
            database_.clear_error();
        }
        return std::move(report_);
    }

private:
    void check_all() {
        check_file();
        load_keys();
        check_rows();
        check_checkpoints();
        check_missing_checkpoints();
    }

    void note(Flaw flaw, std::int64_t pos, std::string text) {
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

    void load_keys() {
        Statement rows = database_.prepare(
            "SELECT key_id, public_key, since_pos FROM signing_key ORDER BY rowid");
        while (rows.step()) {
            report_.keys.push_back({rows.text(0), rows.blob(1), {rows.integer(2)}});
        }
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
            "SELECT c.pos, c.chain, c.wall_ms, c.key_id, c.signature, e.chain, e.pos IS NULL"
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
        const std::string* key = find_key(row.text(3));
        if (!key) return note(Flaw::unknown_key, pos.value, "key " + row.text(3));
        const Digest message = checkpoint_message(report_.log_id, pos, chain, row.integer(2));
        if (!signature_holds(*key, bytes(message), row.blob_view(4))) {
            return note(Flaw::signature, pos.value, "the signature does not fit");
        }
        report_.signed_up_to = pos;
    }

    const std::string* find_key(const std::string& id) const {
        for (const PublicKey& key : report_.keys) {
            const bool trusted = trusted_.empty() ||
                                 std::ranges::find(trusted_, key.bytes) != trusted_.end();
            if (key.key_id == id && key_id(key.bytes) == id && trusted) return &key.bytes;
        }
        return nullptr;
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
    const std::vector<std::string>& trusted_;
    Report report_;
};

}  // namespace

std::string_view name(Flaw flaw) {
    switch (flaw) {
        case Flaw::file_damaged: return "file_damaged";
        case Flaw::gap: return "gap";
        case Flaw::sequence: return "sequence";
        case Flaw::chain: return "chain";
        case Flaw::rows_missing: return "rows_missing";
        case Flaw::checkpoint_missing: return "checkpoint_missing";
        case Flaw::checkpoint_mismatch: return "checkpoint_mismatch";
        case Flaw::signature: return "signature";
        case Flaw::unknown_key: return "unknown_key";
    }
    return "unknown";
}

Pos Report::first_bad() const {
    Pos first{};
    for (const Finding& finding : findings) {
        if (first.value == 0 || (finding.pos.value > 0 && finding.pos < first)) first = finding.pos;
    }
    return first;
}

std::expected<Report, OpenError> verify(const std::string& path,
                                        const std::vector<std::string>& trusted_keys) {
    auto database = open_for_reading(path);
    if (!database) return std::unexpected(database.error());
    Database& db = **database;
    db.execute("BEGIN");  // one snapshot, whatever is appended meanwhile
    Report report = Examination(db, trusted_keys).run();
    if (db.error()) return std::unexpected(open_error(path, *db.error()));
    return report;
}

}  // namespace flagfall::log
