// Files for an event that has players: they refer to the event's persons.
#include <algorithm>

#include "arbiterd/tournament/decide.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/formats/kit.hpp"

using namespace flagfall;
using namespace flagfall::formats;
using namespace flagfall::formats::testing;

namespace {

tournament::Tournament unpaired() {
    tournament::Tournament event = small_event();
    event.rounds.clear();
    return event;
}

// The event's players by number, after it has accepted the list.
std::vector<std::string> names(const tournament::Tournament& present, const Imported& list) {
    std::vector<std::string> out;
    const auto act = tournament::decide_import(present, import_of(list));
    REQUIRE(act);
    for (const auto& player : act->players)
        out.push_back(std::to_string(player.number) + " " + player.name);
    std::ranges::sort(out);
    return out;
}

}  // namespace

TEST_CASE("who is not in a list gives way to who has their number there", "[formats][regress]") {
    const tournament::Tournament present = unpaired();
    const Imported list = must_read(Format::csv, "number,name,fide_id\n1,Dahl,1500001\n"
                                                 "4,Other,777\n", &present);
    CHECK(names(present, list) ==
          std::vector<std::string>{"1 Dahl", "2 Berg, Bo", "3 Clausen, Cato", "4 Other", "5 Eide",
                                   "6 Ärzt, Åse"});
    // Once they are paired, nobody gets another number; the office refuses such a list.
    const tournament::Tournament paired = small_event();
    const Imported late = must_read(Format::csv, "number,name,fide_id\n4,Other,777\n", &paired);
    CHECK(tournament::decide_import(paired, import_of(late)).error().code == "is_paired");
}

TEST_CASE("a list may have FIDE ids in another order before round 1", "[formats][regress]") {
    const tournament::Tournament present = unpaired();
    const tournament::Tournament paired = small_event();
    for (const char* text : {"number,name,fide_id\n1,\"Dahl, Dora\",1500001\n"
                             "4,\"Ärzt, Åse\",1503014\n",
                             R"({"players": [
                                 {"number": 1, "name": "Dahl, Dora", "fideId": "1500001"},
                                 {"number": 4, "name": "Ärzt, Åse", "fideId": "1503014"}]})"}) {
        const Format format = looked_like(text);
        const Imported list = must_read(format, text, &present);
        CHECK(names(present, list) ==
              std::vector<std::string>{"1 Dahl, Dora", "2 Berg, Bo", "3 Clausen, Cato",
                                       "4 Ärzt, Åse", "5 Eide"});
        CHECK(must_refuse(format, text, &paired)
                  .expected.text.find("player 4 of the event has it") != std::string::npos);
    }
    CHECK(must_refuse(Format::csv, "number,name,fide_id\n1,A,5\n2,B,5\n", &present)
              .expected.text.ends_with("(line 2 has it)"));
}

TEST_CASE("teams of a file are those of their names", "[formats][regress]") {
    tournament::Tournament present = unpaired();
    const std::string longest = "Alphas of the old and the new town";
    present.teams = {{1, {1, longest, "NOR"}}, {2, {2, "Betas", {}}}, {3, {3, "Gammas", {}}}};
    for (auto& [number, player] : present.players) player.team = number / 2 + 1;
    tournament::Tournament other = present;
    other.teams = {{1, {1, "Betas", {}}}, {2, {2, "Deltas", {}}}};
    for (auto& [number, player] : other.players) player.team = number % 2 + 1;
    for (const bool trf26 : {false, true}) {
        TrfOptions options;
        options.trf26 = trf26;
        const auto act = tournament::decide_import(
            present, import_of(must_read(Format::trf26, trf(other, {}, options)->text, &present)));
        REQUIRE(act);
        CHECK(act->teams == std::vector<tournament::EventTeam>{present.teams.at(2),
                                                               {4, "Deltas", {}},
                                                               present.teams.at(1),
                                                               present.teams.at(3)});
        CHECK(act->players[0].team == 4);
        CHECK(act->players[1].team == 2);
    }
    for (const bool trf26 : {false, true}) {  // our own file, with a truncated name
        TrfOptions options;
        options.trf26 = trf26;
        const auto own = must_read(Format::trf26, trf(present, {}, options)->text, &present);
        const auto same = tournament::decide_import(present, import_of(own));
        REQUIRE(same);
        CHECK(same->teams[0] == present.teams.at(1));
        CHECK(same->players[1].team == present.players.at(2).team);
    }
}

TEST_CASE("of the rounds of a file only the one that is named is taken", "[formats][regress]") {
    const tournament::Tournament event = small_event();
    const auto file = trf(event, entered_results(event), {});
    REQUIRE(file);
    for (const std::string& text : {file->text, json(imported_of(event))}) {
        const Format format = looked_like(text);
        const Imported second = must_read(format, text, &event, 2);
        REQUIRE(second.rounds.size() == 1);
        CHECK(second.rounds[0].number == 2);
        CHECK(second.notes.back() == "other rounds of the file were left out: 1");
        CHECK(must_refuse(format, text, &event, 3).expected == "pairings of round 3");
        CHECK(must_read(format, text, &event).rounds.size() == 2);
    }
}

TEST_CASE("where a file names no boards, pairs keep theirs", "[formats][regress]") {
    tournament::Tournament event = small_event();
    for (auto& pairing : event.rounds.at(1).pairings)
        if (!pairing.bye) pairing.board.number += 60;
    const std::vector<std::string> same{
        "2\n5 2\n1 4\n", "white,black\n5,2\n1,4\n",
        "[Round \"1\"]\n[White \"Eide\"]\n[Black \"Berg, Bo\"]\n\n*\n\n"
        "[Round \"1\"]\n[White \"Dahl, Dora\"]\n[Black \"Ärzt, Åse\"]\n\n*\n",
        R"({"pairings": [{"white": 5, "black": 2}, {"white": 1, "black": 4}]})"};
    const auto boards = [&](const std::string& text) {
        std::map<std::uint32_t, std::uint32_t> out;
        const Imported file = must_read(looked_like(text), text, &event, 1);
        for (const auto& p : file.rounds.at(0).pairings)
            out[p.board.number] = std::min(p.white, p.black);
        return out;
    };
    using Boards = std::map<std::uint32_t, std::uint32_t>;
    for (const std::string& text : same) CHECK(boards(text) == Boards{{61, 1}, {62, 2}});
    CHECK(boards("2\n3 5\n1 4\n") == Boards{{61, 1}, {62, 3}});
    CHECK(boards("2\n1 2\n4 3\n") == Boards{{61, 1}, {62, 3}});
    CHECK(boards("white,black,board\n5,3,61\n1,4,\n") == Boards{{61, 3}, {62, 1}});
    event.players[6] = {6, "Falk", {}, {}, 0, {}, {}, {}, {}, 0, 0, {}};
    CHECK(boards("3\n3 6\n1 4\n2 5\n") == Boards{{61, 1}, {62, 2}, {63, 3}});
}
