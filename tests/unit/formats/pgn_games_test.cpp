// The tags of single games, each read separately.
#include "arbiterd/formats/pgn_games.hpp"

#include "common/chess/pgn.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/formats/kit.hpp"

using namespace flagfall;
using namespace flagfall::formats;

namespace {

// Two players with the same name; one of them has no FIDE id.
tournament::Tournament hall() {
    tournament::Tournament event;
    const auto add = [&](std::uint32_t number, const char* name, const char* id) {
        tournament::EventPlayer& player = event.players[number];
        player.number = number;
        player.name = name;
        player.fide_id = id;
    };
    add(1, "Østby, Åse", "1500001");
    add(2, "Li, Wei", "8600001");
    add(3, "Li, Wei", "");
    add(4, "Roi, Luc", "");
    return event;
}

std::expected<std::optional<TaggedGame>, ImportError> read(std::string_view text,
                                                           std::uint32_t round = 3) {
    const auto pieces = chess::split_pgn(text);
    REQUIRE(pieces.size() == 1);
    const tournament::Tournament event = hall();
    return read_tags(pieces.front(), Roster(&event), round);
}

TaggedGame game(std::string_view text) {
    const auto read_one = read(text);
    INFO((read_one ? "" : formats::text(read_one.error())));
    REQUIRE((read_one && *read_one));
    return **read_one;
}

std::string wrong(std::string_view text) {
    const auto read_one = read(text);
    REQUIRE(!read_one);
    return formats::text(read_one.error());
}

using Numbers = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("a game names its players, its seat and its result") {
    const TaggedGame one = game("\n\n[White \"ØSTBY,åse\"]\n[Black \"Roi,  Luc\"]\n"
                                "[Round \"3.12\"]\n[Result \"0-1\"]\n\n1. e4 Kd9 0-1\n");
    CHECK((one.line == 3 && one.round == 3 && one.board == 12));
    CHECK(one.players[Side::white] == Numbers{1});
    CHECK(one.players[Side::black] == Numbers{4});
    REQUIRE(one.entered);
    CHECK((one.entered->score == win_of(Side::black) &&
           one.entered->kind == wire::ResultKind::played));
    // The same letters, composed in another way and in capitals.
    CHECK(game("[White \"ØSTBY, A\u030ASE\"]\n[Black \"x\"]\n[Result \"*\"]\n\n*")
              .players[Side::white] == Numbers{1});
    const TaggedGame open = game("[White \"Roi, Luc\"]\n[Black \"Nobody\"]\n[Result \"*\"]\n\n*");
    CHECK((!open.entered && open.round == 3 && open.board == 0));
    CHECK(open.players[Side::black].empty());
    const std::string players = "[White \"Roi, Luc\"]\n[Black \"x\"]\n";
    CHECK(game(players + "[Result \"1-0\"]\n[Termination \"forfeit\"]\n\n1-0").entered->kind ==
          wire::ResultKind::forfeit);
    CHECK(game(players + "[Result \"*\"]\n[FlagfallResult \"0-0\"]\n\n*").entered->score ==
          Score{});
}

TEST_CASE("each Termination of the PGN standard has its treatment") {
    const auto ended = [](const std::string& how, const std::string& result = "1-0") {
        return "[White \"Roi, Luc\"]\n[Black \"x\"]\n[Result \"" + result +
               "\"]\n[Termination \"" + how + "\"]\n\n1. e4 " + result;
    };
    for (const char* by_play : {"normal", "Time Forfeit", "", "Roi, Luc won on time"}) {
        const TaggedGame one = game(ended(by_play));
        CHECK((one.entered->kind == wire::ResultKind::played && one.decided.empty()));
    }
    for (const char* decided : {"adjudication", "abandoned", "death", "emergency",
                                "rules infraction"}) {
        const TaggedGame one = game(ended(decided));
        CHECK((one.entered->score == win_of(Side::white) &&
               one.entered->kind == wire::ResultKind::played));
        CHECK(one.decided == decided);
        CHECK((!game(ended(decided, "*")).entered && game(ended(decided, "*")).decided.empty()));
    }
    CHECK(game(ended("Abandoned")).decided == "abandoned");
    CHECK(game(ended("unplayed")).entered->kind == wire::ResultKind::forfeit);
    CHECK(!game(ended("unterminated", "*")).entered);
    const std::string open = wrong(ended("unterminated"));
    CHECK(open.find("line 4, column") != std::string::npos);
    CHECK(open.find("the end of a game whose result is 1-0") != std::string::npos);
}

TEST_CASE("a FIDE id goes before a name, and players of one name may all be meant") {
    const auto white = [](const std::string& tags) {
        return game(tags + "[Black \"Roi, Luc\"]\n[Result \"*\"]\n\n*").players[Side::white];
    };
    CHECK(white("[White \"Li, Wei\"]\n") == Numbers{2, 3});
    CHECK(white("[White \"Li, Wei\"]\n[WhiteFideId \"8600001\"]\n") == Numbers{2});
    CHECK(white("[White \"somebody\"]\n[WhiteFideId \"1500001\"]\n") == Numbers{1});
    // With another id it is another Li, Wei; the one without a known id may be this one.
    CHECK(white("[White \"Li, Wei\"]\n[WhiteFideId \"8600009\"]\n") == Numbers{3});
    CHECK(white("[White \"Li, Wei\"]\n[WhiteFideId \"0\"]\n") == Numbers{2, 3});
}

TEST_CASE("Latin-1 is read, each game by itself") {
    const TaggedGame one = game("[White \"\xD8stby, \xC5se\"]\n[Black \"Roi, Luc\"]\n"
                                "[Result \"\xBD-\xBD\"]\n\n1. e4 \xBD-\xBD");
    CHECK(one.players[Side::white] == Numbers{1});
    CHECK(one.entered->score == drawn());
}

TEST_CASE("games of other rounds and byes are none of this round") {
    const auto other = read("[White \"?\"]\n[Round \"2\"]\n[Result \"nonsense\"]\n\n*");
    REQUIRE((other && *other));
    CHECK((*other)->round == 2);
    const auto bye = read("[White \"Roi, Luc\"]\n[Black \"bye\"]\n[Result \"1-0\"]\n\n1-0");
    REQUIRE(bye);
    CHECK(!*bye);
}

TEST_CASE("what is wrong with a game has its place") {
    CHECK(wrong("\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-1\"]\n\n*") ==
          "line 4, column 10: expected a result such as 1-0, 1/2-1/2 or *, found \"1-1\"");
    CHECK(wrong("[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 *") ==
          "line 3, column 10: expected the result that stands after the moves, *, found \"1-0\"");
    CHECK(wrong("[White \"A\"]\n[Black \"B\"]\n\n1-0").find("found nothing") != std::string::npos);
    CHECK(wrong("[White \"A\"]\n[Round \"final\"]\n\n1-0").find("a round such as 3") !=
          std::string::npos);
    CHECK(wrong("[White \"A\"]\n[Black \"B\"]\n[White \"C\"]\n[Black \"D\"]\n\n1-0")
              .find("before the next game") != std::string::npos);
}
