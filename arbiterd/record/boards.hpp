// How each board of a round stands: the one place from which every output takes a result.
#pragma once

#include <functional>
#include <vector>

#include "arbiterd/record/record.hpp"
#include "arbiterd/tournament/tournament.hpp"

namespace flagfall::record {

// A board as it stands: its present game, or what the office entered, or nothing yet.
struct BoardRow {
    GameRow game;                // without a game at a clock its `game` is empty
    tournament::BoardResult result;   // by colours as played
    Both<std::uint32_t> player;  // the players' numbers, by colours as played; 0: not known
    const tournament::EventPairing* pairing = nullptr;  // nullptr: the office paired no such board
};

// One board that the office paired. `present`: the game that it set up there, if there is one;
// `changed`: where the log last changed what the office has of the board (its `version`, unless the
// game there changed later).
BoardRow board_of(const tournament::Tournament& tournament, const tournament::EventRound& round,
                  const tournament::EventPairing& pairing, const GameRow* present, Pos changed);

// Does the office show the same of the board in both? Its game at a clock aside.
bool same_board(const BoardRow& a, const tournament::Tournament& of_a, const BoardRow& b,
                const tournament::Tournament& of_b);

// Of all boards where that differs from board to board.
using ChangedAt = std::function<Pos(Board)>;

// A round's boards by number, without byes. The present game of a board that the office paired is
// the one that it set up there; games that others opened in the office's round are not among them.
std::vector<BoardRow> boards_of(const tournament::Tournament& tournament,
                                const tournament::EventRound& round,
                                const std::vector<GameRow>& games, const ChangedAt& changed = {});

// The games of a round that no office runs, each a board.
std::vector<BoardRow> boards_of(std::vector<GameRow> games);

// What the office entered at a board without a game at a clock, as the row of a game.
void enter(GameRow& row, const tournament::EventPairing& pairing, bool round_confirmed);

// The result of one game.
tournament::BoardResult result_of(const GameRow& game);

// The results of the boards, for the files of arbiterd/formats.
tournament::RoundResults results_of(const std::vector<BoardRow>& boards);

}  // namespace flagfall::record
