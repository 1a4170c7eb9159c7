#include "common/custody/commands.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <future>
#include <map>
#include <set>

#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/base/text.hpp"
#include "common/cli/call.hpp"
#include "common/store/custody.hpp"
#include "common/store/guard.hpp"
#include "common/store/open.hpp"

namespace flagfall::custody {

namespace fs = std::filesystem;

namespace {

constexpr Duration progress_every = seconds(1);

cli::Option key_dir_option() {
    return {.name = "key-dir", .kind = cli::Kind::folder, .value = "DIR",
            .help = "folder of the keys, if not the data folder"};
}

// From the most serious to success.
constexpr int by_weight[] = {exit_code::bad_store,  exit_code::other_key,
                             exit_code::other_head, exit_code::not_signed,
                             exit_code::unsigned_tail, exit_code::signed_gap, exit_code::ok};

int graver(int a, int b) {
    for (const int code : by_weight)
        if (a == code || b == code) return code;
    return std::max(a, b);
}

struct Said {
    int exit_code;
    const char* word;      // in the first line
    const char* sentence;  // what it means for an appeal
};

Said said_of(store::Verdict verdict) {
    using enum store::Verdict;
    switch (verdict) {
        case unchanged:
            return {exit_code::ok, "unchanged",
                    "every row is as the holder of the key signed it; compare the key's "
                    "fingerprint with that on result sheets and reports"};
        case changed:
            return {exit_code::bad_store, "CHANGED",
                    "this is not what the daemon wrote: do not rely on it, ask for a backup"};
        case other_key:
            return {exit_code::other_key, "SIGNED BY ANOTHER KEY",
                    "the signer does not have a key that you named: this may not be the hall's "
                    "record"};
        case not_signed:
            return {exit_code::not_signed, "NOT SIGNED",
                    "anybody who had the file can have written it: it proves nothing"};
        case unsigned_tail:
            return {exit_code::unsigned_tail, "UNSIGNED TAIL",
                    "the events after the last signature prove nothing yet: start the daemon "
                    "with this log; it signs only its own events"};
        case gap:
            return {exit_code::signed_gap, "SIGNED, WITH A GAP",
                    "a person vouches for the events in the gap, and no signature does"};
    }
    return {exit_code::bad_store, "CHANGED", ""};
}

// A text from the file, which may have been written by anybody.
std::string shown(const std::string& text) {
    return is_printable(text) ? text : "(a text that cannot be shown)";
}

long long number(Pos pos) { return static_cast<long long>(pos.value); }

void print_details(const store::Report& report) {
    for (const store::Finding& finding : report.findings)
        std::printf("  event %lld: %s: %s\n", number(finding.pos),
                    std::string(store::name(finding.flaw)).c_str(), shown(finding.text).c_str());
    for (const store::PublicKey& key : report.keys)
        std::printf("  key %s from event %lld%s\n", store::spaced(key.fingerprint).c_str(),
                    number(key.since) + 1, key.trusted ? "" : " (not one that you named)");
    for (const store::Gap& gap : report.gaps)
        std::printf("  gap: nobody signed for events %lld to %lld; %s, %s: %s\n",
                    number(gap.from) + 1, number(gap.to), shown(gap.by).c_str(),
                    rfc3339(gap.wall_ms).c_str(), shown(gap.reason).c_str());
    const long long unsigned_rows = number(report.last) - number(report.signed_up_to);
    if (unsigned_rows > 0 && report.ok())
        std::printf("  %lld events after the last signature: %s\n", unsigned_rows,
                    report.running        ? "a daemon is running and signs them soon"
                    : report.head_checked ? "the daemon's own, as its key shows; it ended without "
                                            "signing them (a crash, a power cut, a copy)"
                                          : "nothing shows who wrote them");
}

// Shows progress, on a terminal and if it takes long.
class Progress {
public:
    explicit Progress(std::string path) : path_(std::move(path)) {}
    ~Progress() {
        if (shown_) std::fprintf(stderr, "\r\033[K");
    }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void report(std::int64_t rows, std::int64_t all) {
        const Instant at = now();
        if (!is_terminal_ || at < next_) return;
        if (next_ > Instant{}) {
            std::fprintf(stderr, "\r%s: %lld of %lld events", path_.c_str(),
                         static_cast<long long>(rows), static_cast<long long>(all));
            std::fflush(stderr);
            shown_ = true;
        }
        next_ = at + progress_every;
    }

private:
    std::string path_;
    bool is_terminal_ = ::isatty(STDERR_FILENO) == 1;
    bool shown_ = false;
    Instant next_;
};

// Prints what a log proves; returns the exit code. `kept` receives the report.
int print_log(const std::string& path, const store::VerifyOptions& options,
              const std::vector<KeptHead>& heads, store::Report* kept = nullptr) {
    const auto report = [&] {
        Progress progress(path);
        store::VerifyOptions with = options;
        with.progress = [&](std::int64_t rows, std::int64_t all) { progress.report(rows, all); };
        return store::verify(path, with);
    }();
    if (!report) {
        std::fprintf(stderr, "%s: %s\n", path.c_str(), report.error().text.c_str());
        return exit_code::bad_store;
    }
    if (kept != nullptr) *kept = *report;
    const Said said = said_of(report->verdict());
    std::printf("%s: log %s, %lld events, signed up to %lld: %s\n", path.c_str(),
                shown(report->log_id).c_str(), static_cast<long long>(report->rows),
                number(report->signed_up_to), said.word);
    print_details(*report);
    int code = said.exit_code;
    const auto check = check_heads(path, *report, heads);
    if (!check) {
        std::fprintf(stderr, "%s: %s\n", path.c_str(), check.error().text.c_str());
        return exit_code::bad_store;
    }
    if (check->found > 0)
        std::printf("  %zu heads of it that are kept elsewhere are in it\n", check->found);
    if (check->strange > 0)
        std::printf("  %zu heads of it were announced with a key that it never had, and none of "
                    "its keys signed that one: they count for nothing\n", check->strange);
    for (const std::string& missing : check->missing) std::printf("  %s\n", missing.c_str());
    std::printf("  for an appeal: %s\n", said.sentence);
    if (!check->missing.empty()) {
        std::printf("  for an appeal: this is not the record of those heads: rows were cut off or "
                    "rewritten\n");
        code = graver(code, exit_code::other_head);
    }
    return code;
}

// Prints logs that have kept heads and are in none of these files.
void print_absent(const std::vector<KeptHead>& heads, const std::vector<std::string>& files) {
    std::set<std::string> here;
    for (const std::string& file : files)
        if (auto database = store::open_for_reading(file))
            here.insert(store::read_log_id(**database));
    std::map<std::string, const KeptHead*> last;
    for (const KeptHead& head : heads) {
        if (head.of_frames || here.contains(head.log_id)) continue;
        const KeptHead*& known = last[head.log_id];
        if (!known || known->pos < head.pos) known = &head;
    }
    for (const auto& [log, head] : last)
        std::printf("log %s is not here: at %s it had %lld events (%s). It was removed, or it is "
                    "elsewhere\n", shown(log).c_str(), rfc3339(head->wall_ms).c_str(),
                    number(head->pos), head->where.c_str());
}

struct Trust {
    std::vector<std::string> fingerprints;
    std::vector<KeptHead> heads;
};

std::expected<Trust, std::string> trust_of(const cli::Values& values) {
    Trust trust;
    for (const std::string& text : values.all("key")) {
        const auto known = store::fingerprint_of(text);
        if (!known) return std::unexpected(known.error().text);
        trust.fingerprints.push_back(*known);
    }
    for (const std::string& file : values.all("anchor")) {
        auto heads = read_anchors(file);
        if (!heads) return std::unexpected(heads.error());
        std::ranges::move(*heads, std::back_inserter(trust.heads));
    }
    return trust;
}

// Prints what a gateway's log of frames proves, file by file and from each to the next.
int print_frames(std::vector<LogFile> files, const store::VerifyOptions& options,
                 const std::vector<KeptHead>& heads) {
    int code = exit_code::ok;
    for (LogFile& file : files)
        code = graver(code, print_log(file.path, options, heads, &file.report));
    for (const std::string& line : wrong_in_order(files)) {
        std::printf("%s\n", line.c_str());
        code = graver(code, exit_code::other_head);
    }
    for (const std::string& line : missing_files(files, heads)) {
        std::printf("%s\n", line.c_str());
        code = graver(code, exit_code::other_head);
    }
    if (heads.empty())
        std::printf("clockd's log keeps heads of these files: name it with --beside, and they are "
                    "compared\n");
    return code;
}

void print_part(const char* what, const store::PartReport& part) {
    std::printf("  %s: log %s, %lld events from %lld to %lld, %s%s\n", what,
                shown(part.log_id).c_str(), static_cast<long long>(part.rows), number(part.first),
                number(part.last),
                part.sealed_by.empty() ? "without a seal of its own key" : "sealed by key ",
                store::spaced(part.sealed_by).c_str());
}

// The kept heads at positions that the archive has.
int print_archived_heads(const std::string& path, const store::ArchiveReport& report,
                         const std::vector<KeptHead>& heads) {
    std::size_t found = 0;
    int code = exit_code::ok;
    for (const store::Part part : {store::Part::record, store::Part::clocks}) {
        const auto database = store::open_part(path, part);
        if (!database) continue;  // it was open a moment ago
        const std::string& log =
            (part == store::Part::record ? report.record : report.clocks).log_id;
        for (const KeptHead& head : heads) {
            if (head.log_id != log) continue;
            const auto chain = store::chain_at(**database, log, head.pos);
            if (!chain) continue;
            if (store::hex(store::bytes(*chain)) == head.chain) {
                ++found;
                continue;
            }
            std::printf("  %s: event %lld is another one here\n", head.where.c_str(),
                        number(head.pos));
            code = exit_code::other_head;
        }
    }
    if (found > 0) std::printf("  %zu heads that are kept elsewhere are in it\n", found);
    return code;
}

int print_archive(const Logs& logs, const std::string& path, const Trust& trust) {
    const auto report = logs.archive(path, trust.fingerprints);
    if (!report) {
        std::fprintf(stderr, "%s\n", report.error().c_str());
        return exit_code::bad_store;
    }
    const Said said = said_of(report->verdict());
    std::printf("%s: archive of %s, made %s: %s\n", path.c_str(),
                shown(report->title.event).c_str(), rfc3339(report->title.wall_ms).c_str(),
                said.word);
    print_part("arbiterd", report->record);
    print_part("clockd", report->clocks);
    for (const store::Finding& finding : report->findings)
        std::printf("  event %lld: %s: %s\n", number(finding.pos),
                    std::string(store::name(finding.flaw)).c_str(), shown(finding.text).c_str());
    std::printf("  digest %s\n", store::hex(store::bytes(report->digest)).c_str());
    const int heads = print_archived_heads(path, *report, trust.heads);
    std::printf("  for an appeal: %s\n", said.sentence);
    return graver(said.exit_code, heads);
}

int run_verify(const Logs& logs, const cli::Call& call) {
    const cli::Values& values = call.values;
    auto trust = trust_of(values);
    if (!trust) return call.fail(exit_code::bad_input, trust.error());
    const std::string& data = values.text("DIR");
    if (logs.archive && fs::is_regular_file(data)) return print_archive(logs, data, *trust);
    const std::string keys = values.text_or_empty("key-dir");
    std::vector<std::string> there;
    for (const std::string& file : logs.files)
        if (file == logs.files.front() || fs::exists(fs::path(data) / file)) there.push_back(file);
    std::vector<std::string> beside = values.all("beside");
    for (const char* file : {"arbiterd.db", "clockd.db"})
        if (fs::exists(fs::path(data) / file)) beside.push_back((fs::path(data) / file).string());
    for (const std::string& path : beside) {
        auto heads = heads_in(path);
        if (!heads) return call.fail(exit_code::bad_store, heads.error().text);
        std::ranges::move(*heads, std::back_inserter(trust->heads));
    }
    int code = exit_code::ok;
    if (auto frames = logs.frames ? logs.frames(data) : std::vector<LogFile>(); !frames.empty()) {
        code = print_frames(std::move(frames),
                            {trust->fingerprints, key_path(data, keys, logs.frames_key), {}},
                            trust->heads);
        if (!fs::exists(fs::path(data) / logs.files.front())) return code;
    }
    std::future<std::vector<std::string>> wrong;
    if (logs.also) wrong = std::async(std::launch::async, logs.also, data);
    for (const std::string& file : there)
        code = graver(code, print_log((fs::path(data) / file).string(),
                                      {trust->fingerprints, key_path(data, keys, file + ".key"),
                                       {}},
                                      trust->heads));
    for (const std::string& file : there) beside.push_back((fs::path(data) / file).string());
    print_absent(trust->heads, beside);
    // The log first: tables that follow from a changed log prove nothing.
    if (code == exit_code::bad_store || !logs.also) return code;
    const std::vector<std::string> lines = wrong.get();
    for (const std::string& line : lines) std::printf("%s\n", line.c_str());
    return lines.empty() ? code : exit_code::bad_store;
}

int show(const cli::Call& call, const std::string& path, const std::string& key_file) {
    const auto report = store::verify(path);
    if (!report) return call.fail(exit_code::bad_store, report.error().text);
    for (const store::PublicKey& key : report->keys)
        std::printf("%s from event %lld\n", store::spaced(key.fingerprint).c_str(),
                    number(key.since) + 1);
    const auto own = store::SigningKey::load(key_file);
    if (!own) return call.fail(exit_code::bad_store, own.error().text);
    if (!report->keys.empty() && own->public_key() == report->keys.back().bytes)
        return exit_code::ok;
    std::printf("%s has another key: %s\n", key_file.c_str(),
                store::spaced(store::fingerprint(own->public_key())).c_str());
    return exit_code::other_key;
}

int run_key(const Logs& logs, const cli::Call& call) {
    const cli::Values& values = call.values;
    const std::string& data = values.text("data");
    const std::string keys = values.text_or_empty("key-dir");
    store::StoreOptions options;
    options.path = (fs::path(data) / logs.files.front()).string();
    options.key_file = key_path(data, keys, logs.files.front() + ".key");
    options.application_id = logs.application_id;
    if (values.text("ACT") == "show") return show(call, options.path, options.key_file);
    const auto made = store::rotate_key(options, {values.has("by") ? values.text("by") : "unnamed",
                                                values.text("reason")});
    if (!made) return call.fail(exit_code::bad_store, made.error().text);
    std::printf("%s signs from now on\n", store::spaced(*made).c_str());
    return exit_code::ok;
}

}  // namespace

cli::Subcommand verify_command(const Logs& logs) {
    return {.name = "verify",
            .summary = "check that nobody changed the record, and who signed it",
            .text = "Checks chain, keys and signatures of the logs in DIR, and that every table is "
                    "what the log says. A daemon may be running. Without --key anybody's "
                    "signature counts: compare the fingerprint with that on a result sheet. Exit "
                    "code: 0 unchanged, 73 changed, 80 not signed, 81 events after the last "
                    "signature, 82 signed by another key, 83 a head kept elsewhere is not in it, "
                    "84 a person accepted a gap. Each daemon keeps heads of the other's log in its "
                    "own; with both logs in DIR, or with --beside, each log is checked against "
                    "them. clockd keeps heads of a gateway's log of frames, too: name its folder "
                    "as DIR, and clockd's log with --beside.",
            .arguments = {{.name = "DIR",
                           .kind = logs.archive ? cli::Kind::file : cli::Kind::folder,
                           .help = logs.archive ? "the record's folder, or an archive"
                                                : "the record's folder"}},
            .options = {{.name = "key", .value = "KEY",
                         .help = "trust only this key and those it signed: its fingerprint, its "
                                 "64 digits, or a file with it",
                         .repeated = true},
                        {.name = "anchor", .kind = cli::Kind::file, .value = "FILE",
                         .help = "a file that serve --anchor wrote: its heads must be in the log",
                         .repeated = true},
                        {.name = "beside", .kind = cli::Kind::file, .value = "FILE",
                         .help = "the other daemon's log, if it is not in DIR: the heads that it "
                                 "keeps must be in this log",
                         .repeated = true},
                        key_dir_option()},
            .examples = {{logs.program + " verify --key '3f09 ... 77aa' /var/lib/" + logs.program,
                          "with the fingerprint of a result sheet"}},
            .run = [logs](const cli::Call& call) { return run_verify(logs, call); }};
}

cli::Subcommand key_command(const Logs& logs) {
    const cli::Option data{.name = "data", .kind = cli::Kind::folder, .value = "DIR",
                           .help = "the data folder", .required = true};
    return {.name = "key",
            .summary = "show or replace the key that signs the log",
            .text = " show     the fingerprint of every key of the log, the last one signs\n"
                    " rotate   make a new key, signed by the present one, which is destroyed; stop "
                    "the daemon first\n"
                    "A lost key cannot be rotated: serve --accept-gap continues with a new one.",
            .arguments = {{.name = "ACT", .help = "show or rotate",
                           .choices = {"show", "rotate"}}},
            .options = {data, key_dir_option(),
                        {.name = "by", .value = "NAME", .help = "who changes the key",
                         .environment = "USER"},
                        {.name = "reason", .value = "TEXT", .otherwise = "changed in good order",
                         .help = "why"}},
            .examples = {{logs.program + " key show --data /var/lib/" + logs.program,
                          "to compare with a result sheet"}},
            .run = [logs](const cli::Call& call) { return run_key(logs, call); }};
}

std::vector<cli::Option> custody_options(const std::string& environment) {
    using cli::Kind;
    cli::Option key_dir = key_dir_option();
    key_dir.environment = environment + "_KEY_DIR";
    key_dir.key = "keys.dir";
    return {std::move(key_dir),
            {.name = "accept-gap", .value = "'NAME: REASON'",
             .help = "continue a log that somebody else wrote or signed last, or whose key is "
                     "lost, and record who decided this; has no effect on any other log"},
            {.name = "sign-every", .kind = Kind::duration, .value = "TIME", .otherwise = "10s",
             .help = "longest time from an event to its signature",
             .environment = environment + "_SIGN_EVERY", .key = "keys.sign_every",
             .least = 10'000},
            {.name = "anchor", .kind = Kind::file, .value = "FILE",
             .help = "append each signed head of the log to this file, best on a USB stick or "
                     "another machine",
             .environment = environment + "_ANCHOR", .key = "keys.anchor"}};
}

}  // namespace flagfall::custody
