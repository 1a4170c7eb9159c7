// What is refused, with which code, and what the text names.
#include <algorithm>

#include "common/base/limits.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;

namespace {

wire::DecodeError refused(std::string_view line) {
    const auto message = wire::decode_to_clockd(line);
    INFO(line.substr(0, 200));
    REQUIRE(!message);
    CHECK(!message.error().text.empty());
    return message.error();
}

bool mentions(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

// A good press with one field replaced, or another one added.
std::string press_with(const std::string& name, const std::string& value) {
    std::string line = "{\"type\":\"press\"";
    bool replaced = false;
    for (const auto& [key, usual] : {std::pair<std::string, std::string>{"id", "\"x\""},
                                     {"board", "1"},
                                     {"game", "\"g\""},
                                     {"side", "\"white\""}}) {
        line += ",\"" + key + "\":" + (key == name ? value : usual);
        replaced = replaced || key == name;
    }
    if (!replaced) line += ",\"" + name + "\":" + value;
    return line + "}";
}

std::string quoted(const std::string& text) { return '"' + text + '"'; }

}  // namespace

TEST_CASE("what is no message at all is malformed") {
    using namespace std::string_view_literals;
    for (const std::string_view line :
         {""sv, " "sv, "{"sv, "hello"sv, "[]"sv, "\"press\""sv, "7"sv, "null"sv, "{}"sv,
          "{} {}"sv, "{\"type\":7}"sv, "{\"type\":null}"sv, "{\"type\":\"press\",}"sv,
          "{'type':'press'}"sv, "{\"type\":\"press\"\0}"sv, "{\"type\":\"a\nb\"}"sv,
          "{\"type\":\"\xff\"}"sv, "{\"type\":\"\xc0\xaf\"}"sv, "{\"type\":\"\xed\xa0\x80\"}"sv,
          "{\"type\":\"\\ud800\"}"sv, "{\"type\":NaN}"sv, "{\"type\":\"press\" /* */}"sv}) {
        CHECK(refused(line).code == "malformed");
    }
    CHECK(mentions(refused("{\"type\":\"\xff\"}").text, "UTF-8"));
    CHECK(mentions(refused("[]").text, "a list"));
    CHECK(refused("{\"id\":\"mine\"}").id == "mine");
}

TEST_CASE("a field given twice is malformed") {
    const auto error = refused(R"({"type":"press","side":"white","side":"black"})");
    CHECK(error.code == "malformed");
    CHECK(mentions(error.text, "\"side\""));
    CHECK(refused(R"({"type":"press","more":{"a":1,"a":2}})").code == "malformed");
}

TEST_CASE("nesting and numbers of fields are bounded") {
    const auto nested = [](std::size_t depth) {
        return press_with("more", std::string(depth, '[') + std::string(depth, ']'));
    };
    CHECK(wire::decode_to_clockd(nested(15)));
    CHECK(refused(nested(16)).code == "malformed");
    CHECK(refused(std::string(1'000'000, '[')).code == "malformed");
    CHECK(refused(press_with("more", std::string(100'000, '['))).code == "malformed");
    const auto with_fields = [](int count) {
        std::string line = press_with("more0", "1");
        line.pop_back();
        for (int i = 1; i < count; ++i) line += ",\"more" + std::to_string(i) + "\":1";
        return line + "}";
    };
    CHECK(wire::decode_to_clockd(with_fields(251)));  // with the five that a press has
    CHECK(refused(with_fields(252)).code == "malformed");
}

TEST_CASE("an unknown type is named, with the id of the command") {
    const auto error = refused(R"({"type":"castle","id":"d-7"})");
    CHECK(error.code == "unknown_type");
    CHECK(error.id == "d-7");
    CHECK(mentions(error.text, "\"castle\""));
    for (const char* type : {"", "Press", "ack", "event", "pressed", "game_recorded"})
        CHECK(refused("{\"type\":" + quoted(type) + "}").code == "unknown_type");
    CHECK(wire::decode_from_clockd(press_with("x", "1")).error().code == "unknown_type");
    CHECK(wire::decode_clock_event("press", "{}").error().code == "unknown_type");
    CHECK(wire::decode_game_event("pressed", "{}").error().code == "unknown_type");
}

TEST_CASE("a bad field is named, with what was expected and what came") {
    const auto error = refused(press_with("side", quoted("green")));
    CHECK(error.code == "bad_field");
    CHECK(error.id == "x");
    CHECK(error.text == R"(side: expected "white" or "black", got "green")");
    CHECK(refused(press_with("board", "0")).text ==
          "board: expected a whole number from 1 to 4096, got 0");
    CHECK(refused(R"({"type":"start_game","id":"x","board":1})").text == "game: missing");
    CHECK(refused(press_with("side", "null")).text ==
          R"(side: expected "white" or "black", got null)");
    CHECK(refused(press_with("game", "[]")).text == "game: expected a text, got a list");
}

TEST_CASE("a long value is cut in the refusal, between characters") {
    const auto error = refused(press_with("side", quoted("x" + std::string(600, '\xe2'))));
    CHECK(error.code == "malformed");  // not UTF-8
    std::string knights;
    for (int i = 0; i < 300; ++i) knights += "♞";
    const auto cut = refused(press_with("side", quoted(knights)));
    CHECK(cut.text.size() < 120);
    CHECK(mentions(cut.text, "♞...\""));
    wire::Refused answer;
    answer.text = cut.text;
    CHECK(wire::decode_from_clockd(R"({"type":"refused","id":"","code":"c","text":"t"})"));
    CHECK(!mentions(wire::encode(wire::FromClockd{answer}), "\xEF\xBF\xBD"));
}

TEST_CASE("types and ranges of numbers") {
    const char* const bad[][2] = {
        {"board", "0"},       {"board", "4097"},     {"board", "-1"},      {"board", "1.5"},
        {"board", "1.0"},     {"board", "1e2"},      {"board", "\"1\""},   {"board", "true"},
        {"epoch", "-1"},      {"epoch", "4294967296"}, {"epoch", "0.5"},   {"at_us", "0.5"},
        {"at_us", "1e400"},   {"at_us", "-1e999"},   {"at_us", "18446744073709551615"},
        {"at_us", "99999999999999999999999999"},     {"at_us", "4611686018427387904"},
        {"age_us", "\"long\""}, {"age_us", "null"},  {"side", "1"},        {"move", "4"},
        {"id", "5"},          {"id", "\"\""},        {"id", "null"}};
    for (const auto& [name, value] : bad) {
        const auto error = refused(press_with(name, value));
        INFO(name << " " << value << ": " << error.text);
        CHECK(error.code == "bad_field");
        CHECK(error.text.starts_with(std::string(name) + ": "));
    }
    const char* const good[][2] = {
        {"board", "1"}, {"board", "4096"}, {"epoch", "0"}, {"epoch", "4294967295"},
        {"at_us", "2305843009213693952"}, {"at_us", "-2305843009213693952"}, {"age_us", "-0"}};
    for (const auto& [name, value] : good) {
        INFO(name << " " << value);
        CHECK(wire::decode_to_clockd(press_with(name, value)));
    }
}

TEST_CASE("a scoresheet may be longer than other texts") {
    const auto of = [](std::size_t bytes) {
        return wire::decode_desk("{\"id\":\"a\",\"game\":\"g\",\"by\":\"A\",\"act\":{\"type\":"
                                 "\"enter_sheet\",\"whose\":\"white\",\"sheet\":" +
                                 quoted(std::string(bytes, 'x')) + "}}");
    };
    CHECK(of(limits::evidence_bytes));
    REQUIRE_FALSE(of(limits::evidence_bytes + 1));
    CHECK(of(limits::evidence_bytes + 1).error().text.starts_with("act.sheet: "));
}

TEST_CASE("lengths at the boundary") {
    const auto of = [](std::size_t bytes) { return quoted(std::string(bytes, 'x')); };
    CHECK(wire::decode_to_clockd(press_with("id", of(limits::id_bytes))));
    CHECK(refused(press_with("id", of(limits::id_bytes + 1))).code == "bad_field");
    CHECK(wire::decode_to_clockd(press_with("game", of(limits::id_bytes))));
    CHECK(refused(press_with("game", of(limits::id_bytes + 1))).id == "x");
    CHECK(wire::decode_to_clockd(press_with("move", of(limits::text_bytes))));
    const auto error = refused(press_with("move", of(limits::text_bytes + 1)));
    CHECK(mentions(error.text, "1025 bytes"));
    // Bytes, not characters.
    std::string knights;
    for (std::size_t i = 0; i <= limits::text_bytes / 3; ++i) knights += "♞";
    CHECK(refused(press_with("move", quoted(knights))).code == "bad_field");
    CHECK(refused(press_with("move", "\"e4\\u0000\"")).code == "bad_field");
    // A bad id is not repeated in the refusal.
    CHECK(refused(press_with("id", of(limits::id_bytes + 1))).id.empty());
    CHECK(refused(press_with("id", "\"a\\u0000\"")).id.empty());
}

TEST_CASE("what a log holds may be longer than what a peer sends") {
    const std::string line(limits::line_bytes, 'x');
    const auto event = [](const std::string& text) {
        return wire::decode_game_event(
            "question_put", R"({"game":"g","board":1,"cause":0,"article":"","about":"",)"
                            R"("evidence":[["line",")" + text + R"("]],"text":""})");
    };
    CHECK(event(line));
    CHECK(event(line + "x").error().code == "bad_field");
}

TEST_CASE("tags") {
    const auto opening = [](const std::string& tags) {
        return R"({"type":"open_game","id":"o","board":1,"game":"g","event":"e","round":"1",)"
               R"("white":"Ding","black":"José Raúl","time_control":"300","tags":)" + tags + "}";
    };
    const auto many = [](std::size_t count) {
        std::string tags = "[";
        for (std::size_t i = 0; i < count; ++i) tags += R"(["a","b"],)";
        tags.back() = ']';
        return tags;
    };
    CHECK(wire::decode_to_clockd(opening("[]")));
    const auto full = wire::decode_to_clockd(opening(many(limits::tags)));
    REQUIRE(full);
    const auto& command = std::get<wire::OpenGame>(std::get<wire::ClockCommand>(*full));
    CHECK(command.terms.tags.size() == limits::tags);
    CHECK(command.terms.black == "José Raúl");
    CHECK(refused(opening(many(limits::tags + 1))).code == "bad_field");
    const auto one = [](std::size_t name, std::size_t value) {
        return "[[" + quoted(std::string(name, 'n')) + "," + quoted(std::string(value, 'v')) + "]]";
    };
    CHECK(wire::decode_to_clockd(opening(one(limits::text_bytes, limits::evidence_bytes))));
    CHECK(refused(opening(one(limits::text_bytes + 1, 1))).text.starts_with("tags: "));
    CHECK(refused(opening(one(1, limits::evidence_bytes + 1))).text.starts_with("tags: "));
    for (const char* tags : {"{}", "[[]]", R"([["a"]])", R"([["a","b","c"]])", R"([["a",1]])",
                             R"(["a","b"])", "\"\"", "null"}) {
        CHECK(refused(opening(tags)).code == "bad_field");
        CHECK(refused(opening(tags)).text.starts_with("tags: "));
    }
}

TEST_CASE("scores and endings") {
    const auto end = [](const std::string& score, const std::string& reason) {
        return R"({"type":"end_game","id":"x","board":1,"game":"g","score":)" + score +
               ",\"reason\":" + reason + ",\"article\":\"5.1.1\"}";
    };
    CHECK(wire::decode_to_clockd(end("\"1/2-0\"", "\"arbiter-decision\"")));
    for (const char* score : {"\"2-0\"", "\"\"", "1", "\"½-½\"", "\"*\""})
        CHECK(refused(end(score, "\"checkmate\"")).text.starts_with("score: "));
    for (const char* reason : {"\"boredom\"", "\"\"", "0", "null"})
        CHECK(refused(end("\"1-0\"", reason)).text.starts_with("reason: "));
}

TEST_CASE("unknown fields are ignored") {
    const auto plain = wire::decode_to_clockd(press_with("side", quoted("black")));
    const auto more = wire::decode_to_clockd(
        R"( {"colour":"blue","type":"press","x":[1,{"y":null}],"id":"x","board":1,"":1.5e3,)"
        R"("game":"g","side":"black"} )");
    REQUIRE((plain && more));
    CHECK(wire::encode(*plain) == wire::encode(*more));
}

TEST_CASE("errors inside an event name the whole path") {
    const auto frame = [](const std::string& event) {
        return wire::decode_from_clockd(
            R"({"type":"event","pos":1,"at_us":1,"boot":"b","wall_ms":1,"event":)" + event + "}");
    };
    CHECK(frame(R"({"type":"booted","boot":"b","version":"1"})"));
    CHECK(frame(R"({"type":"booted","boot":"b"})").error().text == "event.version: missing");
    CHECK(frame(R"({"type":"press"})").error().code == "unknown_type");
    CHECK(frame(R"({"boot":"b"})").error().code == "bad_field");
    CHECK(frame("[]").error().text == "event: expected an object with a type, got a list");
}

TEST_CASE("what is written is always valid") {
    wire::Pause pause;
    pause.id = "x";
    pause.board = Board{1};
    pause.game = "g";
    pause.reason = "a\xff\xc3" "b\xe2\x99" "c\xf0\x9f\x98\x80\xed\xa0\x80";
    const std::string line = wire::encode(wire::ToClockd{wire::ClockCommand{pause}});
    const auto back = wire::decode_to_clockd(line);
    REQUIRE(back);
    const auto& reason = std::get<wire::Pause>(std::get<wire::ClockCommand>(*back)).reason;
    const std::string lost = "\xEF\xBF\xBD";
    CHECK(reason == "a" + lost + lost + "b" + lost + lost + "c😀" + lost + lost + lost);
}
