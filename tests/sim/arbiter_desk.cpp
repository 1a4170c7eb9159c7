// An arbiter who rules at the desk of arbiterd instead of at the clock. The oracle judges their
// games until an act that it does not know (tests/oracle/desk.cpp). The simulation checks for all
// games that nothing is lost and that both logs agree.
#include <algorithm>
#include <array>

#include "arbiterd/game/state/readings.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/sim/arbiter.hpp"
#include "tests/sim/desk_acts.hpp"

namespace flagfall::sim {

namespace {

wire::Penalise penalty(Random& random) {
    using enum wire::PenaltyKind;
    constexpr std::array kinds{warning, time_to_opponent, time_off, loss, both_lose};
    wire::Penalise act;
    act.side = random.chance(0.5) ? Side::white : Side::black;
    act.kind = kinds[random.below(random.chance(0.1) ? kinds.size() : 3)];
    act.time = random.between(milliseconds(100), seconds(3));
    return act;
}

wire::AnswerQuestion answer(Random& random, const game::Question& question) {
    wire::AnswerQuestion act;
    act.question = question.number;
    act.option = question.options[random.below(question.options.size())].name;
    act.white = random.between(seconds(1), seconds(20));
    act.black = random.between(seconds(1), seconds(20));
    act.text = "e4";
    return act;
}

wire::SetClock setting(Random& random, const game::Game& game) {
    const game::Live& live = game.live;
    wire::SetClock act;
    act.white = random.between(seconds(1), seconds(20));
    act.black = random.between(seconds(1), seconds(20));
    const auto back = static_cast<std::uint32_t>(random.below(3));
    if (random.chance(0.3)) act.ply = Ply{live.ply.count - std::min(back, live.ply.count)};
    act.run = random.chance(0.7);
    if (!act.ply && act.white < seconds(5)) act.black.reset();  // it stays as the clock shows it
    if (!random.chance(0.2)) return act;
    const Ply ply = act.ply.value_or(live.presses.value_or(live.ply));
    for (const Side side : {Side::white, Side::black}) {
        const auto period = static_cast<std::uint32_t>(random.between(1, 3));
        if (game::may_be_in(game, side, period, ply)) act.period[side] = period;
    }
    return act;
}

// A game that stands: its clock is set, it is adjourned and resumed, or it is restarted.
wire::DeskAct of_standing_game(Random& random, const game::Game& game) {
    const game::Live& live = game.live;
    const chess::Position& position = game.history.current();
    if (live.adjourned) {
        const chess::MoveList moves = chess::legal_moves(position);
        if (live.adjourned->opened || moves.empty()) return wire::ResumeGame{};
        return wire::OpenSealed{chess::uci(position, moves[random.below(moves.size())])};
    }
    // The last ruling's change of the moves may have been a mistake.
    if (!live.ruled.empty() && live.ruled.back().effect.moves && random.chance(0.5))
        return wire::UndoRuling{live.ruled.back().number};
    const double what = random.unit();
    if (what < 0.1) return wire::Adjourn{position.side_to_move(), "tomorrow at ten"};
    if (what < 0.15) return wire::RestartGame{random.chance(0.5), ""};
    if (what < 0.5) return setting(random, game);
    return wire::ResumeClock{};
}

// Does the record wait for the outcome of a command?
const game::Question* about_command(const game::Live& live) {
    const auto at =
        std::ranges::find(live.questions, game::Subject::clock_command, &game::Question::about);
    return at == live.questions.end() ? nullptr : &*at;
}

}  // namespace

// One game in twelve is ruled at the desk; in the clerk's event, and if arbiters use every act,
// every second one.
bool Arbiter::is_desk_game(const std::string& game) const {
    std::size_t sum = 7;
    for (const char c : game) sum = sum * 31 + static_cast<unsigned char>(c);
    const bool half = game.starts_with("open-r") || world_.options.arbiters.every_act;
    return sum % (half ? 2 : 12) == 0;
}

std::optional<wire::DeskAct> Arbiter::act_in_play(double what) {
    if (world_.quiet || what > 0.1) return std::nullopt;
    if (what < 0.02) return wire::PauseClock{};
    if (what < 0.04) return wire::AdjustClock{seconds(1), -milliseconds(200)};
    if (what < 0.06) return wire::Note{"a spectator coughed"};
    return penalty(random_);
}

std::optional<wire::DeskAct> Arbiter::desk_act(const game::Game& game) {
    const game::Live& live = game.live;
    const bool answers = !live.questions.empty() && !live.questions.front().options.empty();
    const double what = random_.unit();
    const bool undoes = live.result && what < 0.3 && !world_.quiet;
    if (answers && what < 0.8) return answer(random_, live.questions.front());
    if (undoes) return wire::UndoRuling{live.rulings};
    if (live.result && what < 0.5) return wire::Approve{wire::Party::arbiter};
    if (live.result && what < 0.55) return wire::ReverseColours{};
    if (live.result || !live.began) return std::nullopt;
    if (!live.running) return of_standing_game(random_, game);
    return act_in_play(what);
}

// Any answer to any question, an undo of any ruling, and findings that may be wrong.
std::optional<wire::DeskAct> Arbiter::any_desk_act(const game::Game& game) {
    const game::Live& live = game.live;
    const game::Question* question = any_question(random_, live);
    const double what = random_.unit();
    if (question && what < 0.6) return any_answer(random_, game, *question);
    const bool over = live.result.has_value();
    if (world_.quiet || (!live.began && !over)) return desk_act(game);
    if (what > (over || live.running ? 0.97 : 0.85))
        if (const auto undo = any_undo(random_, live)) return *undo;
    if (!over && what > (live.running ? 0.92 : 0.7)) return any_finding(random_, game);
    const double rare = over ? 0.15 : live.running ? 0.005 : 0.1;
    if (random_.chance(rare)) return any_rare_act(random_, game);
    return desk_act(game);
}

// True if they had something to do there.
bool Arbiter::at_the_desk(const BoardImage& image) {
    const game::Games* games = office_.games();
    const game::Game* game = games ? game::find(*games, image.game) : nullptr;
    if (!game) return false;
    const bool every_act = world_.options.arbiters.every_act;
    if (!is_desk_game(image.game)) return false;
    const std::string id = "desk-" + std::to_string(random_.below(1'000'000'000));
    auto act = every_act ? any_desk_act(*game) : desk_act(*game);
    if (!act) return false;
    rule(image.game, id, std::move(*act));
    return true;
}

// For any game, also if another one is played at its board now.
void Arbiter::see_to_lost_commands() {
    const game::Games* games = office_.games();
    if (!games || !world_.options.arbiters.every_act) return;
    for (const auto& [id, game] : games->by_id) {
        const game::Question* lost = about_command(game.live);
        if (!lost || !random_.chance(0.3)) continue;
        rule(id, "lost-" + std::to_string(random_.below(1'000'000'000)),
             any_answer(random_, game, *lost));
    }
}

void Arbiter::rule(const std::string& game, const std::string& id, wire::DeskAct act) {
    const bool every_act = world_.options.arbiters.every_act;
    wire::DeskCommand command;
    command.id = id;
    command.game = game;
    command.by = "Änne Richter";
    command.article = every_act && random_.chance(0.5) ? "" : "12.9";
    command.reason = "by simulation";
    command.act = std::move(act);
    world_.marks.add("arbiter_ruled_at_the_desk");
    office_.rule(command);
    if (every_act && random_.chance(0.05)) office_.rule(command);  // sent again
}

}  // namespace flagfall::sim
