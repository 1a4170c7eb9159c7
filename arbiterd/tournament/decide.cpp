#include "arbiterd/tournament/decide.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "arbiterd/tournament/acts.hpp"
#include "arbiterd/tournament/promises.hpp"
#include "arbiterd/tournament/setup.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"

namespace flagfall::tournament {
namespace {

MaybeRefusal check_command(const Tournaments& tournaments, const wire::EventCommand& command) {
    if (auto no = check_event_id(command.event)) return no;
    if (auto no = check_name(command.by, "", true))
        return refuse("no_name", "by: say who acts, in one line");
    const Tournament* event = find(tournaments, command.event);
    const auto* import = std::get_if<wire::ImportEvent>(&command.act);
    const bool creates = std::holds_alternative<wire::CreateEvent>(command.act);
    if (creates && event)
        return refuse("event_exists", "there is an event of this id: change that one, or "
                                      "choose another id");
    if (!creates && !event && !(import && import->info))
        return refuse("unknown_event", "there is no event of this id: create it first");
    if (event && event->hidden && !std::holds_alternative<wire::ShowEvent>(command.act))
        return refuse("event_hidden", "the event is hidden: show it again first");
    const Pos changed = event ? event->changed : Pos{};
    if (command.if_match && *command.if_match != changed)
        return refuse("changed_meanwhile",
                      "the event is at revision " + std::to_string(changed.value) + ", not " +
                          std::to_string(command.if_match->value) +
                          ": read it again, then decide again");
    return std::nullopt;
}

}  // namespace

std::expected<std::vector<wire::GameEvent>, EventRefusal> decide(
    const Tournaments& tournaments, const game::Games& games, const Moment& now,
    const wire::EventCommand& command) {
    if (auto no = check_command(tournaments, command)) return std::unexpected(std::move(*no));
    Tournament none;
    none.id = command.event;
    const Tournament* known = find(tournaments, command.event);
    const Tournament& event = known ? *known : none;
    FF_CHECK(event.id == command.event);
    Setup setup(tournaments, games, event, command.id, now.at);
    Case c{tournaments, event, games, command.by, setup, command, now};
    wire::EventActed acted;
    acted.event = command.event;
    acted.id = command.id;
    acted.by = command.by;
    acted.reason = command.reason;
    acted.act = command.act;
    if (auto no = std::visit([&](auto& a) { return act(c, a); }, acted.act))
        return std::unexpected(std::move(*no));
    check_promises(event, acted.act);
    if (auto no = check_announced(c, acted.act)) return std::unexpected(std::move(*no));
    std::vector<wire::GameEvent> events{std::move(acted)};
    std::ranges::move(setup.take(), std::back_inserter(events));
    std::ranges::move(c.rulings, std::back_inserter(events));
    FF_CHECK(std::holds_alternative<wire::EventActed>(events.front()));
    return events;
}

std::string needs_clocks(const Tournaments& tournaments, const game::Games& games,
                         const std::vector<wire::GameEvent>& events) {
    for (const wire::GameEvent& event : events) {
        const auto* issued = std::get_if<wire::HallCommandIssued>(&event);
        if (!issued) continue;
        if (std::holds_alternative<wire::StartGame>(issued->command)) return "no clock would start";
        const bool may_be_played = has_begun(games, issued->game) ||
                                   start_under_way(tournaments, issued->game);
        if (std::holds_alternative<wire::EndGame>(issued->command) && may_be_played)
            return "nobody knows whether they play at board " +
                   std::to_string(issued->board.number);
    }
    return {};
}

}  // namespace flagfall::tournament
