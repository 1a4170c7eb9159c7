// The board of a game from a PGN source, and what is entered.
#include <nlohmann/json.hpp>

#include "arbiterd/console/follow_command.hpp"
#include "arbiterd/console/follow_match.hpp"
#include "arbiterd/console/follower.hpp"
#include "arbiterd/console/remote.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "common/chess/pgn.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::console;
using nlohmann::json;

namespace {

json player(std::uint32_t number, const std::string& name) {
    return {{"number", number}, {"name", name}};
}

json board(std::uint32_t number, const json& white, const json& black,
           const std::string& code = "*", const std::string& kind = "pending",
           const json& game = nullptr) {
    return {{"board", number}, {"gameId", game}, {"white", white}, {"black", black},
            {"result", {{"code", code}, {"kind", kind}}}};
}

FollowedRound round_with(const std::vector<json>& boards, const std::string& state = "started") {
    const json results{{"state", state}, {"boards", boards}, {"byes", {{{"number", 99},
                       {"name", "Free, Fay"}, {"bye", "U"}}}}};
    const auto round = round_of(results.dump());
    REQUIRE(round);
    return *round;
}

// Four boards: two without a result, one with a result, one with a game at our clocks.
FollowedRound usual(const std::string& state = "started") {
    return round_with({board(1, player(1, "A"), player(2, "B")),
                       board(2, player(3, "C"), player(4, "D"), "1-0", "forfeit"),
                       board(3, player(5, "E"), player(6, "F"), "*", "pending", "open-r1-b3"),
                       board(4, player(7, "G"), player(8, "H"))},
                      state);
}

std::string pgn(const std::string& white, const std::string& black, const std::string& result,
                const std::string& more = "") {
    return "[White \"" + white + "\"]\n[Black \"" + black + "\"]\n[Result \"" + result + "\"]\n" +
           more + "\n1. e4 " + result + "\n\n";
}

FollowPlan plan(const FollowedRound& round, const std::string& text) {
    const formats::Roster roster(&round.players);
    std::vector<SourceGame> games;
    for (const chess::PgnPiece& piece : chess::split_pgn(text)) {
        const auto game = formats::read_tags(piece, roster, 1);
        INFO((game ? "" : formats::text(game.error())));
        REQUIRE(game);
        if (*game)
            games.push_back({"x.pgn, line " + std::to_string(piece.line), **game, piece.text});
    }
    return plan_of(round, games);
}

// "1 1-0, 4 1/2-1/2"
std::string entered(const FollowPlan& made) {
    std::string out;
    for (const FollowedResult& each : made.enter)
        out += (out.empty() ? "" : ", ") + std::to_string(each.board) + " " +
               formats::result_text(tournament::result_of(each.entered));
    return out;
}

std::string only_remark(const FollowPlan& made) {
    CHECK(made.enter.empty());
    REQUIRE(made.remarks.size() == 1);
    return made.remarks.front().text;
}

}  // namespace

TEST_CASE("a result is entered where there is none and no game of ours") {
    const FollowPlan made = plan(usual(), pgn("G", "H", "1/2-1/2") + pgn("A", "B", "1-0") +
                                              pgn("E", "F", "0-1") + pgn("C", "D", "1-0"));
    CHECK(entered(made) == "1 1-0, 4 1/2-1/2");
    CHECK(made.remarks.empty());  // PGN seldom shows that it was a forfeit
    CHECK(made.enter[0].where == "x.pgn, line 7");
    CHECK(entered(plan(usual(), pgn("A", "B", "*"))).empty());
}

TEST_CASE("a result that is there stays, and what differs is said") {
    CHECK(only_remark(plan(usual(), pgn("C", "D", "0-1"))) ==
          "board 2: 1-0F stays, the source has 0-1 (x.pgn, line 1)");
    const FollowedRound round =
        round_with({board(1, player(1, "A"), player(2, "B"), "1-0", "played"),
                    board(2, player(3, "C"), player(4, "D"), "0-1", "played", "open-r1-b2")});
    CHECK(only_remark(plan(round, pgn("A", "B", "1-0", "[Termination \"forfeit\"]\n"))) ==
          "board 1: 1-0 stays, the source has 1-0F (x.pgn, line 1)");
    CHECK(only_remark(plan(round, pgn("C", "D", "1-0"))) ==
          "board 2: 0-1 stays, the source has 1-0 (x.pgn, line 1)");
    // The place of the game in a growing file does not make it another remark.
    CHECK(plan(round, pgn("C", "D", "1-0")).remarks[0].key ==
          plan(round, pgn("A", "B", "1-0") + pgn("C", "D", "1-0")).remarks[0].key);
    CHECK(plan(round, pgn("C", "D", "*")).remarks.empty());
}

TEST_CASE("a result that does not come from the board is entered, with what the source calls it") {
    const FollowPlan made = plan(usual(), pgn("A", "B", "1-0", "[Termination \"adjudication\"]\n") +
                                              pgn("G", "H", "0-1", "[Termination \"normal\"]\n"));
    CHECK(entered(made) == "1 1-0, 4 0-1");
    CHECK((made.enter[0].decided == "adjudication" && made.enter[1].decided.empty()));
}

TEST_CASE("players are found, whatever the tag Board says; it decides between equal names") {
    CHECK(entered(plan(usual(), pgn("A", "B", "1-0", "[Board \"4\"]\n"))) == "1 1-0");
    CHECK(only_remark(plan(usual(), pgn("B", "A", "1-0"))) ==
          "x.pgn, line 1: \"B\" - \"A\": board 1 has them with the other colours; the game is left "
          "out");
    CHECK(only_remark(plan(usual(), pgn("A", "D", "1-0"))).find(
              "they do not play each other in this round") != std::string::npos);
    CHECK(only_remark(plan(usual(), pgn("A", "X", "1-0"))).find("the round does not have \"X\"") !=
          std::string::npos);
    CHECK(only_remark(plan(usual(), pgn("X", "Y", "*"))).find("\"X\" and \"Y\"") !=
          std::string::npos);
    CHECK(only_remark(plan(usual(), pgn("A", "Free, Fay", "1-0"))).find("do not play each other") !=
          std::string::npos);

    const FollowedRound twins = round_with({board(1, player(1, "Li, Wei"), player(2, "Roi, Luc")),
                                            board(2, player(3, "Li, Wei"), player(4, "Roi, Luc")),
                                            board(3, player(5, "Li, Wei"), player(6, "B"))});
    CHECK(entered(plan(twins, pgn("Li, Wei", "B", "0-1"))) == "3 0-1");
    CHECK(entered(plan(twins, pgn("Li, Wei", "Roi, Luc", "0-1", "[Board \"2\"]\n"))) == "2 0-1");
    CHECK(only_remark(plan(twins, pgn("Li, Wei", "Roi, Luc", "0-1", "[Board \"3\"]\n"))).find(
              "it may be of boards 1, 2, and its tag Board names none of them") !=
          std::string::npos);
}

TEST_CASE("one game twice is one result, or none") {
    const std::string over = pgn("A", "B", "1-0");
    CHECK(entered(plan(usual(), pgn("A", "B", "*") + over + over)) == "1 1-0");
    CHECK(only_remark(plan(usual(), pgn("A", "B", "1-0") + pgn("A", "B", "0-1"))) ==
          "board 1: the source has 1-0 (x.pgn, line 1) and 0-1 (x.pgn, line 7); nothing is "
          "entered");
}

TEST_CASE("a round that is a draft or confirmed takes no results") {
    CHECK(only_remark(plan(usual("confirmed"), pgn("A", "B", "1-0"))) ==
          "the round is confirmed: nothing is entered");
    CHECK(only_remark(plan(usual("drafted"), "")) == "the round is drafted: nothing is entered");
    CHECK(entered(plan(usual("published"), pgn("A", "B", "1-0"))) == "1 1-0");
    CHECK(entered(plan(usual("finished"), pgn("A", "B", "1-0"))) == "1 1-0");
}

TEST_CASE("moves are kept of boards without a game of ours, results or not") {
    const FollowPlan made = plan(usual(), pgn("A", "B", "1-0") + pgn("C", "D", "0-1") +
                                              pgn("E", "F", "0-1") + pgn("G", "H", "*"));
    REQUIRE(made.keep.size() == 2);  // board 3 has its own moves, and the game at board 4 goes on
    CHECK(made.keep[0].board == 1);
    CHECK(made.keep[1].board == 2);
    CHECK(made.keep[0].plies == 1);
    CHECK(made.keep[0].where == "x.pgn, line 1");
    CHECK(made.keep[0].sheet.find("1. e4 *") != std::string::npos);
    const auto id = [](const FollowedMoves& moves, const std::string& before = "") {
        return act_id("open", 1, moves, before);
    };
    CHECK(id(made.keep[0]) != id(made.keep[1]));
    CHECK(id(made.keep[0]) != id(made.keep[0], id(made.keep[1])));
    CHECK(id(made.keep[0]) == id(plan(usual("confirmed"), pgn("A", "B", "1-0")).keep[0]));
    CHECK(plan(usual("drafted"), pgn("A", "B", "1-0")).keep.empty());
}

TEST_CASE("moves that cannot all be read are kept as far as they go; two versions, not at all") {
    const std::string head = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n";
    const FollowPlan broken = plan(usual(), head + "1. e4 {[%clk 1:00:00]} e5 2. Qxh9 1-0\n\n");
    REQUIRE(broken.keep.size() == 1);
    CHECK(broken.keep[0].plies == 2);
    CHECK(broken.keep[0].sheet.find("clk") == std::string::npos);
    REQUIRE(broken.remarks.size() == 1);
    CHECK(broken.remarks[0].text.ends_with("the moves before it are kept"));
    CHECK(entered(broken) == "1 1-0");
    const FollowPlan two = plan(usual(), head + "1. e4 1-0\n\n" + head + "1. d4 1-0\n\n");
    CHECK(two.keep.empty());
    REQUIRE(two.remarks.size() == 1);
    CHECK(two.remarks[0].text.ends_with("none are kept"));
    CHECK(entered(two) == "1 1-0");
    CHECK(plan(usual(), head + "1-0\n\n").keep.empty());
}

TEST_CASE("an act has one id for a board, its players and its result") {
    const auto id = [](const FollowedRound& round, const std::string& result) {
        return act_id("open", 1, plan(round, pgn("A", "B", result)).enter.at(0));
    };
    CHECK(id(usual(), "1-0") == id(usual("published"), "1-0"));
    CHECK(id(usual(), "1-0") != id(usual(), "0-1"));
    const FollowPlan made = plan(usual(), pgn("A", "B", "1-0") + pgn("G", "H", "1-0"));
    CHECK(act_id("open", 1, made.enter[0]) != act_id("open", 1, made.enter[1]));
    CHECK(act_id("open", 1, made.enter[0]) != act_id("open", 2, made.enter[0]));
    CHECK(act_id("open", 1, made.enter[0]) != act_id("other", 1, made.enter[0]));
    CHECK(act_id("open", 1, made.enter[0]).size() == 20);
}

TEST_CASE("what is no round of an event that we run") {
    CHECK(round_of("[]").error() == "the server at --url is not arbiterd");
    CHECK(round_of(R"({"boards":[],"byes":[]})").error().starts_with("the event is known from"));
}

TEST_CASE("the words of follow") {
    const auto source = [](std::vector<std::string> args) -> std::string {
        cli::Subcommand command = follow_command();
        for (cli::Option& option : remote_options()) command.options.push_back(option);
        const auto values =
            cli::read_values(command, args, [](const char*) -> const char* { return nullptr; });
        if (!values) return values.error().texts.front();
        const auto read = source_of(*values);
        return !read ? read.error() : read->url ? "URL " + name_of(*read->url) : read->path;
    };
    CHECK(source({"open", "dir", "--round", "1"}) == "dir");
    CHECK(source({"open", "https://h:81/a/b.pgn?key=secret", "--round", "1"}) == "URL h/a/b.pgn");
    CHECK(source({"open", "http://h", "--round", "1"}) == "URL h/");
    CHECK(source({"open", "ftp://h/x", "--round", "1"}).starts_with("SOURCE: "));
    CHECK(source({"open", "http://me:pw@h/x", "--round", "1"}).starts_with("SOURCE: "));
    CHECK(source({"open", "-", "--round", "1"}).starts_with("SOURCE: "));
    CHECK(source({"open", "dir", "--round", "1", "--source-ca", "x"}).starts_with("--source-ca"));
    CHECK(source({"open", "dir"}).find("--round") != std::string::npos);
    CHECK(source({"open", "dir", "--round", "65"}).find("--round") != std::string::npos);
    CHECK(source({"open", "dir", "--round", "1", "--every", "1ms"}).find("--every") !=
          std::string::npos);
}

TEST_CASE("a result that was withdrawn stays so when a player's name is corrected", "[regress]") {
    const auto id = [](const FollowedRound& round, const std::string& source) {
        return act_id("open", 1, plan(round, source).enter.at(0));
    };
    FollowedRound fixed = usual();
    fixed.boards.at(0).name[Side::black] = "b";
    CHECK(id(fixed, pgn("A", "B", "1-0")) == id(usual(), pgn("A", "B", "1-0")));
}
