// arbiterd as a process of the simulated machine: the product's own service, with a simulated
// connection, disk and time.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "arbiterd/service/office_service.hpp"
#include "tests/sim/disk.hpp"
#include "tests/sim/network.hpp"
#include "tests/sim/world.hpp"

namespace flagfall::sim {

class ArbiterdHost : public arbiterd::Ports, public Caller {
public:
    ArbiterdHost(World& world, Network& network);

    void start();
    void kill();
    void stop(Duration time);
    bool up() const { return service_.has_value(); }
    bool asleep() const { return world_.now() < stopped_until_; }

    // The record as anybody may read it: durable rows.
    const std::vector<log::Row>& rows() const { return disk_.rows(); }
    Pos followed() const { return disk_.effect() ? disk_.effect()->pos : Pos{}; }
    // The games as the record's own events give them; up to what is durable and what waits.
    const game::Office* office() const { return up() ? &service_->office() : nullptr; }
    bool linked() const { return linked_; }
    bool idle() const { return up() && disk_.last().value == std::ssize(disk_.rows()); }

    // --- arbiterd::Ports ---
    Instant now() override { return world_.machine.instant(world_.now()); }
    std::string boot() override { return world_.machine.boot(); }
    std::int64_t wall_ms() override { return world_.machine.wall_ms(world_.now()); }
    void send(std::string_view line) override;
    void reconnect(std::string_view reason) override;
    void linked(bool yes) override { linked_ = yes; }
    void append(std::vector<log::Row>& rows, std::vector<wire::GameEvent> events,
                const arbiterd::Cursor& cursor) override;
    bool full() const override { return disk_.full(); }
    void fatal(arbiterd::StartError error) override;

    // --- Caller ---
    void on_connected(net::PeerId link) override;
    void on_refused() override;
    void on_line(net::PeerId link, std::string_view line) override;
    void on_disconnected(net::PeerId link) override;

private:
    void connect_in(Duration wait);
    void check_durable(std::string_view line);
    // Runs it now, or when the process is awake again; not at all if it has died meanwhile.
    void awake(std::function<void()> what);

    World& world_;
    Network& network_;
    Random random_;
    Disk<arbiterd::Cursor> disk_;
    std::optional<arbiterd::OfficeService> service_;
    std::optional<net::PeerId> link_;
    bool leaving_ = false;  // asked to reconnect: nothing more of this connection is read
    bool linked_ = false;
    Duration wait_ = milliseconds(50);
    Instant stopped_until_{};
    int life_ = 0;
    int attempt_ = 0;
};

}  // namespace flagfall::sim
