// What a question offers to an arbiter who reads it now.
#include "tests/unit/record/folder.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

template <class Event>
Event of_game(const std::string& game) {
    Event event;
    event.game = game;
    event.board = Board{12};
    event.cause = Pos{1};
    return event;
}

void set_up(Projected& folder, const std::string& game) {
    auto recorded = of_game<wire::GameRecorded>(game);
    recorded.terms.event = "open";
    recorded.terms.round = game;
    recorded.terms.time_control = "5400";
    folder.put(recorded);
}

bool reopens(const Projected& folder) {
    record::Record record = folder.open();
    const auto questions = record.questions("r1");
    REQUIRE(questions.size() == 1);
    CHECK(questions.front().options.contains("stands"));
    return questions.front().options.contains("reopen");
}

}  // namespace

TEST_CASE("no loss is offered to be opened at a board that has the next game",
          "[record][regress]") {
    Projected folder;
    set_up(folder, "r1");
    auto asked = of_game<wire::QuestionPut>("r1");
    asked.number = 1;
    asked.about = wire::Subject::loss;
    asked.article = "7.5.5";
    asked.options = {{"reopen", "the game is opened again"}, {"stands", "the result stands"}};
    folder.put(asked);
    CHECK(reopens(folder));
    set_up(folder, "r2");
    CHECK_FALSE(reopens(folder));
    auto closed = of_game<wire::QuestionClosed>("r1");
    closed.number = 1;
    closed.how = wire::Closing::answered;
    folder.put(closed);
    CHECK(reopens(folder));  // what was offered then
}
