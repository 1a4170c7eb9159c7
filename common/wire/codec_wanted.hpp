// What a reader of JSON expected of a field. The codes are those of schemas/common.json,
// "file_fault": pages say what is wrong with a file in other languages.
#pragma once

#include "common/base/told.hpp"

namespace flagfall::wire::wanted {

inline constexpr Wording value{"json_value", "a value"};
inline constexpr Wording field{"json_field", "{name}"};
inline constexpr Wording list{"json_list", "a list of at most {most}"};
inline constexpr Wording whole{"json_whole", "a whole number from {low} to {high}"};
inline constexpr Wording word{"json_word", "one of {words}"};
inline constexpr Wording text{"json_text", "a text"};
inline constexpr Wording length{"text_length", "a text of at most {most} bytes"};
inline constexpr Wording no_zero{"no_zero", "a text without U+0000"};
inline constexpr Wording shown{"json_shown", "a text that can be shown"};
inline constexpr Wording not_empty{"json_not_empty", "a text that is not empty"};
inline constexpr Wording truth{"json_truth", "true or false"};
inline constexpr Wording side{"json_side", "\"white\" or \"black\""};
inline constexpr Wording score{"json_score", "a score such as \"1-0\""};
inline constexpr Wording ending{"json_ending", "the name of an ending such as \"checkmate\""};
inline constexpr Wording pairs{"json_pairs", "a list of at most {most} pairs"};
inline constexpr Wording pair{"json_pair", "pairs of two texts"};
inline constexpr Wording object{"json_object", "an object"};
inline constexpr Wording typed{"json_typed", "an object with a type"};

}  // namespace flagfall::wire::wanted
