#include "arbiterd/api/openapi.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "arbiterd/api/call.hpp"
#include "common/base/ascii.hpp"
#include "common/base/check.hpp"
#include "common/base/version.hpp"

namespace flagfall::embed {
extern const std::string_view schemas_json;
}

namespace flagfall::api {

namespace {

using nlohmann::ordered_json;

// "arbiterd/results.json" -> "results"; schemas of the log and of clockd keep their folder.
std::string component_name(std::string file) {
    file.resize(file.size() - std::string_view(".json").size());
    for (const std::string_view folder : {"arbiterd/event/", "arbiterd/", "api/"}) {
        if (!file.starts_with(folder)) continue;
        return folder == "arbiterd/event/" ? "log." + file.substr(folder.size())
                                           : file.substr(folder.size());
    }
    std::ranges::replace(file, '/', '.');
    return file;
}

// "a/b/../c.json" -> "a/c.json".
std::string normal_path(std::string path) {
    for (auto up = path.find("/../"); up != std::string::npos; up = path.find("/../")) {
        const auto before = path.rfind('/', up - 1);
        path.erase(before == std::string::npos ? 0 : before + 1,
                   up + 4 - (before == std::string::npos ? 0 : before + 1));
    }
    return path;
}

// Turns references between files into references between components; definitions inside a file
// become components of their own.
void rewrite_references(ordered_json& node, const std::string& file) {
    if (node.is_array())
        for (auto& each : node) rewrite_references(each, file);
    if (!node.is_object()) return;
    for (auto& [key, value] : node.items()) {
        if (key != "$ref" || !value.is_string()) {
            rewrite_references(value, file);
            continue;
        }
        const std::string ref = value.get<std::string>();
        const auto hash = std::min(ref.find('#'), ref.size());
        const auto slash = file.rfind('/');
        const std::string folder = slash == std::string::npos ? "" : file.substr(0, slash + 1);
        const std::string target = hash == 0 ? file : normal_path(folder + ref.substr(0, hash));
        std::string name = component_name(target);
        constexpr std::string_view inside = "#/$defs/";
        if (const std::string_view rest = std::string_view(ref).substr(hash);
            rest.starts_with(inside))
            name += "." + std::string(rest.substr(inside.size()));
        value = "#/components/schemas/" + name;
    }
}

ordered_json all_schemas() {
    ordered_json components = ordered_json::object();
    const ordered_json files = ordered_json::parse(embed::schemas_json);
    for (const auto& [file, text] : files.items()) {
        ordered_json schema = text;
        rewrite_references(schema, file);
        schema.erase("$schema");
        const std::string name = component_name(file);
        if (schema.contains("$defs"))
            for (auto& [inner, definition] : schema["$defs"].items())
                components[name + "." + inner] = definition;
        schema.erase("$defs");
        if (!schema.empty()) components[name] = std::move(schema);
    }
    return components;
}

void collect_references(const ordered_json& node, std::set<std::string>& names) {
    constexpr std::string_view prefix = "#/components/schemas/";
    if (node.is_array())
        for (const auto& each : node) collect_references(each, names);
    if (!node.is_object()) return;
    for (const auto& [key, value] : node.items()) {
        if (key == "$ref" && value.is_string() &&
            value.get_ref<const std::string&>().starts_with(prefix))
            names.insert(value.get<std::string>().substr(prefix.size()));
        else
            collect_references(value, names);
    }
}

// Only the schemas that routes use: clockd's messages belong to another protocol.
ordered_json schemas_for(const ordered_json& paths) {
    const ordered_json all = all_schemas();
    std::set<std::string> wanted;
    collect_references(paths, wanted);
    wanted.insert("problem");
    for (std::size_t before = 0; before != wanted.size();) {
        before = wanted.size();
        for (const std::string& name : std::set(wanted)) {
            FF_CHECK(all.contains(name));  // a route or schema refers to one that is missing
            collect_references(all[name], wanted);
        }
    }
    ordered_json chosen = ordered_json::object();
    for (const std::string& name : wanted) chosen[name] = all[name];
    return chosen;
}

ordered_json content_of(const std::vector<Media>& media) {
    ordered_json content = ordered_json::object();
    for (const Media& each : media) {
        if (each.schema.empty())
            content[each.type] = {{"schema", {{"type", "string"}}}};
        else
            content[each.type] = {
                {"schema", {{"$ref", "#/components/schemas/" + std::string(each.schema)}}}};
    }
    return content;
}

ordered_json parameter(std::string_view where, const Field& field) {
    ordered_json schema{{"type", field.type}};
    return {{"name", field.name},
            {"in", where},
            {"required", field.required || where == "path"},
            {"description", field.says},
            {"schema", schema}};
}

std::string_view what_a_part_is(std::string_view name) {
    if (name == "event") return "Id of the event.";
    if (name == "round") return "Number of the round.";
    if (name == "board") return "Number of the board.";
    if (name == "game") return "Id of the game.";
    if (name == "file") return "Name of the file.";
    return "Id, as the list gives it.";
}

ordered_json parameters_of(const Route& route) {
    ordered_json all = ordered_json::array();
    std::string_view rest = route.path;
    for (auto open = rest.find('{'); open != std::string_view::npos; open = rest.find('{')) {
        const auto close = rest.find('}');
        const std::string_view name = rest.substr(open + 1, close - open - 1);
        all.push_back(parameter("path", {name, "string", what_a_part_is(name), true}));
        rest.remove_prefix(close + 1);
    }
    for (const Field& field : route.query) all.push_back(parameter("query", field));
    if (route.form != Form::untagged)
        all.push_back(parameter("header", {"If-None-Match", "string",
                                           "An ETag that you have: 304 if nothing changed."}));
    if (route.guard() == Guard::if_match) {
        all.push_back(parameter("header", {"If-Match", "string",
                                           "The ETag of the state you have seen, or *.", true}));
        all.push_back(parameter("header", {"Idempotency-Key", "string",
                                           "Chosen by you; the same key acts only once. Without "
                                           "one, each request acts."}));
    }
    if (route.guard() == Guard::key)
        all.push_back(parameter("header", {"Idempotency-Key", "string",
                                           "Chosen by you; the same key acts only once.", true}));
    if (route.guard() == Guard::key_or_id)
        all.push_back(parameter("header", {"Idempotency-Key", "string",
                                           "The act's id, in place of the body's: one of the two "
                                           "is needed."}));
    if (route.guard() == Guard::pin)
        all.push_back(parameter("header", {"X-Flagfall-Pin", "string",
                                           "Your PIN, if you have logged in."}));
    return all;
}

ordered_json header(std::string_view says) {
    return {{"schema", {{"type", "string"}}}, {"description", says}};
}

ordered_json headers_of(Form form) {
    ordered_json all{{"ETag", header("Strong: it changes with every change.")}};
    if (form != Form::kept) return all;
    all["ETag"] = header("Strong: it changes with every change, and is another one for gzip.");
    all["Content-Encoding"] = header("gzip, if you accept it and it is worth it; br for pages.");
    all["Vary"] = header("Accept-Encoding");
    return all;
}

ordered_json responses_of(const Route& route) {
    ordered_json all = ordered_json::object();
    for (const ResponseDoc& answer : route.answers) {
        ordered_json one{{"description", answer.says}};
        if (!answer.media.empty()) one["content"] = content_of(answer.media);
        if (route.form != Form::untagged && answer.status == 200)
            one["headers"] = headers_of(route.form);
        all[std::to_string(answer.status)] = std::move(one);
    }
    if (route.form != Form::untagged)
        all["304"] = {{"description", "Nothing changed since the ETag you sent."}};
    const ordered_json problem{{"$ref", "#/components/responses/problem"}};
    all["4XX"] = problem;
    all["5XX"] = problem;
    return all;
}

ordered_json operation_of(const Route& route) {
    ordered_json operation{{"operationId", route.id},
                           {"summary", route.says},
                           {"tags", {route.tag}},
                           {"x-roles", names_of(route.who.roles)},
                           {"x-scope", name(route.scope)}};
    ordered_json security = ordered_json::array();
    if (route.who.roles.contains(access::Role::public_viewer))
        security.push_back(ordered_json::object());
    security.push_back({{"token", ordered_json::array()}});
    security.push_back(ordered_json{{"session", ordered_json::array()},
                                    {"sessionKey", ordered_json::array()}});
    operation["security"] = std::move(security);
    if (ordered_json fields = parameters_of(route); !fields.empty())
        operation["parameters"] = std::move(fields);
    if (!route.body.empty())
        operation["requestBody"] = {{"required", true}, {"content", content_of(route.body)}};
    operation["responses"] = responses_of(route);
    return operation;
}

ordered_json tags() {
    ordered_json all = ordered_json::array();
    const auto add = [&](const char* name, const char* says) {
        all.push_back({{"name", name}, {"description", says}});
    };
    add("events", "Events, players, rounds and pairings.");
    add("results", "Results in the formats of pairing and broadcast programs.");
    add("changes", "What has changed, in one order: polling, streams and webhooks.");
    add("desk", "Questions to the arbiter, and rulings.");
    add("access", "Who may do what: people, sessions and tokens.");
    add("system", "The program itself.");
    add("pages", "The pages for people.");
    return all;
}

}  // namespace

std::string openapi_json() {
    ordered_json document{{"openapi", "3.1.0"},
                          {"info",
                           {{"title", "Flagfall, the arbiter's office"},
                            {"version", version},
                            {"summary", "Events, results and rulings over the board."},
                            {"description",
                             "Fields are in camelCase; an act has the names of the log. Durations "
                             "are whole milliseconds where a name ends in Ms, microseconds where "
                             "it ends in Us or _us; moments are RFC 3339, UTC."},
                            {"license", {{"name", "MIT"}, {"identifier", "MIT"}}}}},
                          {"servers", {{{"url", "/"}}}},
                          {"tags", tags()}};
    ordered_json paths = ordered_json::object();
    for (const Route& route : routes())
        paths[route.path][lower(route.method())] = operation_of(route);
    document["paths"] = paths;
    ordered_json& components = document["components"];
    components["securitySchemes"] = {
        {"token", {{"type", "http"}, {"scheme", "bearer"},
                   {"description", "A token of arbiterd access token create."}}},
        {"session", {{"type", "apiKey"}, {"in", "cookie"}, {"name", "flagfall_session"},
                     {"description", "A browser's session; valid only together with its key."}}},
        {"sessionKey", {{"type", "apiKey"}, {"in", "header"}, {"name", "X-Flagfall-Session"},
                         {"description", "The key from the log-in's response."}}}};
    components["responses"]["problem"] = {
        {"description", "problem+json; code is the error's name for programs."},
        {"content", content_of({{"application/problem+json", "problem"}})}};
    components["schemas"] = schemas_for(paths);
    return document.dump(2);
}

}  // namespace flagfall::api
