// The games that are no longer in memory: reads their events from the record when a decision needs
// them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/service/arbiter_service.hpp"

namespace flagfall::arbiterd {

// Does the game's state allow it to leave memory? It must be over, with nothing pending.
bool settled(const game::Game& game);

class ReadGames : public game::PastGames {
public:
    explicit ReadGames(Ports& ports) : ports_(ports) {}

    const game::Game* find(const std::string& id) override;
    std::vector<game::Played> of_event(const std::string& event) override;

    // The position of the game's last result in the record; 0: none. Throws PastUnreadable.
    Pos result_of(const std::string& id);

    // The game leaves memory; all its rows must be durable.
    void put_away(const game::Game& game);

    // Clears the cache when it has more than limits::games_read_again games. Call only between
    // decisions.
    void trim();

private:
    Ports& ports_;
    // by id; nothing: the record has no such game
    std::map<std::string, std::optional<game::Game>, std::less<>> read_;
    // by event, then id
    std::map<std::string, std::map<std::string, game::Played>, std::less<>> events_;
};

}  // namespace flagfall::arbiterd
