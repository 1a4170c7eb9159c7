#include "clockd/service/permissions.hpp"

namespace flagfall::clockd {

namespace {

// The clock beside a board sends these, too, if it is the game's clock: see decide().
bool of_game_clock(const wire::ClockCommand& command) {
    return std::holds_alternative<wire::StartGame>(command) ||
           std::holds_alternative<wire::Resume>(command) ||
           std::holds_alternative<wire::Adjust>(command);
}

bool for_arbiters_only(const wire::ClockCommand& command) {
    return of_game_clock(command) || std::holds_alternative<wire::OpenGame>(command) ||
           std::holds_alternative<wire::SetReading>(command) ||
           std::holds_alternative<wire::EndGame>(command) ||
           std::holds_alternative<wire::ReopenGame>(command) ||
           std::holds_alternative<wire::SetControl>(command) ||
           std::holds_alternative<wire::CallFlag>(command);
}

// What an electronic board shows, and the clock beside it. Players report the rest themselves.
bool seen_at_a_board(const wire::ClockCommand& command) {
    return std::holds_alternative<wire::MakeMove>(command) ||
           std::holds_alternative<wire::Press>(command) ||
           std::holds_alternative<wire::Pause>(command) || of_game_clock(command);
}

// The record keeps who has arrived at which seat; it would not learn of this change.
bool changes_seats(const wire::ClockCommand& command) {
    const auto* set = std::get_if<wire::SetReading>(&command);
    return set != nullptr && set->correction.changed_seats;
}

}  // namespace

bool permitted(clock::Role role, const wire::ClockCommand& command) {
    switch (role) {
        case clock::Role::arbiter: return !changes_seats(command);
        case clock::Role::arbiterd: return true;
        case clock::Role::device: return !for_arbiters_only(command);
        case clock::Role::boards: return seen_at_a_board(command);
        case clock::Role::display: return false;
    }
    return false;
}

bool may_enrol(clock::Role role) {
    return role == clock::Role::arbiter || role == clock::Role::arbiterd;
}

bool may_report_equipment(clock::Role role) { return role == clock::Role::boards; }

bool may_follow(clock::Role role) { return role != clock::Role::device; }

clock::Refusal as_shown_to(clock::Role role, clock::Refusal refusal) {
    const bool reveals = refusal.code == "not_your_turn" || refusal.code == "reply_pending";
    if (role != clock::Role::device || !reveals) return refusal;
    return {"not_now", "this cannot be done now; get_board shows the clock"};
}

}  // namespace flagfall::clockd
