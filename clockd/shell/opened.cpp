#include "clockd/shell/opened.hpp"

#include "common/base/check.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::clockd {

void OpenedGames::project(store::Database& database, const store::Row& row) {
    if (row.type != wire::GameOpened::type) return;
    const auto event = wire::decode_clock_event(row.type, row.body);
    if (!event) return;  // the start says which row it is
    database.run("INSERT OR IGNORE INTO opened VALUES (?, ?)",
                 std::get<wire::GameOpened>(*event).game, row.pos.value);
}

void OpenedGames::clear(store::Database& database) { database.execute("DELETE FROM opened"); }

bool has_opened_games(store::Database& database) {
    return database.integer("SELECT count(*) FROM opened") ==
           database.integer("SELECT count(*) FROM event WHERE type = 'game_opened'");
}

}  // namespace flagfall::clockd
