// clockd as a process of the simulated machine: the product's own service, with simulated
// sockets, disk and time.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "clockd/service/clock_service.hpp"
#include "tests/sim/disk.hpp"
#include "tests/sim/network.hpp"
#include "tests/sim/notary.hpp"
#include "tests/support/past.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

class ClockdHost : public clockd::Ports {
public:
    ClockdHost(World& world, Network& network);

    void start();
    void kill();               // SIGKILL, or the end after a failed commit
    void stop(Duration time);  // SIGSTOP, and SIGCONT after that time
    bool up() const { return service_.has_value(); }
    bool asleep() const { return world_.now() < stopped_until_; }

    const std::vector<store::Row>& rows() const { return disk_.rows(); }
    const clock::Boards& boards() const { return service_->boards(); }
    const std::string log_id = "sim-log";
    Notary& notary() { return notary_; }

    // When this command last came to the machine, in which life of the process.
    struct Reached {
        Instant sent;  // world time
        Instant at;
        int life = 0;
    };
    std::optional<Reached> reached(const std::string& id) const;
    // When the last flag-fall of the board was decided, even if it fell earlier.
    std::optional<Reached> flag_decided(Board board) const;

    // --- clockd::Ports ---
    Instant now() override { return world_.machine.instant(world_.now()); }
    std::int64_t wall_ms() override { return world_.machine.wall_ms(world_.now()); }
    std::string nonce() override { return world_.new_nonce(); }
    void wake_at(std::optional<Instant> at) override;
    void send(net::PeerId peer, std::string_view line) override;
    void count_bad_line(net::PeerId peer) override;
    void close(net::PeerId peer, std::string_view reason) override;
    void let_in(net::PeerId) override {}
    void drain() override;
    void append(std::vector<store::Row>& rows, const clockd::Heartbeat& heartbeat) override;
    bool full() const override { return disk_.full(); }
    Pos last() const override { return disk_.last(); }
    std::optional<Pos> read(Pos from, Pos to,
                            const std::function<bool(const store::Row&)>& row) override;
    store::Past& past() override { return past_; }

private:
    clockd::ClockIdentity identity() const;
    void replay();
    void arrived(Arrival arrival);
    void read_all();
    void handle(const Arrival& arrival);
    void beat(int life);
    void deadline(std::uint64_t alarm, int life);
    void resume(int life);

    World& world_;
    Network& network_;
    Random random_;
    Disk<clockd::Heartbeat> disk_;
    test::RowsPast past_{disk_.rows()};
    Notary notary_{log_id, 'c'};
    std::optional<clockd::ClockService> service_;
    std::deque<Arrival> unread_;
    std::map<net::PeerId, int> bad_lines_;
    std::set<net::PeerId> open_;
    std::set<net::PeerId> to_drain_;
    std::map<std::string, Reached> reached_;
    std::map<std::string, Reached> flag_decided_;  // by stream
    Instant stopped_until_{};
    std::uint64_t alarm_ = 0;      // the deadline requested last
    bool alarm_missed_ = false;    // it passed while the process slept
    int life_ = 0;
    bool reading_ = false;
};

}  // namespace flagfall::sim
