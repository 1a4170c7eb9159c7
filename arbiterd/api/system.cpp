// What the program reports about itself.
#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "arbiterd/api/api.hpp"
#include "arbiterd/api/entered_controls.hpp"
#include "arbiterd/api/handlers.hpp"
#include "arbiterd/api/openapi.hpp"
#include "common/base/control_words.hpp"
#include "common/base/version.hpp"
#include "common/net/counted_address.hpp"
#include "common/net/endpoint.hpp"
#include "common/ops/metrics.hpp"
#include "common/web/trust.hpp"

namespace flagfall::api {

using nlohmann::ordered_json;

void get_health(Api&, const CallPtr& call) {
    call->reply(json(ordered_json{{"status", "ok"}, {"version", version}}.dump()));
}

// Ready: the record can be read and clockd's log is being followed.
void get_ready(Api& api, const CallPtr& call) {
    const bool store = api.record.alive();
    if (store && api.health.clockd_linked) return call->reply(json(R"({"status":"ready"})"));
    call->reply(problem(503, "not_ready",
                        store ? "clockd is not connected; results stand, new moves wait"
                              : "the record cannot be read"));
}

// Includes the public keys that sign the record and clockd's log, for later checks.
void get_version(Api& api, const CallPtr& call) {
    ordered_json answer{{"program", "arbiterd"}, {"version", version}};
    if (const auto head = api.record.signed_head())
        answer["record"] = {{"log", head->log_id},
                            {"key", store::fingerprint(head->public_key)},
                            {"pos", head->pos.value},
                            {"chain", store::hex(store::bytes(head->chain))}};
    if (const auto head = api.record.clock_head())
        answer["clockd"] = {{"log", head->log},
                            {"key", head->key},
                            {"pos", head->pos.value},
                            {"chain", head->chain}};
    call->reply(json(answer.dump()));
}

namespace {

std::string_view trigger_name(PeriodTrigger trigger) {
    return trigger == PeriodTrigger::zero ? "zero" : "moves";
}

net::Response bad_parameter(const std::string& why) { return problem(400, "bad_parameter", why); }

}  // namespace

void get_time_control(Api&, const CallPtr& call) {
    const std::string asked(call->request().param("control").value_or(""));
    const std::string by(call->request().param("trigger").value_or(""));
    if (!by.empty() && by != "moves" && by != "zero")
        return call->refuse(bad_parameter("trigger: moves or zero is expected"));
    const auto entered = entered_control(asked, entered_by(call->who));
    if (!entered) return call->refuse(bad_parameter("control: " + entered.error()));
    const auto& control = entered->control;
    PeriodTrigger trigger = by == "zero" ? PeriodTrigger::zero : PeriodTrigger::moves;
    if (by.empty()) trigger = entered->trigger.value_or(trigger);
    const ControlWords words = explain(control, trigger);
    std::vector<Told> remarks{words.time_class};
    std::ranges::copy(words.unusual, std::back_inserter(remarks));
    const ordered_json answer{{"timeControl", flagfall::text(control)},
                              {"periodTrigger", trigger_name(trigger)},
                              {"meaning", words.meaning},
                              {"timeClass", name(time_class(control))},
                              {"fideClass", has_fide_class(control)},
                              {"why", words.time_class.text},
                              {"unusual", texts(words.unusual)},
                              {"remarks", ordered_json::parse(remarks_json(remarks))}};
    call->reply(json(answer.dump()));
}

void list_presets(Api&, const CallPtr& call) {
    ordered_json all = ordered_json::array();
    for (const ControlPreset& preset : control_presets())
        all.push_back({{"name", preset.name},
                       {"group", preset.group},
                       {"timeControl", preset.control},
                       {"periodTrigger", trigger_name(preset.trigger)},
                       {"words", preset.words}});
    call->reply(json(ordered_json{{"presets", std::move(all)}}.dump()));
}

// Metrics show how many people play, follow and fail to log in: only for this machine, and for
// callers with a token or a session.
void get_metrics(Api&, const CallPtr& call) {
    const bool here = net::is_loopback(net::counted_address(call->request().peer));
    if (!here && call->who.role == access::Role::public_viewer)
        return call->refuse(denied({401, "not_logged_in",
                                    "from another machine, metrics need a token", {}}));
    call->reply(text(ops::registry().text(), ops::text_content_type));
}

void get_openapi(Api& api, const CallPtr& call) {
    Document& document = api.documents.at("\nopenapi");
    document.set({}, openapi_json);
    call->reply(document, "application/json");
}

void get_docs(Api& api, const CallPtr& call) {
    Document& document = api.documents.at("\ndocs");
    document.set({}, docs_html);
    call->reply(document, "text/html; charset=utf-8");
}

constexpr const char* no_authority = "this server has no CA: arbiterd tls init makes one";

void get_authority(Api& api, const CallPtr& call) {
    if (api.options.authority.empty()) return call->refuse(problem(404, "not_found", no_authority));
    call->reply(web::authority_file(api.options.authority));
}

void get_trust(Api& api, const CallPtr& call) {
    if (api.options.authority.empty()) return call->refuse(problem(404, "not_found", no_authority));
    call->reply(web::trust_page(api.options.authority));
}

// There is no default contact: the operator sets one. The file expires a year after the build
// (FLAGFALL_EXPIRES).
void get_security(Api& api, const CallPtr& call) {
    if (api.options.security_contact.empty())
        return call->reply(problem(404, "not_found",
                                   "no contact is configured: --security-contact names one"));
    call->reply(text("Contact: " + api.options.security_contact +
                         "\nExpires: " FLAGFALL_EXPIRES "\nPreferred-Languages: en\n",
                     "text/plain; charset=utf-8"));
}

}  // namespace flagfall::api
