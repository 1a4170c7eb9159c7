// Random games with random offers, claims, illegal moves and interventions; the office's commands
// arrive late. In every case the record keeps its promises.
#include <cstdio>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/game/hall.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

std::string legal_text(const Hall& hall, Dice& dice) {
    const chess::Position& position = hall.game().history.current();
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.empty()) return "e2e4";
    const chess::Move move = moves[dice.below(static_cast<std::uint32_t>(moves.size()))];
    return dice.one_in(2) ? chess::san(position, move) : chess::uci(position, move);
}

std::string any_text(const Hall& hall, Dice& dice) {
    if (dice.one_in(60)) return "hm?";
    if (dice.one_in(60)) return "a1a9";
    if (dice.one_in(40)) return "e2e6";
    if (dice.one_in(40)) return "b7b8";
    return legal_text(hall, dice);
}

// The commands that clockd would accept at this moment.
void act(Hall& hall, Dice& dice) {
    const Side side = hall.turn;
    const Side any = dice.one_in(2) ? side : other(side);
    const bool stood = !hall.running;
    switch (dice.below(60)) {
        case 0: hall.offer(any); return;
        case 1: hall.decline(any); return;
        case 2: if (dice.one_in(8)) hall.accept(any); return;
        case 3: if (dice.one_in(40)) hall.resign(any); return;
        case 4: hall.claim(any, dice.one_in(2) ? "threefold" : "fifty_move"); return;
        case 5: hall.claim(side, "threefold", any_text(hall, dice)); return;
        case 6: if (!stood && dice.one_in(40)) hall.flag(side, dice.below(60)); return;
        case 7: if (!stood) hall.pause(); return;
        case 8: if (!stood && dice.one_in(4)) hall.press(side); return;
        case 9: if (!stood) hall.made(other(side), "e5"); return;
        default: break;
    }
    if (stood) return void(hall.resume());
    const Epoch epoch = hall.epoch;
    hall.made(side, any_text(hall, dice));
    // clockd refuses a press that comes after an intervention as stale.
    if (hall.epoch == epoch && hall.running && !dice.one_in(10)) hall.press(side);
}

void arbiter_helps(Hall& hall) {
    if (hall.live().hold != game::Hold::question || hall.over) return;
    const chess::Position& position = hall.game().history.current();
    hall.set({.readings = {{minutes(30), minutes(30)}}, .turn = position.side_to_move(),
              .ply = hall.live().ply, .run = true, .fen = {}, .article = "7.1",
              .reason = "on we go", .answers = {}});
}

void check_events_after_end(const Events& log) {
    bool over = false;
    for (const wire::GameEvent& event : log) {
        if (over) {
            const bool fine = std::holds_alternative<wire::EventVoided>(event) ||
                              std::holds_alternative<wire::CommandSettled>(event) ||
                              std::holds_alternative<wire::CommandIssued>(event);
            REQUIRE(fine);
        }
        if (std::holds_alternative<wire::CommandIssued>(event)) {
            const auto& issued = std::get<wire::CommandIssued>(event);
            over = over || std::holds_alternative<wire::EndGame>(issued.command);
        }
    }
}

void check_events(const Events& log, Duration to_opponent) {
    Both<std::uint32_t> illegal{};
    std::uint32_t rulings = 0;
    for (const wire::GameEvent& event : log) {
        if (const auto* e = std::get_if<wire::IrregularityFound>(&event)) {
            REQUIRE(e->count >= illegal[e->side]);
            REQUIRE(e->count <= illegal[e->side] + 1);
            illegal[e->side] = e->count;
        } else if (const auto* ruling = std::get_if<wire::RulingGiven>(&event)) {
            REQUIRE(ruling->number == ++rulings);
            REQUIRE(!ruling->article.empty());
            REQUIRE(!ruling->text.empty());
            REQUIRE(!ruling->evidence.empty());
        } else if (const auto* penalty = std::get_if<wire::PenaltyGiven>(&event)) {
            const Side side = penalty->side;
            REQUIRE(penalty->to_opponent == to_opponent);
            REQUIRE(penalty->after[side] == penalty->before[side] - penalty->taken_back);
            REQUIRE(penalty->after[other(side)] ==
                    penalty->before[other(side)] + penalty->to_opponent);
        }
    }
    check_events_after_end(log);
}

void check_agreement(const Hall& hall) {
    const game::Live& live = hall.live();
    REQUIRE(live.outbox.empty());
    REQUIRE(hall.over == live.result.has_value());
    if (hall.over || live.hold != game::Hold::none || !live.pending.empty()) return;
    if (live.unruled) return;  // the clock has gone on
    REQUIRE(hall.ply == live.ply);
    REQUIRE(hall.turn == hall.game().history.current().side_to_move());
    REQUIRE(hall.running == live.running);
}

void play_random_games(std::uint32_t games) {
    std::uint32_t ended = 0;
    std::uint32_t corrected = 0;
    for (std::uint64_t seed = 1; seed <= games; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        const auto profiles = game::profiles();
        Hall hall("", std::string(profiles[seed % profiles.size()].id));
        for (int step = 0; step < 400 && !hall.over; ++step) {
            hall.prompt = !dice.one_in(4);
            act(hall, dice);
            if (dice.one_in(2) || hall.live().result) hall.deliver();
            if (hall.live().outbox.empty()) {
                check_agreement(hall);
                arbiter_helps(hall);
            }
        }
        hall.deliver();
        check_agreement(hall);
        check_events(hall.log, hall.game().profile.penalty);
        REQUIRE(hall.replayed() == hall.games);
        ended += hall.over ? 1 : 0;
        corrected += static_cast<std::uint32_t>(count<wire::PenaltyGiven>(hall.log));
    }
    std::printf("random games: %u of %u ended, %u penalties\n", ended, games, corrected);
    CHECK(ended > games / 3);
    CHECK(corrected > games / 3);
}

}  // namespace

TEST_CASE("random games keep the promises", "[game]") { play_random_games(60); }
TEST_CASE("300 random games keep the promises", "[.slow]") { play_random_games(300); }
