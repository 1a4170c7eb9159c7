// Texts for people.
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

// The present result as evidence, such as "1-0 checkmate 5.1.1"; "*" if there is none.
std::string result_text(const Live& live);
// Notes in the effect that the ruling replaces or withdraws the present result.
void change_from(const Live& live, wire::Effect& effect);
// "2 minutes".
std::string seconds_text(Duration time);
std::string penalty_text(const Profile& profile);
// The article of the profile's own rules for an article of the Laws: 11D for 7.5.5 in US Chess.
std::string_view own_article(const Profile& profile, std::string_view article);
// A text with every article of the Laws replaced as by own_article(). It may quote a person at its
// end: what was `said` stays unchanged.
std::string own_articles(const Profile& profile, std::string text,
                         const std::vector<std::string>& said = {});
// "7.5.5", or "7.5.5, A.3" if another article fixes the length of the penalty.
std::string penalty_articles(const Profile& profile, std::string_view article);
void add_penalty_article(wire::Pairs& evidence, const Profile& profile);
// The moves of the game after `ply`, for people: "6 plies: 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", and the
// moves on the board that are not completed. Of many only the first and last; empty if there are
// none. For a board that reports presses only: how many presses are not counted.
std::string moves_after(const Game& game, Ply ply);
// The plies at which the last position of the game occurred: "8 16 24".
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
