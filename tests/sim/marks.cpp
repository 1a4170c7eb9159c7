#include "tests/sim/marks.hpp"

#include <algorithm>

namespace flagfall::sim {

namespace {

// Everything that a run of 2,000 worlds reaches at least a dozen times.
constexpr std::string_view names = R"(
arbiter_called_a_flag move_by_next_move next_move_unpressed question_completed_by_next_holds
question_default_time question_flag question_claim_flag_holds question_claim_illegal_move_holds
question_claim_other_holds
question_claim_touch_move_holds question_claim_quickplay_increment_holds
question_claim_quickplay_draw_holds question_claim_losing_chances_holds
question_press_without_move_holds question_repeated_offence answered_grant answered_delay_clock
answered_forfeit_black answered_forfeit_both answered_forfeit_white
flag_of_the_absent_forfeit_black flag_of_the_absent_forfeit_both flag_of_the_absent_forfeit_white
answered_offence answered_error refused_already_arrived refused_bad_squares
desk_adjourn desk_answer desk_arrival desk_bind_move desk_enter_sheet desk_illegal_action desk_undo
device_came_in_twice device_enrolled device_kept_to_its_board device_revoked
ack_repeated acted_off_clock acted_out_of_turn announced_move_binds arbiter_added_time
arbiter_ended_a_game arbiter_reopened_a_game arbiter_ruled arbiter_ruled_at_the_desk
arbiter_set_another_control desk_acts_done desk_acts_refused
arbiter_set_up_a_position arbiter_went_back arbiterd_killed
arbiterd_leaves_a_silent_link arbiterd_reconnects_by_itself arbiterd_stopped asleep_at_the_brink
clerk_acknowledge clerk_adjust_clock clerk_asked_again clerk_change_event clerk_change_pairing
clerk_confirm_round clerk_create_event clerk_done clerk_enter_players clerk_enter_result
clerk_enter_teams clerk_file_csv clerk_file_json clerk_file_refused clerk_file_trf16
clerk_file_trf26 clerk_finish_round clerk_hide_event clerk_import_event
clerk_mistaken_bad_number clerk_mistaken_changed_meanwhile clerk_mistaken_event_exists
clerk_mistaken_has_game clerk_mistaken_id_used clerk_mistaken_unknown_player
clerk_mistaken_unknown_round clerk_mistaken_unknown_sector clerk_pause_clock clerk_plan_round
clerk_prepare_round clerk_publish_round clerk_refused_game_begun clerk_refused_has_result
clerk_refused_is_paired clerk_refused_no_clocks clerk_refused_round_started clerk_remove_player
clerk_reopen_round clerk_request_bye clerk_resume_clock clerk_saw_a_preview clerk_seed_players
clerk_set_control clerk_set_pairings clerk_show_event clerk_start_round clerk_undo_start
clerk_withdraw_player clerk_withdraw_publication
clock_saw_checkmate clock_saw_dead-position clockd_killed clockd_stopped
command_done_without_effect
command_lost_on_the_way command_refused_game_ended command_refused_stale_epoch
connection_half_open connection_reset
clockd_starts_from_a_part_of_its_log
crash_kept_commit_under_way crash_lost_unsynced_rows disk_error disk_stall ended_by_arbiter
ended_by_arbiterd event_voided fifty_move_right fifty_move_wrong flag_before_the_last_period
flag_reached flag_reached_freeze flag_unwinnable flag_winnable
head_kept_by_arbiterd head_kept_by_clockd irregular_announced_move_not_played irregular_illegal_move
irregular_press_without_move irregular_promotion_not_completed irregular_unreadable_move
later_period line_sent_twice move_by_end move_by_press move_by_ruling move_replaced
option_would_be_carried_out clock_stands_by_name clock_stands_for_a_question_or_command
output_held_csv output_held_feed output_held_json output_held_livechess output_held_pgn
output_held_trf16 output_held_trf26 output_held_vega
offer_accepted offer_declined offer_game_over offer_moved paused_by_arbiter paused_by_clockd
paused_by_device penalty_7.5.5_120s_profile_fide-standard penalty_7.5.5_60s_profile_none
penalty_7.5.5_60s_profile_unknown penalty_7.5.5_60s_profile_fide-blitz
penalty_7.5.5_60s_profile_fide-rapid penalty_9.5.3_120s_profile_fide-standard
penalty_9.5.3_60s_profile_none penalty_9.5.3_60s_profile_unknown
penalty_9.5.3_60s_profile_fide-blitz penalty_9.5.3_60s_profile_fide-rapid power_cut
press_without_move pressed_at_the_brink pressed_twice pressed_with_one_microsecond_left
promotion_without_a_piece question_claim_holds
question_clock_command question_correction question_correction_holds question_pause
question_position_holds
question_resignation_holds question_terms question_unreadable_move reading_set_by_arbiter
reading_set_by_arbiterd refused_already_running refused_already_started refused_bad_fen
refused_bad_move refused_bad_time_control refused_bad_turn refused_busy refused_flag_fallen
refused_game_exists refused_game_stopped refused_not_running refused_not_started
refused_not_now refused_real_time refused_stale_epoch
refused_unknown_game replied_before_press result_agreement result_arbiter-decision
result_cancelled result_forfeit
result_checkmate result_dead-position result_fifty-move result_fivefold result_illegal-move-draw
result_illegal-move-forfeit result_resignation result_resignation-draw result_seventy-five-move
result_stalemate result_threefold result_time-forfeit result_time-forfeit-draw
running_clock_shown sent_late_with_age threefold_right threefold_wrong wall_clock_stepped
)";

}  // namespace

const std::vector<std::string_view>& required_marks() {
    static const std::vector<std::string_view> marks = [] {
        std::vector<std::string_view> found;
        for (std::size_t at = 0; at < names.size();) {
            const std::size_t begin = names.find_first_not_of(" \n", at);
            if (begin == names.npos) break;
            at = std::min(names.find_first_of(" \n", begin), names.size());
            found.push_back(names.substr(begin, at - begin));
        }
        return found;
    }();
    return marks;
}

}  // namespace flagfall::sim
