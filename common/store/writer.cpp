#include "common/store/writer.hpp"

#include <utility>

#include "common/base/check.hpp"
#include "common/store/open.hpp"

namespace flagfall::store {

Writer::Writer(Database& database, const Signer& signer, std::string log_id, Projector* projector,
               Pos last, Digest chain)
    : database_(database), signer_(signer), log_id_(std::move(log_id)), projector_(projector),
      last_(last), chain_(chain) {}

bool Writer::commit(std::vector<Batch>& batches, const std::function<void()>& before_commit) {
    const Pos before = last_;
    database_.execute("BEGIN IMMEDIATE");
    for (Batch& batch : batches) {
        for (Row& row : batch.rows) write(row);
        if (batch.sign && !all_signed()) sign();
        if (batch.effect) batch.effect(database_);
        if (database_.error()) return false;  // the caller stops; SQLite rolls back
    }
    if (last_ != before)
        write_head(database_, last_,
                   head_mac(signer_.secret, log_id_, last_, chain_, signer_.keys));
    if (before_commit) before_commit();
    return database_.execute("COMMIT");
}

// Streams come and go; the file has the numbers of all of them.
std::int64_t Writer::next_seq(const std::string& stream) {
    constexpr std::size_t most_streams = 16'384;
    if (last_seq_.size() >= most_streams) last_seq_.clear();
    const auto [known, is_new] = last_seq_.try_emplace(stream);
    if (is_new) {
        Statement last = database_.prepare("SELECT max(seq) FROM event WHERE stream = ?");
        last.bind(stream);
        known->second = last.step() ? last.integer(0) : 0;
    }
    return ++known->second;
}

void Writer::write(Row& row) {
    FF_CHECK(row.pos.value == last_.value + 1);
    row.seq = next_seq(row.stream);
    last_ = row.pos;
    chain_ = chain_next(hash_, chain_, row);
    database_.run(
        "INSERT INTO event(" FLAGFALL_EVENT_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        row.pos.value, row.stream, row.seq, row.cmd_id, row.sender, row.cmd_digest, row.at.us,
        row.boot, row.wall_ms, row.type, row.body, Blob{bytes(chain_)});
    if (projector_) projector_->project(database_, row);
    if (row.pos.value % checkpoint_every == 0) sign();
}

bool Writer::sign_last() {
    if (!all_signed()) sign();
    return !database_.error();
}

void Writer::sign() { signed_ = sign_row(database_, signer_, log_id_, last_, chain_); }

}  // namespace flagfall::store
