#include "tests/sim/invariants.hpp"

#include "arbiterd/core/desk.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::sim {

namespace {

// An arbiter's answer as they would give it: the clock as it stands, a position that can be, a move
// that is legal.
wire::DeskCommand answer(const game::Game& game, const game::Question& question,
                         const std::string& option) {
    wire::AnswerQuestion act;
    act.question = question.number;
    act.option = option;
    act.white = game.live.readings[Side::white];
    act.black = game.live.readings[Side::black];
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

}  // namespace

void check_options(World& world, const game::Office& office) {
    for (const auto& [id, game] : office.games) {
        if (!game.live.outbox.empty()) continue;  // clockd has to answer first
        for (const game::Question& question : game.live.questions)
            for (const auto& [option, text] : question.options) {
                const auto done =
                    game::decide_desk(office, world.now(), answer(game, question, option));
                world.marks.add(done ? "option_would_be_carried_out" : "option_refused");
                if (!done)
                    world.found(game.board, "question " + std::to_string(question.number) +
                                                " (" + question.about + ") offers " + option +
                                                ", and refuses it: " + done.error().code + ", " +
                                                done.error().text);
            }
    }
}

}  // namespace flagfall::sim
