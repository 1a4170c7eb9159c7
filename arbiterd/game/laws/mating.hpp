// What the rulings ask of common/mate, as evidence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "arbiterd/game/state/profile.hpp"
#include "common/chess/position.hpp"
#include "common/mate/mate.hpp"
#include "common/wire/describe.hpp"

namespace flagfall::game {

// Can `winner` still mate by any series of legal moves? (5.1.2, 6.9, 7.5.5) Asked with the
// default budget, as clockd asks: both say the same of the same position.
struct Chances {
    mate::Verdict verdict{};
    std::string line;    // UCI, space between: moves that mate, when winnable
    std::string method;  // how it was decided
    std::uint64_t positions = 0;  // looked at
    std::string proof;   // JSON (docs/mate.md), when unwinnable
    chess::Variant variant{};
};
Chances chances(const chess::Position& position, Side winner);

// Adds verdict, line or proof, method and positions to a ruling's evidence; the variant, if it is
// not chess.
void add_evidence(wire::Pairs& evidence, const Chances& found);

// Is there such a verdict among the evidence? Then the evidence also says how long it took.
bool holds_verdict(const wire::Pairs& evidence);

// What US 14E says of the material with which `winner` claims to win on time. A forced win is
// not looked for: where it is the exception, and the opponent has more than his king, a person
// decides.
enum class Material : std::uint8_t { enough, too_little, unless_forced };
Material material_14e(const chess::Position& position, Side winner);

// What the verdict comes to where a win needs that material (US blitz: who claims must have it, as
// for a win on time); the evidence names it then.
mate::Verdict by_material(const Profile& profile, const chess::Position& position, Side winner,
                          mate::Verdict verdict, wire::Pairs& evidence);

// Proven that neither side can ever mate (5.2.2); an undetermined position is not dead.
bool proven_dead(const chess::Position& position);

// The proofs of that, one for each side.
void add_dead_evidence(wire::Pairs& evidence, const chess::Position& position);

}  // namespace flagfall::game
