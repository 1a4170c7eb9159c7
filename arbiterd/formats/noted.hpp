// What a reader left out or guessed. The codes are those of schemas/common.json, "file_note".
#pragma once

#include "common/base/told.hpp"

namespace flagfall::formats::noted {

inline constexpr Wording more{"more", "and {more} more of this kind"};
inline constexpr Wording latin1{
    "latin1", "the file is not UTF-8 (line {line}); it was read as Latin-1"};
inline constexpr Wording other_rounds{"other_rounds",
                                      "other rounds of the file were left out: {rounds}"};
inline constexpr Wording other_games{"other_games",
                                     "{games} games of other rounds were left out"};
inline constexpr Wording rounds_left{"rounds_left", "rounds of the file were not taken"};
inline constexpr Wording column_left{"column_left", "the column \"{column}\" is not kept"};
inline constexpr Wording place_left{"place_left", "{place} is not kept"};
inline constexpr Wording rating_left{"rating_left",
                                     "line {line}: the rating \"{rating}\" was ignored"};

// ---- TRF
inline constexpr Wording record_kept{
    "record_kept",
    "line {line}: the record {record} is kept unchanged; Flagfall does not use it"};
inline constexpr Wording record_long{
    "record_long",
    "line {line}: the record {record} is not kept: it is longer than {most} bytes, or has "
    "characters that no record has"};
inline constexpr Wording record_most{
    "record_most", "line {line}: the record {record} is not kept: at most {most} are"};
inline constexpr Wording date_left{
    "date_left", "line {line}: \"{date}\" is no date YYYY/MM/DD, and was left out"};
inline constexpr Wording date_meant{"date_meant",
                                    "line {line}: \"{date}\" is understood as {meant}"};
inline constexpr Wording round_date_left{
    "round_date_left",
    "line {line}: \"{date}\", the date of round {round}, is not YY/MM/DD, and was left out"};
inline constexpr Wording control_text{
    "control_text",
    "line {line}: the time control \"{control}\" is text for people; set it in the notation of "
    "record 222"};
inline constexpr Wording points_unknown{
    "points_unknown", "line {line}: the points of an unknown result (X) are not kept"};
inline constexpr Wording points_differ{
    "points_differ",
    "line {line}: the results of player {player} make {sum} points, the file says {points}"};
inline constexpr Wording byes_allocated{
    "byes_allocated", "round {round} has {byes} pairing-allocated byes (U)"};
inline constexpr Wording read_as_bye{
    "read_as_bye",
    "line {line}: '{code}' without an opponent in round {round} was read as the bye {bye}"};
inline constexpr Wording no_result{
    "no_result", "round {round}, players {white} and {black}: '?', no result yet"};
inline constexpr Wording no_colours{
    "no_colours",
    "round {round}, players {white} and {black}: a forfeit without colours; the lower number was "
    "given White"};

}  // namespace flagfall::formats::noted
