// Who may do which act, how far it reaches, and whether it needs the person's PIN: one row for each
// act of the office and of the desk. An act without a row does not compile.
#pragma once

#include "arbiterd/access/identity.hpp"
#include "arbiterd/access/roles.hpp"
#include "arbiterd/tournament/tournament.hpp"
#include "common/wire/desk_messages.hpp"
#include "common/wire/event_acts_messages.hpp"

namespace flagfall::api {

// Must a logged-in person confirm the act with their PIN?
enum class Pin : unsigned char { asked, not_asked };

// No member has a default, so that none is forgotten.
struct ActRule {
    constexpr ActRule(access::Roles the_roles, access::Reach the_reach, Pin the_pin)
        : roles(the_roles), reach(the_reach), pin(the_pin) {}
    access::Roles roles;
    access::Reach reach;
    Pin pin;
    friend constexpr bool operator==(const ActRule&, const ActRule&) = default;
};

// `event`: its present state, null when there is none; the rule may depend on it, because what
// prepares a round is a decision once the round has started. Uses only its arguments: any thread.
ActRule rule_of(const wire::EventAct& act, const tournament::Tournament* event);
ActRule rule_of(const wire::DeskAct& act);

}  // namespace flagfall::api
