#include "clockd/devices/files.hpp"

#include <fstream>
#include <iterator>
#include <utility>

namespace flagfall::replay {

GameFiles read_games(const std::vector<std::string>& paths) {
    GameFiles files;
    for (const std::string& path : paths) {
        std::ifstream file(path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        if (file.bad() || !file.is_open()) {
            files.problems.push_back(path + ": cannot be read");
            continue;
        }
        chess::PgnReader reader(text);
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

}  // namespace flagfall::replay
