// The preview of an act at the desk shows the clocks and the result as they are after the act:
// random histories, each act previewed before it is done, at a clock that carries out its commands.
#include "arbiterd/service/consequences.hpp"

#include <algorithm>
#include <string>

#include "arbiterd/service/trial.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/random_histories.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// The immediate effect of the act; with the effect at the clock, if that is foreseen.
arbiterd::Effects preview(const Hall& hall, const wire::DeskAct& act) {
    Hall copy = hall;
    copy.prompt = false;
    Events events = copy.rule(act);
    const Events after = arbiterd::foreseen(hall.games, events);
    events.insert(events.end(), after.begin(), after.end());
    return arbiterd::effects_of(std::move(events));
}

arbiterd::Consequences shown(const Hall& hall, const wire::DeskAct& act) {
    return preview(hall, act).consequences;
}

bool says(const arbiterd::Effects& effects, const std::string& text) {
    return std::ranges::any_of(effects.text, [&](const std::string& each) {
        return each.find(text) != std::string::npos;
    });
}

void comes_true(Hall& hall, const wire::DeskAct& act) {
    const bool disturbed = hall.lose_next || !hall.refuse_next.empty() ||
                           hall.epoch < hall.live().epoch || !hall.live().outbox.empty();
    const arbiterd::Consequences said = shown(hall, act);
    const bool ran = hall.running;
    const std::uint32_t refusals = hall.refusals;
    hall.rule(act);
    if (disturbed || !hall.refused.empty() || hall.refusals != refusals) return;
    INFO("the act is number " << act.index() << ", ply " << hall.live().ply.count);
    REQUIRE(said.runs.value_or(ran) == hall.running);
    if (said.result) {
        const auto& result = hall.live().result;
        REQUIRE(*said.result == (result ? std::string(text(result->score)) : "*"));
    }
    if (!said.readings || hall.live().result) return;
    for (const Side side : {Side::white, Side::black})
        REQUIRE((*said.readings)[side].us == hall.readings[side].us);
}

void history(std::uint64_t seed, int steps) {
    INFO("seed " << seed);
    Hall hall = some_hall(seed);
    Dice dice(seed);
    for (int at = 0; at < steps; ++at) {
        const auto& questions = hall.live().questions;
        if (!questions.empty() && dice.one_in(4)) {
            const game::Question question =
                questions[dice.below(static_cast<std::uint32_t>(questions.size()))];
            if (question.options.empty()) continue;
            const auto option = dice.below(static_cast<std::uint32_t>(question.options.size()));
            comes_true(hall, taken(hall, question, question.options[option].name));
        } else if (dice.one_in(5)) {
            comes_true(hall, dice.one_in(3) && hall.live().rulings > 0
                                 ? wire::DeskAct{undo(1 + dice.below(hall.live().rulings))}
                                 : some_act(hall, dice));
        } else {
            step(hall, dice);
        }
    }
}

}  // namespace

TEST_CASE("what a preview says of the clocks and the result comes true") {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) history(seed, 60);
}

TEST_CASE("7.1: an answer that sets a running clock to the record lets it run on", "[regress]") {
    Hall hall;
    hall.play("e4 e5");
    hall.set({.readings = {{minutes(70), minutes(71)}}, .turn = Side::black, .ply = {2},
              .run = true, .fen = {}, .article = "6.10.2", .reason = "as it stands",
              .answers = {}});
    const auto said = shown(hall, answer(hall, "resume"));
    CHECK(said.runs == true);
}

TEST_CASE("6.8: the preview of a flag that is called says how the game ends", "[regress]") {
    const bool claimed = GENERATE(false, true);
    Hall hall("", "", {{"flag_call", claimed ? "players" : "arbiter"}}, "300");
    hall.play("e4 e5");
    hall.feed(hall.flag_reached(Side::white));
    if (claimed) hall.claim(Side::black, "flag");
    const auto asked =
        about(hall, claimed ? wire::Subject::claim_flag : wire::Subject::flag);
    REQUIRE(asked.size() == 1);
    const wire::DeskAct call = answer(asked[0].number, "call");
    const auto said = preview(hall, call);
    CHECK(said.consequences.result == "0-1");
    CHECK(said.consequences.runs == false);
    CHECK(says(said, "Result: 0-1, time-forfeit (6.9)"));
    hall.rule(call);
    REQUIRE(hall.live().result.has_value());
    CHECK(hall.live().result->score == win_of(Side::black));
}

TEST_CASE("6.11.3: the preview of time for a clock that a flag froze has the question that follows",
          "[regress]") {
    Hall hall("", "", {{"flag_call", "arbiter"}}, "300");
    hall.play("e4 e5");
    hall.feed(hall.flag_reached(Side::white, true));
    wire::AdjustClock minute;
    minute.white = minutes(1);
    const bool stands = says(preview(hall, minute), "no arbiter has paused it");
    hall.rule(minute);
    CHECK(stands);
    CHECK(about(hall, wire::Subject::pause).size() == 1);
}
