// Time controls in requests that somebody sends.
#pragma once

#include <optional>

#include "arbiterd/access/identity.hpp"
#include "arbiterd/service/act.hpp"
#include "arbiterd/tournament/check.hpp"
#include "common/base/entered_control.hpp"

namespace flagfall::api {

// A person at one of our pages, or a program with a token.
EnteredBy entered_by(const access::Identity& who);

// Replaces each control of the act by what was entered there, so that the cores and the log have
// the notation alone. A preset of several periods also says how they end: in the field for it, or
// in the rules, unless they say it already. Returns a refusal for the first control that cannot be
// read, with its place in the command.
std::optional<tournament::EventRefusal> take_controls(arbiterd::Act& act, EnteredBy by);

}  // namespace flagfall::api
