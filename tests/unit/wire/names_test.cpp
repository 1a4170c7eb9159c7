// The two spellings of a field: in the log, and in the API's documents.
#include "common/wire/codec.hpp"
#include "common/wire/codec_reader.hpp"
#include "common/wire/codec_writer.hpp"
#include "common/wire/names.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using wire::Names;

namespace {

wire::EventInfo info() {
    wire::EventInfo info;
    info.name = "Open";
    info.chief_arbiter = "IA Moreau";
    info.terms.time_control = "5400+30";
    info.terms.default_time = minutes(30);
    info.scoring.pairing_bye = 1;
    info.scoring.draw_odds = Side::black;
    return info;
}

template <class T>
T read(const std::string& text, wire::FieldRules rules, std::vector<wire::DecodeError>& errors) {
    return wire::read_object<T>(wire::parse_json(text).value(), rules, {}, errors);
}

}  // namespace

TEST_CASE("a name, a path and a pointer in camelCase") {
    CHECK(wire::camel_case("default_time_us") == "defaultTimeUs");
    CHECK(wire::camel_case("name") == "name");
    CHECK(wire::camel_case("/players/3/fide_id") == "/players/3/fideId");
    CHECK(wire::camel_case("_a_") == "_a_");
    CHECK(wire::camel_case("sha_256") == "sha256");
}

TEST_CASE("a document of the API is in camelCase throughout, and read back as the same") {
    const std::string text = wire::object_of(info(), Names::of_api);
    CHECK(text.find('_') == std::string::npos);
    CHECK(text.find(R"("terms":{"timeControl":"5400+30","defaultTimeUs":1800000000})") !=
          std::string::npos);
    std::vector<wire::DecodeError> errors;
    CHECK(read<wire::EventInfo>(text, wire::of_requests, errors) == info());
    CHECK(errors.empty());
}

TEST_CASE("a document of the API does not have the log's names") {
    std::vector<wire::DecodeError> errors;
    std::vector<std::string> unknown;
    wire::FieldRules rules = wire::of_requests;
    rules.unknown = &unknown;
    const auto read_info = read<wire::EventInfo>(
        R"({"name":"A","chief_arbiter":"B","terms":{"time_control":"60","a/b":1}})", rules, errors);
    CHECK(errors.empty());
    CHECK(read_info.chief_arbiter.empty());
    CHECK(unknown == std::vector<std::string>{"/terms/time_control", "/terms/a~1b",
                                              "/chief_arbiter"});
}

TEST_CASE("what stands around an act is in camelCase, the act itself has the log's names") {
    wire::EventCommand command;
    command.id = "1";
    command.event = "open";
    command.by = "IA Moreau";
    command.if_match = Pos{17};
    command.act = wire::ChangeEvent{info()};
    const std::string text = wire::encode_event(command);
    CHECK(text.find(R"("ifMatch":17,)") != std::string::npos);
    CHECK(text.find(R"("act":{"type":"change_event","info":{)") != std::string::npos);
    CHECK(text.find(R"("chief_arbiter":"IA Moreau")") != std::string::npos);
    CHECK(wire::decode_event(text) == command);
}

TEST_CASE("each field of a request that is wrong is named by its pointer in the request") {
    std::vector<wire::DecodeError> errors;
    read<wire::EventInfo>(
        R"({"chiefArbiter":7,"terms":{"defaultTimeUs":"x","timeControl":1},"deputies":["A",2]})",
        wire::of_requests, errors);
    std::vector<std::string> pointers;
    for (const wire::DecodeError& error : errors) pointers.push_back(error.pointer);
    CHECK(pointers == std::vector<std::string>{"/name", "/chiefArbiter", "/deputies/1",
                                               "/terms/timeControl"});
    CHECK(errors.front().expected == "a value");
    CHECK(errors.back().text == "terms.timeControl: expected a text, got 1");
}
