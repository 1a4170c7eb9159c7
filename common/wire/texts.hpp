// Checks every text of a message, by walking the fields of `describe`: a field that is added later
// cannot be forgotten.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/base/text.hpp"
#include "common/wire/desk_messages.hpp"
#include "common/wire/event_acts_messages.hpp"

namespace flagfall::wire {

// The number of lines that the field of that name may have: long texts of people (a scoresheet, a
// reason, the text of a claim) may have many; all others have one, because they go to tables,
// terminals and files in which a line end ends the field.
Lines lines_of_field(std::string_view name);

// A text that is not allowed in a message.
struct BadText {
    std::string pointer;  // of the field (RFC 6901): "/act/players/3/name"
    std::string says;     // "a control character (U+001B)"
};

// The first text of the command that text_fault() rejects; empty if there is none.
std::optional<BadText> bad_text(const DeskCommand& command);
std::optional<BadText> bad_text(const EventCommand& command);

}  // namespace flagfall::wire
