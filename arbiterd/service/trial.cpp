#include "arbiterd/service/trial.hpp"

#include "common/base/limits.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/read_back.hpp"

namespace flagfall::arbiterd {
namespace {

// Why clockd would not take the line of this command; empty: it would.
template <class Command>
std::string not_a_line(const Command& command) {
    const std::string line = wire::encode(wire::ToClockd{wire::ClockCommand{command}});
    return line.size() <= limits::line_bytes
               ? ""
               : "a command of " + std::to_string(line.size()) + " bytes to clockd";
}

// The games as they are: the trial copies those that it changes from here.
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
    Present present(games);
    game::Games trial{games.log, games.time, {}, {}, &present};
    tournament::Tournaments office;
    for (const wire::GameEvent& event : events) {
        ++last.value;
        if (const auto* recorded = std::get_if<wire::GameRecorded>(&event))
            FF_CHECK(game::find(games, recorded->game) == nullptr);
        game::apply(trial, event);
        const auto* acted = std::get_if<wire::EventActed>(&event);
        if (!acted) continue;  // commands of the office follow from it
        if (const auto* known = tournament::find(tournaments, acted->event))
            office.by_id.try_emplace(acted->event, *known);
        tournament::apply(office, event, last);
    }
}

}  // namespace flagfall::arbiterd
