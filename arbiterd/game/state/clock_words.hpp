// Words in clockd's log and refusals that decisions depend on. Other texts may stand in their
// place: a person's name, or a code of a later clockd. Those are only for people.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "common/wire/words.hpp"

namespace flagfall::game {

using flagfall::name;

// Who did something, if it was not a person at the desk: a player, the role of a peer of clockd, or
// one of the daemons.
enum class Actor : std::uint8_t { white, black, device, boards, arbiter, arbiterd, clockd };
constexpr auto names_of(Actor) {
    return std::to_array<std::string_view>(
        {"white", "black", "device", "boards", "arbiter", "arbiterd", "clockd"});
}
static_assert(names_of(Actor{}).size() == std::size_t(Actor::clockd) + 1);

// Nothing for a person, who is named.
constexpr std::optional<Actor> actor_of(std::string_view by) { return from_name<Actor>(by); }

// Why clockd refused a command. From id_used on, clockd did not even try the command.
enum class ClockRefusal : std::uint8_t {
    stale_epoch,
    not_running,
    already_running,
    flag_fallen,
    game_stopped,
    already_arrived,
    already_started,
    game_over,
    game_not_over,
    id_used,
    id_reserved,
    not_allowed,
    malformed,
    unknown_type,
    bad_field,
    too_long,
    slow_down,
    unknown_board,
};
constexpr auto names_of(ClockRefusal) {
    return std::to_array<std::string_view>(
        {"stale_epoch", "not_running", "already_running", "flag_fallen", "game_stopped",
         "already_arrived", "already_started", "game_over", "game_not_over", "id_used",
         "id_reserved", "not_allowed", "malformed", "unknown_type", "bad_field", "too_long",
         "slow_down", "unknown_board"});
}
static_assert(names_of(ClockRefusal{}).size() == std::size_t(ClockRefusal::unknown_board) + 1);

// Nothing for a code that no decision depends on.
constexpr std::optional<ClockRefusal> refusal_named(std::string_view code) {
    return from_name<ClockRefusal>(code);
}

}  // namespace flagfall::game
