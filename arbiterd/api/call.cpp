#include "arbiterd/api/call.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arbiterd/api/document.hpp"
#include "arbiterd/api/limits.hpp"
#include "common/base/check.hpp"
#include "common/base/now.hpp"
#include "common/base/number.hpp"
#include "common/base/text.hpp"
#include "common/net/site.hpp"
#include "common/ops/metrics.hpp"

namespace flagfall::api {

using nlohmann::ordered_json;

std::string shown(std::string body) {
    return is_printable(body, Lines::many) ? std::move(body) : printable(body, Lines::many);
}

namespace {

ordered_json values_json(const std::vector<ToldValue>& values) {
    ordered_json all = ordered_json::object();
    for (const ToldValue& value : values) all[value.name] = value.text;
    return all;
}

}  // namespace

std::string remarks_json(const std::vector<Told>& all) {
    ordered_json remarks = ordered_json::array();
    for (const Told& told : all) {
        ordered_json& one = remarks.emplace_back(ordered_json::object());
        if (told.code.empty()) continue;
        one["code"] = told.code;
        one["values"] = values_json(told.values);
    }
    return remarks.dump();
}

namespace {

net::Response problem_of(unsigned status, const ProblemCode& known, std::string_view code,
                         std::string_view detail, const std::vector<Fault>& faults,
                         std::optional<std::uint32_t> tries_left = {}) {
    ordered_json body{{"type", "/docs#problem-" + std::string(known.code)},
                      {"title", known.title},
                      {"status", status},
                      {"detail", detail},
                      {"code", code}};
    if (tries_left) body["triesLeft"] = *tries_left;
    for (const Fault& fault : faults) {
        ordered_json one{{"pointer", fault.pointer}, {"detail", fault.detail}};
        if (fault.line) one["line"] = *fault.line;
        if (fault.column) one["column"] = *fault.column;
        if (const auto& [expected, found] = fault.of_file; !expected.code.empty()) {
            one["code"] = expected.code;
            one["values"] = values_json(expected.values);
            if (!found.empty()) one["found"] = found;
        }
        body["errors"].push_back(std::move(one));
    }
    // Some texts quote bytes from the network.
    const auto replace = ordered_json::error_handler_t::replace;
    return {status, "application/problem+json", shown(body.dump(-1, ' ', false, replace)), {}};
}

const ProblemCode& known_code(std::string_view code) {
    const auto known = std::ranges::find(problem_codes(), code, &ProblemCode::code);
    FF_CHECK(known != problem_codes().end());
    return *known;
}

}  // namespace

net::Response problem(unsigned status, std::string_view code, std::string_view detail,
                      const std::vector<Fault>& faults) {
    return problem_of(status, known_code(code), code, detail, faults);
}

net::Response refusal(unsigned status, std::string_view code, std::string_view detail,
                      const std::vector<Fault>& faults) {
    return problem_of(status, known_code("refused"), code, detail, faults);
}

net::Response denied(const access::Denied& no) {
    const std::string_view kind = no.status == 401   ? "not_logged_in"
                                  : no.status == 403 ? "not_yours"
                                  : no.status == 404 ? "not_found"
                                  : no.status == 429 ? "too_many"
                                  : no.status == 503 ? "busy"
                                                     : "refused";
    auto response = problem_of(no.status, known_code(kind), no.code, no.text, {}, no.tries_left);
    if (no.retry_after_s)
        response.headers.emplace_back("Retry-After", std::to_string(*no.retry_after_s));
    if (no.status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
    return response;
}

net::Response busy(std::string_view detail) {
    auto response = problem(503, "busy", detail);
    response.headers.emplace_back("Retry-After", "1");
    return response;
}

net::Response json(std::string body, unsigned status) {
    return {status, "application/json", shown(std::move(body)), {}};
}

net::Response text(std::string body, std::string_view content_type) {
    return {200, std::string(content_type), shown(std::move(body)), {}};
}

const std::string& Call::at(std::string_view name) const {
    const auto found = path.find(name);
    FF_CHECK(found != path.end());
    return found->second;
}

std::int64_t Call::number(std::string_view name, std::int64_t otherwise, std::int64_t least,
                          std::int64_t most) {
    const auto text = request().param(name);
    if (!text || refused_) return otherwise;
    if (const auto value = whole_number(*text, least, most)) return *value;
    refuse(problem(400, "bad_parameter",
                   std::string(name) + ": a whole number from " + std::to_string(least) + " to " +
                       std::to_string(most) + " is expected"));
    return otherwise;
}

void Call::refuse(net::Response response) {
    if (std::exchange(refused_, true)) return;
    reply(std::move(response));
}

namespace {

struct Series {
    ops::Counter* answers = nullptr;
    ops::Histogram* seconds = nullptr;
};

// There are few routes and few classes of status: each series is looked up once.
const Series& series_of(std::string_view route, unsigned hundreds) {
    static thread_local std::map<std::pair<std::string_view, unsigned>, Series> known;
    Series& series = known[{route, hundreds}];
    if (series.answers != nullptr) return series;
    const std::string name(route);
    series.answers = &ops::registry().counter(
        "arbiterd_http_requests_total", "Responses sent over HTTP.",
        {{"route", name}, {"status", std::to_string(hundreds) + "xx"}});
    series.seconds = &ops::registry().histogram("arbiterd_http_request_seconds",
                                                "From a request to its response.",
                                                ops::seconds_bounds(), {{"route", name}});
    return series;
}

}  // namespace

// `route` is in the table or a literal, so it can be stored.
void measure(std::string_view route, unsigned status, Duration took) {
    const Series& series = series_of(route, status / 100);
    series.answers->add();
    series.seconds->observe(took);
}

void Call::reply(net::Response response) {
    measure(route->path, response.status, now() - began);
    for (auto& header : net::security_headers(request().secure))
        response.headers.push_back(std::move(header));
    // Browsers must not store what is not public; public data may change at any time.
    const bool is_public = who.role == access::Role::public_viewer &&
                           route->who.roles.contains(access::Role::public_viewer);
    if (!net::find_header(response.headers, "Cache-Control"))
        response.headers.emplace_back("Cache-Control", is_public ? "no-cache" : "no-store");
    exchange->respond(std::move(response));
}

void Call::reply(net::Response response, std::string_view etag) {
    response.headers.emplace_back("ETag", etag);
    reply(std::move(response));
}

void Call::reply(Document& document, std::string_view type) {
    net::Response response;
    response.content_type = type;
    std::string etag = document.etag();
    const bool packed = document.size() >= limits::least_compressed_bytes &&
                        net::wants_gzip(request().header("Accept-Encoding").value_or(""));
    if (packed) etag.insert(etag.size() - 1, "-gzip");
    response.headers.emplace_back("Vary", "Accept-Encoding");
    const auto known = request().header("If-None-Match");
    if (known && net::etag_matches(*known, etag)) {
        response.status = 304;
        return reply(std::move(response), etag);
    }
    if (packed) response.headers.emplace_back("Content-Encoding", "gzip");
    for (const std::string& note : document.notes)
        response.headers.emplace_back("X-Flagfall-Note", note);
    response.parts = packed ? document.gzip() : document.plain();
    reply(std::move(response), etag);
}

bool matches(Call& call, std::string_view etag) {
    const auto wanted = call.request().header("If-Match");
    if (!wanted) {
        call.refuse(problem(428, "if_match_needed",
                            "If-Match: send the ETag of the state that you have seen, " +
                                std::string(etag) + " now; or * to change it in any case"));
        return false;
    }
    if (net::etag_matches_strongly(*wanted, etag)) return true;
    auto changed = problem(412, "changed_meanwhile",
                           "it was changed since you read it; its ETag is " + std::string(etag) +
                               " now: read it again, and repeat your change");
    changed.headers.emplace_back("ETag", etag);
    call.refuse(std::move(changed));
    return false;
}

}  // namespace flagfall::api
