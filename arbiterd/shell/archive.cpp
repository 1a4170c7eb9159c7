#include "arbiterd/shell/archive.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "arbiterd/record/committed_tournaments.hpp"
#include "arbiterd/record/file.hpp"
#include "arbiterd/record/projector.hpp"
#include "arbiterd/record/record.hpp"
#include "arbiterd/shell/tables.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/base/version.hpp"
#include "common/custody/files.hpp"
#include "common/custody/options.hpp"
#include "common/store/reader.hpp"

namespace flagfall::arbiterd {

namespace fs = std::filesystem;

namespace {

template <class T = void>
using Outcome = std::expected<T, StartError>;

std::unexpected<StartError> refused(std::string why) {
    return std::unexpected(StartError{exit_code::bad_input, std::move(why)});
}

std::unexpected<StartError> bad(std::string why) {
    return std::unexpected(StartError{exit_code::bad_store, std::move(why)});
}

std::string log_in(const std::string& folder, const char* name) {
    return (fs::path(folder) / name).string();
}

// Only verified logs are worth archiving.
Outcome<> check_log(const std::string& path, const std::string& key_file) {
    const auto report = store::verify(path, {.trusted = {}, .key_file = key_file, .progress = {}});
    if (!report) return bad(report.error().text);
    switch (report->verdict()) {
        case store::Verdict::unchanged:
        case store::Verdict::gap: return {};
        case store::Verdict::unsigned_tail:
            return bad(path + ": its last events are not signed yet; start its daemon, stop it, "
                              "and archive then");
        default: return bad(path + ": it is not as its daemon wrote it; run arbiterd verify");
    }
}

// Why this round still needs the live record; nothing when it does not.
std::optional<std::string> open_round(record::Record& record,
                                      const record::CommittedTournaments& tournaments,
                                      const std::string& event,
                                      const tournament::EventRound& round) {
    const std::string name = tournaments.name_of(event, round.number);
    if (tournaments.entered(event) && round.state != tournament::RoundState::confirmed)
        return "round " + name + " is not confirmed, it is " +
               std::string(wire::name(round.state));
    for (const record::GameRow& game : record.games({event, name})) {
        const std::string at =
            "round " + name + ", board " + std::to_string(game.board.number) + ": ";
        if (game.status != wire::GameStatus::finished) return at + "the game is not over";
        if (game.adjourned) return at + "the game is adjourned";
        if (game.approval == wire::ApprovalState::appealed) return at + "an appeal is not decided";
    }
    return std::nullopt;
}

// Why the tournament still needs the live record; nothing when it is closed.
std::optional<std::string> not_closed(record::Record& record,
                                      const record::CommittedTournaments& tournaments,
                                      store::Database& rows, const std::string& event) {
    const tournament::Tournament* found = tournaments.find(event);
    if (!found) return "there is no event " + event;
    if (found->rounds.empty()) return "it has no round";
    if (found->info.rounds > found->rounds.size())
        return std::to_string(found->info.rounds) + " rounds are planned and it has " +
               std::to_string(found->rounds.size()) + "; change the event if no more are played";
    for (const auto& [number, round] : found->rounds)
        if (auto why = open_round(record, tournaments, event, round)) return why;
    for (const record::QuestionRow& question : record.open_questions())
        if (question.event == event)
            return "a question is open at board " + std::to_string(question.board.number);
    store::Statement waiting = rows.prepare(
        "SELECT count(*) FROM outbox WHERE settled = 0 AND"
        " (stream = ?1 OR game IN (SELECT game FROM game WHERE event = ?2))");
    if (waiting.bind("event/" + event, event).step() && waiting.integer(0) > 0)
        return "clockd has not carried out " + waiting.text(0) + " commands for it yet";
    return std::nullopt;
}

std::vector<std::string> games_of(store::Database& record, const std::string& event) {
    std::vector<std::string> games;
    store::Statement rows = record.prepare("SELECT game FROM game WHERE event = ? ORDER BY opened");
    for (rows.bind(event); rows.step();) games.push_back(rows.text(0));
    return games;
}

// The rows of the record that are about the tournament. Also finds which logs of clockd it
// followed, and the last signed head of clockd's log that it keeps.
std::vector<Pos> rows_of_record(store::Database& record, const std::string& event,
                                const std::vector<std::string>& games) {
    std::set<Pos> all;
    const auto add = [&](std::string_view sql, std::string_view of) {
        store::Statement rows = record.prepare(sql);
        for (rows.bind(of); rows.step();) all.insert(Pos{rows.integer(0)});
    };
    const std::string_view of_stream = "SELECT pos FROM event WHERE stream = ?";
    add(of_stream, "event/" + event);
    for (const std::string& game : games) add(of_stream, "game/" + game);
    add("SELECT pos FROM log_topic WHERE topic = ?", "log");
    add("SELECT max(pos) FROM event WHERE stream = 'office' AND type = ? HAVING max(pos) > 0",
        wire::HeadKept::type);
    return {all.begin(), all.end()};
}

// The rows from each game's opening to the next opening at its board.
Outcome<std::vector<Pos>> rows_of_clocks(store::Database& clocks, const std::string& path,
                                         const std::vector<std::string>& games) {
    std::set<Pos> all;
    store::Statement opened = clocks.prepare(
        "SELECT e.pos, e.stream, (SELECT min(n.pos) FROM event AS n WHERE n.stream = e.stream AND"
        " n.type = 'game_opened' AND n.pos > e.pos) FROM opened JOIN event AS e USING (pos)"
        " WHERE game = ?");
    store::Statement rows = clocks.prepare(
        "SELECT pos FROM event WHERE stream = ?1 AND"
        " seq >= (SELECT seq FROM event WHERE pos = ?2) AND"
        " seq < coalesce((SELECT seq FROM event WHERE pos = ?3), 9223372036854775807)");
    for (const std::string& game : games) {
        opened.bind(game);
        if (!opened.step() && !clocks.error())
            return bad(path + ": game " + game + " is not in it; name the folder of the log that "
                              "the clocks of this tournament were kept in with --clocks");
        if (clocks.error()) break;
        std::optional<std::int64_t> next;
        if (!opened.null(2)) next = opened.integer(2);
        for (rows.bind(opened.text_view(1), opened.integer(0), next); rows.step();)
            all.insert(Pos{rows.integer(0)});
    }
    if (clocks.error()) return bad(store::open_error(path, *clocks.error()).text);
    return std::vector<Pos>(all.begin(), all.end());
}

// A hidden file in the target's folder.
std::string unfinished_name(const std::string& target) {
    const fs::path path(target);
    return (path.parent_path() / (".flagfall-archive-" + path.filename().string())).string();
}

// Both logs at one moment. The record is opened first, so that it is never ahead of clockd's log.
struct Sources {
    record::Record record;
    std::unique_ptr<store::Reader> rows;  // of the record
    std::unique_ptr<store::Reader> clocks;
    std::string clocks_path;
};

Outcome<Sources> open_sources(const ArchiveOptions& options) {
    const std::string& folder =
        options.clocks_dir.empty() ? options.data_dir : options.clocks_dir;
    const std::string clocks_path = log_in(folder, "clockd.db");
    if (!fs::exists(clocks_path))
        return bad(clocks_path + ": there is no such log; name the folder of clockd's with "
                                 "--clocks");
    auto record = record::Record::open(options.data_dir);
    if (!record) return bad(record.error());
    auto rows = store::Reader::open(log_in(options.data_dir, "arbiterd.db"));
    if (!rows) return bad(rows.error().text);
    auto clocks = store::Reader::open(clocks_path);
    if (!clocks) return bad(clocks.error().text);
    return Sources{std::move(*record), std::move(*rows), std::move(*clocks), clocks_path};
}

// Reads one state of the record, and a later one of clockd's log.
bool hold(Sources& sources, std::optional<record::Record::Snapshot>& snapshot) {
    constexpr int most_tries = 100;  // two connections to the record: a commit may fall between
    for (int tries = 0; tries < most_tries; ++tries) {
        sources.rows->database().execute("BEGIN");
        const Pos last = sources.rows->last();
        snapshot.emplace(sources.record);
        if (sources.record.last() == last) return sources.clocks->database().execute("BEGIN");
        snapshot.reset();
        sources.rows->database().execute("COMMIT");
    }
    return false;
}

// Copies the rows of both logs, and the tables derived from the record's rows.
Outcome<> fill(Sources& sources, const std::string& event, store::Database& archive) {
    store::Database& record = sources.rows->database();
    store::Database& clocks = sources.clocks->database();
    const std::vector<std::string> games = games_of(record, event);
    const auto of_clocks = rows_of_clocks(clocks, sources.clocks_path, games);
    if (!of_clocks) return std::unexpected(of_clocks.error());
    record::RecordProjector projector;
    archive.execute("BEGIN IMMEDIATE");
    store::copy_part(record, archive, store::Part::record, rows_of_record(record, event, games),
                     [&](const store::Row& row) { projector.project(archive, row); });
    store::copy_part(clocks, archive, store::Part::clocks, *of_clocks);
    store::Statement follow = record.prepare("SELECT log, pos FROM follow");
    if (follow.step())
        archive.run("INSERT INTO follow VALUES (1, ?, ?)", follow.text_view(0), follow.integer(1));
    archive.execute("COMMIT");
    for (const store::Database* each : {&record, &clocks, &archive})
        if (each->error())
            return bad(store::open_error("cannot copy the tournament", *each->error()).text);
    return {};
}

Outcome<> seal(const ArchiveOptions& options, const std::string& path, store::Database& archive) {
    const auto digest = store::archive_digest(path);
    if (!digest) return bad(digest.error().text);
    const std::string key_file =
        custody::key_path(options.data_dir, options.key_dir, "arbiterd.db.key");
    const auto key = store::SigningKey::load(key_file);
    if (!key) return bad(key.error().text);
    if (!store::seal_archive(archive, store::Part::record, *digest, *key))
        return bad(key_file + ": it is not the key that signs the record");
    // clockd's folder may belong to another user; arbiterd's seal covers its rows, too.
    const std::string& folder =
        options.clocks_dir.empty() ? options.data_dir : options.clocks_dir;
    const auto other =
        store::SigningKey::load(custody::key_path(folder, options.key_dir, "clockd.db.key"));
    if (other) store::seal_archive(archive, store::Part::clocks, *digest, *other);
    if (archive.error()) return bad(store::open_error(path, *archive.error()).text);
    return {};
}

}  // namespace

Outcome<store::ArchiveReport> make_archive(const ArchiveOptions& options) {
    std::error_code error;
    if (fs::exists(fs::symlink_status(options.to, error)))
        return refused(options.to + ": it is there already; name another file");
    auto sources = open_sources(options);
    if (!sources) return std::unexpected(sources.error());
    const std::string clocks_dir = fs::path(sources->clocks_path).parent_path().string();
    if (auto good = check_log(log_in(options.data_dir, "arbiterd.db"),
                              custody::key_path(options.data_dir, options.key_dir,
                                                "arbiterd.db.key"));
        !good)
        return std::unexpected(good.error());
    if (auto good = check_log(sources->clocks_path,
                              custody::key_path(clocks_dir, options.key_dir, "clockd.db.key"));
        !good)
        return std::unexpected(good.error());
    try {
        std::optional<record::Record::Snapshot> snapshot;
        if (!hold(*sources, snapshot))
            return bad("too much is written to the record at present; try again");
        record::CommittedTournaments tournaments;
        tournaments.update(sources->record);
        if (auto why = not_closed(sources->record, tournaments, sources->rows->database(),
                                  options.event))
            return refused(options.event + " is not closed: " + *why);
        custody::Unfinished draft(unfinished_name(options.to));
        const custody::Unfinished journal(draft.path() + "-journal");
        custody::remove_all(draft.path());  // left by an interrupted run
        custody::remove_all(journal.path());
        auto archive = store::make_archive(draft.path(), record::archive_script(),
                                           {options.event, wall_ms(), std::string(version)});
        if (!archive) return bad(archive.error().text);
        if (auto done = fill(*sources, options.event, **archive); !done)
            return std::unexpected(done.error());
        if (auto done = seal(options, draft.path(), **archive); !done)
            return std::unexpected(done.error());
        archive->reset();
        auto report = verify_archive(draft.path());
        if (!report) return bad(report.error());
        if (!report->findings.empty())
            return bad(options.to + ": the archive is not what was written: " +
                       report->findings.front().text);
        if (auto synced = custody::sync_file(draft.path()); !synced) return bad(synced.error());
        if (auto done = draft.becomes(options.to); !done) return bad(done.error());
        return *report;
    } catch (const record::RecordError& failure) {
        return bad(failure.what());
    }
}

std::expected<store::ArchiveReport, std::string> verify_archive(
    const std::string& file, const std::vector<std::string>& trusted) {
    auto report = store::verify_archive(file, record::archive_script(), trusted);
    if (!report) return std::unexpected(report.error().text);
    if (!report->findings.empty()) return *report;  // the tables are worthless then
    const auto changed = changed_tables(file);
    if (!changed) return std::unexpected(changed.error().text);
    for (const std::string& table : *changed)
        report->findings.push_back(
            {store::Flaw::schema, {}, "table " + table + " is not what the rows say"});
    return *report;
}

}  // namespace flagfall::arbiterd
