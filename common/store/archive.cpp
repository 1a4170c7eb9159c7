#include "common/store/archive.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "common/store/custody.hpp"
#include "common/store/examine.hpp"
#include "common/store/layout.hpp"

namespace flagfall::store {

namespace {

constexpr std::array tables_of_log = {"log_identity", "event", "signing_key", "checkpoint"};

std::string table(Part part, std::string_view name) {
    return (part == Part::clocks ? "clock_" : "") + std::string(name);
}

struct Run {
    Pos first;
    Pos last;
    Digest before{};
};

std::vector<Run> runs_of(Database& archive, Part part) {
    std::vector<Run> runs;
    Statement rows = archive.prepare("SELECT first, last, before FROM run WHERE log = ?"
                                     " ORDER BY first");
    for (rows.bind(name(part)); rows.step();)
        runs.push_back({{rows.integer(0)}, {rows.integer(1)},
                        digest_of(rows, 2).value_or(Digest{})});
    return runs;
}

ArchiveTitle title_of(Database& archive) {
    Statement row = archive.prepare("SELECT event, wall_ms, version FROM archive");
    if (!row.step()) return {};
    return {row.text(0), row.integer(1), row.text(2)};
}

Digest part_digest(Database& archive, Part part) {
    const std::string log_id = read_log_id(archive);
    Digest keys = no_keys(log_id);
    for (const Tenure& tenure : read_tenures(archive)) keys = keys_next(keys, tenure);
    const std::vector<Run> runs = runs_of(archive, part);
    Sha256 hash;
    hash.text("flagfall archive part 1").text(name(part)).text(log_id).text(bytes(keys));
    hash.integer(std::ssize(runs));
    for (const Run& run : runs) {
        const Digest last = chain_at(archive, log_id, run.last).value_or(Digest{});
        hash.integer(run.first.value).integer(run.last.value).text(bytes(run.before));
        hash.text(bytes(last));
    }
    return hash.finish();
}

Digest whole_digest(const ArchiveTitle& title, const Digest& record, const Digest& clocks) {
    Sha256 hash;
    hash.text("flagfall archive 1").text(title.event).integer(title.wall_ms).text(title.version);
    return hash.text(bytes(record)).text(bytes(clocks)).finish();
}

void copy_row(Database& archive, Part part, const Row& row, std::string_view chain) {
    archive.run("INSERT INTO " + table(part, "event") +
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row.pos.value, row.stream, row.seq, row.cmd_id, row.sender, row.cmd_digest,
                row.at.us, row.boot, row.wall_ms, row.type, row.body, Blob{chain});
}

void copy_keys(Database& log, Database& archive, Part part) {
    Statement from = log.prepare("SELECT one, log_id, wall_ms FROM log_identity");
    if (from.step())
        archive.run("INSERT INTO " + table(part, "log_identity") + " VALUES (?, ?, ?)",
                    from.integer(0), from.text_view(1), from.integer(2));
    for (const Tenure& t : read_tenures(log)) {
        std::optional<std::int64_t> gap;
        if (t.gap_from) gap = t.gap_from->value;
        archive.run("INSERT INTO " + table(part, "signing_key") +
                        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    t.number, fingerprint(t.public_key), Blob{t.public_key}, t.since.value,
                    Blob{bytes(t.chain)}, gap, t.said_by, t.reason, t.wall_ms, Blob{t.signature});
    }
}

void finish_run(Database& log, Database& archive, Part part, const Run& run) {
    archive.run("INSERT INTO run VALUES (?, ?, ?, ?)", name(part), run.first.value, run.last.value,
                Blob{bytes(run.before)});
    Statement at = log.prepare("SELECT pos, chain, signature, key_number, wall_ms FROM checkpoint"
                               " WHERE pos BETWEEN ? AND ? ORDER BY pos");
    for (at.bind(run.first.value, run.last.value); at.step();)
        archive.run("INSERT INTO " + table(part, "checkpoint") + " VALUES (?, ?, ?, ?, ?)",
                    at.integer(0), Blob{at.blob_view(1)}, Blob{at.blob_view(2)}, at.integer(3),
                    at.integer(4));
}

// Examines one part of an archive.
class PartExamination {
public:
    PartExamination(Database& archive, Part part, const std::vector<std::string>& trusted)
        : archive_(archive), part_(part), trusted_(trusted) {
        report.log_id = read_log_id(archive_);
    }

    void run() {
        Keys keys = examine_keys(archive_, report.log_id, trusted_);
        report.keys = keys.found;
        report.gaps = keys.gaps;
        for (Finding& each : keys.findings) note(std::move(each));
        check_rows();
        Statement rows = archive_.prepare(
            "SELECT c.pos, c.chain, c.wall_ms, c.key_number, c.signature, e.chain"
            " FROM checkpoint AS c LEFT JOIN event AS e USING (pos) ORDER BY c.pos");
        while (rows.step()) {
            const SignedPosition at{{rows.integer(0)},  digest_of(rows, 1).value_or(Digest{}),
                                    rows.integer(2),    rows.integer(3),
                                    rows.blob(4),       digest_of(rows, 5)};
            if (auto flaw = examine_checkpoint(keys, report.log_id, at)) note(std::move(*flaw));
        }
    }

    void check_seal(const Digest& digest) {
        Statement row = archive_.prepare("SELECT key_number, signature FROM seal WHERE log = ?");
        row.bind(name(part_));
        if (!row.step()) return;
        const auto number = static_cast<std::size_t>(row.integer(0));
        if (number < 1 || number > report.keys.size())
            return note({Flaw::unknown_key, {}, "the seal's key number is " + row.text(0)});
        const PublicKey& key = report.keys[number - 1];
        if (!signature_holds(key.bytes, bytes(digest), row.blob_view(1)))
            return note({Flaw::signature, {}, "the seal of " + std::string(name(part_)) +
                                                  " does not fit the archive"});
        report.sealed_by = key.fingerprint;
        report.sealed_by_trusted = key.trusted;
    }

    PartReport report;
    std::vector<Finding> findings;

private:
    void note(Finding finding) {
        finding.text = std::string(name(part_)) + ": " + finding.text;
        if (findings.size() < max_findings) findings.push_back(std::move(finding));
    }

    // Checks that each run has all of its rows, and that there are no others.
    void check_rows() {
        const std::vector<Run> runs = runs_of(archive_, part_);
        auto run = runs.begin();
        Digest before{};
        Sha256 hash;
        Statement rows = archive_.prepare("SELECT " FLAGFALL_EVENT_COLUMNS
                                          " FROM event ORDER BY pos");
        while (rows.step()) {
            const Row row = row_of(rows);
            if (run != runs.end() && report.last >= run->last) ++run;
            const bool first = run != runs.end() && report.last < run->first;
            const Pos due = first ? run->first : Pos{report.last.value + 1};
            if (run == runs.end() || row.pos != due)
                return note({Flaw::gap, row.pos, "the rows are not those of the runs"});
            if (first) before = run->before;
            const Digest computed = chain_next(hash, before, row);
            before = chain_of(rows).value_or(computed);
            if (before != computed)
                note({Flaw::chain, row.pos, "the row is not the one that was chained here"});
            if (report.rows++ == 0) report.first = row.pos;
            report.last = row.pos;
        }
        if (!runs.empty() && report.last != runs.back().last)
            note({Flaw::rows_missing, {report.last.value + 1}, "the last rows are missing"});
    }

    Database& archive_;
    Part part_;
    const std::vector<std::string>& trusted_;
};

}  // namespace

std::string_view name(Part part) { return part == Part::record ? "arbiterd" : "clockd"; }

bool is_archive(Database& database) {
    return database.integer("PRAGMA application_id") == archive_application_id;
}

bool is_archive(const std::string& path) {
    auto database = open_for_reading(path);
    return database && is_archive(**database);
}

std::expected<std::unique_ptr<Database>, OpenError> make_archive(const std::string& path,
                                                                 std::string_view script,
                                                                 const ArchiveTitle& title) {
    auto database = Database::open(path, Database::Mode::create);
    if (!database) return std::unexpected(open_error(path, database.error()));
    Database& db = **database;
    db.execute("PRAGMA trusted_schema = OFF; PRAGMA synchronous = FULL; BEGIN IMMEDIATE");
    if (!db.error() && !is_new(db))
        return std::unexpected(OpenError{OpenCode::wrong_application,
                                         path + ": it is there already; name another file"});
    make(db, {script, archive_application_id, log_schema_version});
    db.run("INSERT INTO archive VALUES (1, ?, ?, ?)", title.event, title.wall_ms, title.version);
    if (!db.execute("COMMIT")) return std::unexpected(open_error(path, *db.error()));
    return std::move(*database);
}

void copy_part(Database& log, Database& archive, Part part, const std::vector<Pos>& positions,
               const std::function<void(const Row&)>& copied) {
    const std::string log_id = read_log_id(log);
    copy_keys(log, archive, part);
    Run run;
    Statement found =
        log.prepare("SELECT " FLAGFALL_EVENT_COLUMNS " FROM event WHERE pos = ?");
    for (const Pos pos : positions) {
        found.bind(pos.value);
        if (!found.step()) return;  // with the connection's error
        const bool goes_on = run.last.value > 0 && pos.value == run.last.value + 1;
        if (!goes_on && run.last.value > 0) finish_run(log, archive, part, run);
        if (!goes_on)
            run = {pos, pos, chain_at(log, log_id, {pos.value - 1}).value_or(Digest{})};
        run.last = pos;
        const Row row = row_of(found);
        copy_row(archive, part, row, found.blob_view(11));
        if (copied) copied(row);
    }
    if (run.last.value > 0) finish_run(log, archive, part, run);
}

std::expected<std::unique_ptr<Database>, OpenError> open_part(const std::string& path, Part part) {
    auto database = open_for_reading(path);
    if (!database) return std::unexpected(database.error());
    Database& db = **database;
    if (!is_archive(db))
        return std::unexpected(
            OpenError{OpenCode::wrong_application, path + ": it is not an archive"});
    if (part == Part::clocks)
        for (const std::string name : tables_of_log)
            db.execute("CREATE TEMP VIEW " + name + " AS SELECT * FROM main.clock_" + name);
    if (db.error()) return std::unexpected(open_error(path, *db.error()));
    return std::move(*database);
}

std::expected<Digest, OpenError> archive_digest(const std::string& path) {
    std::array<Digest, 2> digests{};
    ArchiveTitle title;
    for (const Part part : {Part::record, Part::clocks}) {
        auto database = open_part(path, part);
        if (!database) return std::unexpected(database.error());
        Database& db = **database;
        title = title_of(db);
        digests[part == Part::clocks] = part_digest(db, part);
        if (db.error()) return std::unexpected(open_error(path, *db.error()));
    }
    return whole_digest(title, digests[0], digests[1]);
}

bool seal_archive(Database& archive, Part part, const Digest& digest, const SigningKey& key) {
    Statement last = archive.prepare("SELECT number, public_key FROM " +
                                     table(part, "signing_key") + " ORDER BY number DESC LIMIT 1");
    if (!last.step() || last.blob_view(1) != key.public_key()) return false;
    return archive.run("INSERT INTO seal VALUES (?, ?, ?)", name(part), last.integer(0),
                       Blob{key.sign(bytes(digest))});
}

std::optional<SignedHead> sealed_head(Database& archive) {
    Statement row = archive.prepare(
        "SELECT e.pos, e.chain, a.wall_ms, k.public_key, s.signature FROM seal AS s, archive AS a,"
        " (SELECT pos, chain FROM event ORDER BY pos DESC LIMIT 1) AS e"
        " JOIN signing_key AS k ON k.number = s.key_number WHERE s.log = 'arbiterd'");
    if (!row.step()) return std::nullopt;
    SignedHead head;
    head.log_id = read_log_id(archive);
    head.pos = {row.integer(0)};
    head.chain = digest_of(row, 1).value_or(Digest{});
    head.wall_ms = row.integer(2);
    head.public_key = row.blob(3);
    head.signature = row.blob(4);
    return head;
}

Verdict ArchiveReport::verdict() const {
    if (!findings.empty()) return Verdict::changed;
    const bool trusted = record.sealed_by_trusted || clocks.sealed_by_trusted;
    if (record.sealed_by.empty()) return Verdict::not_signed;
    if (!trusted) return Verdict::other_key;
    return record.gaps.empty() && clocks.gaps.empty() ? Verdict::unchanged : Verdict::gap;
}

std::expected<ArchiveReport, OpenError> verify_archive(const std::string& path,
                                                       std::string_view script,
                                                       const std::vector<std::string>& trusted) {
    auto record = open_part(path, Part::record);
    if (!record) return std::unexpected(record.error());
    auto clocks = open_part(path, Part::clocks);
    if (!clocks) return std::unexpected(clocks.error());
    ArchiveReport report;
    auto damage = examine_file(path);
    if (!damage) return std::unexpected(damage.error());
    report.findings = std::move(*damage);
    if (!has_schema(**record, script)) {  // nothing else in it can be trusted
        report.findings.push_back({Flaw::schema, {}, "its tables are not those of an archive"});
        return report;
    }
    report.title = title_of(**record);
    const std::array<Database*, 2> both = {record->get(), clocks->get()};
    report.digest = whole_digest(report.title, part_digest(*both[0], Part::record),
                                 part_digest(*both[1], Part::clocks));
    for (const Part part : {Part::record, Part::clocks}) {
        Database& db = *both[part == Part::clocks];
        PartExamination examination(db, part, trusted);
        examination.run();
        examination.check_seal(report.digest);
        if (db.error() && open_error(path, *db.error()).code != OpenCode::damaged)
            return std::unexpected(open_error(path, *db.error()));
        if (db.error()) report.findings.push_back({Flaw::file_damaged, {}, db.error()->text});
        std::ranges::move(examination.findings, std::back_inserter(report.findings));
        (part == Part::record ? report.record : report.clocks) = std::move(examination.report);
    }
    return report;
}

}  // namespace flagfall::store
