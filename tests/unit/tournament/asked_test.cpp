// Byes that players ask for, starting numbers by rating, events made by mistake, boards of two
// events, and who relies on a result.
#include "arbiterd/tournament/notes.hpp"
#include "tests/unit/tournament/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::RequestBye ask(std::uint32_t number, std::vector<std::uint32_t> rounds,
                     std::optional<Bye> kind) {
    wire::RequestBye act;
    act.number = number;
    act.rounds = std::move(rounds);
    act.bye = kind;
    return act;
}

std::vector<wire::RequestedBye> asked(const Hotel& hotel, std::uint32_t number) {
    return hotel.open().players.at(number).byes;
}

wire::Acknowledge fetched(std::uint32_t round, std::uint32_t board) {
    auto act = of_round<wire::Acknowledge>(round);
    act.consumer = "swiss";
    act.board = Board{board};
    act.revision = 1;
    return act;
}

// "open" and, with six players, "closed".
Hotel two_events() {
    Hotel hotel(4);
    add_event(hotel, "closed", 6, "300+2");
    return hotel;
}

}  // namespace

TEST_CASE("a bye that was asked for is had when its round is paired") {
    Hotel hotel(5);
    CHECK(hotel.refusal(ask(5, {2, 3}, Bye::half)).empty());
    CHECK(asked(hotel, 5) == std::vector<wire::RequestedBye>{{2, Bye::half}, {3, Bye::half}});
    CHECK(hotel.refusal(ask(5, {3}, Bye::zero)).empty());
    hotel.rule(pairings(2, {play(1, 1, 2), play(2, 3, 4)}));
    CHECK(hotel.round(2).pairings == std::vector{play(1, 1, 2), play(2, 3, 4), bye(5, Bye::half)});
    wire::ImportEvent file;  // an engine's output
    file.rounds.resize(1);
    file.rounds[0].number = 3;
    file.rounds[0].pairings = {play(1, 2, 1), play(2, 4, 3)};
    CHECK(tournament::notes_on(hotel.open(), file.rounds[0]).back() ==
          "round 3: the bye (Z) of player 5 (Player 5) stays");
    CHECK(hotel.refusal(file).empty());
    CHECK(hotel.round(3).pairings == std::vector{play(1, 2, 1), play(2, 4, 3), bye(5, Bye::zero)});
    // Who is paired after all plays, and that is noted.
    file.rounds[0].pairings = {play(1, 2, 5), play(2, 4, 3)};
    CHECK(tournament::notes_on(hotel.open(), file.rounds[0]) ==
          std::vector<std::string>{
              "round 3, board 2: 4 (Player 4) and 3 (Player 3) have met in round 2",
              "round 3: player 5 (Player 5) has asked for a bye (Z) and gets a game",
              "round 3: without a game and without a bye: 1 (Player 1)"});
    CHECK(hotel.refusal(file).empty());
    CHECK(hotel.round(3).pairings == std::vector{play(1, 2, 5), play(2, 4, 3)});
}

TEST_CASE("what was asked for comes and goes in a round that is paired already") {
    Hotel hotel(3);
    hotel.rule(pairings(1, {play(1, 1, 2)}));
    CHECK(hotel.refusal(ask(3, {1}, Bye::half)).empty());
    CHECK(hotel.round(1).pairings == std::vector{play(1, 1, 2), bye(3, Bye::half)});
    CHECK(hotel.refusal(ask(3, {1}, Bye::full)).empty());
    CHECK(hotel.round(1).pairings == std::vector{play(1, 1, 2), bye(3, Bye::full)});
    CHECK(hotel.refusal(ask(3, {1}, std::nullopt)).empty());
    CHECK(hotel.round(1).pairings == std::vector{play(1, 1, 2)});
    CHECK(asked(hotel, 3).empty());
    // One bye after the other, and neither wipes the other out.
    hotel.rule(pairings(2, {bye(1, Bye::half)}));
    hotel.rule(pairings(2, {bye(2, Bye::half)}));
    CHECK(hotel.round(2).pairings == std::vector{bye(1, Bye::half), bye(2, Bye::half)});
    CHECK(hotel.refusal(ask(1, {2}, std::nullopt)).empty());
    CHECK(hotel.round(2).pairings == std::vector{bye(2, Bye::half)});
}

TEST_CASE("a pairing changed and changed back leaves the bye that was asked for", "[regress]") {
    Hotel hotel(7);
    hotel.rule(ask(7, {1}, Bye::half));
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4), play(3, 5, 6)}));
    const auto before = hotel.round(1).pairings;
    CHECK(hotel.refusal(change(1, {play(3, 5, 7)})).empty());
    CHECK(hotel.round(1).pairings.size() == 3);
    CHECK(hotel.refusal(change(1, {play(3, 5, 6)})).empty());
    CHECK(hotel.round(1).pairings == before);
}

TEST_CASE("a withdrawn player does not get the bye that they asked for") {
    Hotel hotel(3);
    for (const std::uint32_t number : {1U, 2U, 3U}) hotel.rule(ask(number, {1, 2}, Bye::half));
    CHECK(hotel.refusal(withdraw(1, 1)).empty());
    CHECK(hotel.refusal(withdraw(2, 2)).empty());
    CHECK(tournament::requested_byes(hotel.open(), 1) ==
          std::vector{bye(2, Bye::half), bye(3, Bye::half)});
    CHECK(tournament::requested_byes(hotel.open(), 2) == std::vector{bye(3, Bye::half)});
}

TEST_CASE("a player who comes back to a round paired without their bye is noted", "[regress]") {
    Hotel hotel(5);
    hotel.rule(ask(5, {1, 2}, Bye::half));
    hotel.rule(withdraw(5, 1));
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    const wire::WithdrawPlayer act = withdraw(5, 0);
    const std::vector<std::string> notes{
        "round 1 is paired without the bye (H) of player 5 (Player 5): ask for it again"};
    CHECK(tournament::notes_on_return(hotel.open(), act) == notes);
    CHECK(hotel.refusal(act).empty());
    CHECK(tournament::notes_on_return(hotel.open(), act).empty());
    CHECK(hotel.refusal(ask(5, {1}, Bye::half)).empty());
    CHECK(hotel.round(1).pairings.back() == bye(5, Bye::half));
}

TEST_CASE("a list and a corrected name leave what players have asked for") {
    Hotel hotel(2);
    hotel.rule(ask(2, {4}, Bye::half));
    wire::EnterPlayers mended;
    mended.players = {player(2, "Better, Name")};
    CHECK(hotel.refusal(mended).empty());
    CHECK(asked(hotel, 2).size() == 1);
    wire::ImportEvent list;
    list.players = {player(1, "A"), player(2, "B")};
    CHECK(hotel.refusal(list).empty());
    CHECK(asked(hotel, 2).size() == 1);
    mended.players[0].byes = {{4, Bye::allocated}};
    CHECK(hotel.refusal(mended) == "bad_bye /players/0/byes/0/bye");
    mended.players[0].byes = {{4, Bye::half}, {4, Bye::zero}};
    CHECK(hotel.refusal(mended) == "bad_number /players/0/byes/1/round");
}

TEST_CASE("an older list takes no bye away that was asked for since", "[regress]") {
    Hotel hotel(2);
    hotel.rule(ask(2, {4}, Bye::half));
    wire::EnterPlayers older;
    older.players = {hotel.open().players.at(2)};
    hotel.rule(ask(2, {3}, Bye::zero));
    CHECK(hotel.refusal(older).empty());
    CHECK(asked(hotel, 2) == std::vector<wire::RequestedBye>{{3, Bye::zero}, {4, Bye::half}});
}

TEST_CASE("what cannot be asked for is refused with its place") {
    Hotel hotel(4);
    CHECK(hotel.refusal(ask(9, {1}, Bye::half)) == "unknown_player /number");
    CHECK(hotel.refusal(ask(1, {1}, Bye::allocated)) == "bad_bye /bye");
    CHECK(hotel.refusal(ask(1, {}, Bye::half)) == "nothing_to_change /rounds");
    CHECK(hotel.refusal(ask(1, {2, 65}, Bye::half)) == "bad_number /rounds/1");
    CHECK(hotel.refusal(ask(1, {2, 2}, Bye::half)) == "number_twice /rounds/0");
    CHECK(hotel.refusal(ask(1, {2}, std::nullopt)) == "nothing_to_change /rounds");
    hotel.rule(ask(1, {2}, Bye::half));
    CHECK(hotel.refusal(ask(1, {2}, Bye::half)) == "nothing_to_change /rounds");
    hotel.rule(pairings(1, {play(1, 1, 2), bye(3, Bye::allocated), bye(4, Bye::half)}));
    CHECK(hotel.refusal(ask(1, {1}, Bye::half)) == "is_paired /rounds/0");
    CHECK(hotel.refusal(ask(3, {1}, Bye::half)) == "is_paired /rounds/0");
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start_without_clocks(1));
    CHECK(hotel.refusal(ask(4, {1}, std::nullopt)) == "wrong_state /rounds/0");
    hotel.rule(withdraw(4, 2));
    CHECK(hotel.refusal(ask(4, {3}, Bye::half)) == "withdrawn /rounds/0");
    CHECK(hotel.refusal(ask(4, {3}, Bye::zero)).empty());
    // A request from before the withdrawal does not bring the player back.
    hotel.rule(ask(2, {3}, Bye::half));
    hotel.rule(withdraw(2, 2));
    CHECK(hotel.refusal(pairings(3, {play(1, 1, 3)})).empty());
    CHECK(hotel.round(3).pairings == std::vector{play(1, 1, 3)});
}

TEST_CASE("players get their numbers by rating, title and name before round 1") {
    Hotel hotel;
    wire::CreateEvent create;
    create.info.name = "Open";
    hotel.rule(create);
    CHECK(hotel.refusal(wire::SeedPlayers{}) == "nothing_to_change");
    wire::EnterPlayers enter;
    struct Entry {
        const char* name;
        std::uint32_t rating;
        const char* title;
    };
    for (const Entry& e : {Entry{"Berg", 2000, ""}, {"adams", 2000, ""}, {"Cole", 2000, "ACM"},
                           {"Dahl", 2000, "WGM"}, {"Eide", 2000, "FM"}, {"Friis", 2000, "IM"},
                           {"Gran", 0, "GM"}, {"Holm", 2400, ""}}) {
        auto& one = enter.players.emplace_back(player(0, e.name));
        one.rating = e.rating;
        one.title = e.title;
    }
    hotel.rule(enter);
    hotel.rule(ask(8, {2}, Bye::half));
    CHECK(hotel.refusal(wire::SeedPlayers{}).empty());
    std::vector<std::string> names;
    for (const auto& [number, one] : hotel.open().players) {
        CHECK(one.number == number);
        names.push_back(one.name);
    }
    CHECK(names == std::vector<std::string>{"Holm", "Friis", "Dahl", "Eide", "adams", "Berg",
                                            "Cole", "Gran"});
    CHECK(asked(hotel, 1).size() == 1);
    CHECK(hotel.refusal(wire::SeedPlayers{}) == "nothing_to_change");
    enter.players = {player(0, "Late")};
    enter.players[0].rating = 2500;
    hotel.rule(enter);
    hotel.rule(pairings(1, {play(1, 1, 2)}));
    CHECK(hotel.refusal(wire::SeedPlayers{}) == "is_paired");
}

TEST_CASE("an event made by mistake is hidden, and one that was played is not") {
    Hotel hotel(4);
    CHECK(hotel.refusal(wire::ShowEvent{}) == "nothing_to_change");
    hotel.rule(pairings(1, {play(1, 1, 2)}));
    CHECK(hotel.refusal(wire::HideEvent{}).empty());
    CHECK(hotel.open().hidden);
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1)) == "event_hidden");
    CHECK(hotel.refusal(wire::HideEvent{}) == "event_hidden");
    CHECK(hotel.refusal(wire::ShowEvent{}).empty());
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1)).empty());
    hotel.rule(of_round<wire::PrepareRound>(1));
    CHECK(hotel.refusal(wire::HideEvent{}) == "has_game");
    hotel.deliver();
    CHECK(hotel.refusal(wire::HideEvent{}) == "has_game");
    hotel.rule(of_round<wire::WithdrawPublication>(1));
    CHECK(hotel.refusal(wire::HideEvent{}) == "has_game");  // clockd does not know yet
    hotel.deliver();
    CHECK(hotel.refusal(wire::HideEvent{}).empty());  // it was set up and never played
    hotel.rule(wire::ShowEvent{});
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(result(1, 1, entered(drawn())));
    CHECK(hotel.refusal(wire::HideEvent{}) == "has_game");
}

TEST_CASE("two events at one clockd: a board of both is reported when both are known") {
    Hotel hotel = two_events();
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4), play(3, 5, 6)}), "closed");
    // Without our clocks it is confirmed.
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1), "closed") == "boards_shared /round");
    CHECK(hotel.no.text.find("boards 1, 2 are of the event open, too, whose round 1 is "
                             "published") == 0);
    hotel.confirm = hotel.no.confirm;
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1), "closed").empty());
    hotel.confirm.clear();
    CHECK(hotel.refusal(change(1, {play(3, 1, 2)})) == "boards_shared /round");
    CHECK(hotel.refusal(pairings(1, {play(1, 1, 2), play(3, 3, 4)})) == "boards_shared /round");
    CHECK(hotel.refusal(change(1, {play(4, 1, 2)})).empty());
    CHECK(hotel.refusal(change(1, {play(2, 3, 4)})).empty());  // where it was
    CHECK(hotel.refusal(of_round<wire::WithdrawPublication>(1)).empty());
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1)) == "boards_shared /round");
}

TEST_CASE("two events at one clockd: a board is free for one when the other has finished with it") {
    Hotel hotel = two_events();
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4), play(3, 5, 6)}), "closed");
    hotel.rule(of_round<wire::PublishRound>(1), "closed");
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    REQUIRE(hotel.refusal(of_round<wire::PublishRound>(1)) == "boards_shared /round");
    hotel.confirm = hotel.no.confirm;
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.confirm.clear();
    hotel.rule(of_round<wire::PrepareRound>(1));
    CHECK(hotel.refusal(of_round<wire::PrepareRound>(1), "closed") == "boards_shared /boards");
    CHECK(hotel.no.text.find("boards 1, 2 are of the event open, too, whose round 1 is "
                             "published") == 0);
    CHECK(hotel.refusal(start(1), "closed") == "boards_shared /boards");
    CHECK(hotel.refusal(start(1, {Board{3}}), "closed").empty());
    hotel.deliver();
    hotel.rule(start(1));
    hotel.deliver();
    hotel.end(1, drawn());
    hotel.end(2, drawn());
    CHECK(hotel.refusal(start(1, {Board{2}}), "closed") == "boards_shared /boards");
    hotel.rule(of_round<wire::FinishRound>(1));
    CHECK(hotel.refusal(start(1, {Board{2}}), "closed").empty());
    CHECK(hotel.refusal(start_without_clocks(1, {Board{1}}), "closed").empty());
}

// A round of "open" at boards 1 and 2 that was started without clocks; "closed" has published both
// of them since, and was not asked.
Hotel without_clocks() {
    Hotel hotel = two_events();
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start_without_clocks(1));
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}), "closed");
    hotel.rule(of_round<wire::PublishRound>(1), "closed");
    REQUIRE(hotel.no.code.empty());
    return hotel;
}

TEST_CASE("late boards of a round without clocks that another event has published are asked about",
          "[regress]") {
    Hotel hotel = without_clocks();
    auto prepare = of_round<wire::PrepareRound>(1);
    prepare.boards = {Board{2}};
    const wire::EventAct late = GENERATE_COPY(wire::EventAct{prepare},
                                              wire::EventAct{start(1, {Board{2}})});
    CHECK(hotel.refusal(late).starts_with("boards_shared"));
    CHECK(hotel.no.text.find("board 2 is of the event closed, too, whose round 1 is "
                             "published") == 0);
    CHECK(hotel.at(1, 2).game.empty());
    CHECK(Hotel(hotel).refusal(start_without_clocks(1, {Board{2}})).empty());
    hotel.confirm = hotel.no.confirm;
    REQUIRE_FALSE(hotel.confirm.empty());
    CHECK(hotel.refusal(late).empty());
    CHECK_FALSE(hotel.at(1, 2).game.empty());
    hotel.confirm.clear();
    CHECK(hotel.refusal(start(1, {Board{2}})).empty());  // it was asked
    CHECK(hotel.refusal(start(1), "closed") == "boards_shared /boards");
}

TEST_CASE("all doubts about late boards are asked and confirmed at once", "[regress]") {
    Hotel hotel = without_clocks();
    hotel.rule(pairings(2, {play(5, 4, 3)}));
    hotel.rule(of_round<wire::PublishRound>(2));
    REQUIRE(hotel.refusal(start(2)) == "still_playing /round");
    hotel.confirm = hotel.no.confirm;
    REQUIRE(hotel.refusal(start(2)).empty());
    hotel.confirm.clear();
    hotel.deliver();
    CHECK(hotel.refusal(start(1, {Board{2}})) == "still_playing /round");
    CHECK(hotel.no.text.find("board 2 is of the event closed") != std::string::npos);
    hotel.confirm = hotel.no.confirm;
    const Events events = hotel.rule(start(1, {Board{2}}));
    REQUIRE(hotel.no.code.empty());
    const auto& act = std::get<wire::EventActed>(events.front()).act;
    const std::string& despite = std::get<wire::StartRound>(act).despite;
    CHECK(despite.find("player") != std::string::npos);
    CHECK(despite.find("closed") != std::string::npos);
}

TEST_CASE("a round that is reopened asks about boards that another event has published",
          "[regress]") {
    Hotel hotel = two_events();
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start_without_clocks(1));
    hotel.rule(result(1, 1, entered(drawn())));
    hotel.rule(of_round<wire::FinishRound>(1));
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}), "closed");
    hotel.rule(of_round<wire::PublishRound>(1), "closed");
    REQUIRE(hotel.no.code.empty());
    CHECK(hotel.refusal(of_round<wire::ReopenRound>(1)) == "boards_shared /round");
    CHECK(hotel.no.text.find("board 2 is of the event closed") == 0);  // 1 has its result
    hotel.confirm = hotel.no.confirm;
    CHECK(hotel.refusal(of_round<wire::ReopenRound>(1)).empty());
    CHECK(hotel.round(1).state == RoundState::started);
}

TEST_CASE("boards without a time control, and events that are hidden, share no clock") {
    Hotel hotel(4);
    add_event(hotel, "paper", 2);
    hotel.rule(pairings(1, {play(1, 1, 2)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(pairings(1, {play(1, 1, 2)}), "paper");
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1), "paper").empty());
    hotel.rule(of_round<wire::WithdrawPublication>(1));
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1)).empty());
    hotel.rule(of_round<wire::WithdrawPublication>(1));
    wire::EventInfo info = hotel.tournaments.by_id.at("paper").info;
    info.terms.time_control = "300";
    hotel.rule(wire::ChangeEvent{info}, "paper");
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1)) == "boards_shared /round");
    hotel.rule(wire::HideEvent{}, "paper");
    CHECK(hotel.refusal(of_round<wire::PublishRound>(1)).empty());
}

TEST_CASE("who relies on an entered result is named before it is changed") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start_without_clocks(1));
    const auto notes = [&](const wire::EventAct& act) {
        return tournament::notes_on_entered(hotel.tournaments, "open", act);
    };
    const auto other = result(1, 1, entered(drawn()));
    hotel.rule(fetched(1, 1));  // before there is a result
    CHECK(notes(result(1, 1, entered(win_of(Side::white)))).empty());
    hotel.rule(result(1, 1, entered(win_of(Side::white))));
    CHECK(notes(other).empty());
    hotel.rule(fetched(1, 2));  // of another board
    CHECK(notes(other).empty());
    hotel.rule(fetched(1, 1));
    REQUIRE(notes(other).size() == 1);
    CHECK(notes(other)[0].code == "result_fetched");
    CHECK(notes(result(1, 1, std::nullopt)).size() == 1);  // withdrawn
    CHECK(notes(of_round<wire::FinishRound>(1)).empty());
    hotel.rule(other);
    CHECK(notes(result(1, 1, std::nullopt)).empty());  // nobody has the new one yet
    hotel.rule(pairings(2, {play(1, 2, 3)}));
    REQUIRE(notes(result(1, 1, std::nullopt)).size() == 1);
    CHECK(notes(result(1, 1, std::nullopt))[0].code == "round_paired");
}

TEST_CASE("a file takes nothing away that it cannot say") {
    Hotel hotel(4);
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    change.info.sectors = {{"A", "", Board{1}, Board{2}}};
    change.info.terms.profile = "fide-standard";
    change.info.terms.rules = {{"flag_call", "arbiter"}};
    change.info.scoring.win = 6;
    change.info.scoring.draw_odds = Side::black;
    hotel.rule(change);
    wire::ImportEvent file;
    file.info.emplace();
    file.info->name = "Another name";
    CHECK(hotel.refusal(file).empty());
    change.info.name = "Another name";
    CHECK(hotel.open().info == change.info);
    file.info->scoring.win = change.info.scoring.win = 4;  // TRF has points, and no draw odds
    CHECK(hotel.refusal(file).empty());
    CHECK(hotel.open().info == change.info);
}

TEST_CASE("who relies on a result is named before it is changed") {
    Hotel hotel(4);
    hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(start(1));
    hotel.deliver();
    const std::string game = hotel.at(1, 1).game;
    const auto notes = [&] {
        Pos result;
        for (std::size_t i = 0; i < hotel.log.size(); ++i) {
            const auto* recorded = std::get_if<wire::ResultRecorded>(&hotel.log[i]);
            if (recorded && recorded->game == game) result = Pos{static_cast<std::int64_t>(i) + 1};
        }
        return tournament::notes_on_result(hotel.tournaments, game, result);
    };
    hotel.rule(fetched(1, 1));  // before there is a result
    CHECK(notes().empty());
    hotel.end(1, drawn());
    hotel.end(2, drawn());
    CHECK(notes().empty());
    hotel.rule(fetched(1, 2));  // of another board
    CHECK(notes().empty());
    hotel.rule(fetched(1, 1));
    REQUIRE(notes().size() == 1);
    CHECK(notes()[0].code == "result_fetched");
    hotel.rule(pairings(2, {play(1, 2, 3)}));
    hotel.rule(of_round<wire::FinishRound>(1));
    hotel.rule(of_round<wire::ConfirmRound>(1));
    REQUIRE(notes().size() == 3);
    CHECK(notes()[0].code == "round_confirmed");
    CHECK(notes()[1].code == "round_paired");
    CHECK(tournament::notes_on_result(hotel.tournaments, "", Pos{1}).empty());
    CHECK(tournament::notes_on_result(hotel.tournaments, "another", Pos{1}).empty());
}
