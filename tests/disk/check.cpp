#include "tests/disk/check.hpp"

#include <cstdlib>
#include <optional>

#include "tests/disk/disk.hpp"

namespace flagfall::disk {

namespace {

Judgement corrupt(std::string text) { return {Verdict::corrupt, std::move(text)}; }
Judgement lost(std::string text) { return {Verdict::lost, std::move(text)}; }

class Examiner {
public:
    Examiner(const Play& play, const Expected& expected) : play_(play), expected_(expected) {
        if (play.projector) projector_ = play.projector();
    }

    Judgement run() {
        if (Judgement found = open(); found.verdict != Verdict::good) return found;
        for (const auto step : {&Examiner::integrity, &Examiner::rows, &Examiner::tables,
                                &Examiner::rebuild, &Examiner::go_on, &Examiner::verify}) {
            Judgement found = (this->*step)();
            if (found.verdict != Verdict::good) return found;
        }
        return {};
    }

private:
    Judgement open() {
        store::StoreOptions options = options_of(play_);
        options.projector = projector_.get();
        options.on_committed = [](Pos) {
            Disk& disk = mounted();
            const std::lock_guard hold(disk.mutex);
            ++disk.acknowledged;
        };
        options.on_fatal = [](const store::SqlError&) {};
        auto opened = store::Store::open(std::move(options));
        if (!opened) return corrupt("does not open: " + opened.error().text);
        store_ = std::move(*opened);
        return {};
    }

    Judgement integrity() {
        store::Database& db = store_->database();
        std::string answer;
        {
            store::Statement lines = db.prepare("PRAGMA integrity_check");
            if (lines.step()) answer = lines.text(0);
        }
        if (db.error()) return corrupt("integrity_check: " + db.error()->text);
        return answer == "ok" ? Judgement{} : corrupt("integrity_check: " + answer);
    }

    // The log is a prefix of the one that was written, and has no row of another one.
    Judgement rows() {
        std::string difference;
        const std::vector<store::Row>& written = expected_.reference.rows;
        const auto read = store_->read({1}, [&](const store::Row& row) {
            const auto index = static_cast<std::size_t>(row.pos.value - 1);
            const bool same = index < written.size() && extras_ == 0 && row == written[index];
            if (!same && row.body == play_.extra.body) ++extras_;
            else if (!same) difference = "row " + std::to_string(row.pos.value) + " is another";
        });
        if (!read) return corrupt(read.error().text);
        last_ = Pos{read->value - static_cast<std::int64_t>(extras_)};
        return difference.empty() ? Judgement{} : corrupt(difference);
    }

    // Log and tables are in the state after one commit, and not before the last announced one.
    Judgement tables() {
        const std::string digest = digest_of_tables(play_, store_->database());
        const std::vector<Commit>& commits = expected_.reference.commits;
        std::optional<std::size_t> found;
        for (std::size_t i = 0; i < commits.size(); ++i) {
            if (commits[i].last == last_ && commits[i].tables == digest) found = i;
        }
        const std::string here = "the log ends at " + std::to_string(last_.value);
        if (last_ < commits[expected_.acknowledged].last) {
            return lost(here + ", announced was " +
                        std::to_string(commits[expected_.acknowledged].last.value));
        }
        if (!found) return corrupt(here + ", and no commit left such tables there");
        if (*found < expected_.acknowledged) return lost(here + " with earlier tables");
        if (extras_ < expected_.extras) return lost("the row after it is gone");
        digest_ = digest;
        return {};
    }

    Judgement rebuild() {
        if (!projector_) return {};
        if (const auto done = store_->rebuild(); !done) return corrupt(done.error().text);
        if (digest_of_tables(play_, store_->database()) == digest_) return {};
        return corrupt("the tables are not those that follow from the log");
    }

    Judgement go_on() {
        std::vector<store::Row> rows{play_.extra};
        store_->start();
        const Pos before = store_->last();
        const bool taken = store_->append(rows);
        store_->flush();
        const Pos after = store_->committed();
        if (!taken || after.value != before.value + 1) return corrupt("takes no more rows");
        store_->close();
        return {};
    }

    Judgement verify() {
        const auto report = store::verify(path_of(play_));
        if (!report) return corrupt("verify: " + report.error().text);
        if (!report->ok()) return corrupt("verify: " + report->findings.front().text);
        const std::int64_t last = last_.value + static_cast<std::int64_t>(extras_) + 1;
        if (report->last.value != last || report->signed_up_to.value != last) {
            return corrupt("verify: signed up to " + std::to_string(report->signed_up_to.value) +
                           " of " + std::to_string(last));
        }
        return {};
    }

    const Play& play_;
    const Expected& expected_;
    std::unique_ptr<store::Projector> projector_;
    std::unique_ptr<store::Store> store_;
    Pos last_;                // of the play's rows
    std::size_t extras_ = 0;  // rows after them
    std::string digest_;
};

}  // namespace

Judgement check(const Play& play, const Expected& expected) {
    return Examiner(play, expected).run();
}

std::uint64_t seed() {
    const char* text = std::getenv("FLAGFALL_SEED");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : 1;
}

Share share() {
    const char* text = std::getenv("FLAGFALL_DISK");
    const std::string_view word = text != nullptr ? text : "";
    if (word == "part") return Share::part;
    return word == "whole" ? Share::whole : word == "sample" ? Share::sample : Share::slice;
}

}  // namespace flagfall::disk
