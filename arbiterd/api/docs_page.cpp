// The API's description as one page without scripts.
#include <nlohmann/json.hpp>

#include "arbiterd/api/call.hpp"
#include "arbiterd/api/openapi.hpp"
#include "common/base/html.hpp"
#include "common/base/version.hpp"

namespace flagfall::api {

namespace {

const auto& escaped = html_escaped;

std::string fields_of(const Route& route) {
    std::string out;
    for (const Field& field : route.query)
        out += "<li><code>?" + escaped(field.name) + "</code> (" + escaped(field.type) +
               (field.required ? ", needed" : "") + "): " + escaped(field.says) + "</li>\n";
    for (const Media& body : route.body)
        out += "<li>body <code>" + escaped(body.type) + "</code>" +
               (body.schema.empty() ? "" : ": <a href=\"#schema-" + escaped(body.schema) + "\">" +
                                               escaped(body.schema) + "</a>") +
               "</li>\n";
    if (route.guard() == Guard::if_match) out += "<li><code>If-Match</code> is needed</li>\n";
    if (route.guard() == Guard::key_or_id)
        out += "<li><code>Idempotency-Key</code>, or <code>id</code> in the body, is needed</li>\n";
    if (route.guard() == Guard::key) out += "<li><code>Idempotency-Key</code> is needed</li>\n";
    for (const ResponseDoc& answer : route.answers) {
        out += "<li>" + std::to_string(answer.status) + ": " + escaped(answer.says);
        for (const Media& media : answer.media)
            out += " <code>" + escaped(media.type) + "</code>" +
                   (media.schema.empty() ? ""
                                         : " <a href=\"#schema-" + escaped(media.schema) + "\">" +
                                               escaped(media.schema) + "</a>");
        out += "</li>\n";
    }
    return out;
}

std::string roles_of(const Route& route) {
    std::string out;
    for (const std::string& name : names_of(route.who.roles))
        out += (out.empty() ? "" : ", ") + name;
    return out;
}

}  // namespace

std::string docs_html() {
    std::string page =
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n"
        "<title>Flagfall: the API</title></head>\n<body><main>\n<h1>Flagfall: the API</h1>\n"
        "<p>Version " + std::string(version) + ". The same for programs: "
        "<a href=\"/openapi.json\">/openapi.json</a> (OpenAPI 3.1).</p>\n<h2>Routes</h2>\n";
    for (const Route& route : routes())
        page += "<section id=\"" + escaped(route.id) + "\"><h3><code>" + escaped(route.method()) +
                " " + escaped(route.path) + "</code></h3>\n<p>" + escaped(route.says) +
                "</p>\n<ul><li>for: " + escaped(roles_of(route)) + "</li>\n" + fields_of(route) +
                "</ul></section>\n";
    page += "<h2>Errors</h2>\n<dl>\n";
    for (const ProblemCode& code : problem_codes())
        page += "<dt id=\"problem-" + escaped(code.code) + "\"><code>" + escaped(code.code) +
                "</code>: " + escaped(code.title) + "</dt><dd>" + escaped(code.says) + "</dd>\n";
    page += "</dl>\n<h2>Bodies</h2>\n";
    const auto document = nlohmann::ordered_json::parse(openapi_json());
    for (const auto& [name, schema] : document["components"]["schemas"].items())
        page += "<section id=\"schema-" + escaped(name) + "\"><h3>" + escaped(name) +
                "</h3><pre>" + escaped(schema.dump(2)) + "</pre></section>\n";
    return page + "</main></body></html>\n";
}

}  // namespace flagfall::api
