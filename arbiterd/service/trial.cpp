#include "arbiterd/service/trial.hpp"

#include <algorithm>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/game/state/clock_words.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/state/shifts.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/read_back.hpp"

namespace flagfall::arbiterd {
namespace {

// Why clockd would reject this command's line; empty: it would not.
template <class Command>
std::string not_a_line(const Command& command) {
    const std::string line = wire::encode(wire::ToClockd{wire::ClockCommand{command}});
    return line.size() <= limits::line_bytes
               ? ""
               : "a command of " + std::to_string(line.size()) + " bytes to clockd";
}

// Reads the games in memory, as the source of the trial's copies.
class Present : public game::PastGames {
public:
    explicit Present(const game::Games& games) : games_(games) {}
    const game::Game* find(const std::string& id) override { return game::find(games_, id); }
    std::vector<game::Played> of_event(const std::string& event) override {
        return game::games_of(games_, event);
    }

private:
    const game::Games& games_;
};

// The only command of an act; nullptr when it has none or several.
const wire::CommandIssued* only_command(const std::vector<wire::GameEvent>& events) {
    const wire::CommandIssued* found = nullptr;
    for (const wire::GameEvent& event : events) {
        const auto* issued = std::get_if<wire::CommandIssued>(&event);
        if (!issued) continue;
        if (found) return nullptr;
        found = issued;
    }
    return found;
}

template <class Event>
Event at_clock(const game::Game& game) {
    Event event;
    event.board = game.board;
    event.game = game.id;
    event.epoch = {game.live.epoch.count + 1};
    event.readings = game.live.readings;
    return event;
}

// The event as clockd would report it. The record itself finds out who can mate.
wire::ClockEvent flag_called(const game::Game& game, Side side) {
    auto fell = at_clock<wire::FlagFell>(game);
    fell.side = side;
    fell.by = name(game::Actor::arbiterd);
    fell.opponent_can_mate = "unknown";
    fell.ply = game::now(game);
    fell.moves = game::moves_of(side, game.first, fell.ply);
    for (const Side each : {Side::white, Side::black})
        fell.absent[each] = !game.live.came[each];
    if (!game.control) return fell;
    const TimeControl& control = (*game.control)[side];
    fell.period = game.period[side];
    fell.last_period = control.is_last(fell.period);
    fell.moves_required = control.moves_required(fell.period);
    return fell;
}

wire::ClockEvent time_given(const game::Game& game, const wire::Adjust& adjust) {
    auto set = at_clock<wire::ReadingSet>(game);
    set.readings = game::with_time(game.live.readings, adjust.deltas);
    set.by = name(game::Actor::arbiterd);
    set.adjusted = true;
    set.correction = {.readings = set.readings, .turn = game.history.current().side_to_move(),
                      .ply = game::now(game), .run = false, .fen = {}, .article = adjust.article,
                      .reason = adjust.reason, .answers = {}};
    return set;
}

}  // namespace

std::string not_kept(const wire::GameEvent& event) {
    if (std::string why = wire::why_not_read_back(event); !why.empty()) return why;
    return std::visit(
        [](const auto& e) -> std::string {
            if constexpr (requires { e.command.index(); })
                return std::visit([](const auto& c) { return not_a_line(c); }, e.command);
            return {};
        },
        event);
}

void try_out(const game::Games& games, const tournament::Tournaments& tournaments, Pos last,
             const std::vector<wire::GameEvent>& events) {
    // Half of all decisions: a move that waits for its press. It changes only the live part, and
    // Draft::add has applied it to a copy of that already.
    if (events.size() == 1 && std::holds_alternative<wire::MovePending>(events.front())) return;
    Present present(games);
    game::Games trial{games.log, games.time, {}, {}, &present};
    tournament::Tournaments office;
    for (const wire::GameEvent& event : events) {
        ++last.value;
        if (const auto* recorded = std::get_if<wire::GameRecorded>(&event))
            FF_CHECK(game::find(games, recorded->game) == nullptr);
        game::apply(trial, event);
        const auto* acted = std::get_if<wire::EventActed>(&event);
        if (!acted) continue;  // commands of the office follow from the act
        if (const auto* known = tournament::find(tournaments, acted->event))
            office.by_id.try_emplace(acted->event, *known);
        tournament::apply(office, event, last);
    }
}

std::vector<wire::GameEvent> foreseen(const game::Games& games,
                                      const std::vector<wire::GameEvent>& events) {
    const wire::CommandIssued* issued = only_command(events);
    if (!issued) return {};
    const auto* call = std::get_if<wire::CallFlag>(&issued->command);
    const auto* adjust = std::get_if<wire::Adjust>(&issued->command);
    if (!call && !adjust) return {};
    Present present(games);
    game::Games trial{games.log, games.time, {}, games.at_board, &present};
    for (const wire::GameEvent& event : events) game::apply(trial, event);
    const game::Game* game = game::find(trial, issued->game);
    FF_CHECK(game != nullptr);
    if (adjust && game->live.running) return {};
    game::Input input{.pos = Pos{1}, .at = Instant{}, .cmd_id = {},
                      .event = call ? flag_called(*game, call->side) : time_given(*game, *adjust)};
    input.cmd_id = call ? call->id : adjust->id;
    auto after = game::decide(trial, input);
    std::erase_if(after, [](const wire::GameEvent& event) {
        return std::holds_alternative<wire::CommandIssued>(event) ||
               std::holds_alternative<wire::CommandSettled>(event);
    });
    return after;
}

}  // namespace flagfall::arbiterd
