#include "tests/fuzz/desk.hpp"

#include <utility>

#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::fuzz {

namespace {

wire::GameEvent read_back(const wire::GameEvent& event) {
    const std::string body = wire::encode_body(event);
    auto again = wire::decode_game_event(wire::type_of(event), body);
    FF_CHECK(again.has_value());
    FF_CHECK(wire::encode_body(*again) == body);
    return std::move(*again);
}

// Only legal moves advance a position, and all representations in the record agree.
void check_move(const game::Games& games, const wire::MoveRecorded& event) {
    const game::Game* game = game::find(games, event.game);
    FF_CHECK(game != nullptr && !game->live.result);
    const chess::Position& position = game->history.current();
    FF_CHECK(position.side_to_move() == event.side);
    const auto move = chess::parse_uci(position, event.uci);
    FF_CHECK(move && chess::is_legal(position, *move));
    FF_CHECK(chess::san(position, *move) == event.san);
    FF_CHECK(event.ply.count == game->live.ply.count + 1);
}

void check_event(const game::Games& games, const wire::GameEvent& event) {
    if (const auto* move = std::get_if<wire::MoveRecorded>(&event)) check_move(games, *move);
    if (const auto* penalty = std::get_if<wire::PenaltyGiven>(&event))
        FF_CHECK(penalty->after[Side::white].us >= 0 && penalty->after[Side::black].us >= 0);
    if (const auto* issued = std::get_if<wire::CommandIssued>(&event))
        std::visit(
            [](const auto& command) {
                const wire::ToClockd line{wire::ClockCommand{command}};
                FF_CHECK(wire::decode_to_clockd(wire::encode(line)).has_value());
            },
            issued->command);
}

std::vector<wire::CommandIssued> outbox(const game::Games& games) {
    std::vector<wire::CommandIssued> commands;
    for (const auto& [id, game] : games.by_id)
        for (const game::Outstanding& out : game.live.outbox) commands.push_back(out.issued);
    return commands;
}

}  // namespace

void Desk::record(Decided decided) {
    if (keep_) keep_(decided);
    for (const wire::GameEvent& event : decided.events) {
        check_event(office_, event);
        game::apply(office_, event);
        log_.push_back(event);
    }
}

void Desk::follow(const HallPlay& play, std::size_t lines) {
    for (; lines > 0 && read_ < play.log().size(); --lines, ++read_) {
        const Logged& line = play.log()[read_];
        record({&line, game::decide(office_, {line.pos, line.stamped.at, 0, line.cmd_id,
                                              line.stamped.event})});
    }
}

bool Desk::send(HallPlay& play, std::size_t which) {
    const auto commands = outbox(office_);
    if (commands.empty()) return false;
    const wire::CommandIssued& issued = commands[which % commands.size()];
    std::visit(
        [&](auto command) {
            if (!play.virtual_time()) command.at.reset();
            const clock::Decision decision = play.give(command, clock::Role::arbiterd);
            if (!decision.refusal) return;
            const Epoch epoch = play.boards().at(command.board).epoch;
            record({nullptr, game::decide_refused(
                                 office_, {command.id, decision.refusal->code,
                                           decision.refusal->text, epoch, play.now()})});
        },
        issued.command);
    return true;
}

void Desk::settle(HallPlay& play) {
    // Each command is answered by an event or a refusal, and a refused one is repeated once.
    std::size_t turns = 0;
    do {
        FF_CHECK(++turns < 10'000);
        follow(play, play.log().size());
    } while (send(play, 0));
}

void Desk::check_replay() const {
    game::Games again;
    for (const wire::GameEvent& event : log_) game::apply(again, read_back(event));
    FF_CHECK(again == office_);
}

}  // namespace flagfall::fuzz
