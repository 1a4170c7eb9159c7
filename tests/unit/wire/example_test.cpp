// The conversations of schemas/examples and the lines of docs/protocol.md: each is read, and
// written again unchanged.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/transcript.hpp"
#include "tests/unit/wire/schema_file.hpp"

using namespace flagfall;

namespace {

const std::filesystem::path examples = test::source("schemas/examples");

// Written again by the codec; an error's text if it cannot be read.
std::string again(bool from_clockd, const std::string& line) {
    if (from_clockd) {
        const auto message = wire::decode_from_clockd(line);
        return message ? wire::encode(*message) : message.error().text;
    }
    const auto message = wire::decode_to_clockd(line);
    return message ? wire::encode(*message) : message.error().text;
}

template <class Each>
void for_each_line(const std::filesystem::path& path, Each each) {
    std::ifstream file(path);
    REQUIRE(file);
    for (std::string row; std::getline(file, row);) {
        INFO(path.filename() << ": " << row);
        each(nlohmann::ordered_json::parse(row));
    }
}

}  // namespace

TEST_CASE("the examples are read, and written as they stand") {
    std::set<std::string> types;
    std::size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(examples)) {
        ++files;
        for_each_line(entry.path(), [&](const nlohmann::ordered_json& row) {
            const bool from_clockd = row.at("from") == "clockd";
            const std::string line = row.at("line").dump();
            CHECK(again(from_clockd, line) == line);
            test::record(from_clockd ? "from_clockd" : "to_clockd", line);
            types.insert(row.at("line").at("type").get<std::string>());
        });
    }
    CHECK(files >= 4);
    CHECK(types.size() == 33);  // each command and each frame occurs
}

TEST_CASE("each answer in the examples answers something") {
    for (const auto& entry : std::filesystem::directory_iterator(examples)) {
        std::set<std::string> open;
        for_each_line(entry.path(), [&](const nlohmann::ordered_json& row) {
            const auto& line = row.at("line");
            if (!line.contains("id")) return;
            const auto id = line.at("id").get<std::string>();
            if (row.at("from") == "clockd") CHECK(open.contains(id));
            else open.insert(id);
        });
    }
}

TEST_CASE("each line of the protocol's page is read, and written as it stands") {
    std::ifstream page(test::source("docs/protocol.md"));
    REQUIRE(page);
    std::set<std::string> types;
    std::string whole;
    for (std::string line; std::getline(page, line); whole += line + '\n') {
        if (!line.starts_with("{")) continue;
        INFO(line);
        const bool from_clockd = wire::decode_from_clockd(line).has_value();
        CHECK(again(from_clockd, line) == line);
        types.insert(line.substr(9, line.find('"', 9) - 9));
    }
    CHECK(types == test::schemas_in("clockd"));
    const auto named = [&](const std::string& word) {
        INFO("docs/protocol.md does not mention " << word);
        CHECK(whole.find('`' + word + '`') != std::string::npos);
    };
    for (const std::string& event : test::schemas_in("clockd/event")) named(event);
    for (const std::string& code : test::common_field("code").words) named(code);
    for (const std::string& phase : test::common_field("phase").words) named(phase);
}
