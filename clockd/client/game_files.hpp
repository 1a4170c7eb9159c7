// The games of PGN files, in memory.
#pragma once

#include <string>
#include <vector>

#include "common/chess/pgn.hpp"

namespace flagfall::client {

struct GameFiles {
    std::vector<chess::PgnGame> games;
    std::vector<std::string> problems;  // "file.pgn, line 12: ...": files and games left out
};

// Reads the files in the order given. A game that cannot be read is a problem; the rest is read.
GameFiles read_games(const std::vector<std::string>& paths);

}  // namespace flagfall::client
