// The world of a clockd whose rows are durable when the test says so.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "clockd/service/clock_service.hpp"

namespace flagfall::test {

struct SlowDisk : clockd::Ports {
    std::vector<store::Row> rows;
    std::map<net::PeerId, std::vector<std::string>> said;

    Instant now() override { return {1'000'000}; }
    std::int64_t wall_ms() override { return 0; }
    std::string nonce() override { return std::string(64, '0'); }
    void wake_at(std::optional<Instant>) override {}
    void send(net::PeerId peer, std::string_view line) override {
        said[peer].emplace_back(line);
    }
    void count_bad_line(net::PeerId) override {}
    void close(net::PeerId, std::string_view) override {}
    void let_in(net::PeerId) override {}
    void drain() override {}
    void append(std::vector<store::Row>& more, const clockd::Heartbeat&) override {
        for (store::Row& row : more) {
            row.pos = Pos{last().value + 1};
            rows.push_back(row);
        }
    }
    bool full() const override { return false; }
    Pos last() const override { return Pos{std::ssize(rows)}; }
    std::optional<Pos> read(Pos from, Pos,
                            const std::function<bool(const store::Row&)>&) override {
        return Pos{from.value - 1};
    }
};

}  // namespace flagfall::test
