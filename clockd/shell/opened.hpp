// The table of clockd.db that follows from the log: every game that was ever opened.
#pragma once

#include "common/store/store.hpp"

namespace flagfall::clockd {

class OpenedGames : public store::Projector {
public:
    void project(store::Database& database, const store::Row& row) override;
    void clear(store::Database& database) override;
};

// Has the table all games of the log? A log of a program without the table has not.
bool has_opened_games(store::Database& database);

}  // namespace flagfall::clockd
