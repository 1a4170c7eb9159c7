// Acts, from a request to the answer.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "arbiterd/api/body.hpp"
#include "arbiterd/api/call.hpp"
#include "arbiterd/api/person.hpp"
#include "arbiterd/service/act.hpp"
#include "common/wire/event_acts_messages.hpp"

namespace flagfall::api {

class Api;

// "\"e17\"": the event as it is.
std::string etag_of(const tournament::Tournament& tournament);

// May this caller see dates of birth? Only arbiters and pairing programs: many players are minors.
bool sees_births(const access::Identity& who);

// The players as the caller may see them have an ETag of their own.
std::string players_etag(const access::Identity& who, const tournament::Tournament& tournament);

// The event of the path; nullptr when there is none, and the call is answered then.
const tournament::Tournament* event_of(Api& api, const CallPtr& call);

// The same for one that the office has entered: others are known from their games only, and
// nothing can be changed of them.
const tournament::Tournament* entered_event_of(Api& api, const CallPtr& call);

// The number of the path's round or board; nothing when it is none, and the call is answered.
std::optional<std::uint32_t> number_of_path(Api& api, const CallPtr& call, std::string_view name);

// Does the caller's If-Match hold? Gives the position it means in `match`, none for "*".
bool take_if_match(const CallPtr& call, const tournament::Tournament& tournament,
                   std::optional<Pos>& match);

// The body is a whole act; fields that the header or the session have may be left out. False when
// it is none or nothing gives its id; the call is answered then.
bool complete_act(Call& call);

// "done", "repeated" or "confirm".
std::string_view name(arbiterd::ActAnswer::Kind kind);

// Carries the act out as its person, who must have the role for it there, and answers with what
// `respond` makes of it; or that it is refused, or arbiterd too busy.
using Respond = std::function<net::Response(const arbiterd::ActAnswer&)>;
void act_as_person(Api& api, const CallPtr& call, arbiterd::Act act, const Where& where, Part part,
                   const Respond& respond);

// The same for an act of a tournament's office, with an id of its own if none was given. It
// answers as event_answer_json, or with what `more` makes of it.
using ToResponse = std::function<net::Response(const wire::EventCommand& sent,
                                               const arbiterd::ActAnswer&)>;
void act_on_event(Api& api, const CallPtr& call, wire::EventCommand command, Part part = {},
                  const ToResponse& more = {});

// What an arbiter should know about an import into an event that is there.
std::vector<std::string> notes_on_import(Api& api, const std::string& event,
                                         const wire::ImportEvent& act);

// {"status":..,"id":..,"event":..,"revision":..}, and "notes" if there are some.
net::Response event_answer_json(const wire::EventCommand& command,
                                const arbiterd::ActAnswer& answer,
                                const std::vector<std::string>& notes = {});

}  // namespace flagfall::api
