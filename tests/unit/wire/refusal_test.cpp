// Which lines are refused, with which code, and what the text names.
#include <algorithm>

#include "common/base/limits.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/codec_json.hpp"
#include "common/wire/texts.hpp"
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

// A valid press with one field replaced, or another one added.
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

TEST_CASE("a field in the spelling of other documents is no unknown field", "[regress]") {
    const auto press = refused(press_with("ageUs", "7"));
    CHECK(press.code == "bad_field");
    CHECK(press.pointer == "/ageUs");
    CHECK(mentions(press.text, "called age_us here"));
    CHECK(wire::decode_to_clockd(press_with("ageMs", "7")).has_value());
    const auto act = wire::decode_event(
        R"({"id":"1","event":"e","by":"A","act":{"type":"plan_round","number":1,)"
        R"("terms":{"timeControl":"600"}}})");
    REQUIRE(!act);
    CHECK(act.error().pointer == "/act/terms/timeControl");
    const auto command = wire::decode_event(
        R"({"id":"1","event":"e","by":"A","if_match":5,"act":{"type":"finish_round","round":1}})");
    REQUIRE(!command);
    CHECK(command.error().pointer == "/if_match");
    CHECK(mentions(command.error().text, "called ifMatch here"));
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
    CHECK(wire::decode_to_clockd(nested(63)));
    CHECK(refused(nested(64)).code == "malformed");
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
          "board: expected a whole number from 1 to 16384, got 0");
    CHECK(refused(R"({"type":"start_game","id":"x","board":1})").text == "game: missing");
    CHECK(refused(press_with("side", "null")).text ==
          R"(side: expected "white" or "black", got null)");
    CHECK(refused(press_with("game", "[]")).text == "game: expected a text, got a list");
}

TEST_CASE("a word that there is not is refused with a code of its own") {
    const auto opening = [](const std::string& more) {
        return R"({"type":"open_game","id":"o","board":1,"game":"g","event":"e","round":"1",)"
               R"("white":"A","black":"B","time_control":"300",)" + more + "}";
    };
    const char* const words[][2] = {{"period_trigger", "moves"}, {"variant", "chess960"},
                                    {"flag_call", "players"}, {"reports", "presses"}};
    for (const auto& [field, good] : words) {
        const std::string name = "\"" + std::string(field) + "\":";
        const auto error = refused(opening(name + quoted("noon")));
        CHECK(error.code == "bad_" + std::string(field));
        CHECK(error.id == "o");
        CHECK(error.word);
        CHECK(error.text.starts_with(std::string(field) + ": expected one of"));
        CHECK(refused(opening(name + "1")).code == "bad_field");
        // A field with content is written again; an empty text is left out.
        const auto said = wire::decode_to_clockd(opening(name + quoted(good)));
        REQUIRE(said);
        CHECK(mentions(wire::encode(*said), name + quoted(good)));
        const auto empty = wire::decode_to_clockd(opening(name + "\"\""));
        REQUIRE(empty);
        CHECK_FALSE(mentions(wire::encode(*empty), field));
    }
    for (const char* kind : {"no", ""})
        CHECK(refused(R"({"type":"claim","id":"x","board":1,"game":"g","side":"white","kind":)" +
                      quoted(kind) + "}")
                  .code == "bad_claim");
}

TEST_CASE("an act of the desk with a word that there is not is refused with its own code") {
    const auto sent = [](const std::string& act) {
        return wire::decode_desk(R"({"id":"a","game":"g","by":"A","reason":"r","act":)" + act +
                                 "}");
    };
    const char* const bad[][2] = {
        {R"({"type":"penalise","side":"white","kind":"flogging"})", "bad_penalty"},
        {R"({"type":"illegal_action","side":"white","kind":"wrong_hand"})", "bad_kind"},
        {R"({"type":"approve","who":"captain"})", "bad_text"},
        {R"({"type":"resume_game","absent":"nobody"})", "bad_text"}};
    for (const auto& [text, code] : bad) {
        INFO(text);
        REQUIRE_FALSE(sent(text));
        CHECK(sent(text).error().code == code);
        CHECK(sent(text).error().word);
    }
    const auto both_there = sent(R"({"type":"resume_game","absent":""})");
    REQUIRE(both_there);
    CHECK_FALSE(std::get<wire::ResumeGame>(both_there->act).absent);
}

TEST_CASE("equipment with a word that there is not is refused") {
    const auto report = [](const std::string& more) {
        return R"({"type":"equipment","serial":"7","source":"line","quiet_us":0,)" + more + "}";
    };
    for (const char* bad : {R"("link":"lost")", R"("link":"")", R"("link":"gone","drift":"huge")",
                            R"("link":"gone","shows":"men")"})
        CHECK(refused(report(bad)).code == "bad_field");
    const auto silent = wire::decode_to_clockd(report(R"("link":"silent","drift":"","shows":"")"));
    REQUIRE(silent);
    const auto& facts = std::get<wire::Equipment>(*silent).facts;
    CHECK((facts.link == wire::LinkState::silent && !facts.drift && !facts.shows));
}

TEST_CASE("an act of the office with such a word is refused with the word's code") {
    const auto act = [](const std::string& more) {
        return wire::decode_event(R"({"id":"a","event":"e","by":"A","act":{"type":"set_pairings",)"
                                  R"("round":1,"pairings":[{"white":1,)" +
                                  more + "}]}}");
    };
    const auto bye = act(R"("bye":"X")");
    REQUIRE_FALSE(bye);
    CHECK(bye.error().code == "bad_bye");
    CHECK(bye.error().word);
    CHECK(bye.error().pointer == "/act/pairings/0/bye");
    CHECK(act(R"("bye":"Z")"));
    const auto result = [&](const std::string& kind) {
        return act(R"("entered":{"score":"1-0","kind":)" + kind + "}");
    };
    REQUIRE_FALSE(result("\"won\""));
    CHECK(result("\"won\"").error().code == "bad_result");
    CHECK(result("\"won\"").error().pointer == "/act/pairings/0/entered/kind");
    CHECK(result("\"\"").error().code == "bad_result");
    CHECK(result("\"unrated\""));
    const auto game = act(R"("bye":"")");
    REQUIRE(game);
    CHECK_FALSE(std::get<wire::SetPairings>(game->act).pairings.front().bye);
}

TEST_CASE("an act of the desk with such a word is refused with the act's code") {
    const auto act = [](const std::string& trigger) {
        return wire::decode_desk(R"({"id":"a","game":"g","by":"A","reason":"r","act":{"type":)"
                                 R"("set_control","time_control":"300","period_trigger":)" +
                                 trigger + "}}");
    };
    CHECK(act("\"\""));
    CHECK(act("\"moves\""));
    const auto odd = act("\"noon\"");
    REQUIRE_FALSE(odd);
    CHECK(odd.error().code == "bad_control");
    CHECK(odd.error().pointer == "/act/period_trigger");
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
        {"board", "0"},       {"board", "16385"},     {"board", "-1"},      {"board", "1.5"},
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
        {"board", "1"}, {"board", "16384"}, {"epoch", "0"}, {"epoch", "4294967295"},
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

TEST_CASE("what a peer writes can be shown, and is kept in one form") {
    const auto pause = [](const std::string& reason) {
        return wire::decode_to_clockd(
            R"({"type":"pause","id":"x","board":1,"game":"g","reason":")" + reason + "\"}");
    };
    for (const char* steers : {"\\u001b[2J", "\\u0007", "\\u007f", "\\u009b31m", "\\u202e",
                               "\\u2066", "\\u2028", "\\u2029"}) {
        INFO(steers);
        CHECK(refused(press_with("move", "\"e4" + std::string(steers) + "\"")).code == "bad_field");
        CHECK(refused(press_with("id", "\"e4" + std::string(steers) + "\"")).code == "bad_field");
        REQUIRE(!pause(steers));
        CHECK(mentions(pause(steers).error().text, "reason: expected a text that can be shown"));
    }
    // People write reasons in lines; names in right-to-left scripts have direction marks.
    CHECK(pause("two\\nlines"));
    CHECK(!wire::decode_to_clockd(press_with("move", "\"e4\\ne5\"")));
    const auto kept = pause("Jose\\u0301 \\u05d0\\u200f");
    REQUIRE(kept);
    CHECK(wire::encode(*kept).contains("Jos\xC3\xA9 \xD7\x90\xE2\x80\x8F"));
    // A log is read whatever it contains.
    const auto old = wire::decode_game_event(
        "question_put", R"({"game":"g","board":1,"cause":0,"article":"","about":"position",)"
                        R"("text":"\u001b","evidence":[],"options":[],"holds":false,"number":1})");
    CHECK((old || !mentions(old.error().text, "expected a text without")));
}

TEST_CASE("what a log holds may be longer than what a peer sends") {
    const std::string line(limits::line_bytes, 'x');
    const auto event = [](const std::string& text) {
        return wire::decode_game_event(
            "question_put", R"({"game":"g","board":1,"cause":0,"article":"","about":"position",)"
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

TEST_CASE("a text that Normalization Form C makes longer is as short as any other", "[regress]") {
    // U+1D160 has four bytes, and twelve when stored.
    const auto notes = [](std::size_t bytes) {
        std::string text;
        while (text.size() < bytes / 3) text += "\U0001D160";
        return text;
    };
    const auto opening = [&](const std::string& white, const std::vector<std::string>& values) {
        std::string tags;
        for (const std::string& value : values)
            tags += std::string(tags.empty() ? "" : ",") + R"(["a",")" + value + R"("])";
        return R"({"type":"open_game","id":"o","board":1,"game":"g","event":"e","round":"1",)"
               R"("white":")" + white + R"(","black":"B","time_control":"300","tags":[)" + tags +
               "]}";
    };
    const std::string most = notes(limits::text_bytes - 4);
    CHECK(wire::decode_to_clockd(opening(most, {most})));
    CHECK(refused(opening(most + "\U0001D160", {})).text.starts_with("white: "));
    const std::string longest = notes(limits::evidence_bytes - 12);
    CHECK(wire::decode_to_clockd(opening("A", {longest})));
    CHECK(refused(opening("A", {longest + "\U0001D160\U0001D160"})).text.starts_with("tags: "));
    CHECK(refused(opening("A", {longest, longest})).code == "bad_field");
    CHECK(refused(opening("A", {longest, longest})).id == "o");
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

TEST_CASE("texts of peers are printable, those of the own log are read as they are") {
    for (const std::string_view bad :
         {"\\u001b[2J", "a\\u0007", "\\u007f", "\\u009b31m", "\\u2028", "\\u202e", "\\u2066",
          "a\\nb"}) {
        const auto error = refused(press_with("game", quoted(std::string(bad))));
        CHECK(error.code == "bad_field");
        CHECK(error.pointer == "/game");
        CHECK(error.id == "x");  // the sender learns which command it was
    }
    CHECK(refused(press_with("id", "\"\\u001b\"")).id.empty());  // and gets none of its bytes back
    wire::Refused told;
    told.text = std::string("a\x01\n\t\x1f\x7f\"\\ b");
    const auto read = wire::decode_from_clockd(wire::encode(wire::FromClockd{told}));
    REQUIRE(read);
    CHECK(std::get<wire::Refused>(*read).text == told.text);
    CHECK(wire::decode_to_clockd(press_with("game", "\"Jos\\u00e9 \\u05d0\\u200f\"")));
}

TEST_CASE("what comes from outside is bounded in one pass") {
    using wire::from_outside;
    const auto fault = [](const std::string& text) {
        const auto parsed = wire::parse_json(text, from_outside);
        REQUIRE(!parsed);
        return parsed.error();
    };
    const auto list_of = [](std::size_t items, const std::string& item) {
        std::string text = "[" + item;
        for (std::size_t i = 1; i < items; ++i) text += "," + item;
        return text + "]";
    };
    CHECK(wire::parse_json(list_of(limits::json_items, "1"), from_outside));
    CHECK(fault(list_of(limits::json_items + 1, "1")).code == "malformed");
    CHECK(fault(list_of(101, list_of(10'000, "{}"))).code == "malformed");  // too many in total
    CHECK(wire::parse_json(list_of(20'000, "1")));  // our own log has no such limit
    CHECK(fault(std::string(100'000, '[')).code == "malformed");
    CHECK(fault(R"({"a":[0,{"b/c":"x\u009b"}]})").pointer == "/a/1/b~1c");
    CHECK(fault(R"({"a":[1,2,1e999]})").pointer == "/a/2");
    CHECK(fault(R"({"a\u001b":1})").code == "bad_field");
    CHECK(fault("{\"a\":\xff}").byte == 6);
    CHECK(wire::parse_json(R"({"text":"two\nlines\tand more"})", from_outside));
}

TEST_CASE("the walk over a command finds a bad text in every field") {
    wire::EventCommand command;
    command.id = "k";
    command.event = "e";
    wire::ImportEvent act;
    act.info.emplace().name = "Open";
    act.players.resize(2);
    act.teams.resize(1);
    act.rounds.resize(1);
    act.rounds.front().pairings.resize(1);
    command.act = act;
    CHECK_FALSE(wire::bad_text(command));
    auto& held = std::get<wire::ImportEvent>(command.act);
    const auto bad_at = [&](std::string& field) {
        const std::string was = std::exchange(field, "a\xff");
        const auto bad = wire::bad_text(command);
        field = was;
        return bad ? bad->pointer : std::string("none");
    };
    CHECK(bad_at(command.id) == "/id");
    CHECK(bad_at(command.by) == "/by");
    CHECK(bad_at(command.reason) == "/reason");
    CHECK(bad_at(held.info->name) == "/act/info/name");
    CHECK(bad_at(held.players[1].club) == "/act/players/1/club");
    CHECK(bad_at(held.teams[0].name) == "/act/teams/0/name");
    CHECK(bad_at(held.rounds[0].pairings[0].game) == "/act/rounds/0/pairings/0/game");
    wire::DeskCommand desk;
    desk.act = wire::EnterSheet{};
    std::get<wire::EnterSheet>(desk.act).sheet = "1. e4 e5\n2. Nf3";
    CHECK_FALSE(wire::bad_text(desk));
    std::get<wire::EnterSheet>(desk.act).sheet += "\x1b";
    REQUIRE(wire::bad_text(desk));
    CHECK(wire::bad_text(desk)->pointer == "/act/sheet");
    CHECK(wire::bad_text(desk)->says == "a control character (U+001B)");
}
