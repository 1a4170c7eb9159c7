#include "arbiterd/service/past_games.hpp"

#include <utility>

#include "arbiterd/service/limits.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::arbiterd {

namespace {

template <class Found>
Found must(store::Lookup<Found> found) {
    if (!found) throw game::PastUnreadable(found.error().code + ": " + found.error().text);
    return std::move(*found);
}

wire::GameEvent event_of(const store::Row& row) {
    auto event = wire::decode_game_event(row.type, row.body);
    if (!event)
        throw game::PastUnreadable("event " + std::to_string(row.pos.value) + ": " +
                                   event.error().text);
    return std::move(*event);
}

std::string stream_of(const std::string& game) { return "game/" + game; }

}  // namespace

bool settled(const game::Game& game) {
    const game::Live& live = game.live;
    return live.result && live.questions.empty() && live.outbox.empty() && !live.adjourned &&
           !live.withdrawn;
}

const game::Game* ReadGames::find(const std::string& id) {
    auto known = read_.find(id);
    if (known == read_.end()) {
        game::Games games;
        for (const store::Row& row : must(ports_.past().rows_of(stream_of(id))))
            game::apply(games, event_of(row));
        const auto found = games.by_id.find(id);
        known = read_.emplace(id, std::nullopt).first;
        if (found != games.by_id.end()) known->second = std::move(found->second);
    }
    return known->second ? &*known->second : nullptr;
}

std::vector<game::Played> ReadGames::of_event(const std::string& event) {
    auto known = events_.find(event);
    if (known == events_.end()) {
        std::map<std::string, game::Played> all;
        for (const store::Row& row : must(ports_.past().openings_in(event))) {
            game::Games games;
            game::apply(games, event_of(row));
            for (const auto& [id, game] : games.by_id) all.emplace(id, game::played(game));
        }
        known = events_.emplace(event, std::move(all)).first;
    }
    std::vector<game::Played> games;
    for (const auto& [id, game] : known->second) games.push_back(game);
    return games;
}

Pos ReadGames::result_of(const std::string& id) {
    return must(ports_.past().last_of(stream_of(id), wire::ResultRecorded::type));
}

void ReadGames::put_away(const game::Game& game) {
    read_.erase(game.id);
    if (const auto event = events_.find(game.terms.event); event != events_.end())
        event->second.insert_or_assign(game.id, game::played(game));
}

void ReadGames::trim() {
    if (read_.size() > limits::games_read_again) read_.clear();
    if (events_.size() > limits::events_read_again) events_.clear();
}

}  // namespace flagfall::arbiterd
