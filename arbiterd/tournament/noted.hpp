// The sentences of notes.hpp and decide.hpp that answers have as `notes` and `says`. The codes are
// those of schemas/common.json, "note"; pages say them in other languages.
#pragma once

#include "common/base/told.hpp"

namespace flagfall::tournament::noted {

// ---- pairings
inline constexpr Wording met{
    "met", "round {round}, board {board}: {white} and {black} have met in round {met}"};
inline constexpr Wording third_colour{
    "third_colour",
    "round {round}, board {board}: {player} has {colour} for the third time in a row"};
inline constexpr Wording left_out{
    "left_out", "round {round}: without a game and without a bye: {players}"};
inline constexpr Wording left_out_more{
    "left_out_more",
    "round {round}: without a game and without a bye: {players} and {more} more"};
inline constexpr Wording bye_game{
    "bye_game", "round {round}: player {player} has asked for a bye ({bye}) and gets a game"};
inline constexpr Wording bye_other{
    "bye_other",
    "round {round}: player {player} has asked for a bye ({bye}) and gets another ({other})"};
inline constexpr Wording bye_stays{
    "bye_stays", "round {round}: the bye ({bye}) of player {player} stays"};
inline constexpr Wording bye_absent{
    "bye_absent",
    "round {round} has a bye (Z) of player {player}: change the pairing where they play after "
    "all"};
inline constexpr Wording bye_again{
    "bye_again",
    "round {round} is paired without the bye ({bye}) of player {player}: ask for it again"};
inline constexpr Wording moved{
    "moved", "round {round} is {state}, and pairs move to other boards: {moves}"};
inline constexpr Wording moved_more{
    "moved_more",
    "round {round} is {state}, and pairs move to other boards: {moves} and {more} more"};

// ---- a file for rounds that the event has
inline constexpr Wording state_kept{
    "state_kept",
    "round {round} is {state}, and a file does not make it {next}: do that by its act"};
inline constexpr Wording plan_kept{
    "plan_kept",
    "round {round} keeps its start and its terms: plan the round to change them before it "
    "starts"};
inline constexpr Wording result_gone{
    "result_gone",
    "round {round}, board {board}: the result that was entered, {result}, goes with its pairing"};
inline constexpr Wording result_other{
    "result_other",
    "round {round}, board {board}: the result that was entered, {result}, becomes {now}"};
inline constexpr Wording result_kind{
    "result_kind",
    "round {round}, board {board}: the result that was entered, {result}, becomes {now} ({kind})"};
inline constexpr Wording result_at_clock{
    "result_at_clock",
    "round {round}, board {board}: the result comes from the game at the clock; the file's, "
    "{result}, was not taken"};

// ---- players and teams
inline constexpr Wording new_player{
    "new_player", "player {player} is new in the event: is a name misspelt?"};
inline constexpr Wording number_other{"number_other",
                                      "number {number} was {was} and is {now} now"};
inline constexpr Wording not_in_list{
    "not_in_list", "{name} is not in the list: their number was {was} and is {now} now"};
inline constexpr Wording namesakes{
    "namesakes",
    "{name} had number {was} and has {now} now, and the event had {players} players of this name: "
    "are they the same?"};
inline constexpr Wording team_other{"team_other", "team {number} was {was} and is {now} now"};
inline constexpr Wording more_numbers{"more_numbers", "and {more} more numbers"};

// ---- details of the event
inline constexpr Wording name{"event_name", "the event's name was {was} and is {now} now"};
inline constexpr Wording place{"event_place", "the event's place was {was} and is {now} now"};
inline constexpr Wording federation{"event_federation",
                                    "the event's federation was {was} and is {now} now"};
inline constexpr Wording begins{"event_begins",
                                "the event's first day was {was} and is {now} now"};
inline constexpr Wording ends{"event_ends", "the event's last day was {was} and is {now} now"};
inline constexpr Wording chief{"event_chief",
                               "the event's chief arbiter was {was} and is {now} now"};
inline constexpr Wording kind{"event_kind", "the event's kind was {was} and is {now} now"};
inline constexpr Wording system{"event_system",
                                "the event's pairing system was {was} and is {now} now"};
inline constexpr Wording rounds{"event_rounds",
                                "the event's number of rounds was {was} and is {now} now"};
inline constexpr Wording control{"event_control",
                                 "the event's time control was {was} and is {now} now"};
inline constexpr Wording first_control{"event_first_control",
                                       "the event's time control was none and is {now} now"};
inline constexpr Wording control_kept{
    "event_control_kept",
    "the event keeps its time control, {was}, and not the file's, {file}: a round is published "
    "with it (change the event to have another)"};
inline constexpr Wording deputies{"event_deputies",
                                  "the event's deputies are the file's now, and were others"};
inline constexpr Wording sectors{"event_sectors",
                                 "the event's sectors are the file's now, and were others"};
inline constexpr Wording records{
    "event_records",
    "the event's kept records of a TRF are the file's now, and were others"};
inline constexpr Wording scoring{
    "event_scoring", "the event's points for a result are the file's now, and were others"};
inline constexpr Wording terms{"event_terms",
                               "the event's terms of play are the file's now, and were others"};

// ---- what an act changes
inline constexpr Wording round_confirmed{
    "round_confirmed", "Round {round} is confirmed: a result that stands is changed."};
inline constexpr Wording round_paired{
    "round_paired", "Round {round} is paired already, on the result so far."};
inline constexpr Wording result_fetched{
    "result_fetched", "{consumer} has fetched the result so far: inform its users."};
inline constexpr Wording points_of_one{
    "points",
    "What results are worth changes: in confirmed rounds {results} result gets other points."};
inline constexpr Wording points_of_more{
    "points",
    "What results are worth changes: in confirmed rounds {results} results get other points."};
inline constexpr Wording boards_removed{
    "boards_removed",
    "round {round} is {state}; removed are the present pairings or results of boards: {boards}"};
inline constexpr Wording byes_removed{
    "byes_removed", "round {round} is {state}; removed are the present byes of players: {byes}"};
inline constexpr Wording boards_taken{
    "boards_taken",
    "round {round} is {state}; taken from the file are those of boards: {boards}"};
inline constexpr Wording byes_taken{
    "byes_taken", "round {round} is {state}; taken from the file are the byes of players: {byes}"};
inline constexpr Wording board_shared{
    "boards_shared",
    "With it, board {boards} is of the event {event}, too, whose round {round} is {state}."};
inline constexpr Wording boards_shared{
    "boards_shared",
    "With it, boards {boards} are of the event {event}, too, whose round {round} is {state}."};
inline constexpr Wording clockd_unreached{
    "clockd_unreached",
    "clockd cannot be reached: the clocks do not change now; running clocks keep running. The "
    "command is sent when the link is back. Check clockd, and act at the boards until then."};

// ---- an act for many boards
inline constexpr Wording boards_pause{
    "boards_pause", "at {n} boards (boards {boards}): the clocks are paused"};
inline constexpr Wording boards_resume{
    "boards_resume", "at {n} boards (boards {boards}): play goes on"};
inline constexpr Wording boards_adjust{
    "boards_adjust",
    "at {n} boards (boards {boards}): White's clocks get {white}, Black's {black}"};
inline constexpr Wording boards_control{
    "boards_control",
    "at {n} boards (boards {boards}): the time control is {control} from now on"};
inline constexpr Wording boards_control_white{
    "boards_control_white",
    "at {n} boards (boards {boards}): the time control is {control} from now on, White's clock "
    "shows {white}"};
inline constexpr Wording boards_control_black{
    "boards_control_black",
    "at {n} boards (boards {boards}): the time control is {control} from now on, Black's clock "
    "shows {black}"};
inline constexpr Wording boards_control_both{
    "boards_control_both",
    "at {n} boards (boards {boards}): the time control is {control} from now on, White's clock "
    "shows {white}, Black's clock shows {black}"};
inline constexpr Wording boards_start_undone{
    "boards_start_undone",
    "at {n} boards (boards {boards}): the start is taken back; the games are set up again, with "
    "their initial times"};
inline constexpr Wording boards_left{"boards_left",
                                     "not at {n} boards (boards {boards}): {why}"};
inline constexpr Wording round_start_undone{
    "round_start_undone",
    "no game of round {round} has begun then: the round is published, and can be started again"};

}  // namespace flagfall::tournament::noted
