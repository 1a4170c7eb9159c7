// Texts and evidence are for people: a record in which all of them are nonsense decides the same.
#include <array>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/game/desk_kit.hpp"
#include "tests/unit/game/random_acts.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// ---- nonsense ----------------------------------------------------------------------------------

constexpr const char* nonsense = "white 1 black 0-1 checkmate 5.1.1";

void scramble(std::string& text) { text = nonsense; }
void scramble(wire::Pairs& evidence) {
    for (wire::Pair& fact : evidence) fact = {"side", nonsense};
}

// The reasons that go with commands.
struct OfCommand {
    void operator()(wire::Pause& c) const { scramble(c.reason); }
    void operator()(wire::Adjust& c) const { scramble(c.reason); }
    void operator()(wire::SetReading& c) const { scramble(c.correction.reason); }
    void operator()(wire::ReopenGame& c) const { scramble(c.reason); }
    void operator()(wire::SetControl& c) const { scramble(c.control.reason); }
    template <class Command>
    void operator()(Command&) const {}
};

struct OfEvent {
    void operator()(wire::RulingGiven& e) const {
        scramble(e.text);
        scramble(e.evidence);
    }
    void operator()(wire::QuestionPut& e) const {
        scramble(e.text);
        scramble(e.evidence);
        for (wire::Pair& option : e.options) scramble(option.value);
        if (e.basis.command) std::visit(OfCommand{}, *e.basis.command);
    }
    void operator()(wire::PositionRestored& e) const {
        scramble(e.reason);
        scramble(e.voided);
    }
    void operator()(wire::MovesRestored& e) const {
        scramble(e.restored);
        scramble(e.voided);
    }
    void operator()(wire::GameRestarted& e) const { scramble(e.voided); }
    void operator()(wire::ResultWithdrawn& e) const { scramble(e.reason); }
    void operator()(wire::EventVoided& e) const { scramble(e.reason); }
    void operator()(wire::PenaltyGiven& e) const { scramble(e.reason); }
    void operator()(wire::ClaimJudged& e) const { scramble(e.facts); }
    void operator()(wire::IrregularityFound& e) const { scramble(e.text); }
    void operator()(wire::ClockIntervention& e) const { scramble(e.reason); }
    void operator()(wire::DeskActed& e) const { scramble(e.reason); }
    void operator()(wire::CommandIssued& e) const { std::visit(OfCommand{}, e.command); }
    template <class Event>
    void operator()(Event&) const {}
};

void scramble_event(wire::GameEvent& event) { std::visit(OfEvent{}, event); }

// The decisions, without the texts.
std::string decided(wire::GameEvent event) {
    scramble_event(event);
    return std::string(wire::type_of(event)) + ' ' + wire::encode_body(event);
}

// The same game with a record of nonsense from its first event on.
void make_nonsense_of(Hall& hall) {
    for (wire::GameEvent& event : hall.log) scramble_event(event);
    hall.games = hall.replayed();
    hall.rewrite = scramble_event;
}

// ---- at random: what players, arbiters and clocks do -------------------------------------------

wire::DeskAct act_or_undo(const Hall& hall, Dice& dice) {
    switch (dice.below(14)) {
        case 0: return wire::EnterSheet{dice.one_in(2) ? "white" : "arbiter", "1. e4 e5", "", ""};
        case 1:
        case 2: return undo(1 + dice.below(hall.live().rulings + 1));
        default: return some_act(hall, dice);
    }
}

// One of the options of an open question. It has its own text only if the option asks for one.
void answer_one(Hall& hall, Dice& dice) {
    const auto& questions = hall.live().questions;
    if (questions.empty()) return;
    const game::Question question =
        questions[dice.below(static_cast<std::uint32_t>(questions.size()))];
    const auto at = dice.below(static_cast<std::uint32_t>(question.options.size()));
    wire::AnswerQuestion act = answer(question.number, question.options[at].name);
    if (act.option == "set_up") act.text = hall.fen();
    if (act.option == "move_was") act.text = some_move(hall, dice);
    if (dice.one_in(3)) act.white = minutes(20), act.black = minutes(21);
    hall.rule(act);
}

void claim_something(Hall& hall, Dice& dice) {
    const auto names = wire::names_of(wire::ClaimKind{});
    const std::string kind(names[dice.below(static_cast<std::uint32_t>(names.size()))]);
    hall.claim(some_side(dice), kind, dice.one_in(3) ? some_move(hall, dice) : "");
}

void play(Hall& hall, Dice& dice) {
    if (!hall.running && !hall.live().adjourned) hall.rule(wire::ResumeClock{});
    if (!hall.running) return;
    const Epoch epoch = hall.epoch;
    hall.made(hall.turn, some_move(hall, dice));
    if (dice.one_in(12)) hall.made(hall.turn, some_move(hall, dice));
    if (hall.running && hall.epoch == epoch) hall.press(hall.turn);
}

void step(Hall& hall, Dice& dice) {
    switch (dice.below(26)) {
        case 0: hall.offer(some_side(dice)); return;
        case 1: hall.accept(some_side(dice)); return;
        case 2:
        case 3: claim_something(hall, dice); return;
        case 4: if (hall.running) hall.pause(dice.one_in(2) ? "device" : "clockd"); return;
        case 5: if (hall.running) hall.press(hall.turn); return;
        case 6: if (hall.running && dice.one_in(6)) hall.flag(hall.turn, dice.below(4)); return;
        case 7: if (dice.one_in(12)) hall.resign(some_side(dice)); return;
        case 8: hall.refuse_next = dice.one_in(2) ? "stale_epoch" : "bad_reading"; return;
        case 9:
        case 10:
        case 11:
        case 12: hall.rule(act_or_undo(hall, dice), "12.2"); return;
        case 13:
        case 14:
        case 15:
        case 16: answer_one(hall, dice); return;
        default: play(hall, dice);
    }
}

Hall some_hall(std::uint64_t seed) {
    const auto profiles = game::profiles();
    const std::string profile(profiles[seed % profiles.size()].id);
    const std::array<wire::Pairs, 4> rules{
        wire::Pairs{}, {{"flag_call", "arbiter"}}, {{"press_without_move_is_illegal", "false"}},
        {{"draw_offers", "consent"}}};
    return Hall("", profile, rules[seed % rules.size()], "1800",
                seed % 5 == 0 ? wire::Reporting::presses : wire::Reporting::moves);
}

}  // namespace

TEST_CASE("a record whose texts and evidence are nonsense decides the same", "[undo]") {
    std::uint32_t answered = 0;
    std::uint32_t undone = 0;
    for (std::uint64_t seed = 1; seed <= 250; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        Dice same(seed);
        Hall hall = some_hall(seed);
        Hall other = some_hall(seed);
        make_nonsense_of(other);
        std::size_t compared = 0;
        for (int number = 0; number < 90; ++number) {
            INFO("step " << number);
            step(hall, dice);
            step(other, same);
            REQUIRE(other.refused == hall.refused);
            REQUIRE(other.log.size() == hall.log.size());
            for (; compared < hall.log.size(); ++compared)
                REQUIRE(decided(other.log[compared]) == decided(hall.log[compared]));
        }
        for (const wire::GameEvent& event : hall.log) {
            const auto* closed = std::get_if<wire::QuestionClosed>(&event);
            if (closed && closed->how == wire::Closing::answered) ++answered;
            const auto* ruling = std::get_if<wire::RulingGiven>(&event);
            if (ruling && ruling->effect.undoes > 0) ++undone;
        }
    }
    CHECK(answered > 200);
    CHECK(undone > 100);
}
