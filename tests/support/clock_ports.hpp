// The Ports of a clockd service in tests: rows in memory that become durable when the test says so,
// lines that are kept as they were sent, a time that the test sets, and no followers of the log.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "clockd/service/clock_service.hpp"
#include "tests/support/past.hpp"
#include "tests/support/rows.hpp"

namespace flagfall::test {

struct ClockPorts : clockd::Ports {
    std::vector<store::Row> rows;
    std::map<net::PeerId, std::vector<std::string>> said;
    std::set<net::PeerId> closed;
    std::set<net::PeerId> placed;  // as peers who were let in
    Instant time{seconds(100).us};
    int nonces = 0;
    int bad_lines = 0;
    bool is_full = false;
    bool keeps_work = false;  // work that was put aside waits until the test does it
    std::vector<std::function<void()>> work;

    Instant now() override { return time; }
    std::int64_t wall_ms() override { return 0; }
    std::string nonce() override { return numbered_nonce(++nonces); }
    void wake_at(std::optional<Instant>) override {}
    void send(net::PeerId peer, std::string_view line) override { said[peer].emplace_back(line); }
    void count_bad_line(net::PeerId) override { ++bad_lines; }
    void close(net::PeerId peer, std::string_view) override { closed.insert(peer); }
    void let_in(net::PeerId peer) override { placed.insert(peer); }
    void drain() override {}
    void append(std::vector<store::Row>& more, const clockd::Heartbeat&) override {
        append_numbered(rows, more);
    }
    bool full() const override { return is_full; }
    Pos last() const override { return Pos{std::ssize(rows)}; }
    std::optional<Pos> read(Pos from, Pos,
                            const std::function<bool(const store::Row&)>&) override {
        return Pos{from.value - 1};
    }
    store::Past& past() override { return log_past; }
    bool aside(std::function<auth::Key()> job,
               std::function<void(const auth::Key&)> then) override {
        if (!keeps_work) return clockd::Ports::aside(job, then);
        work.emplace_back([job, then] { then(job()); });
        return true;
    }

    RowsPast log_past{rows};
};

}  // namespace flagfall::test
