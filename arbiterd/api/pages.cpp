// The arbiters' pages: one document for all addresses, whose script shows the right page, and the
// files that it loads (common/web).
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/handlers.hpp"

namespace flagfall::api {

namespace {

void reply_with(Api& api, const CallPtr& call, std::string_view name) {
    auto found = api.pages.answer(name, call->request().header("Accept-Encoding").value_or(""));
    if (!found)
        return call->refuse(problem(404, "not_found", "there is no file " + std::string(name)));
    call->reply(std::move(*found));
}

}  // namespace

void get_page(Api& api, const CallPtr& call) { reply_with(api, call, "index.html"); }

void get_page_file(Api& api, const CallPtr& call) { reply_with(api, call, call->at("file")); }

// A browser gets the pages, another program the list of events.
void get_root(Api& api, const CallPtr& call) {
    const auto accepted = call->request().header("Accept").value_or("");
    if (accepted.find("text/html") == std::string_view::npos) return list_events(api, call);
    get_page(api, call);
}

}  // namespace flagfall::api
