// Both logs from a data folder of the daemons.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "tests/oracle/oracle.hpp"

namespace flagfall::oracle {

struct Logs {
    std::vector<ClockRow> clock;
    std::vector<GameRow> record;
    Pos followed;  // as arbiterd's own table says
};

// Reads DIR/clockd.db and DIR/arbiterd.db, which may be in use. The error is a sentence.
std::expected<Logs, std::string> load(const std::string& folder);

}  // namespace flagfall::oracle
