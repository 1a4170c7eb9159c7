#include "tests/oracle/load.hpp"

#include <functional>

#include "common/store/reader.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::oracle {
namespace {

using Take = std::function<std::string(const store::Row&)>;  // "" or the fault of the row

std::string read_all(store::Reader& reader, const Take& take) {
    std::string wrong;
    const auto read = reader.read(Pos{1}, reader.last(), [&](const store::Row& row) {
        wrong = take(row);
        if (!wrong.empty()) wrong = "row " + std::to_string(row.pos.value) + ": " + wrong;
        return wrong.empty();
    });
    return read ? wrong : "the log cannot be read";
}

}  // namespace

std::expected<Logs, std::string> load(const std::string& folder) {
    Logs logs;
    // The record first: everything that it has followed is then certainly in the other log.
    auto office = store::Reader::open(folder + "/arbiterd.db");
    if (!office) return std::unexpected(office.error().text);
    store::Database& database = (*office)->database();
    logs.followed = {database.integer("SELECT pos FROM follow")};
    std::string wrong = read_all(**office, [&](const store::Row& row) -> std::string {
        auto event = wire::decode_game_event(row.type, row.body);
        if (!event) return event.error().text;
        logs.record.push_back({row.pos, std::move(*event)});
        return "";
    });
    if (!wrong.empty()) return std::unexpected("arbiterd.db: " + wrong);
    auto clock = store::Reader::open(folder + "/clockd.db");
    if (!clock) return std::unexpected(clock.error().text);
    wrong = read_all(**clock, [&](const store::Row& row) -> std::string {
        auto event = wire::decode_clock_event(row.type, row.body);
        if (!event) return event.error().text;
        logs.clock.push_back(
            {row.pos, row.at, row.boot, row.wall_ms, row.cmd_id, std::move(*event)});
        return "";
    });
    if (!wrong.empty()) return std::unexpected("clockd.db: " + wrong);
    return logs;
}

}  // namespace flagfall::oracle
