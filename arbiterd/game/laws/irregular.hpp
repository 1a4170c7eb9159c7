// Illegal actions that are corrected automatically (Article 7).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arbiterd/game/laws/draft.hpp"

namespace flagfall::game {

// Does the clock run on after a ruling on the players' acts? If an arbiter or a player had paused
// it before, it stands until a person resumes it (6.11.3).
bool goes_on_by_itself(const Draft& draft);

// An irregularity that the offender completed by a press; `gained` is zero if the move was only
// made. The readings are those of the draft's occasion.
struct Offence {
    Side side{};
    std::string text;  // the move as written; empty when there was none
    Duration gained;   // what the press added to the clock's reading
    Duration elapsed{};  // of the turn
    // The readings at the press, if the ruling comes later; nothing: the present ones.
    std::optional<Both<Duration>> at_press = {};
};
void illegal_move(Draft& draft, const Offence& offence);
void press_without_move(Draft& draft, const Offence& offence);
// A press at an electronic board that nobody could see: was there a move? The arbiter decides.
void unseen_press(Draft& draft, const Offence& offence);
void promotion_not_completed(Draft& draft, const Offence& offence, chess::Move queen);
void announced_move_not_played(Draft& draft, const Offence& offence);
// Not an offence: the device's text names no move, or several. The arbiter is asked.
void unreadable_move(Draft& draft, const Offence& offence, std::string_view why);

// The illegal actions of 7.5, as records, questions and the desk name them.
struct IllegalActionKind {
    Irregularity kind{};
    std::string_view article;
    std::string_view says;  // after "White "
};
inline constexpr IllegalActionKind illegal_action_kinds[]{
    {Irregularity::illegal_move, "7.5.1", "completed an illegal move"},
    {Irregularity::promotion_not_completed, "7.5.2",
     "pressed the clock without replacing the promoted pawn"},
    {Irregularity::press_without_move, "7.5.3", "pressed the clock without making a move"},
    {Irregularity::two_hands, "7.5.4", "used two hands for one move and pressed the clock"},
};
// The row of one of these four kinds.
const IllegalActionKind& illegal_action_kind(Irregularity kind);

// "White completed an illegal move (7.5.1)"
std::string said(const Draft& draft, Side offender, const IllegalActionKind& kind);
// Does the illegal action with this number lose the game (7.5.5)?
bool loses(const Draft& draft, std::uint32_t count);
// Rules the game lost (7.5.5), or drawn if the opponent cannot mate from the position before the
// irregularity. False if that was not determined or the position is unknown: the arbiter is asked
// then, and the caller sets the clock. `effect`: of the ruling.
bool lose(Draft& draft, Side offender, const IllegalActionKind& kind,
          const chess::Position& position, wire::Pairs evidence, const wire::Effect& effect);
// Records the time that the opponent gets (7.5.5, 9.5.3), with the readings before and after it.
void give_penalty(Draft& draft, Side offender, std::string_view article, std::string_view reason,
                  const Both<Duration>& before, const Both<Duration>& after,
                  Duration taken_back = {});

}  // namespace flagfall::game
