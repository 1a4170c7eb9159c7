#include "arbiterd/record/kept_hall.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "common/base/now.hpp"
#include "common/wire/words.hpp"

namespace flagfall::record {

namespace {

using nlohmann::ordered_json;

constexpr std::array sides{Side::white, Side::black};

// Beyond so many rows all games are read again, when somebody asks for them.
constexpr std::int64_t most_rows_followed = 20'000;

// What the clocks show: a penalty that has not reached them is not there yet.
Both<Duration> shown(const game::Live& live) {
    return live.clock_shows.value_or(live.readings);
}

// A game with the instants that its state does not keep: since when what it shows is so.
class Watched {
public:
    void take(const wire::GameEvent& event, Instant at) {
        const game::Live before = live_ ? *live_ : game::Live{};
        game::apply(games_, event);
        if (games_.by_id.empty()) return;
        live_ = &game().live;
        if (!before.began && live_->began) began_ = at;
        if (const auto* ruling = std::get_if<wire::RulingGiven>(&event);
            ruling && ruling->about == wire::Subject::pause)
            ruled_by_ = ruling->by;
        if (const auto* clock = std::get_if<wire::ClockIntervention>(&event);
            clock && clock->kind == wire::Intervening::paused)
            paused_by_ = clock->ruling > 0 && !ruled_by_.empty() ? ruled_by_ : clock->by;
        if (before.running != live_->running) stands_ = at;
        if (shown(before) != shown(*live_) || before.ply != live_->ply ||
            before.presses != live_->presses || before.running != live_->running)
            read_ = at;
        for (std::size_t i = flags_.size(); i < live_->flags.size(); ++i) flags_.push_back(at);
        flags_.resize(live_->flags.size());
    }

    bool empty() const { return games_.by_id.empty(); }
    const game::Game& game() const { return games_.by_id.begin()->second; }
    ordered_json json() const;

private:
    ordered_json clock() const;
    ordered_json flags() const;
    ordered_json absence() const;

    game::Games games_;
    const game::Live* live_ = nullptr;
    Instant began_, read_, stands_;
    std::vector<Instant> flags_;  // of each of live.flags
    std::string paused_by_, ruled_by_;
};

ordered_json Watched::clock() const {
    const game::Live& live = *live_;
    const Both<Duration> readings = shown(live);
    const std::uint32_t done = live.presses ? live.presses->count : live.ply.count;
    const Side turn = done % 2 == 0 ? game().first : other(game().first);
    ordered_json json{{"whiteMs", readings[Side::white].us / 1000},
                      {"blackMs", readings[Side::black].us / 1000},
                      {"atUs", read_.us},
                      {"turn", name(turn)},
                      {"runs", live.running && !live.result},
                      {"epoch", live.epoch.count}};
    if (!game().control) return json;
    for (const Side side : sides) {
        const Method method = (*game().control)[side].periods.front().method;
        if (method == Method::hourglass) json["hourglass"] = true;
        if (method == Method::upcount) json["countsUp"].push_back(name(side));
    }
    return json;
}

ordered_json Watched::flags() const {
    ordered_json all = ordered_json::array();
    for (std::size_t i = 0; i < flags_.size(); ++i)
        all.push_back({{"side", name(live_->flags[i])}, {"atUs", flags_[i].us}});
    return all;
}

// Who has not come (6.7.1), as long as that costs the game.
ordered_json Watched::absence() const {
    ordered_json missing = ordered_json::array();
    const auto& limit = game().terms.default_time;
    if (!live_->began || live_->result || !limit || limit->us == 0) return missing;
    for (const Side side : sides)
        if (!live_->came[side])
            missing.push_back({{"side", name(side)}, {"untilUs", (began_ + *limit).us}});
    return missing;
}

ordered_json Watched::json() const {
    const game::Live& live = *live_;
    const Both<Duration> readings = shown(live);
    ordered_json illegal{{"loses", game().profile.illegal_actions_to_lose}};
    ordered_json recording;
    ordered_json approved{{"arbiter", live.approved}};
    for (const Side side : sides) {
        const std::string key(name(side));
        illegal[key] = live.illegal[side];
        recording[key] = name(game::recording_of(game(), side, readings[side]));
        approved[key] = live.signed_by[side];
    }
    ordered_json json{{"clock", clock()},
                      {"flags", flags()},
                      {"illegal", std::move(illegal)},
                      {"absent", absence()},
                      {"recording", std::move(recording)},
                      {"approved", std::move(approved)}};
    if (live.began && !live.running && !live.result)
        json["stands"] = {{"by", live.named_pause ? paused_by_ : std::string()},
                          {"named", live.named_pause},
                          {"sinceUs", stands_.us}};
    if (live.presses) {
        json["presses"] = live.presses->count;
        return json;
    }
    json["occurrences"] = game().history.occurrences();
    json["halfmoves"] = game().history.current().halfmove_clock();
    return json;
}

ordered_json player_json(const GameRow& game, Side side) {
    const std::string colour = side == Side::white ? "White" : "Black";
    ordered_json player{{"name", game.player[side]}};
    if (const auto title = tag(game.tags, colour + "Title"); !title.empty())
        player["title"] = title;
    if (const auto rating = tag(game.tags, colour + "Elo"); !rating.empty())
        player["rating"] = rating;
    return player;
}

}  // namespace

void KeptHall::update(Record& record, Pos up_to) {
    const Pos before = std::exchange(up_to_, up_to);
    if (before == up_to || games_.empty()) return;
    if (up_to.value - before.value > most_rows_followed) return games_.clear();
    try {
        for (const std::string& id : record.changed_games(before, up_to)) games_.erase(id);
    } catch (const RecordError&) {
        games_.clear();
        throw;
    }
}

const HallGame& KeptHall::at(Record& record, const std::string& game) {
    const auto found = games_.find(game);
    if (found != games_.end()) return found->second;
    Watched watched;
    HallGame made;
    record.events_of_game(game, [&](const wire::GameEvent& event, const store::Row& row) {
        watched.take(event, row.at);
        made.changed = row.pos;
    });
    if (watched.empty()) throw RecordError("the record is damaged: the events of game " + game);
    made.facts = watched.json().dump();
    made.facts = made.facts.substr(1, made.facts.size() - 2);
    if (!watched.game().live.presses) made.fen = fen(watched.game().history.current());
    return games_[game] = std::move(made);
}

std::string hall_tile(const BoardRow& board, const HallGame* game, const TileFacts& facts) {
    const GameRow& row = board.game;
    ordered_json json{{"board", row.board.number},
                      {"gameId", row.game},
                      {"white", player_json(row, Side::white)},
                      {"black", player_json(row, Side::black)},
                      {"status", row.status},
                      {"result", row.result},
                      {"kind", row.kind},
                      {"reason", row.reason},
                      {"approval", row.approval},
                      {"adjourned", row.adjourned},
                      {"plies", row.plies},
                      {"fetched", facts.fetched},
                      {"questions", ordered_json::array()}};
    for (const QuestionRow* question : facts.questions)
        json["questions"].push_back({{"number", question->number},
                                     {"article", question->article},
                                     {"about", question->about},
                                     {"text", question->text},
                                     {"holds", question->holds},
                                     {"askedAt", rfc3339(question->wall_ms)}});
    if (facts.position && game) json["fen"] = game->fen;
    std::string text = json.dump();
    if (!game) return text;
    text.back() = ',';  // the object goes on
    return text + game->facts + "}";
}

}  // namespace flagfall::record
