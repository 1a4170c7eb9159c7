// Acts for many boards at once, a start taken back, and starts that are asked about.
#include "arbiterd/game/acts/desk.hpp"
#include "common/base/limits.hpp"
#include "tests/unit/tournament/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

using Names = std::vector<std::string>;

template <class Event>
std::vector<Event> all_of(const Events& events) {
    std::vector<Event> found;
    for (const wire::GameEvent& event : events)
        if (const auto* one = std::get_if<Event>(&event)) found.push_back(*one);
    return found;
}

// Three boards under way, in two sectors.
Hotel three_boards() {
    Hotel hotel(6);
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    change.info.sectors = {{"A", "", Board{1}, Board{2}}, {"B", "", Board{3}, Board{9}}};
    hotel.rule(change);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4), play(3, 5, 6)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start(1));
    REQUIRE(hotel.no.code.empty());
    hotel.deliver();
    return hotel;
}

wire::RuleBoards at_boards(wire::BoardAct act, std::uint32_t round = 0) {
    wire::RuleBoards rule;
    rule.round = round;
    rule.act = std::move(act);
    return rule;
}

wire::UndoStart undo(std::uint32_t round, std::vector<Board> boards = {}) {
    auto act = of_round<wire::UndoStart>(round);
    act.boards = std::move(boards);
    return act;
}

// "1 2-game_over": the boards in their order, with why it does not fit.
std::string at_each(const Events& events) {
    std::string all;
    REQUIRE(!events.empty());
    const auto* games = tournament::games_of(std::get<wire::EventActed>(events.front()).act);
    REQUIRE(games);
    for (const wire::AtBoard& at : *games)
        all += (all.empty() ? "" : " ") + std::to_string(at.board.number) +
               (at.refused.empty() ? "" : "-" + at.refused);
    return all;
}

// The sentences of the answer to the act.
std::vector<Told> said(const Events& events) {
    return tournament::sentences_of(std::get<wire::EventActed>(events.front()).act);
}

// "boards_pause boards=1-3 n=3"
std::string data_of(const Told& sentence) {
    std::string all = sentence.code;
    auto values = sentence.values;
    std::ranges::sort(values, {}, &ToldValue::name);
    for (const ToldValue& value : values) all += " " + value.name + "=" + value.text;
    return all;
}

}  // namespace

TEST_CASE("a hall is paused and resumed in one step, with one ruling a board") {
    Hotel hotel = three_boards();
    hotel.moves(1, 2);
    hotel.reason = "fire alarm";
    const Events events = hotel.rule(at_boards(wire::PauseClock{}));
    CHECK(at_each(events) == "1 2 3");
    const auto rulings = all_of<wire::RulingGiven>(events);
    REQUIRE(rulings.size() == 3);
    CHECK(rulings[1].article == "6.11.1");
    CHECK(rulings[1].by == hotel.by);
    CHECK(rulings[1].text == "The clock is paused. fire alarm");
    const auto acts = all_of<wire::DeskActed>(events);
    REQUIRE(acts.size() == 3);
    CHECK(acts[2].id.ends_with(":3"));
    CHECK(acts[2].id.starts_with("hall:a"));
    CHECK(all_of<wire::CommandIssued>(events).size() == 3);
    CHECK(said(events) == Names{"at 3 boards (boards 1, 2, 3): the clocks are paused"});
    hotel.obey();
    CHECK(!hotel.live(1, 2).running);
    CHECK(hotel.refusal(at_boards(wire::PauseClock{})) == "nothing_to_change");
    CHECK(hotel.no.text.find("clock_stands") != std::string::npos);
    CHECK(at_each(hotel.rule(at_boards(wire::ResumeClock{}))) == "1 2 3");
    hotel.obey();
    CHECK(hotel.live(1, 3).running);
}

TEST_CASE("where an act for many boards does not fit, the board is left and named") {
    Hotel hotel = three_boards();
    hotel.end(1, drawn());
    hotel.rule(at_boards(wire::PauseClock{}));
    hotel.obey();
    hotel.rule(at_boards(wire::ResumeClock{}));  // board 1 is over, 2 and 3 wait for the clock
    const auto mixed = [&](const wire::RuleBoards& act) { return at_each(hotel.rule(act)); };
    CHECK(hotel.refusal(at_boards(wire::AdjustClock{minutes(5), {}})) == "nothing_to_change");
    CHECK(hotel.no.text.find("correction_under_way") != std::string::npos);
    hotel.obey();
    CHECK(mixed(at_boards(wire::AdjustClock{minutes(5), minutes(5)}, 1)) == "1-game_over 2 3");
    hotel.obey();
    CHECK(hotel.live(1, 2).readings[Side::black] == minutes(95));
    wire::RuleBoards named = at_boards(wire::PauseClock{});
    named.boards = {Board{2}, Board{8}};
    CHECK(mixed(named) == "2 8-no_game");
}

TEST_CASE("the sentences of an act for many boards have their data") {
    Hotel hotel = three_boards();
    const auto data = [&](const wire::BoardAct& act, std::vector<Board> boards = {}) {
        wire::RuleBoards rule = at_boards(act);
        rule.boards = std::move(boards);
        std::string all;
        for (const Told& one : said(hotel.rule(rule))) all += data_of(one) + ";";
        return all;
    };
    CHECK(data(wire::AdjustClock{minutes(5), {}}) ==
          "boards_adjust black=0:00:00 boards=1-3 n=3 white=0:05:00;");
    hotel.obey();
    CHECK(data(wire::PauseClock{}, {Board{1}, Board{2}, Board{8}}) ==
          "boards_pause boards=1, 2 n=2;boards_left boards=8 n=1 why=no_game;");
    hotel.obey();
    CHECK(data(wire::ResumeClock{}, {Board{1}}) == "boards_resume boards=1 n=1;");
}

TEST_CASE("boards that stood for reasons of their own do not go on with the others") {
    Hotel hotel = three_boards();
    hotel.pause(1, "arbiter");  // a dispute
    hotel.pause(2, "device");   // a player asks for the arbiter: a question waits
    CHECK(at_each(hotel.rule(at_boards(wire::PauseClock{}))) ==
          "1-clock_stands 2-clock_stands 3");
    hotel.obey();
    CHECK(at_each(hotel.rule(at_boards(wire::ResumeClock{}))) ==
          "1-paused_alone 2-paused_alone 3");
    hotel.obey();
    CHECK(hotel.live(1, 3).running);
    CHECK_FALSE(hotel.live(1, 3).paused_together);
    wire::RuleBoards named = at_boards(wire::ResumeClock{});
    named.boards = {Board{1}, Board{2}};
    CHECK(at_each(hotel.rule(named)) == "1 2-question_open");
    CHECK(hotel.live(1, 2).questions.size() == 1);
}

TEST_CASE("after a power cut all boards go on together (6.10.1)") {
    Hotel hotel = three_boards();
    for (const std::uint32_t board : {1U, 2U, 3U}) hotel.pause(board, "clockd");
    CHECK(hotel.live(1, 2).questions.size() == 1);
    CHECK(at_each(hotel.rule(at_boards(wire::ResumeClock{}))) == "1 2 3");
    hotel.obey();
    CHECK(hotel.live(1, 2).questions.empty());
    CHECK(hotel.live(1, 2).running);
}

TEST_CASE("acts for many boards take a round, a sector or a list") {
    Hotel hotel = three_boards();
    wire::RuleBoards act = at_boards(wire::PauseClock{});
    act.sector = "A";
    CHECK(at_each(hotel.rule(act)) == "1 2");
    act.sector = "C";
    CHECK(hotel.refusal(act) == "unknown_sector /sector");
    act.sector = "B";
    act.boards = {Board{3}};
    CHECK(hotel.refusal(act) == "bad_boards /boards");
    act.sector.clear();
    act.boards = {Board{3}, Board{3}};
    CHECK(hotel.refusal(act) == "board_twice /boards/0");
    act.boards.clear();
    act.round = 7;
    CHECK(hotel.refusal(act) == "unknown_round /round");
    Hotel empty(2);
    CHECK(empty.refusal(at_boards(wire::PauseClock{})) == "no_games");
}

TEST_CASE("an act that names no round is for the boards that have a game") {
    Hotel hotel = three_boards();
    hotel.rule(pairings(2, {play(7, 1, 3), bye(2, Bye::half), play(8, 4, 6)}));
    CHECK(at_each(hotel.rule(at_boards(wire::PauseClock{}))) == "1 2 3");
    hotel.obey();
    CHECK(at_each(hotel.rule(at_boards(wire::ResumeClock{}, 1))) == "1 2 3");
    CHECK(hotel.refusal(at_boards(wire::PauseClock{}, 2)) == "nothing_to_change");
    CHECK(hotel.no.text.find("boards 7, 8): no game is set up") != std::string::npos);
}

TEST_CASE("an act that names no round is for the game at the clock, of whatever round",
          "[regress]") {
    Hotel hotel(4);
    const auto begins = [&](const wire::StartRound& act) {
        hotel.rule(act);
        hotel.confirm = hotel.no.confirm;  // a player has another game that is not over
        if (!hotel.confirm.empty()) hotel.rule(act);
        REQUIRE(hotel.no.code.empty());
        hotel.deliver();
    };
    const auto plays = [&](std::uint32_t round, std::vector<wire::EventPairing> games,
                           std::vector<Board> boards = {}) {
        hotel.rule(pairings(round, std::move(games)));
        hotel.rule(of_round<wire::PublishRound>(round));
        begins(start(round, std::move(boards)));
    };
    plays(1, {play(1, 1, 2), play(2, 3, 4)}, {Board{2}});  // board 1 is postponed
    hotel.end(2, drawn());
    plays(3, {play(1, 1, 3), play(2, 2, 4)});
    hotel.end(1, drawn());
    hotel.end(2, drawn());
    plays(2, {play(2, 1, 4), play(3, 2, 3)});  // after round 3
    hotel.end(3, drawn());
    begins(start(1, {Board{1}}));
    wire::RuleBoards named = at_boards(wire::AdjustClock{minutes(5), minutes(5)});
    named.boards = {Board{1}};
    CHECK(at_each(hotel.rule(named)) == "1");
    hotel.obey();
    CHECK(hotel.live(1, 1).readings[Side::white] == minutes(95));
    CHECK(at_each(hotel.rule(at_boards(wire::PauseClock{}))) == "1 2 3-game_over");
    hotel.obey();
    CHECK_FALSE(hotel.live(1, 1).running);
    CHECK_FALSE(hotel.live(2, 2).running);
}

TEST_CASE("an adjourned game takes part in acts for all boards when its board is named",
          "[regress]") {
    Hotel hotel = three_boards();
    hotel.moves(1, 2);
    hotel.rule(at_boards(wire::PauseClock{}));
    hotel.obey();
    hotel.adjourn(1);
    wire::ChangeControl control;
    control.time_control = "600+5";
    const wire::RuleBoards more = at_boards(wire::AdjustClock{minutes(5), {}});
    CHECK(at_each(hotel.rule(more)) == "1-adjourned 2 3");
    hotel.obey();
    CHECK(at_each(hotel.rule(at_boards(control))) == "1-adjourned 2 3");
    hotel.obey();
    CHECK(at_each(hotel.rule(at_boards(wire::ResumeClock{}, 1))) == "1-adjourned 2 3");
    hotel.obey();
    CHECK(hotel.live(1, 1).readings[Side::white] == minutes(90));
    wire::RuleBoards named = more;
    named.boards = {Board{1}};
    CHECK(at_each(hotel.rule(named)) == "1");
    hotel.end(1, drawn());
    CHECK(at_each(hotel.rule(at_boards(wire::PauseClock{}))) == "1-game_over 2 3");
}

TEST_CASE("a control for all: clocks that stand keep what was used (6.10.2)") {
    Hotel hotel = three_boards();
    wire::ChangeControl control;
    control.time_control = "6000+30";
    CHECK(hotel.refusal(at_boards(control)) == "nothing_to_change");
    CHECK(hotel.no.text.find("clock_running") != std::string::npos);
    hotel.rule(at_boards(wire::PauseClock{}));
    hotel.obey();
    CHECK(at_each(hotel.rule(at_boards(control))) == "1 2 3");
    hotel.obey();
    CHECK(hotel.live(1, 1).control == "6000+30");
    CHECK(hotel.live(1, 1).readings == Both<Duration>{{minutes(100), minutes(100)}});
    control.time_control = "3000+30";
    control.black = minutes(40);  // White's follows from the control
    CHECK(said(hotel.rule(at_boards(control))) ==
          Names{"at 3 boards (boards 1, 2, 3): the time control is 3000+30 from now on, Black's "
                "clock shows 0:40:00"});
    hotel.obey();
    CHECK(hotel.live(1, 1).readings == Both<Duration>{{minutes(50), minutes(40)}});
}

TEST_CASE("acts for many boards leave the event and its revision as they are") {
    Hotel hotel = three_boards();
    const tournament::Tournament before = hotel.open();
    hotel.rule(at_boards(wire::PauseClock{}));
    for (const std::uint32_t board : {1, 2, 3}) CHECK(hotel.live(1, board).paused_together);
    CHECK(hotel.open() == before);
}

TEST_CASE("a start is taken back where no move was made, and the round starts again") {
    Hotel hotel = three_boards();
    hotel.rule(at_boards(wire::PauseClock{}));  // no obstacle
    hotel.obey();
    const Events events = hotel.rule(undo(1));
    CHECK(at_each(events) == "1 2 3");
    REQUIRE(said(events).size() == 2);
    CHECK(data_of(said(events)[1]) == "round_start_undone round=1");
    CHECK(commands(events) == Names{"cancel 1", "cancel 2", "cancel 3", "open 1", "open 2",
                                    "open 3"});
    CHECK(hotel.round(1).state == RoundState::published);
    hotel.deliver();
    CHECK(hotel.at(1, 2).game == "open-r1-b2-2");
    CHECK(!hotel.live(1, 2).began);
    const auto& old = hotel.games.by_id.at("open-r1-b2").live.result;
    REQUIRE(old);
    CHECK(old->ending == Ending::cancelled);
    CHECK(old->article == "6.6");
    CHECK(hotel.refusal(undo(1)) == "wrong_state");
    CHECK(commands(hotel.rule(start(1))) == Names{"start 1", "start 2", "start 3"});
    hotel.deliver();
    CHECK(hotel.live(1, 2).began);
}

TEST_CASE("a game with a move stays where the start is taken back too late for it", "[regress]") {
    Hotel hotel = three_boards();
    const auto terms = hotel.round(1).began_with;
    hotel.rule(undo(1));
    REQUIRE(hotel.round(1).state == RoundState::published);
    hotel.moves(1, 1);  // clockd had it before it heard of the act
    const bool over = GENERATE(false, true);
    if (over) hotel.end(1, drawn());
    hotel.deliver();
    CHECK(hotel.at(1, 1).game == "open-r1-b1");
    CHECK(hotel.live(1, 1).ply == Ply{1});
    CHECK(hotel.live(1, 1).result.has_value() == over);
    CHECK(hotel.at(1, 2).game == "open-r1-b2-2");
    CHECK(hotel.round(1).state == RoundState::started);
    CHECK(hotel.round(1).began_with == terms);
    CHECK(std::ranges::count_if(all_of<wire::RulingGiven>(hotel.log), [](const auto& ruling) {
              return ruling.text.contains("it stays, and is its board's again");
          }) == 1);
    CHECK(hotel.tournaments.outbox.empty());
    CHECK(hotel.tournaments.taken_back.empty());
    CHECK(commands(hotel.rule(start(1, {Board{2}}))) == Names{"start 2"});
}

TEST_CASE("a game with a move keeps its board where the pairing is changed too late", "[regress]") {
    Hotel hotel = three_boards();
    hotel.rule(change(1, {play(1, 2, 1)}));
    REQUIRE(hotel.at(1, 1).game.empty());
    SECTION("it is the board's again") {
        hotel.moves(1, 1);
        hotel.deliver();
        CHECK(hotel.at(1, 1).game == "open-r1-b1");
        CHECK(hotel.at(1, 1).white == 1);
    }
    SECTION("others stand there with a result: the game goes on, and its record says so") {
        hotel.rule(result(1, 1, entered(drawn())));
        hotel.moves(1, 1);
        hotel.deliver();
        CHECK(hotel.at(1, 1).game.empty());
        CHECK(hotel.at(1, 1).entered);
        CHECK(!hotel.games.by_id.at("open-r1-b1").live.result);
        CHECK(all_of<wire::RulingGiven>(hotel.log).back().text.contains("decide which game"));
    }
}

TEST_CASE("games that are set up again have the terms that the round has then", "[regress]") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(of_round<wire::PrepareRound>(1));
    hotel.rule(start(1, {Board{1}}));
    hotel.deliver();
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    change.info.terms.time_control = "300+3";
    hotel.rule(change);
    const bool all = GENERATE(true, false);
    if (all) CHECK(at_each(hotel.rule(undo(1))) == "1 2");  // 2 waits, with the old terms
    else hotel.rule(undo(1, {Board{1}}));
    hotel.deliver();
    CHECK(hotel.round(1).state == (all ? RoundState::published : RoundState::started));
    for (const std::uint32_t board : {1, 2})
        CHECK(hotel.games.by_id.at(hotel.at(1, board).game).terms.time_control ==
              tournament::terms_of(hotel.open(), hotel.round(1), hotel.at(1, board)).time_control);
}

TEST_CASE("a start is not taken back for the boards that play without our clocks", "[regress]") {
    Hotel hotel(6);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4), play(3, 5, 6)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start(1, {Board{1}}));
    hotel.rule(start_without_clocks(1, {Board{2}, Board{3}}));
    hotel.deliver();
    hotel.rule(undo(1));
    CHECK(hotel.round(1).state == RoundState::started);
    CHECK(hotel.refusal(undo(1)) == "nothing_to_change");
    hotel.rule(change(1, {play(2, 4, 3)}));  // it is late now, and has not begun
    hotel.rule(result(1, 3, entered(win_of(Side::white), ResultKind::forfeit)));
    hotel.rule(undo(1));
    CHECK(hotel.round(1).state == RoundState::published);
}

TEST_CASE("who takes the start of some boards back leaves the round started", "[regress]") {
    Hotel hotel = three_boards();
    hotel.rule(undo(1, {Board{1}, Board{2}}));
    wire::UndoStart sector = undo(1);
    sector.sector = "B";
    CHECK(at_each(hotel.rule(sector)) == "3");
    CHECK(hotel.round(1).state == RoundState::started);
    hotel.deliver();
    hotel.rule(undo(1));  // no game has begun: only the round is left
    CHECK(hotel.round(1).state == RoundState::published);
}

TEST_CASE("a start is taken back beside a forfeit", "[regress]") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    const auto kind = GENERATE(ResultKind::forfeit, ResultKind::played);
    hotel.rule(result(1, 1, entered(win_of(Side::white), kind)));
    hotel.rule(start(1));
    hotel.deliver();
    hotel.rule(undo(1));
    const bool whole = kind == ResultKind::forfeit;
    CHECK(hotel.round(1).state == (whole ? RoundState::published : RoundState::started));
}

TEST_CASE("a start is taken back once the rulings since are", "[regress]") {
    Hotel hotel = three_boards();
    wire::RuleBoards more = at_boards(wire::AdjustClock{minutes(1), {}});
    more.boards = {Board{2}};
    hotel.rule(more);
    hotel.obey();
    wire::DeskCommand back;
    back.id = "back";
    back.game = "open-r1-b2";
    back.by = "Anna Arbiter";
    back.reason = "the wrong board";
    back.act = wire::UndoRuling{1};
    const auto events = game::decide_desk(hotel.games, Instant{1}, back);
    REQUIRE(events);
    hotel.keep(*events);
    hotel.obey();
    CHECK(at_each(hotel.rule(undo(1))) == "1 2 3");
    CHECK(hotel.round(1).state == RoundState::published);
}

TEST_CASE("what was played or ruled stays when a start is taken back") {
    Hotel hotel = three_boards();
    hotel.moves(1, 1);
    wire::RuleBoards more = at_boards(wire::AdjustClock{minutes(1), {}});
    more.boards = {Board{2}};
    hotel.rule(more);
    hotel.obey();
    const Events events = hotel.rule(undo(1));
    CHECK(at_each(events) == "1-game_begun 2-has_rulings 3");
    for (const Told& each : said(events)) CHECK(each.code != "round_start_undone");
    CHECK(hotel.round(1).state == RoundState::started);
    hotel.deliver();
    CHECK(hotel.live(1, 1).began);
    CHECK(commands(hotel.rule(start(1, {Board{3}}))) == Names{"start 3"});
    CHECK(hotel.refusal(undo(1, {Board{1}})) == "nothing_to_change");
    CHECK(hotel.refusal(undo(4)) == "unknown_round /round");
}

TEST_CASE("a round whose players still play elsewhere is asked about first") {
    Hotel hotel = three_boards();
    hotel.rule(pairings(2, {play(4, 1, 3), play(5, 2, 4)}));
    hotel.rule(of_round<wire::PublishRound>(2));
    hotel.end(1, drawn());
    CHECK(hotel.refusal(start(2)) == "still_playing /round");
    CHECK(hotel.no.text.find("3 (Player 3) at board 2 of round 1") != std::string::npos);
    const std::string token = hotel.no.confirm;
    CHECK(token.size() == 16);
    hotel.confirm = "0000000000000000";
    CHECK(hotel.refusal(start(2)) == "still_playing /round");
    hotel.confirm = token;
    Hotel later = hotel;
    const Events events = hotel.rule(start(2));
    CHECK(commands(events) == Names{"open 4", "open 5", "start 4", "start 5"});
    CHECK(std::get<wire::StartRound>(std::get<wire::EventActed>(events.front()).act)
              .despite.find("board 2") != std::string::npos);
    later.end(2, drawn());  // nobody plays any more: nothing is asked
    later.confirm.clear();
    CHECK(later.refusal(start(2)).empty());
}

TEST_CASE("a round that starts hours before its time is asked about first") {
    constexpr std::int64_t hour = 3'600'000;
    const std::int64_t planned = *tournament::earliest_of("2026-11-21T14:00:00+01:00");
    CHECK(planned == 1'795'266'000'000);
    CHECK(tournament::earliest_of("2026-11-21T13:00:00Z") == planned);
    CHECK(tournament::earliest_of("2026-11-21") ==
          planned - 27 * hour);  // where the day begins first
    CHECK(!tournament::earliest_of(""));
    Hotel hotel(4);
    wire::PlanRound plan;
    plan.number = 1;
    plan.starts = "2026-11-21T14:00:00+01:00";
    hotel.rule(plan);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.wall_ms = planned - 3 * hour;
    CHECK(hotel.refusal(start(1)) == "too_early /round");
    CHECK(hotel.no.text.find("in 3 hours") != std::string::npos);
    const std::string token = hotel.no.confirm;
    hotel.wall_ms = planned - 2 * hour;  // the same question
    CHECK(hotel.refusal(start(1)) == "too_early /round");
    CHECK(hotel.no.confirm == token);
    SECTION("it is confirmed") { hotel.confirm = token; }
    SECTION("it is time") { hotel.wall_ms = planned - hour / 2; }
    SECTION("nobody knows the time") { hotel.wall_ms.reset(); }
    CHECK(hotel.refusal(start(1)).empty());
}

TEST_CASE("an act for many boards names no more of them than an event has room for", "[regress]") {
    Hotel hotel(2);
    wire::RuleBoards named = at_boards(wire::PauseClock{});
    for (std::uint32_t board = 1; board <= limits::list_items + 1; ++board)
        named.boards.push_back(Board{board});
    CHECK(hotel.refusal(named) == "too_many");
    named.boards.pop_back();
    CHECK(hotel.refusal(named) == "nothing_to_change");
}
