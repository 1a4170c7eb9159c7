// Rules profiles: what each says, and that rulings follow the one a game was opened with.
#include "arbiterd/core/profile.hpp"

#include <set>

#include "tests/support/catch.hpp"
#include "tests/unit/game/hall.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// What follows from a penalty, and what the ruling about it says.
struct Told {
    Duration to_opponent;
    std::string article;
    std::string text;
    std::string evidence;
};

Told told(const Events& events) {
    const auto penalty = the<wire::PenaltyGiven>(events);
    const auto ruling = the<wire::RulingGiven>(events);
    const Side opponent = other(penalty.side);
    CHECK(penalty.after[opponent] == penalty.before[opponent] + penalty.to_opponent);
    CHECK(correction(events).readings == penalty.after);
    CHECK(correction(events).reason == ruling.text);
    return {penalty.to_opponent, penalty.article, ruling.text,
            fact(ruling.evidence, "penalty_article")};
}

void check_minute(const Told& found, const std::string& article) {
    CHECK(found.to_opponent == minutes(1));
    CHECK(found.article == article);
    CHECK_THAT(found.text, Catch::Matchers::Contains("1 minute (" + article + ", A.3)"));
    CHECK(found.evidence == "A.3");
}

void check_two_minutes(const Told& found, const std::string& article) {
    CHECK(found.to_opponent == minutes(2));
    CHECK(found.article == article);
    CHECK_THAT(found.text, Catch::Matchers::Contains("2 minutes (" + article + ")"));
    CHECK(found.evidence.empty());
}

// The same four offences under any profile.
void play_offences(const std::string& profile,
                   void (*check)(const Told& found, const std::string& article)) {
    INFO("profile " << profile);
    Hall illegal("", profile);
    illegal.made(Side::white, "e2e5");
    check(told(illegal.press(Side::white)), "7.5.5");

    Hall unmoved("", profile);
    check(told(unmoved.press(Side::white)), "7.5.5");

    Hall promotion("8/1P6/8/7k/8/8/8/K7 w - - 0 1", profile);
    promotion.made(Side::white, "b8");
    check(told(promotion.press(Side::white)), "7.5.5");

    Hall claim("", profile);
    claim.play("e4 e5");
    check(told(claim.claim(Side::white, "threefold")), "9.5.3");
}

}  // namespace

TEST_CASE("profiles have names of their own, and stand for one edition", "[game]") {
    std::set<std::string_view> names;
    for (const game::Profile& profile : game::profiles()) {
        INFO(profile.id);
        CHECK(names.insert(profile.id).second);
        CHECK(game::profile_named(profile.id) == profile);
        CHECK(profile.edition == "FIDE-E01-2023");
        CHECK_FALSE(profile.title.empty());
        CHECK_FALSE(profile.description.empty());
        CHECK(profile.illegal_actions_to_lose == 2);
        CHECK(profile.press_without_move_is_illegal);
    }
    CHECK(names == std::set<std::string_view>{"fide-standard", "fide-rapid", "fide-blitz"});
    CHECK(game::profiles().front() == game::fide_standard());
    CHECK(game::profile_named("") == game::fide_standard());
    CHECK_FALSE(game::profile_named("fide-bullet").has_value());
}

TEST_CASE("profiles differ in time class and penalty", "[game]") {
    const auto check = [](std::string_view name, TimeClass time_class, Duration penalty,
                          std::string_view article) {
        const auto profile = game::profile_named(name);
        REQUIRE(profile.has_value());
        CHECK(profile->time_class == time_class);
        CHECK(profile->penalty == penalty);
        CHECK(profile->penalty_article == article);
    };
    check("fide-standard", TimeClass::standard, minutes(2), "");
    check("fide-rapid", TimeClass::rapid, minutes(1), "A.3");
    check("fide-blitz", TimeClass::blitz, minutes(1), "A.3");
}

TEST_CASE("standard: penalties are two minutes", "[game]") {
    play_offences("", check_two_minutes);
    play_offences("fide-standard", check_two_minutes);
}

TEST_CASE("rapid: penalties are one minute by A.3", "[game]") {
    play_offences("fide-rapid", check_minute);
}

TEST_CASE("blitz: penalties are one minute by A.3", "[game]") {
    play_offences("fide-blitz", check_minute);
}

TEST_CASE("the second illegal action loses under every profile", "[game]") {
    for (const game::Profile& profile : game::profiles()) {
        INFO(profile.id);
        Hall hall("", std::string(profile.id));
        CHECK(last<wire::QuestionPut>(hall.log) == std::nullopt);
        hall.made(Side::white, "e2e5");
        CHECK(result(hall.press(Side::white)).empty());
        const Events events = hall.press(Side::white);
        CHECK(result(events) == "0-1 illegal-move-forfeit 7.5.5");
        CHECK(fact(the<wire::RulingGiven>(events).evidence, "penalty_article").empty());
        CHECK(hall.replayed() == hall.office);
    }
}

// The time control of these games is a standard one (5400+30): whoever announces blitz has it.
TEST_CASE("the profile is the one announced, whatever the time control", "[game]") {
    Hall hall("", "fide-blitz");
    CHECK(hall.game().terms.time_control == "5400+30");
    CHECK(hall.game().profile == *game::profile_named("fide-blitz"));
    CHECK(count<wire::QuestionPut>(hall.log) == 0);
}

// A record that was begun when the profile's name was not known yet.
TEST_CASE("a game that was judged as fide-standard stays so", "[game]") {
    Hall hall("", "fide-rapid");
    wire::QuestionPut question;
    question.game = "g1";
    question.board = Board{7};
    question.about = "terms";
    question.text = "The rules profile is not known; the game is judged as fide-standard.";
    question.evidence = {{"profile", "fide-rapid"}};
    game::apply(hall.office, wire::GameEvent{question});
    CHECK(hall.game().profile == game::fide_standard());
    hall.made(Side::white, "e2e5");
    check_two_minutes(told(hall.press(Side::white)), "7.5.5");
}
