// The words that decisions depend on: the subject of a question, how a move was completed, why a
// question waits no longer. Texts and evidence say the same for people and decide nothing.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "common/base/words.hpp"

namespace flagfall::wire {

// The subject of a ruling or a question.
enum class Subject : std::uint8_t {
    adjournment,
    after_the_fact,  // found in moves that were entered from a scoresheet
    agreement,
    announced_move_not_played,
    appeal,
    board_gone,   // an electronic board: nobody reaches it
    board_shows,  // an electronic board: a position that no legal move leads to
    board_sign,   // an electronic board: both kings in the centre, the sign for a result
    call_flag,
    claim,  // of a draw by 9.2 or 9.3
    claim_flag,
    claim_illegal_move,
    claim_losing_chances,
    claim_other,
    claim_postponed,
    claim_quickplay_draw,
    claim_quickplay_increment,
    claim_referred,
    claim_touch_move,
    clock,
    clock_command,
    colours,
    completed_by_next,
    control,
    correction,
    dated_back,
    default_time,
    device_twice,
    distraction,
    draw_offer,
    flag,       // it is down, and nobody has called it
    flag_fall,
    foreign_game,
    game_end,
    illegal_move,
    illegal_position,
    illegal_reply,
    late_press,
    loss,
    made_move_changed,
    moves,
    note,
    pause,
    penalty,
    position,
    position_ends,
    press_without_move,
    record_shown,
    refused,
    repeated_offence,
    resignation,
    restart,
    result,
    resume,
    sealed_move,
    sheet,
    software,  // it failed at something that the record does not have
    terms,
    touch_move,
    undo,
    unreadable_move,
};
constexpr auto names_of(Subject) {
    return std::to_array<std::string_view>(
        {"adjournment", "after_the_fact", "agreement", "announced_move_not_played", "appeal",
         "board_gone", "board_shows", "board_sign", "call_flag", "claim", "claim_flag",
         "claim_illegal_move", "claim_losing_chances", "claim_other", "claim_postponed",
         "claim_quickplay_draw", "claim_quickplay_increment", "claim_referred", "claim_touch_move",
         "clock", "clock_command", "colours", "completed_by_next", "control", "correction",
         "dated_back", "default_time", "device_twice", "distraction", "draw_offer", "flag",
         "flag_fall", "foreign_game", "game_end", "illegal_move", "illegal_position",
         "illegal_reply", "late_press", "loss", "made_move_changed", "moves", "note", "pause",
         "penalty", "position", "position_ends", "press_without_move", "record_shown", "refused",
         "repeated_offence", "resignation", "restart", "result", "resume", "sealed_move", "sheet",
         "software", "terms", "touch_move", "undo", "unreadable_move"});
}

// Why a question waits no longer.
enum class Closing : std::uint8_t {
    answered,
    intervention,  // a person set or resumed the clock
    overtaken,     // the question does not matter any more
    game_over,
};
constexpr auto names_of(Closing) {
    return std::to_array<std::string_view>({"answered", "intervention", "overtaken", "game_over"});
}

// The irregularity (Article 7), or what was found at a press.
enum class Irregularity : std::uint8_t {
    illegal_move,               // 7.5.1
    promotion_not_completed,    // 7.5.2
    press_without_move,         // 7.5.3
    two_hands,                  // 7.5.4
    announced_move_not_played,  // 9.5.3
    unreadable_move,
};
constexpr auto names_of(Irregularity) {
    return std::to_array<std::string_view>({"illegal_move", "promotion_not_completed",
                                            "press_without_move", "two_hands",
                                            "announced_move_not_played", "unreadable_move"});
}
constexpr std::string_view refusal_of(Irregularity) { return "bad_kind"; }

// The penalties of 12.9.
enum class PenaltyKind : std::uint8_t {
    warning,
    time_to_opponent,
    time_off,
    points_to_opponent,
    points_off,
    loss,
    both_lose,  // 11.8
    fine,
    exclusion,
    expulsion,
};
constexpr auto names_of(PenaltyKind) {
    return std::to_array<std::string_view>({"warning", "time_to_opponent", "time_off",
                                            "points_to_opponent", "points_off", "loss",
                                            "both_lose", "fine", "exclusion", "expulsion"});
}
constexpr std::string_view refusal_of(PenaltyKind) { return "bad_penalty"; }

// How a move was completed (6.2.1).
enum class CompletedBy : std::uint8_t {
    press,
    end,        // the end of the game: 6.2.1.1
    next_move,  // 6.2.1.2
    ruling,
    sheet,      // the readings are those of the press, 0 if unknown
};
constexpr auto names_of(CompletedBy) {
    return std::to_array<std::string_view>({"press", "end", "next_move", "ruling", "sheet"});
}

// The origin of a count of presses: a press, or set by a person.
enum class Pressing : std::uint8_t { press, set };
constexpr auto names_of(Pressing) { return std::to_array<std::string_view>({"press", "set"}); }

// An offer is made alone, goes with a claim (9.1.2.3), or stands again when what ended it is taken
// back: a restart, or the result.
enum class Offering : std::uint8_t { offer, claim, again };
constexpr auto names_of(Offering) {
    return std::to_array<std::string_view>({"offer", "claim", "again"});
}

// How a draw offer ended.
enum class OfferEnd : std::uint8_t { accepted, declined, moved, touched, game_over };
constexpr auto names_of(OfferEnd) {
    return std::to_array<std::string_view>(
        {"accepted", "declined", "moved", "touched", "game_over"});
}

// What a player claims.
enum class ClaimKind : std::uint8_t {
    threefold,            // 9.2
    fifty_move,           // 9.3
    flag,                 // 6.8, A.5.3
    illegal_move,         // A.5.2
    touch_move,           // 4.8
    quickplay_increment,  // III.4
    quickplay_draw,       // III.5
    losing_chances,       // US 14H
    other,
};
constexpr auto names_of(ClaimKind) {
    return std::to_array<std::string_view>(
        {"threefold", "fifty_move", "flag", "illegal_move", "touch_move", "quickplay_increment",
         "quickplay_draw", "losing_chances", "other"});
}
constexpr std::string_view refusal_of(ClaimKind) { return "bad_claim"; }

// Who calls a flag (6.8, A.5.5, US 13C): the clock itself, at the deadline; or zero
// is recorded, and the arbiter or a player calls the flag.
enum class FlagCall : std::uint8_t { automatic, arbiter, players };
constexpr auto names_of(FlagCall) {
    return std::to_array<std::string_view>({"automatic", "arbiter", "players"});
}
constexpr std::string_view refusal_of(FlagCall) { return "bad_flag_call"; }

// What a board's devices report: moves and presses, or presses only.
enum class Reporting : std::uint8_t { moves, presses };
constexpr auto names_of(Reporting) {
    return std::to_array<std::string_view>({"moves", "presses"});
}
constexpr std::string_view refusal_of(Reporting) { return "bad_reports"; }

// Which clock counts: clockd's, or the one beside an electronic board, which clockd follows (6.8).
enum class Timing : std::uint8_t { clockd, board_clock };
constexpr auto names_of(Timing) {
    return std::to_array<std::string_view>({"clockd", "board_clock"});
}
constexpr std::string_view refusal_of(Timing) { return "bad_timing"; }

// An intervention at the clock.
enum class Intervening : std::uint8_t {
    set_reading,
    paused,
    resumed,
    period_ended,
    adjusted,
    control_set,
    flag_reached,
    stopped,  // by a flag, a resignation or a move that ended the game for clockd: only setting it
              // starts it
};
constexpr auto names_of(Intervening) {
    return std::to_array<std::string_view>({"set_reading", "paused", "resumed", "period_ended",
                                            "adjusted", "control_set", "flag_reached",
                                            "stopped"});
}

// The party that approves, or that kept the scoresheet.
enum class Party : std::uint8_t { white, black, arbiter };
constexpr auto names_of(Party) {
    return std::to_array<std::string_view>({"white", "black", "arbiter"});
}
constexpr std::string_view refusal_of(Party) { return "bad_text"; }

// Who is not there when an adjourned game is resumed (I.10).
enum class Absentees : std::uint8_t { white, black, both };
constexpr auto names_of(Absentees) {
    return std::to_array<std::string_view>({"white", "black", "both"});
}
constexpr std::string_view refusal_of(Absentees) { return "bad_text"; }

// The content of the envelope (I.8).
enum class SealedMove : std::uint8_t { legal, missing, malformed, illegal, ambiguous };
constexpr auto names_of(SealedMove) {
    return std::to_array<std::string_view>(
        {"legal", "missing", "malformed", "illegal", "ambiguous"});
}

// How a command for clockd was settled.
enum class Settling : std::uint8_t {
    done,        // its effect was seen
    refused,     // clockd refused it
    no_effect,   // clockd answered that it was done, but its log does not show it
    given_up,    // by a person's decision
    sent_again,  // by a person's decision, with another id
    game_ended,
};
constexpr auto names_of(Settling) {
    return std::to_array<std::string_view>(
        {"done", "refused", "no_effect", "given_up", "sent_again", "game_ended"});
}

// Does a gateway reach an electronic board?
enum class LinkState : std::uint8_t {
    active,
    silent,   // it does not respond
    gone,     // its line was disconnected
    foreign,  // it is no board that we know how to talk to
};
constexpr auto names_of(LinkState) {
    return std::to_array<std::string_view>({"active", "silent", "gone", "foreign"});
}

// How far the clock beside an electronic board is from the one that it should show.
enum class Drift : std::uint8_t { small, large };
constexpr auto names_of(Drift) { return std::to_array<std::string_view>({"small", "large"}); }

// What an electronic board shows: the position of its game, or one that no legal move leads to.
enum class Showing : std::uint8_t { position, other };
constexpr auto names_of(Showing) {
    return std::to_array<std::string_view>({"position", "other"});
}

// The progress of a round, in this order.
enum class RoundState : std::uint8_t { drafted, published, started, finished, confirmed };
constexpr auto names_of(RoundState) {
    return std::to_array<std::string_view>(
        {"drafted", "published", "started", "finished", "confirmed"});
}

// What an option of a question does.
enum class Choice : std::uint8_t {
    again, apply, black_wins, call, claim_wrong, delay_clock, dismissed, draw, error,
    forfeit_black, forfeit_both, forfeit_white, go_back, grant, leave, let_be, move_was, no_draw,
    no_scoresheet, noted, offence, play_on, postpone, postpone_with_time, press_counts, reject,
    reject_with_time, reopen, resume, set_clock, set_up, stands, take_back, time, two_hands,
    upheld, wait, warn, white_wins,
};
constexpr auto names_of(Choice) {
    return std::to_array<std::string_view>(
        {"again", "apply", "black_wins", "call", "claim_wrong", "delay_clock", "dismissed",
         "draw", "error", "forfeit_black", "forfeit_both", "forfeit_white", "go_back", "grant",
         "leave", "let_be", "move_was", "no_draw", "no_scoresheet", "noted", "offence", "play_on",
         "postpone", "postpone_with_time", "press_counts", "reject", "reject_with_time", "reopen",
         "resume", "set_clock", "set_up", "stands", "take_back", "time", "two_hands", "upheld",
         "wait", "warn", "white_wins"});
}

// Why a player has no opponent in a round, in the letters of the TRF.
enum class Bye : std::uint8_t {
    allocated,  // by the pairing program, because the number of players is odd
    full,       // asked for, with a full point
    half,       // with half a point
    zero,       // without points: absent
};
constexpr auto names_of(Bye) { return std::to_array<std::string_view>({"U", "F", "H", "Z"}); }
constexpr std::string_view refusal_of(Bye) { return "bad_bye"; }

// What the result of a board is, as far as there is one.
enum class ResultKind : std::uint8_t {
    pending,    // none yet
    played,
    forfeit,    // + and -, or - and - if neither player came
    unrated,    // less than a move by each player: W, D, L
    adjourned,  // none yet, and the game goes on another time
};
constexpr auto names_of(ResultKind) {
    return std::to_array<std::string_view>(
        {"pending", "played", "forfeit", "unrated", "adjourned"});
}
constexpr std::string_view refusal_of(ResultKind) { return "bad_result"; }

// Who has agreed to a result (8.7), or objects to it (11.10).
enum class ApprovalState : std::uint8_t { provisional, appealed, confirmed };
constexpr auto names_of(ApprovalState) {
    return std::to_array<std::string_view>({"provisional", "appealed", "confirmed"});
}

// How far a game is.
enum class GameStatus : std::uint8_t {
    ready,
    playing,
    question,  // an arbiter must answer one before it goes on
    finished,
};
constexpr auto names_of(GameStatus) {
    return std::to_array<std::string_view>({"ready", "playing", "question", "finished"});
}

// Each table is as long as its enum.
static_assert(names_of(Subject{}).size() == std::size_t(Subject::unreadable_move) + 1);
static_assert(names_of(Choice{}).size() == std::size_t(Choice::white_wins) + 1);
static_assert(names_of(Irregularity{}).size() == std::size_t(Irregularity::unreadable_move) + 1);
static_assert(names_of(PenaltyKind{}).size() == std::size_t(PenaltyKind::expulsion) + 1);
static_assert(names_of(ClaimKind{}).size() == std::size_t(ClaimKind::other) + 1);
static_assert(names_of(Intervening{}).size() == std::size_t(Intervening::stopped) + 1);
static_assert(names_of(Settling{}).size() == std::size_t(Settling::game_ended) + 1);
static_assert(names_of(Timing{}).size() == std::size_t(Timing::board_clock) + 1);
static_assert(names_of(LinkState{}).size() == std::size_t(LinkState::foreign) + 1);
static_assert(names_of(RoundState{}).size() == std::size_t(RoundState::confirmed) + 1);
static_assert(names_of(Bye{}).size() == std::size_t(Bye::zero) + 1);
static_assert(names_of(ResultKind{}).size() == std::size_t(ResultKind::adjourned) + 1);
static_assert(names_of(GameStatus{}).size() == std::size_t(GameStatus::finished) + 1);

using flagfall::Word;
using flagfall::from_name;
using flagfall::name;

}  // namespace flagfall::wire
