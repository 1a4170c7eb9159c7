#include "common/store/verify.hpp"

#include <algorithm>
#include <future>
#include <iterator>
#include <map>
#include <unordered_map>
#include <utility>

#include "common/store/custody.hpp"
#include "common/store/examine.hpp"
#include "common/store/open.hpp"

namespace flagfall::store {

namespace {

constexpr std::size_t batch_rows = 4096;

// Rows to be hashed, each with its chain from the file.
struct Batch {
    Digest before{};  // of the row before the first
    std::vector<Row> rows{};
    std::vector<Digest> chains{};

    Digest last() const { return chains.empty() ? before : chains.back(); }
};

// The rows whose chain does not follow from the chain before.
std::vector<Pos> broken_in(const Batch& batch) {
    std::vector<Pos> broken;
    Sha256 hash;
    const Digest* before = &batch.before;
    for (std::size_t i = 0; i < batch.rows.size(); ++i) {
        if (chain_next(hash, *before, batch.rows[i]) != batch.chains[i])
            broken.push_back(batch.rows[i].pos);
        before = &batch.chains[i];
    }
    return broken;
}

class Examination {
public:
    Examination(Database& database, const VerifyOptions& options)
        : database_(database), options_(options) {
        report_.log_id = read_log_id(database_);
        report_.of_frames =
            database_.integer("PRAGMA application_id") == frames_application_id;
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
        check_schema();
        load_keys();
        check_rows();
        check_checkpoints();
        check_missing_checkpoints();
        check_head();
    }

    // After a failed call nothing more can be found out about the file.
    void note(Finding finding) {
        if (database_.error() || report_.findings.size() >= max_findings) return;
        report_.findings.push_back(std::move(finding));
    }

    void note(Flaw flaw, std::int64_t pos, std::string text) {
        note({flaw, {pos}, std::move(text)});
    }

    // A trigger may do anything to later rows; so may a table with other constraints.
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
        keys_ = examine_keys(database_, report_.log_id, options_.trusted);
        report_.keys = keys_.found;
        report_.gaps = keys_.gaps;
        for (const Finding& each : keys_.findings) note(each);
    }

    // Reads on while earlier rows are hashed. A row is hashed with the chain that the file has
    // for the row before it, not with the computed one, so that one edit is one finding.
    void check_rows() {
        Statement rows = database_.prepare("SELECT " FLAGFALL_EVENT_COLUMNS
                                           " FROM event ORDER BY pos");
        const std::int64_t all =
            options_.progress ? database_.integer("SELECT count(*) FROM event") : 0;
        std::unordered_map<std::string, std::int64_t> seqs;
        Batch batch{chain_start(report_.log_id), {}, {}};
        std::future<std::vector<Pos>> hashed;
        const auto hash_batch = [&] {
            if (hashed.valid()) note_broken(hashed.get());
            const Digest last = batch.last();
            hashed = std::async(std::launch::async, broken_in,
                                std::exchange(batch, {last, {}, {}}));
            if (options_.progress) options_.progress(report_.rows, all);
        };
        while (rows.step()) {
            Row row = row_of(rows);
            const std::int64_t due = report_.last.value + 1;
            if (row.pos.value != due)
                note({Flaw::gap, {due}, "the next row is " + std::to_string(row.pos.value)});
            check_seq(row, seqs[row.stream]);
            report_.last = row.pos;
            ++report_.rows;
            batch.rows.push_back(std::move(row));
            batch.chains.push_back(chain_of(rows).value_or(Digest{}));
            if (batch.rows.size() == batch_rows) hash_batch();
        }
        hash_batch();
        note_broken(hashed.get());
        report_.chain = batch.before;
    }

    // Only rows that were read before any call failed.
    void note_broken(const std::vector<Pos>& broken) {
        for (const Pos pos : broken)
            if (report_.findings.size() < max_findings)
                report_.findings.push_back(
                    {Flaw::chain, pos, "the row is not the one that was chained here"});
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
            const bool cut = pos > report_.last;
            return note({cut ? Flaw::rows_missing : Flaw::checkpoint_mismatch,
                         cut ? Pos{report_.last.value + 1} : pos,
                         "a signed checkpoint stands at " + std::to_string(pos.value)});
        }
        const SignedPosition at{pos, digest_of(row, 1).value_or(Digest{}), row.integer(2),
                                row.integer(3), row.blob(4), digest_of(row, 5)};
        if (const auto flaw = examine_checkpoint(keys_, report_.log_id, at)) return note(*flaw);
        const bool trusted = keys_.found[static_cast<std::size_t>(at.key_number) - 1].trusted;
        (trusted ? report_.signed_up_to : report_.signed_by_others) = pos;
    }

    // Everybody can check its position; the code can be checked only with the daemon's secret.
    void check_head() {
        const Pos last = report_.last;
        const std::int64_t head = database_.integer("SELECT pos FROM head", -1);
        const std::string text = "the last row is " + std::to_string(last.value);
        if (head != last.value && !(head < 0 && last.value == 0 && keys_.tenures.empty()))
            note(Flaw::head, std::min(head, last.value) + 1,
                 text + ", and the daemon wrote " + std::to_string(head) + " last");
        if (options_.key_file.empty() || keys_.tenures.empty() || !report_.ok()) return;
        const auto key = SigningKey::load(options_.key_file);
        if (!key) return;
        if (key->public_key() != keys_.tenures.back().public_key)
            return note(Flaw::head, last.value,
                        "the key beside the log, " + fingerprint(key->public_key()) +
                            ", is not the one that signs in it");
        const Digest mac = head_mac(key->head_secret(), report_.log_id, last, report_.chain,
                                    keys_.digests.back());
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
    Keys keys_;
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
    db.execute("BEGIN");  // one snapshot, even while rows are appended
    auto looked = std::async(std::launch::async, examine_file, path);
    Report report = Examination(db, options).run();
    auto damage = looked.get();
    if (db.error()) return std::unexpected(open_error(path, *db.error()));
    if (!damage) return std::unexpected(damage.error());
    if (!damage->empty()) report.head_checked = false;
    std::ranges::move(report.findings, std::back_inserter(*damage));
    report.findings = std::move(*damage);
    if (report.findings.size() > max_findings) report.findings.resize(max_findings);
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
