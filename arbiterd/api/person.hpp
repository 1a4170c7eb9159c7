// Who decides: every act names its person.
#pragma once

#include <functional>
#include <string>

#include "arbiterd/api/call.hpp"

namespace flagfall::api {

class Api;

// Goes on with the person's name when the caller may act as that person: somebody who logged in
// as himself only, with his PIN where it is a ruling; the machine's own console as whom it names.
// Else it answers.
void as_person(Api& api, const CallPtr& call, const std::string& named, bool ruling,
               const std::function<void(const std::string& by)>& go_on);

// May the caller act at this board of the event? Else it answers: his sector is elsewhere.
bool at_his_board(Api& api, const CallPtr& call, const std::string& event, Board board);

// The act's id: the Idempotency-Key where there is one, else what the body says.
std::string act_id(const Call& call, const std::string& in_body);

}  // namespace flagfall::api
