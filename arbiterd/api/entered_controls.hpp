// Time controls in acts that somebody sends.
#pragma once

#include <optional>

#include "arbiterd/service/act.hpp"
#include "arbiterd/tournament/check.hpp"

namespace flagfall::api {

// Replaces each control of the act by what was entered there (common/base/entered_control.hpp), so
// that the cores and the log have the notation alone. A preset of several periods also says how
// they end: in the field for it, or in the rules, unless they say it already. Returns a refusal for
// the first control that cannot be read, with its place in the command.
std::optional<tournament::EventRefusal> take_controls(arbiterd::Act& act);

}  // namespace flagfall::api
