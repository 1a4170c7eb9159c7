// Which rulings belong to a game that was cancelled and began again.
#include "arbiterd/record/attempts.hpp"

#include <map>
#include <set>

#include "arbiterd/record/results.hpp"
#include "tests/unit/game/random_histories.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

record::RulingRow row_of(const wire::RulingGiven& e) {
    record::RulingRow row;
    row.game = e.game;
    row.number = e.number;
    row.about = name(e.about);
    row.undoes = e.effect.undoes;
    row.corrects_clock = (e.about == wire::Subject::clock || e.about == wire::Subject::control) &&
                         e.effect.answers == 0 && !e.effect.moves;
    row.evidence = "[]";
    return row;
}

std::vector<record::RulingRow> rows_of(const Hall& hall) {
    std::vector<record::RulingRow> rows;
    for (const wire::GameEvent& event : hall.log)
        if (const auto* ruling = std::get_if<wire::RulingGiven>(&event))
            rows.push_back(row_of(*ruling));
    record::mark_cancelled(rows);
    return rows;
}

std::vector<std::int64_t> cancelled(const Hall& hall) {
    std::vector<std::int64_t> all;
    for (const record::RulingRow& row : rows_of(hall)) all.push_back(row.cancelled_by);
    return all;
}

// As the game itself has it: the ruling that its present attempt began with, at each ruling.
void check_against_game(const Hall& hall) {
    game::Games games = Hall().games;
    games.by_id.clear();
    games.at_board.clear();
    std::map<std::uint32_t, std::uint32_t> attempts;
    std::set<std::int64_t> of_all;
    for (const record::RulingRow& row : rows_of(hall))
        if (row.corrects_clock || (row.undoes > 0 && of_all.contains(row.undoes)))
            of_all.insert(row.number);
    std::uint32_t before = 0;
    for (const wire::GameEvent& event : hall.log) {
        game::apply(games, event);
        const auto* ruling = std::get_if<wire::RulingGiven>(&event);
        if (!ruling) continue;
        const std::uint32_t now = games.by_id.at("g1").begun;
        if (now == before) attempts[ruling->number] = now;
        before = now;
    }
    for (const record::RulingRow& row : rows_of(hall)) {
        INFO("ruling " << row.number);
        const auto attempt = attempts.find(static_cast<std::uint32_t>(row.number));
        const bool gone = attempt != attempts.end() && attempt->second != before &&
                          !of_all.contains(row.number);
        REQUIRE((row.cancelled_by > 0) == gone);
        REQUIRE((row.cancelled_by == 0 || row.cancelled_by > row.number));
    }
}

}  // namespace

TEST_CASE("rulings of a game that was cancelled say so (7.2.1, 7.3)", "[record][regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(two_hands(Side::white));
    hall.rule(wire::AdjustClock{minutes(1), minutes(1)});  // both clocks were wrong (6.10.2)
    hall.rule(wire::RestartGame{true, ""});
    REQUIRE(hall.refused.empty());
    CHECK(cancelled(hall) == std::vector<std::int64_t>{3, 0, 0});
    hall.rule(wire::ResumeClock{});
    hall.play("d4");
    CHECK(cancelled(hall) == std::vector<std::int64_t>{3, 0, 0, 0});
    hall.rule(wire::PauseClock{});
    hall.rule(undo(3));
    REQUIRE(hall.refused.empty());
    CHECK(cancelled(hall) == std::vector<std::int64_t>{0, 0, 0, 6, 6, 0});
    hall.rule(undo(6));
    REQUIRE(hall.refused.empty());
    CHECK(cancelled(hall) == std::vector<std::int64_t>{7, 0, 0, 0, 0, 0, 0});
}

TEST_CASE("a report says which rulings are of a game that does not count", "[record][regress]") {
    record::RoundData data;
    record::RulingRow ruling;
    ruling.game = "open-r1-b3";
    ruling.by = "Anna";
    ruling.evidence = "[]";
    ruling.cancelled_by = 3;
    CHECK(record::report(data, {ruling}).contains("[Anna, of the game that ruling 3 cancelled]"));
    CHECK(record::ruling_list({ruling}).contains("\"cancelledBy\":3"));
    ruling.cancelled_by = 0;
    ruling.taken_back = true;
    CHECK(record::report(data, {ruling})
              .contains("[Anna, of game open-r1-b3, which is in no result]"));
    CHECK(record::ruling_list({ruling}).contains("\"gameTakenBack\":true"));
}

TEST_CASE("whatever is restarted and taken back, each ruling is of its game", "[record]") {
    std::size_t marked = 0;
    for (std::uint64_t seed = 1; seed <= 400; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        Hall hall = some_hall(seed);
        for (int steps = 0; steps < 40; ++steps) {
            switch (dice.below(6)) {
                case 0: hall.rule(wire::RestartGame{dice.one_in(2), ""}); break;
                case 1:
                case 2:
                    if (hall.live().rulings > 0)
                        hall.rule(undo(1 + dice.below(hall.live().rulings)));
                    break;
                case 3: rule_one(hall, dice); break;
                default: play(hall, dice);
            }
        }
        check_against_game(hall);
        for (const std::int64_t by : cancelled(hall)) marked += by > 0 ? 1 : 0;
    }
    CHECK(marked > 100);
}
