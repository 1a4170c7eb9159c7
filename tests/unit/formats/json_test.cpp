// Our own documents: read back as they were written; errors by JSON Pointer, line and column.
#include "tests/support/catch.hpp"
#include "tests/unit/formats/kit.hpp"

using namespace flagfall;
using namespace flagfall::formats;
using namespace flagfall::formats::testing;

TEST_CASE("JSON that we write is read back as the same", "[formats]") {
    tournament::Tournament t = small_event();
    t.teams[3] = {3, "Oslo", "NOR"};
    t.players[1].team = 3;
    t.info.sectors = {{"A", "Hall", Board{1}, Board{20}}};
    t.info.terms.rules = {{"recording", "off"}};
    t.info.terms.default_time = minutes(30);
    t.info.scoring.win = 6;
    t.rounds[2].terms.time_control = "300";
    Imported expected = imported_of(t);
    const Imported read = must_read(Format::json, json(expected));
    CHECK(read == expected);
}

TEST_CASE("pairings alone are for the round that is named", "[formats]") {
    const tournament::Tournament present = small_event();
    const Imported imported = must_read(
        Format::json, R"({"pairings":[{"white":4,"black":1},{"white":3,"bye":"H"}]})", &present, 3);
    REQUIRE(imported.rounds.size() == 1);
    CHECK(imported.rounds[0].number == 3);
    CHECK(imported.rounds[0].pairings[0].board == Board{1});
    CHECK(must_refuse(Format::json, R"({"pairings":[]})").expected.text.starts_with("/pairings: "));
}

TEST_CASE("games at the clocks are not taken with their round", "[formats][regress]") {
    const Imported file =
        must_read(Format::json, R"({"rounds":[{"number":1,"state":"started","pairings":[)"
                                R"({"board":1,"white":1,"black":2,"game":"open-r1-b1"}]}]})");
    const wire::ImportEvent act = import_of(file);
    REQUIRE(act.rounds.at(0).pairings.size() == 1);
    CHECK(act.rounds.at(0).pairings.at(0).game.empty());
}

TEST_CASE("fields that are not ours are noted, not lost in silence", "[formats]") {
    const Imported imported =
        must_read(Format::json, R"({"players":[{"number":1,"name":"A","elo":5}],"x":1})");
    CHECK(imported.notes ==
          std::vector<std::string>{"/players/0/elo is not kept", "/x is not kept"});
}

TEST_CASE("JSON errors have their place", "[formats]") {
    struct Case {
        const char* text;
        std::uint32_t line;
        std::uint32_t column;
        const char* expected;
    };
    const Case each = GENERATE(
        Case{"", 1, 1, "JSON"}, Case{"{\"players\":\n [,]}", 2, 3, "JSON"},
        Case{"{\"ø\":1,}", 1, 8, "JSON"},
        Case{"[]", 1, 1, ": an object with event"},
        Case{"{}", 1, 1, ": an object with event"},
        Case{"{\"players\":{}}", 1, 12, "/players: a list"},
        Case{"{\"players\":[\n{\"number\":1}]}", 2, 1, "/players/0/name: a value"},
        Case{"{\"players\":[{\"number\":1,\"name\":\"A\"},\n{\"number\":\"2\",\"name\":\"B\"}]}", 2,
             11, "/players/1/number: a whole number"},
        Case{"{\"players\":[{\"name\":\"Æ\",\"number\":0}]}", 1, 34,
             "/players/0/number: a number from 1"},
        Case{"{\"players\":[{\"number\":1,\"name\":\"A\"},{\"number\":1,\"name\":\"B\"}]}", 1, 37,
             "/players/1: a number that no other"},
        Case{"{\"players\":[{\"number\":1,\"name\":7}]}", 1, 32, "/players/0/name: a text"},
        Case{"{\"players\":[{\"number\":1,\"name\":\"A\",\"team\":2}]}", 1, 43,
             "/players/0/team: the number of a team"},
        Case{"{\"teams\":[{\"number\":0,\"name\":\"A\"}]}", 1, 21, "/teams/0/number: a number"},
        Case{"{\"rounds\":[{\"number\":1,\"state\":\"x\"}]}", 1, 32,
             "/rounds/0/state: one of \"drafted\""},
        Case{"{\"rounds\":[{\"number\":1,\"state\":\"drafted\",\"pairings\":[{\"white\":1}]}]}",
             1, 54, "/rounds/0/pairings/0/black: the number of a player"},
        Case{"{\"rounds\":[{\"number\":1,\"state\":\"drafted\",\"pairings\":"
             "[{\"white\":1,\"black\":2},{\"white\":3,\"black\":1}]}]}",
             1, 76, "/rounds/0/pairings/1: a player once"},
        Case{"{\"rounds\":[{\"number\":1,\"state\":\"drafted\",\"pairings\":"
             "[{\"white\":1,\"black\":2,\"entered\":{\"score\":\"2-0\",\"kind\":\"played\"}}]}]}",
             1, 94, "/rounds/0/pairings/0/entered/score: a score"},
        Case{"{\"players\":[],\"players\":[]}", 1, 1, "JSON within bounds"},
        Case{"{\"event\":{\"name\":\"A\",\"terms\":{\"defaultTimeUs\":-1}}}", 1, 47,
             "/event/terms/defaultTimeUs: a whole number"});
    CAPTURE(each.text);
    const ImportError error = must_refuse(Format::json, each.text);
    CAPTURE(formats::text(error));
    CHECK(error.expected.text.starts_with(each.expected));
    CHECK_FALSE(error.expected.code.empty());
    CHECK(error.at.line == each.line);
    CHECK(error.at.column == each.column);
}

TEST_CASE("JSON of many levels is refused before it costs anything", "[formats]") {
    const ImportError error = must_refuse(Format::json, std::string(100'000, '['));
    CHECK(error.expected == "JSON within bounds");
    CHECK(error.found == "nested deeper than 64 levels");
}

TEST_CASE("a list without end is refused at its bound, and not looked at again", "[formats]") {
    const auto list_of = [](std::size_t items) {
        std::string text = "{\"players\":[{}";
        for (std::size_t i = 1; i < items; ++i) text += ",{}";
        return text + "]}";
    };
    CHECK(must_refuse(Format::json, list_of(5'000)).expected.text.starts_with("/players/0"));
    // 16 MiB: bytes beyond the limit are not even read.
    const ImportError error = must_refuse(Format::json, list_of(5'000'000));
    CHECK(error.found == "a list of more than 10000 items");
}

TEST_CASE("a text that steers a terminal is refused where it stands", "[formats]") {
    const ImportError error = must_refuse(
        Format::json, "{\"players\":[\n{\"number\":1,\"name\":\"A\\u009b31m\"}]}");
    CHECK(error.at.line == 2);
    CHECK(error.at.column == 20);
    CHECK(error.found == "/players/0/name: a control character (U+009B) in a text");
}

TEST_CASE("names in JSON are kept in one form", "[formats]") {
    const Imported imported = must_read(
        Format::json,
        "{\"players\":[{\"number\":1,\"name\":\"A\\u030angstro\\u0308m, Zoe\\u0308\"}]}");
    CHECK(imported.players[0].name == "\xC3\x85ngstr\xC3\xB6m, Zo\xC3\xAB");
}

TEST_CASE("JSON that is not UTF-8 is refused where it is not", "[formats]") {
    const ImportError error =
        must_refuse(Format::json, "{\"players\":[\n{\"number\":1,\"name\":\"A\xE9\"}]}");
    CHECK(error.at.line == 2);
    CHECK(error.at.column == 22);
    CHECK(error.found == "a byte that is not UTF-8");
}
