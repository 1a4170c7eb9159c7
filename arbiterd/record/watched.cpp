#include "arbiterd/record/watched.hpp"

#include <nlohmann/json.hpp>

#include "common/wire/words.hpp"

namespace flagfall::record {

namespace {

using nlohmann::ordered_json;

// Moves completed by both sides, including an open illegal move that was pressed (A.5.2).
std::uint32_t completed(const game::Live& live) {
    if (live.presses) return live.presses->count;
    return live.unruled ? live.unruled->ply.count : live.ply.count;
}

Both<Duration> shown_by(const game::Live& live) { return live.clock_shows.value_or(live.readings); }

}  // namespace

Both<Duration> Watched::shown() const { return shown_by(*live_); }

void Watched::take(const wire::GameEvent& event, Instant at) {
    const game::Live before = live_ ? *live_ : game::Live{};
    game::apply(games_, event);
    if (games_.by_id.empty()) return;
    live_ = &game().live;
    if (!before.began && live_->began) began_ = at;
    if (before.running != live_->running) stands_ = at;
    if (shown_by(before) != shown_by(*live_) || completed(before) != completed(*live_) ||
        before.running != live_->running)
        read_ = at;
    for (std::size_t i = flags_.size(); i < live_->flags.size(); ++i) flags_.push_back(at);
    flags_.resize(live_->flags.size());
}

std::string clock_text(const Watched& watched) {
    const game::Game& game = watched.game();
    const game::Live& live = game.live;
    const Both<Duration> readings = watched.shown();
    const Side to_move = completed(live) % 2 == 0 ? game.first : other(game.first);
    const Side turn = game::reply_runs(live) ? other(live.adjourned->sealed_by) : to_move;
    ordered_json json{{"whiteMs", readings[Side::white].us / 1000},
                      {"blackMs", readings[Side::black].us / 1000},
                      {"atUs", watched.read().us},
                      {"turn", name(turn)},
                      {"runs", live.running && !live.result},
                      {"epoch", live.epoch.count}};
    if (!game.control) return json.dump();
    for (const Side side : {Side::white, Side::black}) {
        const Method method = (*game.control)[side].periods.front().method;
        if (method == Method::hourglass) json["hourglass"] = true;
        if (method == Method::upcount) json["countsUp"].push_back(name(side));
    }
    return json.dump();
}

std::string flags_text(const Watched& watched) {
    ordered_json all = ordered_json::array();
    const auto& flags = watched.live().flags;
    for (std::size_t i = 0; i < flags.size(); ++i)
        all.push_back({{"side", name(flags[i])}, {"atUs", watched.flags()[i].us}});
    return all.dump();
}

}  // namespace flagfall::record
