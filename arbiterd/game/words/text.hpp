// What people read.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/game/state/games.hpp"

namespace flagfall::game {

// "White", "Black".
std::string_view say(Side side);

// The present result as evidence, "1-0 checkmate 5.1.1"; "*" while there is none.
std::string result_text(const Live& live);
// The ruling gives another result than the present one, or withdraws it.
void change_from(const Live& live, wire::Effect& effect);
// "2 minutes".
std::string seconds_text(Duration time);
std::string penalty_text(const Profile& profile);
// The article of the profile's own rules for this one of the Laws: 11D for 7.5.5 under US Chess.
std::string_view own_article(const Profile& profile, std::string_view article);
// A text with every article of the Laws as own_article() has it. A person may be quoted at its end:
// what they `said` stays as it is.
std::string own_articles(const Profile& profile, std::string text,
                         const std::vector<std::string>& said = {});
// "7.5.5", or "7.5.5, A.3" where another article says how long the penalty is.
std::string penalty_articles(const Profile& profile, std::string_view article);
void add_penalty_article(wire::Pairs& evidence, const Profile& profile);
// The moves of the game after `ply`, for people: "6 plies: 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", and what
// stands on the board without being completed. Of many the first and the last; empty when there is
// none. Of a board that reports presses only, how many presses are not counted.
std::string moves_after(const Game& game, Ply ply);
// The plies at which the last position of the game stood on the board: "8 16 24".
std::string plies_of_last(const chess::History& history, Ply base);

inline wire::Pair fact(std::string_view name, std::string_view value) {
    return {std::string(name), std::string(value)};
}
inline wire::Pair fact(std::string_view name, std::int64_t value) {
    return {std::string(name), std::to_string(value)};
}
inline std::string sentence(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text += part;
    return text;
}

}  // namespace flagfall::game
