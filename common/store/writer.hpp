// Inside the log: writes batches into the file, on the store's thread.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "common/store/custody.hpp"
#include "common/store/row.hpp"
#include "common/store/store.hpp"

namespace flagfall::store {

// The content of one append.
struct Batch {
    std::vector<Row> rows;
    Effect effect;
    bool sign = false;  // the last of its rows
};

class Writer {
public:
    // `last` and `chain` are those of the last row in the file.
    Writer(Database& database, const Signer& signer, std::string log_id, Projector* projector,
           Pos last, Digest chain);

    // Numbers the rows of each stream and writes the batches in one transaction. On failure none of
    // them is in the file, the Database has the error, and the Writer must not be used
    // again.
    bool commit(std::vector<Batch>& batches, const std::function<void()>& before_commit);

    // Signs the last row, if it is not signed yet. False if that fails.
    bool sign_last();

    Pos last() const { return last_; }

    // The last row that this Writer signed; empty before the first.
    const std::optional<SignedHead>& signed_head() const { return signed_; }
    bool all_signed() const { return last_.value == 0 || (signed_ && signed_->pos == last_); }

private:
    void write(Row& row);
    std::int64_t next_seq(const std::string& stream);
    void sign();

    Database& database_;
    const Signer& signer_;
    const std::string log_id_;
    Projector* const projector_;
    Sha256 hash_;
    Pos last_;
    Digest chain_;
    std::unordered_map<std::string, std::int64_t> last_seq_;  // of the streams written lately
    std::optional<SignedHead> signed_;
};

}  // namespace flagfall::store
