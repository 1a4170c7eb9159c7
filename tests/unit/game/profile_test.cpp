// Rules profiles: the content of each, and that rulings follow the profile of the game's opening.
#include "arbiterd/game/state/profile.hpp"

#include <set>

#include "tests/support/catch.hpp"
#include "tests/unit/game/hall.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// The effects of a penalty, and the text of the ruling about it.
struct Consequence {
    Duration to_opponent;
    std::string article;
    std::string text;
    std::string evidence;
};

Consequence penalty_in(const Events& events) {
    const auto penalty = the<wire::PenaltyGiven>(events);
    const auto ruling = the<wire::RulingGiven>(events);
    const Side opponent = other(penalty.side);
    CHECK(penalty.after[opponent] == penalty.before[opponent] + penalty.to_opponent);
    CHECK(correction(events).readings == penalty.after);
    CHECK(correction(events).reason == ruling.text);
    return {penalty.to_opponent, penalty.article, ruling.text,
            fact(ruling.evidence, "penalty_article")};
}

void check_minute(const Consequence& found, const std::string& article) {
    CHECK(found.to_opponent == minutes(1));
    CHECK(found.article == article);
    CHECK_THAT(found.text, Catch::Matchers::Contains("1 minute (" + article + ", A.3)"));
    CHECK(found.evidence == "A.3");
}

void check_two_minutes(const Consequence& found, const std::string& article) {
    CHECK(found.to_opponent == minutes(2));
    CHECK(found.article == article);
    CHECK_THAT(found.text, Catch::Matchers::Contains("2 minutes (" + article + ")"));
    CHECK(found.evidence.empty());
}

// The same four offences under any profile.
void play_offences(const std::string& profile,
                   void (*check)(const Consequence& found, const std::string& article)) {
    INFO("profile " << profile);
    Hall illegal("", profile);
    illegal.made(Side::white, "e2e5");
    check(penalty_in(illegal.press(Side::white)), "7.5.5");

    Hall unmoved("", profile);
    check(penalty_in(unmoved.press(Side::white)), "7.5.5");

    Hall promotion("8/1P6/8/7k/8/8/8/K7 w - - 0 1", profile);
    promotion.made(Side::white, "b8");
    check(penalty_in(promotion.press(Side::white)), "7.5.5");

    Hall claim("", profile);
    claim.play("e4 e5");
    check(penalty_in(claim.claim(Side::white, "threefold")), "9.5.3");
}

}  // namespace

TEST_CASE("profiles have names of their own, and stand for one edition", "[game]") {
    std::set<std::string> names;
    for (const game::Profile& profile : game::profiles()) {
        INFO(profile.id);
        CHECK(names.insert(profile.id).second);
        CHECK(game::profile_named(profile.id) == &profile);
        const bool fide = profile.id.starts_with("fide-");
        CHECK(profile.edition == (fide ? "FIDE-E01-2023" : "USCF-7"));
        CHECK_FALSE(profile.title.empty());
        CHECK_FALSE(profile.description.empty());
        CHECK(game::contradictions(profile).empty());
        CHECK((profile.variant == chess::Variant::chess960) == profile.id.ends_with("-960"));
        CHECK(game::profile_from(game::recorded(profile)) == profile);
        if (fide) CHECK(profile.illegal_actions_to_lose == 2);
        CHECK(profile.press_without_move_is_illegal == fide);
    }
    CHECK(names.size() == 13);
    CHECK(game::profiles().front().id == "fide-standard");
    CHECK(static_cast<const game::Settings&>(game::profiles().front()) == game::Settings{});
    CHECK(game::profile_named("fide-bullet") == nullptr);
    CHECK(game::profile_named("") == nullptr);
}

TEST_CASE("each setting is printed as it is read, and refuses what it cannot be", "[game]") {
    std::set<std::string_view> names;
    for (const game::Setting& setting : game::settings()) {
        INFO(setting.name);
        CHECK(names.insert(setting.name).second);
        CHECK_FALSE(setting.text.empty());
        CHECK_FALSE(setting.article.empty());
        game::Settings some;
        const std::string value = setting.print(some);
        CHECK_FALSE(game::set(some, setting.name, value));
        CHECK(some == game::Settings{});
        CHECK(game::set(some, setting.name, "\x01").has_value());
        CHECK(some == game::Settings{});
        for (const std::string_view word : setting.words) {
            CHECK_FALSE(game::set(some, setting.name, word));
            CHECK(setting.print(some) == word);
        }
    }
    game::Settings settings;
    CHECK(game::set(settings, "penalty_seconds", "90") == std::nullopt);
    CHECK(settings.penalty == seconds(90));
    CHECK(game::set(settings, "speed", "1") == "there is no such setting");
    CHECK(game::set(settings, "freeze", "yes") == "it must be true or false");
    CHECK(game::set(settings, "illegal_actions_to_lose", "0") ==
          "it must be a whole number from 1 to 9999");
    CHECK(game::set(settings, "draw_offers", "") == "it must be one of free, consent, never");
}

TEST_CASE("profiles differ in time class and penalty", "[game]") {
    const auto check = [](std::string_view name, TimeClass time_class, Duration penalty,
                          std::string_view article) {
        const auto profile = game::profile_named(name);
        REQUIRE(profile != nullptr);
        CHECK(profile->time_class == time_class);
        CHECK(profile->penalty == penalty);
        CHECK(profile->penalty_article == article);
    };
    check("fide-standard", TimeClass::standard, minutes(2), "");
    check("fide-rapid", TimeClass::rapid, minutes(1), "A.3");
    check("fide-rapid-a5", TimeClass::rapid, minutes(1), "A.3");
    check("fide-blitz", TimeClass::blitz, minutes(1), "A.3");
    check("fide-blitz-b3-960", TimeClass::blitz, minutes(1), "A.3");
    check("uschess-regular", TimeClass::standard, minutes(2), "");
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

TEST_CASE("the second illegal action loses under the Laws and the Competitive Rules", "[game]") {
    for (const std::string profile : {"fide-standard", "fide-rapid", "fide-blitz"}) {
        INFO(profile);
        Hall hall("", profile);
        CHECK(last<wire::QuestionPut>(hall.log) == std::nullopt);
        hall.made(Side::white, "e2e5");
        CHECK(result(hall.press(Side::white)).empty());
        const Events events = hall.press(Side::white);
        CHECK(result(events) == "0-1 illegal-move-forfeit 7.5.5");
        CHECK(fact(the<wire::RulingGiven>(events).evidence, "penalty_article").empty());
        CHECK(hall.replayed() == hall.games);
    }
}

// The time control of these games is a standard one (5400+30): the profile decides.
TEST_CASE("the profile is the one announced, whatever the time control", "[game]") {
    Hall hall("", "fide-blitz");
    CHECK(hall.game().terms.time_control == "5400+30");
    CHECK(hall.game().profile.id == "fide-blitz");
    CHECK(hall.game().profile == *game::profile_named("fide-blitz"));
    CHECK(count<wire::QuestionPut>(hall.log) == 0);
}

TEST_CASE("the profile follows from the time control when none is announced", "[game]") {
    const auto check = [](const std::string& control, std::optional<Variant> variant,
                          std::string_view id) {
        INFO(control << " " << name(variant));
        wire::GameTerms terms;
        terms.time_control = control;
        terms.variant = variant;
        const game::Resolved found = game::resolve(terms);
        CHECK(found.profile.id == id);
        CHECK(found.known);
        CHECK(found.wrong.empty());
    };
    check("5400+30", {}, "fide-standard");
    check("40/5400+30:1800+30", {}, "fide-standard");
    check("1800+30", Variant::chess, "fide-standard");
    check("1800+29", {}, "fide-rapid");
    check("900+10", Variant::chess960, "fide-rapid-960");
    check("600", {}, "fide-blitz");
    check("180+2", Variant::chess960, "fide-blitz-960");
    check("soon", {}, "fide-standard");
    Hall hall("", "", {}, "180+2");
    CHECK(hall.game().profile == *game::profile_named("fide-blitz"));
    CHECK(count<wire::QuestionPut>(hall.log) == 0);
    hall.made(Side::white, "e2e5");
    check_minute(penalty_in(hall.press(Side::white)), "7.5.5");
}

TEST_CASE("single rules may be announced otherwise, and what is wrong is asked about", "[game]") {
    Hall hall("", "fide-blitz",
              {{"penalty_seconds", "120"}, {"penalty_article", ""}, {"speed", "9"},
               {"freeze", "perhaps"}, {"quickplay_finish", "true"}});
    const game::Profile& profile = hall.game().profile;
    CHECK(profile.id == "fide-blitz");
    CHECK(profile.penalty == minutes(2));
    CHECK(profile.freeze);
    CHECK_FALSE(profile.quickplay_finish);
    REQUIRE(count<wire::QuestionPut>(hall.log) == 1);
    const auto question = the<wire::QuestionPut>(hall.log);
    CHECK(question.about == wire::Subject::terms);
    CHECK_FALSE(question.holds);
    REQUIRE(question.evidence.size() == 3);
    CHECK(question.evidence[0].value == "speed=9: there is no such setting");
    CHECK(question.evidence[1].value == "freeze=perhaps: it must be true or false");
    CHECK_THAT(question.evidence[2].value, Catch::Matchers::Contains("III.2.2"));
    hall.made(Side::white, "e2e5");
    check_two_minutes(penalty_in(hall.press(Side::white)), "7.5.5");
    CHECK(hall.replayed() == hall.games);
}

TEST_CASE("a Chess960 profile on a game of chess is asked about", "[game]") {
    Hall hall("", "fide-rapid-960");
    const auto question = the<wire::QuestionPut>(hall.log);
    CHECK(question.about == wire::Subject::terms);
    CHECK_THAT(question.evidence.at(0).value, Catch::Matchers::Contains("not Chess960"));
    CHECK(hall.game().profile.variant == chess::Variant::chess);
    CHECK(hall.game().profile.penalty == minutes(1));
}

TEST_CASE("flags and the default time are those that clockd got", "[game]") {
    wire::GameTerms terms;
    terms.time_control = "5400+30";
    CHECK(game::resolve(terms).profile.flag_call == game::FlagCall::automatic);
    terms.flag_call = game::FlagCall::players;
    terms.default_time = minutes(30);
    const game::Profile profile = game::resolve(terms).profile;
    CHECK(profile.flag_call == game::FlagCall::players);
    CHECK(!profile.freeze);
    CHECK(profile.default_time == minutes(30));
}

TEST_CASE("the period trigger is the one that clockd got", "[game]") {
    using enum PeriodTrigger;
    const auto resolved = [](std::optional<PeriodTrigger> trigger, const wire::Pairs& rules) {
        wire::GameTerms terms;
        terms.time_control = "40/5400:1800";
        terms.period_trigger = trigger;
        terms.rules = rules;
        return game::resolve(terms);
    };
    CHECK(resolved(zero, {}).profile.period_trigger == PeriodTrigger::zero);
    CHECK(resolved(zero, {}).wrong.empty());
    CHECK(resolved({}, {}).profile.period_trigger == PeriodTrigger::moves);
    const game::Resolved other = resolved({}, {{"period_trigger", "zero"}});
    CHECK(other.profile.period_trigger == PeriodTrigger::moves);
    CHECK(other.wrong.size() == 1);
    CHECK(resolved(zero, {{"period_trigger", "zero"}}).wrong.empty());
}

// The record has all the rules: the table of a later version for this name does not matter.
TEST_CASE("a game keeps the rules it was opened with, whatever becomes of the name", "[game]") {
    Hall hall("", "fide-rapid");
    auto recorded = the<wire::GameRecorded>(hall.log);
    REQUIRE(recorded.settings == game::recorded(*game::profile_named("fide-rapid")));
    for (wire::Pair& pair : recorded.settings) {
        if (pair.name == "penalty_seconds") pair.value = "75";
        if (pair.name == "edition") pair.value = "FIDE-E01-2018";
    }
    recorded.settings.push_back({"of_a_later_version", "1"});
    recorded.game = "g0";
    recorded.board = Board{8};
    game::apply(hall.games, wire::GameEvent{recorded});
    recorded.game = "g00";
    recorded.board = Board{9};
    recorded.terms.profile = "gone";
    recorded.settings[0].value = "gone";
    game::apply(hall.games, wire::GameEvent{recorded});
    for (const std::string id : {"g0", "g00"}) {
        const game::Profile& profile = game::find(hall.games, id)->profile;
        CHECK(profile.penalty == seconds(75));
        CHECK(profile.penalty_article == "A.3");
        CHECK(profile.edition == "FIDE-E01-2018");
        CHECK(profile.time_class == TimeClass::rapid);
    }
    CHECK(game::find(hall.games, "g00")->profile.id == "gone");
}
