#include "clockd/client/game_files.hpp"

#include <utility>

#include "common/cli/files.hpp"

namespace flagfall::client {

GameFiles read_games(const std::vector<std::string>& paths) {
    GameFiles files;
    for (const std::string& path : paths) {
        const auto text = cli::read_file(path);
        if (!text) {
            files.problems.push_back(text.error());
            continue;
        }
        chess::PgnReader reader(*text);
        while (auto game = reader.next()) {
            if (*game)
                files.games.push_back(std::move(**game));
            else
                files.problems.push_back(path + ", line " + std::to_string(game->error().line) +
                                         ": " + game->error().what);
        }
    }
    return files;
}

}  // namespace flagfall::client
