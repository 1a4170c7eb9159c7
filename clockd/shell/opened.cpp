#include "clockd/shell/opened.hpp"

#include <filesystem>

#include "common/store/reader.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::clockd {

void OpenedGames::project(store::Database& database, const store::Row& row) {
    if (row.type != wire::GameOpened::type) return;
    const auto event = wire::decode_clock_event(row.type, row.body);
    if (!event) return;  // the start reports which row it is
    database.run("INSERT OR IGNORE INTO opened VALUES (?, ?)",
                 std::get<wire::GameOpened>(*event).game, row.pos.value);
}

void OpenedGames::clear(store::Database& database) { database.execute("DELETE FROM opened"); }

bool has_opened_games(store::Database& database) {
    return database.integer("SELECT count(*) FROM opened") ==
           database.integer("SELECT count(*) FROM event WHERE type = 'game_opened'");
}

std::vector<std::string> wrong_opened(const std::string& data_dir) {
    const std::string path = (std::filesystem::path(data_dir) / "clockd.db").string();
    auto reader = store::Reader::open(path);
    if (!reader) return {};  // verify itself reports what is wrong with it
    store::Database& file = (*reader)->database();
    file.execute("BEGIN");  // one snapshot, even while rows are recorded
    bool same = has_opened_games(file);
    store::Statement kept = file.prepare("SELECT 1 FROM opened WHERE game = ? AND pos = ?");
    store::Statement rows = file.prepare("SELECT pos, body FROM event WHERE type = 'game_opened'");
    while (same && rows.step()) {
        const auto event = wire::decode_clock_event(wire::GameOpened::type, rows.text(1));
        if (!event) break;
        const std::string& game = std::get<wire::GameOpened>(*event).game;
        same = kept.bind(game, rows.integer(0)).step();
    }
    if (file.error() && file.error()->name == "SQLITE_ERROR")
        return {};  // a table that is missing is made at the next start
    if (file.error()) return {path + ": " + file.error()->text};
    if (same) return {};
    return {path + ": table opened is not what the log says: stop clockd, empty the table (DELETE"
                   " FROM opened), and start clockd, which fills it again"};
}

}  // namespace flagfall::clockd
