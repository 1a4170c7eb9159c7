// What stands, stays: the terms of a round that has started, the cells of one that is confirmed,
// the time control that is published, and the boards of two events.
#include "arbiterd/tournament/notes.hpp"
#include "tests/unit/tournament/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

wire::ChangeEvent with_control(const Hotel& hotel, const std::string& control,
                               const std::string& event = "open") {
    wire::ChangeEvent act;
    act.info = hotel.tournaments.by_id.at(event).info;
    act.info.terms.time_control = control;
    return act;
}

std::string control_at(const Hotel& hotel, std::uint32_t round, std::uint32_t board) {
    return tournament::terms_of(hotel.open(), hotel.round(round), hotel.at(round, board))
        .time_control;
}

void publish(Hotel& hotel, std::vector<wire::EventPairing> all,
             const std::string& event = "open") {
    hotel.rule(pairings(1, std::move(all)), event);
    hotel.rule(of_round<wire::PublishRound>(1), event);
}

wire::ImportEvent file_of(wire::EventInfo info) {
    wire::ImportEvent act;
    act.info = std::move(info);
    return act;
}

wire::ImportEvent round_of(RoundState state, std::vector<wire::EventPairing> all) {
    wire::ImportEvent act;
    act.rounds.resize(1);
    act.rounds[0].number = 1;
    act.rounds[0].state = state;
    act.rounds[0].pairings = std::move(all);
    return act;
}

// Two events with two players each at this clockd; "closed" is not published.
Hotel neighbours() {
    Hotel hotel(2);
    add_event(hotel, "closed", 2, "5400+30");
    publish(hotel, {play(1, 1, 2)});
    return hotel;
}

}  // namespace

TEST_CASE("a round keeps the terms that it began with", "[regress]") {
    Hotel hotel(4);
    hotel.rule(with_control(hotel, ""));
    publish(hotel, {play(1, 1, 2), play(2, 3, 4)});
    hotel.rule(start_without_clocks(1));
    hotel.rule(result(1, 1, entered(drawn())));
    CHECK(hotel.refusal(with_control(hotel, "300")).empty());
    CHECK(control_at(hotel, 1, 1).empty());  // none was said when it was played
    hotel.rule(result(1, 2, entered(drawn())));
    hotel.rule(of_round<wire::FinishRound>(1));
    hotel.rule(of_round<wire::ConfirmRound>(1));
    wire::EventInfo info;
    info.name = "Open";
    info.terms.time_control = "600";
    hotel.rule(file_of(info));
    CHECK(control_at(hotel, 1, 1).empty());
    hotel.rule(pairings(2, {play(1, 2, 3)}));
    CHECK(control_at(hotel, 2, 1) == hotel.open().info.terms.time_control);
}

TEST_CASE("a start taken back gives the round the event's terms again", "[regress]") {
    Hotel hotel(2);
    publish(hotel, {play(1, 1, 2)});
    hotel.rule(start(1));
    hotel.deliver();
    CHECK(hotel.round(1).began_with->time_control == hotel.open().info.terms.time_control);
    hotel.rule(of_round<wire::UndoStart>(1));
    hotel.deliver();
    CHECK(hotel.round(1).state == RoundState::published);
    CHECK_FALSE(hotel.round(1).began_with);
}

TEST_CASE("a round that a file brings as played keeps the terms of that day", "[regress]") {
    Hotel hotel(2);
    auto game = play(1, 1, 2);
    game.entered = entered(drawn());
    const std::string before = hotel.open().info.terms.time_control;
    hotel.rule(round_of(RoundState::finished, {game}));
    hotel.rule(with_control(hotel, "300"));
    CHECK(control_at(hotel, 1, 1) == before);
    // One that has not begun has none.
    auto drafted = round_of(RoundState::drafted, {play(1, 2, 1)});
    drafted.rounds[0].number = 2;
    drafted.rounds[0].began_with = hotel.open().info.terms;
    hotel.rule(drafted);
    CHECK_FALSE(hotel.round(2).began_with);
}

TEST_CASE("a start recorded before terms were kept follows the event", "[regress]") {
    Hotel hotel(2);
    publish(hotel, {play(1, 1, 2)});
    hotel.rule(start_without_clocks(1));
    tournament::Tournaments old;
    Pos pos;
    for (wire::GameEvent event : hotel.log) {
        if (auto* acted = std::get_if<wire::EventActed>(&event))
            if (auto* began = std::get_if<wire::StartRound>(&acted->act)) began->terms.reset();
        tournament::apply(old, event, Pos{++pos.value});
    }
    tournament::Tournament& event = old.by_id.at("open");
    event.info.terms.time_control = "300";
    const auto& round = event.rounds.at(1);
    CHECK(round.state == RoundState::started);
    CHECK(tournament::terms_of(event, round, round.pairings[0]).time_control == "300");
}

TEST_CASE("an older file leaves the time control of a published round", "[regress]") {
    Hotel hotel(2);
    const std::string mine = hotel.open().info.terms.time_control;
    wire::EventInfo old;
    old.name = "Open 2025";
    old.terms.time_control = "300";
    const auto notes = tournament::notes_on_info(hotel.open(), old);
    REQUIRE(notes.size() == 2);
    CHECK(notes[0] == "the event's name was " + hotel.open().info.name +
                          " and is Open 2025 now");
    CHECK(notes[1] == "the event's time control was " + mine + " and is 300 now");
    publish(hotel, {play(1, 1, 2)});
    CHECK(tournament::notes_on_info(hotel.open(), old).at(1) ==
          "the event keeps its time control, " + mine + ", and not the file's, 300: a round is "
          "published with it (change the event to have another)");
    CHECK(hotel.refusal(file_of(old)).empty());
    CHECK(hotel.open().info.name == "Open 2025");
    CHECK(control_at(hotel, 1, 1) == mine);
    CHECK(tournament::notes_on_info(hotel.open(), old).size() == 1);  // the name is the file's now
}

TEST_CASE("a file gives games that are set up no other terms", "[regress]") {
    Hotel hotel(2);
    publish(hotel, {play(1, 1, 2)});
    hotel.rule(of_round<wire::PrepareRound>(1));
    hotel.deliver();
    wire::EventInfo late;
    late.name = hotel.open().info.name;
    late.terms.default_time = minutes(30);
    CHECK(hotel.refusal(file_of(late)) == "has_game /info/terms");
}

TEST_CASE("whatever a file replaces in the event is noted", "[regress]") {
    Hotel hotel(2);
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    change.info.place = "Oslo";
    change.info.rounds = 7;
    change.info.deputies = {"A"};
    change.info.trf_records = {"XXP 1 2"};
    hotel.rule(change);
    wire::EventInfo other = change.info;
    CHECK(tournament::notes_on_info(hotel.open(), other).empty());
    other.place = "Bergen";
    other.rounds = 9;
    other.deputies = {"B"};
    other.trf_records = {"XXZ 1"};
    other.scoring.win = 6;
    other.terms.profile = "fide_rapid";
    CHECK(tournament::notes_on_info(hotel.open(), other).size() == 6);
    wire::EventInfo empty;
    CHECK(tournament::notes_on_info(hotel.open(), empty).empty());
}

TEST_CASE("publishing by any act reports boards of two events", "[regress]") {
    Hotel hotel = neighbours();
    SECTION("by a file") {
        const auto file = round_of(RoundState::published, {play(1, 1, 2)});
        CHECK(hotel.refusal(file, "closed") == "boards_shared /rounds");
        hotel.confirm = hotel.no.confirm;
        REQUIRE_FALSE(hotel.confirm.empty());
        CHECK(hotel.refusal(file, "closed").empty());
    }
    SECTION("by a file that adds a board to a round that is public") {
        publish(hotel, {play(2, 1, 2)}, "closed");
        REQUIRE(hotel.no.code.empty());
        CHECK(hotel.refusal(round_of(RoundState::published, {play(1, 1, 2)}), "closed") ==
              "boards_shared /rounds");
    }
    SECTION("by a time control where there was none") {
        hotel.rule(with_control(hotel, "", "closed"), "closed");
        publish(hotel, {play(1, 1, 2)}, "closed");
        REQUIRE(hotel.no.code.empty());
        CHECK(hotel.refusal(with_control(hotel, "300", "closed"), "closed") == "boards_shared");
        auto plan = wire::PlanRound{};
        plan.number = 1;
        plan.terms.time_control = "300";
        CHECK(hotel.refusal(plan, "closed") == "boards_shared");
    }
    SECTION("by an event that is shown again") {
        hotel.rule(wire::HideEvent{});
        publish(hotel, {play(1, 1, 2)}, "closed");
        REQUIRE(hotel.no.code.empty());
        CHECK(hotel.refusal(wire::ShowEvent{}) == "boards_shared");
        hotel.confirm = hotel.no.confirm;
        CHECK(hotel.refusal(wire::ShowEvent{}).empty());
    }
}

TEST_CASE("what brings boards of two events back is asked in its preview", "[regress]") {
    Hotel hotel = neighbours();  // "open" has published board 1
    const auto notes = [&](const wire::EventAct& act) {
        return tournament::notes_on_shared(hotel.tournaments, "closed", act);
    };
    SECTION("a start of a round without clocks that is taken back") {
        hotel.rule(of_round<wire::WithdrawPublication>(1));
        publish(hotel, {play(1, 1, 2)}, "closed");
        hotel.rule(start_without_clocks(1), "closed");
        REQUIRE(hotel.refusal(of_round<wire::PublishRound>(1)).empty());
        auto undo = of_round<wire::UndoStart>(1);
        undo.whole = true;
        CHECK(notes(undo) == std::vector<std::string>{"With it, board 1 is of the event open, too, "
                                                      "whose round 1 is published."});
        undo.whole = false;  // it goes on without clocks
        CHECK(notes(undo).empty());
        CHECK(notes(result(1, 1, std::nullopt)).empty());  // nor is it corrected
        hotel.rule(of_round<wire::WithdrawPublication>(1));
        undo.whole = true;
        CHECK(notes(undo).empty());
    }
    SECTION("a file that replaces what a round has") {
        wire::ImportEvent file = round_of(RoundState::published, {play(1, 1, 2)});
        file.replace = true;
        CHECK(notes(file).size() == 1);
        file.replace = false;
        CHECK(notes(file).empty());
    }
    SECTION("a result that is withdrawn before the round starts") {
        hotel.rule(of_round<wire::WithdrawPublication>(1));
        publish(hotel, {play(1, 1, 2)}, "closed");
        hotel.rule(result(1, 1, entered(win_of(Side::white), ResultKind::forfeit)), "closed");
        REQUIRE(hotel.refusal(of_round<wire::PublishRound>(1)).empty());
        CHECK(notes(result(1, 1, std::nullopt)).size() == 1);
        CHECK(notes(result(1, 1, entered(drawn()))).empty());
        CHECK(notes(of_round<wire::PublishRound>(1)).empty());  // refused until it is confirmed
    }
}

TEST_CASE("a record that is kept names nobody who was removed", "[regress]") {
    Hotel hotel(5);
    wire::ChangeEvent change;
    change.info = hotel.open().info;
    change.info.trf_records = {"260 001 004    2    3", "260 001 004    2    3    4",
                               "XXA    3  1.0", "XXP    3    2", "XXZ 1 3", "NOR    3  1900",
                               "299 -         0.5  003    3", "299 -         0.5  003    3    4",
                               "250  1.0  0.5   1   2    1    3", "XXS W=3.0"};
    hotel.rule(change);
    auto remove = wire::RemovePlayer{};
    remove.number = 3;
    CHECK(hotel.refusal(remove).empty());
    const std::vector<std::string> left{"260 001 004    2    4", "XXZ 1",
                                        "299 -         0.5  003    4",
                                        "250  1.0  0.5   1   2    1    3", "XXS W=3.0"};
    CHECK(hotel.open().info.trf_records == left);
}

TEST_CASE("players with byes that were asked for get their numbers by rating", "[regress]") {
    Hotel hotel(3);
    wire::EnterPlayers rated;
    rated.players = {player(1, "Player 1"), player(2, "Player 2"), player(3, "Player 3")};
    for (auto& one : rated.players) one.rating = 1500 + one.number;
    hotel.rule(rated);
    // A file with records 240 brings a round with nothing but byes.
    wire::ImportEvent file = round_of(RoundState::drafted, {bye(1, Bye::half), bye(3, Bye::zero)});
    REQUIRE(hotel.refusal(file).empty());
    CHECK(hotel.refusal(wire::SeedPlayers{}).empty());
    CHECK(hotel.round(1).pairings == std::vector{bye(1, Bye::zero), bye(3, Bye::half)});
    hotel.rule(of_round<wire::PublishRound>(1));
    hotel.rule(rated);
    CHECK(hotel.refusal(wire::SeedPlayers{}) == "is_paired");
}

TEST_CASE("who comes back was absent from the rounds meanwhile", "[regress]") {
    Hotel hotel(3);
    hotel.rule(withdraw(3, 1));
    publish(hotel, {play(1, 1, 2)});
    hotel.rule(start_without_clocks(1));
    hotel.rule(result(1, 1, entered(drawn())));
    hotel.rule(of_round<wire::FinishRound>(1));
    hotel.rule(of_round<wire::ConfirmRound>(1));
    hotel.rule(pairings(2, {play(1, 2, 1)}));
    CHECK(hotel.refusal(withdraw(3, 0)).empty());
    CHECK(hotel.round(1).pairings.back() == bye(3, Bye::zero));
    CHECK(hotel.round(2).pairings.size() == 1);  // not begun: they may play
    CHECK(hotel.refusal(withdraw(3, 2)).empty());
    CHECK(hotel.refusal(withdraw(3, 0)).empty());
    CHECK(hotel.round(1).pairings.size() == 2);  // not twice
    // In a round under way they may be paired all the same.
    hotel.rule(withdraw(3, 2));
    hotel.rule(of_round<wire::PublishRound>(2));
    hotel.rule(start_without_clocks(2));
    CHECK(tournament::notes_on_return(hotel.open(), withdraw(3, 0)).size() == 1);
    hotel.rule(withdraw(3, 0));
    CHECK(hotel.round(2).pairings.back() == bye(3, Bye::zero));
    CHECK(hotel.refusal(change(2, {play(1, 2, 3), bye(1, Bye::zero)})).empty());
}

TEST_CASE("no list lets a player come back", "[regress]") {
    Hotel hotel(2);
    hotel.rule(withdraw(2, 2));
    auto later = player(2, "Player 2");
    later.withdrawn_from = 5;
    wire::EnterPlayers list;
    list.players = {later};
    hotel.rule(list);
    CHECK(hotel.open().players.at(2).withdrawn_from == 2);
    list.players[0].withdrawn_from = 1;
    hotel.rule(list);
    CHECK(hotel.open().players.at(2).withdrawn_from == 1);
}
