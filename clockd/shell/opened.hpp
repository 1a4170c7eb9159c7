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

// Has the table as many games as the log? A log of a program without the table has not.
bool has_opened_games(store::Database& database);

// What of the table of DIR/clockd.db is not what its log says, with what to do; nothing if all is
// well. clockd may be running.
std::vector<std::string> wrong_opened(const std::string& data_dir);

}  // namespace flagfall::clockd
