// One game as a list of acts, in the order in which they happen at the board. A script knows
// nothing of clocks and connections: how long a player thinks is settled when the readings are
// known (pace.hpp), and the arbiter's answer decides where the script goes on.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/base/time_control.hpp"
#include "common/chess/pgn.hpp"
#include "common/wire/clock_messages.hpp"

namespace flagfall::client {

enum class Act : std::uint8_t {
    arrive,   // the side is there, although it never moves (6.7.1)
    make,     // a move is made and not pressed (yet)
    press,    // the clock is pressed, with `text` as the move if there is one
    offer,    // draw
    accept,
    decline,
    claim,
    resign,
    flag,     // the side lets its flag fall
    end,      // the arbiter ends the game
};

struct Step {
    Act act{};
    Side side{};
    std::uint32_t ply = 0;         // from 1, of the file's move that this belongs to or precedes
    std::string text;              // a move; of a claim: the announced one
    std::optional<wire::ClaimKind> kind{};  // of a claim
    std::optional<Duration> clk;   // what the record shows for `side` after this ply
    std::uint32_t moves_left = 1;  // of `side` in the file, this one included
    bool plays = false;            // this step makes the file's move
    bool last = false;             // the move ends the game on the board: nobody presses
    bool at_once = false;          // no thinking: it belongs to the step before
    bool ruled = false;            // the arbiter answers, and the script waits for that
    wire::Outcome outcome;         // of `end`
    friend bool operator==(const Step&, const Step&) = default;
};

struct Script {
    std::string label;              // "board 3, round 1, White - Black", for reports
    std::string game;               // id
    Board board;
    wire::GameTerms terms;
    Both<TimeControl> control;
    Side first{};                   // has the first move
    std::vector<Step> steps;
    std::uint32_t plies = 0;        // moves of the file
    std::optional<Score> result;    // of the file; none for an unfinished game
};

// The acts of a game: its moves, the incidents that its comments direct, and its end as Result and
// Termination give it. `label`, `game`, `board`, `terms` and `control` are left to the caller. The
// error names the move whose comment is wrong.
std::expected<Script, std::string> script_of(const chess::PgnGame& game);

// Where a script goes on when the clock has been set to `ply` completed moves and the next step
// is `at`: the same place if that fits, otherwise the step that plays the next move, before or
// after. The size of the list when the file has no such move.
std::size_t resume_at(const std::vector<Step>& steps, std::size_t at, Ply ply);

}  // namespace flagfall::client
