// Checks the person who acts: every act has one.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arbiterd/api/act_rules.hpp"
#include "arbiterd/api/call.hpp"

namespace flagfall::api {

class Api;

// The target of an act.
struct Where {
    std::string event;
    std::vector<Board> boards;  // for acts on boards
    std::string sector;         // or the boards of this sector of the event
};

// Calls `go_on` with the person's name if the caller may do such an act there in the name of
// `named`. People who logged in act only in their own name, with their PIN if the rule requires it;
// the machine's own console acts in the name that it gives. Otherwise answers with the refusal.
void as_person(Api& api, const CallPtr& call, const ActRule& rule, const Where& where,
               const std::string& named,
               const std::function<void(const std::string& by)>& go_on);

// Calls `go_on` if the caller's PIN is right or not needed; otherwise answers with the refusal.
void with_pin(Api& api, const CallPtr& call, const std::function<void()>& go_on);

// The act's id: the Idempotency-Key, or else the one in the body.
std::string act_id(const Call& call, const std::string& in_body);

}  // namespace flagfall::api
