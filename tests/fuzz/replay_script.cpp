// Any text as the PGN file of a replay: comments are read as directives or refused, and a plan has
// only messages that clockd can read, in an order that makes sense.
#include "clockd/client/directives.hpp"
#include "clockd/client/plan.hpp"
#include "common/base/limits.hpp"
#include "common/wire/codec.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

namespace {

void check_line(const client::Script& script) {
    wire::OpenGame command;
    command.id = "id";
    command.board = script.board;
    command.game = script.game;
    command.terms = script.terms;
    const std::string line = wire::encode(wire::ToClockd{wire::ClockCommand{command}});
    FF_CHECK(wire::decode_to_clockd(line).has_value());
    FF_CHECK(line.size() <= limits::line_bytes);
}

void check_script(const client::Script& script) {
    FF_CHECK(parse_time_control(script.terms.time_control).has_value());
    std::uint32_t ply = 0;
    std::uint32_t played = 0;
    for (const client::Step& step : script.steps) {
        FF_CHECK(step.ply >= ply && step.ply <= script.plies + 1);
        ply = step.ply;
        if (step.plays) FF_CHECK(step.ply == ++played && !step.text.empty());
    }
    FF_CHECK(played == script.plies);
    for (std::uint32_t at = 0; at <= script.steps.size(); ++at)
        FF_CHECK(client::resume_at(script.steps, at, {at % (script.plies + 2)}) <=
                 script.steps.size());
}

}  // namespace

FUZZ_TARGET(replay_script) {
    if (const auto found = client::directives_in(input)) {
        for (const client::Directive& directive : *found)
            FF_CHECK((directive.incident == client::Incident::claim) == directive.kind.has_value());
    } else {
        FF_CHECK(!found.error().empty());
    }
    const std::string event = client::event_of_file(input);
    FF_CHECK(!event.empty() && event.size() <= client::slug_bytes);
    FF_CHECK(client::slug(event) == event);

    std::vector<chess::PgnGame> games;
    chess::PgnReader reader(input);
    while (auto game = reader.next())
        if (*game) games.push_back(std::move(**game));
    const client::Plan plan = client::plan_of(games, {event, "40/5400+30:1800+30", 0});
    std::size_t planned = plan.problems.size();
    Board last;
    for (const client::BoardPlan& board : plan.boards) {
        FF_CHECK(last < board.board && board.board.number <= limits::boards);
        last = board.board;
        planned += board.scripts.size();
        for (const client::Script& script : board.scripts) {
            FF_CHECK(script.board == board.board);
            check_script(script);
            check_line(script);
        }
    }
    FF_CHECK(planned == games.size());
}
