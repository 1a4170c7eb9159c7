// Files and lists lose nothing that a person has decided, and do nothing that an act would refuse.
#include "arbiterd/tournament/notes.hpp"
#include "tests/unit/tournament/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::ImportEvent file(std::uint32_t number, std::vector<wire::EventPairing> pairings,
                       RoundState state = RoundState::drafted) {
    wire::ImportEvent act;
    act.rounds.resize(1);
    act.rounds[0].number = number;
    act.rounds[0].state = state;
    act.rounds[0].pairings = std::move(pairings);
    return act;
}

wire::EventPairing with(wire::EventPairing pairing, Score score) {
    pairing.entered = entered(score);
    return pairing;
}

wire::ImportEvent list(std::vector<wire::EventPlayer> players) {
    wire::ImportEvent act;
    act.players = std::move(players);
    return act;
}

wire::EventPlayer fide(std::uint32_t number, const std::string& name, const std::string& id) {
    auto p = player(number, name);
    p.fide_id = id;
    return p;
}

void publish(Hotel& hotel, std::vector<wire::EventPairing> all) {
    hotel.rule(pairings(1, std::move(all)));
    hotel.rule(of_round<wire::PublishRound>(1));
}

wire::RequestBye ask(std::uint32_t number, std::uint32_t round, Bye kind) {
    wire::RequestBye act;
    act.number = number;
    act.rounds = {round};
    act.bye = kind;
    return act;
}

// Ida has entered that White of board 1 wins.
Hotel with_result() {
    Hotel hotel(4);
    publish(hotel, {play(1, 1, 2), play(2, 3, 4)});
    hotel.by = "Ida";
    hotel.rule(result(1, 1, entered(win_of(Side::white), ResultKind::forfeit)));
    hotel.by = "swiss";
    return hotel;
}

}  // namespace

TEST_CASE("a file without pairings of a round leaves those that are there", "[regress]") {
    Hotel hotel = with_result();
    const auto before = hotel.round(1);
    wire::ImportEvent dates = file(1, {});
    CHECK(hotel.refusal(dates).empty());
    CHECK(hotel.round(1) == before);
    CHECK(tournament::notes_on(hotel.open(), dates.rounds[0]).empty());
    hotel.rule(start_without_clocks(1));
    CHECK(hotel.refusal(dates).empty());
    CHECK(hotel.round(1).pairings == before.pairings);
    // The players of pairings that stay do not withdraw by a list.
    dates.players = {player(1, "Player 1"), player(2, "Player 2"), player(3, "Player 3"),
                     player(4, "Player 4")};
    dates.players[3].withdrawn_from = 1;
    CHECK(hotel.refusal(dates) == "is_paired /players/3/withdrawn_from");
}

TEST_CASE("an import leaves the players and teams that it does not have", "[regress]") {
    Hotel hotel(4);
    wire::EnterTeams enter;
    enter.teams = {{1, "Reds", {}}, {2, "Blues", {}}};
    hotel.rule(enter);
    auto late = list({player(0, "Late")});
    late.teams = {{0, "Greens", {}}, {1, "Blues", {}}};  // a program has its own numbers
    late.players[0].team = 1;
    REQUIRE(hotel.refusal(late).empty());
    REQUIRE(hotel.open().players.size() == 5);
    CHECK(hotel.open().players.at(1).name == "Player 1");
    CHECK(hotel.open().players.at(5).team == 2);
    CHECK(hotel.open().teams.size() == 3);
    CHECK(hotel.open().teams.at(1).name == "Reds");
    // What is wrong is named where it was sent.
    CHECK(hotel.refusal(list({player(9, "A"), player(8, "")})) == "bad_name /players/1/name");
    CHECK(hotel.refusal(list({player(9, "A"), player(9, "B")})) ==
          "number_twice /players/1/number");
    publish(hotel, {play(1, 1, 2)});
    REQUIRE(hotel.refusal(list({player(2, "Player 2")})).empty());
    CHECK(hotel.open().players.size() == 5);
}

TEST_CASE("a file does not start, finish or confirm a round that is paired", "[regress]") {
    Hotel hotel(4);
    const std::vector all{with(play(1, 1, 2), drawn()), with(play(2, 3, 4), drawn())};
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    CHECK(hotel.refusal(file(1, all, RoundState::finished)).empty());
    CHECK(hotel.round(1).state == RoundState::drafted);
    CHECK(tournament::notes_on(hotel.open(), file(1, all, RoundState::finished).rounds[0]).size() ==
          1);
    hotel.rule(of_round<wire::PublishRound>(1));
    for (const auto state : {RoundState::started, RoundState::finished, RoundState::confirmed}) {
        CHECK(hotel.refusal(file(1, all, state)).empty());
        CHECK(hotel.round(1).state == RoundState::published);
    }
    const auto told = file(1, all, RoundState::confirmed);
    CHECK(tournament::notes_on(hotel.open(), told.rounds[0]) ==
          std::vector<std::string>{"round 1 is published, and a file does not make it confirmed: "
                                   "do that by its act"});
    hotel.rule(start_without_clocks(1));
    hotel.rule(of_round<wire::FinishRound>(1));
    hotel.rule(of_round<wire::ReopenRound>(1));
    CHECK(hotel.refusal(file(1, all, RoundState::finished)).empty());
    CHECK(hotel.round(1).state == RoundState::started);
}

TEST_CASE("a round that a file brings is confirmed only with all results", "[regress]") {
    Hotel hotel(4);
    auto one = file(1, {with(play(1, 1, 2), drawn()), play(2, 3, 4)}, RoundState::confirmed);
    CHECK(hotel.refusal(one) == "results_missing /rounds/0/state");
    one.rounds[0].pairings[1] = with(play(2, 3, 4), drawn());
    CHECK(hotel.refusal(one).empty());
    CHECK(hotel.round(1).state == RoundState::confirmed);
}

TEST_CASE("a round that is paired keeps its start and its terms", "[regress]") {
    Hotel hotel(2);
    wire::PlanRound plan;
    plan.number = 1;
    plan.starts = "2026-11-21T14:00:00+01:00";
    hotel.rule(plan);
    auto day = file(1, {});
    day.rounds[0].starts = "2026-11-21";
    CHECK(hotel.refusal(day).empty());
    CHECK(hotel.round(1).starts == plan.starts);  // it says the same, and less
    auto quick = play(1, 1, 2);
    quick.terms.time_control = "300+3";
    publish(hotel, {quick});
    auto other = file(1, {with(play(1, 1, 2), drawn())});
    other.rounds[0].starts = "2026-11-22";
    other.rounds[0].terms.time_control = "60";
    CHECK(tournament::notes_on(hotel.open(), other.rounds[0]).size() == 1);
    CHECK(hotel.refusal(other).empty());
    CHECK(hotel.round(1).starts == plan.starts);
    CHECK(hotel.at(1, 1).terms == quick.terms);
    CHECK(hotel.at(1, 1).entered);
    hotel.rule(start_without_clocks(1));
    CHECK(hotel.refusal(other).empty());
    CHECK(hotel.round(1).terms == wire::PlayTerms{});
}

TEST_CASE("a file without a result leaves the one that was entered", "[regress]") {
    Hotel hotel = with_result();
    const auto before = hotel.at(1, 1);
    CHECK(hotel.refusal(file(1, {play(1, 1, 2), play(2, 3, 4)})).empty());
    CHECK(hotel.at(1, 1) == before);
    CHECK(hotel.refusal(file(1, {play(1, 3, 4), play(2, 1, 2)})).empty());
    CHECK(hotel.at(1, 2).entered == before.entered);  // it is the pair's, not the board's
    CHECK_FALSE(hotel.at(1, 1).entered);
    const auto other = file(1, {with(play(2, 1, 2), drawn()), play(1, 3, 4)});
    CHECK(tournament::notes_on(hotel.open(), other.rounds[0]) ==
          std::vector<std::string>{
              "round 1, board 2: the result that was entered, 1-0, becomes 1/2-1/2"});
    const auto gone = file(1, {play(1, 1, 3), play(2, 2, 4)});
    CHECK(tournament::notes_on(hotel.open(), gone.rounds[0]) ==
          std::vector<std::string>{
              "round 1, board 2: the result that was entered, 1-0, goes with its pairing"});
}

TEST_CASE("a result of a file is recorded in the name of who takes it", "[regress]") {
    Hotel hotel = with_result();
    auto act = file(1, {play(1, 1, 2), with(play(2, 3, 4), drawn())});
    act.rounds[0].pairings[1].entered->by = "Ida";
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.at(1, 2).entered->by == "swiss");
    CHECK(hotel.at(1, 1).entered->by == "Ida");  // she did
    CHECK(hotel.at(1, 2).revision == 1);
    CHECK(hotel.refusal(act).empty());
    CHECK(hotel.at(1, 2).revision == 1);
}

TEST_CASE("a round that has started takes results from a file without its byes", "[regress]") {
    Hotel hotel(6);
    hotel.rule(ask(6, 1, Bye::half));
    publish(hotel, {play(1, 1, 2), play(2, 3, 4), bye(5, Bye::allocated)});
    hotel.rule(start_without_clocks(1));
    const auto results = file(1, {with(play(1, 1, 2), drawn()), play(2, 3, 4)});
    CHECK(hotel.refusal(results).empty());
    CHECK(hotel.at(1, 1).entered);
    CHECK(hotel.round(1).pairings.size() == 4);
    CHECK(tournament::notes_on(hotel.open(), results.rounds[0]) ==
          std::vector<std::string>{"round 1: the bye (H) of player 6 (Player 6) stays"});
    auto other = file(1, {play(1, 1, 3), play(2, 2, 4), bye(5, Bye::allocated)});
    CHECK(hotel.refusal(other) == "round_started /rounds/0");
    other.replace = true;
    CHECK(tournament::notes_on_replaced(hotel.open(), other) ==
          std::vector<std::string>{
              "round 1 is started; removed are the present pairings or results of boards: 1, 2",
              "round 1 is started; removed are the present byes of players: 6 (H)",
              "round 1 is started; taken from the file are those of boards: 1, 2"});
    CHECK(hotel.refusal(other).empty());
    CHECK(hotel.at(1, 1).black == 3);
    CHECK(hotel.round(1).pairings.back() == bye(6, Bye::half));
}

TEST_CASE("a file of a round to play gives nobody a second allocated bye", "[regress]") {
    Hotel hotel(3);
    hotel.rule(pairings(1, {play(1, 1, 2), bye(3, Bye::allocated)}));
    const std::string twice = "second_bye /rounds/0/pairings/1/bye";
    CHECK(hotel.refusal(file(2, {play(1, 2, 1), bye(3, Bye::allocated)})) == twice);
    CHECK(hotel.refusal(file(2, {bye(1, Bye::allocated), bye(2, Bye::allocated)})) ==
          "second_bye /rounds/0/pairings/0/bye");
    CHECK(hotel.refusal(file(2, {play(1, 2, 1), bye(3, Bye::full)})).empty());
    // What was played was played.
    CHECK(hotel.refusal(file(3, {with(play(1, 2, 1), drawn()), bye(3, Bye::allocated)},
                             RoundState::finished))
              .empty());
}

TEST_CASE("a list does not give players the numbers of others when they are paired",
          "[regress]") {
    Hotel hotel(4);
    hotel.rule(list({fide(1, "A", "11"), fide(2, "B", "12"), fide(3, "C", "13"), player(4, "D")}));
    const auto swapped = list({fide(1, "C", "13"), fide(2, "B", "12"), fide(3, "A", "11"),
                               player(4, "D")});
    CHECK(Hotel(hotel).refusal(swapped).empty());
    hotel.rule(pairings(1, {play(1, 1, 2)}));
    CHECK(hotel.refusal(swapped) == "is_paired /players/0/number");
    wire::EnterPlayers some;
    some.players = swapped.players;
    CHECK(hotel.refusal(some) == "is_paired /players/0/number");
    CHECK(hotel.refusal(list({player(1, "Zulu"), fide(2, "A", "11"), fide(3, "B", "12"),
                              fide(4, "C", "13"), player(5, "D")})) ==
          "is_paired /players/1/number");
    // The correction of a name, and a namesake who comes late.
    CHECK(hotel.refusal(list({fide(1, "A.", "11"), fide(2, "B", "12"), fide(3, "C", "13"),
                              player(4, "D"), player(5, "D")}))
              .empty());
    CHECK(hotel.open().players.at(1).name == "A.");
    CHECK(hotel.open().players.size() == 5);
}

TEST_CASE("a file gives no number of an event that is paired to somebody else", "[regress]") {
    Hotel hotel(4);
    hotel.rule(list({fide(1, "A", "11"), fide(2, "B", "12"), player(3, "C"), player(4, "D")}));
    const auto with_third = [](const wire::EventPlayer& third) {
        return list({fide(1, "A", "11"), fide(2, "B", "12"), third, player(4, "D")});
    };
    CHECK(Hotel(hotel).refusal(with_third(player(3, "Other"))).empty());
    hotel.rule(pairings(1, {play(1, 1, 2)}));
    for (const auto& other : {player(3, "Other"), fide(3, "Other", "13")})
        CHECK(hotel.refusal(with_third(other)) == "is_paired /players/2/number");
    CHECK(hotel.refusal(with_third(fide(3, "c", "13"))).empty());  // an ID that was not known
    CHECK(hotel.open().players.at(3).fide_id == "13");
    CHECK(hotel.refusal(with_third(fide(3, "C", "14"))) == "is_paired /players/2/number");
    CHECK(hotel.no.text.find("number 3 is c (FIDE ID 13), not C (FIDE ID 14)") !=
          std::string::npos);
    wire::EnterPlayers mended;  // by hand
    mended.players = {fide(3, "See", "14")};
    CHECK(hotel.refusal(mended).empty());
    CHECK(hotel.open().players.at(3) == fide(3, "See", "14"));
}

TEST_CASE("a number that becomes somebody else's is noted", "[regress]") {
    Hotel hotel(3);
    hotel.rule(list({fide(1, "A", "11"), player(2, "B"), fide(3, "C", "13")}));
    const auto notes = [&](const std::vector<wire::EventPlayer>& all, std::size_t of_file) {
        return tournament::notes_on_numbers(hotel.open(), all,
                                            {all.begin(), all.begin() + of_file},
                                            tournament::persons(hotel.open().players, all));
    };
    CHECK(notes({fide(1, "a", "11"), player(2, "B"), fide(3, "C", "13")}, 3).empty());
    CHECK(notes({fide(1, "C", "13"), player(2, "B"), fide(3, "A", "11")}, 3).empty());
    CHECK(notes({fide(1, "Aa", "11"), fide(2, "Bee", "12")}, 2) ==
          std::vector<std::string>{"number 1 was A and is Aa now",
                                   "number 2 was B and is Bee now"});
    CHECK(notes({fide(3, "D", "14"), fide(4, "C", "13")}, 1) ==
          std::vector<std::string>{"C is not in the list: their number was 3 and is 4 now"});
    CHECK(notes({fide(3, "C", "14")}, 1) ==
          std::vector<std::string>{"number 3 was C (FIDE ID 13) and is C (FIDE ID 14) now"});
    hotel.rule([] {
        wire::EnterTeams teams;
        teams.teams = {{1, "Reds", "NOR"}, {2, "Blues", {}}};
        return teams;
    }());
    CHECK(tournament::notes_on_teams(hotel.open(), {{1, "Greens", {}}, {2, "blues", {}}}) ==
          std::vector<std::string>{"team 1 was Reds and is Greens now"});
    std::vector<wire::EventPlayer> many;
    Hotel full(20);
    for (std::uint32_t i = 1; i <= 20; ++i) many.push_back(player(i, "X" + std::to_string(i)));
    const auto all = tournament::notes_on_numbers(
        full.open(), many, many, tournament::persons(full.open().players, many));
    REQUIRE(all.size() == 13);
    CHECK(all.back() == "and 8 more numbers");
}

TEST_CASE("byes and withdrawals follow their players in a list with other numbers",
          "[regress]") {
    Hotel hotel(4);
    hotel.rule(list({fide(1, "A", "11"), fide(2, "B", "12"), fide(3, "C", "13"), player(4, "D")}));
    hotel.rule(ask(3, 2, Bye::half));
    hotel.rule(withdraw(4, 3));
    CHECK(hotel.refusal(list({player(1, "Zulu"), fide(2, "A", "11"), fide(3, "B", "12"),
                              fide(4, "C", "13"), player(5, "D")}))
              .empty());
    const auto& players = hotel.open().players;
    CHECK(players.at(3).byes.empty());
    CHECK(players.at(4).byes == std::vector<wire::RequestedBye>{{2, Bye::half}});
    CHECK(players.at(4).withdrawn_from == 0);
    CHECK(players.at(5).withdrawn_from == 3);
    // The same when the file pairs the round of the bye at once.
    auto both = list({player(1, "Yankee"), player(2, "Zulu"), fide(3, "A", "11"),
                      fide(4, "B", "12"), fide(5, "C", "13"), player(6, "D")});
    both.rounds = file(2, {play(1, 1, 2), play(2, 3, 4)}).rounds;
    CHECK(hotel.refusal(both).empty());
    CHECK(hotel.round(2).pairings.back() == bye(5, Bye::half));
}

TEST_CASE("records that are kept name players by their new numbers", "[regress]") {
    Hotel hotel;
    wire::CreateEvent create;
    create.info.name = "Open";
    create.info.trf_records = {"260 001 004    2    3", "XXA    1  1.0", "XXP   11    2",
                               "NOR    2  1900", "250  1.0  0.5   1   2    1    2", "XXS W=3.0"};
    hotel.rule(create);
    wire::EnterPlayers enter;
    for (std::uint32_t number = 1; number <= 11; ++number)
        enter.players.push_back(fide(number, "P" + std::to_string(number),
                                     std::to_string(100 + number)));
    for (auto& one : enter.players) one.rating = 1500 + one.number;
    hotel.rule(enter);
    CHECK(hotel.refusal(wire::SeedPlayers{}).empty());  // 11 is 1, 2 is 10, 1 is 11
    const std::vector<std::string> seeded{"260 001 004   10    9", "XXA   11  1.0",
                                          "XXP    1   10", "NOR   10  1900",
                                          "250  1.0  0.5   1   2    1    2", "XXS W=3.0"};
    CHECK(hotel.open().info.trf_records == seeded);
    CHECK(hotel.refusal(list(enter.players)).empty());
    CHECK(hotel.open().info.trf_records == create.info.trf_records);
}

TEST_CASE("a report may have who has withdrawn as absent", "[regress]") {
    Hotel hotel(5);
    hotel.rule(withdraw(5, 1));
    publish(hotel, {play(1, 1, 2), play(2, 3, 4)});
    hotel.rule(start_without_clocks(1));
    const auto report = file(1, {with(play(1, 1, 2), drawn()), play(2, 3, 4), bye(5, Bye::zero)});
    CHECK(hotel.refusal(report).empty());
    CHECK(hotel.at(1, 1).entered);
    CHECK(hotel.round(1).pairings.size() == 2);
}

TEST_CASE("who has withdrawn is absent from no round by a report, and may come back", "[regress]") {
    Hotel hotel(5);
    hotel.rule(withdraw(5, 1));
    hotel.rule(pairings(2, {play(1, 1, 2)}));
    for (const std::uint32_t number : {1, 2})
        CHECK(hotel.refusal(file(number, {play(1, 1, 2), play(2, 3, 4), bye(5, Bye::zero)}))
                  .empty());
    CHECK(hotel.refusal(file(3, {bye(5, Bye::zero)}, RoundState::finished)).empty());
    for (const std::uint32_t number : {1, 2, 3})
        for (const auto& p : hotel.round(number).pairings) CHECK(!p.bye);
    CHECK(hotel.round(3).state == RoundState::drafted);
    CHECK(tournament::notes_on_return(hotel.open(), withdraw(5, 0)).empty());
    hotel.rule(change(2, {bye(5, Bye::zero)}));
    const std::vector<std::string> notes{"round 2 has a bye (Z) of player 5 (Player 5): change "
                                         "the pairing where they play after all"};
    CHECK(tournament::notes_on_return(hotel.open(), withdraw(5, 0)) == notes);
    CHECK(tournament::notes_on_return(hotel.open(), withdraw(5, 2)).empty());
}

TEST_CASE("what a list leaves open about a player stays", "[regress]") {
    Hotel hotel(1);
    auto known = fide(1, "Berg, Ane", "11");
    known.title = "WGM";
    known.rating = 2300;
    known.club = "Oslo";
    hotel.rule(list({known}));
    auto rated = player(1, "berg ,Ane");
    rated.rating = 2310;
    CHECK(hotel.refusal(list({rated})).empty());
    known.name = rated.name;
    known.rating = 2310;
    CHECK(hotel.open().players.at(1) == known);
    CHECK(hotel.refusal(list({player(1, "Zulu")})).empty());  // somebody else
    CHECK(hotel.open().players.at(1) == player(1, "Zulu"));
}

TEST_CASE("a bye Z goes with the player who has withdrawn, whatever their number", "[regress]") {
    Hotel hotel(4);
    hotel.rule(withdraw(2, 1));
    wire::ImportEvent act = file(1, {play(1, 3, 4), bye(1, Bye::zero), bye(2, Bye::zero)});
    act.players = {player(1, "Player 2"), player(2, "Player 1"), player(3, "Player 3"),
                   player(4, "Player 4")};
    hotel.rule(act);
    REQUIRE(hotel.no.code.empty());
    CHECK(hotel.round(1).pairings == std::vector{play(1, 3, 4), bye(2, Bye::zero)});
}

TEST_CASE("a list brings no bye that a player could not ask for", "[regress]") {
    Hotel hotel(6);
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    change.info.rounds = 3;
    hotel.rule(change);
    hotel.rule(ask(5, 1, Bye::half));
    publish(hotel, {play(1, 1, 2), play(2, 3, 6)});
    const auto entering = [](const wire::EventPlayer& one) {
        wire::EnterPlayers enter;
        enter.players = {one};
        return enter;
    };
    const auto asks = [](std::uint32_t number, std::uint32_t round, Bye kind) {
        auto one = player(number, "Player " + std::to_string(number));
        one.byes = {{round, kind}};
        return one;
    };
    CHECK(hotel.refusal(entering(asks(4, 4, Bye::half))) == "bad_number /players/0/byes/0/round");
    CHECK(hotel.refusal(entering(asks(6, 1, Bye::half))) == "is_paired /players/0/byes/0/round");
    CHECK(hotel.refusal(list({asks(6, 1, Bye::half)})) == "is_paired /players/0/byes/0/round");
    CHECK(hotel.refusal(entering(asks(6, 2, Bye::half))).empty());
    hotel.rule(start_without_clocks(1));
    CHECK(hotel.refusal(list({asks(4, 1, Bye::full)})) == "wrong_state /players/0/byes/0/round");
    CHECK(hotel.refusal(list({asks(5, 1, Bye::full)})) == "wrong_state /players/0/byes/0/round");
    wire::ImportEvent same = list({asks(5, 1, Bye::half)});  // as it stands
    same.players[0].club = "New";
    CHECK(hotel.refusal(same).empty());
}

TEST_CASE("who relies on results is named before a file changes them", "[regress]") {
    Hotel hotel = with_result();
    hotel.rule(start_without_clocks(1));
    hotel.rule(result(1, 2, entered(drawn())));
    auto fetch = of_round<wire::Acknowledge>(1);
    fetch.consumer = "swiss";
    hotel.rule(fetch);
    hotel.rule(pairings(2, {play(1, 1, 3), play(2, 4, 2)}));
    const auto says = [&](Score one, Score two) {
        return tournament::notes_on_entered(
            hotel.tournaments, "open",
            file(1, {with(play(1, 1, 2), one), with(play(2, 3, 4), two)}));
    };
    CHECK(says(win_of(Side::black), win_of(Side::black)) ==
          std::vector<std::string>{"Round 2 is paired already, on the result so far.",
                                   "swiss has fetched the result so far: inform its users."});
    auto same = file(1, {});
    same.rounds[0].pairings = hotel.round(1).pairings;
    CHECK(tournament::notes_on_entered(hotel.tournaments, "open", same).empty());
}

TEST_CASE("other points for results that stand are counted before they are given", "[regress]") {
    Hotel hotel(6);
    publish(hotel, {play(1, 1, 2), play(2, 3, 4), bye(5, Bye::allocated), bye(6, Bye::half)});
    hotel.rule(start_without_clocks(1));
    hotel.rule(result(1, 1, entered(drawn())));
    hotel.rule(result(1, 2, entered(win_of(Side::white))));
    hotel.rule(of_round<wire::FinishRound>(1));
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    const auto says = [&] {
        const auto notes = tournament::notes_on_points(hotel.open(), hotel.games, change);
        return notes.empty() ? std::string() : notes.front().text;
    };
    change.info.scoring.draw_odds = Side::black;
    CHECK(says().empty());  // nothing stands yet
    hotel.rule(of_round<wire::ConfirmRound>(1));
    CHECK(tournament::changes_points(hotel.open(), change.info));
    CHECK(says().contains("1 result gets other points"));
    change.info.scoring = {};
    change.info.scoring.draw = 0;
    CHECK(says().contains("2 results get other points"));  // the draw, and the bye H
    change.info.scoring = {};
    change.info.scoring.pairing_bye = 1;
    CHECK(says().contains("1 result gets other points"));
    change.info.scoring = {};
    CHECK(says().empty());
}

TEST_CASE("a blank before or after a name makes nobody else of a player", "[regress]") {
    CHECK(tournament::name_key(" Berg , Bo ") == tournament::name_key("Berg,Bo"));
    Hotel hotel(2);
    publish(hotel, {play(1, 1, 2)});
    CHECK(hotel.refusal(list({player(1, " Player 1"), player(2, "Player 2 ")})).empty());
}
