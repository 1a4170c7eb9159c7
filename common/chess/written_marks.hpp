// The marks after a written move: checks, draw offers. For written_read.cpp and
// descriptive_read.cpp only.
#pragma once

#include <string_view>

namespace flagfall::chess {

// Takes `end` and the blanks before it off the end of the text.
bool take_end(std::string_view& text, std::string_view end);

struct EndMarks {
    bool draw_offer = false;
    bool check = false;  // in words
    bool mate = false;
};
// Removes draw offers from the end, and the words ch, dis ch, dbl ch, mate with their full stops.
EndMarks take_end_marks(std::string_view& text);

}  // namespace flagfall::chess
