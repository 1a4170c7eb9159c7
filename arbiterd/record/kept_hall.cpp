#include "arbiterd/record/kept_hall.hpp"

#include <array>
#include <nlohmann/json.hpp>

#include "arbiterd/record/desk_json.hpp"
#include "arbiterd/record/watched.hpp"
#include "common/base/now.hpp"
#include "common/wire/words.hpp"

namespace flagfall::record {

namespace {

using nlohmann::ordered_json;

constexpr std::array sides{Side::white, Side::black};

// When more rows than this are new, the cache is dropped and games are read again on demand.
constexpr std::int64_t most_rows_followed = 20'000;

// The sides that have not arrived (6.7.1), while this can still cost them the game.
ordered_json absence_json(const Watched& watched) {
    ordered_json missing = ordered_json::array();
    const game::Live& live = watched.live();
    const auto& limit = watched.game().terms.default_time;
    if (!live.began || live.result || !limit || limit->us == 0) return missing;
    for (const Side side : sides)
        if (!live.came[side])
            missing.push_back({{"side", name(side)}, {"untilUs", (watched.began() + *limit).us}});
    return missing;
}

ordered_json facts_json(const Watched& watched) {
    const game::Game& game = watched.game();
    const game::Live& live = game.live;
    const Both<Duration> readings = watched.shown();
    ordered_json illegal{{"loses", game.profile.illegal_actions_to_lose}};
    ordered_json recording;
    ordered_json approved{{"arbiter", game::approved_by(live, wire::Party::arbiter)}};
    for (const Side side : sides) {
        const std::string key(name(side));
        illegal[key] = live.illegal[side];
        recording[key] = name(game::recording_of(game, side, readings[side]));
        approved[key] = game::approved_by(live, game::party_of(side));
    }
    ordered_json json{{"illegal", std::move(illegal)},
                      {"absent", absence_json(watched)},
                      {"recording", std::move(recording)},
                      {"approved", std::move(approved)}};
    if (live.began && !live.running && !live.result)
        json["stands"] = {{"by", live.named_pause.value_or("")},
                          {"named", live.named_pause.has_value()},
                          {"sinceUs", watched.stands().us}};
    if (live.presses) {
        json["presses"] = live.presses->count;
        return json;
    }
    json["occurrences"] = game.history.occurrences();
    json["halfmoves"] = game.history.current().halfmove_clock();
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

ordered_json question_json(const QuestionRow& question) {
    ordered_json json{{"number", question.number},
                      {"article", question.article},
                      {"about", question.about},
                      {"text", question.text},
                      {"holds", question.holds},
                      {"askedAt", rfc3339(question.wall_ms)}};
    if (!question.facts.empty()) json["facts"] = ordered_json::parse(facts_text(question));
    return json;
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
    const std::string rest = facts_json(watched).dump();
    made.facts = "\"clock\":" + clock_text(watched) + ",\"flags\":" + flags_text(watched) + ',' +
                 rest.substr(1, rest.size() - 2);
    if (!watched.game().live.presses) made.fen = fen(watched.game().history.current());
    return games_[game] = std::move(made);
}

std::string hall_tile(const BoardRow& board, const HallGame* game, const TileFacts& facts) {
    const GameRow& row = board.game;
    ordered_json json{{"board", row.board.number},
                      {"gameId", row.game},
                      {"white", player_json(row, Side::white)},
                      {"black", player_json(row, Side::black)},
                      {"status", name(row.status)},
                      {"result", row.result},
                      {"kind", name(row.kind)},
                      {"reason", name(row.reason)},
                      {"approval", name(row.approval)},
                      {"adjourned", row.adjourned},
                      {"plies", row.plies},
                      {"fetched", facts.fetched},
                      {"questions", ordered_json::array()}};
    for (const QuestionRow* question : facts.questions)
        json["questions"].push_back(question_json(*question));
    if (facts.position && game) json["fen"] = game->fen;
    std::string text = json.dump();
    if (!game) return text;
    text.back() = ',';  // replaces the closing brace: more members follow
    return text + game->facts + "}";
}

}  // namespace flagfall::record
