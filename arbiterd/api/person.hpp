// The person who decides: every act names one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arbiterd/api/act_rules.hpp"
#include "arbiterd/api/call.hpp"

namespace flagfall::api {

class Api;

// Where an act is to be done.
struct Where {
    std::string event;
    std::vector<Board> boards;  // for acts that reach to boards
    std::string sector;         // or to those of a sector of the event
};

// Goes on with the person's name when the caller may do an act of this rule there, in the name of
// `named`: somebody who logged in in their own name only, with their PIN where the rule asks for
// it; the machine's own console in the name it gives. Else it answers.
void as_person(Api& api, const CallPtr& call, const ActRule& rule, const Where& where,
               const std::string& named,
               const std::function<void(const std::string& by)>& go_on);

// Goes on when the caller's PIN is right or none is needed. Else it answers.
void with_pin(Api& api, const CallPtr& call, const std::function<void()>& go_on);

// The act's id: the Idempotency-Key if there is one, else the body's.
std::string act_id(const Call& call, const std::string& in_body);

}  // namespace flagfall::api
