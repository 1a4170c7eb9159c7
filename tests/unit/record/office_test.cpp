// The tables of the events' offices are what the events themselves lead to, and the change feed
// reports each thing once.
#include <nlohmann/json.hpp>

#include "arbiterd/record/committed_tournaments.hpp"
#include "arbiterd/record/file.hpp"
#include "arbiterd/record/results.hpp"
#include "arbiterd/shell/tables.hpp"
#include "tests/unit/record/folder.hpp"
#include "tests/unit/tournament/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;
using nlohmann::json;

namespace {

// A hotel's log as a record in a folder.
class Written : public Folder {
public:
    // Writes what the log has more than before.
    void write(const Hotel& hotel) {
        auto store = store::Store::open(options());
        REQUIRE(store);
        (*store)->start();
        std::vector<store::Row> rows;
        for (; written_ < hotel.log.size(); ++written_) {
            const wire::GameEvent& event = hotel.log[written_];
            store::Row& row = rows.emplace_back();
            row.stream = stream_of(event);
            row.type = std::string(wire::type_of(event));
            row.body = wire::encode_body(event);
        }
        REQUIRE((*store)->append(rows, [](store::Database& db) {
            db.run("INSERT OR REPLACE INTO follow VALUES (1, ?, ?)", "log", 1'000);
        }));
    }

    std::string text(const std::string& sql) const {
        auto db = store::Database::open(path() + "/arbiterd.db", store::Database::Mode::read_only);
        REQUIRE(db);
        (*db)->allow_views(true);
        auto query = (*db)->prepare(sql);
        query.bind();
        REQUIRE(query.step());
        return query.text(0);
    }

private:
    std::size_t written_ = 0;
};

// Two boards played, one by hand, a bye, and a second round in draft.
Hotel played() {
    Hotel hotel(7);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4), play(3, 5, 6), bye(7, Bye::allocated)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(result(1, 3, entered(win_of(Side::white), ResultKind::forfeit)));
    hotel.rule(start(1));
    hotel.deliver();
    hotel.moves(1, 4);
    hotel.end(1, win_of(Side::black));
    hotel.rule(pairings(2, {play(1, 2, 1)}));
    REQUIRE(hotel.no.code.empty());
    return hotel;
}

// The event as readers of the record have it.
tournament::Tournament read_back(const Written& folder) {
    auto record = folder.open();
    record::CommittedTournaments tournaments;
    tournaments.update(record);
    const tournament::Tournament* found = tournaments.find("open");
    REQUIRE(found);
    return *found;
}

tournament::RoundResults results_of(const Hotel& hotel, const std::vector<record::GameRow>& games) {
    return record::results_of(record::boards_of(hotel.open(), hotel.round(1), games));
}

std::vector<std::string> types(const std::vector<record::ChangeRow>& changes) {
    std::vector<std::string> all;
    for (const auto& change : changes) all.push_back(change.type);
    return all;
}

std::vector<record::ChangeRow> public_changes(record::Record& record) {
    auto seen = record.changes("open", Pos{}, 1'000);
    std::erase_if(seen, [](const record::ChangeRow& change) { return !change.is_public; });
    return seen;
}

}  // namespace

TEST_CASE("an event is read from the record as the office has it, bit by bit", "[record]") {
    Hotel hotel = played();
    Written folder;
    folder.write(hotel);
    auto record = folder.open();
    record::CommittedTournaments tournaments;
    tournaments.update(record);
    CHECK(tournaments.ids() == std::vector<std::string>{"open"});
    CHECK(tournaments.entered("open"));
    CHECK(tournaments.find("other") == nullptr);
    const tournament::Tournament* found = tournaments.find("open");
    REQUIRE(found);
    CHECK(*found == hotel.open());
    hotel.rule(change(2, {play(1, 1, 3)}));
    folder.write(hotel);
    tournaments.update(record);
    found = tournaments.find("open");
    REQUIRE(found);
    CHECK(*found == hotel.open());
}

TEST_CASE("a bye in a published round is public at once, and others are not", "[regress]") {
    Hotel hotel(5);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    wire::RequestBye ask;
    ask.number = 5;
    ask.rounds = {2};
    ask.bye = Bye::half;
    hotel.rule(ask);
    hotel.rule(of_round<wire::PublishRound>(1));
    ask.rounds = {1, 3};
    hotel.rule(ask);
    Written folder;
    folder.write(hotel);
    const auto changes = folder.open().changes("open", Pos{}, 1'000);
    REQUIRE(changes.size() == 6);
    CHECK_FALSE(changes[3].is_public);
    CHECK(json::parse(changes[5].body)["rounds"] == json::array({1}));
    CHECK(json::parse(changes[5].body)["bye"] == "H");
    CHECK(changes[5].is_public);
}

TEST_CASE("a board stands by its game, or by what was entered", "[record]") {
    using K = wire::ResultKind;
    Hotel hotel = played();
    Written folder;
    folder.write(hotel);
    auto results = results_of(hotel, folder.open().games({"open", "1"}));
    REQUIRE(results.size() == 3);
    CHECK(results.at(Board{1}).kind == K::played);
    CHECK(results.at(Board{1}).score == win_of(Side::black));
    CHECK(results.at(Board{1}).reason == Ending::arbiter_decision);
    CHECK(results.at(Board{1}).article == "12.9");
    CHECK(results.at(Board{1}).approval == wire::ApprovalState::provisional);
    CHECK(results.at(Board{1}).revision == 1);
    CHECK(results.at(Board{2}).kind == K::pending);
    CHECK(!results.at(Board{2}).score);
    CHECK(results.at(Board{3}).kind == K::forfeit);
    CHECK(results.at(Board{3}).score == win_of(Side::white));
    CHECK(results.at(Board{3}).decided_by == "Änne Richter");
    CHECK(results.at(Board{3}).revision == 1);
}

TEST_CASE("a board shows a game without moves, an illegal move that stands, an adjournment",
          "[record]") {
    using K = wire::ResultKind;
    Hotel hotel = played();
    hotel.end(2, drawn());  // nobody has moved
    wire::IllegalMoveStood stood;
    stood.game = "open-r1-b1";
    stood.board = Board{1};
    stood.ply = Ply{5};
    hotel.log.emplace_back(stood);
    Written folder;
    folder.write(hotel);
    auto games = folder.open().games({"open", "1"});
    const auto results = results_of(hotel, games);
    CHECK(results.at(Board{2}).kind == K::unrated);
    CHECK(results.at(Board{1}).illegal_stands);
    CHECK(!results.at(Board{2}).illegal_stands);
    games[1].status = wire::GameStatus::playing;
    games[1].kind = ResultKind::pending;
    games[1].adjourned = true;
    CHECK(results_of(hotel, games).at(Board{2}).kind == K::adjourned);
}

TEST_CASE("a game that the office did not set up is not its board's", "[record]") {
    Hotel hotel = played();
    Written folder;
    folder.write(hotel);
    auto record = folder.open();
    auto games = record.games({"open", "1"});
    record::GameRow foreign = games.at(0);
    foreign.game = "another-program";
    foreign.result = "1-0";
    foreign.board = Board{3};
    games.push_back(foreign);
    foreign.board = Board{1};
    games.push_back(foreign);
    const auto boards = record::boards_of(hotel.open(), hotel.round(1), games);
    REQUIRE(boards.size() == 3);
    CHECK(boards[0].result.score == win_of(Side::black));
    CHECK(boards[2].result.kind == wire::ResultKind::forfeit);
    CHECK(boards[2].game.game.empty());
}

TEST_CASE("presses are moves for the rating: the game was played", "[record]") {
    Hotel hotel = played();
    hotel.end(2, drawn());
    Written folder;
    folder.write(hotel);
    CHECK(folder.text("SELECT kind FROM game WHERE board = 2") == "unrated");
    for (std::uint32_t ply = 1; ply <= 2; ++ply) {
        wire::PressNoted press;
        press.game = "open-r1-b2";
        press.board = Board{2};
        press.ply = {ply};
        press.how = wire::Pressing::set;
        hotel.log.emplace_back(press);
    }
    folder.write(hotel);
    CHECK(folder.text("SELECT kind FROM game WHERE board = 2") == "played");
    const auto changes = folder.open().changes("open", Pos{}, 1'000);
    CHECK(changes.back().type == "result");
    CHECK(json::parse(changes.back().body)["kind"] == "played");
}

TEST_CASE("a game that another program opened has no result in the feed", "[record][regress]") {
    Hotel hotel = played();
    Written folder;
    folder.write(hotel);
    const Pos before{static_cast<std::int64_t>(hotel.log.size())};
    wire::GameRecorded opened;
    opened.game = "another-1";
    opened.board = Board{1};
    opened.terms.event = "open";
    opened.terms.round = "1";
    opened.terms.white = "X";
    opened.terms.black = "Y";
    hotel.log.emplace_back(opened);
    wire::QuestionPut question;
    question.game = opened.game;
    question.board = opened.board;
    question.number = 1;
    question.about = wire::Subject::foreign_game;
    hotel.log.emplace_back(question);
    wire::ResultRecorded over;
    over.game = opened.game;
    over.board = opened.board;
    over.outcome = {win_of(Side::black), Ending::resignation, "5.1.2"};
    hotel.log.emplace_back(over);
    folder.write(hotel);
    auto record = folder.open();
    const auto changes = record.changes("open", before, 1000);
    REQUIRE(changes.size() == 2);
    for (const auto& change : changes) CHECK(change.type != "result");
    CHECK(folder.text("SELECT foreign_game FROM game WHERE game = 'another-1'") == "1");
    CHECK(folder.text("SELECT foreign_game FROM game WHERE game = 'open-r1-b1'") == "0");
}

TEST_CASE("moves that come back with other colours bring the result again",
          "[record][regress]") {
    Hotel hotel = played();
    const wire::GameTerms terms = hotel.games.by_id.at("open-r1-b1").terms;
    wire::MovesRestored back;
    back.game = "open-r1-b1";
    back.board = Board{1};
    back.kept = 1;
    back.ruling = 2;
    back.white = terms.white;
    back.black = terms.black;
    hotel.log.emplace_back(back);
    Written folder;
    folder.write(hotel);
    const auto before = folder.open().changes("open", Pos{}, 1000);
    CHECK(json::parse(before.back().body)["reversed"] == false);
    back.white = terms.black;
    back.black = terms.white;
    back.reversed = true;
    hotel.log.emplace_back(back);
    folder.write(hotel);
    const auto changes = folder.open().changes("open", Pos{}, 1000);
    CHECK(changes.back().type == "result");
    CHECK(json::parse(changes.back().body)["reversed"] == true);
}

TEST_CASE("after colours were reversed the points follow the players", "[record]") {
    Hotel hotel = played();
    const wire::GameTerms terms = hotel.games.by_id.at("open-r1-b1").terms;
    wire::ColoursReversed seats;
    seats.game = "open-r1-b1";
    seats.board = Board{1};
    seats.white = terms.black;
    seats.black = terms.white;
    seats.reversed = true;
    seats.by = "Änne Richter";
    seats.article = "7.3";
    hotel.log.emplace_back(seats);
    Written folder;
    folder.write(hotel);
    auto record = folder.open();
    const auto boards =
        record::boards_of(hotel.open(), hotel.round(1), record.games({"open", "1"}));
    CHECK(boards[0].player == Both<std::uint32_t>{{2, 1}});
    CHECK(boards[0].game.player[Side::white] == terms.black);
    CHECK(boards[0].result.score == win_of(Side::black));  // player 1
    CHECK(boards[0].result.revision == 2);
    const auto changes = record.changes("open", Pos{}, 1000);
    CHECK(json::parse(changes.back().body)["reversed"] == true);
    record::CommittedTournaments tournaments;
    tournaments.update(record);
    const auto results = json::parse(record::results_json(
        record::round_data(record, tournaments, {"open", "1"})));
    CHECK(results["boards"][0]["white"]["number"] == 2);
    CHECK(results["boards"][0]["white"]["name"] == terms.black);
    CHECK(results["boards"][0]["result"]["code"] == "0-1");
}

TEST_CASE("a game of no tournament has two players, also of one name", "[record]") {
    Hotel hotel(2);
    const std::string name = GENERATE("Ann Berg", "");
    for (const std::uint32_t number : {1U, 2U}) {
        wire::GameRecorded game;
        game.game = "g" + std::to_string(number);
        game.board = Board{7};
        game.terms.event = "friends";
        game.terms.round = std::to_string(number);
        game.terms.white = game.terms.black = name;
        hotel.log.emplace_back(game);
    }
    Written folder;
    folder.write(hotel);
    auto record = folder.open();
    record::CommittedTournaments tournaments;
    tournaments.update(record);
    const tournament::Tournament* found = tournaments.find("friends");
    REQUIRE(found);
    CHECK(found->players.size() == 2);
    for (const std::uint32_t number : {1U, 2U}) {
        REQUIRE(found->rounds.at(number).pairings.size() == 1);
        CHECK(found->rounds.at(number).pairings[0].white == 1);
        CHECK(found->rounds.at(number).pairings[0].black == 2);
    }
}

TEST_CASE("a start taken back is in the tables, and a board's number means its games",
          "[record]") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start(1));
    hotel.deliver();
    wire::RuleBoards pause;
    pause.act = wire::PauseClock{};
    hotel.rule(pause);
    hotel.obey();
    hotel.rule(of_round<wire::UndoStart>(1));
    REQUIRE(hotel.no.code.empty());
    hotel.deliver();
    Written folder;
    folder.write(hotel);
    CHECK(folder.text("SELECT state FROM tournament_round") == "published");
    CHECK(folder.text("SELECT group_concat(act) FROM act WHERE pos > 4").find("rule_boards") !=
          std::string::npos);
    CHECK(read_back(folder) == hotel.open());
    CHECK(hotel.at(1, 2).game == "open-r1-b2-2");
    CHECK(folder.text("SELECT count(*) FROM ruling WHERE about = 'pause'") == "2");
    auto record = folder.open();
    const auto games = record.games_at(Board{2});
    REQUIRE(games.size() == 1);  // the other one was taken back
    CHECK(games[0].game == "open-r1-b2-2");
    CHECK(!games[0].started_wall_ms);
    CHECK(*arbiterd::changed_tables(folder.path()) == std::vector<std::string>{});
}

TEST_CASE("the tables are what the acts say, and every table is derived again", "[record]") {
    Hotel hotel = played();
    hotel.rule(of_round<wire::FinishRound>(1));
    auto acknowledge = of_round<wire::Acknowledge>(1);
    acknowledge.consumer = "swiss";
    acknowledge.revision = 1;
    hotel.rule(acknowledge);
    acknowledge.revision = 2;
    hotel.rule(acknowledge);
    Written folder;
    folder.write(hotel);
    CHECK(folder.text("SELECT group_concat(round || state) FROM tournament_round") ==
          "1started,2drafted");  // a game is not over
    CHECK(read_back(folder) == hotel.open());
    CHECK(folder.text("SELECT consumer || revision FROM acknowledgement") == "swiss2");
    CHECK(folder.text("SELECT count(*) FROM outbox WHERE stream = 'event/open'"
                      " AND settled > pos") == "4");
    CHECK(folder.text("SELECT count(*) FROM act WHERE stream = 'event/open'") ==
          std::to_string(std::ranges::count_if(hotel.log, [](const wire::GameEvent& e) {
              return std::holds_alternative<wire::EventActed>(e);
          })));
    REQUIRE(arbiterd::changed_tables(folder.path()));
    const std::vector<std::string> none;
    CHECK(*arbiterd::changed_tables(folder.path()) == none);
    const std::string before = folder.text("SELECT group_concat(pos || body) FROM change");
    REQUIRE(arbiterd::rebuild_record(folder.path()));
    CHECK(*arbiterd::changed_tables(folder.path()) == none);
    CHECK(folder.text("SELECT group_concat(pos || body) FROM change") == before);
}

TEST_CASE("readers know what was asked for, the new numbers, and what is hidden", "[record]") {
    Hotel hotel(4);
    wire::EnterPlayers strong;
    strong.players = {player(4, "Player 4")};
    strong.players[0].rating = 2400;
    strong.players[0].byes = {{9, Bye::full}};
    hotel.rule(strong);
    wire::RequestBye ask;
    ask.number = 3;
    ask.rounds = {1, 2};
    ask.bye = Bye::half;
    hotel.rule(ask);
    hotel.rule(wire::SeedPlayers{});
    hotel.rule(pairings(1, {play(1, 1, 2)}));
    ask.number = 4;  // who was 3
    ask.rounds = {1};
    ask.bye = Bye::zero;
    hotel.rule(ask);
    hotel.rule(wire::HideEvent{});
    REQUIRE(hotel.no.code.empty());
    Written folder;
    folder.write(hotel);
    const tournament::Tournament found = read_back(folder);
    CHECK(found == hotel.open());
    CHECK(found.hidden);
    CHECK(found.players.at(1).name == "Player 4");
    CHECK(found.rounds.at(1).pairings.at(1).bye == Bye::zero);
    CHECK(folder.text("SELECT group_concat(by || ' ' || act) FROM act WHERE act = 'hide_event'") ==
          hotel.by + " hide_event");
}

TEST_CASE("tables of an earlier version are made again, and what is followed stays", "[record]") {
    const Hotel hotel = played();
    Written folder;
    folder.write(hotel);
    const std::string games = folder.text("SELECT group_concat(game || kind || version) FROM game");
    {
        auto db = store::Database::open(folder.path() + "/arbiterd.db",
                                        store::Database::Mode::create);
        REQUIRE(db);
        CHECK(record::has_layout(**db));
        REQUIRE((*db)->execute("ALTER TABLE game DROP COLUMN kind; CREATE TABLE pairing (a);"
                               "CREATE VIEW old AS SELECT * FROM pairing; DROP TABLE press;"));
        CHECK(!record::has_layout(**db));
    }
    CHECK(arbiterd::changed_tables(folder.path())->back() == "sqlite_schema");
    REQUIRE(arbiterd::rebuild_record(folder.path()));
    CHECK(*arbiterd::changed_tables(folder.path()) == std::vector<std::string>{});
    CHECK(folder.text("SELECT group_concat(game || kind || version) FROM game") == games);
    CHECK(folder.text("SELECT pos FROM follow") == "1000");
}

TEST_CASE("games that are taken back or not opened are no board's", "[record]") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(of_round<wire::PrepareRound>(1));
    hotel.refuse_next = "board_busy";
    hotel.deliver();
    hotel.rule(change(1, {play(2, 4, 3)}));
    hotel.deliver();
    Written folder;
    folder.write(hotel);
    CHECK(read_back(folder) == hotel.open());
    CHECK(hotel.at(1, 1).game.empty());
    CHECK(hotel.at(1, 2).game.empty());
    CHECK(folder.text("SELECT group_concat(command || refused) FROM outbox"
                      " WHERE stream = 'event/open'") ==
          "open_gameboard_busy,open_game,end_game");
    CHECK(folder.text("SELECT reason FROM game") == "cancelled");
    auto record = folder.open();
    CHECK(record.games({"open", "1"}).empty());
    CHECK(record.rounds().empty());
    const auto changes = record.changes("open", Pos{}, 100);
    CHECK(types(changes) == std::vector<std::string>{"event", "players", "pairings", "round",
                                                     "hall", "game", "pairings", "ruling",
                                                     "game"});
    CHECK(json::parse(changes.back().body)["state"] == "cancelled");
}

TEST_CASE("a round's version grows when a board gets another game", "[record]") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(of_round<wire::PrepareRound>(1));
    hotel.deliver();
    Written folder;
    const auto version = [&] {
        folder.write(hotel);
        return folder.open().counts({"open", "1"}).version + hotel.open().changed.value;
    };
    const std::int64_t first = version();
    hotel.rule(change(1, {play(1, 2, 1)}));
    hotel.rule(of_round<wire::PrepareRound>(1));
    const std::int64_t changed = version();
    CHECK(changed > first);
    hotel.deliver();  // the old game is taken back, and the new one set up
    CHECK(version() > changed);
}

TEST_CASE("who follows the changes hears of everything in its order, and spectators of what is "
          "public",
          "[record]") {
    Written folder;
    folder.write(played());
    auto record = folder.open();
    const auto all = record.changes("open", Pos{}, 1'000);
    CHECK(types(all) == std::vector<std::string>{
                            "event", "players", "pairings", "round", "result", "round", "game",
                            "game", "game", "game", "move", "move", "move", "move", "ruling",
                            "result", "pairings"});
    CHECK(std::ranges::is_sorted(all, {}, &record::ChangeRow::pos));
    CHECK(types(record.changes("", all[13].pos, 2)) ==
          std::vector<std::string>{"ruling", "result"});
    CHECK(record.changes("other", Pos{}, 10).empty());
    CHECK(types(public_changes(record)) ==
          std::vector<std::string>{"event", "players", "round", "result", "round", "game", "game",
                                   "game", "game", "move", "move", "move", "move", "result"});
}

TEST_CASE("a pairing entered again says in the changes that its result stays",
          "[record][regress]") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(result(1, 2, entered(win_of(Side::white), ResultKind::forfeit)));
    wire::ChangePairing change;
    change.round = 1;
    change.pairings = {play(2, 3, 4)};
    hotel.rule(change);
    Written folder;
    folder.write(hotel);
    auto record = folder.open();
    const auto all = record.changes("open", Pos{}, 1'000);
    REQUIRE(all.back().type == "pairings");
    CHECK(json::parse(all.back().body)["pairings"][0]["resultStays"] == true);
}

TEST_CASE("a move says from when its readings are, and whose clock they run on", "[record]") {
    Written folder;
    folder.write(played());
    auto record = folder.open();
    const json move = json::parse(public_changes(record)[9].body);
    CHECK(move["atUs"].is_number_integer());
    CHECK(move["side"] == "white");
    CHECK(move["turn"] == "black");
    CHECK(move["runs"] == true);
    CHECK(move["epoch"].is_number_unsigned());
}

TEST_CASE("a change says what a spectator's page needs to show it", "[record]") {
    Written folder;
    folder.write(played());
    auto record = folder.open();
    const auto seen = public_changes(record);
    const json move = json::parse(seen[9].body);
    CHECK(move["gameId"] == "open-r1-b1");
    CHECK(move["san"] == "Nf3");
    CHECK(move["uci"] == "g1f3");
    CHECK(move["ply"] == 1);
    CHECK(move["whiteMs"] == 5'400'000);
    CHECK(seen[9].board == 1);
    CHECK(seen[9].round == "1");
    const json over = json::parse(seen.back().body);
    CHECK(over["score"] == "0-1");
    CHECK(over["black"] == 1.0);
    CHECK(over["kind"] == "played");
    CHECK(over["approval"] == "provisional");
    CHECK(over["revision"] == 1);
    const json forfeit = json::parse(seen[3].body);
    CHECK(forfeit["kind"] == "forfeit");
    CHECK(forfeit["revision"] == 1);
    CHECK(json::parse(seen[2].body)["state"] == "published");
}
