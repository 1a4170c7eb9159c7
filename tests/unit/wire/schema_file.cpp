#include "tests/unit/wire/schema_file.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"

namespace flagfall::test {

namespace {

using nlohmann::json;

const std::filesystem::path root = std::filesystem::path(FLAGFALL_SOURCE) / "schemas";

json read(const std::string& name) {
    std::ifstream file(root / (name + ".json"));
    INFO("schema " << name);
    REQUIRE(file);
    return json::parse(file);
}

const json& common() {
    static const json definitions = read("common").at("$defs");
    return definitions;
}

FieldSchema field(json part) {
    if (part.contains("$ref")) {
        const auto reference = part.at("$ref").get<std::string>();
        const json target = common().at(reference.substr(reference.rfind('/') + 1));
        part.erase("$ref");
        part.update(target);
    }
    FieldSchema out;
    if (part.contains("const")) part["enum"] = {part["const"]};
    if (part.contains("enum") && part["enum"][0].is_number()) {
        out.only = part["enum"][0].get<std::int64_t>();
    } else if (part.contains("enum")) {
        out.words = part["enum"].get<std::vector<std::string>>();
    }
    out.type = part.value("type", out.words.empty() ? "" : "string");
    if (part.contains("minimum")) out.minimum = part["minimum"].get<std::int64_t>();
    if (part.contains("maximum")) out.maximum = part["maximum"].get<std::int64_t>();
    out.min_length = part.value("minLength", std::size_t{0});
    out.max_length = part.value("maxLength", std::size_t{0});
    out.max_items = part.value("maxItems", std::size_t{0});
    return out;
}

MessageSchema load(const std::string& name) {
    const json schema = read(name);
    CHECK(schema.at("type") == "object");
    CHECK(schema.at("additionalProperties") == true);
    CHECK(!schema.at("description").get<std::string>().empty());
    MessageSchema out;
    out.title = schema.at("title").get<std::string>();
    out.required = schema.at("required").get<std::set<std::string>>();
    for (const auto& [key, part] : schema.at("properties").items()) out.fields[key] = field(part);
    return out;
}

}  // namespace

const MessageSchema& schema_of(const std::string& name) {
    static std::map<std::string, MessageSchema> loaded;
    const auto found = loaded.find(name);
    return found != loaded.end() ? found->second : loaded.emplace(name, load(name)).first->second;
}

FieldSchema common_field(const std::string& name) { return field(common().at(name)); }

std::set<std::string> schemas_in(const std::string& folder) {
    std::set<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(root / folder))
        if (entry.path().extension() == ".json") out.insert(entry.path().stem());
    return out;
}

}  // namespace flagfall::test
