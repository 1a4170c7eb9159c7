// The games that the service does not keep in memory: their events are read again when something is
// decided about them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/service/arbiter_service.hpp"

namespace flagfall::arbiterd {

// May this game leave the memory, as far as its state goes: it is over, and nothing waits.
bool settled(const game::Game& game);

class ReadGames : public game::PastGames {
public:
    explicit ReadGames(Ports& ports) : ports_(ports) {}

    const game::Game* find(const std::string& id) override;
    std::vector<game::Played> of_event(const std::string& event) override;

    // Where the record has the game's last result; 0: it has none. Throws PastUnreadable.
    Pos result_of(const std::string& id);

    // The game leaves the memory; all its rows are durable.
    void put_away(const game::Game& game);

    // Forgets what was read once it is more than limits::games_read_again. No decision is under
    // way.
    void trim();

private:
    Ports& ports_;
    // By id; nothing: the record has no such game.
    std::map<std::string, std::optional<game::Game>, std::less<>> read_;
    // By event and id.
    std::map<std::string, std::map<std::string, game::Played>, std::less<>> events_;
};

}  // namespace flagfall::arbiterd
