// Results and moves in the spelling of arbiters. Pure.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace flagfall::console {

// Turns "1-0", "1:0", "½-½", "0.5-0.5" and other spellings in files into that of the desk's acts:
// "1/2-1/2". The error is for people.
std::expected<std::string, std::string> score_from(std::string_view text);

// Does the text say that the game was not played, as "+:-" does?
bool says_forfeit(const std::string& score);

// Which move ply 1 of a game is: "firstMove" of schemas/arbiterd/desk_game.json.
struct FirstMove {
    std::int64_t number = 1;
    bool black = false;
};

// The ply of a side's move with this number; 0 or less: before the game.
std::int64_t ply_of(const FirstMove& first, std::int64_t move, bool black);
// "White's move 23 (ply 45)"; for ply 0 "the first move".
std::string move_text(const FirstMove& first, std::int64_t ply);

}  // namespace flagfall::console
