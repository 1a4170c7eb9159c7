#include <algorithm>

#include "common/wire/codec.hpp"
#include "tests/oracle/clock.hpp"

namespace flagfall::oracle {
namespace {

Board board_of(const wire::ClockEvent& event) {
    return std::visit(
        [](const auto& e) {
            if constexpr (requires { e.board; })
                return e.board;
            else
                return Board{};
        },
        event);
}

struct Origin {
    Board board;
    Pos cause;
};
Origin origin_of(const wire::GameEvent& event) {
    return std::visit(
        [](const auto& e) -> Origin {
            if constexpr (requires { e.cause; })
                return {e.board, e.cause};
            else
                return {};
        },
        event);
}

std::string hours(std::int64_t us) {
    const std::int64_t s = us / 1'000'000;
    char out[48];
    std::snprintf(out, sizeof out, "%lld:%02d:%02d.%06d", static_cast<long long>(s / 3600),
                  static_cast<int>(s / 60 % 60), static_cast<int>(s % 60),
                  static_cast<int>(us % 1'000'000));
    return out;
}

std::string line(const char* who, Pos pos, const std::string& when, std::string_view type,
                 const std::string& body) {
    char head[96];
    std::snprintf(head, sizeof head, "%s %7lld  %-19s %-20.*s ", who,
                  static_cast<long long>(pos.value), when.c_str(),
                  static_cast<int>(type.size()), type.data());
    return head + body + "\n";
}

}  // namespace

std::string story(std::span<const ClockRow> clock_log, std::span<const GameRow> record,
                  Board board) {
    std::string out = "clockd's rows with their instant, arbiterd's with the row they answer\n";
    // A row of the record follows the row of clockd's log that it answers, in the record's order.
    std::vector<const GameRow*> rest;
    for (const GameRow& row : record)
        if (origin_of(row.event).board == board) rest.push_back(&row);
    auto next = rest.begin();
    for (const ClockRow& row : clock_log) {
        if (board_of(row.event) != board) continue;
        out += line("clockd  ", row.pos, hours(row.at.us), wire::type_of(row.event),
                    wire::encode_body(row.event) +
                        (row.cmd_id.empty() ? "" : "  <- " + row.cmd_id));
        for (; next != rest.end() && origin_of((*next)->event).cause <= row.pos; ++next)
            out += line("arbiterd", (*next)->pos, show(origin_of((*next)->event).cause),
                        wire::type_of((*next)->event), wire::encode_body((*next)->event));
    }
    for (; next != rest.end(); ++next)
        out += line("arbiterd", (*next)->pos, show(origin_of((*next)->event).cause),
                    wire::type_of((*next)->event), wire::encode_body((*next)->event));
    return out;
}

}  // namespace flagfall::oracle
