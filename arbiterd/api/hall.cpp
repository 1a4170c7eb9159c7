// The hall over HTTP: all boards of a round in one answer, and who has taken which case.
#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <ranges>
#include <unordered_map>

#include "arbiterd/api/acts.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/body.hpp"
#include "arbiterd/api/handlers.hpp"
#include "arbiterd/api/requests.hpp"
#include "common/base/now.hpp"
#include "common/wire/codec_writer.hpp"

namespace flagfall::api {

namespace {

using nlohmann::ordered_json;
using tournament::EventRound;
using tournament::Tournament;

// The round that is being played: started ones come first, then later ones.
const EventRound* present_round(const Tournament& event) {
    using enum tournament::RoundState;
    for (const auto state : {started, published, finished, confirmed, drafted})
        for (const auto& [number, round] : std::views::reverse(event.rounds))
            if (round.state == state) return &round;
    return nullptr;
}

// The round in the query, or the present one; nullptr when there is none.
const EventRound* round_of(Api& api, const CallPtr& call, const Tournament& event) {
    const auto named = call->request().param("round");
    return named ? api.tournaments.round_named(event.id, *named) : present_round(event);
}

// Has another program acknowledged the result since it was reported or entered (at `entered`)?
bool is_fetched(const record::RoundData& data, const record::GameRow& game, Pos entered) {
    const bool at_clock = !game.game.empty();
    const bool over = at_clock ? game.ended_wall_ms.has_value()
                               : game.status == wire::GameStatus::finished;
    return std::ranges::any_of(data.acknowledged, [&](const record::AcknowledgementRow& row) {
        const bool before = at_clock ? over && row.wall_ms < *game.ended_wall_ms
                                     : row.pos < entered;
        if (before) return false;
        if (row.board == 0) return over;
        return row.board == game.board.number && row.revision >= game.revision &&
               game.revision > 0;
    });
}

ordered_json cases_json(Api& api, const std::string& event) {
    ordered_json all = ordered_json::array();
    for (const auto& [board, one] : api.cases.of(event, wall_ms()))
        all.push_back(
            {{"board", board.number}, {"by", one.by}, {"since", rfc3339(one.since_ms)}});
    return all;
}

ordered_json away_json(const Api& api) {
    ordered_json all = ordered_json::array();
    for (const auto& [board, since_ms] : api.away.boards())
        all.push_back({{"board", board.number}, {"since", rfc3339(since_ms)}});
    return all;
}

ordered_json sectors_json(const wire::EventInfo& info) {
    ordered_json all = ordered_json::array();
    for (const wire::EventSector& sector : info.sectors)
        all.push_back({{"name", sector.name},
                       {"hall", sector.hall},
                       {"first", sector.first.number},
                       {"last", sector.last.number}});
    return all;
}

ordered_json rounds_json(Api& api, const Tournament& event) {
    ordered_json all = ordered_json::array();
    for (const auto& [number, round] : event.rounds)
        all.push_back({{"round", api.tournaments.name_of(event.id, number)},
                       {"state", name(round.state)}});
    return all;
}

ordered_json head_json(Api& api, const Tournament& event) {
    ordered_json head{{"event", event.id},
                      {"name", event.info.name},
                      {"round", nullptr},
                      {"time", api.record.time_mode()},
                      {"seq", api.seq().value},
                      {"linked", api.health.clockd_linked.load()},
                      {"rounds", rounds_json(api, event)},
                      {"sectors", sectors_json(event.info)},
                      {"cases", cases_json(api, event.id)},
                      {"away", away_json(api)}};
    head["whole"] = true;
    return head;
}

// The boards of a round, with the sources of their tiles.
class Tiles {
public:
    Tiles(Api& api, const record::KeptRound& kept, Pos acknowledged, bool positions)
        : api_(api), kept_(kept), acknowledged_(acknowledged), positions_(positions),
          open_(api.record.open_questions()) {
        for (const record::QuestionRow& each : open_) asked_[each.game].push_back(&each);
    }

    std::size_t size() const { return kept_.data.boards.size(); }
    Pos changed(std::size_t i) {
        const record::HallGame* game = game_at(i);
        return std::max(kept_.changed[i], game ? game->changed : Pos{});
    }
    Stamp stamp(std::size_t i) { return {changed(i).value, acknowledged_.value}; }
    std::string text(std::size_t i) {
        const record::BoardRow& board = kept_.data.boards[i];
        return record::hall_tile(board, game_at(i),
                                 {asked_[board.game.game],
                                  is_fetched(kept_.data, board.game, entered_at(board)),
                                  positions_});
    }

private:
    Pos entered_at(const record::BoardRow& board) const {
        return api_.tournaments.entered_at(kept_.data.id.event, kept_.data.round->number,
                                           board.game.board);
    }

    const record::HallGame* game_at(std::size_t i) {
        const std::string& id = kept_.data.boards[i].game.game;
        return id.empty() ? nullptr : &api_.hall.at(api_.record, id);
    }

    Api& api_;
    const record::KeptRound& kept_;
    Pos acknowledged_;
    bool positions_;
    std::vector<record::QuestionRow> open_;
    std::unordered_map<std::string_view, std::vector<const record::QuestionRow*>> asked_;
};

// The document without its closing brace, so that members can follow.
std::string opened(const ordered_json& head) {
    std::string text = head.dump();
    text.back() = ',';
    return text + "\"tiles\":[";
}

// What has changed since `after`.
std::string changes_since(Tiles& tiles, const ordered_json& head, Pos after) {
    std::string text = opened(head);
    for (std::size_t i = 0; i < tiles.size(); ++i)
        if (tiles.changed(i) > after) text += (text.back() == '[' ? "" : ",") + tiles.text(i);
    return text + "]}";
}

}  // namespace

void get_hall(Api& api, const CallPtr& call) {
    const Tournament* event = event_of(api, call);
    if (!event) return;
    const Pos after{call->number("after", 0, 0, std::numeric_limits<std::int64_t>::max())};
    const bool positions = call->request().param("positions") == "true";
    if (call->refused()) return;
    const EventRound* round = round_of(api, call, *event);
    if (!round && call->request().param("round"))
        return call->refuse(problem(404, "not_found", "there is no such round"));
    ordered_json head = head_json(api, *event);
    Document small;
    if (!round) {
        small.set({}, [&] { return opened(head) + "]}"; });
        return call->reply(small, "application/json");
    }
    const record::RoundId id{event->id, api.tournaments.name_of(event->id, round->number)};
    const record::KeptRound& kept = api.round(id);
    const Pos acknowledged = api.tournaments.acknowledged(event->id, round->number);
    Tiles tiles(api, kept, acknowledged, positions);
    head["round"] = id.round;
    head["state"] = name(round->state);
    head["whole"] = std::max(kept.whole, acknowledged) > after || after == Pos{};
    if (!head["whole"]) {
        small.set({}, [&] { return changes_since(tiles, head, after); });
        return call->reply(small, "application/json");
    }
    Document& whole = api.documents.at("\nhall " + id.event + "\n" + id.round +
                                       (positions ? "\npositions" : ""));
    whole.update(
        tiles.size(), 0, [&](std::size_t i) { return tiles.stamp(i); },
        [&](std::size_t i) { return Written{tiles.text(i)}; });
    whole.frame(opened(head), ",", "]}");
    call->reply(whole, "application/json");
}

void put_case(Api& api, const CallPtr& call) {
    const Tournament* event = event_of(api, call);
    if (!event) return;
    const auto board = number_of_path(api, call, "board");
    if (!board) return;
    Body<CaseChange> body(*call);
    if (body.refused()) return;
    const auto room = access::within_reach(call->who, access::Reach::board,
                                           {event->id, &event->info, Board{*board}});
    if (!room) return call->refuse(denied(room.error()));
    const auto by = access::acting_as(call->who, body->by);
    if (!by) return call->refuse(denied(by.error()));
    if (body->taken) api.cases.take(event->id, Board{*board}, *by, wall_ms());
    else api.cases.hand_back(event->id, Board{*board}, *by);
    call->reply(json(ordered_json{{"cases", cases_json(api, event->id)}}.dump()));
}

// Only clockd knows the present state of its equipment.
void get_equipment(Api& api, const CallPtr& call) {
    api.service.equipment([call](const std::optional<arbiterd::EquipmentSeen>& seen) {
        if (!seen)
            return call->refuse(problem(503, "not_ready",
                                        "clockd is not connected; ask again in a moment"));
        std::string list;
        for (const wire::EquipmentState& each : *seen) {
            if (!list.empty()) list += ',';
            list += wire::object_of(wire::Equipment{each.facts.value(), each.figures},
                                    wire::Names::of_api);
        }
        call->reply(json(R"({"equipment":[)" + list + "]}"));
    });
}

}  // namespace flagfall::api
