// The life of a game at a board: opening, presses, moves, flag, pauses, end.
#include "clockd/clock/boards.hpp"

#include "common/base/limits.hpp"
#include "tests/unit/clock/hall_kit.hpp"

using namespace flagfall;
using namespace flagfall::clock;
using enum Side;

TEST_CASE("a game is opened, started, pressed and ended") {
    HallKit kit;
    CHECK(kit.phase() == Phase::empty);
    CHECK(view(kit.hall, board_one, at_s(1)).phase == "empty");

    const auto opened = as<wire::GameOpened>(kit.open("300+2").at(0));
    CHECK(opened.game == "g");
    CHECK(opened.board == board_one);
    CHECK(opened.readings == in_s(302, 302));
    CHECK(kit.phase() == Phase::ready);

    CHECK(as<wire::GameStarted>(kit.start(at_s(10)).at(0)).readings == in_s(302, 302));
    CHECK(next_deadline(kit.hall) == at_s(312));

    kit.press(white, at_s(15), "e4");
    CHECK(next_deadline(kit.hall) == at_s(317));

    kit.done(kit.make<wire::EndGame>(), at_s(20));
    CHECK(kit.phase() == Phase::over);
    CHECK_FALSE(next_deadline(kit.hall));
}

TEST_CASE("a move of an electronic board that may be another one is recorded so") {
    HallKit kit;
    kit.open("300+2");
    kit.start(at_s(10));
    auto move = kit.move_of(white, "e2e4");
    move.guessed = std::string(65, 'e');
    CHECK(kit.refused(move, at_s(15)) == "bad_move");
    move.guessed = "e2e4 e7e5 g1f3";
    CHECK(as<wire::Made>(kit.done(move, at_s(15)).at(0)).guessed == move.guessed);
}

TEST_CASE("a game is not taken back once a move was made", "[regress]") {
    HallKit kit;
    kit.open("300+2");
    kit.start(at_s(10));
    auto end = kit.make<wire::EndGame>();
    end.outcome = {Score{}, flagfall::Ending::cancelled, ""};
    SECTION("none was made") { return void(kit.done(end, at_s(15))); }
    SECTION("it was completed") { kit.press(white, at_s(15), "e4"); }
    SECTION("a player has resigned") { kit.done(kit.by<wire::Resign>(white), at_s(15)); }
    CHECK(kit.refused(end, at_s(20)) == "game_begun");
}

TEST_CASE("a game that was ended keeps its result, and the readings of its end") {
    HallKit kit;
    kit.open("300+2");
    kit.start(at_s(10));
    kit.press(white, at_s(15), "e4");
    auto end = kit.make<wire::EndGame>();
    end.outcome = {drawn(), flagfall::Ending::agreement, "5.2.3"};
    const auto ended = as<wire::GameEnded>(kit.done(end, at_s(20)).at(0));
    CHECK(ended.by == "arbiter");
    CHECK(ended.epoch == Epoch{1});
    CHECK(ended.readings == in_s(299, 297));
    const auto seen = view(kit.hall, board_one, at_s(1000));
    CHECK(seen.phase == "over");
    CHECK(seen.result == "1/2-1/2");
    CHECK(seen.readings == in_s(299, 297));
}

TEST_CASE("a press that brings its move is two events of one instant") {
    HallKit kit;
    kit.open("300+2");
    kit.start(at_s(10));
    const Events events = kit.press(white, at_s(15), "e4");
    REQUIRE(events.size() == 2);
    CHECK(events[0].at == events[1].at);
    const auto& made = as<wire::Made>(events[0]);
    CHECK(made.text == "e4");
    CHECK(made.ply == Ply{1});
    CHECK(made.elapsed == seconds(5));
    CHECK(made.readings == in_s(297, 302));
    const auto& pressed = as<wire::Pressed>(events[1]);
    CHECK(pressed.ply == Ply{1});
    CHECK(pressed.made);
    CHECK(pressed.elapsed == seconds(5));
    CHECK(pressed.gained == seconds(2));
    CHECK(pressed.margin == seconds(297));
    CHECK(pressed.readings == in_s(299, 302));
}

TEST_CASE("a view shows the present readings and never less than zero") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(10));
    auto seen = view(kit.hall, board_one, at_s(30));
    CHECK(seen.readings == in_s(40, 60));
    CHECK(seen.at == at_s(30));
    CHECK(seen.phase == "running");
    CHECK(seen.turn == white);
    CHECK(view(kit.hall, board_one, at_s(5)).readings == in_s(60, 60));
    seen = view(kit.hall, board_one, at_s(500));
    CHECK(seen.readings == in_s(0, 60));
    CHECK(seen.at == at_s(70));
    CHECK(view(kit.hall, {77}, at_s(5)).phase == "empty");
}

TEST_CASE("opening is refused for what is wrong in it") {
    HallKit kit;
    wire::OpenGame command = opening(board_one, "g", "300");
    const auto code = [&] { return kit.refused(command, at_s(1)); };

    SECTION("board") {
        command.board = {0};
        CHECK(code() == "unknown_board");
        command.board = {limits::boards + 1};
        CHECK(code() == "unknown_board");
        command.board = {limits::boards};
        CHECK(code().empty());
    }
    SECTION("game id") {
        command.game = "";
        CHECK(code() == "bad_game");
        command.game.assign(limits::id_bytes + 1, 'x');
        CHECK(code() == "bad_game");
    }
    SECTION("terms") {
        command.terms.time_control = "300+";
        CHECK(decide(kit.hall, command, at_s(1), Role::arbiter).refusal->text ==
              "time_control, column 5: expected a number of seconds");
        CHECK(code() == "bad_time_control");
        command.terms.time_control = "300";
        command.terms.variant = Variant::chess960;
        command.terms.fen = "8/8/8/8/8/8/8/8 w - - 0 1";
        CHECK(code() == "bad_fen");
    }
}

TEST_CASE("a board has one game at a time, and an id is given once") {
    HallKit kit;
    wire::OpenGame command = opening(board_one, "g", "300");
    const auto code = [&] { return kit.refused(command, at_s(1)); };
    CHECK(code().empty());
    CHECK(code() == "game_exists");
    command.game = "h";
    CHECK(code() == "board_busy");
    kit.done(kit.make<wire::EndGame>(), at_s(2));
    CHECK(code().empty());
    CHECK(kit.state().game == "h");
    CHECK(kit.state().epoch == Epoch{1});
    command.board = {2};
    CHECK(code() == "game_exists");
    command.game = "g";  // which the log has, but not the boards
    const auto used = decide(kit.hall, command, at_s(3), Role::arbiter, {}, true);
    REQUIRE(used.refusal);
    CHECK(used.refusal->code == "game_exists");
}

TEST_CASE("roles have names, and events say who intervened") {
    CHECK(role_from("arbiterd") == Role::arbiterd);
    CHECK(name(Role::display) == "display");
    CHECK_FALSE(role_from("player"));
    HallKit kit;
    kit.open("60");
    kit.start(at_s(1));
    const auto paused = kit.done(kit.make<wire::Pause>(), at_s(2), Role::device);
    CHECK(as<wire::Paused>(paused.at(0)).by == "device");
    const auto resumed = kit.done(kit.make<wire::Resume>(), at_s(2), Role::arbiterd);
    CHECK(as<wire::Resumed>(resumed.at(0)).by == "arbiterd");
}

TEST_CASE("only the side whose clock runs may press") {
    HallKit kit;
    CHECK(kit.refused(kit.press_of(white), at_s(1)) == "unknown_game");
    kit.open("60");
    CHECK(kit.refused(kit.press_of(white), at_s(1)) == "not_started");
    kit.start(at_s(1));
    CHECK(kit.refused(kit.make<wire::StartGame>(), at_s(1)) == "already_started");
    CHECK(kit.refused(kit.press_of(black), at_s(2)) == "not_your_turn");
    kit.done(kit.make<wire::Pause>(), at_s(3));
    CHECK(kit.refused(kit.press_of(white), at_s(4)) == "not_running");
    kit.done(kit.make<wire::Resume>(), at_s(5));
    CHECK_FALSE(as<wire::Pressed>(kit.press(white, at_s(6)).at(0)).made);
    CHECK(kit.refused(kit.press_of(white), at_s(7)) == "not_your_turn");
    CHECK(kit.readings(at_s(6)) == in_s(57, 60));
}

TEST_CASE("a second move before the press replaces the first") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.move(white, "e4", at_s(1));
    kit.move(white, "d4", at_s(2));
    kit.press(white, at_s(3));
    CHECK(kit.state().shadow.position().piece_at(27).kind == chess::Kind::pawn);  // d4
    CHECK(kit.state().shadow.position().piece_at(28).empty());                    // e4
}

TEST_CASE("a press with the move already reported does not make it again") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.move(white, "e4", at_s(1));
    const Events events = kit.press(white, at_s(3), "e4");
    REQUIRE(events.size() == 1);
    CHECK(as<wire::Pressed>(events[0]).made);
}

TEST_CASE("the opponent may reply before the press, and both presses follow (6.2.2)") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    CHECK(kit.refused(kit.move_of(black, "e5"), at_s(1)) == "not_your_turn");
    kit.move(white, "e4", at_s(1));
    const auto reply = as<wire::Made>(kit.move(black, "e5", at_s(2)).at(0));
    CHECK(reply.ply == Ply{2});
    CHECK(reply.elapsed == Duration{});
    // The same move once more is not a next move.
    CHECK(kit.refused(kit.move_of(white, "e4"), at_s(3)) == "reply_pending");
    CHECK(as<wire::Pressed>(kit.press(white, at_s(4)).at(0)).made);
    CHECK(as<wire::Pressed>(kit.press(black, at_s(5)).at(0)).made);
    CHECK(kit.state().ply == Ply{2});
    CHECK(kit.readings(at_s(5)) == in_s(56, 59));
    REQUIRE(kit.state().shadow.known());
    CHECK(kit.state().shadow.position().piece_at(36).kind == chess::Kind::pawn);  // e5
}

TEST_CASE("a move must be a short printable text") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    CHECK(kit.refused(kit.move_of(white, ""), at_s(1)) == "bad_move");
    CHECK(kit.refused(kit.move_of(white, std::string(65, 'e')), at_s(1)) == "bad_move");
    CHECK(kit.refused(kit.press_of(white, "e4\n"), at_s(1)) == "bad_move");
    CHECK(kit.refused(kit.move_of(white,
                                  "\xE2\x99\x98"
                                  "f3"),
                      at_s(1))
              .empty());
}

TEST_CASE("checkmate stops the clock before any flag (5.1.1)") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.press(white, at_s(1), "f3");
    kit.press(black, at_s(2), "e5");
    kit.press(white, at_s(3), "g4");
    SECTION("made, not pressed") {
        const auto made = as<wire::Made>(kit.move(black, "Qh4#", at_s(4)).at(0));
        CHECK(made.ending == flagfall::Ending::checkmate);
    }
    SECTION("made with the press: the press is not needed any more") {
        const Events events = kit.press(black, at_s(4), "Qh4");
        REQUIRE(events.size() == 1);
        CHECK(as<wire::Made>(events[0]).ending == flagfall::Ending::checkmate);
    }
    CHECK(kit.phase() == Phase::stopped);
    CHECK_FALSE(next_deadline(kit.hall));
    CHECK(kit.time(at_s(1000)).empty());
    CHECK(kit.readings(at_s(1000)) == in_s(58, 58));
    CHECK(kit.refused(kit.press_of(black), at_s(5)) == "game_stopped");
    CHECK(kit.refused(kit.by<wire::Resign>(white), at_s(5)) == "game_stopped");
    kit.done(kit.make<wire::EndGame>(), at_s(6), Role::arbiterd);
    CHECK(kit.phase() == Phase::over);
}

TEST_CASE("a reply that mates before the opponent's press ends the game as well") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.press(white, at_s(1), "f3");
    kit.press(black, at_s(2), "e5");
    kit.move(white, "g4", at_s(3));
    const auto made = as<wire::Made>(kit.move(black, "Qh4", at_s(4)).at(0));
    CHECK(made.ending == flagfall::Ending::checkmate);
    CHECK(kit.phase() == Phase::stopped);
}

TEST_CASE("stalemate and bare kings stop the clock") {
    HallKit kit;
    kit.open("60", "", "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1");
    kit.start(at_s(0));
    SECTION("stalemate") {
        CHECK(as<wire::Made>(kit.move(white, "Qg6", at_s(1)).at(0)).ending ==
              flagfall::Ending::stalemate);
    }
    SECTION("dead position") {
        kit.press(white, at_s(1), "Qg7");
        CHECK(kit.phase() == Phase::stopped);  // this was mate
        kit.done(kit.set(60, 60, 2, true, "7k/5K2/6q1/8/8/8/8/8 w - - 0 1"), at_s(2));
        CHECK(as<wire::Made>(kit.move(white, "Kxg6", at_s(3)).at(0)).ending ==
              flagfall::Ending::dead_position);
    }
    CHECK(kit.phase() == Phase::stopped);
}

// 9.1.2.1: if moves are reported, a press alone is not a move.
TEST_CASE("the press refuses the opponent's offer where presses are all that is reported") {
    const auto reports = GENERATE(wire::Reporting::presses, wire::Reporting::moves);
    HallKit kit;
    auto opened = opening(board_one, "g", "60");
    opened.terms.reports = reports;
    kit.done(opened, at_s(0));
    kit.start(at_s(0));
    kit.done(kit.by<wire::OfferDraw>(black), at_s(1));
    kit.press(white, at_s(2));
    const bool presses = reports == wire::Reporting::presses;
    CHECK(kit.refused(kit.by<wire::AcceptDraw>(white), at_s(3)) == (presses ? "no_offer" : ""));
}

TEST_CASE("resigning stops the clock, a claim pauses it, offers do neither") {
    HallKit kit;
    kit.open("60");
    CHECK(kit.refused(kit.by<wire::Resign>(white), at_s(0)) == "not_started");
    kit.start(at_s(0));
    const auto offer = as<wire::DrawOffered>(kit.done(kit.by<wire::OfferDraw>(black), at_s(1))[0]);
    CHECK(offer.side == black);
    CHECK(offer.readings == in_s(59, 60));
    as<wire::DrawDeclined>(kit.done(kit.by<wire::DeclineDraw>(white), at_s(2)).at(0));
    // A declined offer is no longer an offer; and nobody can accept their own.
    CHECK(kit.refused(kit.by<wire::AcceptDraw>(white), at_s(3)) == "no_offer");
    kit.done(kit.by<wire::OfferDraw>(black), at_s(3));
    CHECK(kit.refused(kit.by<wire::AcceptDraw>(black), at_s(3)) == "no_offer");
    // A touch refuses it, by the player on the move; a touch to adjust, or out of turn, does not.
    auto touch = kit.by<wire::Touch>(white);
    touch.squares = "e2";
    kit.done(touch, at_s(3));
    CHECK(kit.refused(kit.by<wire::AcceptDraw>(white), at_s(3)) == "no_offer");
    kit.done(kit.by<wire::OfferDraw>(black), at_s(3));
    touch.adjusting = true;
    kit.done(touch, at_s(3));
    kit.done(kit.by<wire::OfferDraw>(white), at_s(3));
    auto waiting = kit.by<wire::Touch>(black);
    waiting.squares = "e7";
    kit.done(waiting, at_s(3));
    as<wire::DrawAccepted>(kit.done(kit.by<wire::AcceptDraw>(black), at_s(3)).at(0));
    as<wire::DrawAccepted>(kit.done(kit.by<wire::AcceptDraw>(white), at_s(3)).at(0));
    CHECK(kit.phase() == Phase::running);

    auto claim = kit.by<wire::Claim>(white);
    claim.kind = wire::ClaimKind::threefold;
    claim.move = "Nf3";
    const auto claimed = as<wire::Claimed>(kit.done(claim, at_s(4), Role::device).at(0));
    CHECK(claimed.move == "Nf3");
    CHECK(claimed.epoch == Epoch{0});
    CHECK(kit.phase() == Phase::paused);
    CHECK(kit.readings(at_s(100)) == in_s(56, 60));

    as<wire::Resigned>(kit.done(kit.by<wire::Resign>(black), at_s(5), Role::device).at(0));
    CHECK(kit.phase() == Phase::stopped);
    CHECK(kit.refused(kit.make<wire::Resume>(), at_s(6)) == "game_stopped");
    CHECK(kit.refused(kit.by<wire::OfferDraw>(white), at_s(6)) == "game_stopped");
}

TEST_CASE("a paused game goes on where it stood") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    CHECK(kit.refused(kit.make<wire::Resume>(), at_s(1)) == "already_running");
    kit.move(white, "e4", at_s(5));
    auto pause = kit.make<wire::Pause>();
    pause.reason = "no queen at hand";
    const auto paused = as<wire::Paused>(kit.done(pause, at_s(10), Role::device).at(0));
    CHECK(paused.by == "device");
    CHECK(paused.reason == "no queen at hand");
    CHECK(paused.epoch == Epoch{1});
    CHECK(kit.refused(kit.make<wire::Pause>(), at_s(11)) == "not_running");
    CHECK(kit.time(at_s(500)).empty());
    const auto resumed = as<wire::Resumed>(kit.done(kit.make<wire::Resume>(), at_s(600)).at(0));
    CHECK(resumed.turn == white);
    CHECK(resumed.epoch == Epoch{2});
    const auto pressed = as<wire::Pressed>(kit.press(white, at_s(602)).at(0));
    CHECK(pressed.elapsed == seconds(12));
    CHECK(pressed.made);
}

TEST_CASE("a pause while a claim stops the clock outlasts the claim's ruling") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    auto claim = kit.by<wire::Claim>(white);
    claim.kind = wire::ClaimKind::threefold;
    kit.done(claim, at_s(5));
    const Epoch judged_in = kit.state().epoch;
    CHECK(kit.refused(kit.make<wire::Pause>(), at_s(6), Role::boards) == "not_running");
    const auto paused =
        as<wire::Paused>(kit.done(kit.make<wire::Pause>(), at_s(6), Role::device).at(0));
    CHECK(paused.epoch.count == judged_in.count + 1);
    CHECK(paused.readings == Both<Duration>{{seconds(55), seconds(60)}});
    CHECK(kit.refused(kit.make<wire::Pause>(), at_s(7)) == "not_running");
    auto goes_on = kit.make<wire::Resume>();
    goes_on.epoch = judged_in;
    CHECK(kit.refused(goes_on, at_s(8)) == "stale_epoch");
    CHECK(kit.phase() == Phase::paused);
    // A claim during a pause does not change who paused.
    auto other = kit.by<wire::Claim>(black);
    other.kind = wire::ClaimKind::threefold;
    kit.done(other, at_s(9));
    CHECK(kit.refused(kit.make<wire::Pause>(), at_s(10)) == "not_running");
}

TEST_CASE("game and epoch of a command must be the board's") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    auto press = kit.press_of(white);
    press.game = "another";
    CHECK(kit.refused(press, at_s(1)) == "unknown_game");
    press = kit.press_of(white);
    press.epoch = {1};
    CHECK(kit.refused(press, at_s(1)) == "epoch_ahead");
    const auto stale = kit.press_of(white);
    const auto offer = kit.by<wire::OfferDraw>(black);
    kit.done(kit.set(50, 50, 0, true), at_s(2));
    CHECK(kit.refused(stale, at_s(3)) == "stale_epoch");
    CHECK(kit.refused(offer, at_s(3)) == "stale_epoch");
    CHECK(kit.press(white, at_s(3)).size() == 1);
}

TEST_CASE("boards are independent") {
    HallKit kit;
    kit.open("60");
    kit.start(at_s(0));
    kit.done(opening({7}, "seven", "30"), at_s(1));
    wire::StartGame start;
    start.board = {7};
    start.game = "seven";
    kit.done(start, at_s(2));
    CHECK(next_deadline(kit.hall) == at_s(32));
    CHECK(kit.hall.numbers() == std::vector<Board>{{1}, {7}});
    CHECK(decide_time(kit.hall, at_s(100)).size() == 1);
    CHECK(decide_time(kit.hall, at_s(100), 5, {Board{7}}).size() == 1);
    CHECK(next_deadline(kit.hall, {Board{7}}) == at_s(60));
    CHECK(decide_time(kit.hall, at_s(100), 5).size() == 2);
    const Events events = kit.time(at_s(100));
    REQUIRE(events.size() == 2);
    CHECK(as<wire::FlagFell>(events[0]).board == Board{7});
    CHECK(as<wire::FlagFell>(events[1]).board == Board{1});
    CHECK(kit.hall == kit.replayed());
}

TEST_CASE("a game has no more moves than the limit") {
    HallKit kit;
    kit.open("60");
    kit.done(kit.set(60, 60, limits::game_plies - 1), at_s(0));
    kit.start(at_s(0));
    kit.press(black, at_s(1));
    CHECK(kit.refused(kit.press_of(white), at_s(2)) == "too_many_moves");
    CHECK(kit.refused(kit.move_of(white, "e4"), at_s(2)) == "too_many_moves");
    CHECK(kit.refused(kit.set(60, 60, limits::game_plies + 1), at_s(2)) == "bad_ply");
}
