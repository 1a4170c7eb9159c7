// The options of questions, each with the name by which the desk's `answer` chooses it and with
// its text.
#pragma once

#include <optional>
#include <string_view>

#include "arbiterd/game/state/games.hpp"
#include "common/mate/mate.hpp"

namespace flagfall::game {

wire::Pair option(Choice choice, std::string_view text);
Choice wins(Side side);      // this side wins
Choice forfeits(Side side);  // this side loses by forfeit

// Each list has the name and the text of every option.
wire::Pairs win_or_draw(Side loser);            // depends on whether the other side can mate
wire::Pairs loss_or_draw(Side loser);           // and, with times, play on
wire::Pairs goes_on_options();                  // play on, with times
wire::Pairs see_and_resume();                   // the clock stands and a person must look
wire::Pairs see_before_start();                 // the same before the clock was started
wire::Pairs see_board(bool began);              // one of the two
wire::Pairs see_by_record(bool began);          // the clock may count other moves
wire::Pairs announced_move_options();           // the move of the claim cannot be read
wire::Pairs agreement_options();
wire::Pairs late_acceptance_options(bool may_agree);  // the offer was no longer valid
wire::Pairs late_press_options();
wire::Pairs only_noted();
// The board shows the sign for a win, or (no winner) for a draw. `can`: may the winner mate?
wire::Pairs sign_options(const std::optional<Side>& winner, mate::Verdict can);
wire::Pairs touch_options();             // the move breaks the touch-move rule
wire::Pairs press_without_move_options();  // 7.5.3: error or offence
wire::Pairs unseen_press_options();        // the same at a board that nobody could see
wire::Pairs illegal_action_options();    // A.5.2
wire::Pairs claimed_illegal_options(bool countable);
wire::Pairs illegal_reply_options(Side offender);  // 1.4.1, A.5.4
wire::Pairs loss_options();              // 7.5.5: the loss rests on an action that no longer counts
wire::Pairs forfeit_options(const Both<bool>& absent);
wire::Pairs command_options(bool again);        // clockd did not carry out a command
wire::Pairs refused_options(bool again);        // it refused one; `again`: it may still accept it
wire::Pairs control_options(bool again);        // the same for a time control
wire::Pairs flag_options(bool freeze);
wire::Pairs both_flags_options(Side first, bool freeze, bool last_period);  // III.3.1
// `down`: the clock shows no time left.
wire::Pairs claimed_flag_options(const Profile& profile, bool down);
wire::Pairs both_claimed_options(const Profile& profile, Side claimant, Side first);
wire::Pairs called_flag_options();              // by the clock's setting, but nobody called it
wire::Pairs absent_flag_options(Side loser, const Both<bool>& absent);  // 6.7.1
wire::Pairs forced_win_options(Side loser);     // US 14E
wire::Pairs postponed_flag_options(Side loser);  // III.5
// `can`: whether the other side can mate, as far as determined.
wire::Pairs early_resignation_options(Side loser, mate::Verdict can);
wire::Pairs early_offer_options();
wire::Pairs consent_options();                  // 9.1.1
wire::Pairs repetition_options(Side offender, mate::Verdict can);  // US 11D
wire::Pairs go_back_options(std::string_view draw);  // with a text: a draw is possible, too
wire::Pairs unjudged_claim_options();
wire::Pairs distraction_options();
wire::Pairs postponed_options();
wire::Pairs appeal_options();

}  // namespace flagfall::game
