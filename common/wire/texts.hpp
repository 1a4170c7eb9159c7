// Every text of a message, found by walking what `describe` names: a field that is added later
// cannot be forgotten.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/base/text.hpp"
#include "common/wire/desk_messages.hpp"
#include "common/wire/event_acts_messages.hpp"

namespace flagfall::wire {

// How many lines the field of that name may have: what people write at length (a scoresheet, a
// reason, the text of a claim) may have lines; all else is one line, because it goes to tables,
// terminals and files that end a field with the line.
Lines lines_of_field(std::string_view name);

// A text that must not stand in a message.
struct BadText {
    std::string pointer;  // of the field (RFC 6901): "/act/players/3/name"
    std::string says;     // "a control character (U+001B)"
};

// The first text of the command that is not what text_fault() lets pass; nothing when all are.
std::optional<BadText> bad_text(const DeskCommand& command);
std::optional<BadText> bad_text(const EventCommand& command);

}  // namespace flagfall::wire
