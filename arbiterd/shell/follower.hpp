// arbiterd's loop: follows clockd's log, decides, records, and sends what was decided back.
#pragma once

#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "arbiterd/api/health.hpp"
#include "arbiterd/service/arbiter_service.hpp"
#include "common/auth/proof.hpp"
#include "common/base/ids.hpp"
#include "common/custody/options.hpp"
#include "common/ops/log.hpp"

namespace flagfall::net {
class Loop;
}

namespace flagfall::arbiterd {

struct FollowOptions {
    std::string data_dir;  // holds arbiterd.db
    custody::Options custody;  // the log's keys and signatures
    std::string clockd_host = "127.0.0.1";
    std::uint16_t clockd_port = 7411;
    std::optional<auth::Key> key;  // of arbiterd's role; nothing: an open hall
};

class Follower {
public:
    // Opens and replays the record, then keeps a link to clockd. `on_fatal` is called from the
    // loop when going on would be wrong: clockd keeps another log than the one recorded.
    static std::expected<std::unique_ptr<Follower>, StartError> start(
        net::Loop& loop, const FollowOptions& options, api::Health& health,
        std::function<void(StartError)> on_fatal);
    ~Follower();  // makes durable what was decided

    // One act, from any thread. `done` is called once, on the loop's thread, when the answer is
    // durable; not at all if the process ends before. It must not throw or block: post it on.
    void act(Act act, Permit permit, Answered done);

    // What equipment the hall has now, from any thread; `done` as in act().
    void equipment(EquipmentAnswered done);

    // Calls `changed` on the loop's thread after each commit, with the last durable position. Each
    // call adds one; only before the loop runs, or from it.
    void on_change(std::function<void(Pos)> changed);

    // For the last line of the process: what was written and in how many commits.
    ops::Fields summary() const;

private:
    struct Impl;
    explicit Follower(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

// Derives every table of DIR/arbiterd.db from its log again, in one transaction; returns the log's
// last position. `key_dir`: where the log's key is; empty: in DIR. The record must exist and no
// arbiterd may run on it.
std::expected<Pos, StartError> rebuild_record(const std::string& data_dir,
                                              const std::string& key_dir = {});

}  // namespace flagfall::arbiterd
