#include "tests/sim/invariants.hpp"

#include <algorithm>
#include <array>

#include "arbiterd/game/acts/desk.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::sim {

namespace {

// An arbiter's answer as they would give it: the clock as it stands, with the time owed to it, a
// minute for a player who has none left, a possible position, a legal move.
wire::DeskCommand answer(const game::Game& game, const game::Question& question,
                         const std::string& option) {
    wire::AnswerQuestion act;
    act.question = question.number;
    act.option = option;
    const Both<Duration> owed = game::owed(game.live);
    const auto time = [&](Side side) {
        const Duration left = game.live.readings[side] + std::max(owed[side], Duration{});
        return left > Duration{} ? left : minutes(1);
    };
    act.white = time(Side::white);
    act.black = time(Side::black);
    const chess::Position& position = game.history.current();
    const chess::MoveList moves = chess::legal_moves(position);
    act.text = option == "set_up"  ? chess::fen(position)
               : moves.empty() ? "Ke1"
                               : chess::uci(position, moves[0]);
    wire::DeskCommand command;
    command.id = "at once";
    command.game = game.id;
    command.by = "Änne Richter";
    command.article = "12.9";
    command.reason = "by simulation";
    command.act = std::move(act);
    return command;
}

// Players and programs do not resume a game.
bool is_person(std::string_view by) {
    constexpr std::array<std::string_view, 6> others{"", "white", "black", "device", "clockd",
                                                     "arbiterd"};
    return std::ranges::find(others, by) == others.end();
}

}  // namespace

namespace {

// Every option that is offered is accepted if it is chosen at once. Only an answer that opens the
// game is refused if its board has the next game by now; then another answer can be given.
void check_options(World& world, const game::Games& games, const game::Game& game,
                   const game::Question& question) {
    const auto complain = [&](const std::string& what) {
        world.found(game.board, "question " + std::to_string(question.number) + " (" +
                                    std::string(name(question.about)) + ") " + what);
    };
    bool other_game = false;
    bool answerable = false;
    for (const auto& [option, text] : question.options) {
        const auto done = game::decide_desk(games, world.now(), answer(game, question, option));
        world.marks.add(done ? "option_would_be_carried_out" : "option_refused");
        answerable = answerable || done;
        if (done) continue;
        const bool busy =
            done.error().code == "board_busy" && !game::other_at_board(games, game).empty();
        other_game = other_game || busy;
        if (!busy)
            complain("offers " + option + ", and refuses it: " + done.error().code + ", " +
                     done.error().text);
    }
    if (other_game && !answerable) complain("can only be answered by opening the game");
}

}  // namespace

void check_options(World& world, const game::Games& games) {
    for (const auto& [id, game] : games.by_id) {
        if (!game.live.outbox.empty()) continue;  // clockd has to answer first
        for (const game::Question& question : game.live.questions)
            check_options(world, games, game, question);
    }
}

void Standings::settled(const game::Games& games, const wire::CommandSettled& e) {
    const auto sent = sent_.find(e.id);
    if (sent == sent_.end()) return;
    const wire::CommandIssued issued = std::move(sent->second);
    sent_.erase(sent);
    if (e.how != wire::Settling::done) return;
    const auto* set = std::get_if<wire::SetReading>(&issued.command);
    const bool starts = (set && set->correction.run) ||
                        std::holds_alternative<wire::Resume>(issued.command) ||
                        std::holds_alternative<wire::StartGame>(issued.command);
    if (starts) {
        stops_.erase(e.game);
        return;
    }
    if (!set && !std::holds_alternative<wire::Pause>(issued.command)) return;
    // Some rules require a person to start the clock after a ruling.
    const game::Game* game = game::find(games, e.game);
    const bool waits = issued.ruling > 0 && game && !game->profile.automatic_resume;
    // A clock that a person has paused stays paused under a ruling that nobody gave (6.11.3).
    const auto before = stops_.find(e.game);
    const bool stood = before != stops_.end() && before->second.named;
    stops_[e.game] = {!issued.by.empty() || waits || stood, "command " + e.id};
}

void Standings::see(const game::Games& games, const wire::GameEvent& event) {
    if (const auto* e = std::get_if<wire::CommandIssued>(&event)) {
        std::visit([&](const auto& command) { sent_[command.id] = *e; }, e->command);
    } else if (const auto* settled_now = std::get_if<wire::CommandSettled>(&event)) {
        settled(games, *settled_now);
    } else if (const auto* change = std::get_if<wire::ClockIntervention>(&event)) {
        if (change->run) stops_.erase(change->game);
        else {
            // A person who changes the times of a clock has seen that it stands, and why.
            const bool times = change->kind == wire::Intervening::adjusted ||
                               change->kind == wire::Intervening::control_set;
            // A claim during an arbiter's pause does not end the pause.
            const auto before = stops_.find(change->game);
            const bool lasts = change->kind == wire::Intervening::paused &&
                               before != stops_.end() && before->second.named;
            if (!times || is_person(change->by))
                stops_[change->game] = {is_person(change->by) || lasts,
                                        std::string(name(change->kind)) + " by " + change->by};
        }
    } else if (const auto* adjourned = std::get_if<wire::GameAdjourned>(&event)) {
        stops_[adjourned->game] = {true, "adjourned"};
    } else if (const auto* closed = std::get_if<wire::QuestionClosed>(&event)) {
        // A person has seen why it stands.
        if (closed->option == "noted") stops_[closed->game] = {true, "noted by " + closed->by};
    } else if (const auto* again = std::get_if<wire::ResultWithdrawn>(&event)) {
        stops_[again->game] = {true, "opened again"};
    }
}

void Standings::check(World& world, const game::Games& games, std::span<const store::Row> record) {
    for (; read_ < record.size(); ++read_)
        if (const auto event = wire::decode_game_event(record[read_].type, record[read_].body))
            see(games, *event);
    for (const auto& [id, game] : games.by_id) {
        const game::Live& live = game.live;
        if (!live.began || live.result || live.running) continue;
        const bool waits = !live.outbox.empty() || !live.questions.empty();
        const auto stop = stops_.find(id);
        // Whatever claims and answers there are, an adjourned game waits for its resumption.
        const bool sealed = live.adjourned && !live.adjourned->opened;
        const bool named = sealed || (stop != stops_.end() && stop->second.named);
        world.marks.add(waits   ? "clock_stands_for_a_question_or_command"
                        : named ? "clock_stands_by_name"
                                : "clock_stands_for_nobody");
        if (!waits && !named)
            world.found(game.board, "game " + id + " stands, nobody is asked, and nobody stopped "
                                    "it: " +
                                        (stop == stops_.end() ? "?" : stop->second.how));
    }
}

}  // namespace flagfall::sim
