// The API's error codes, for programs; the texts are for people.
#include "arbiterd/api/call.hpp"

namespace flagfall::api {

const std::vector<ProblemCode>& problem_codes() {
    static const std::vector<ProblemCode> codes{
        {"not_found", "Not found", "Nothing has this address, or you may not see it."},
        {"method_not_allowed", "Method not allowed", "Allow lists the methods of this address."},
        {"bad_request", "Bad request", "The request cannot be understood."},
        {"bad_parameter", "Bad parameter", "A query parameter is unknown or has a wrong value."},
        {"bad_json", "Not JSON", "The body is not the expected JSON."},
        {"bad_content_type", "Unsupported media type",
         "Content-Type must be one that the route takes; the body must not be compressed."},
        {"bad_body", "Bad body", "errors[] names each place in the body and what is expected."},
        {"bad_file", "The file cannot be read",
         "errors[] has the line, the column and what is expected; nothing was changed."},
        {"refused", "Refused", "arbiterd refuses this; detail says why and what to do."},
        {"not_logged_in", "Not logged in",
         "A token is needed, or a session: its cookie with its key (X-Flagfall-Session)."},
        {"not_yours", "Not allowed", "Your role may not do this, or not at this board."},
        {"pin_needed", "Your PIN is needed",
         "A ruling of a person who has logged in needs X-Flagfall-Pin."},
        {"wrong_host", "Not this server's name",
         "Ask for it by its address, by a name of its certificate, or by one of --names."},
        {"foreign_origin", "Wrong origin", "Pages of another origin may not send this."},
        {"changed_meanwhile", "Changed meanwhile",
         "If-Match names an old state; read it again."},
        {"if_match_needed", "If-Match is needed", "It protects the changes of others."},
        {"key_needed", "Idempotency-Key is needed",
         "Choose one for each act; a retry with the same key acts only once."},
        {"key_used", "The key was used for something else",
         "An Idempotency-Key belongs to one request with one body."},
        {"in_progress", "In progress", "The same request is being carried out; retry later."},
        {"too_many", "Too many requests", "Retry-After says how many seconds to wait."},
        {"busy", "Busy",
         "The disk or the clock is behind; retry with the same id, it acts only once."},
        {"failed", "Internal error", "Nothing else is affected; the log of arbiterd says more."},
        {"not_ready", "Not ready", "The record cannot be read at the moment."},
        {"pruned", "Too old", "The feed no longer has these changes; begin with the results."},
        {"cannot_say", "The format cannot express it",
         "What has happened cannot be written in this format; detail names it."},
    };
    return codes;
}

}  // namespace flagfall::api
