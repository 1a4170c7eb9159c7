// arbiterd as a process of the simulated machine: the product's own service, with a simulated
// connection, disk and time.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>

#include "arbiterd/service/arbiter_service.hpp"
#include "common/net/line_client.hpp"
#include "common/net/redial.hpp"
#include "tests/sim/disk.hpp"
#include "tests/sim/network.hpp"
#include "tests/sim/notary.hpp"
#include "tests/sim/world.hpp"
#include "tests/support/record_past.hpp"

namespace flagfall::sim {

class ArbiterdHost : public arbiterd::Ports, public Caller {
public:
    ArbiterdHost(World& world, Network& network);

    void start();
    void kill();
    void tick(int life);
    void stop(Duration time);
    bool up() const { return service_.has_value(); }
    bool asleep() const { return world_.now() < stopped_until_; }

    // The record as any reader may read it: durable rows.
    const std::vector<store::Row>& rows() const { return disk_.rows(); }
    Notary& notary() { return notary_; }
    Pos followed() const { return disk_.effect() ? disk_.effect()->pos : Pos{}; }
    // The games according to the record's own events, both durable and waiting ones.
    const game::Games* games() const { return up() ? &whole_ : nullptr; }
    // Does the service know each game as the record has it, also those that are not in memory?
    void compare();
    // An arbiter's act at the desk, sent again with the token if it must be confirmed.
    void rule(const wire::DeskCommand& command);
    // An act of an event's office, each time it is sent; `told` is called with its id.
    using Told = std::function<void(const std::string& id, const arbiterd::ActAnswer&)>;
    void act(const wire::EventCommand& command, Told told);
    const tournament::Tournaments* tournaments() const {
        return up() ? &service_->tournaments() : nullptr;
    }
    // Acts that were acknowledged and are missing from the record.
    std::vector<std::string> lost_acts() const;
    // Follows clockd, on a connection that brings its events, or that began to do so since then.
    bool linked() const { return linked_ && link_ && network_.brings_lines(*link_); }
    bool linked_since(Instant then) const { return linked() || linked_at_ >= then; }
    bool held_up() const { return link_ && network_.held_up(*link_); }
    bool idle() const { return up() && disk_.last().value == std::ssize(disk_.rows()); }

    // --- arbiterd::Ports ---
    Instant now() override { return world_.machine.instant(world_.now()); }
    std::string nonce() override { return world_.new_nonce(); }
    std::string boot() override { return world_.machine.boot(); }
    std::int64_t wall_ms() override { return world_.machine.wall_ms(world_.now()); }
    void send(std::string_view line) override;
    void reconnect(std::string_view reason) override;
    void linked(bool yes) override;
    void append(std::vector<store::Row>& rows, const arbiterd::Cursor& cursor, bool sign) override;
    bool full() const override { return disk_.full(); }
    store::RecordPast& past() override { return past_; }
    void fatal(arbiterd::StartError error) override;

    // --- Caller ---
    void on_connected(net::PeerId link) override;
    void on_refused() override;
    void on_line(net::PeerId link, std::string_view line) override;
    void on_disconnected(net::PeerId link) override;

private:
    void replay();
    void call_at(Instant when);
    void call_again() { call_at(redial_.next(world_.now())); }
    void watch_silence(net::PeerId link);
    void hang_up();
    void check_durable(std::string_view line);
    void claim_done(std::string_view command);
    void ruled(wire::DeskCommand command, const arbiterd::ActAnswer& answer);
    // Runs it now, or when the process is awake again; not if it has died in the meantime.
    void awake(std::function<void()> what);

    World& world_;
    Network& network_;
    Random random_;
    Disk<arbiterd::Cursor> disk_;
    test::RowsRecordPast past_{disk_.rows()};
    Notary notary_{"sim-record", 'a'};
    game::Games whole_;  // according to all events of the record
    std::optional<arbiterd::ArbiterService> service_;
    std::optional<net::PeerId> link_;
    bool linked_ = false;
    Instant linked_at_{-1};
    const net::LineClientOptions usual_{};
    net::Redial redial_{usual_.first_wait, usual_.longest_wait};
    Instant heard_{};                    // world time: the last time that the link brought anything
    std::optional<Instant> asked_after_;  // heard_ at our last question
    Instant stopped_until_{};
    std::set<std::string> acknowledged_;  // ids of acts
    int life_ = 0;
    int attempt_ = 0;
};

}  // namespace flagfall::sim
