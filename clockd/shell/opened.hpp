// The table of clockd.db that follows from the log: every game that was ever opened.
#pragma once

#include <string>

#include "common/store/store.hpp"

namespace flagfall::clockd {

class OpenedGames : public store::Projector {
public:
    void project(store::Database& database, const store::Row& row) override;
    void clear(store::Database& database) override;
};

// Has the table as many games as the log? A log of a program without the table has not.
bool has_opened_games(store::Database& database);

// Does the table of DIR/clockd.db have what its log says? Otherwise prints it, with what to do.
// clockd may be running.
bool print_changed_opened(const std::string& data_dir);

}  // namespace flagfall::clockd
