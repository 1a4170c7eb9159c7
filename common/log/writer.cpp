#include "common/log/writer.hpp"

#include <utility>

#include "common/base/check.hpp"
#include "common/base/now.hpp"
#include "common/log/open.hpp"

namespace flagfall::log {

Writer::Writer(Database& database, const SigningKey& key, std::string log_id, Projector* projector,
               Pos last, Digest chain)
    : database_(database), key_(key), log_id_(std::move(log_id)),
      key_id_(key_id(key.public_key())), projector_(projector), last_(last), chain_(chain) {}

bool Writer::commit(std::vector<Batch>& batches, const std::function<void()>& before_commit) {
    database_.execute("BEGIN IMMEDIATE");
    for (const Batch& batch : batches) {
        for (const Row& row : batch.rows) write(row);
        if (batch.effect) batch.effect(database_);
        if (database_.error()) return false;  // the caller stops; the file rolls back by itself
    }
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
    if (last_.value > 0) sign();
    return !database_.error();
}

void Writer::sign() {
    const std::int64_t now_ms = wall_ms();
    const Digest message = checkpoint_message(log_id_, last_, chain_, now_ms);
    database_.run("INSERT INTO checkpoint(pos, chain, signature, key_id, wall_ms)"
                  " VALUES (?, ?, ?, ?, ?) ON CONFLICT(pos) DO NOTHING",
                  last_.value, Blob{bytes(chain_)}, Blob{key_.sign(bytes(message))}, key_id_,
                  now_ms);
}

}  // namespace flagfall::log
