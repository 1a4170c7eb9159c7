// What the events' office answers to an act.
#pragma once

#include <string>
#include <vector>

#include "arbiterd/event/check.hpp"
#include "common/base/ids.hpp"
#include "common/wire/event_acts_messages.hpp"

namespace flagfall::arbiterd {

struct EventAnswer {
    enum class Kind { done, repeated, preview, refused, busy };
    Kind kind = Kind::refused;
    Pos pos;       // of `event_acted` in arbiterd's log: done and repeated
    Pos revision;  // of the event as it is now: the same, and preview
    event::EventRefusal refusal;  // refused
    // Of an act for many boards: done, repeated and preview.
    std::vector<wire::AtBoard> games;  // what it comes to at each
    std::vector<std::string> says;     // the same in sentences
    std::string confirm;               // preview: the token that carries it out
};

}  // namespace flagfall::arbiterd
