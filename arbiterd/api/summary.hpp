// Events and rounds as the lists show them, and a round with everything that is known about it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/api/call.hpp"
#include "arbiterd/record/kept_rounds.hpp"
#include "arbiterd/tournament/notes.hpp"

namespace flagfall::api {

class Api;

// JSON: schemas/api/round_summary.json, event_summary.json, event.json.
std::string round_summary(Api& api, const tournament::Tournament& tournament,
                          const tournament::EventRound& round);
std::string event_summary(Api& api, const tournament::Tournament& tournament);
std::string event_json(Api& api, const tournament::Tournament& tournament);


// The clocks' results in the rounds of the event; each round is read on demand.
tournament::ResultAt clock_results(Api& api, const tournament::Tournament& tournament);

// A round with its games and results, for the handlers that show it.
struct RoundView {
    const tournament::Tournament* tournament = nullptr;
    const tournament::EventRound* round = nullptr;
    record::RoundId id;
    const record::KeptRound* kept = nullptr;  // valid until the next call of Api::round()
};

// An ETag for what is not cached: a different one after each change of the round.
std::string etag_of(const RoundView& view);

// The cache key of a document of the round, or of the event as callers like this one see
// it.
std::string name_of(const RoundView& view, std::string_view form);
std::string name_of(const CallPtr& call, const tournament::Tournament& tournament,
                    std::string_view form);

// An ETag made from the body itself.
std::string etag_by_content(std::string_view body);

// The round in the path, if the caller may see it; otherwise the call has been answered.
std::optional<RoundView> view_of(Api& api, const CallPtr& call);

}  // namespace flagfall::api
