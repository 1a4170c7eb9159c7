// What the rulings ask of common/mate, told as evidence.
#pragma once

#include <string>
#include <string_view>

#include "common/chess/position.hpp"
#include "common/mate/mate.hpp"
#include "common/wire/describe.hpp"

namespace flagfall::game {

// A verdict that ends a game may cost some tenths of a second; a question to the arbiter costs
// more. clockd asks with a smaller budget: it may leave open what is found out here, never
// contradict it.
inline constexpr mate::Budget final_budget{.nodes = 400'000};

// Can `winner` still mate by any series of legal moves? (5.1.2, 6.9, 7.5.5)
struct Chances {
    mate::Verdict verdict{};
    std::string line;    // UCI, space between: moves that mate, when winnable
    std::string method;  // how it was decided
};
Chances chances(const chess::Position& position, Side winner);

// Adds verdict, line and method to a ruling's evidence.
void add_evidence(wire::Pairs& evidence, const Chances& found);

// Proven that neither side can ever mate (5.2.2); an undetermined position is not dead.
bool proven_dead(const chess::Position& position);

}  // namespace flagfall::game
