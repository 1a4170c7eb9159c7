// What stands behind a written move: checks, draw offers. For written_read.cpp and
// descriptive_read.cpp only.
#pragma once

#include <string_view>

namespace flagfall::chess {

std::string_view trimmed(std::string_view text);

// Takes `end` and the blanks before it off the end of the text.
bool take_end(std::string_view& text, std::string_view end);

struct EndMarks {
    bool draw_offer = false;
    bool check = false;  // in words
    bool mate = false;
};
// Takes draw offers off the end, and the words ch, dis ch, dbl ch, mate with their full stops.
EndMarks take_end_marks(std::string_view& text);

}  // namespace flagfall::chess
