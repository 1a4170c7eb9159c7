// The position as clockd can know it: from what was written with the moves, without a word about
// what is legal. Once a move could not be followed it is unknown until a correction helps.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "tests/oracle/board_reading.hpp"

namespace flagfall::oracle {

class Shadow {
public:
    Shadow() = default;
    explicit Shadow(const chess::Position& start) : line_{start} {}

    // A move of the side whose clock runs (reply false), or the opponent's answer to it.
    void made(bool reply, std::string_view text);
    // Does a move of the side whose clock runs stand on the board?
    bool has_move() const { return made_[0].has_value(); }
    bool has_reply() const { return made_[1].has_value(); }
    // The position on the board after what was made last, when that was legal and is known.
    const chess::Position* after_made(bool reply) const;
    // What stands on the board: the known position and the legal moves made from it.
    const chess::Position* on_board() const;
    // Two moves stand there and not both are legal: people may see it either way.
    bool doubtful() const;
    void pressed();
    // What is made and not completed is taken back; `clock_only`: it stays, as all does.
    void corrected(std::uint32_t ply, const std::optional<chess::Position>& given,
                   bool clock_only);

private:
    struct Made {
        std::optional<chess::Position> after;
    };
    const chess::Position* current() const {
        return lost_ || line_.empty() ? nullptr : &line_.back();
    }

    std::vector<chess::Position> line_;  // from ply `base_`
    std::uint32_t base_ = 0;
    bool rooted_ = true;  // the game has not gone back to before base_
    bool lost_ = false;
    std::array<std::optional<Made>, 2> made_;
};

}  // namespace flagfall::oracle
