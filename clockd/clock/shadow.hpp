// clockd's own copy of the position on a board, so that a flag-fall can be judged (6.9) and a mate
// stops the clock (5.1.1) while arbiterd is away. It reads the texts of the moves. At the first one
// that it cannot read it gives up and does not guess; a correction makes it known again.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/chess/position.hpp"
#include "common/chess/types.hpp"

namespace flagfall::clock {

class Shadow {
public:
    // The orthodox starting position, ply 0.
    Shadow() = default;
    explicit Shadow(const chess::Position& start) : base_(start), current_(start) {}

    // Is the position after all completed plies known?
    bool known() const { return known_; }
    // That position; it must be known.
    const chess::Position& position() const;

    chess::Variant variant() const { return base_.variant(); }

    // A ply was completed with this text; empty: no move was made. An unreadable or illegal text
    // makes the shadow unknown.
    void complete(std::string_view text);
    // A correction to this ply, with or without a FEN (chess::parse_position must accept it).
    // Without: back to the position after that many plies, if it was ever known.
    void correct(Ply ply, std::string_view fen);

    friend bool operator==(const Shadow&, const Shadow&) = default;

private:
    // Back to the position after that many plies; false if it is not known.
    bool go_to(Ply ply);

    chess::Position base_ = chess::start_position();
    Ply base_ply_;
    std::vector<chess::Move> moves_;  // from base_ on
    chess::Position current_ = chess::start_position();  // after moves_
    bool known_ = true;               // false: plies after moves_ could not be read
    bool rooted_ = true;              // false: the game went back to before base_
};

// The position after a move in any notation; nothing if it cannot be read or is not legal.
std::optional<chess::Position> after_text(const chess::Position& position, std::string_view text);

// Checkmate (5.1.1), stalemate (5.2.1) or a position that is dead by bare material (5.2.2);
// otherwise none. arbiterd finds every other dead position.
Ending ending_of(const chess::Position& position);

// Can `side` still mate by any series of legal moves (6.9)? Asked with the default budget of
// mate::can_mate, as arbiterd asks: for the same position both give the same answer.
struct MateVerdict {
    std::string verdict;  // "winnable", "unwinnable", "undetermined"
    std::string line;     // the moves that mate in UCI, when winnable; may be empty
};
MateVerdict mate_verdict(const chess::Position& position, Side side);

}  // namespace flagfall::clock
