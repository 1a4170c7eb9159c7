// What the oracle knows of the board: what a written move means, when a position ends the game, and
// which claims about "can ever mate" can be checked. Legal moves and notation are common/chess's.
#pragma once

#include <string>
#include <string_view>

#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/chess/position.hpp"
#include "common/chess/types.hpp"

namespace flagfall::oracle {

enum class Meaning : std::uint8_t {
    legal,
    illegal,     // a move, but not one of these rules here (7.5.1)
    unpromoted,  // a pawn left standing on the last rank (7.5.2)
    unreadable,  // no move, or more than one could be meant
};

struct Reading {
    Meaning meaning = Meaning::unreadable;
    chess::Move move;  // when legal; when unpromoted, the promotion to a queen
};
Reading read(const chess::Position& position, std::string_view text);

// Can no series of legal moves lead to a mate by this side, wherever the men are? Judged
// from the material alone, so that `false` says nothing.
bool cannot_mate_by_material(const chess::Position& position, Side side);

// Checkmate (5.1.1), stalemate (5.2.1) or a position dead by its material (5.2.2); else none.
Ending ending_on_board(const chess::Position& position);

// Is this a line of legal UCI moves, both sides helping, whose last gives mate for `winner`?
// Empty is right when the mate is on the board already.
bool line_mates(const chess::Position& position, Side winner, std::string_view line);

// "" when the verdict of 6.9 can be believed, else what is wrong with it. `deep` asks common/mate
// about what nothing here decides.
std::string wrong_verdict(const chess::Position& position, Side winner, std::string_view verdict,
                          std::string_view line, bool deep);

}  // namespace flagfall::oracle
