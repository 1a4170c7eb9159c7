#include <condition_variable>
#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include "common/store/reader.hpp"
#include "tests/disk/disk.hpp"
#include "tests/disk/play.hpp"

namespace flagfall::disk {

namespace {

// Delays the first commit of a group until the others are queued after it.
class Gate {
public:
    void shut() {
        const std::lock_guard hold(mutex_);
        open_ = inside_ = false;
    }
    void open() {
        const std::lock_guard hold(mutex_);
        open_ = true;
        changed_.notify_all();
    }
    void pass() {  // the store's thread
        std::unique_lock hold(mutex_);
        inside_ = true;
        changed_.notify_all();
        changed_.wait(hold, [&] { return open_; });
    }
    void wait_for_somebody() {
        std::unique_lock hold(mutex_);
        changed_.wait(hold, [&] { return inside_; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    bool open_ = true;
    bool inside_ = false;
};

class Performance {
public:
    Performance(const Play& play, const Manner& manner) : play_(play), manner_(manner) {}

    Told run() {
        for (const Session& session : play_.sessions) {
            if (!perform(session)) break;
        }
        return std::move(told_);
    }

private:
    bool perform(const Session& session);
    bool prepare(store::Store& store);
    bool append(store::Store& store, const Append& append);
    bool append(store::Store& store, const Group& group);
    void announced();
    void failed(const store::SqlError& error);
    void look_on(store::Reader& reader, const store::Store& store);
    void verify_all();
    void complain(std::string text) { told_.complaints.push_back(std::move(text)); }

    const Play& play_;
    const Manner& manner_;
    Told told_;
    std::map<std::string, std::int64_t> last_seq_;  // of the streams
    Commit next_;  // the state after the commit under way; the store's thread
    Gate gate_;
};

bool Performance::prepare(store::Store& store) {
    if (!manner_.pragmas.empty()) store.database().execute(manner_.pragmas);
    if (told_.commits.empty()) {
        const bool digest = manner_.digest;
        next_.tables = digest ? digest_of_tables(play_, store.database()) : "";
        told_.commits.push_back(next_);
    }
    std::size_t count = 0;
    const auto read = store.read({1}, [&](const store::Row& row) {
        if (count >= told_.rows.size() || row != told_.rows[count]) complain("read another row");
        ++count;
    });
    if (!read) told_.refused = read.error();
    else if (count != told_.rows.size()) complain("rows are missing at the start");
    return read.has_value();
}

bool Performance::append(store::Store& store, const Append& append) {
    std::vector<store::Row> rows = append.rows;
    const auto effect = [this, &append, last = Pos{store.last().value + std::ssize(rows)}](
                            store::Database& database) {
        if (append.effect) append.effect(database);
        next_.last = last;
        if (manner_.digest) next_.tables = digest_of_tables(play_, database);
    };
    if (!store.append(rows, effect)) return false;
    for (store::Row& row : rows) row.seq = ++last_seq_[row.stream];
    told_.rows.insert(told_.rows.end(), rows.begin(), rows.end());
    return true;
}

bool Performance::append(store::Store& store, const Group& group) {
    if (group.size() > 1) gate_.shut();
    bool taken = append(store, group.front());
    if (group.size() > 1) {
        if (taken) gate_.wait_for_somebody();
        for (std::size_t i = 1; taken && i < group.size(); ++i) taken = append(store, group[i]);
        gate_.open();
    }
    store.flush();
    return taken && !told_.fatal;
}

void Performance::announced() {
    Disk& disk = mounted();
    const std::lock_guard hold(disk.mutex);
    disk.acknowledged = ++told_.acknowledged;
    if (told_.fatal) told_.after_fatal = true;
}

void Performance::failed(const store::SqlError& error) {
    told_.fatal = error;
    ++told_.fatal_calls;
    gate_.open();
    gate_.pass();  // for a thread that waits
}

void Performance::look_on(store::Reader& reader, const store::Store& store) {
    std::size_t count = 0;
    const Pos end{std::numeric_limits<std::int64_t>::max()};
    const auto read = reader.read({1}, end, [&](const store::Row& row) {
        const bool same = count < told_.rows.size() && row == told_.rows[count];
        if (!same) complain("a reader saw another row");
        ++count;
        return true;
    });
    if (!read) {
        ++told_.reader_errors;
        if (read.error().text.empty()) complain("a reader's error says nothing");
    } else if (read->value < store.committed().value) {
        complain("a reader does not see what was announced");
    }
}

void Performance::verify_all() {
    const auto report = store::verify(path_of(play_));
    if (!report) {
        ++told_.reader_errors;
        if (report.error().text.empty()) complain("verify's error says nothing");
    } else if (!report->ok()) {
        // A page that cannot be read is a finding. Verify reads in two threads, and if every call
        // fails from some point on, that call may be one other than a read.
        if (mounted().read_failed && report->findings.front().flaw == store::Flaw::file_damaged) {
            ++told_.reader_errors;
        } else complain("verify blames the file: " + report->findings.front().text);
    }
}

bool Performance::perform(const Session& session) {
    store::StoreOptions options = options_of(play_);
    options.on_committed = [this](Pos) { announced(); };
    options.on_fatal = [this](const store::SqlError& error) { failed(error); };
    options.before_commit = [this] {
        told_.commits.push_back(next_);
        gate_.pass();
    };
    auto opened = store::Store::open(std::move(options));
    if (!opened) {
        told_.refused = opened.error();
        return false;
    }
    store::Store& store = **opened;
    if (!prepare(store)) return false;
    store.start();
    std::unique_ptr<store::Reader> reader;
    if (manner_.readers) {
        if (auto found = store::Reader::open(path_of(play_))) reader = std::move(*found);
        else if (++told_.reader_errors; found.error().text.empty()) complain("no reason given");
    }
    for (const Group& group : session) {
        if (!append(store, group)) break;
        if (reader) look_on(*reader, store);
    }
    if (manner_.readers) verify_all();
    reader.reset();
    store.close();
    return !told_.fatal;
}

}  // namespace

std::string path_of(const Play& play) { return root() + "/" + play.daemon + ".db"; }

store::StoreOptions options_of(const Play& play) {
    store::StoreOptions options;
    options.path = path_of(play);
    options.application_id = play.application_id;
    options.projection_sql = play.sql;
    return options;
}

Told perform(const Play& play, const Manner& manner) { return Performance(play, manner).run(); }

std::string digest_of_tables(const Play& play, store::Database& database) {
    return digest_of_tables(play.tables, database);
}

std::string digest_of_tables(const std::vector<std::string>& tables, store::Database& database) {
    store::Sha256 hash;
    for (const std::string& table : tables) {
        std::string columns;
        {
            store::Statement names = database.prepare(
                "SELECT group_concat('quote(' || name || ')', '||'',''||')"
                " FROM pragma_table_info(?)");
            names.bind(table);
            if (names.step()) columns = names.text(0);
        }
        store::Statement rows =
            database.prepare("SELECT " + columns + " AS line FROM " + table + " ORDER BY line");
        hash.text(table);
        while (rows.step()) hash.text(rows.text_view(0));
    }
    return store::hex(store::bytes(hash.finish())).substr(0, 16);
}

}  // namespace flagfall::disk
