// TRF: golden texts written by hand, every error with its place, and what TRF cannot express.
#include <algorithm>

#include "tests/support/catch.hpp"
#include "tests/unit/formats/kit.hpp"

using namespace flagfall;
using namespace flagfall::formats;
using namespace flagfall::formats::testing;
using Kind = wire::ResultKind;

namespace {

// Columns:      5         15                                49        58          70         81
constexpr std::string_view golden26 =
    "012 Åpent mesterskap\n"
    "022 Bergen\n"
    "032 NOR\n"
    "042 2026/11/21\n"
    "052 2026/11/23\n"
    "062 5\n"
    "072 3\n"
    "082 0\n"
    "092 Individual: Swiss-System\n"
    "102 Arbiter, Anna\n"
    "112 Deputy, Dag\n"
    "112 Deputy, Dina\n"
    "122 40/5400+30:1800+30\n"
    "132                                                                                        "
    "26/11/21\n"
    "142 5\n"
    "192 FIDE_DUTCH\n"
    "222 40/5400+30:1800+30\n"
    "001    1 w GM Ärzt, Åse                         2500 NOR     1503014 1990/02/03  1.0    2"
    "     4 w 1     3 b -\n"
    "001    2 m    Berg, Bo                          2400 SWE                         0.5    3"
    "     5 b 0     4 w ?\n"
    "001    3      Clausen, Cato                                          2001/00/00  2.0    1"
    "  0000 - U     1 w +\n"
    "001    4 wWFM Dahl, Dora                        2100 NOR     1500001             0.5    4"
    "     1 b 0     2 b ?\n"
    "001    5      Eide                                                               0.5    5"
    "     2 w 0  0000 - H\n";

// Two players, one round, in lines that the tests change.
const std::string two =
    "012 Two\n"
    "001    1      Adams, A                                                           1.0    1"
    "     2 w 1\n"
    "001    2      Brown, B                                                           0.0    2"
    "     1 b 0\n";

std::string with(std::string text, std::string_view from, std::string_view to) {
    const auto at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

bool notes_say(const std::vector<std::string>& notes, std::string_view words) {
    return std::ranges::any_of(notes, [&](const std::string& note) {
        return note.find(words) != std::string::npos;
    });
}

bool notes_say(const std::vector<Told>& notes, std::string_view words) {
    return notes_say(texts(notes), words);
}

std::string line_of(const std::string& text, std::string_view beginning) {
    const auto at = text.find("\n" + std::string(beginning));
    return at == std::string::npos ? "" : text.substr(at + 1, text.find('\r', at) - at - 1);
}

// From this column on, counted in characters.
std::string from_column(const std::string& line, std::size_t column) {
    std::size_t at = 0;
    for (std::size_t left = column; at < line.size(); ++at)
        if ((static_cast<unsigned char>(line[at]) & 0xC0) != 0x80 && --left == 0) break;
    return line.substr(at);
}

// Records that we only store; XXC, the colour of the first round, is understood.
const std::vector<std::string> unknown_records{
    "XXA    1  1.0  0.0", "250 1.0  1.0 001 002    1    1", "XXP 1 2", "260 001 009    1    2",
    "NOR    1 x", "299 +         0.5  001    1"};

std::string with_unknown_records() {
    std::string text = two;
    for (const std::string& line : unknown_records) text += line + "\n";
    return text + "XXC black1\n";
}

}  // namespace

TEST_CASE("TRF26 is written as it is by hand", "[formats]") {
    const tournament::Tournament t = small_event();
    const auto written = trf(t, entered_results(t), {});
    REQUIRE(written);
    CHECK(written->text == crlf(golden26));
    CHECK(notes_say(written->notes, "round 1, board 2: 0-0"));
    CHECK(notes_say(written->notes, "round 2: no result yet (or adjourned) at board 2"));
    CHECK(notes_say(written->notes, "the column of ranks goes by points"));
    CHECK(written->notes.size() == 3);
}

TEST_CASE("TRF26 is read back as the event it was", "[formats]") {
    const Imported imported = must_read(Format::trf26, golden26);
    CHECK(imported.format == "trf26");
    tournament::Tournament read = tournament_of(imported);
    read.id = "small";
    const tournament::Tournament t = small_event();
    CHECK(read.info == t.info);
    CHECK(read.players == t.players);
    CHECK(read.rounds == t.rounds);
    CHECK(imported.notes.size() == 1);  // the '?'
}

TEST_CASE("lines end CR, LF or CRLF, with or without a byte order mark", "[formats]") {
    const Imported expected = must_read(Format::trf26, golden26);
    std::string cr(golden26);
    std::ranges::replace(cr, '\n', '\r');
    CHECK(must_read(Format::trf26, cr) == expected);
    CHECK(must_read(Format::trf26, "\xEF\xBB\xBF" + crlf(golden26)) == expected);
    CHECK(looked_like(cr) == Format::trf26);
}

TEST_CASE("Latin-1 is read as such, and columns stay characters", "[formats]") {
    const std::string latin = with(two, "Adams, A  ", "\xC5s, \xC6gir  ");
    const Imported imported = must_read(Format::trf16, latin);
    CHECK(imported.players[0].name == "Ås, Ægir");
    CHECK(notes_say(imported.notes, "not UTF-8 (line 2)"));
    CHECK(imported.rounds[0].pairings[0].entered->score == win_of(Side::white));
}

TEST_CASE("TRF16 has no 142, 162, 192 and 222", "[formats]") {
    tournament::Tournament t = small_event();
    t.info.scoring.win = 6;
    t.info.scoring.pairing_bye = 6;
    TrfOptions options;
    options.trf26 = false;
    options.initial_colour = Side::white;
    const auto written = trf(t, entered_results(t), options);
    REQUIRE(written);
    for (const char* code : {"142", "152", "162", "192", "222"})
        CHECK(line_of(written->text, code).empty());
    CHECK(line_of(written->text, "XXR") == "XXR 5");
    CHECK(line_of(written->text, "XXC") == "XXC white1");
    CHECK(notes_say(written->notes, "TRF16 cannot express the points"));
    CHECK(from_column(line_of(written->text, "001    3"), 81).substr(0, 4) == " 6.0");
    CHECK(must_read(Format::trf16, written->text).format == "trf16");
}

TEST_CASE("162 says only what differs, and is read back", "[formats]") {
    tournament::Tournament t = small_event();
    t.info.scoring = {6, 2, 1, 0, 3};
    const auto written = trf(t, entered_results(t), {});
    REQUIRE(written);
    CHECK(line_of(written->text, "162") == "162  W 3.0    D 1.0    L 0.5    P 1.5");
    CHECK(must_read(Format::trf26, written->text).info->scoring == t.info.scoring);
}

TEST_CASE("each result has its codes", "[formats]") {
    struct Case {
        Kind kind;
        Score score;
        char white;
        char black;
    };
    const Case each = GENERATE(
        Case{Kind::played, win_of(Side::black), '0', '1'}, Case{Kind::played, drawn(), '=', '='},
        Case{Kind::played, Score{{{1, 0}}}, '=', '0'}, Case{Kind::played, Score{}, '0', '0'},
        Case{Kind::forfeit, win_of(Side::black), '-', '+'}, Case{Kind::forfeit, Score{}, '-', '-'},
        Case{Kind::unrated, win_of(Side::white), 'W', 'L'}, Case{Kind::unrated, drawn(), 'D', 'D'},
        Case{Kind::unrated, Score{}, 'L', 'L'});
    tournament::Tournament t = small_event();
    t.rounds.erase(2);
    Results results = entered_results(t);
    tournament::BoardResult& result = results[1][Board{1}];
    result.kind = each.kind;
    result.score = each.score;
    const auto written = trf(t, results, {});
    REQUIRE(written);
    CHECK(from_column(line_of(written->text, "001    1"), 99) == std::string(1, each.white));
    CHECK(from_column(line_of(written->text, "001    4"), 99) == std::string(1, each.black));
    const Imported back = must_read(Format::trf26, written->text);
    CHECK(back.rounds[0].pairings[0].entered->score == each.score);
    CHECK(entered_results(tournament_of(back))[1][Board{1}].kind == each.kind);
}

TEST_CASE("a half point for a game that was not played takes a record 299", "[formats]") {
    tournament::Tournament t = small_event();
    t.rounds.erase(2);
    Results results = entered_results(t);
    results[1][Board{1}] = {Kind::forfeit, Score{{{1, 0}}}, {}, {}, {}, false, {}, 0, false, {}};
    const auto written = trf(t, results, {});
    REQUIRE(written);
    CHECK(line_of(written->text, "299") == "299 -         0.5  001    1");
    CHECK(from_column(line_of(written->text, "001    1"), 81).substr(0, 4) == " 0.5");
    CHECK(notes_say(written->notes, "round 1, board 1: 1/2-0 of a game that was not played"));
}

TEST_CASE("a kept record 299 goes when the player has other points by now", "[formats][regress]") {
    tournament::Tournament t = small_event();
    t.rounds.erase(2);
    t.info.trf_records = {"299 -         0.5  001    1", "299 +         0.5  001    2"};
    Results results = entered_results(t);
    const auto line = [&](Score score) {
        results[1][Board{1}] = {Kind::forfeit, score, {}, {}, {}, false, {}, 0, false, {}};
        const auto written = trf(t, results, {});
        REQUIRE(written);
        CHECK(written->text.contains("299 +         0.5  001    2"));
        return line_of(written->text, "299 -");
    };
    CHECK(line(Score{{{1, 0}}}) == "299 -         0.5  001    1");
    CHECK(line(Score{}) == "299 -         0.5  001    1");  // as the file that was read has it
    CHECK(line(win_of(Side::white)).empty());
    // Black, too, who has lost the forfeit.
    t.info.trf_records.front() += "    " + std::to_string(t.rounds[1].pairings[0].black);
    CHECK(line(win_of(Side::white)) == t.info.trf_records.front());
}

TEST_CASE("an engine is given the rounds before, the byes and who has withdrawn", "[formats]") {
    tournament::Tournament t = small_event();
    t.rounds[2].pairings[1].entered = {drawn(), wire::ResultKind::played, {}, {}};
    t.rounds[3].number = 3;
    t.rounds[3].pairings = {{{}, 2, 0, wire::Bye::half, {}, {}, {}}};
    t.players[4].withdrawn_from = 3;
    TrfOptions options;
    options.to_pair = 3;
    const auto written = trf(t, entered_results(t), options);
    REQUIRE(written);
    CHECK(from_column(line_of(written->text, "001    2"), 92) == "   5 b 0     4 w =  0000 - H");
    CHECK(from_column(line_of(written->text, "001    4"), 92) == "   1 b 0     2 b =  0000 - Z");
    CHECK(from_column(line_of(written->text, "001    1"), 92) == "   4 w 1     3 b -          ");
    CHECK(line_of(written->text, "240 H") == "240 H 003    2");
    CHECK(line_of(written->text, "240 Z") == "240 Z 003    4");
    CHECK(line_of(written->text, "152") == "152 W");
    CHECK(notes_say(written->notes, "taken from its pairings: white"));
    const Imported back = must_read(Format::trf26, written->text);
    CHECK(back.rounds.size() == 3);
    CHECK(back.rounds[2].pairings.size() == 2);
}

TEST_CASE("the colour drawn for round 1 follows from its pairings", "[formats]") {
    tournament::Tournament t = small_event();
    const auto line = [&](std::uint32_t round) {
        TrfOptions options;
        options.to_pair = round;
        const auto written = trf(t, entered_results(t), options);
        REQUIRE(written);
        CHECK(notes_say(written->notes, "white is written") == (round == 1));
        return line_of(written->text, "152");
    };
    CHECK(line(1) == "152 W");  // nobody knows yet
    CHECK(line(2) == "152 W");
    for (tournament::EventPairing& pairing : t.rounds[1].pairings)
        if (!pairing.bye) std::swap(pairing.white, pairing.black);
    CHECK(line(2) == "152 B");
    // Number 1 is absent: number 2 has the colour that was not drawn.
    t.rounds[1].pairings = {{Board{1}, 2, 3, {}, {}, {}, {}}};
    CHECK(line(2) == "152 B");
}

TEST_CASE("an engine takes a draw with draw odds for the win that it counts as", "[formats]") {
    tournament::Tournament t = small_event();
    t.info.scoring.draw_odds = Side::black;
    t.rounds[1].pairings = {{Board{1}, 1, 2, {}, {}, {}, {}}};
    t.rounds[1].pairings[0].entered = {drawn(), wire::ResultKind::played, {}, {}};
    TrfOptions options;
    options.to_pair = 2;
    const auto written = trf(t, entered_results(t), options);
    REQUIRE(written);
    CHECK(from_column(line_of(written->text, "001    1"), 92).starts_with("   2 w 0"));
    CHECK(from_column(line_of(written->text, "001    2"), 92).starts_with("   1 b 1"));
}

TEST_CASE("an engine takes a game without a result as a draw, and the points that are given",
          "[formats]") {
    tournament::Tournament t = small_event();
    t.info.scoring.win = 6;
    t.info.scoring.draw = 2;
    TrfOptions options;
    options.trf26 = false;
    options.to_pair = 3;
    options.initial_colour = Side::black;
    const auto written = trf(t, entered_results(t), options);
    REQUIRE(written);
    CHECK(from_column(line_of(written->text, "001    2"), 92).starts_with("   5 b 0     4 w ="));
    CHECK(notes_say(written->notes, "written as a draw, for the engine"));
    CHECK(line_of(written->text, "BBW") == "BBW  3.0");
    CHECK(line_of(written->text, "BBD") == "BBD  1.0");
    CHECK(line_of(written->text, "XXC") == "XXC black1");
    CHECK(must_read(Format::trf16, written->text).info->scoring == t.info.scoring);
}

TEST_CASE("an engine gives the allocated bye of a round again", "[formats][regress]") {
    tournament::Tournament t = small_event();
    t.rounds[3].number = 3;
    t.rounds[3].pairings = {{{}, 2, 0, wire::Bye::allocated, {}, {}, {}},
                            {{}, 4, 0, wire::Bye::half, {}, {}, {}}};
    TrfOptions options;
    options.to_pair = 3;
    const auto written = trf(t, entered_results(t), options);
    REQUIRE(written);
    CHECK_FALSE(from_column(line_of(written->text, "001    2"), 112).contains('U'));
    CHECK(from_column(line_of(written->text, "001    4"), 112) == "0000 - H");
}

TEST_CASE("a bye that was asked for in a later round is noted", "[formats][regress]") {
    tournament::Tournament t = small_event();
    t.players.at(2).byes = {{2, wire::Bye::half}, {5, wire::Bye::zero}};
    const auto written = trf(t, entered_results(t), {});
    REQUIRE(written);
    CHECK(notes_say(written->notes, "player 2 has asked for a bye (Z) in round 5"));
    CHECK_FALSE(notes_say(written->notes, "(H)"));
}

TEST_CASE("a name that the columns of a TRF cut stays whole", "[formats][regress]") {
    tournament::Tournament t = small_event();
    t.players.at(1).name = "Abcdefghijklmnopqrstuvwxyz, Abcde Fghij";
    const auto written = trf(t, entered_results(t), {});
    REQUIRE(written);
    const Imported alone = must_read(Format::trf26, written->text);
    CHECK(alone.players[0].name == "Abcdefghijklmnopqrstuvwxyz, Abcde");
    const Imported known = must_read(Format::trf26, written->text, &t);
    CHECK(known.players[0].name == t.players.at(1).name);
    CHECK(known.players[1].name == t.players.at(2).name);
}

TEST_CASE("an engine gets the byes that players have asked for", "[formats]") {
    tournament::Tournament t = small_event();
    t.players[2].byes = {{3, wire::Bye::half}, {4, wire::Bye::zero}};
    t.players[4].byes = {{3, wire::Bye::full}};
    t.players[4].withdrawn_from = 3;
    for (const bool trf26 : {true, false}) {
        TrfOptions options;
        options.trf26 = trf26;
        options.to_pair = 3;  // a round that nobody has planned
        const auto written = trf(t, entered_results(t), options);
        REQUIRE(written);
        CHECK(from_column(line_of(written->text, "001    2"), 112) == "0000 - H");
        CHECK(from_column(line_of(written->text, "001    4"), 112) == "0000 - Z");
        CHECK(line_of(written->text, "240 H") == (trf26 ? "240 H 003    2" : ""));
    }
}

TEST_CASE("records that are not understood go back as they came", "[formats]") {
    const Imported read = must_read(Format::trf16, with_unknown_records());
    CHECK(read.info->trf_records.size() == unknown_records.size() + 1);
    const tournament::Tournament t = tournament_of(read);
    const bool trf26 = GENERATE(true, false);
    TrfOptions options;
    options.trf26 = trf26;
    const auto written = trf(t, entered_results(t), options);
    REQUIRE(written);
    for (const std::string& line : unknown_records)
        CHECK(written->text.contains("\r\n" + line + "\r\n"));
    CHECK(line_of(written->text, trf26 ? "152" : "XXC") == (trf26 ? "152 B" : "XXC black1"));
    CHECK(line_of(written->text, trf26 ? "XXC" : "152").empty());
    CHECK(notes_say(written->notes, "are TRF26's") == !trf26);
    CHECK(must_read(Format::json, json(read)).info == read.info);
}

TEST_CASE("an engine gets the records that bear on the pairing, and no others", "[formats]") {
    const tournament::Tournament t =
        tournament_of(must_read(Format::trf16, with_unknown_records()));
    TrfOptions options;
    options.trf26 = GENERATE(true, false);
    options.to_pair = 2;
    const auto engine = trf(t, entered_results(t), options);
    REQUIRE(engine);
    CHECK(line_of(engine->text, "XXA") == unknown_records[0]);
    CHECK(line_of(engine->text, "260") == unknown_records[3]);
    CHECK(line_of(engine->text, "NOR").empty());
    CHECK(line_of(engine->text, "299").empty());
    CHECK(!notes_say(engine->notes, "white is written"));
}

TEST_CASE("records that are no text, or too long, are not kept", "[formats]") {
    const Imported odd = must_read(Format::trf16, two + "XXA \x01" "1\n" + "XXP " +
                                                      std::string(2'000, '1') + "\n");
    CHECK(odd.info->trf_records.empty());
    CHECK(notes_say(odd.notes, "line 4: the record XXA is not kept"));
    CHECK(notes_say(odd.notes, "line 5: the record XXP is not kept"));
}

TEST_CASE("dates as people write them are understood where they can be", "[formats]") {
    struct Case {
        const char* written;
        const char* meant;
    };
    for (const Case& each :
         {Case{"28. 07. 2005", "2005-07-28"}, {"May 29, 2020", "2020-05-29"},
          {"29 May 2020", "2020-05-29"}, {"21.11.2026", "2026-11-21"},
          {"2026/2/3", "2026-02-03"}, {"21/11/2026", "2026-11-21"}, {"11/21/2026", "2026-11-21"},
          {"Sept. 1 2026", "2026-09-01"}, {"1/2/2026", ""}, {"2026/02/30", ""}, {"soon", ""},
          {"June 2026", ""}}) {
        CAPTURE(each.written);
        const Imported read =
            must_read(Format::trf16, "042 " + std::string(each.written) + "\n" + two);
        CHECK(read.info->begins == each.meant);
        CHECK(notes_say(read.notes, std::string("\"") + each.written + "\" is"));
    }
    CHECK(must_read(Format::trf16, "042 2026/11/21\n" + two).notes.empty());
}

TEST_CASE("the column of ranks says what it is", "[formats]") {
    const tournament::Tournament t = small_event();
    CHECK(notes_say(trf(t, entered_results(t), {})->notes, "the column of ranks goes by points"));
}

TEST_CASE("a time control that was changed during the round is noted", "[formats]") {
    tournament::Tournament t = small_event();
    Results results = entered_results(t);
    results[1][Board{1}].controls = "5400+30, from ply 8 on 3600+30";
    for (const bool trf26 : {false, true}) {
        TrfOptions options;
        options.trf26 = trf26;
        CHECK(notes_say(trf(t, results, options)->notes,
                        "round 1, board 1: its time control was changed, which TRF cannot express: "
                        "5400+30, from ply 8 on 3600+30"));
    }
}

TEST_CASE("a round with another time control than the event is noted", "[formats][regress]") {
    tournament::Tournament t = small_event();
    t.info.terms.time_control = "300+3";
    t.rounds.begin()->second.began_with = wire::PlayTerms{};
    t.rounds.begin()->second.began_with->time_control = "5400+30";
    CHECK(notes_say(trf(t, entered_results(t), {})->notes, "is played with 5400+30, which TRF"));
    t.rounds.begin()->second.began_with->time_control = "300+3";
    CHECK_FALSE(notes_say(trf(t, entered_results(t), {})->notes, "is played with"));
}

TEST_CASE("players who are paired in the event keep the boards that TRF cannot say", "[formats]") {
    tournament::Tournament t = small_event();
    std::uint32_t board = 11;
    for (auto& pairing : t.rounds.begin()->second.pairings)
        if (!pairing.bye) pairing.board = Board{board++};
    const auto written = trf(t, entered_results(t), {});
    REQUIRE(written);
    const auto read_back = read(Format::trf26, written->text, &t, 0);
    REQUIRE(read_back);
    for (const auto& pairing : read_back->rounds.front().pairings)
        if (!pairing.bye) CHECK(pairing.board >= Board{11});
    CHECK(must_read(Format::trf26, written->text).rounds.front().pairings.front().board ==
          Board{1});
}

TEST_CASE("teams are records 310 and 013", "[formats]") {
    tournament::Tournament t = small_event();
    t.teams[1] = {1, "Bergens Schakklub", "NOR"};
    t.teams[2] = {2, "Oslo", {}};
    t.players[1].team = t.players[4].team = 1;
    t.players[2].team = 2;
    for (const bool trf26 : {true, false}) {
        TrfOptions options;
        options.trf26 = trf26;
        const auto written = trf(t, entered_results(t), options);
        REQUIRE(written);
        const tournament::Tournament back = tournament_of(must_read(Format::trf26, written->text));
        CHECK(back.players == t.players);
        CHECK(back.teams.at(2) == t.teams.at(2));
        CHECK(back.teams.at(1).name == "Bergens Schakklub");
        CHECK(back.teams.at(1).federation == (trf26 ? "NOR" : ""));
    }
}

TEST_CASE("what does not fit into the columns of TRF is reported, or refused", "[formats]") {
    tournament::Tournament t = small_event();
    t.players[1].name = std::string(40, 'x');
    t.info.terms.time_control = "5400d5";
    const auto written = trf(t, entered_results(t), {});
    REQUIRE(written);
    CHECK(notes_say(written->notes, "player 1: the name is longer than the 33 columns"));
    CHECK(notes_say(written->notes, "cannot express a delay"));
    CHECK(line_of(written->text, "222").empty());
    t.players[1].rating = 10'000;
    CHECK(trf(t, {}, {}).error().text == "player 1: TRF has ratings up to 9999");
}

TEST_CASE("TRF errors have their place", "[formats]") {
    struct Case {
        const char* from;
        const char* to;
        std::uint32_t line;
        std::uint32_t column;
        const char* expected;
    };
    const Case each = GENERATE(
        Case{"012 Two", "01", 1, 1, "a record code of three characters"},
        Case{"012 Two", "0123Two", 1, 4, "a blank after the record code"},
        Case{"012 Two", "142 many", 1, 5, "a number of rounds from 1 to 200"},
        Case{"012 Two", "162  W 1.3", 1, 7, "points in halves, such as 1.0"},
        Case{"012 Two", "162  Q 1.0", 1, 6, "one of W, D, L, A, P, X"},
        Case{"012 Two", "222 40/5400+30:", 1, 16, "a number of seconds or moves"},
        Case{"012 Two", "240 U 002    1", 1, 5, "one of F, H, Z"},
        Case{"012 Two", "240 H 001    1", 1, 11, "a player whose line (2) has nothing else"},
        Case{"001    1  ", "001    0  ", 2, 5, "a starting rank from 1 to 9999"},
        Case{"001    2  ", "001    1  ", 3, 5, "a number that no other player has (line 2 has it)"},
        Case{"     2 w 1", "    x2 w 1", 2, 92, "an opponent's starting rank, 0000 or blanks"},
        Case{"     2 w 1", "     7 w 1", 2, 92, "the starting rank of another player"},
        Case{"     2 w 1", "     1 w 1", 2, 92, "the starting rank of another player"},
        Case{"     2 w 1", "     2 x 1", 2, 97, "'w', 'b', '-' or a blank"},
        Case{"     2 w 1", "     2 w X", 2, 99, "a result: one of"},
        Case{"     2 w 1", "     2 w U", 2, 99, "the result of a game"},
        Case{"     2 w 1", "  0000 w 1", 2, 97, "'-' or a blank, since there is no opponent"},
        Case{"     2 w 1", "  0000 - 1", 2, 99, "the code of a bye"},
        Case{"     1 b 0", "     1 w 0", 3, 97, "'b' (line 2 has 'w')"},
        Case{"     1 b 0", "     1 b 1", 3, 99, "'0' (line 2 has 1)"},
        Case{"     1 b 0", "     1 b -", 3, 99, "'0' (line 2 has 1)"},
        Case{"     1 b 0", "  0000 - Z", 3, 92, "1, this player's opponent in round "},
        Case{" 1.0    1", " 1.3    1", 2, 81, "points such as 11.5"},
        Case{" 1.0    1", " 1.0    x", 2, 86, "a rank or blanks"});
    const std::string text = with(two, each.from, each.to);
    CAPTURE(text);
    const ImportError error = must_refuse(Format::trf16, text);
    CAPTURE(formats::text(error));
    CHECK(error.expected.text.starts_with(each.expected));
    CHECK(error.at.line == each.line);
    CHECK(error.at.column == each.column);
    CHECK_FALSE(error.found.empty());
}

TEST_CASE("an opponent who sits elsewhere is a contradiction of the later line", "[formats]") {
    const std::string three =
        two +
        "001    3      Cole, C                                                            0.0    3"
        "     1 b 0\n";
    const ImportError error = must_refuse(Format::trf16, three);
    CHECK(error.at.line == 4);
    CHECK(error.at.column == 92);
    CHECK(error.expected == "a player whose line says the same (line 2 has 2 in round 1)");
    CHECK(error.found == "\"1\"");
}

TEST_CASE("what programs write besides the book is understood, and noted", "[formats]") {
    const std::string byes = with(two, "     2 w 1", "  0000 - +");
    const Imported plus = must_read(Format::trf16, with(byes, "     1 b 0", "  0000 - ="));
    CHECK(plus.rounds[0].pairings[0].bye == wire::Bye::allocated);
    CHECK(plus.rounds[0].pairings[1].bye == wire::Bye::half);
    CHECK(notes_say(plus.notes, "line 2: '+' without an opponent in round 1"));
    CHECK(notes_say(plus.notes, "line 3: the results of player 2 make 0.5 points"));
    const std::string colourless =
        with(with(two, "     2 w 1", "     2 - -"), "     1 b 0", "     1   +");
    const Imported forfeit = must_read(Format::trf16, colourless);
    CHECK(forfeit.rounds[0].pairings[0].white == 1);
    CHECK(forfeit.rounds[0].pairings[0].entered->score == win_of(Side::black));
    CHECK(notes_say(forfeit.notes, "a forfeit without colours"));
    const Imported more = must_read(Format::trf16, "XXR 9\nXXZ 1 2\n250 x\nNOR    1\n" + two);
    CHECK(more.info->rounds == 9);
    CHECK(notes_say(more.notes, "line 2: the record XXZ is kept unchanged"));
    CHECK(more.info->trf_records == std::vector<std::string>{"XXZ 1 2", "250 x", "NOR    1"});
    const Imported small_letters =
        must_read(Format::trf16, with(with(two, "2 w 1", "2 W w"), "1 b 0", "1 B l"));
    CHECK(small_letters.rounds[0].pairings[0].entered->kind == wire::ResultKind::unrated);
}
