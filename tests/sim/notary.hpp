// Signs a simulated daemon's log as its store would: chain, checkpoints from time to time, and a
// key that is the same in every run.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/store/custody.hpp"
#include "common/store/row.hpp"
#include "common/wire/head_messages.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

class Notary {
public:
    // `seed`: one byte that makes the daemons' keys differ.
    Notary(std::string log_id, char seed);

    // The head, if the log has grown and the last one was signed 10 s ago or more.
    std::optional<wire::SignedHead> look(World& world, std::span<const store::Row> rows);
    // The chain of this row; empty if there is none.
    std::optional<std::string> chain(std::span<const store::Row> rows, Pos pos);
    const std::string& log_id() const { return log_id_; }

private:
    void follow(std::span<const store::Row> rows);

    std::string log_id_;
    const store::SigningKey& key_;
    store::Tenure tenure_;
    store::Digest keys_{};
    std::vector<store::Digest> chains_;  // of each row
    std::optional<Instant> signed_at_;
    Pos signed_up_to_;
};

// Checks that every head that one log keeps of the other is in that other log.
void check_heads(World& world, Notary& notary, std::span<const store::Row> of,
                 std::span<const store::Row> kept_in);

}  // namespace flagfall::sim
