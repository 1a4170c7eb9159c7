// The limits of a rule, and adjacent facts in the record: each case separates two readings of
// one line.
#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/laws/mating.hpp"
#include "arbiterd/game/laws/squares.hpp"
#include "arbiterd/game/laws/touch.hpp"
#include "arbiterd/game/state/offences.hpp"
#include "arbiterd/game/state/settings.hpp"
#include "arbiterd/game/words/options.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

chess::Position at(const std::string& fen) {
    const auto position = chess::parse_position(fen, chess::Variant::chess);
    REQUIRE(position.has_value());
    return *position;
}

chess::Square square(const char* name) { return chess::square_at(name[0] - 'a', name[1] - '1'); }

std::string names(const wire::Pairs& options) {
    std::string all;
    for (const wire::Pair& option : options) all += option.name + ' ';
    return all;
}

wire::Penalise more_for_opponent(Side side, Duration time) {
    wire::Penalise act;
    act.side = side;
    act.kind = wire::PenaltyKind::time_to_opponent;
    act.time = time;
    return act;
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("6.7.1: who may have forfeited at a flag depends on who did not come") {
    const auto offered = [](bool white, bool black) {
        return names(game::absent_flag_options(Side::white, {{white, black}}));
    };
    CHECK(offered(true, true) == "forfeit_both forfeit_white black_wins set_clock ");
    CHECK(offered(true, false) == "forfeit_white black_wins set_clock ");
    CHECK(offered(false, true) == "forfeit_black black_wins set_clock ");
    CHECK(offered(false, false) == "black_wins set_clock ");
}

TEST_CASE("5.1.2: an early resignation is a loss or a draw as far as mate is known possible") {
    const auto offered = [](mate::Verdict can) {
        return names(game::early_resignation_options(Side::white, can));
    };
    CHECK(offered(mate::Verdict::winnable) == "black_wins set_clock ");
    CHECK(offered(mate::Verdict::unwinnable) == "draw set_clock ");
    CHECK(offered(mate::Verdict::undetermined) == "black_wins draw set_clock ");
}

TEST_CASE("5.1.2: the opponent's men decide what an early resignation may come to") {
    Hall hall("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "", {{"resignation_from_move", "20"}});
    hall.resign(Side::white);
    REQUIRE(hall.live().questions.size() == 1);
    CHECK(names(hall.live().questions.front().options) == "draw set_clock ");
}

TEST_CASE("a text that is no position is refused with the reason and with one that is") {
    const std::string text = game::bad_fen_text(
        chess::parse_position("4k3/8/8/8/8/8/8/8 w - - 0 1", chess::Variant::chess).error());
    CHECK(holds(text, "king"));
    CHECK(holds(text, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
}

TEST_CASE("a setting of seconds is a day at most") {
    const game::Setting* penalty = game::setting_named("penalty_seconds");
    REQUIRE(penalty != nullptr);
    game::Settings settings;
    CHECK(penalty->read(settings, "86400", penalty->least));
    CHECK_FALSE(penalty->read(settings, "86401", penalty->least));
    CHECK(penalty->print(settings) == "86400");
}

TEST_CASE("US 14E: two knights with another man are enough") {
    CHECK(game::material_14e(at("4k3/8/8/8/8/8/P7/4KNN1 w - - 0 1"), Side::white) ==
          game::Material::enough);
    CHECK(game::material_14e(at("4k3/8/8/8/8/8/8/3NKNN1 w - - 0 1"), Side::white) ==
          game::Material::enough);
}

TEST_CASE("A.5.4: a king's step beside it is no castling, and shows what it leaves") {
    const chess::Setup board = at("4k2r/8/8/8/8/8/8/4K2R w - - 0 1").setup();
    const auto after = game::after_squares(board, "e1f1");
    REQUIRE(after.has_value());
    CHECK(after->board[square("f1")] == chess::Piece{Side::white, chess::Kind::king});
    CHECK_FALSE(game::after_squares(board, "e1g1").has_value());
}

TEST_CASE("4.3: an announced move says which piece was meant, however it is written") {
    const chess::Position start = chess::start_position();
    CHECK(game::announced_piece(start, "g1f3") == std::vector{square("g1")});
    CHECK(game::announced_piece(start, "e4") == std::vector{square("e2")});
    CHECK(game::announced_piece(at("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), "Pe4") ==
          std::vector{square("e2")});
}

TEST_CASE("an offence is ruled upon where its move was, and for its own player") {
    game::Live live;
    live.offended = {{Side::white, {1}, 0}, {Side::black, {2}, 0}, {Side::white, {3}, 0}};
    wire::RulingGiven ruling;
    ruling.number = 7;
    ruling.effect.counted = Side::white;
    ruling.effect.counted_ply = {1};
    game::ruled_offence(live, ruling);
    using All = std::vector<game::Offended>;
    CHECK(live.offended ==
          All{{Side::white, {1}, 7}, {Side::black, {2}, 0}, {Side::white, {3}, 0}});
    ruling.number = 8;
    ruling.effect.counted_ply = {};  // the last one that waits
    game::ruled_offence(live, ruling);
    CHECK(live.offended.back().ruling == 8);
}

TEST_CASE("the office knows whether clockd keeps virtual time") {
    game::Games games;
    game::apply(games, wire::LinkFollowed{"log-1", "virtual"});
    CHECK(games.log == "log-1");
    CHECK(games.time == "virtual");
}

TEST_CASE("8.5: whose scoresheet is behind is said of Black, too, and of nobody who recorded") {
    Hall hall("", "", {}, "5400");
    hall.increment = {};
    hall.play("e4 e5 Nf3");
    CHECK(holds(fact(the<wire::RulingGiven>(hall.flag(Side::black)).evidence, "update_sheets"),
                "8.5.2: Black"));
    Hall thirty;  // with 30 seconds a move both must record
    thirty.play("e4 e5");
    CHECK(fact(the<wire::RulingGiven>(thirty.flag(Side::white)).evidence, "update_sheets").empty());
}

TEST_CASE("a device that came in twice is asked about once, and holds no game") {
    Hall hall;
    hall.play("e4 e5");
    const wire::DeviceCameTwice twice{3, hall.base().board, "tablet", seconds(2)};
    const auto question = the<wire::QuestionPut>(hall.feed(twice));
    CHECK(question.about == wire::Subject::device_twice);
    CHECK_FALSE(question.holds);
    CHECK(hall.feed(twice).empty());
    hall.resign(Side::white);
    Hall over;
    over.resign(Side::white);
    CHECK(over.feed(twice).empty());
}

TEST_CASE("a board that shows no position of the game is asked about until it does") {
    Hall hall;
    wire::EquipmentChanged changed{{.serial = "10234", .source = "/dev/ttyS1",
                                    .board = hall.base().board, .link = wire::LinkState::active,
                                    .shows = wire::Showing::other,
                                    .placement = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR"}};
    hall.play("e4 e5");
    const auto question = the<wire::QuestionPut>(hall.feed(changed));
    CHECK(question.about == wire::Subject::board_shows);
    CHECK_FALSE(question.holds);
    CHECK(fact(question.evidence, "placement") == changed.facts.placement);
    CHECK(fact(question.evidence, "fen") == hall.fen());
    changed.facts.battery = "low";
    CHECK(hall.feed(changed).empty());
    SECTION("an intervention does not answer it") {
        hall.pause();
        hall.resume();
        CHECK(hall.live().questions.size() == 1);
    }
    SECTION("another board's report does not, either") {
        wire::EquipmentChanged other = changed;
        other.facts.serial = "10235";
        other.facts.shows = wire::Showing::position;
        CHECK(hall.feed(other).empty());
    }
    changed.facts.shows = wire::Showing::position;
    changed.facts.placement.clear();
    CHECK(the<wire::QuestionClosed>(hall.feed(changed)).how == wire::Closing::overtaken);
    hall.resign(Side::white);
    changed.facts.shows = wire::Showing::other;
    CHECK(hall.feed(changed).empty());
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a clock beside the board is asked about while it is not set as ruled") {
    const bool follows = GENERATE(true, false);
    Hall hall("", "", {}, "5400+30", wire::Reporting::moves,
              follows ? wire::Timing::board_clock : wire::Timing::clockd);
    hall.play("e4 e5");
    wire::EquipmentChanged changed{{.serial = "10234", .source = "/dev/ttyS1",
                                    .board = hall.base().board, .link = wire::LinkState::active,
                                    .drift = wire::Drift::large, .shows = wire::Showing::position}};
    const Events asked = hall.feed(changed);
    REQUIRE(count<wire::QuestionPut>(asked) == (follows ? 1 : 0));
    if (!follows) return;
    CHECK(the<wire::QuestionPut>(asked).about == wire::Subject::clock);
    changed.facts.drift = wire::Drift::small;
    CHECK(the<wire::QuestionClosed>(hall.feed(changed)).how == wire::Closing::overtaken);
}

TEST_CASE("a clock beside the board that is the game's and jumps, or stands, is asked about") {
    Hall hall;
    hall.play("e4 e5");
    const auto add = [&](Duration time, const std::string& by) {
        wire::ReadingSet set;
        static_cast<wire::BoardEvent&>(set) = hall.base();
        ++set.epoch.count;
        ++hall.epoch.count;
        set.by = by;
        set.adjusted = true;
        set.before = {{hall.readings[Side::white], hall.readings[Side::black]}};
        hall.readings[Side::white] += time;
        set.correction = {.readings = hall.readings, .turn = hall.turn, .ply = hall.ply,
                          .run = true, .fen = "", .article = "", .reason = "", .answers = {}};
        return hall.feed(set);
    };
    CHECK(count<wire::QuestionPut>(add(seconds(-9), "boards")) == 0);
    CHECK(count<wire::QuestionPut>(add(seconds(60), "arbiter")) == 0);
    const auto question = the<wire::QuestionPut>(add(seconds(-10), "boards"));
    CHECK(question.about == wire::Subject::clock);
    CHECK(fact(question.evidence, "white_added_us") == "-10000000");
    CHECK_FALSE(question.holds);
    const auto stands = the<wire::QuestionPut>(hall.pause("boards"));
    CHECK(stands.about == wire::Subject::pause);
    CHECK(stands.text.starts_with("The clock beside the board was stopped"));
    hall.claim(Side::white, "other");
    const auto open = hall.live().questions;
    CHECK(open.size() == 3);
    CHECK(count<wire::QuestionClosed>(hall.resume("boards")) == 1);  // it runs; nobody has decided
    CHECK(hall.live().questions.size() == 2);
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("an act that came late is asked about once, and holds no game") {
    Hall hall;
    hall.play("e4 e5");
    const auto offered = [&] {
        wire::DrawDeclined late;
        static_cast<wire::BoardEvent&>(late) = hall.base();
        late.side = Side::white;
        late.claimed_age = late.age = seconds(90);
        return hall.feed(late);
    };
    hall.offer(Side::black);
    const auto question = the<wire::QuestionPut>(offered());
    CHECK(question.about == wire::Subject::dated_back);
    CHECK_FALSE(question.holds);
    hall.offer(Side::black);
    CHECK_FALSE(last<wire::QuestionPut>(offered()));
    CHECK(about(hall, wire::Subject::dated_back).size() == 1);
}

TEST_CASE("11.5: the question about offers names who may be disturbed") {
    Hall hall("", "", {{"offers_and_claims_to_ask", "1"}});
    hall.play("e4 e5");
    hall.offer(Side::white);
    CHECK(holds(hall.live().questions.front().text, "Do they disturb Black?"));
}

TEST_CASE("a clock that is set says what changed, and of nobody else") {
    Hall hall("", "", {}, "40/5400+30:1800+30");
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    wire::SetClock act = clock_of(hall.readings[Side::white] + minutes(1),
                                  hall.readings[Side::black]);
    act.ply = hall.live().ply;
    act.period[Side::black] = 1;
    const auto ruling = the<wire::RulingGiven>(hall.rule(act));
    CHECK(holds(ruling.text, "White showed"));
    CHECK_FALSE(holds(ruling.text, "Black showed"));
    CHECK(holds(ruling.text, "Black is in period 1"));
    CHECK_FALSE(holds(ruling.text, "White is in period"));
    CHECK(fact(ruling.evidence, "after_black_period") == "1");
}

TEST_CASE("III.4: under a control with a lent delay the clocks lack what was added before") {
    Hall hall;  // 90 minutes with 30 seconds a move
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    const Both<Duration> before = hall.readings;
    wire::ChangeControl act;
    act.time_control = "5400b30";
    hall.rule(act);
    CHECK(hall.refused.empty());
    for (const Side side : {Side::white, Side::black})
        CHECK(before[side] - hall.readings[side] == seconds(30));
}

TEST_CASE("a control that no clock at a board can show is refused where that is the game's") {
    const auto timing = GENERATE(wire::Timing::board_clock, wire::Timing::clockd);
    Hall hall("", "", {}, "5400+30", wire::Reporting::moves, timing);
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    wire::ChangeControl act;
    act.time_control = "5400:150y30";
    act.white = act.black = minutes(80);
    hall.rule(act);
    CHECK(hall.refused == (timing == wire::Timing::board_clock ? "bad_timing" : ""));
}

TEST_CASE("a loss is not opened again with readings that no clock can show") {
    Hall hall = doubted_loss();
    wire::AnswerQuestion act = answer(hall, "reopen");
    act.white = microseconds(-1);
    CHECK(hall.rule(act).empty());
    CHECK(hall.refused == "bad_time");
    act.white = minutes(80);
    hall.rule(act);
    CHECK_FALSE(hall.over);
}

TEST_CASE("12.9.3: a penalty of time is a day at most") {
    Hall hall;
    hall.play("e4 e5");
    CHECK(hall.rule(more_for_opponent(Side::white, minutes(24 * 60) + microseconds(1))).empty());
    CHECK(hall.refused == "bad_time");
    hall.rule(more_for_opponent(Side::white, minutes(24 * 60)));
    CHECK(hall.refused.empty());
}

TEST_CASE("8.1: a ruling on a scoresheet says whose it is") {
    Hall hall;
    hall.play("e4 e5");
    wire::EnterSheet act;
    act.sheet = "1. e4 e5";
    act.language = "english";
    for (const auto& [whose, words] : {std::pair("white", "White's"), {"black", "Black's"}}) {
        act.whose = whose;
        CHECK(holds(the<wire::RulingGiven>(hall.rule(act)).text, words));
    }
}

TEST_CASE("4.3: a move goes back to readings of the record, where a person set up the position") {
    Hall hall;
    hall.play("e4 e5 Nf3 Nc6");
    hall.set({.readings = {{minutes(60), minutes(61)}}, .turn = Side::white, .ply = {4},
              .run = true, .fen = "4k3/4p3/8/8/8/8/4P3/4K1N1 w - - 0 1", .article = "7.1",
              .reason = "", .answers = {}});
    REQUIRE(hall.game().base == Ply{4});
    hall.rule(bind(Side::white, "g1"));
    hall.play("e4");
    REQUIRE_FALSE(hall.live().questions.empty());
    hall.rule(answer(hall, "take_back"));
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.readings[Side::black] == minutes(61));
}

TEST_CASE("a claim has the position in its evidence, or the presses where there is none") {
    Hall hall;
    hall.play("e4 e5");
    CHECK(fact(the<wire::QuestionPut>(hall.claim(Side::white, "other")).evidence, "fen") ==
          hall.fen());
    Hall presses("", "", {}, "5400", wire::Reporting::presses);
    for (int i = 0; i < 3; ++i) presses.press(presses.turn);
    const auto claimed = the<wire::QuestionPut>(presses.claim(Side::black, "other"));
    CHECK(fact(claimed.evidence, "presses") == "3");
    CHECK(fact(claimed.evidence, "moves_entered") == "0");
}

TEST_CASE("4.3: the piece must move though its only way is to a corner") {
    Hall hall("4k3/8/8/8/8/8/1P6/1RB1K3 w - - 0 1");
    hall.made(Side::white, "b1b5");
    const auto ruling = the<wire::RulingGiven>(hall.press(Side::white));
    CHECK(fact(ruling.evidence, "must_move_from") == "b1");
}

TEST_CASE("what came too late because somebody ended the game is asked of nobody") {
    Hall hall;
    hall.play("e4 e5");
    hall.prompt = false;
    hall.rule(more_for_opponent(Side::white, minutes(2)));
    hall.refuse_next = "game_over";
    hall.deliver();
    CHECK(hall.live().questions.empty());
    CHECK(hall.live().outbox.empty());
}

TEST_CASE("a clock that still runs while a question holds the game is set with both times") {
    Hall hall;
    hall.play("e4 e5");
    hall.lose_next = true;
    hall.press(Side::white);
    REQUIRE(hall.live().hold == game::Hold::question);
    REQUIRE(hall.live().running);
    wire::SetClock act;
    act.white = minutes(5);
    act.run = true;
    CHECK(hall.rule(act).empty());
    CHECK(hall.refused == "times_missing");
}

TEST_CASE("4.7: a changed move goes back to readings of the record after a position set up") {
    Hall hall("", "", {{"made_move_changed", "question"}});
    hall.play("e4 e5 Nf3 Nc6");
    hall.set({.readings = {{minutes(60), minutes(61)}}, .turn = Side::white, .ply = {4},
              .run = true, .fen = "4k3/4p3/8/8/8/8/4P3/4K1N1 w - - 0 1", .article = "7.1",
              .reason = "", .answers = {}});
    REQUIRE(hall.game().base == Ply{4});
    hall.made(Side::white, "Nf3");
    const auto question = the<wire::QuestionPut>(hall.made(Side::white, "Nh3"));
    hall.press(Side::white);
    hall.rule(answer(question.number, "take_back"));
    CHECK(hall.live().ply == Ply{4});
    CHECK(hall.readings == Both<Duration>{{minutes(60), minutes(61)}});
}

TEST_CASE("the envelope that is closed again is said to be closed") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(hall.turn));
    wire::OpenSealed open;
    open.text = "Nc6";
    hall.rule(open);
    REQUIRE(hall.live().adjourned->opened);
    const auto undone = the<wire::RulingGiven>(hall.rule(undo_last(hall)));
    CHECK(holds(undone.text, "The game is adjourned, with the envelope closed."));
    const auto again = the<wire::RulingGiven>(hall.rule(undo_last(hall)));
    CHECK(holds(again.text, "The game is adjourned, with the envelope open."));
}

TEST_CASE("I.8: while it is open what a sealed move is worth, the game is not resumed") {
    Hall hall("7k/1p1p1p1p/8/8/8/1p6/pP1P1P1P/K7 b - - 0 1");  // can White mate? Not found out
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(Side::black));
    wire::OpenSealed open;
    open.text = "Kz9";
    hall.rule(open);
    REQUIRE(about(hall, wire::Subject::sealed_move).size() == 1);
    wire::ResumeGame resume;
    resume.absent = wire::Absentees::white;
    CHECK(hall.rule(resume).empty());
    CHECK(hall.refused == "question_open");
}

TEST_CASE("7.5.5: the clock stands while it is open whether a second illegal move loses") {
    Hall hall("7k/1p1p1p1p/8/8/8/1p6/pP1P1P1P/K7 b - - 0 1");
    hall.play("Kg6");
    CHECK(hall.running);
    hall.play("Kg6");
    REQUIRE_FALSE(hall.over);
    REQUIRE_FALSE(hall.live().questions.empty());
    CHECK_FALSE(hall.running);
}

TEST_CASE("III.5: whether the opponent can mate is asked of the opponent's men") {
    Hall hall("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "fide-rapid", {{"quickplay_finish", "true"}},
              "1800");
    hall.increment = {};
    hall.readings[Side::white] = seconds(60);
    hall.claim(Side::white, "quickplay_draw");
    hall.rule(answer(hall, "postpone"));
    REQUIRE(about(hall, wire::Subject::claim_postponed).size() == 1);
    hall.flag(Side::white);
    REQUIRE(hall.live().result.has_value());
    CHECK(hall.live().result->ending == Ending::time_forfeit_draw);
}

TEST_CASE("7.1: a person at the clock goes back to the start: what was added is known") {
    Hall hall;
    hall.play("e4 e5");
    hall.pause();
    hall.set({.readings = {{minutes(91), minutes(92)}}, .turn = Side::white, .ply = {},
              .run = true, .fen = {}, .article = "7.1", .reason = "", .answers = {}});
    const auto seen = std::ranges::find_if(hall.log, [](const wire::GameEvent& event) {
        const auto* clock = std::get_if<wire::ClockIntervention>(&event);
        return clock && clock->kind == wire::Intervening::set_reading;
    });
    REQUIRE(seen != hall.log.end());
    CHECK(std::get<wire::ClockIntervention>(*seen).carried ==
          Both<Duration>{{minutes(1), minutes(2)}});
}

TEST_CASE("I.10: the clock of who is absent at the resumption can be started again") {
    Hall hall;
    hall.play("e4 e5 Nf3");
    hall.rule(wire::PauseClock{});
    hall.rule(adjourn(hall.turn));
    hall.lose_next = true;
    wire::ResumeGame act;
    act.absent = wire::Absentees::white;
    hall.rule(act);
    const auto asked = about(hall, wire::Subject::clock_command);
    REQUIRE(asked.size() == 1);
    CHECK(offers(asked.front(), "again"));
}

TEST_CASE("6.8: with no time since some moves, play is offered to go on with the last there was") {
    Hall hall("", "", {{"flag_call", "arbiter"}}, "5400");
    hall.increment = {};
    hall.play("e4 e5");
    const Duration left = hall.readings[Side::white];
    hall.readings[Side::white] = {};
    hall.play("Nf3 Nc6 Bb5");
    hall.readings[Side::white] = {};
    const auto question = the<wire::QuestionPut>(hall.feed(hall.flag_reached(Side::white, true)));
    REQUIRE(question.basis.proposed.has_value());
    CHECK(question.basis.proposed->readings[Side::white] == left);
}

TEST_CASE("9.2: where presses are reported, an arbiter who lets play go on answers the claim") {
    Hall hall("", "", {}, "5400", wire::Reporting::presses);
    for (int i = 0; i < 9; ++i) hall.press(hall.turn);
    hall.claim(hall.turn, "threefold");
    REQUIRE(about(hall, wire::Subject::claim).size() == 1);
    hall.rule(wire::ResumeClock{});
    CHECK(hall.refused == "");
    CHECK(about(hall, wire::Subject::claim).empty());
    CHECK(hall.running);
}

TEST_CASE("a flag that is up since is not said to be asked about again") {
    Hall hall("", "", {{"flag_call", "arbiter"}});
    hall.play("e4 e5");
    hall.feed(hall.flag_reached(Side::white));
    REQUIRE(about(hall, wire::Subject::flag).size() == 1);
    hall.rule(answer(hall, "leave"));
    const std::uint32_t left = hall.live().rulings;
    REQUIRE(about(hall, wire::Subject::flag).empty());
    SECTION("its clock shows time") {
        wire::AdjustClock more;
        more.white = minutes(5);
        hall.rule(more);
        CHECK_FALSE(holds(the<wire::RulingGiven>(hall.rule(undo(left))).text, "asked again"));
    }
    SECTION("it is down still") {
        CHECK(holds(the<wire::RulingGiven>(hall.rule(undo(left))).text, "asked again"));
    }
}

TEST_CASE("9.4: what was touched after a move went back does not bar a claim when it is back") {
    Hall hall;
    hall.play("e4 e5");
    hall.rule(wire::PauseClock{});
    wire::SetClock back = clock_of(minutes(90), minutes(90), true);
    back.ply = Ply{};
    hall.rule(back);
    const std::uint32_t went_back = hall.live().rulings;
    hall.made(Side::white, "d4");
    hall.rule(wire::PauseClock{});
    hall.rule(undo(went_back));
    REQUIRE(hall.live().ply == Ply{2});
    hall.rule(wire::ResumeClock{});
    const auto judged = the<wire::ClaimJudged>(hall.claim(Side::white, "threefold", "Nf3"));
    CHECK_FALSE(judged.right);
    CHECK(judged.uci == "g1f3");
}

TEST_CASE("an article of the rules may have any letter") {
    const game::Setting* article = game::setting_named("penalty_article");
    REQUIRE(article != nullptr);
    game::Settings settings;
    CHECK(article->read(settings, "A.3, Zz9-1", article->least));
    CHECK_FALSE(article->read(settings, "A.3; Z", article->least));
}

TEST_CASE("7.5.5: after another result, the action that would have lost is not counted again") {
    Hall hall;
    hall.play("e4 e5");
    hall.play("Ke3");
    const std::uint32_t first = hall.live().rulings;
    hall.rule(undo(first));
    const std::uint32_t undone = hall.live().rulings;
    hall.play("Ke3");
    REQUIRE(hall.live().illegal[Side::white] == 1);
    hall.rule(give(drawn()), "8.7");
    REQUIRE(hall.live().result.has_value());
    CHECK(hall.rule(undo(undone)).empty());
    CHECK(hall.refused == "later_result");
}
