// The codes of the API's errors, for programs; the texts beside them are for people.
#include "arbiterd/api/call.hpp"

namespace flagfall::api {

const std::vector<ProblemCode>& problem_codes() {
    static const std::vector<ProblemCode> codes{
        {"not_found", "Not found", "Nothing has this address, or you may not know of it."},
        {"method_not_allowed", "Method not allowed", "Allow tells what may be done here."},
        {"bad_request", "Bad request", "The request cannot be understood."},
        {"bad_parameter", "Bad parameter", "A parameter of the query is not what it must be."},
        {"bad_json", "No JSON", "The body is not the JSON that is expected."},
        {"bad_content_type", "Unsupported media type",
         "Content-Type must be one that the route takes, and the body must not be packed."},
        {"bad_body", "Bad body", "errors[] names each place in the body and what is expected."},
        {"bad_file", "The file cannot be read",
         "errors[] has the line, the column and what is expected; nothing was changed."},
        {"refused", "Refused", "The office does not take this; detail says why and what to do."},
        {"not_logged_in", "Who are you?",
         "A token is needed, or a session: its cookie with its key (X-Flagfall-Session)."},
        {"not_yours", "Not for you", "Your role may not do this, or not at this board."},
        {"pin_needed", "Your PIN is needed",
         "A ruling of a person who has logged in needs X-Flagfall-Pin."},
        {"wrong_host", "Not this server's name",
         "Ask for it by its address, by a name of its certificate, or by one of --names."},
        {"foreign_origin", "Wrong origin", "Pages of another origin may not act here."},
        {"changed_meanwhile", "Changed meanwhile",
         "If-Match names a state that is gone; read it again."},
        {"if_match_needed", "If-Match is needed", "So that nobody's change is lost unseen."},
        {"key_needed", "Idempotency-Key is needed",
         "Choose one for each act; sending it again with the same key acts once."},
        {"key_used", "The key was used for something else",
         "An Idempotency-Key belongs to one request with one body."},
        {"in_progress", "Under way", "The same request is being carried out; ask again."},
        {"too_many", "Too many requests", "Retry-After says how many seconds to wait."},
        {"busy", "Busy", "The disk or the clock is behind; send the same again, it acts once."},
        {"failed", "It failed", "A fault of ours: nothing else was touched; the log says more."},
        {"not_ready", "Not ready", "The record cannot be read at the moment."},
        {"pruned", "Too old", "The feed does not reach back that far; begin with the results."},
        {"cannot_say", "The format cannot say it",
         "What has happened cannot be written in this format; detail names it."},
    };
    return codes;
}

}  // namespace flagfall::api
