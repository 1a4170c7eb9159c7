// A round's life, and its games at the clocks.
#include "tests/unit/tournament/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

using Names = std::vector<std::string>;

// Two boards and a bye, published.
Hotel published() {
    Hotel hotel(5);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4), bye(5, Bye::allocated)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    REQUIRE(hotel.no.code.empty());
    return hotel;
}

Hotel started() {
    Hotel hotel = published();
    hotel.rule(start(1));
    REQUIRE(hotel.no.code.empty());
    hotel.deliver();
    return hotel;
}

template <class Event>
Event first(const Events& events) {
    for (const wire::GameEvent& event : events)
        if (const auto* found = std::get_if<Event>(&event)) return *found;
    FAIL("there is no " << Event::type);
    return {};
}

}  // namespace

TEST_CASE("a round goes from draft to started") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(2, 3, 4), play(1, 1, 2)}));
    CHECK(hotel.round(1).state == RoundState::drafted);
    CHECK(hotel.round(1).pairings.front().board == Board{1});
    CHECK(hotel.refusal(start(1)) == "wrong_state");
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1)).empty());
    CHECK(hotel.round(1).state == RoundState::published);
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1)) == "wrong_state");
    CHECK(hotel.refusal(of_round<wire::FinishRound>(1)) == "wrong_state");
    CHECK(commands(hotel.rule(start(1))) == Names{"open 1", "open 2", "start 1", "start 2"});
    CHECK(hotel.round(1).state == RoundState::started);
    hotel.deliver();
    CHECK(hotel.live(1, 1).began);
}

TEST_CASE("a round is finished when its games are, confirmed, and reopened step by step") {
    Hotel hotel = started();
    CHECK(hotel.refusal(of_round<wire::FinishRound>(1)) == "games_unfinished /round");
    CHECK(hotel.no.text.find("boards 1, 2") != std::string::npos);
    hotel.end(1, win_of(Side::white));
    CHECK(hotel.refusal(of_round<wire::FinishRound>(1)) == "games_unfinished /round");
    CHECK(hotel.no.text.find("board 2") != std::string::npos);
    hotel.end(2, drawn());
    CHECK(hotel.refusal(of_round<wire::ConfirmRound>(1)) == "wrong_state");
    CHECK(hotel.refusal(of_round<wire::FinishRound>(1)).empty());
    CHECK(hotel.refusal(of_round<wire::ConfirmRound>(1)).empty());
    CHECK(hotel.round(1).state == RoundState::confirmed);
    CHECK(hotel.refusal(of_round<wire::ReopenRound>(1)).empty());
    CHECK(hotel.round(1).state == RoundState::finished);
    CHECK(hotel.refusal(of_round<wire::ReopenRound>(1)).empty());
    CHECK(hotel.round(1).state == RoundState::started);
    CHECK(hotel.refusal(of_round<wire::ReopenRound>(1)) == "wrong_state");
}

TEST_CASE("a round is published with pairings, and withdrawn before it starts") {
    Hotel hotel(4);
    wire::PlanRound plan;
    plan.number = 1;
    plan.starts = "2026-11-21T14:00:00+01:00";
    hotel.rule(plan);
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1)) == "no_pairings /round");
    CHECK(hotel.refusal(of_round<wire::PublishRound>(2)) == "unknown_round /round");
    hotel.rule(pairings(1, {play(1, 1, 2)}));
    CHECK(hotel.round(1).starts == plan.starts);
    hotel.rule(of_round<wire::PublishRound>(1));
    CHECK(hotel.refusal(pairings(1, {})) == "no_pairings /pairings");
    CHECK(hotel.refusal(of_round<wire::WithdrawPublication>(1)).empty());
    CHECK(hotel.round(1).state == RoundState::drafted);
    CHECK(hotel.refusal(of_round<wire::WithdrawPublication>(1)) == "wrong_state");
    CHECK(hotel.refusal(pairings(1, {})).empty());
}

TEST_CASE("games are opened with the players' names, ratings and the terms of the board") {
    Hotel hotel(2);
    wire::EnterTeams teams;
    teams.teams = {{0, "Bergen", "NOR"}};
    hotel.rule(teams);
    wire::EnterPlayers enter;
    enter.players = {player(1, "Åsen, Åse")};
    enter.players[0].title = "WGM";
    enter.players[0].rating = 2401;
    enter.players[0].fide_id = "1503014";
    enter.players[0].federation = "NOR";
    enter.players[0].team = 1;
    hotel.rule(enter);
    wire::PlanRound plan;
    plan.number = 3;
    plan.starts = "2026-11-23T10:00:00Z";
    plan.terms.default_time = minutes(30);
    hotel.rule(plan);
    wire::EventPairing top = play(7, 1, 2);
    top.terms.time_control = "40/5400+30:1800+30";
    hotel.rule(pairings(3, {top}));
    hotel.rule(of_round<wire::PublishRound>(3));
    const Events events = hotel.rule(of_round<wire::PrepareRound>(3));
    CHECK(commands(events) == Names{"open 7"});
    const auto issued = first<wire::HallCommandIssued>(events);
    const auto& open = std::get<wire::OpenGame>(issued.command);
    CHECK(open.id == "hall:a8:open:7");
    CHECK(open.game == "open-r3-b7");
    CHECK(hotel.at(3, 7).game == "open-r3-b7");
    CHECK(open.terms.event == "open");
    CHECK(open.terms.round == "3");
    CHECK(open.terms.white == "Åsen, Åse");
    CHECK(open.terms.black == "Player 2");
    CHECK(open.terms.time_control == "40/5400+30:1800+30");
    CHECK(open.terms.default_time == minutes(30));
    CHECK(open.terms.tags ==
          wire::Pairs{{"Event", "Open 2026"}, {"Site", "Oslo"}, {"Date", "2026.11.23"},
                      {"WhiteTitle", "WGM"}, {"WhiteElo", "2401"}, {"WhiteFideId", "1503014"},
                      {"WhiteFed", "NOR"}, {"WhiteTeam", "Bergen"}});
    hotel.deliver();
    CHECK(hotel.games.by_id.at("open-r3-b7").terms == open.terms);
    CHECK(commands(hotel.rule(of_round<wire::PrepareRound>(3))).empty());
    CHECK(commands(hotel.rule(start(3))) == Names{"start 7"});
}

TEST_CASE("the clock is set up as the profile says") {
    Hotel hotel(2);
    wire::EventPairing board = play(1, 1, 2);
    board.terms.rules = {{"flag_call", "players"}, {"freeze", "false"},
                         {"default_time_seconds", "900"}, {"period_trigger", "zero"}};
    hotel.rule(pairings(1, {board}));
    REQUIRE(hotel.no.code.empty());
    hotel.rule(of_round<wire::PublishRound>(1));
    const Events events = hotel.rule(of_round<wire::PrepareRound>(1));
    const auto issued = first<wire::HallCommandIssued>(events);
    const auto& terms = std::get<wire::OpenGame>(issued.command).terms;
    CHECK(terms.flag_call == wire::FlagCall::players);
    CHECK(!terms.freeze);
    CHECK(terms.period_trigger == PeriodTrigger::zero);
    CHECK(terms.default_time == minutes(15));
    hotel.deliver();
    CHECK(hotel.live(1, 1).questions.empty());  // the record finds nothing wrong with them
}

TEST_CASE("each rule is the board's, else the round's, else the event's") {
    Hotel hotel(4);
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    change.info.terms.rules = {{"draw_offers", "never"}, {"period_trigger", "zero"}};
    hotel.rule(change);
    wire::PlanRound plan;
    plan.number = 1;
    plan.terms.time_control = "40/7200:1800";
    plan.terms.rules = {{"period_trigger", "moves"}};
    hotel.rule(plan);
    wire::EventPairing other = play(2, 3, 4);
    other.terms.rules = {{"draw_offers", "free"}};
    hotel.rule(pairings(1, {play(1, 1, 2), other}));
    REQUIRE(hotel.no.code.empty());
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(of_round<wire::PrepareRound>(1));
    hotel.deliver();
    const auto terms = [&](const char* game) { return hotel.games.by_id.at(game).terms; };
    CHECK(terms("open-r1-b1").rules ==
          wire::Pairs{{"period_trigger", "moves"}, {"draw_offers", "never"}});
    CHECK(terms("open-r1-b1").period_trigger == PeriodTrigger::moves);
    CHECK(terms("open-r1-b2").rules ==
          wire::Pairs{{"draw_offers", "free"}, {"period_trigger", "moves"}});
}

TEST_CASE("where the clock at the board counts, a person calls its flag") {
    const bool by_players = GENERATE(true, false);
    Hotel hotel(2);
    wire::EventPairing board = play(1, 1, 2);
    board.terms.timing = wire::Timing::board_clock;
    if (by_players) board.terms.rules = {{"flag_call", "players"}};
    hotel.rule(pairings(1, {board}));
    REQUIRE(hotel.no.code.empty());
    hotel.rule(of_round<wire::PublishRound>(1));
    const Events events = hotel.rule(of_round<wire::PrepareRound>(1));
    const auto issued = first<wire::HallCommandIssued>(events);
    const auto& terms = std::get<wire::OpenGame>(issued.command).terms;
    CHECK(terms.timing == wire::Timing::board_clock);
    CHECK(terms.flag_call == (by_players ? wire::FlagCall::players : wire::FlagCall::arbiter));
    hotel.deliver();
    CHECK(hotel.live(1, 1).questions.empty());
}

TEST_CASE("Japanese byo-yomi and the clock at the board do not go together") {
    Hotel hotel(2);
    wire::EventPairing board = play(1, 1, 2);
    board.terms.timing = wire::Timing::board_clock;
    board.terms.time_control = "1800:150y30";
    CHECK(hotel.refusal(pairings(1, {board})) == "bad_timing /pairings/0/terms");
    wire::PlanRound plan;
    plan.number = 1;
    plan.terms = board.terms;
    CHECK(hotel.refusal(plan) == "bad_timing /terms/timing");
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    change.info.terms = board.terms;
    CHECK(hotel.refusal(change) == "bad_timing /info/terms/timing");
    // One of the board, the other of the event.
    change.info.terms.timing = {};
    CHECK(hotel.refusal(change).empty());
    board.terms.time_control.clear();
    CHECK(hotel.refusal(pairings(1, {board})) == "bad_timing /pairings/0/terms");
    change.info.terms.time_control = "0u";
    CHECK(hotel.refusal(change).empty());
    CHECK(hotel.refusal(pairings(1, {board})).empty());
}

TEST_CASE("a late board is paired and started after the others") {
    Hotel hotel = started();
    CHECK(hotel.refusal(start(1)) == "wrong_state /boards");
    hotel.rule(change(1, {play(3, 5, 4)}));  // 5 had the bye, 4 was at board 2
    CHECK(hotel.no.code.empty());
    CHECK(!tournament::at_board(hotel.round(1), Board{2}));
    CHECK(hotel.round(1).pairings.size() == 2);
    CHECK(commands(hotel.rule(start(1, {Board{3}}))) == Names{"open 3", "start 3"});
    hotel.deliver();
    CHECK(hotel.live(1, 3).began);
    CHECK(hotel.refusal(start(1, {Board{1}})) == "game_begun /boards");
    CHECK(hotel.refusal(start(1, {Board{9}})) == "unknown_board /boards/0");
    CHECK(hotel.refusal(start(1, {Board{3}, Board{3}})) == "board_twice /boards/0");
}

TEST_CASE("a game that was set up is taken back when its pairing changes") {
    Hotel hotel = published();
    hotel.rule(of_round<wire::PrepareRound>(1));
    hotel.deliver();
    CHECK(commands(hotel.rule(change(1, {play(1, 2, 1)}))) == Names{"cancel 1"});  // colours
    CHECK(hotel.at(1, 1).game.empty());
    CHECK(hotel.at(1, 2).game == "open-r1-b2");
    CHECK(commands(hotel.rule(start(1))) == Names{"open 1", "start 1", "start 2"});
    CHECK(hotel.at(1, 1).game == "open-r1-b1-2");
    hotel.deliver();
    CHECK(hotel.games.by_id.at("open-r1-b1").live.result->ending == Ending::cancelled);
    CHECK(hotel.live(1, 1).began);
    CHECK(hotel.games.by_id.at("open-r1-b1-2").terms.white == "Player 2");
}

TEST_CASE("withdrawing a publication takes back what was set up, if clockd has it or not") {
    Hotel hotel = published();
    hotel.rule(of_round<wire::PrepareRound>(1));
    if (GENERATE(true, false)) hotel.deliver();
    CHECK(commands(hotel.rule(of_round<wire::WithdrawPublication>(1))) ==
          Names{"cancel 1", "cancel 2"});
    CHECK(hotel.at(1, 1).game.empty());
    hotel.rule(of_round<wire::PublishRound>(1));
    CHECK(commands(hotel.rule(of_round<wire::PrepareRound>(1))) == Names{"open 1", "open 2"});
    CHECK(hotel.at(1, 1).game == "open-r1-b1-2");
    hotel.deliver();
    CHECK(hotel.tournaments.outbox.empty());
    CHECK(hotel.games.at_board.at(Board{1}) == "open-r1-b1-2");
}

TEST_CASE("a board that was played stays as it is") {
    Hotel hotel = started();
    hotel.moves(1, 2);
    CHECK(hotel.refusal(change(1, {play(1, 2, 1)})) == "game_begun /pairings");
    CHECK(hotel.refusal(change(1, {play(4, 1, 5)})) == "game_begun /pairings");
    CHECK(commands(hotel.rule(change(1, {play(2, 4, 3)}))) == Names{"cancel 2"});
    hotel.end(1, win_of(Side::black));
    CHECK(hotel.refusal(change(1, {play(1, 2, 1)})) == "game_begun /pairings");
    CHECK(hotel.refusal(pairings(1, {play(1, 2, 1)})) == "wrong_state");
}

TEST_CASE("a pairing that is given again keeps its game") {
    Hotel hotel = published();
    hotel.rule(of_round<wire::PrepareRound>(1));
    const Events events =
        hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 5), bye(4, Bye::half)}));
    CHECK(commands(events) == Names{"cancel 2"});
    CHECK(hotel.at(1, 1).game == "open-r1-b1");
    wire::EventPairing other = play(1, 1, 2);
    other.game = "mine";
    CHECK(hotel.refusal(pairings(1, {other})) == "not_yours /pairings/0/game");
    other = hotel.at(1, 1);
    CHECK(hotel.refusal(pairings(1, {other})).empty());
    other.entered = entered(drawn());
    CHECK(hotel.refusal(pairings(1, {other})) == "not_yours /pairings/0/entered");
}

TEST_CASE("a board is busy until its game is over") {
    Hotel hotel = started();
    hotel.rule(pairings(2, {play(1, 3, 1), play(3, 2, 4)}));
    hotel.rule(of_round<wire::PublishRound>(2));
    CHECK(hotel.refusal(of_round<wire::PrepareRound>(2)) == "board_busy /boards");
    CHECK(hotel.no.text.contains("name the other boards"));
    CHECK(hotel.no.text.find("open-r1-b1") != std::string::npos);
    hotel.end(1, drawn());
    CHECK(commands(hotel.rule(of_round<wire::PrepareRound>(2))) == Names{"open 1", "open 3"});
    hotel.rule(pairings(3, {play(3, 1, 3)}));
    hotel.rule(of_round<wire::PublishRound>(3));
    CHECK(hotel.refusal(of_round<wire::PrepareRound>(3)) == "board_busy /boards");  // under way
}

TEST_CASE("a result that is entered must be one") {
    Hotel hotel = published();
    CHECK(hotel.refusal(result(1, 1, entered(drawn(), ResultKind::pending))) ==
          "bad_result /entered/kind");
    CHECK(hotel.refusal(result(1, 1, entered(drawn(), ResultKind::forfeit))) ==
          "bad_result /entered/score");
    CHECK(hotel.refusal(result(1, 1, entered(win_of(Side::white), ResultKind::forfeit))).empty());
    CHECK(hotel.at(1, 1).entered->by == "Änne Richter");
}

TEST_CASE("a round without our clocks starts none, and an entered result stays") {
    Hotel hotel = published();
    hotel.rule(result(1, 1, entered(win_of(Side::white), ResultKind::forfeit)));
    CHECK(commands(hotel.rule(start_without_clocks(1))).empty());
    CHECK(hotel.round(1).state == RoundState::started);
    CHECK(hotel.refusal(start(1, {Board{1}})) == "has_result /boards/0");
    CHECK(hotel.refusal(change(1, {play(1, 2, 1)})) == "has_result /pairings");
}

TEST_CASE("rounds without our clocks have their results entered") {
    Hotel hotel = published();
    hotel.rule(result(1, 1, entered(win_of(Side::white), ResultKind::forfeit)));
    hotel.rule(start_without_clocks(1));
    CHECK(hotel.refusal(of_round<wire::FinishRound>(1)).empty());
    CHECK(hotel.refusal(of_round<wire::ConfirmRound>(1)) == "results_missing /round");
    CHECK(hotel.refusal(result(1, 2, entered(drawn()))).empty());
    CHECK(hotel.refusal(result(1, 2, hotel.at(1, 2).entered)) == "nothing_to_change /entered");
    CHECK(hotel.refusal(result(1, 2, std::nullopt)).empty());
    CHECK(hotel.at(1, 2).revision == 2);
    CHECK(hotel.refusal(result(1, 2, std::nullopt)) == "nothing_to_change /entered");
    CHECK(hotel.refusal(result(1, 2, entered(win_of(Side::black)))).empty());
    CHECK(hotel.at(1, 2).revision == 3);
    CHECK(hotel.refusal(of_round<wire::ConfirmRound>(1)).empty());
    CHECK(hotel.refusal(result(1, 2, entered(drawn()))) == "wrong_state");
    CHECK(hotel.refusal(result(1, 9, entered(drawn()))) == "wrong_state");
}

TEST_CASE("the result of a game at a clock is not entered") {
    Hotel hotel = started();
    CHECK(hotel.refusal(result(1, 1, entered(drawn()))) == "has_game /board");
    CHECK(hotel.refusal(result(1, 9, entered(drawn()))) == "unknown_board /board");
    CHECK(hotel.refusal(result(2, 1, entered(drawn()))) == "unknown_round /round");
    CHECK(hotel.refusal(start_without_clocks(1, {Board{1}})) == "game_begun /boards");
}

TEST_CASE("without a time control no clock is set up") {
    Hotel hotel(2);
    wire::ChangeEvent change_info;
    change_info.info = hotel.open().info;
    change_info.info.terms = {};
    hotel.rule(change_info);
    hotel.rule(pairings(1, {play(1, 1, 2)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    CHECK(hotel.refusal(start(1)) == "no_time_control /boards");
    CHECK(hotel.refusal(start_without_clocks(1)).empty());
}

TEST_CASE("a game that clockd does not open is not the board's, and may be opened again") {
    Hotel hotel = published();
    hotel.rule(of_round<wire::PrepareRound>(1));
    const Pos before = hotel.open().changed;
    hotel.refuse_next = "board_busy";
    hotel.deliver();
    CHECK(hotel.at(1, 1).game.empty());
    CHECK(hotel.at(1, 2).game == "open-r1-b2");
    CHECK(hotel.open().changed > before);
    CHECK(commands(hotel.rule(start(1))) == Names{"open 1", "start 1", "start 2"});
    hotel.deliver();
    CHECK(hotel.live(1, 1).began);
}

TEST_CASE("a game that clockd does not open leaves the board to its successor") {
    Hotel hotel = published();
    hotel.rule(of_round<wire::PrepareRound>(1));
    const std::string first = hotel.at(1, 1).game;
    const std::string id = tournament::command_of(hotel.tournaments.outbox.front().issued).id;
    wire::EventPairing other = hotel.at(1, 1);
    std::swap(other.white, other.black);
    other.game.clear();
    hotel.rule(change(1, {other}));
    hotel.rule(of_round<wire::PrepareRound>(1));
    const std::string second = hotel.at(1, 1).game;
    REQUIRE_FALSE(second.empty());
    REQUIRE(second != first);
    hotel.keep(tournament::decide_refused(hotel.tournaments, hotel.games, id, "board_busy", {},
                                          Instant{2}));
    CHECK(hotel.at(1, 1).game == second);
}

TEST_CASE("a start that did not know of an intervention is issued again") {
    Hotel hotel = published();
    hotel.rule(of_round<wire::PrepareRound>(1));
    hotel.deliver();
    hotel.rule(start(1));
    hotel.refuse_next = "stale_epoch";
    hotel.refuse_epoch = Epoch{3};
    const std::string id = tournament::command_of(hotel.tournaments.outbox.front().issued).id;
    const std::size_t before = hotel.log.size();
    hotel.deliver();
    CHECK(hotel.tournaments.outbox.empty());
    CHECK(hotel.live(1, 1).began);
    const auto again = first<wire::HallCommandIssued>(
        {hotel.log.begin() + static_cast<std::ptrdiff_t>(before), hotel.log.end()});
    CHECK(tournament::command_of(again).id == id + ":e3");
    CHECK(tournament::command_of(again).epoch == Epoch{3});
}

TEST_CASE("starting twice starts no clock twice") {
    Hotel hotel = published();
    CHECK(commands(hotel.rule(start(1, {Board{1}}))) == Names{"open 1", "start 1"});
    CHECK(hotel.round(1).state == RoundState::started);
    CHECK(commands(hotel.rule(start(1, {Board{1}, Board{2}}))) == Names{"open 2", "start 2"});
}

TEST_CASE("an adjourned game does not keep the round open, but keeps it from being confirmed") {
    Hotel hotel = started();
    hotel.end(2, drawn());
    hotel.moves(1, 2);
    hotel.pause(1, "arbiter");
    hotel.adjourn(1);
    CHECK(hotel.refusal(of_round<wire::FinishRound>(1)).empty());
    CHECK(hotel.refusal(of_round<wire::ConfirmRound>(1)) == "results_missing /round");
    hotel.end(1, drawn());
    CHECK(hotel.refusal(of_round<wire::ConfirmRound>(1)).empty());
}

TEST_CASE("the terms of boards that are set up stand") {
    Hotel hotel = published();
    wire::PlanRound plan;
    plan.number = 1;
    plan.terms.time_control = "300+3";
    CHECK(hotel.refusal(plan).empty());
    hotel.rule(of_round<wire::PrepareRound>(1));
    plan.starts = "2026-11-21T14:00:00Z";
    CHECK(hotel.refusal(plan).empty());
    plan.terms.time_control = "180+2";
    CHECK(hotel.refusal(plan) == "has_game /terms");
    wire::ChangeEvent event;
    event.info = hotel.open().info;
    event.info.terms.time_control = "180+2";
    CHECK(hotel.refusal(event).empty());  // the round has its own
    event.info.terms.default_time = minutes(30);
    CHECK(hotel.refusal(event) == "has_game /info/terms");
    hotel.rule(start(1));
    CHECK(hotel.refusal(plan) == "wrong_state");
    CHECK(hotel.refusal(event).empty());  // of the rounds to come
}

TEST_CASE("a refusal names what the round lacks", "[regress]") {
    Hotel hotel = published();
    const auto lacks = [&](const wire::EventAct& act) {
        CHECK(hotel.refusal(act) == "wrong_state");
        return hotel.no.text.substr(hotel.no.text.find(": ") + 2);
    };
    hotel.rule(start_without_clocks(1));
    hotel.rule(of_round<wire::FinishRound>(1));
    CHECK(lacks(start(1, {Board{1}})) == "reopen it first");
    CHECK(lacks(of_round<wire::PrepareRound>(1)) == "reopen it first");
    hotel.rule(pairings(2, {play(1, 1, 3)}));
    CHECK(lacks(start(2)) == "publish it first");
    hotel.rule(pairings(2, {}));
    CHECK(lacks(start(2)) == "set its pairings and publish it first");
}

TEST_CASE("a result that a draft has kept is withdrawn, and the board paired again", "[regress]") {
    Hotel hotel = published();
    hotel.rule(result(1, 1, entered(win_of(Side::white), ResultKind::forfeit)));
    hotel.rule(of_round<wire::WithdrawPublication>(1));
    CHECK(hotel.refusal(change(1, {play(1, 2, 1)})) == "has_result /pairings");
    CHECK(hotel.refusal(result(1, 1, entered(drawn()))) == "wrong_state");
    CHECK(hotel.refusal(result(1, 1, std::nullopt)).empty());
    CHECK(hotel.refusal(change(1, {play(1, 2, 1)})).empty());
}

TEST_CASE("the plan of a round beyond the event's last goes", "[regress]") {
    Hotel hotel = published();
    wire::PlanRound plan;
    plan.number = 9;
    hotel.rule(plan);
    hotel.rule(pairings(3, {bye(1, Bye::half)}));
    wire::ChangeEvent event;
    event.info = hotel.open().info;
    event.info.rounds = 2;
    CHECK(hotel.refusal(event) == "bad_rounds /info/rounds");
    event.info.rounds = 5;
    CHECK(hotel.refusal(event).empty());
    CHECK(hotel.open().rounds.size() == 2);
}

TEST_CASE("players get the result of the colour they played, with its letter in TRF") {
    using Kind = wire::ResultKind;
    tournament::BoardResult result;
    CHECK(tournament::players_of(play(1, 7, 8), result) == Both<std::uint32_t>{{7, 8}});
    CHECK(tournament::colour_of(play(1, 7, 8), result, 7) == Side::white);
    CHECK(tournament::colour_of(play(1, 7, 8), result, 8) == Side::black);
    result.reversed = true;
    CHECK(tournament::players_of(play(1, 7, 8), result) == Both<std::uint32_t>{{8, 7}});
    CHECK(tournament::colour_of(play(1, 7, 8), result, 7) == Side::black);
    CHECK(tournament::colour_of(play(1, 7, 8), result, 8) == Side::white);
    std::string letters;
    for (const Kind kind : {Kind::played, Kind::unrated, Kind::forfeit})
        for (std::uint8_t half_points = 0; half_points <= 2; ++half_points)
            letters += tournament::trf_letter(kind, half_points);
    CHECK(letters == "0=1LDW--+");
}
