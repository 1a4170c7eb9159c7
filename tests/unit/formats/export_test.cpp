// Vega's .res, the table for typing in, points, PGN tags.
#include "arbiterd/formats/crosstable.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/formats/kit.hpp"

using namespace flagfall;
using namespace flagfall::formats;
using namespace flagfall::formats::testing;

TEST_CASE("points follow the event's scoring; open boards count nothing", "[formats]") {
    tournament::Tournament t = small_event();
    const Results results = entered_results(t);
    CHECK(points(t, results) == std::map<std::uint32_t, std::uint32_t>{
                                    {1, 2}, {2, 0}, {3, 4}, {4, 0}, {5, 1}});
    CHECK(points(t, results, 1).at(3) == 2);
    t.info.scoring = {6, 2, 1, 0, 3};
    CHECK(points(t, results) == std::map<std::uint32_t, std::uint32_t>{
                                    {1, 6}, {2, 1}, {3, 9}, {4, 1}, {5, 3}});
}

TEST_CASE("with draw odds a played draw counts as a win for one side, and stays a draw") {
    tournament::Tournament t = small_event();
    t.rounds[1].pairings[0].entered = {drawn(), wire::ResultKind::played, {}, {}};
    const auto sums = [&] { return points(t, entered_results(t), 1); };
    CHECK(sums().at(1) == 1);
    CHECK(sums().at(4) == 1);
    t.info.scoring.draw_odds = Side::black;
    CHECK(sums().at(1) == 0);
    CHECK(sums().at(4) == 2);
    CHECK(sums().at(3) == 2);  // a bye
    CHECK(crosstable(t, entered_results(t), 1).at(1).at(1).code == '=');
    t.info.scoring.draw_odds = Side::white;
    CHECK(sums().at(1) == 2);
    t.rounds[1].pairings[0].entered = {drawn(), wire::ResultKind::unrated, {}, {}};
    CHECK(sums().at(1) == 1);
    const auto written = trf(t, entered_results(t), {});
    REQUIRE(written);
    REQUIRE(!written->notes.empty());
    CHECK(written->notes.front().starts_with("a draw counts as a win for white (Armageddon)"));
}

TEST_CASE("Vega's file has the boards that are done, by the codes given", "[formats]") {
    tournament::Tournament t = small_event();
    const auto codes = vega_codes("1-0=1, 0-1=2,=-= = 3,0-0=7,+:-=4");
    REQUIRE(codes);
    const Results results = entered_results(t);
    const auto first = vega(t.rounds[1], results.at(1), *codes);
    REQUIRE(first);
    CHECK(first->text == "2 1\n1 4 1\n5 2 7\n");
    CHECK(first->notes.empty());
    const auto second = vega(t.rounds[2], results.at(2), *codes);
    REQUIRE(second);
    CHECK(second->text == "1 2\n3 1 4\n");
    CHECK(second->notes == std::vector<std::string>{"board 2: no result yet, left out"});
}

TEST_CASE("a result without a code of Vega is an error that names the board", "[formats]") {
    const tournament::Tournament t = small_event();
    const auto refused = vega(t.rounds.at(1), entered_results(t).at(1), default_vega_codes());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().text.starts_with("board 2: there is no code for 0-0;"));
    for (const char* text : {"", "1-0", "1-0=", "1-0=x", "2-0=1", "1-0=1,1:0=2", "*=1", "1-0=1,"})
        CHECK_FALSE(vega_codes(text).has_value());
}

TEST_CASE("the table for retyping has the rows of the pairing list", "[formats]") {
    tournament::Tournament t = small_event();
    const Results results = entered_results(t);
    CHECK(retype_text(t, 2, results.at(2), RetypeOrder::boards) ==
          "Åpent mesterskap, round 2\n"
          "\n"
          "Board  No.  White          Result  Black           No.\n"
          "    1    3  Clausen, Cato  + - -   GM Ärzt, Åse      1\n"
          "    2    2  Berg, Bo               WFM Dahl, Dora    4\n"
          "         5  Eide           0.5     bye (H)\n");
    t.players[3].name = "<b>\"C\" & D</b>";
    const std::string page = retype_html(t, 2, results.at(2), RetypeOrder::boards);
    CHECK(page.find("<td>&lt;b&gt;&quot;C&quot; &amp; D&lt;/b&gt;</td><td>+ - -</td>") !=
          std::string::npos);
    CHECK(page.find("<script") == std::string::npos);
    CHECK(page.find("<caption>") != std::string::npos);
    CHECK(page.find("<html lang=\"en\">") != std::string::npos);
    CHECK(page.find("<th scope=\"row\">1</th>") < page.find("<th scope=\"row\">2</th>"));
}

TEST_CASE("the order of starting ranks puts the lower of the two first", "[formats]") {
    tournament::Tournament t = small_event();
    std::swap(t.rounds[1].pairings[0].board, t.rounds[1].pairings[1].board);
    std::swap(t.rounds[1].pairings[0], t.rounds[1].pairings[1]);
    const tournament::RoundResults none;
    const std::string boards = retype_text(t, 1, none, RetypeOrder::boards);
    const std::string numbers = retype_text(t, 1, none, RetypeOrder::numbers);
    CHECK(boards.find("Eide") < boards.find("Ärzt"));
    CHECK(numbers.find("Ärzt") < numbers.find("Eide"));
    CHECK(boards.find("1.0     bye (U)") != std::string::npos);
}

TEST_CASE("PGN tags say what the event knows of the players", "[formats]") {
    tournament::Tournament t = small_event();
    t.teams[1] = {1, "Bergens Schakklub", {}};
    t.players[1].team = 1;
    const auto tags = pgn_tags(t, t.rounds[1], {{1, 4}});
    CHECK(tags == wire::Pairs{{"Event", "Åpent mesterskap"},
                              {"Site", "Bergen"},
                              {"Date", "2026.11.21"},
                              {"WhiteTitle", "GM"},
                              {"WhiteElo", "2500"},
                              {"WhiteFideId", "1503014"},
                              {"WhiteFed", "NOR"},
                              {"WhiteTeam", "Bergens Schakklub"},
                              {"BlackTitle", "WFM"},
                              {"BlackElo", "2100"},
                              {"BlackFideId", "1500001"},
                              {"BlackFed", "NOR"}});
}
