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

// One board that the office paired. `present`: the game that the office set up there, if any.
// `changed`: the position in the log of the last change of the office's data of the board; it is
// the row's `version` unless the game changed later.
BoardRow board_of(const tournament::Tournament& tournament, const tournament::EventRound& round,
                  const tournament::EventPairing& pairing, const GameRow* present, Pos changed);

// The names of the players of this game as their event has them now: a game is set up with those of
// then. Nothing if the office did not set the game up. `reversed`: the players have the other
// colours than paired (7.3).
std::optional<Both<std::string>> names_now(const tournament::Tournament& tournament,
                                           std::string_view round, std::string_view game,
                                           bool reversed);

// Does the office's part of both rows look the same? What happens in the game does not count.
bool same_board(const BoardRow& a, const tournament::Tournament& of_a, const BoardRow& b,
                const tournament::Tournament& of_b);

// The position in the log at which each board changed last.
using ChangedAt = std::function<Pos(Board)>;

// A round's boards by number, without byes. The present game of a paired board is the one that the
// office set up there; games that others opened in the same round are left out.
std::vector<BoardRow> boards_of(const tournament::Tournament& tournament,
                                const tournament::EventRound& round,
                                const std::vector<GameRow>& games, const ChangedAt& changed = {});

// The games of a round without an office, one board for each.
std::vector<BoardRow> boards_of(std::vector<GameRow> games);

// Writes what the office entered for a board without a clock into the row of a game.
void enter(GameRow& row, const tournament::EventPairing& pairing, bool round_confirmed);

// The result of one game.
tournament::BoardResult result_of(const GameRow& game);

// The results of the boards, for the files of arbiterd/formats.
tournament::RoundResults results_of(const std::vector<BoardRow>& boards);

}  // namespace flagfall::record
