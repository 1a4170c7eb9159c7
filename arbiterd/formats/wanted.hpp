// What a reader expected at a place of a file that it refuses. The codes are those of
// schemas/common.json, "file_fault"; pages say them in other languages.
#pragma once

#include "common/base/told.hpp"

namespace flagfall::formats::wanted {

// ---- texts, numbers and dates, in every format
inline constexpr Wording utf8{"utf8", "a text in UTF-8"};
inline constexpr Wording no_zero{"no_zero", "a text"};
inline constexpr Wording file_length{"file_length", "at most {most} bytes"};
inline constexpr Wording line_length{"line_length", "a line of at most {most} bytes"};
inline constexpr Wording text_length{"text_length", "a text of at most {most} bytes"};
inline constexpr Wording name{"name", "a name"};
inline constexpr Wording name_length{"name_length", "a name of at most {most} bytes"};
inline constexpr Wording title{"title", "a title such as GM or WFM, or nothing"};
inline constexpr Wording federation{"federation",
                                    "a federation of three letters such as NOR, or nothing"};
inline constexpr Wording sex{"sex", "m, w or nothing"};
inline constexpr Wording sex_trf{"sex", "'m', 'w' or a blank"};
inline constexpr Wording sex_json{"sex", "\"m\" or \"w\""};
inline constexpr Wording fide_id{"fide_id", "a FIDE id of digits"};
inline constexpr Wording fide_id_csv{"fide_id", "a FIDE id of digits, or nothing"};
inline constexpr Wording fide_id_trf{"fide_id", "a FIDE id of digits, or blanks"};
inline constexpr Wording fide_id_json{"fide_id", "a text of digits"};
inline constexpr Wording birth{"birth", "a date YYYY-MM-DD or a year"};
inline constexpr Wording birth_json{"birth", "a date \"1990-11-30\" or a year \"1990\""};
inline constexpr Wording birth_trf{"birth_trf", "a date YYYY/MM/DD, a year or blanks"};
inline constexpr Wording number{"number", "a number up to {most}"};
inline constexpr Wording rating{"rating", "a rating up to {most}"};
inline constexpr Wording rating_trf{"rating", "a rating or blanks"};
inline constexpr Wording round{"round", "a round up to {most}"};
inline constexpr Wording round_trf{"round", "a round from 1 to {most}"};
inline constexpr Wording board{"board", "a board up to {most}"};
inline constexpr Wording board_pgn{"board_number", "the number of a board"};
inline constexpr Wording result{"result", "a result such as 1-0, 1/2-1/2, +:- or nothing"};
inline constexpr Wording result_pgn{"result", "a result such as 1-0, 1/2-1/2 or *"};
inline constexpr Wording bye{"bye", "the code of a bye: U, F, H, Z or nothing"};

// ---- players and rounds
inline constexpr Wording one_of_name{"one_of_name",
                                     "a name that only one player has, or a number or FIDE id"};
inline constexpr Wording event_player{"event_player",
                                      "the number or the name of a player of the event"};
inline constexpr Wording event_number{"event_number", "the number of a player of the event"};
inline constexpr Wording player_number{"player_number", "the number of a player"};
inline constexpr Wording player_number_alone{
    "player_number", "the number of a player (no players are there to find names in)"};
inline constexpr Wording player_or_bye{"player_or_bye",
                                       "the number of a player, or 0 for a bye"};
inline constexpr Wording player_name{"player_name", "the name of a player"};
inline constexpr Wording number_taken{"number_taken", "a number that no other player has"};
inline constexpr Wording number_taken_in{
    "number_taken_in", "a number that no other player has (line {line} has it)"};
inline constexpr Wording fide_id_taken{"fide_id_taken", "a FIDE id that no other player has"};
inline constexpr Wording fide_id_taken_in{
    "fide_id_taken_in", "a FIDE id that no other player has (line {line} has it)"};
inline constexpr Wording fide_id_taken_by{
    "fide_id_taken_by",
    "a FIDE id that no other player has (player {player} of the event has it)"};
inline constexpr Wording player_once{"player_once", "a player once in round {round}"};
inline constexpr Wording player_once_in{
    "player_once_in", "a player once in round {round} (line {line} has it)"};
inline constexpr Wording board_once{"board_once", "a board once in round {round}"};
inline constexpr Wording board_once_in{"board_once_in",
                                       "a board once in round {round} (line {line} has it)"};
inline constexpr Wording most_players{"most_players", "at most {most} players"};
inline constexpr Wording most_teams{"most_teams", "at most {most} teams"};
inline constexpr Wording most_boards{"most_boards", "at most {most} boards in round {round}"};
inline constexpr Wording boards_up_to{"most_boards", "boards up to {most} in round {round}"};
inline constexpr Wording most_rounds{"most_rounds", "at most {most} rounds"};
inline constexpr Wording most_deputies{"most_deputies", "at most {most} deputies"};
inline constexpr Wording some_player{"some_player", "at least one player"};
inline constexpr Wording some_player_trf{"some_player", "at least one player (record 001)"};
inline constexpr Wording some_player_list{"some_player", "players are expected"};
inline constexpr Wording some_pairing{"some_pairing", "at least one pairing"};
inline constexpr Wording this_round{"this_round", "round {round}"};
inline constexpr Wording round_pairings{"round_pairings", "pairings of round {round}"};
inline constexpr Wording this_pairings{"this_pairings", "pairings of this round are expected"};
inline constexpr Wording round_game{"round_game", "a game of round {round}"};
inline constexpr Wording round_given{"round_given",
                                     "a column round, or the round given with the file"};
inline constexpr Wording round_given_pgn{"round_given",
                                         "a tag Round, or the round given with the file"};
inline constexpr Wording round_given_json{"round_given",
                                          "rounds instead, or the round given with the file"};
inline constexpr Wording round_given_pairs{
    "round_given", "the round of these pairings given with the file, which does not have it"};

// ---- CSV
inline constexpr Wording most_columns{"most_columns", "at most {most} columns"};
inline constexpr Wording cell_end{"cell_end", "the end of the cell after its closing quote"};
inline constexpr Wording cell_length{"cell_length", "a cell of at most {most} bytes"};
inline constexpr Wording cell_quote{"cell_quote", "the closing quote of the cell in line {line}"};
inline constexpr Wording header{"header", "a first row with the names of the columns"};
inline constexpr Wording columns{"columns",
                                 "columns white and black (pairings), or a column name (players)"};
inline constexpr Wording row_columns{"row_columns",
                                     "no more than the {most} columns of the first row"};
inline constexpr Wording column_once{"column_once", "each column once"};

// ---- TRF
inline constexpr Wording record_code{"record_code", "a record code of three characters"};
inline constexpr Wording record_blank{"record_blank", "a blank after the record code"};
inline constexpr Wording rank{"rank", "a starting rank from 1 to {most}"};
inline constexpr Wording place{"place", "a rank or blanks"};
inline constexpr Wording opponent{"opponent", "an opponent's starting rank, 0000 or blanks"};
inline constexpr Wording some_rank{"some_rank", "a player's starting rank"};
inline constexpr Wording team_number{"team_number", "a team number from 1 to {most}"};
inline constexpr Wording team_name_once{"team_once", "a team name that no other team has"};
inline constexpr Wording team_number_once{"team_once", "a team number that no other team has"};
inline constexpr Wording one_team{"one_team", "a player of one team only"};
inline constexpr Wording rounds{"rounds", "a number of rounds from 1 to {most}"};
inline constexpr Wording points{"points", "points such as 11.5"};
inline constexpr Wording half_points{"points", "points in halves, such as 1.0"};
inline constexpr Wording symbol{"symbol", "one of W, D, L, A, P, X"};
inline constexpr Wording colour{"colour", "'w', 'b', '-' or a blank"};
inline constexpr Wording no_colour{"no_colour", "'-' or a blank, since there is no opponent"};
inline constexpr Wording code{"code",
                              "a result: one of 1 = 0 + - W D L H F U Z ? or a blank"};
inline constexpr Wording bye_code{
    "bye_code", "the code of a bye (H, F, U, Z or a blank) where there is no opponent"};
inline constexpr Wording bye_asked{"bye_asked", "one of F, H, Z"};
inline constexpr Wording bye_line{
    "bye_line", "a player whose line ({line}) has nothing else in round {round}"};
inline constexpr Wording file_player{"file_player",
                                     "the starting rank of a player of this file"};
inline constexpr Wording other_player{"other_player",
                                      "the starting rank of another player of this file"};
inline constexpr Wording same_opponent{
    "same_opponent",
    "a player whose line says the same (line {line} has {other} in round {round})"};
inline constexpr Wording same_no_opponent{
    "same_no_opponent",
    "a player whose line says the same (line {line} has no opponent in round {round})"};
inline constexpr Wording opponent_by{
    "opponent_by", "{player}, this player's opponent in round {round} by line {line}"};
inline constexpr Wording game_code{"game_code",
                                   "the result of a game, since there is an opponent"};
inline constexpr Wording game_colour{"game_colour", "'w' or 'b', since a game was played"};
inline constexpr Wording fitting{"fitting", "{codes} (line {line} has {other})"};
inline constexpr Wording fitting_one{"fitting_one", "one of {codes} (line {line} has {other})"};
inline constexpr Wording fitting_blank{"fitting_blank", "{codes} (line {line} has a blank)"};
inline constexpr std::string_view time_control = "time_control";  // its text names the place

// ---- JSON: with each goes `at`, the JSON Pointer
inline constexpr Wording json{"json", "JSON"};
inline constexpr Wording members{
    "members", "an object with event, players, teams, rounds or pairings"};
inline constexpr Wording json_within{"json_within", "JSON within bounds"};
inline constexpr Wording whole_number{"whole_number", "a whole number from 0 to {most}"};
inline constexpr Wording from_one{"from_one", "a number from 1"};
inline constexpr Wording other_team{"other_number",
                                    "a number from 1 to {most} that no other team has"};
inline constexpr Wording other_round{"other_number",
                                     "a number from 1 to {most} that no other round has"};
inline constexpr Wording team{"team", "the number of a team"};
inline constexpr Wording bye_opponent{"bye_alone", "no opponent, since it is a bye"};
inline constexpr Wording bye_result{"bye_alone", "no result, since it is a bye"};
inline constexpr Wording bye_board{"bye_alone", "no board, since it is a bye"};
inline constexpr Wording result_kind{"result_kind", "\"played\", \"forfeit\" or \"unrated\""};

// ---- PGN
inline constexpr Wording most_tags{"most_tags", "at most {most} tags of one game"};
inline constexpr Wording comment_end{"comment_end", "a comment with a closing brace"};
inline constexpr Wording tag_name{"tag_name", "the name of a tag"};
inline constexpr Wording tag_length{"tag_length", "a name of at most {most} characters"};
inline constexpr Wording tag_value{"tag_value", "a value in quotes"};
inline constexpr Wording tag_quote{"tag_quote", "the closing quote of the tag {tag}"};
inline constexpr Wording tag_end{"tag_end", "']' at the end of the tag {tag}"};
inline constexpr Wording round_tag{"round_tag", "a round such as 3 or 3.12"};
inline constexpr Wording ended{"ended", "the end of a game whose result is {result}"};
inline constexpr Wording some_game{"some_game",
                                   "at least one game, with tags such as [White \"...\"]"};

// ---- what a pairing engine prints
inline constexpr Wording pairs_count{"pairs_count", "the number of pairs"};
inline constexpr Wording first_line_end{"line_end", "the end of the first line"};
inline constexpr Wording line_end{"line_end", "the end of the line"};
inline constexpr Wording second_player{"second_player", "a second player"};
inline constexpr Wording pairs_end{"pairs_end", "the end, after {pairs} pairs"};
inline constexpr Wording more_pairs{"more_pairs", "{pairs} pairs, after {read} of them"};

}  // namespace flagfall::formats::wanted
