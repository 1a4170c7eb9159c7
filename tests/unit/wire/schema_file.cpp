#include "tests/unit/wire/schema_file.hpp"

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace flagfall::test {

namespace {

using nlohmann::json;

const std::filesystem::path root = source("schemas");

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

std::string referred(const json& part) {
    const auto reference = part.value("$ref", "");
    return reference.substr(reference.rfind('/') + 1);
}

FieldSchema field(json part) {
    FieldSchema out;
    out.part = referred(part);
    if (!out.part.empty()) {
        const json target = common().at(out.part);
        part.erase("$ref");
        part.update(target);
    }
    if (part.contains("items")) out.items = referred(part["items"]);
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

const MessageSchema& part_schema(const std::string& name) {
    static std::map<std::string, MessageSchema> loaded;
    if (const auto found = loaded.find(name); found != loaded.end()) return found->second;
    INFO("part " << name);
    const json& part = common().at(name);
    CHECK(part.at("additionalProperties") == true);
    MessageSchema out;
    out.required = part.at("required").get<std::set<std::string>>();
    for (const auto& [key, value] : part.at("properties").items()) out.fields[key] = field(value);
    return loaded.emplace(name, std::move(out)).first->second;
}

FieldSchema common_field(const std::string& name) { return field(common().at(name)); }

std::set<std::string> schemas_in(const std::string& folder) {
    std::set<std::string> out;
    for (const auto& entry : std::filesystem::directory_iterator(root / folder))
        if (entry.path().extension() == ".json") out.insert(entry.path().stem());
    return out;
}

}  // namespace flagfall::test
