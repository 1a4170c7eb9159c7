// The output of an engine is accepted only if it can be the round's pairings.
#include "arbiterd/console/engine_output.hpp"

#include "arbiterd/formats/export.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::console;

namespace {

// The file for the engine: five players before round 1; 4 has requested a bye, 5 has withdrawn.
std::string file(std::uint32_t players = 5) {
    tournament::Tournament event;
    event.id = "open";
    for (std::uint32_t number = 1; number <= players; ++number) {
        event.players[number].number = number;
        event.players[number].name = "Player " + std::to_string(number);
    }
    event.players[4].byes = {{1, wire::Bye::half}};
    event.players[5].withdrawn_from = 1;
    formats::TrfOptions options;
    options.to_pair = 1;
    return formats::trf(event, {}, options).value().text;
}

std::string wrong(const std::string& output) {
    const auto right = check_output(file(), output, 1);
    return right ? "" : right.error();
}

}  // namespace

TEST_CASE("an engine's output is the round's pairings, all of them and no others") {
    CHECK(wrong("2\n1 3\n2 0\n").empty());
    CHECK(wrong("2\r\n1 3\r\n2 0\r\n").empty());
    CHECK(wrong("1\n1 3\n") == "player 2 (Player 2) is left out, and has no bye");
    const std::string away = " is paired, but has a bye or has withdrawn";
    CHECK(wrong("2\n1 3\n2 4\n") == "player 4 (Player 4)" + away);
    CHECK(wrong("2\n1 3\n2 5\n") == "player 5 (Player 5)" + away);
    CHECK(wrong("2\n1 3\n2 9\n").starts_with("it cannot be read: line 3, column 3"));
    CHECK(wrong("2\n1 3\n3 2\n").starts_with("it cannot be read: line 3"));
    CHECK(wrong("3\n1 3\n2 0\n").starts_with("it cannot be read"));
    CHECK(wrong("").starts_with("it cannot be read"));
    CHECK(wrong("\xFF\xFE").starts_with("it cannot be read"));
    CHECK(wrong("0\n") == "player 1 (Player 1) is left out, and has no bye");
}

TEST_CASE("a file that is no TRF is reported as such") {
    CHECK(check_output("no file", "0\n", 1).error().starts_with("its file cannot be read"));
}
