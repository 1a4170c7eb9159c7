// Commands in comments: directives.hpp.
#include "clockd/client/directives.hpp"

#include "tests/support/catch.hpp"

namespace flagfall::client {

TEST_CASE("directives are found among other commands and prose") {
    const auto found = directives_in(
        "[%clk 1:00:00] a blunder [%illegal Ke3] [%eval 0.2] [%claim  threefold\nNf3] [%flag]");
    REQUIRE(found.has_value());
    const std::vector<Directive> expected{{Incident::illegal, "Ke3", {}},
                                          {Incident::claim, "Nf3", wire::ClaimKind::threefold},
                                          {Incident::flag, "", {}}};
    CHECK(*found == expected);
}

TEST_CASE("each directive by itself") {
    const auto one = [](const char* text) { return directives_in(text)->at(0); };
    CHECK(one("[%press]") == Directive{Incident::press, "", {}});
    CHECK(one("[%promote e8]") == Directive{Incident::promote, "e8", {}});
    CHECK(one("[%claim fifty_move]") ==
          Directive{Incident::claim, "", wire::ClaimKind::fifty_move});
    CHECK(one("[%claim touch_move]") ==
          Directive{Incident::claim, "", wire::ClaimKind::touch_move});
    CHECK(one("[%offer]") == Directive{Incident::offer, "", {}});
    CHECK(one("[%decline]") == Directive{Incident::decline, "", {}});
    CHECK(one("[%resign]") == Directive{Incident::resign, "", {}});
}

TEST_CASE("comments without directives have none") {
    CHECK(directives_in("")->empty());
    CHECK(directives_in("he could resign [here]")->empty());
    CHECK(directives_in("[%csl Ga1] [%] [%flagstone] [%illegal")->empty());
}

TEST_CASE("a directive of ours in the wrong form is an error that shows the right one") {
    CHECK(directives_in("[%illegal]").error() == "expected [%illegal MOVE]");
    CHECK(directives_in("[%illegal Ke3 Ke4]").error() == "expected [%illegal MOVE]");
    CHECK(directives_in("[%promote]").error() == "expected [%promote SQUARE]");
    CHECK(directives_in("[%claim]").error() ==
          "expected [%claim KIND], the kinds of docs/protocol.md; a move may follow that of a "
          "draw");
    CHECK_FALSE(directives_in("[%claim fivefold]").has_value());
    CHECK_FALSE(directives_in("[%claim threefold Nf3 Ng1]").has_value());
    CHECK_FALSE(directives_in("[%claim other Nf3]").has_value());
    CHECK(directives_in("[%flag white]").error() == "expected [%flag] alone");
}

}  // namespace flagfall::client
