// An arbiter who rules at the desk of arbiterd instead of at the clock. The oracle judges their
// games until an act that it does not know (tests/oracle/desk.cpp); that nothing of theirs is lost,
// and that both logs agree, is checked of all.
#include <algorithm>
#include <array>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/sim/arbiter.hpp"

namespace flagfall::sim {

namespace {

wire::Penalise penalty(Random& random) {
    constexpr std::array kinds{"warning", "time_to_opponent", "time_off", "loss", "both_lose"};
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

wire::SetClock setting(Random& random, const game::Live& live) {
    wire::SetClock act;
    act.white = random.between(seconds(1), seconds(20));
    act.black = random.between(seconds(1), seconds(20));
    const auto back = static_cast<std::uint32_t>(random.below(3));
    if (random.chance(0.3)) act.ply = Ply{live.ply.count - std::min(back, live.ply.count)};
    act.run = random.chance(0.7);
    return act;
}

// A game that stands: its clock is set, it is adjourned and resumed, or it begins anew.
wire::DeskAct of_standing_game(Random& random, const game::Game& game) {
    const game::Live& live = game.live;
    const chess::Position& position = game.history.current();
    if (live.adjourned) {
        const chess::MoveList moves = chess::legal_moves(position);
        if (live.adjourned->opened || moves.empty()) return wire::ResumeGame{};
        return wire::OpenSealed{chess::uci(position, moves[random.below(moves.size())])};
    }
    // What the last ruling did to the moves may have been a mistake.
    if (!live.ruled.empty() && live.ruled.back().effect.moves && random.chance(0.5))
        return wire::UndoRuling{live.ruled.back().number};
    const double what = random.unit();
    if (what < 0.1) return wire::Adjourn{position.side_to_move(), "tomorrow at ten"};
    if (what < 0.15) return wire::RestartGame{random.chance(0.5), ""};
    if (what < 0.5) return setting(random, live);
    return wire::ResumeClock{};
}

}  // namespace

// One game in twelve is ruled at the desk, and of the clerk's event every second.
bool Arbiter::is_desk_game(const std::string& game) const {
    std::size_t sum = 7;
    for (const char c : game) sum = sum * 31 + static_cast<unsigned char>(c);
    return sum % (game.starts_with("open-r") ? 2 : 12) == 0;
}

// True when they had something to say there.
bool Arbiter::at_the_desk(const BoardImage& image) {
    const game::Office* office = office_.office();
    const game::Game* game = office ? game::find(*office, image.game) : nullptr;
    if (!game || !is_desk_game(image.game)) return false;
    const game::Live& live = game->live;
    wire::DeskCommand command;
    command.id = "desk-" + std::to_string(random_.below(1'000'000'000));
    command.game = image.game;
    command.by = "Änne Richter";
    command.article = "12.9";
    command.reason = "by simulation";
    const bool answers = !live.questions.empty() && !live.questions.front().options.empty();
    const double what = random_.unit();
    const bool undoes = live.result && what < 0.3 && !world_.quiet;
    if (answers && what < 0.8) command.act = answer(random_, live.questions.front());
    else if (undoes) command.act = wire::UndoRuling{live.rulings};
    else if (live.result && what < 0.5) command.act = wire::Approve{"arbiter"};
    else if (live.result && what < 0.55) command.act = wire::ReverseColours{};
    else if (live.result || !live.began) return false;
    else if (!live.running) command.act = of_standing_game(random_, *game);
    else if (world_.quiet || what > 0.1) return false;
    else if (what < 0.02) command.act = wire::PauseClock{};
    else if (what < 0.04) command.act = wire::AdjustClock{seconds(1), -milliseconds(200)};
    else if (what < 0.06) command.act = wire::Note{"a spectator coughed"};
    else command.act = penalty(random_);
    world_.marks.add("arbiter_ruled_at_the_desk");
    office_.rule(command);
    return true;
}

}  // namespace flagfall::sim
