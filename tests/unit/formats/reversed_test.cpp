// Players who had the opposite colours from their pairing (7.3): every format gives the
// points to the same player, and shows who had which colour.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "arbiterd/formats/crosstable.hpp"
#include "arbiterd/formats/livechess.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/joined.hpp"
#include "tests/unit/formats/kit.hpp"

using namespace flagfall;
using namespace flagfall::formats;

namespace {

// 1 was paired with White against 4, but 4 had White and won.
Results reversed_results(const tournament::Tournament& t) {
    Results results = entered_results(t);
    results[1][Board{1}].reversed = true;
    return results;
}

bool has(const std::string& text, std::string_view words) {
    return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("reversed colours: the points go to who won", "[formats]") {
    const tournament::Tournament t = testing::small_event();
    const Results results = reversed_results(t);
    auto sums = points(t, results, 1);
    CHECK(sums[4] == 2);
    CHECK(sums[1] == 0);
    auto table = crosstable(t, results, 1);
    CHECK(table[1][1].colour == 'b');
    CHECK(table[1][1].opponent == 4);
    CHECK(table[1][1].code == '0');
    CHECK(table[4][1].colour == 'w');
    CHECK(table[4][1].opponent == 1);
    CHECK(table[4][1].code == '1');
}

TEST_CASE("reversed colours: each format has the players as they played", "[formats]") {
    const tournament::Tournament t = testing::small_event();
    const Results results = reversed_results(t);
    CHECK(has(trf(t, results, {})->text, " 4 b 0"));
    CHECK(has(trf(t, results, {})->text, " 1 w 1"));
    CHECK(has(results_csv(t, results, 1).text, "1,1,4,1,1-0,\"Dahl, Dora\",\"Ärzt, Åse\",1.0,0.0"));
    tournament::EventRound first = t.rounds.at(1);
    first.pairings.erase(first.pairings.begin() + 1, first.pairings.end());
    CHECK(has(vega(first, results.at(1), default_vega_codes())->text, "4 1 1\n"));
    const std::string table = retype_text(t, 1, results.at(1), RetypeOrder::boards);
    CHECK(table.find("Dahl") < table.find("Ärzt"));
    const auto cloud = nlohmann::json::parse(test::livechess_round(t, 1, results.at(1), {}));
    CHECK(cloud["pairings"][0]["white"]["lname"] == "Dahl");
    CHECK(cloud["pairings"][0]["result"] == "WHITEWIN");
    const auto players =
        tournament::players_of(t.rounds.at(1).pairings[0], results.at(1).at(Board{1}));
    const wire::Pairs tags = pgn_tags(t, t.rounds.at(1), players);
    CHECK(std::ranges::find(tags, wire::Pair{"WhiteElo", "2100"}) != tags.end());
    CHECK(std::ranges::find(tags, wire::Pair{"BlackTitle", "GM"}) != tags.end());
}
