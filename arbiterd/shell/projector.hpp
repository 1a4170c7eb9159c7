// The record as people read it: turns each event of the log into rows of db/arbiterd.sql, in the
// transaction of the event itself.
#pragma once

#include <string_view>

#include "common/log/store.hpp"

namespace flagfall::embed {
extern const std::string_view arbiterd_sql;
}

namespace flagfall::arbiterd {

class RecordProjector : public log::Projector {
public:
    void project(log::Database& database, const log::Row& row) override;
    void clear(log::Database& database) override;
};

}  // namespace flagfall::arbiterd
