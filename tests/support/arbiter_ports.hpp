// The Ports of an arbiterd service in tests: rows in memory that become durable when the test says
// so, and a time that the test sets. The test passes its lines on.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/service/arbiter_service.hpp"
#include "tests/support/record_past.hpp"
#include "tests/support/rows.hpp"

namespace flagfall::test {

struct ArbiterPorts : arbiterd::Ports {
    std::vector<store::Row> rows;
    Pos followed;                  // of clockd's log, with the last rows
    std::optional<arbiterd::EventMark> mark;  // of the event there
    std::vector<Pos> signed_with;  // rows that must be signed when durable
    Instant time{seconds(100).us};
    int nonces = 0;
    bool is_full = false;

    Instant now() override { return time; }
    std::string boot() override { return "boot"; }
    std::int64_t wall_ms() override { return 0; }
    std::string nonce() override { return numbered_nonce(++nonces); }
    void reconnect(std::string_view) override {}
    void linked(bool) override {}
    void append(std::vector<store::Row>& more, const arbiterd::Cursor& cursor, bool sign) override {
        append_numbered(rows, more);
        if (sign) signed_with.push_back(last());
        followed = cursor.pos;
        mark = cursor.mark;
    }
    bool full() const override { return is_full; }
    store::RecordPast& past() override { return record_past; }
    Pos last() const { return Pos{std::ssize(rows)}; }
    void fatal(arbiterd::StartError error) override { throw std::runtime_error(error.text); }

    RowsRecordPast record_past{rows};
};

}  // namespace flagfall::test
