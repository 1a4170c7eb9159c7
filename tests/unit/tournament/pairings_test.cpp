// Pairings, byes, files and acknowledgements.
#include "arbiterd/tournament/notes.hpp"
#include "tests/unit/tournament/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

std::string paired(std::vector<wire::EventPairing> all) {
    Hotel hotel(6);
    return hotel.refusal(pairings(1, std::move(all)));
}

wire::ImportEvent file() {
    wire::ImportEvent act;
    act.info.emplace();
    act.info->name = "From a file";
    act.players = {player(1, "A"), player(2, "B"), player(3, "C")};
    act.rounds.resize(1);
    act.rounds[0].number = 1;
    act.rounds[0].state = RoundState::confirmed;
    act.rounds[0].pairings = {bye(3, Bye::allocated), play(1, 1, 2)};
    act.rounds[0].pairings[1].entered = entered(drawn());
    return act;
}

}  // namespace

TEST_CASE("what is wrong with a pairing is reported with its place") {
    CHECK(paired({play(1, 1, 2), play(1, 3, 4)}) == "board_twice /pairings/1/board");
    CHECK(paired({play(0, 1, 2)}) == "bad_board /pairings/0/board");
    CHECK(paired({play(16385, 1, 2)}) == "bad_board /pairings/0/board");
    CHECK(paired({play(1, 1, 7)}) == "unknown_player /pairings/0/black");
    CHECK(paired({play(1, 1, 1)}) == "same_player /pairings/0/black");
    CHECK(paired({play(1, 1, 2), play(2, 3, 1)}) == "player_twice /pairings/1/black");
    CHECK(paired({play(1, 1, 2), bye(2, Bye::half)}) == "player_twice /pairings/1/white");
    CHECK(paired({bye(1, Bye::allocated), bye(2, Bye::allocated)}) == "second_bye /pairings/0/bye");
    CHECK(paired({bye(1, Bye::allocated), bye(2, Bye::full), bye(3, Bye::half),
                  bye(4, Bye::zero)})
              .empty());
    auto odd = bye(1, Bye::half);
    odd.board = Board{1};
    CHECK(paired({odd}) == "bad_board /pairings/0/board");
    odd = bye(1, Bye::half);
    odd.black = 2;
    CHECK(paired({odd}) == "bad_bye /pairings/0/black");
    odd = play(1, 1, 2);
    odd.terms.profile = "house";
    CHECK(paired({odd}) == "bad_profile /pairings/0/terms/profile");
    odd.terms = {};
    odd.terms.time_control = "300+2";  // quickplay_finish is the round's
    Hotel hotel(2);
    wire::PlanRound plan;
    plan.number = 1;
    plan.terms.time_control = "3600";
    plan.terms.rules = {{"quickplay_finish", "true"}};
    hotel.rule(plan);
    CHECK(hotel.no.code.empty());
    CHECK(hotel.refusal(pairings(1, {odd})) == "bad_rules /pairings/0/terms");
}

TEST_CASE("a round has a number, a start and terms") {
    Hotel hotel(2);
    wire::PlanRound plan;
    CHECK(hotel.refusal(plan) == "bad_number /number");
    plan.number = 65;
    CHECK(hotel.refusal(plan) == "bad_number /number");
    plan.number = 1;
    for (const char* start : {"2026-11-31", "2026-11-21T14:00", "2026-11-21T14:00:00",
                              "2026-11-21T24:00:00Z", "2026-11-31T14:00:00Z",
                              "2026-11-21T14:00:00+1", "2026-11-21T14:00:00.Z",
                              "2026-11-21 14:00:00Z", "2026-11-21T14:00:00+01:60"}) {
        plan.starts = start;
        CHECK(hotel.refusal(plan) == "bad_start /starts");
    }
    for (const char* start :
         {"2026-11-21", "2026-11-21T14:00:00Z", "2026-11-21T14:00:00.5-03:30",
          "2026-11-21T00:00:00+00:00", "2026-11-21T23:59:59+23:59"}) {
        plan.starts = start;
        CHECK(hotel.refusal(plan).empty());
    }
    plan.terms.fen = "8/8";
    CHECK(hotel.refusal(plan) == "bad_fen /terms/fen");
    auto info = hotel.open().info;
    info.rounds = 3;
    wire::ChangeEvent change_it;
    change_it.info = info;
    CHECK(hotel.refusal(change_it).empty());
    CHECK(hotel.refusal(pairings(4, {play(1, 1, 2)})) == "bad_number /round");
    CHECK(hotel.refusal(pairings(3, {play(1, 1, 2)})).empty());
    change_it.info.rounds = 2;
    CHECK(hotel.refusal(change_it) == "bad_rounds /info/rounds");
}

TEST_CASE("a pairing-allocated bye is had once") {
    Hotel hotel(3);
    hotel.rule(pairings(1, {play(1, 1, 2), bye(3, Bye::allocated)}));
    CHECK(hotel.refusal(pairings(2, {play(1, 2, 1), bye(3, Bye::allocated)})) ==
          "second_bye /pairings/1/bye");
    CHECK(hotel.refusal(pairings(2, {play(1, 2, 1), bye(3, Bye::full)})).empty());
    CHECK(hotel.refusal(pairings(3, {play(1, 3, 1), bye(2, Bye::allocated)})).empty());
    CHECK(hotel.refusal(change(3, {bye(1, Bye::allocated)})) == "second_bye /pairings/0/bye");
}

TEST_CASE("a change replaces boards, and any other pairing of their players") {
    Hotel hotel(6);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4), bye(5, Bye::half)}));
    CHECK(hotel.refusal(change(2, {play(1, 1, 2)})) == "unknown_round /round");
    CHECK(hotel.refusal(change(1, {})) == "nothing_to_change /pairings");
    CHECK(hotel.refusal(change(1, {play(1, 1, 4)})).empty());  // 2 and 3 are free now
    CHECK(hotel.round(1).pairings == std::vector{play(1, 1, 4), bye(5, Bye::half)});
    CHECK(hotel.refusal(change(1, {play(3, 5, 6), bye(2, Bye::zero), play(2, 4, 3)})).empty());
    CHECK(hotel.round(1).pairings ==
          std::vector{play(2, 4, 3), play(3, 5, 6), bye(2, Bye::zero)});
    CHECK(hotel.refusal(change(1, {play(1, 1, 2), play(4, 2, 3)})) ==
          "player_twice /pairings/1/white");
}

TEST_CASE("a file brings a whole event") {
    Hotel hotel;
    wire::ImportEvent act;
    CHECK(hotel.refusal(act) == "unknown_event");
    act.info.emplace();
    CHECK(hotel.refusal(act) == "bad_name /info/name");
    CHECK(hotel.refusal(file()).empty());
    CHECK(hotel.open().info.name == "From a file");
    CHECK(hotel.round(1).state == RoundState::confirmed);
    CHECK(hotel.round(1).pairings.front().board == Board{1});
    CHECK(hotel.at(1, 1).revision == 1);
    CHECK(hotel.refusal(file()).empty());
    CHECK(hotel.at(1, 1).revision == 1);
}

TEST_CASE("a revision of a board's result never comes again", "[regress]") {
    Hotel hotel(4);
    const auto revision = [&] { return hotel.at(1, 1).revision; };
    const auto wins = [&] {
        hotel.rule(result(1, 1, entered(win_of(Side::white))));
        CHECK(hotel.no.code.empty());
    };
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    CHECK(revision() == 0);
    wins();
    hotel.rule(result(1, 1, std::nullopt));
    CHECK(revision() == 2);
    hotel.rule(change(1, {play(1, 2, 1)}));  // the colours were wrong
    CHECK(revision() == 3);
    wins();
    CHECK(revision() == 4);
    hotel.rule(result(1, 1, std::nullopt));
    hotel.rule(pairings(1, {play(2, 3, 4)}));
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));  // after a while without that board
    CHECK(revision() == 6);
    wins();
    wire::ImportEvent moved;
    moved.rounds.emplace_back(hotel.round(1)).pairings = {play(1, 3, 4), play(2, 1, 2)};
    CHECK(hotel.refusal(moved).empty());  // the boards change places
    CHECK(revision() == 8);
    CHECK(hotel.at(1, 2).entered);
    CHECK(hotel.at(1, 2).revision == 1);
}

TEST_CASE("a file changes no result of a confirmed round") {
    Hotel hotel;
    hotel.rule(file());
    wire::ImportEvent act = file();
    act.rounds[0].pairings[1].entered = entered(win_of(Side::white));
    CHECK(hotel.refusal(act) == "has_result /rounds/0/pairings/0");
    act.replace = true;
    CHECK(hotel.refusal(act) == "wrong_state /rounds/0");
    hotel.rule(of_round<wire::ReopenRound>(1));
    act.rounds[0].state = RoundState::finished;
    act.replace = false;
    CHECK(hotel.refusal(act) == "has_result /rounds/0/pairings/0");
    act.replace = true;
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.at(1, 1).revision == 2);
}

TEST_CASE("the pairings of a round that has started are not another file's") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start_without_clocks(1));
    hotel.rule(result(1, 1, entered(drawn())));
    wire::ImportEvent act;
    act.rounds.resize(1);
    act.rounds[0].number = 1;
    act.rounds[0].state = RoundState::drafted;
    act.rounds[0].pairings = {play(1, 1, 3), play(2, 2, 4)};
    CHECK(hotel.refusal(act) == "round_started /rounds/0");
    act.rounds[0].pairings = {play(1, 1, 2), play(2, 3, 4)};
    act.rounds[0].pairings[1].entered = entered(win_of(Side::black));
    CHECK(hotel.refusal(act).empty());  // it adds a result
    CHECK(hotel.round(1).state == RoundState::started);
    CHECK(hotel.at(1, 1).entered->score == drawn());
    CHECK(hotel.at(1, 2).entered->score == win_of(Side::black));
}

TEST_CASE("a file's results of boards without clocks are taken where others are at clocks",
          "[regress]") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start(1, {Board{1}}));
    hotel.rule(start_without_clocks(1, {Board{2}}));
    const std::string game = hotel.at(1, 1).game;
    REQUIRE_FALSE(game.empty());
    wire::ImportEvent act;
    act.rounds.resize(1);
    act.rounds[0].number = 1;
    act.rounds[0].state = RoundState::drafted;
    act.rounds[0].pairings = {play(1, 1, 2), play(2, 3, 4)};
    act.rounds[0].pairings[0].entered = entered(drawn());  // the game's own result counts
    act.rounds[0].pairings[1].entered = entered(win_of(Side::black));
    act.replace = GENERATE(false, true);
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.at(1, 1).game == game);
    CHECK_FALSE(hotel.at(1, 1).entered);
    REQUIRE(hotel.at(1, 2).entered);
    CHECK(hotel.at(1, 2).entered->score == win_of(Side::black));
    CHECK(hotel.at(1, 2).revision == 1);
    CHECK(hotel.refusal(act).empty());  // the same again changes nothing
    CHECK(hotel.at(1, 2).revision == 1);
    act.rounds[0].pairings[1].entered = entered(drawn());
    CHECK(hotel.refusal(act) == (act.replace ? "" : "has_result /rounds/0/pairings/1"));
    CHECK(hotel.round(1).state == RoundState::started);
    act.rounds[0].pairings.pop_back();
    CHECK(hotel.refusal(act) == "round_started /rounds/0");
}

TEST_CASE("a published round stays published, and keeps its start and terms") {
    Hotel hotel(4);
    wire::PlanRound plan;
    plan.number = 1;
    plan.starts = "2026-11-21T14:00:00Z";
    hotel.rule(plan);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    wire::ImportEvent act;
    act.rounds.resize(1);
    act.rounds[0].number = 1;
    act.rounds[0].pairings = {play(1, 1, 3), play(2, 2, 4)};
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.round(1).state == RoundState::published);
    CHECK(hotel.round(1).starts == "2026-11-21T14:00:00Z");
    CHECK(hotel.at(1, 1).black == 3);
}

TEST_CASE("byes that players asked for outlive an engine's pairings") {
    Hotel hotel(5);
    hotel.rule(pairings(1, {bye(1, Bye::half), bye(2, Bye::zero), bye(5, Bye::allocated)}));
    wire::ImportEvent act;
    act.rounds.resize(1);
    act.rounds[0].number = 1;
    act.rounds[0].pairings = {play(1, 3, 4), bye(5, Bye::allocated)};
    CHECK(tournament::notes_on(hotel.open(), act.rounds[0]).size() == 2);
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.round(1).pairings ==
          std::vector{play(1, 3, 4), bye(1, Bye::half), bye(2, Bye::zero), bye(5, Bye::allocated)});
    act.rounds[0].pairings = {play(1, 1, 4), play(2, 3, 5)};  // 1 plays after all
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.round(1).pairings == std::vector{play(1, 1, 4), play(2, 3, 5), bye(2, Bye::zero)});
    act.replace = true;  // is for rounds that have started
    act.rounds[0].pairings = {play(1, 1, 5), play(2, 3, 4)};
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.round(1).pairings == std::vector{play(1, 1, 5), play(2, 3, 4), bye(2, Bye::zero)});
}

TEST_CASE("notes are made on pairings that nobody has checked yet", "[regress]") {
    Hotel hotel(4);
    wire::EventRound round;
    round.number = 1;
    round.pairings = {play(1, 0, 2), play(2, 77, 0)};
    for (const std::string& note : texts(tournament::notes_on(hotel.open(), round)))
        CHECK(note.find("(bye") == std::string::npos);
}

TEST_CASE("who is left without a game and without a bye is noted", "[regress]") {
    Hotel hotel(6);
    hotel.rule(withdraw(6, 1));
    hotel.rule(pairings(1, {bye(4, Bye::half)}));
    wire::EventRound round;
    round.number = 1;
    round.pairings = {play(1, 1, 2)};
    const auto notes = tournament::notes_on(hotel.open(), round);
    REQUIRE(notes.size() == 2);
    CHECK(notes[1] ==
          "round 1: without a game and without a bye: 3 (Player 3), 5 (Player 5)");
    round.pairings = {play(1, 1, 2), play(2, 3, 5)};
    CHECK(tournament::notes_on(hotel.open(), round).size() == 1);
    hotel.rule(pairings(1, {play(1, 1, 2), bye(4, Bye::half)}));
    round.pairings = hotel.round(1).pairings;  // nothing changes
    CHECK(tournament::notes_on(hotel.open(), round).empty());
}

TEST_CASE("pairs that move in a published round are noted", "[regress]") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(61, 1, 2), play(62, 3, 4)}));
    wire::EventRound round;
    round.number = 1;
    round.pairings = {play(1, 2, 1), play(62, 3, 4)};
    CHECK(tournament::notes_on(hotel.open(), round).empty());
    hotel.rule(of_round<wire::PublishRound>(1));
    CHECK(tournament::notes_on(hotel.open(), round) ==
          std::vector<std::string>{"round 1 is published, and pairs move to other boards: 61 → 1"});
}

TEST_CASE("who loses a game or a bye by another pairing is noted", "[regress]") {
    Hotel hotel(6);
    wire::RequestBye asked;
    asked.number = 4;
    asked.rounds = {1};
    asked.bye = Bye::half;
    hotel.rule(asked);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4), bye(5, Bye::allocated)}));
    const std::string text = "round 1: without a game and without a bye: ";
    CHECK(tournament::notes_on_change(hotel.open(), change(1, {play(1, 1, 2)})).empty());
    const auto late = change(1, {play(2, 3, 5)});  // 4 has the bye again, 6 had nothing before
    CHECK(tournament::notes_on_change(hotel.open(), late).empty());
    CHECK(tournament::notes_on_change(hotel.open(), change(1, {play(1, 6, 2)})) ==
          std::vector<std::string>{text + "1 (Player 1)"});
    hotel.rule(late);
    CHECK(tournament::notes_on_change(hotel.open(), change(1, {play(2, 3, 4)})) ==
          std::vector<std::string>{text + "5 (Player 5)"});
    hotel.rule(change(1, {play(2, 3, 4)}));
    CHECK(tournament::notes_on_finish(hotel.open(), of_round<wire::FinishRound>(1)) ==
          std::vector<std::string>{text + "5 (Player 5), 6 (Player 6)"});
}

TEST_CASE("a player who is new in the event is noted", "[regress]") {
    Hotel hotel(4);
    wire::EventRound round;
    round.number = 2;
    round.pairings = {play(1, 1, 5)};
    const auto notes = tournament::notes_on_new(
        hotel.open(), {player(1, "Player 1"), player(5, "Player 2."), player(6, "Late")}, {round});
    REQUIRE(notes.size() == 1);
    CHECK(notes[0] == "player 5 (Player 2.) is new in the event: is a name misspelt?");
    CHECK(tournament::notes_on_new(tournament::Tournament{}, {player(5, "A")}, {round}).empty());
}

TEST_CASE("a file may repeat the results that a person has entered", "[regress]") {
    Hotel hotel;
    hotel.rule(file());
    hotel.rule(of_round<wire::ReopenRound>(1));
    wire::EnterResult by_hand = result(1, 1, entered(win_of(Side::white)));
    by_hand.entered->by = "Ida";
    by_hand.entered->article = "8.7";
    hotel.rule(by_hand);
    hotel.rule(of_round<wire::ConfirmRound>(1));
    const wire::EventPairing before = hotel.at(1, 1);
    wire::ImportEvent act = file();
    act.rounds[0].pairings[1].entered = entered(win_of(Side::white));
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.at(1, 1) == before);
    act.rounds[0].pairings[1].entered->kind = ResultKind::forfeit;
    CHECK(hotel.refusal(act) == "has_result /rounds/0/pairings/0");
}

TEST_CASE("who has withdrawn stays so whatever a list says") {
    Hotel hotel(3);
    hotel.rule(withdraw(3, 2));
    wire::EnterPlayers mended;
    mended.players = {player(3, "Better, Name")};
    CHECK(hotel.refusal(mended).empty());
    CHECK(hotel.open().players.at(3).name == "Better, Name");
    CHECK(hotel.open().players.at(3).withdrawn_from == 2);
    wire::ImportEvent list;
    list.players = {player(1, "A"), player(2, "B"), player(3, "C")};
    CHECK(hotel.refusal(list).empty());
    CHECK(hotel.open().players.at(3).withdrawn_from == 2);
    CHECK(hotel.refusal(withdraw(3, 0)).empty());
    CHECK(hotel.open().players.at(3).withdrawn_from == 0);
}

TEST_CASE("a misspelt name is no new player of a round that is paired") {
    Hotel hotel(2);
    hotel.rule(pairings(1, {play(1, 1, 2)}));
    wire::ImportEvent act;
    act.players = {player(1, "Player 1"), player(2, "Player 2"), player(3, "Player 2.")};
    act.rounds.resize(1);
    act.rounds[0].number = 1;
    act.rounds[0].pairings = {play(1, 1, 3)};
    CHECK(hotel.refusal(act) == "unknown_player /rounds/0/pairings/0");
}

TEST_CASE("old opponents and third colours in a row are noted") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(pairings(2, {play(1, 1, 4), play(2, 3, 2)}));
    wire::EventRound third;
    third.number = 3;
    third.pairings = {play(1, 1, 3), play(2, 4, 2)};
    const auto fresh = tournament::notes_on(hotel.open(), third);
    REQUIRE(fresh.size() == 2);
    CHECK(fresh[0] == "round 3, board 1: 1 (Player 1) has white for the third time in a row");
    CHECK(fresh[1] == "round 3, board 2: 2 (Player 2) has black for the third time in a row");
    third.pairings = {play(1, 2, 1), play(2, 3, 4)};
    CHECK(tournament::notes_on(hotel.open(), third).size() ==
          4);  // who met, and colours of 3 and 4
}

TEST_CASE("a forfeit at a clock is no game, and colours are those that were played", "[regress]") {
    Hotel hotel(4);
    for (const std::uint32_t round : {1U, 2U}) {
        hotel.rule(pairings(round, {play(round, 1, 1 + round)}));
        hotel.rule(of_round<wire::PublishRound>(round));
        hotel.rule(start(round));
        hotel.deliver();
        hotel.end(round, win_of(Side::white));
    }
    wire::EventRound third;
    third.number = 3;
    third.pairings = {play(1, 1, 2)};
    const auto notes = [&](std::optional<ResultKind> first, bool reversed) {
        return tournament::notes_on_games(hotel.open(), third, [=](std::uint32_t round, Board) {
                   tournament::BoardResult result;
                   if (round == 1 && first) result.kind = *first;
                   result.reversed = reversed && round == 2;
                   return result;
               })
            .size();
    };
    using Kind = wire::ResultKind;
    CHECK(notes(Kind::played, false) == 2);  // they have met, and White for the third time
    CHECK(notes(Kind::played, true) == 1);   // they have met
    CHECK(notes(Kind::forfeit, false) == 0);
    CHECK(tournament::notes_on_games(hotel.open(), third).size() == 2);
}

TEST_CASE("what is wrong with a file's event is reported with its place") {
    const auto wrong = [](const std::function<void(wire::ImportEvent&)>& change_it) {
        Hotel hotel;
        wire::ImportEvent act = file();
        change_it(act);
        return hotel.refusal(act);
    };
    using Import = wire::ImportEvent;
    CHECK(wrong([](Import& a) { a.players[1].number = 1; }) == "number_twice /players/1/number");
    CHECK(wrong([](Import& a) { a.players.pop_back(); }) ==
          "unknown_player /rounds/0/pairings/0/white");
    CHECK(wrong([](Import& a) { a.players[0].team = 1; }) == "unknown_team /players/0/team");
    CHECK(wrong([](Import& a) { a.teams = {{1, "", ""}}; }) == "bad_name /teams/0/name");
    CHECK(wrong([](Import& a) { a.rounds[0].number = 0; }) == "bad_number /rounds/0/number");
    CHECK(wrong([](Import& a) { a.rounds.push_back(a.rounds[0]); }) ==
          "number_twice /rounds/1/number");
    CHECK(wrong([](Import& a) { a.rounds[0].pairings.clear(); }) == "no_pairings /rounds/0/state");
    CHECK(wrong([](Import& a) { a.rounds[0].starts = "noon"; }) == "bad_start /rounds/0/starts");
    CHECK(wrong([](Import& a) { a.rounds[0].pairings[1].game = "g"; }) ==
          "not_yours /rounds/0/pairings/1/game");
    CHECK(wrong([](Import& a) { a.rounds[0].pairings[1].entered->kind = {}; }) ==
          "bad_result /rounds/0/pairings/1/entered/kind");
    CHECK(wrong([](Import& a) { a.rounds[0].pairings[0].entered = entered(drawn()); }) ==
          "bad_bye /rounds/0/pairings/0/entered");
    CHECK(wrong([](Import& a) { a.players[2].withdrawn_from = 1; }) ==
          "withdrawn /rounds/0/pairings/0/white");
    CHECK(wrong([](Import& a) { a.info->rounds = 1, a.rounds[0].number = 2; }) ==
          "bad_number /rounds/0/number");
}

TEST_CASE("a file leaves what it does not bring, and rounds that are at the clocks") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start(1));
    hotel.deliver();
    wire::ImportEvent act;
    CHECK(hotel.refusal(act) == "nothing_to_change");
    act.rounds.resize(2);
    act.rounds[0] = hotel.round(1);
    for (wire::EventPairing& p : act.rounds[0].pairings) p.game.clear();
    act.rounds[0].pairings[1].entered = entered(drawn());  // of a file that knows less
    act.rounds[1].number = 2;
    act.rounds[1].pairings = {play(1, 2, 3)};
    const auto before = hotel.round(1);
    const Events events = hotel.rule(act);
    CHECK(hotel.no.code.empty());
    CHECK(hotel.round(1) == before);
    CHECK(hotel.round(2).pairings.size() == 1);
    CHECK(hotel.open().players.size() == 4);
    const auto& acted = std::get<wire::EventActed>(events.front());
    CHECK(std::get<wire::ImportEvent>(acted.act).rounds.size() == 1);
    act.rounds[0].pairings[0] = play(1, 2, 1);
    CHECK(hotel.refusal(act) == "round_started /rounds/0");
}

TEST_CASE("moves that another system has are kept for review, and change no event") {
    Hotel hotel(4);
    auto act = of_round<wire::KeepMoves>(1);
    act.board = Board{1};
    act.sheet = "[White \"A\"]\n\n1. e4 {[%clk 0:01:00] good} e5 $1 2. Nf3 1-0\n";
    act.source = "games.pgn, line 1";
    CHECK(hotel.refusal(act) == "unknown_round /round");
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    CHECK(hotel.refusal(act) == "wrong_state");
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start_without_clocks(1, {Board{1}}));
    const Pos before = hotel.open().changed;
    const auto events = hotel.rule(act);
    const auto acted = std::get<wire::EventActed>(events.front());
    const auto& kept = std::get<wire::KeepMoves>(acted.act);
    CHECK(kept.sheet.find("1. e4 e5 2. Nf3 *") != std::string::npos);
    CHECK(kept.sheet.find("clk") == std::string::npos);
    CHECK((kept.white == 1 && kept.black == 2));
    CHECK(hotel.open().changed == before);
    act.board = Board{3};
    CHECK(hotel.refusal(act) == "unknown_board /board");
    act.board = Board{1};
    act.sheet = "1. e4 e5 2. Ke3 *";
    CHECK(hotel.refusal(act) == "bad_moves /sheet");
    act.sheet = "1. e4 *\n\n[White \"B\"]\n\n1. d4 *";
    CHECK(hotel.refusal(act) == "bad_moves /sheet");
    act.sheet = "*";
    CHECK(hotel.refusal(act) == "bad_moves /sheet");
    act.sheet = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *";
    CHECK(hotel.refusal(act) == "bad_moves /sheet");
    act.sheet = "1. e4 *";
    act.source.clear();
    CHECK(hotel.refusal(act) == "bad_name /source");
    act.source = "x";
    hotel.rule(start(1, {Board{2}}));
    act.board = Board{2};
    CHECK(hotel.refusal(act) == "has_game /board");
}

TEST_CASE("who has a result acknowledges it, and that changes no event") {
    Hotel hotel(2);
    hotel.rule(pairings(1, {play(1, 1, 2)}));
    const Pos before = hotel.open().changed;
    auto act = of_round<wire::Acknowledge>(1);
    CHECK(hotel.refusal(act) == "bad_name /consumer");
    act.consumer.assign(65, 'a');
    CHECK(hotel.refusal(act) == "bad_name /consumer");
    act.consumer = "swiss";
    act.revision = 3;
    CHECK(hotel.refusal(act).empty());
    act.board = Board{1};
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.open().changed == before);
    act.board = Board{2};
    CHECK(hotel.refusal(act) == "unknown_board /board");
    act.board = {};
    act.revision = -1;
    CHECK(hotel.refusal(act) == "bad_number /revision");
    act.round = 2;
    CHECK(hotel.refusal(act) == "unknown_round /round");
}
