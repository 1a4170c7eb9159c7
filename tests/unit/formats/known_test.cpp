// Files for an event that has players: what they say is of its persons.
#include <algorithm>

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

std::vector<std::string> names(const std::vector<tournament::EventPlayer>& players) {
    std::vector<std::string> out;
    for (const auto& player : players)
        out.push_back(std::to_string(player.number) + " " + player.name);
    return out;
}

}  // namespace

TEST_CASE("who is not in a list gives way to who has their number there", "[formats][regress]") {
    const tournament::Tournament present = unpaired();
    const Imported list = must_read(Format::csv, "number,name,fide_id\n1,Dahl,1500001\n"
                                                 "4,Other,777\n", &present);
    CHECK(names(together(present, list.players)) ==
          std::vector<std::string>{"1 Dahl", "2 Berg, Bo", "3 Clausen, Cato", "4 Other", "5 Eide",
                                   "6 Ärzt, Åse"});
    // When they are paired, nobody gets another number; the office refuses such a list.
    const tournament::Tournament paired = small_event();
    const Imported late = must_read(Format::csv, "number,name,fide_id\n4,Other,777\n", &paired);
    CHECK(together(paired, late.players).size() == 5);
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
        CHECK(names(together(present, list.players)) ==
              std::vector<std::string>{"1 Dahl, Dora", "2 Berg, Bo", "3 Clausen, Cato",
                                       "4 Ärzt, Åse", "5 Eide"});
        CHECK(must_refuse(format, text, &paired).expected.find("player 4 of the event has it") !=
              std::string::npos);
    }
    CHECK(must_refuse(Format::csv, "number,name,fide_id\n1,A,5\n2,B,5\n", &present)
              .expected.ends_with("(line 2 has it)"));
}
