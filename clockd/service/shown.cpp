#include "clockd/service/shown.hpp"

#include <optional>
#include <string>

namespace flagfall::clockd {

namespace {

// Both may have run out if a person calls the flags.
std::optional<Side> first_flag(const clock::BoardState& board) {
    const auto& white = board.zero_at[Side::white];
    const auto& black = board.zero_at[Side::black];
    if (white && black) return *white <= *black ? Side::white : Side::black;
    if (white || black) return white ? Side::white : Side::black;
    if (board.phase == clock::Phase::flag_fallen) return board.turn();
    return std::nullopt;
}

}  // namespace

wire::BoardState shown(const clock::Boards& boards, const wire::GetBoard& request, Instant at) {
    wire::BoardState state{request.id, clock::view(boards, request.board, at)};
    const clock::BoardState& board = boards.at(request.board);
    if (board.phase == clock::Phase::empty) return state;
    state.players = board.players;
    for (const Side side : {Side::white, Side::black}) {
        state.period[side] = board.clock.period(side);
        state.bonus[side] = bonus_text(board.clock.present(side));
        if (board.clock.present(side).method == Method::canadian)
            state.block[side] = board.clock.moves_required(side) - board.clock.moves(side);
    }
    state.flag = first_flag(board);
    state.zero = board.clock.deadline();
    return state;
}

}  // namespace flagfall::clockd
