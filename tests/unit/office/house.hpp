// Both daemons' services in one process, with disks that write and a network that carries when the
// test says so.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "arbiterd/service/arbiter_service.hpp"
#include "clockd/service/clock_service.hpp"

namespace flagfall::test {

// Rows that are durable once commit() was called.
struct Rows {
    std::vector<store::Row> all;
    void append(std::vector<store::Row>& more) {
        for (store::Row& row : more) {
            row.pos = Pos{last().value + 1};
            all.push_back(row);
        }
    }
    Pos last() const { return Pos{std::ssize(all)}; }
};

class House : clockd::Ports, arbiterd::Ports {
public:
    explicit House(bool virtual_time = false);
    ~House() override;

    void connect();
    void disconnect();
    // Carries lines and commits until nothing is left to do.
    void run();
    // Writes what arbiterd queued; nothing is carried.
    void commit_office();
    // arbiterd ends and starts again from its durable rows.
    void restart_office();

    // Any act is sent; the ticket that its answer has.
    std::uint64_t send_act(const arbiterd::Act& act);
    // An act of the office is sent; the ticket that its answer has.
    std::uint64_t act(const std::string& id, const wire::EventAct& act);
    // The same for an act of the desk, carried to its end.
    std::uint64_t rule(const wire::DeskCommand& command);
    // Seconds pass, with a tick at each.
    void pass(int seconds);
    // An arbiter at clockd.
    void arbiter(const std::string& line);

    std::map<std::uint64_t, arbiterd::ActAnswer> answers;
    std::vector<std::string> to_clockd;  // commands of arbiterd that were carried or lost
    std::vector<std::string> refused;    // what clockd said to the arbiter
    std::vector<Pos> signed_with;        // rows of arbiterd's that must be signed when durable
    std::string confirm;                 // sent with each act of the office
    bool office_full = false;
    bool lose_lines = false;             // what arbiterd says does not arrive
    // What clockd says in place of each line that has this in it.
    std::string instead_of, clockd_says;
    std::size_t most_under_way = 0;      // commands that clockd had not heard of yet

    arbiterd::ArbiterService& service() { return *service_; }
    const tournament::Tournament& open() const { return service_->tournaments().by_id.at("open"); }
    const Rows& record() const { return office_rows_; }
    const Rows& clock_log() const { return clock_rows_; }

private:
    static constexpr net::PeerId link{1};
    static constexpr net::PeerId desk{2};

    // clockd::Ports and arbiterd::Ports
    Instant now() override { return {++now_}; }
    std::int64_t wall_ms() override { return 0; }
    std::string nonce() override { return std::string(64, '0'); }  // nobody proves anything
    void wake_at(std::optional<Instant>) override {}
    void send(net::PeerId peer, std::string_view line) override;
    void count_bad_line(net::PeerId) override {}
    void close(net::PeerId, std::string_view) override {}
    void let_in(net::PeerId) override {}
    void drain() override {}
    void append(std::vector<store::Row>& rows, const clockd::Heartbeat&) override;
    bool full() const override { return office_full; }
    Pos last() const override { return clock_rows_.last(); }
    std::optional<Pos> read(Pos from, Pos to,
                            const std::function<bool(const store::Row&)>& row) override;
    std::string boot() override { return "boot"; }
    void send(std::string_view line) override;
    void reconnect(std::string_view) override {}
    void linked(bool) override {}
    void append(std::vector<store::Row>& rows, const arbiterd::Cursor& cursor, bool sign) override;
    void fatal(arbiterd::StartError error) override;

    bool virtual_ = false;
    std::int64_t now_ = 0;
    std::uint64_t tickets_ = 0;
    Rows clock_rows_;
    Rows office_rows_;
    Pos clock_durable_;
    Pos office_durable_;
    Pos followed_;
    bool connected_ = false;
    std::deque<std::string> up_;    // from arbiterd to clockd
    std::deque<std::string> down_;  // and back
    std::unique_ptr<clockd::ClockService> clock_;
    std::unique_ptr<arbiterd::ArbiterService> service_;
};

}  // namespace flagfall::test
