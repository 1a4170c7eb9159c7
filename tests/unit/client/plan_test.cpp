// Which game is played at which board: plan.hpp.
#include "clockd/client/plan.hpp"

#include "clockd/client/game_files.hpp"
#include "clockd/client/replay.hpp"
#include "tests/unit/client/kit.hpp"

namespace flagfall::client {
namespace {

using Tags = std::vector<std::pair<std::string, std::string>>;

chess::PgnGame tagged(const Tags& tags) {
    chess::PgnGame game;
    for (const auto& [name, value] : tags) game.set_tag(name, value);
    return game;
}

Plan plan(const std::vector<chess::PgnGame>& games) {
    return plan_of(games, {"cup", "40/5400+30:1800+30", 0});
}

std::vector<std::string> ids(const Plan& planned) {
    std::vector<std::string> found;
    for (const BoardPlan& board : planned.boards)
        for (const Script& script : board.scripts) found.push_back(script.game);
    return found;
}

using Parsed = std::expected<ReplayOptions, std::string>;

Parsed parse(const std::vector<std::string>& args) {
    const auto values = cli::read_values(client::replay_command(), args);
    if (!values) return std::unexpected(values.error().texts.front());
    return replay_options(*values);
}

}  // namespace

TEST_CASE("slugs are lower case words") {
    CHECK(slug("Open (A) 2026") == "open-a-2026");
    CHECK(slug("  -x_y- ") == "x_y");
    CHECK(slug("\xC3\xA9t\xC3\xA9") == "t");
    CHECK(slug(std::string(100, 'a')).size() == slug_bytes);
    CHECK(slug("").empty());
}

TEST_CASE("an event without a name is called after the first file") {
    CHECK(event_of_file("/tmp/ECC2018_round1.pgn") == "ecc2018_round1");
    CHECK(event_of_file("games.v2.pgn") == "games-v2");
    CHECK(event_of_file("???.pgn") == "event");
}

TEST_CASE("round and board are read from either tag") {
    CHECK(seat_of(tagged({{"Round", "1.12"}})) == Seat{"1", 12});
    CHECK(seat_of(tagged({{"Round", "3"}, {"Board", "7"}})) == Seat{"3", 7});
    CHECK(seat_of(tagged({{"Round", "3.2"}, {"Board", "7"}})) == Seat{"3", 7});
    CHECK(seat_of(tagged({{"Round", "-"}})) == Seat{"1", 0});
    CHECK(seat_of(tagged({{"Round", "?"}})) == Seat{"1", 0});
    CHECK(seat_of(tagged({})) == Seat{"1", 0});
    CHECK(seat_of(tagged({{"Round", "2.x"}})) == Seat{"2", 0});
    CHECK(seat_of(tagged({{"Round", "2"}, {"Board", "99999"}})) == Seat{"2", 0});
}

TEST_CASE("named boards are kept only when every game has its own") {
    CHECK(seats_of({tagged({{"Round", "1.5"}}), tagged({{"Round", "2.5"}})}) ==
          std::vector<Seat>{{"1", 5}, {"2", 5}});
    // One number is used twice: all games are numbered, round by round.
    CHECK(seats_of({tagged({{"Round", "1.5"}}), tagged({{"Round", "1.5"}}),
                    tagged({{"Round", "2.5"}})}) ==
          std::vector<Seat>{{"1", 1}, {"1", 2}, {"2", 1}});
    // One game has none.
    CHECK(seats_of({tagged({{"Round", "1.5"}}), tagged({{"Round", "1"}})}) ==
          std::vector<Seat>{{"1", 1}, {"1", 2}});
}

TEST_CASE("a board plays its rounds one after another") {
    const Plan planned = plan({tagged({{"Round", "1.1"}}), tagged({{"Round", "1.2"}}),
                               tagged({{"Round", "2.2"}}), tagged({{"Round", "2.1"}})});
    REQUIRE(planned.boards.size() == 2);
    CHECK(planned.boards[1].board == Board{2});
    CHECK(ids(planned) == std::vector<std::string>{"cup/1/1", "cup/2/1", "cup/1/2", "cup/2/2"});
}

TEST_CASE("only so many boards, if wanted") {
    const Plan planned = plan_of({tagged({{"Round", "1.3"}}), tagged({{"Round", "1.1"}}),
                                  tagged({{"Round", "2.1"}})},
                                 {"cup", "300", 1});
    CHECK(ids(planned) == std::vector<std::string>{"cup/1/1", "cup/2/1"});
}

TEST_CASE("the time control is the game's own where it can be read") {
    const auto control = [](const char* tag) {
        return plan({tagged({{"TimeControl", tag}})}).boards[0].scripts[0].terms.time_control;
    };
    CHECK(control("300+3") == "300+3");
    CHECK(control("60+0") == "60");
    CHECK(control("40/9000:3600") == "40/9000:3600");
    for (const char* tag : {"", "-", "?", "*180", "90 minutes"})
        CHECK(control(tag) == "40/5400+30:1800+30");
}

TEST_CASE("tags that describe players and event are kept in order") {
    const Plan planned = plan({tagged({{"Event", "Cup"},
                                       {"White", "A"},
                                       {"Black", " "},
                                       {"Result", "*"},
                                       {"Date", "2026.11.21"},
                                       {"WhiteElo", "2500"},
                                       {"Termination", "normal"},
                                       {"PlyCount", "0"}})});
    const wire::GameTerms& terms = planned.boards[0].scripts[0].terms;
    CHECK(terms.event == "cup");
    CHECK(terms.round == "1");
    CHECK(terms.white == "A");
    CHECK(terms.black == "?");
    CHECK(terms.tags ==
          wire::Pairs{{"Event", "Cup"}, {"Date", "2026.11.21"}, {"WhiteElo", "2500"}});
}

TEST_CASE("long names are cut between characters") {
    const Plan planned = plan({tagged({{"White", "x" + std::string(600, '\xC3')}})});
    std::string name = "x";
    for (int i = 0; i < 600; ++i) name += "\xC3\xA9";
    const Plan accents = plan({tagged({{"White", name}})});
    CHECK(accents.boards[0].scripts[0].terms.white.size() == 1023);
}

TEST_CASE("start position and variant come from the game") {
    const Plan planned = plan({pgn("[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
                                   "[FEN \"bqnrkbrn/pppppppp/8/8/8/8/PPPPPPPP/BQNRKBRN w KQkq - "
                                   "0 1\"]\n\n1. e4 *"),
                               pgn("1. e4 *")});
    CHECK(planned.boards[0].scripts[0].terms.variant == Variant::chess960);
    CHECK(planned.boards[0].scripts[0].terms.fen.starts_with("bqnrkbrn/"));
    CHECK_FALSE(planned.boards[1].scripts[0].terms.variant);
    CHECK(planned.boards[1].scripts[0].terms.fen.empty());
}

TEST_CASE("a game with a wrong directive is a problem of its own") {
    const Plan planned = plan({pgn("[White \"A\"]\n[Black \"B\"]\n\n1. e4 {[%claim]} *"),
                               pgn("1. e4 *")});
    REQUIRE(planned.problems.size() == 1);
    CHECK(planned.problems[0].starts_with("A - B: in the comment after ply 1"));
    CHECK(ids(planned) == std::vector<std::string>{"cup/1/2"});
}

TEST_CASE("the sample round: every game at its own board") {
    const GameFiles files = read_games({test_data("classics.pgn"), test_data("incidents.pgn")});
    CHECK(files.problems.empty());
    const Plan planned = plan(files.games);
    CHECK(planned.problems.empty());
    REQUIRE(planned.boards.size() == 26);
    for (std::uint32_t i = 0; i < 26; ++i) {
        CHECK(planned.boards[i].board == Board{i + 1});
        CHECK(planned.boards[i].scripts.size() == 1);
        CHECK(planned.boards[i].scripts[0].terms.tags[0].value == "Flagfall classics");
    }
}

TEST_CASE("the command line: files alone") {
    const Parsed plain = parse({"a.pgn", "b.pgn"});
    REQUIRE(plain.has_value());
    CHECK(plain->files == std::vector<std::string>{"a.pgn", "b.pgn"});
    CHECK(plain->connect.host == "127.0.0.1");
    CHECK(plain->connect.port == 7411);
    CHECK(plain->speed == 1);
    CHECK(plain->arbiter);
}

TEST_CASE("the command line: every option") {
    const Parsed full = parse({"a.pgn", "--connect", "[::1]:99", "--speed", "60", "--event", "cup",
                               "--time-control", "300+3", "--boards", "5", "--no-arbiter",
                               "--connect-timeout", "2", "--quiet"});
    REQUIRE(full.has_value());
    CHECK(full->connect.host == "::1");
    CHECK(full->connect.port == 99);
    CHECK(full->connect_timeout == seconds(2));
    CHECK_FALSE(full->arbiter);
    CHECK(parse({"a.pgn", "--time-control", "fide-rapid"})->time_control == "900+10");
    const Parsed office = parse({"a.pgn", "--office", "--event", "Open.2026"});  // its own ids
    REQUIRE(office.has_value());
    CHECK(office->office);
    CHECK(office->event == "Open.2026");
}

TEST_CASE("the command line: what is wrong is refused") {
    CHECK(parse({}).error() == "it takes FILE.pgn ...");
    for (const std::vector<std::string>& bad :
         {std::vector<std::string>{"a.pgn", "--connect", "host"},
          {"a.pgn", "--connect", "host:0"},
          {"a.pgn", "--speed", "0"},
          {"a.pgn", "--event", "A Cup"},
          {"a.pgn", "--office"},
          {"a.pgn", "--office", "--event", "open", "--no-arbiter"},
          {"a.pgn", "--time-control", "90 minutes"},
          {"a.pgn", "--time-control", "90+30"},
          {"a.pgn", "--nonsense"}})
        CHECK_FALSE(parse(bad).has_value());
}

}  // namespace flagfall::client
