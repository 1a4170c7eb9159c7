// An event's announced rules: draws and resignations before a move (9.1.1), and the requirements
// for a win on time (US 14E).
#include "arbiterd/game/laws/mating.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "common/base/limits.hpp"
#include "common/chess/position.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/game/desk_kit.hpp"
#include "tests/unit/game/hall.hpp"

using namespace flagfall;
using namespace flagfall::test;

TEST_CASE("9.1.1: no draw is agreed before the announced move", "[game]") {
    Hall hall("", "fide-standard", {{"draw_offers", "never"}, {"draw_offers_from_move", "3"}});
    hall.play("e4 e5");
    const Events offer = hall.offer(Side::white);
    CHECK(count<wire::DrawOfferMade>(offer) == 1);  // recorded nevertheless
    const auto question = the<wire::QuestionPut>(offer);
    CHECK(question.article == "9.1.1");
    CHECK_FALSE(question.holds);
    const Events refused = hall.accept(Side::black);
    CHECK(result(refused).empty());
    CHECK(the<wire::RulingGiven>(refused).article == "9.1.1");
    hall.decline(Side::black);
    hall.play("Nf3 Nf6");
    CHECK(count<wire::QuestionPut>(hall.offer(Side::white)) == 0);
    CHECK(result(hall.accept(Side::black)) == "1/2-1/2 agreement 5.2.3");
}

TEST_CASE("9.1.1: draws only with the arbiter's consent", "[game]") {
    Hall hall("", "fide-standard", {{"draw_offers", "consent"}});
    hall.play("e4 e5");
    hall.offer(Side::white);
    const Events events = hall.accept(Side::black);
    CHECK(result(events).empty());
    CHECK(the<wire::QuestionPut>(events).about == wire::Subject::agreement);
    CHECK_FALSE(the<wire::QuestionPut>(events).holds);
    CHECK(result(hall.rule(answer(hall, "draw"))) == "1/2-1/2 agreement 5.2.3");
}

TEST_CASE("a resignation before the announced move is put to the arbiter", "[game]") {
    Hall hall("", "fide-standard", {{"resignation_from_move", "2"}});
    const Events events = hall.resign(Side::white);
    CHECK(result(events).empty());
    CHECK(the<wire::QuestionPut>(events).about == wire::Subject::resignation);
    CHECK(the<wire::QuestionPut>(events).holds);
    Hall later("", "fide-standard", {{"resignation_from_move", "2"}});
    later.play("e4 e5");
    CHECK(result(later.resign(Side::white)) == "0-1 resignation 5.1.2");
}

TEST_CASE("A.5.1: after ten moves of both the set-up stays", "[game]") {
    Hall hall("", "fide-rapid-a5", {{"set_up_correctable_moves", "2"}});
    const auto still = [&] { return game::set_up_correctable({hall.games, hall.game(), {}}); };
    hall.play("e4 e5 Nf3");
    CHECK(still());
    hall.play("Nf6");
    CHECK_FALSE(still());
    Hall standard;
    standard.play("e4 e5");
    CHECK(game::set_up_correctable({standard.games, standard.game(), {}}));
}

TEST_CASE("US 14E: the material that wins on time", "[game]") {
    using game::Material;
    const auto of_white = [](const std::string& fen) {
        return game::material_14e(*chess::parse_position(fen, chess::Variant::chess), Side::white);
    };
    CHECK(of_white("4k2q/8/8/8/8/8/8/4K3 w - - 0 1") == Material::too_little);
    CHECK(of_white("4k3/8/8/8/8/8/8/4KN2 w - - 0 1") == Material::too_little);
    CHECK(of_white("4k3/7p/8/8/8/8/8/4KB2 w - - 0 1") == Material::unless_forced);
    CHECK(of_white("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1") == Material::unless_forced);
    CHECK(of_white("4k3/7p/8/8/8/8/8/4KNN1 w - - 0 1") == Material::enough);
    CHECK(of_white("4k3/8/8/8/8/8/P7/4K3 w - - 0 1") == Material::enough);
}

TEST_CASE("US 14E: a flag-fall is a draw against too little", "[game]") {
    const char* knight = "4k3/7p/8/8/8/8/8/4KN2 b - - 0 1";
    Hall us(knight, "uschess-quick");
    const Events asked = us.flag(Side::black);
    CHECK(result(asked).empty());
    CHECK(the<wire::QuestionPut>(asked).article == "14E");
    Hall fide(knight, "fide-rapid");
    CHECK(result(fide.flag(Side::black)) == "1-0 time-forfeit 6.9");
    Hall lone("4k3/7p/8/8/8/8/8/4K3 b - - 0 1", "uschess-quick");
    CHECK(result(lone.flag(Side::black)) == "1/2-1/2 time-forfeit-draw 14E");
}

TEST_CASE("what is asked of announced rules can be kept, however many are wrong",
          "[game][regress]") {
    const auto number = GENERATE(limits::tags - 2, limits::tags - 1);
    const wire::Pairs rules(number, {"speed", "9"});
    const Hall hall("", "fide-standard-960", rules);  // and the game is not Chess960
    REQUIRE(hall.game().profile.id == "fide-standard-960");
    const auto asked = the<wire::QuestionPut>(hall.log);
    CHECK(asked.about == wire::Subject::terms);
    CHECK(asked.evidence.size() == limits::tags - 1);
    CHECK(asked.evidence.back().name == (number == limits::tags - 1 ? "more" : "wrong"));
    if (number == limits::tags - 1) CHECK(asked.evidence.back().value == "2");
}
