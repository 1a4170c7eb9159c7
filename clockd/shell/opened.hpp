// The table of clockd.db that follows from the log: every game that was ever opened.
#pragma once

#include <string>
#include <vector>

#include "common/store/store.hpp"

namespace flagfall::clockd {

class OpenedGames : public store::Projector {
public:
    void project(store::Database& database, const store::Row& row) override;
    void clear(store::Database& database) override;
};

// Does the table have as many games as the log? Not after a version that had no such table.
bool has_opened_games(store::Database& database);

// Where the table of DIR/clockd.db differs from its log, with what to do; empty if it does not.
// clockd may be running.
std::vector<std::string> wrong_opened(const std::string& data_dir);

}  // namespace flagfall::clockd
