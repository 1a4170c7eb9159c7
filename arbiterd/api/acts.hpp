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

// "\"e17\"": the ETag of the event in its present state.
std::string etag_of(const tournament::Tournament& tournament);

// The ETag of the players as this caller may see them.
std::string players_etag(const access::Identity& who, const tournament::Tournament& tournament);

// The event in the path; nullptr when there is none, and then the call has been answered.
const tournament::Tournament* event_of(Api& api, const CallPtr& call);

// The same for an event that the office entered. Others are known only from their games and cannot
// be changed.
const tournament::Tournament* entered_event_of(Api& api, const CallPtr& call);

// The round or board number in the path; nothing when it is invalid, and then the call has been
// answered.
std::optional<std::uint32_t> number_of_path(Api& api, const CallPtr& call, std::string_view name);

// Does the caller's If-Match match? Sets `match` to its position, or to nothing for "*". An act
// `with_id`, which may have been carried out before, is left to the loop, which knows that.
bool take_if_match(const CallPtr& call, const tournament::Tournament& tournament,
                   std::optional<Pos>& match, bool with_id = false);

// Completes the body to a whole act, with what the headers and the session provide. False when it
// is not an act or has no id; then the call has been answered.
bool complete_act(Call& call);

// "done", "repeated" or "confirm".
std::string_view name(arbiterd::ActAnswer::Kind kind);

// Carries the act out in the caller's name; they must have the role for it there. Answers with what
// `respond` returns, or with a refusal, or with 503 if arbiterd is too busy.
using Respond = std::function<net::Response(const arbiterd::ActAnswer&)>;
void act_as_person(Api& api, const CallPtr& call, arbiterd::Act act, const Where& where, Part part,
                   const Respond& respond);

// The same for an act of a tournament's office; an id is generated if none was given. Answers with
// event_answer_json, or with what `more` returns.
using ToResponse = std::function<net::Response(const wire::EventCommand& sent,
                                               const arbiterd::ActAnswer&)>;
void act_on_event(Api& api, const CallPtr& call, wire::EventCommand command, Part part = {},
                  const ToResponse& more = {});

// Warnings for an arbiter about an import into an existing event.
std::vector<Told> notes_on_import(Api& api, const std::string& event,
                                  const wire::ImportEvent& act);

// {"status":..,"id":..,"event":..,"revision":..}, and "notes" with "remarks" if there are any.
net::Response event_answer_json(const wire::EventCommand& command,
                                const arbiterd::ActAnswer& answer,
                                const std::vector<Told>& notes = {});

}  // namespace flagfall::api
