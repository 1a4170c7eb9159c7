#include "tests/support/wired_play.hpp"

namespace flagfall::test {

using namespace chess;

Player::Player(WiredBoard& board, const std::vector<Move>& moves, std::uint64_t seed, Instant at,
               Duration pace, bool accidents)
    : board_(board) {
    People people(seed, {.press = false, .accidents = accidents});
    Dice dice(seed);
    positions_.push_back(start_position());
    for (const Move move : moves) {
        at = at + pace + milliseconds(dice.below(static_cast<std::uint32_t>(pace.us / 1'000)));
        for (const HandStep& step : people.play(positions_.back(), move)) {
            at = at + step.after;
            if (step.what == HandStep::What::field)
                script_.push_back({at, step.square, step.piece});
        }
        made_.push_back(at);
        positions_.push_back(after(positions_.back(), move));
    }
}

void Player::play(Instant at) {
    const Act& act = script_[next_++];
    board_.put(act.square, act.piece, at);
}

}  // namespace flagfall::test
