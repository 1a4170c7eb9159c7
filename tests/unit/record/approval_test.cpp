// Which results are confirmed: by the players and the arbiter, or by the office with their round.
#include "arbiterd/record/result_words.hpp"
#include "arbiterd/record/results.hpp"
#include "tests/unit/record/folder.hpp"
#include "tests/unit/tournament/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;
using wire::ApprovalState;

namespace {

// Both boards of round 1 are played, and the round is confirmed.
class Confirmed {
public:
    Confirmed() {
        hotel.rule(pairings(1, {play(1, 1, 2), play(2, 3, 4)}));
        hotel.rule(of_round<wire::PublishRound>(1));
        hotel.rule(start(1));
        hotel.deliver();
        for (const std::uint32_t board : {1U, 2U}) {
            hotel.moves(board, 4);
            hotel.end(board, drawn());
        }
        hotel.rule(of_round<wire::FinishRound>(1));
        confirm();
    }

    void confirm() {
        hotel.rule(of_round<wire::ConfirmRound>(1));
        REQUIRE(hotel.no.code.empty());
    }

    // An arbiter's act at board 2.
    template <class Event>
    void at_the_desk(Event event) {
        event.game = hotel.at(1, 2).game;
        event.board = Board{2};
        event.by = "Anna Arbiter";
        hotel.keep({event});
    }

    void withdraw() { at_the_desk(wire::ResultWithdrawn{}); }

    void resume() {
        wire::ClockIntervention resumed;
        resumed.kind = wire::Intervening::resumed;
        resumed.run = true;
        at_the_desk(resumed);
    }

    void draw() {
        wire::ResultRecorded result;
        result.outcome = {drawn(), Ending::arbiter_decision, "12.9"};
        at_the_desk(result);
    }

    std::optional<ApprovalState> approval(std::uint32_t board) {
        for (; written_ < hotel.log.size(); ++written_) folder_.put(hotel.log[written_]);
        const auto games = folder_.open().games({"open", "1"});
        for (const record::BoardRow& row :
             record::boards_of(hotel.open(), hotel.round(1), games))
            if (row.game.board == Board{board}) return row.result.approval;
        return {};
    }

    Hotel hotel{4};

private:
    Projected folder_;
    std::size_t written_ = 0;
};

}  // namespace

TEST_CASE("a confirmed round confirms the boards at clocks, too", "[record]") {
    Confirmed round;
    for (const std::uint32_t board : {1U, 2U})
        CHECK(round.approval(board) == ApprovalState::confirmed);
}

TEST_CASE("a game that goes on in a confirmed round has an unconfirmed result", "[regress]") {
    Confirmed round;
    round.withdraw();
    CHECK(round.approval(2) == ApprovalState::provisional);
    round.draw();  // nobody has played: the result that was confirmed
    CHECK(round.approval(2) == ApprovalState::confirmed);
    round.withdraw();
    round.resume();
    round.draw();
    CHECK(round.approval(2) == ApprovalState::provisional);
    CHECK(round.approval(1) == ApprovalState::confirmed);
    round.hotel.rule(of_round<wire::ReopenRound>(1));
    round.confirm();
    CHECK(round.approval(2) == ApprovalState::confirmed);
}

TEST_CASE("an appeal goes before a confirmation, and without a result there is none", "[record]") {
    using record::approval_of;
    CHECK(approval_of({.over = true, .round_confirmed = true}) == ApprovalState::confirmed);
    CHECK(approval_of({.over = true, .approved = true}) == ApprovalState::confirmed);
    CHECK(approval_of({.over = true, .appealed = true, .approved = true,
                       .round_confirmed = true}) == ApprovalState::appealed);
    CHECK(approval_of({.over = false, .round_confirmed = true}) == ApprovalState::provisional);
}
