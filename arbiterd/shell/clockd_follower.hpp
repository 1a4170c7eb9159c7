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
    std::optional<auth::Key> key;  // the key of arbiterd's role; nothing: an open hall
};

class ClockdFollower {
public:
    // Opens the record, replays it, and then keeps a link to clockd. The loop calls `on_fatal` when
    // the process cannot continue: clockd has another log than the one recorded.
    static std::expected<std::unique_ptr<ClockdFollower>, StartError> start(
        net::Loop& loop, const FollowOptions& options, api::Health& health,
        std::function<void(StartError)> on_fatal);
    ~ClockdFollower();  // makes all decisions durable

    // One act, from any thread. `done` is called once, on the loop's thread, when the answer is
    // durable; never if the process ends before. It must not throw or block, so post the work
    // elsewhere.
    void act(Act act, Permit permit, Answered done);

    // The present equipment of the hall, from any thread; `done` as in act().
    void equipment(EquipmentAnswered done);
    // The devices that are away from their games; the same.
    void away(AwayAnswered done);

    // Adds a callback that runs on the loop's thread after each commit, with the last durable
    // position. Call this only before the loop runs, or from it.
    void on_change(std::function<void(Pos)> changed);

    // For the last line of the process: what was written and in how many commits.
    ops::Fields summary() const;

private:
    struct Impl;
    explicit ClockdFollower(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

// Derives all tables of DIR/arbiterd.db from its log again, in one transaction. Returns the log's
// last position. `key_dir`: the folder of the log's key; empty: DIR. The record must exist, and no
// arbiterd may be using it.
std::expected<Pos, StartError> rebuild_record(const std::string& data_dir,
                                              const std::string& key_dir = {});

}  // namespace flagfall::arbiterd
