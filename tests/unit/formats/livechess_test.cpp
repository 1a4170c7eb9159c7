// The documents of LiveChess Cloud, by their fields.
#include "arbiterd/formats/livechess.hpp"

#include <nlohmann/json.hpp>

#include "tests/support/catch.hpp"
#include "tests/support/joined.hpp"
#include "tests/unit/formats/kit.hpp"

using namespace flagfall;
using namespace flagfall::formats;
using namespace flagfall::formats::testing;
using nlohmann::json;

namespace {

record::GameRow game_row() {
    record::GameRow game;
    game.game = "g";
    game.status = wire::GameStatus::finished;
    game.result = "0-1";
    game.kind = wire::ResultKind::played;
    game.plies = 2;
    game.reading_us = {{5'399'900'000, 5'395'000'000}};
    return game;
}

record::MoveRow move(std::int64_t ply, const char* side, const char* san, std::int64_t elapsed_s,
                     Both<std::int64_t> reading_us) {
    record::MoveRow row;
    row.ply = ply;
    row.side = side;
    row.san = san;
    row.elapsed_us = elapsed_s * 1'000'000 + 900'000;
    row.reading_us = reading_us;
    row.at = "2026-11-21T14:00:0" + std::to_string(ply) + ".250Z";
    return row;
}

const std::vector<record::MoveRow> two_moves{
    move(1, "white", "e4", 12, {{5'399'900'000, 5'400'000'000}}),
    move(2, "black", "e5", 5, {{5'399'900'000, 5'395'000'000}}),
};

}  // namespace

TEST_CASE("tournament.json counts the games of each round", "[formats]") {
    const tournament::Tournament t = small_event();
    const auto document = json::parse(livechess_tournament(t, {{2, {Board{2}}}}));
    CHECK(document["name"] == "Åpent mesterskap");
    CHECK(document["location"] == "Bergen");
    CHECK(document["country"] == "NOR");
    CHECK(document["timecontrol"] == "40/5400+30:1800+30");
    CHECK(document["rounds"] == json::parse(R"([{"count":2,"live":0},{"count":2,"live":1},
        {"count":0,"live":0},{"count":0,"live":0},{"count":0,"live":0}])"));
    CHECK(document["eboards"] == json::array());
}

TEST_CASE("index.json has the pairings by board, without byes", "[formats]") {
    const tournament::Tournament t = small_event();
    const auto results = entered_results(t);
    const auto document =
        json::parse(test::livechess_round(t, 1, results.at(1), {{1, {Board{2}}}}));
    CHECK(document["date"] == "2026-11-21");
    REQUIRE(document["pairings"].size() == 2);
    CHECK(document["pairings"][0] == json::parse(R"({
        "white":{"fname":"Åse","mname":null,"lname":"Ärzt","title":"GM","federation":"NOR",
                 "fideid":1503014},
        "black":{"fname":"Dora","mname":null,"lname":"Dahl","title":"WFM","federation":"NOR",
                 "fideid":1500001},
        "result":"WHITEWIN","live":false})"));
    CHECK(document["pairings"][1]["white"]["lname"] == "Eide");
    CHECK(document["pairings"][1]["white"]["fname"].is_null());
    CHECK(document["pairings"][1]["result"] == "*");  // 0-0
    CHECK(document["pairings"][1]["live"] == true);
}

TEST_CASE("game.json has SAN, seconds left and seconds used", "[formats]") {
    const auto document = json::parse(livechess_game(game_row(), two_moves));
    CHECK(document["moves"] == json::parse(R"(["e4 5399+12","e5 5395+5"])"));
    CHECK(document["result"] == "BLACKWIN");
    CHECK(document["live"] == false);
    CHECK(document["chess960"] == 518);
    CHECK(document["firstMove"] == 1795269601250);
    CHECK(document["clock"] ==
          json::parse(R"({"white":5399,"black":5395,"time":1795269602250})"));
}

TEST_CASE("what LiveChess cannot say is in the comment", "[formats]") {
    record::GameRow game = game_row();
    game.result = "1/2-0";
    const auto half = json::parse(livechess_game(game, two_moves));
    CHECK(half["result"] == "*");
    CHECK(half["comment"] == "the result is 1/2-0");
    auto stood = two_moves;
    stood[1].completed_by = "stood";
    const auto illegal = json::parse(livechess_game(game_row(), stood));
    CHECK(illegal["moves"].size() == 1);
    CHECK(illegal["comment"] == "an illegal move stood: e5");
    game = game_row();
    game.result = "0-0";
    game.reason = Ending::forfeit;
    game.kind = wire::ResultKind::forfeit;
    game.plies = 0;
    CHECK(json::parse(livechess_game(game, {}))["result"] == "NOTPLAYED");
    game.fen = "nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w GBgb - 0 1";
    CHECK(json::parse(livechess_game(game, {}))["chess960"] != 518);
}
