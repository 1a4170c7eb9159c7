// Scripted incidents: commands in PGN comments such as [%illegal Ke3] that make a replay do what
// the moves alone cannot say. docs/replay.md lists them for people.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/wire/words.hpp"

namespace flagfall::client {

enum class Incident : std::uint8_t {
    illegal,  // [%illegal TEXT]: the player to move makes this move and presses
    press,    // [%press]: the player presses without a move (7.5.3)
    promote,  // [%promote e8]: presses with the pawn on the last rank (7.5.2)
    claim,    // [%claim KIND]: stops the clock and claims; of a draw (9.2, 9.3) MOVE may follow
    offer,    // [%offer]: the player who has just moved offers a draw with that move (9.1.2.1)
    decline,  // [%decline]: the player to move declines
    flag,     // [%flag]: the flag of the player to move falls (6.9)
    resign,   // [%resign]: the player to move resigns (5.1.2)
};

struct Directive {
    Incident incident{};
    std::string move;  // of illegal, promote and, perhaps, claim
    std::optional<wire::ClaimKind> kind{};  // of a claim
    friend bool operator==(const Directive&, const Directive&) = default;
};

// All directives of a comment in their order; other commands ([%clk ...], [%eval ...]) and prose
// are skipped. The error explains what is wrong with a directive.
std::expected<std::vector<Directive>, std::string> directives_in(std::string_view comment);

}  // namespace flagfall::client
