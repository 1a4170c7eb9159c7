#include "arbiterd/shell/metrics.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "arbiterd/record/file.hpp"
#include "common/base/now.hpp"
#include "common/store/reader.hpp"

namespace flagfall::arbiterd {

namespace {

// Figures from the record through a separate connection, read at each request for metrics.
class RecordFigures {
public:
    explicit RecordFigures(std::unique_ptr<store::Reader> reader) : reader_(std::move(reader)) {}

    void collect() {
        store::Database& database = reader_->database();
        collect_questions(database);
        collect_games(database);
        database.clear_error();  // a failed read is tried again next time
    }

private:
    void collect_questions(store::Database& database) {
        store::Statement row = database.prepare(
            "SELECT count(*), min(wall_ms) FROM question WHERE closed = ''");
        if (!row.step()) return;
        const bool any = row.integer(0) > 0;
        open_.set(static_cast<double>(row.integer(0)));
        const std::int64_t age_ms = any ? std::max<std::int64_t>(wall_ms() - row.integer(1), 0) : 0;
        oldest_.set(static_cast<double>(age_ms) / 1e3);
    }

    void collect_games(store::Database& database) {
        for (ops::Gauge* gauge : games_) gauge->set(0);
        store::Statement rows =
            database.prepare("SELECT status, count(*) FROM game GROUP BY status");
        while (rows.step()) {
            ops::Gauge& gauge = ops::registry().gauge("arbiterd_games", "Games by status.",
                                                      {{"status", rows.text(0)}});
            gauge.set(static_cast<double>(rows.integer(1)));
            if (std::ranges::find(games_, &gauge) == games_.end()) games_.push_back(&gauge);
        }
    }

    std::unique_ptr<store::Reader> reader_;
    ops::Gauge& open_ =
        ops::registry().gauge("arbiterd_questions_open", "Questions that wait for a person.");
    ops::Gauge& oldest_ = ops::registry().gauge("arbiterd_oldest_question_seconds",
                                                "How long the oldest open question has waited.");
    std::vector<ops::Gauge*> games_;  // one for each status so far
};

}  // namespace

Figures& figures() {
    static Figures all{
        ops::registry().gauge("arbiterd_clockd_linked", "1 while clockd's log is being followed."),
        ops::registry().gauge("arbiterd_followed_position",
                              "The last position of clockd's log that was decided on."),
        ops::registry().histogram("arbiterd_commit_seconds", "How long a commit took.",
                                  ops::seconds_bounds()),
        ops::registry().gauge("arbiterd_store_queue_rows", "Events that wait for the disk.")};
    return all;
}

std::expected<RecordWatch, std::string> watch_record(const std::string& where) {
    auto reader = store::Reader::open(record::file_of(where));
    if (!reader) return std::unexpected(reader.error().text);
    auto record = std::make_shared<RecordFigures>(std::move(*reader));
    ops::registry().on_collect([weak = std::weak_ptr(record)] {
        if (const auto alive = weak.lock()) alive->collect();
    });
    return record;
}

}  // namespace flagfall::arbiterd
