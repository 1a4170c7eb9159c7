// CSV, the engine's pairing text, the tags of PGN: players found by number, id and name.
#include <algorithm>

#include "arbiterd/tournament/decide.hpp"
#include "common/base/limits.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/formats/kit.hpp"

using namespace flagfall;
using namespace flagfall::formats;
using namespace flagfall::formats::testing;

namespace {

struct Wrong {
    const char* text;
    std::uint32_t line;
    std::uint32_t column;
    const char* expected;
};

void check_refused(Format format, const Wrong& wrong, std::uint32_t round) {
    const tournament::Tournament present = small_event();
    CAPTURE(wrong.text);
    const ImportError error = must_refuse(format, wrong.text, &present, round);
    CAPTURE(formats::text(error));
    CHECK(error.expected.text.starts_with(wrong.expected));
    CHECK(error.at.line == wrong.line);
    CHECK(error.at.column == wrong.column);
}

}  // namespace

TEST_CASE("players come from CSV with columns in any order", "[formats]") {
    const Imported imported =
        must_read(Format::csv, "Name;Elo;No.;FIDE-ID;Team;born on;Birth\r\n"
                               "\"Ås, \"\"Tom\"\"\";2100;7;0;Oslo;x;1990/01/02\r\n"
                               "\r\n"
                               "Berg, Bo;;;1503014;Oslo;;1985\r\n");
    REQUIRE(imported.players.size() == 2);
    CHECK(imported.players[0] ==
          tournament::EventPlayer{
              7, "Ås, \"Tom\"", {}, {}, 2100, {}, {}, "1990-01-02", {}, 1, 0, {}});
    CHECK(imported.players[1] ==
          tournament::EventPlayer{8, "Berg, Bo", {}, {}, 0, {}, "1503014", "1985", {}, 1, 0, {}});
    CHECK(imported.teams == std::vector<tournament::EventTeam>{{1, "Oslo", {}}});
    CHECK(imported.notes == std::vector<std::string>{"the column \"born on\" is not kept"});
}

TEST_CASE("a player without a number who is there already keeps theirs", "[formats]") {
    const tournament::Tournament present = small_event();
    const Imported known = must_read(
        Format::csv, "name,rating,fide_id\n\"berg,bo\",2410,\nDahl,1,1500001\nNew,1,\n", &present);
    REQUIRE(known.players.size() == 3);
    CHECK(known.players[0].number == 2);
    CHECK(known.players[1].number == 4);
    CHECK(known.players[2].number == 6);
}

TEST_CASE("a namesake with another FIDE id is another player", "[formats][regress]") {
    const tournament::Tournament present = small_event();
    const auto& dahl = present.players.at(4);
    REQUIRE_FALSE(dahl.fide_id.empty());
    const Imported late = must_read(Format::csv, "name,fide_id\n\"" + dahl.name + "\",99\n\"" +
                                                     dahl.name + "\"," + dahl.fide_id + "\n",
                                    &present);
    REQUIRE(late.players.size() == 2);
    CHECK(late.players[0].number == 4);
    CHECK(late.players[0].fide_id == dahl.fide_id);
    CHECK(late.players[1].number == 6);
}

TEST_CASE("a new team of a list leaves the teams that are there", "[formats][regress]") {
    tournament::Tournament present = small_event();
    present.teams = {{1, {1, "Reds", {}}}, {2, {2, "Blues", {}}}};
    const Imported list = must_read(Format::csv, "name,team\nNew,Greens\n", &present);
    const auto act = tournament::decide_import(present, import_of(list));
    REQUIRE(act);
    REQUIRE(act->teams.size() == 3);
    CHECK(act->teams[0] == tournament::EventTeam{3, "Greens", {}});
    CHECK(act->teams[1].name == "Reds");
    CHECK(act->players.front().team == 3);
}

TEST_CASE("pairings come from CSV by number or name", "[formats]") {
    const tournament::Tournament present = small_event();
    const Imported imported = must_read(Format::csv,
                                        "board\twhite\tblack\tresult\n"
                                        "2\tBerg, Bo\t4\t\u00BD-\u00BD\n"
                                        "1\t1\tEide\t\n"
                                        "\t3\tbye\tH\n",
                                        &present, 3);
    REQUIRE(imported.rounds.size() == 1);
    const tournament::EventRound& round = imported.rounds[0];
    CHECK(round.number == 3);
    CHECK(round.state == tournament::RoundState::drafted);
    REQUIRE(round.pairings.size() == 3);
    CHECK(round.pairings[0].board == Board{1});
    CHECK(round.pairings[0].black == 5);
    CHECK_FALSE(round.pairings[0].entered.has_value());
    CHECK(round.pairings[1].entered->score == drawn());
    CHECK(round.pairings[2].bye == wire::Bye::half);
}

TEST_CASE("CSV errors have their place", "[formats]") {
    check_refused(Format::csv,
                  GENERATE(Wrong{"", 1, 1, "a first row"},
                           Wrong{"rating,fed\n1,2\n", 1, 1, "columns white and black"},
                           Wrong{"name,name\n", 1, 6, "each column once"},
                           Wrong{"name\n", 2, 1, "at least one player"},
                           Wrong{"name,no\nA,x\n", 2, 3, "a number up to 9999"},
                           Wrong{"no,name\n1,A\n1,B\n", 3, 1, "a number that no other player"},
                           Wrong{"name,fide_id\nA,77\nB,77\n", 3, 1, "a FIDE id that no other"},
                           Wrong{"name,sex\nA,x\n", 2, 3, "m, w or nothing"},
                           Wrong{"name,birth\nÆ,1.1.90\n", 2, 3, "a date YYYY-MM-DD or a year"},
                           Wrong{"name,rating\n\"A\"x,1\n", 2, 4, "the end of the cell"},
                           Wrong{"name,rating\n\"A,1\n", 3, 1, "the closing quote"},
                           Wrong{"name\nA,1\n", 2, 3, "no more than the 1 columns"},
                           Wrong{"name,no\n,1\n", 2, 1, "a name"},
                           Wrong{"board,white,black\n1,1,9\n", 2, 5, "the number or the name"},
                           Wrong{"board,white,black\n1,Nobody,2\n", 2, 3, "the number or the"},
                           Wrong{"board,white,black\n1,1,2\n1,3,4\n", 3, 1, "a board once"},
                           Wrong{"board,white,black\n1,1,2\n2,3,1\n", 3, 5, "a player once"},
                           Wrong{"board,white,black\n1,1,1\n", 2, 5, "a player once"},
                           Wrong{"board,white,black\n16385,1,2\n", 2, 1, "a board up to 16384"},
                           Wrong{"white,black,result\n1,2,1-1\n", 2, 5, "a result such as"},
                           Wrong{"white,black,result\n1,,x\n", 2, 4, "the code of a bye"},
                           Wrong{"white,black,round\n1,2,4\n", 2, 5, "round 3"}),
                  3);
}

TEST_CASE("what an event does not take is refused where it stands", "[formats][regress]") {
    const std::string long_name(limits::name_bytes + 1, 'x');
    const std::string long_row = "name\nA\n" + long_name + "\n";
    const Wrong lists[]{
        {"name,federation\nA,NOR\nB,norway\n", 3, 3, "a federation of three letters"},
        {"name,title\nA,gm\nB,wg\n", 3, 3, "a title such as GM"},
        {long_row.c_str(), 3, 1, "a name of at most"},
    };
    for (const Wrong& wrong : lists) check_refused(Format::csv, wrong, 0);
    const Wrong reports[]{
        {"032 norway\n001    1      A\n", 1, 5, "a federation of three letters"},
        {"001    1   wg A\n", 1, 11, "a title such as GM"},
        {"001    1\n", 1, 15, "a name"},
    };
    for (const Wrong& wrong : reports) check_refused(Format::trf26, wrong, 0);
    check_refused(Format::pgn, {"[Round \"1\"]\n[White \"New\"]\n[WhiteTitle \"Dr\"]\n"
                                "[Black \"Eide\"]\n\n*\n", 3, 14, "a title such as GM"}, 1);
    check_refused(Format::json, {R"({"players": [{"number": 7, "name": "A", "title": "Dr"}]})", 1,
                                 50, "/players/0/title: a title such as GM"}, 0);
    const Imported small = must_read(Format::csv, "name,title,federation\nA,wfm,swe\n");
    CHECK(small.players[0].title == "WFM");
    CHECK(small.players[0].federation == "SWE");
}

TEST_CASE("CSV that we write is read back as the same", "[formats]") {
    tournament::Tournament t = small_event();
    t.teams[1] = {1, "A; \"B\"", {}};
    t.players[2].team = 1;
    t.players[2].name = "=HYPERLINK(1)";
    t.players[3].club = "@home, -3";
    t.players[5].withdrawn_from = 2;
    const Exported players = players_csv(t);
    CHECK(players.text.find(",'=HYPERLINK(1),") != std::string::npos);
    const Imported back = must_read(Format::csv, players.text);
    CHECK(tournament_of(back).players == t.players);
    CHECK(back.teams == std::vector<tournament::EventTeam>{t.teams[1]});
    CHECK(back.notes.empty());
    const Exported results = results_csv(t, entered_results(t), 0);
    const Imported rounds = must_read(Format::csv, results.text, &t);
    t.rounds[1].starts.clear();  // CSV has no dates
    CHECK(tournament_of(rounds).rounds == t.rounds);
    CHECK(rounds.notes.empty());
}

TEST_CASE("an engine's pairings are read and written", "[formats]") {
    const tournament::Tournament present = small_event();
    const Imported imported =
        must_read(Format::pairs, "3\r\n4 1\r\n2  5 \r\n3 0\r\n", &present, 3);
    REQUIRE(imported.rounds.size() == 1);
    CHECK(imported.rounds[0].pairings.size() == 3);
    CHECK(imported.rounds[0].pairings[0].white == 4);
    CHECK(imported.rounds[0].pairings[2].bye == wire::Bye::allocated);
    CHECK(pairs(imported.rounds[0]).text == "3\n4 1\n2 5\n3 0\n");
    CHECK(looked_like("3\n4 1\n2 5\n") == Format::pairs);
    const Exported byes = pairs(present.rounds.at(2));
    CHECK(byes.text == "2\n3 1\n2 4\n");
    CHECK(byes.notes == std::vector<std::string>{
                            "player 5: the bye H cannot be expressed and is left out"});
}

TEST_CASE("errors of an engine's pairings have their place", "[formats]") {
    check_refused(Format::pairs,
                  GENERATE(Wrong{"", 1, 1, "the number of pairs"},
                           Wrong{"x\n", 1, 1, "the number of pairs"},
                           Wrong{"1 2\n", 1, 3, "the end of the first line"},
                           Wrong{"2\n1 2\n", 3, 1, "2 pairs, after 1"},
                           Wrong{"1\n1 2\n3 4\n", 3, 1, "the end, after 1 pairs"},
                           Wrong{"1\n1\n", 2, 2, "a second player"},
                           Wrong{"1\n1 2 3\n", 2, 5, "the end of the line"},
                           Wrong{"1\n1 y\n", 2, 3, "the number of a player, or 0"},
                           Wrong{"1\n0 1\n", 2, 1, "the number of a player"},
                           Wrong{"1\n1 6\n", 2, 3, "the number of a player of the event"},
                           Wrong{"2\n1 2\n2 3\n", 3, 1, "a player once in round 3 (line 2"}),
                  3);
    CHECK(must_refuse(Format::pairs, "0\n")
              .expected.text.starts_with("the round of these pairings"));
}

TEST_CASE("pairings come from the tags of PGN", "[formats]") {
    const tournament::Tournament present = small_event();
    const Imported imported = must_read(
        Format::pgn,
        "[Event \"X\"]\n[Round \"3.2\"]\n[White \"Somebody Else\"]\n[WhiteFideId \"1503014\"]\n"
        "[Black \"berg , bo\"]\n[BlackElo \"-\"]\n[Result \"1/2-1/2\"]\n\n"
        "1. e4 { [Not \"a tag\"] } Ke4 ; [nor this\n 1/2-1/2\n\n"
        "[Event \"X\"]\n[Round \"3\"]\n[Board \"1\"]\n[White \"New \\\"N\\\"\"]\n"
        "[WhiteElo \"1800\"]\n[WhiteTitle \"CM\"]\n[WhiteTeam \"Oslo\"]\n[Black \"Eide\"]\n"
        "[BlackElo \"0\"]\n[Result \"*\"]\n\n*\n"
        "[Round \"3\"]\n[White \"Clausen, Cato\"]\n[Black \"bye\"]\n\n"
        "[Round \"4.1\"]\n[White \"Clausen, Cato\"]\n[Black \"Eide\"]\n[Result \"1-0\"]\n",
        &present, 3);
    REQUIRE(imported.players.size() == 1);
    CHECK(imported.players[0] ==
          tournament::EventPlayer{6, "New \"N\"", "CM", {}, 1800, {}, {}, {}, {}, 1, 0, {}});
    REQUIRE(imported.rounds.size() == 1);
    const auto& pairings = imported.rounds[0].pairings;
    REQUIRE(pairings.size() == 3);
    CHECK(pairings[0].board == Board{1});
    CHECK(pairings[0].white == 6);
    CHECK(pairings[1].board == Board{2});
    CHECK(pairings[1].white == 1);
    CHECK(pairings[1].black == 2);
    CHECK(pairings[1].entered->score == drawn());
    CHECK(pairings[2].bye == wire::Bye::allocated);
    CHECK(imported.notes == std::vector<std::string>{"1 games of other rounds were left out"});
}

TEST_CASE("PGN that cannot say a result says it in a tag of ours", "[formats]") {
    const std::string both =
        "[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[FlagfallResult \"1/2-0\"]\n";
    const Imported imported = must_read(Format::pgn, both);
    CHECK(imported.rounds[0].pairings[0].entered->score == Score{{{1, 0}}});
    const std::string forfeit =
        "[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n"
        "[Termination \"forfeit\"]\n";
    CHECK(must_read(Format::pgn, forfeit).rounds[0].pairings[0].entered->kind ==
          wire::ResultKind::forfeit);
}

TEST_CASE("PGN errors have their place", "[formats]") {
    check_refused(
        Format::pgn,
        GENERATE(Wrong{"1. e4 e5\n", 1, 1, "at least one game"},
                 Wrong{"[White \"A\"\n", 1, 11, "']' at the end of the tag White"},
                 Wrong{"[White A]\n", 1, 8, "a value in quotes"},
                 Wrong{"[White \"Æ\n", 1, 10, "the closing quote of the tag White"},
                 Wrong{"{ no end\n[White \"A\"]\n", 1, 1, "a comment with a closing brace"},
                 Wrong{"[White \"A\"]\n[Round \"x\"]\n", 2, 9, "a round such as 3"},
                 Wrong{"[White \"A\"]\n[Black \"B\"]\n[Board \"x\"]\n", 3, 9, "the number of a bo"},
                 Wrong{"[White \"A\"]\n[Black \"B\"]\n[Result \"2-0\"]\n", 3, 10, "a result such"},
                 Wrong{"[White \"?\"]\n[Black \"?\"]\n", 1, 9, "the name of a player"},
                 Wrong{"[White \"A\"]\n[Black \"B\"]\n[WhiteFideId \"x1\"]\n", 3, 15, "a FIDE id"},
                 Wrong{"[White \"A\"]\n[Black \"A\"]\n", 2, 9, "a player once"},
                 Wrong{"[Round \"4\"]\n[White \"A\"]\n", 1, 1, "a game of round 3"}),
        3);
    CHECK(must_refuse(Format::pgn, "[White \"A\"]\n[Black \"B\"]\n").expected ==
          "a tag Round, or the round given with the file");
}

TEST_CASE("formats are recognised by their media type or by looking", "[formats]") {
    CHECK(format_of("Text/CSV; charset=utf-8") == Format::csv);
    CHECK(format_of("application/vnd.chess-pgn") == Format::pgn);
    CHECK(format_of("application/json") == Format::json);
    CHECK(format_of("application/x-trf16") == Format::trf16);
    CHECK_FALSE(format_of("text/plain").has_value());
    CHECK(looked_like("012 X\r001    1\r") == Format::trf16);
    CHECK(looked_like("012 X\n222 300\n") == Format::trf26);
    CHECK(looked_like("\xEF\xBB\xBF{\"players\":[]}") == Format::json);
    CHECK(looked_like("\n[Event \"X\"]\n") == Format::pgn);
    CHECK(looked_like("[{\"a\":\"b\"}]") == Format::json);
    CHECK(looked_like("number,name\n1,A\n") == Format::csv);
    for (const Format format : {Format::trf16, Format::trf26, Format::json, Format::csv,
                                Format::pgn, Format::pairs})
        CHECK(format_from(name(format)) == format);
}

TEST_CASE("UTF-16 and zero bytes are refused in any format", "[formats]") {
    CHECK(must_refuse(Format::csv, std::string_view("\xFF\xFEn\0", 4)).found == "UTF-16");
    const ImportError zero = must_refuse(Format::csv, std::string_view("name\nA\0\n", 8));
    CHECK(zero.at.line == 2);
    CHECK(zero.at.column == 2);
}
