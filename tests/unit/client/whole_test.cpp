// The whole replay against a real clockd, with arbiterd's rulings.
#include <fstream>
#include <map>
#include <utility>

#include "clockd/client/game_files.hpp"
#include "clockd/client/plan.hpp"
#include "clockd/client/replay.hpp"
#include "tests/unit/client/hall_kit.hpp"
#include "tests/unit/client/kit.hpp"

namespace flagfall::client {
namespace {

ReplayOptions options_for(const TestHall& hall, std::vector<std::string> files) {
    ReplayOptions options;
    options.files = std::move(files);
    options.connect.port = hall.port();
    options.event = "cup";
    options.quiet = true;
    return options;
}

// The record of each game: result, ending, and the reading after each ply.
struct Recorded {
    std::string result;
    std::string ending;
    std::map<std::uint32_t, Duration> clk;
};

std::map<std::string, Recorded> recorded(const Arbiter& arbiter) {
    std::map<std::string, Recorded> games;
    for (const wire::GameEvent& event : arbiter.record) {
        if (const auto* move = std::get_if<wire::MoveRecorded>(&event))
            games[move->game].clk[move->ply.count] = move->readings[move->side];
        if (const auto* result = std::get_if<wire::ResultRecorded>(&event)) {
            games[result->game].result = text(result->outcome.score);
            games[result->game].ending = name(result->outcome.ending);
        }
    }
    return games;
}

std::map<std::string, Recorded> record_of(TestHall& hall) {
    std::map<std::string, Recorded> games;
    hall.look([&](const Arbiter& arbiter) { games = recorded(arbiter); });
    return games;
}

std::vector<std::string> refusals_of(TestHall& hall) {
    std::vector<std::string> refusals;
    hall.look([&](const Arbiter& arbiter) { refusals = arbiter.refusals; });
    return refusals;
}

Pos last_of(TestHall& hall) {
    Pos last;
    hall.look([&](const Arbiter& arbiter) { last = arbiter.last; });
    return last;
}

// Moves whose recorded reading differs from the file's, to the second.
int wrong_readings(const std::vector<std::string>& files,
                   const std::map<std::string, Recorded>& games) {
    int wrong = 0;
    const Plan plan = plan_of(read_games(files).games, {"cup", "300", 0});
    for (const BoardPlan& board : plan.boards)
        for (const Script& script : board.scripts)
            for (const Step& step : script.steps) {
                if (!step.plays || !step.clk) continue;
                const auto& clk = games.at(script.game).clk;
                const auto shown = clk.find(step.ply);
                if (shown == clk.end() ||
                    shown->second.us / 1'000'000 != step.clk->us / 1'000'000)
                    ++wrong;
            }
    return wrong;
}

// A file in the folder, with this text.
std::string write(const test::TempFolder& folder, const std::string& name,
                  const std::string& text) {
    const std::string path = folder.path() + "/" + name;
    std::ofstream(path) << text;
    return path;
}

const std::vector<std::string> both{test_data("classics.pgn"), test_data("incidents.pgn")};

void check_incidents(const std::map<std::string, Recorded>& games) {
    const std::map<int, std::pair<std::string, std::string>> expected{
        {19, {"0-1", "illegal-move-forfeit"}}, {20, {"1/2-1/2", "threefold"}},
        {21, {"1/2-1/2", "agreement"}},        {22, {"1-0", "time-forfeit"}},
        {23, {"1/2-1/2", "time-forfeit-draw"}}, {24, {"1/2-1/2", "resignation-draw"}},
        {25, {"1-0", "resignation"}},          {26, {"1/2-1/2", "agreement"}}};
    for (const auto& [board, end] : expected) {
        const Recorded& game = games.at("cup/1/" + std::to_string(board));
        INFO("board " << board);
        CHECK(game.result == end.first);
        CHECK(game.ending == end.second);
    }
}

}  // namespace

TEST_CASE("classics and incidents are played to their ends, every reading as in the file") {
    TestHall hall;
    CHECK(run_replay(options_for(hall, both)) == 0);
    const auto games = record_of(hall);
    CHECK(games.size() == 26);
    CHECK(games.at("cup/1/1").ending == "checkmate");
    check_incidents(games);
    CHECK(wrong_readings(both, games) == 0);
    CHECK(refusals_of(hall).empty());
}

TEST_CASE("a replay that is started again finds everything done") {
    TestHall hall;
    CHECK(run_replay(options_for(hall, both)) == 0);
    const Pos last = last_of(hall);
    CHECK(run_replay(options_for(hall, both)) == 0);
    CHECK(last_of(hall) == last);
}

TEST_CASE("a replay goes on where an earlier one was broken off") {
    TestHall hall;
    test::TempFolder folder;
    // The first one has only some moves of each game, and leaves them unfinished.
    std::string begun;
    std::size_t moves = 4;
    for (chess::PgnGame game : read_games(both).games) {
        moves = (moves * 7 + 3) % 40;
        game.moves.resize(std::min(game.moves.size() - 1, moves));
        game.result = chess::PgnResult::unknown;
        begun += chess::write_pgn(game);
    }
    const std::string half = write(folder, "begun.pgn", begun);
    CHECK(run_replay(options_for(hall, {half})) == 0);
    CHECK(run_replay(options_for(hall, both)) == 0);
    const auto games = record_of(hall);
    check_incidents(games);
    CHECK(wrong_readings(both, games) == 0);
}

TEST_CASE("a clockd that is started again in the middle is only a pause") {
    HallOptions options;
    options.restart_at = 700;
    TestHall hall(options);
    CHECK(run_replay(options_for(hall, both)) == 0);
    CHECK(hall.restarts() == 1);
    const auto games = record_of(hall);
    check_incidents(games);
    CHECK(wrong_readings(both, games) == 0);
}

TEST_CASE("rounds of a board come one after another, and ends of all kinds") {
    TestHall hall;
    test::TempFolder folder;
    const std::string path = write(folder, "rounds.pgn", R"(
[Round "1.1"]

1. e4 e5 2. Nf3 1-0

[Round "2.1"]

1-0

[Round "3.1"]

1. e4 1/2-1/2

[Round "4.1"]

1. d4 d5 {[%claim fifty_move]} 2. c4 {[%offer] [%decline]} e6 {[%flag]} 0-1
)");
    CHECK(run_replay(options_for(hall, {path})) == 0);
    const auto games = record_of(hall);
    CHECK(games.at("cup/1/1").ending == "resignation");
    CHECK(games.at("cup/2/1").result == "1-0");
    CHECK(games.at("cup/2/1").ending == "arbiter-decision");
    CHECK(games.at("cup/3/1").result == "1/2-1/2");
    CHECK(games.at("cup/4/1").result == "0-1");
    CHECK(games.at("cup/4/1").ending == "time-forfeit");
}

TEST_CASE("games end on the board before their file does, and unfinished ones stay") {
    TestHall hall;
    test::TempFolder folder;
    std::string moves;
    for (int i = 0; i < 4; ++i) moves += "Nf3 Nf6 Ng1 Ng8 ";
    const std::string path = write(folder, "odd.pgn",
                                   "[Round \"1.1\"]\n\n" + moves + "e4 e5 1-0\n\n" +
                                       "[Round \"1.2\"]\n\n1. e4 *\n\n[Round \"1.3\"]\n\n" +
                                       "1. e4 e5 {a game that [%claim] spoils} 1-0\n");
    CHECK(run_replay(options_for(hall, {path})) == 65);
    const auto games = record_of(hall);
    CHECK(games.at("cup/1/1").ending == "fivefold");
    CHECK(games.at("cup/1/2").result.empty());
    CHECK(games.at("cup/1/2").clk.size() == 1);
}

TEST_CASE("real time, many times faster") {
    HallOptions options;
    options.virtual_time = false;
    TestHall hall(options);
    ReplayOptions replay = options_for(hall, both);
    replay.speed = 100'000;
    CHECK(run_replay(replay) == 0);
    check_incidents(record_of(hall));
}

TEST_CASE("without an arbiter the boards are left after their last move") {
    TestHall hall;
    ReplayOptions replay = options_for(hall, {test_data("classics.pgn")});
    replay.arbiter = false;
    CHECK(run_replay(replay) == 0);
}

TEST_CASE("nobody there") {
    ReplayOptions options;
    options.files = {test_data("classics.pgn")};
    options.connect.port = 1;
    options.connect_timeout = milliseconds(200);
    options.quiet = true;
    CHECK(run_replay(options) == 69);
    options.files = {"no/such/file.pgn"};
    CHECK(run_replay(options) == 65);
}

}  // namespace flagfall::client
