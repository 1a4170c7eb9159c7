// Kings in the centre: what players show reaches clockd as a fact of the board, and as no move.
#include "tests/unit/devices/one_board.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

constexpr const char* white_won = "rnbq1bnr/pppppppp/8/3k4/4K3/8/PPPPPPPP/RNBQ1BNR";
constexpr const char* black_won = "rnbq1bnr/pppppppp/8/4k3/3K4/8/PPPPPPPP/RNBQ1BNR";
constexpr const char* draw = "rnbq1bnr/pppppppp/8/4k3/4K3/8/PPPPPPPP/RNBQ1BNR";

// A board that shows one thing after the other.
struct Shown {
    OneBoard one = seated();
    Instant at = Instant{} + seconds(20);

    void stand(const char* men) {
        at = at + seconds(10);
        one.works(one.stands("line", men, at), at);
        at = at + seconds(10);
        one.works(one.tables.on_wake(at), at);
    }
    std::optional<Score> sign() { return one.facts(at).sign; }
};

}  // namespace

TEST_CASE("kings in the centre are reported as the result that they mean", "[regress]") {
    const auto [men, score] =
        GENERATE(table<const char*, Score>({{white_won, win_of(Side::white)},
                                            {black_won, win_of(Side::black)},
                                            {draw, drawn()}}));
    Shown board;
    board.stand(after_e4);
    const std::size_t moves = board.one.events<wire::Made>().size();
    CHECK_FALSE(board.sign());
    board.stand(men);
    CHECK(board.sign() == score);
    CHECK(board.one.events<wire::Made>().size() == moves);
    SECTION("while the men are put away") {
        board.stand("8/8/8/8/8/8/8/8");
        CHECK(board.sign() == score);
    }
    SECTION("until the board shows the game again") {
        board.stand(after_e4);
        CHECK_FALSE(board.sign());
    }
    SECTION("until another game is set up") {
        wire::EndGame end;
        end.outcome = {drawn(), Ending::agreement, "5.2.3"};
        REQUIRE(board.one.rules(end, board.at).empty());
        CHECK(board.sign() == score);
        wire::OpenGame open;
        open.id = "next";
        open.board = {1};
        open.game = "g2";
        open.terms.event = "e";
        open.terms.round = "2";
        open.terms.time_control = "600";
        REQUIRE(board.one.clockd.give(open, board.at, clock::Role::arbiter).empty());
        Orders orders;
        board.one.give_events(orders);
        CHECK_FALSE(board.sign());
    }
}

TEST_CASE("players may stop the clock before they show a result") {
    Shown board;
    board.stand(after_e4);
    REQUIRE(board.one.rules(wire::Pause{}, board.at).empty());
    board.stand(white_won);
    CHECK(board.sign() == win_of(Side::white));
    board.stand("8/8/8/8/8/8/8/8");
    CHECK(board.sign() == win_of(Side::white));
    board.stand(after_e4);
    REQUIRE(board.one.rules(wire::Resume{}, board.at).empty());
    board.stand(after_e4);
    CHECK_FALSE(board.sign());
}

TEST_CASE("kings that the game brought to the centre are no sign") {
    const auto kings = "8/8/8/4k3/8/4K3/8/8";
    CHECK_FALSE(sign_on(*Placement::from(kings)));
    CHECK(sign_on(*Placement::from("8/8/8/4k3/4K3/8/8/8")) == drawn());
    CHECK_FALSE(sign_on(*Placement::from("8/8/8/3kk3/4K3/8/8/8")));
    CHECK_FALSE(sign_on(*Placement::from("8/8/8/8/4K3/8/8/8")));
}
