// Calls of common/mate for rulings, with the evidence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "arbiterd/game/state/profile.hpp"
#include "common/chess/position.hpp"
#include "common/mate/mate.hpp"
#include "common/wire/describe.hpp"

namespace flagfall::game {

// Can `winner` still mate by any series of legal moves (5.1.2, 6.9, 7.5.5)? Uses the default search
// budget, as clockd does, so that both give the same verdict for the same position.
struct Chances {
    mate::Verdict verdict{};
    std::string line;    // UCI, space between: moves that mate, when winnable
    std::string method;  // how it was decided
    std::uint64_t positions = 0;  // looked at
    std::string proof;   // JSON (docs/mate.md), when unwinnable
    chess::Variant variant{};
};
Chances chances(const chess::Position& position, Side winner);

// Adds verdict, line or proof, method and number of positions to a ruling's evidence, and the
// variant if it is not orthodox chess.
void add_evidence(wire::Pairs& evidence, const Chances& found);

// Does the evidence contain such a verdict? Then it also says how long the search took.
bool holds_verdict(const wire::Pairs& evidence);

// Does `winner` have the material that US 14E requires for a win on time? A forced win is not
// looked for: where that is the exception and the opponent has more than the king, a person decides
// (`unless_forced`).
enum class Material : std::uint8_t { enough, too_little, unless_forced };
Material material_14e(const chess::Position& position, Side winner);

// The verdict where a win also needs that material (US blitz: the claimant must have it, as for a
// win on time). Adds the material to the evidence if it decides.
mate::Verdict by_material(const Profile& profile, const chess::Position& position, Side winner,
                          mate::Verdict verdict, wire::Pairs& evidence);

// Is it proven that neither side can ever mate (5.2.2)? Undetermined positions are not dead.
bool proven_dead(const chess::Position& position);

// Adds the proofs of that, one for each side.
void add_dead_evidence(wire::Pairs& evidence, const chess::Position& position);

}  // namespace flagfall::game
