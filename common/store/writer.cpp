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
    for (const Batch& batch : batches) {
        for (const Row& row : batch.rows) write(row);
        if (batch.sign && !all_signed()) sign();
        if (batch.effect) batch.effect(database_);
        if (database_.error()) return false;  // the caller stops; the file rolls back by itself
    }
    if (last_ != before)
        write_head(database_, last_,
                   head_mac(signer_.secret, log_id_, last_, chain_, signer_.keys));
    if (before_commit) before_commit();
    return database_.execute("COMMIT");
}

void Writer::write(const Row& row) {
    FF_CHECK(row.pos.value == last_.value + 1);
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
