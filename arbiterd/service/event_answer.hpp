// What the events' office answers to an act.
#pragma once

#include "arbiterd/event/check.hpp"
#include "common/base/ids.hpp"

namespace flagfall::arbiterd {

struct EventAnswer {
    enum class Kind { done, repeated, refused, busy };
    Kind kind = Kind::refused;
    Pos pos;       // of `event_acted` in arbiterd's log: done and repeated
    Pos revision;  // of the event as it is now: the same
    event::EventRefusal refusal;  // refused
};

}  // namespace flagfall::arbiterd
