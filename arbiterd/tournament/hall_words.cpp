// Sentences about what an act for many boards does.
#include <map>
#include <tuple>
#include <utility>

#include "arbiterd/tournament/decide.hpp"
#include "common/base/check.hpp"
#include "common/base/clock_time.hpp"
#include "common/base/overload.hpp"

namespace flagfall::tournament {
namespace {

std::string words_of(const wire::BoardAct& act) {
    return std::visit(
        Overload{[](const wire::PauseClock&) -> std::string { return "the clocks are paused"; },
                 [](const wire::ResumeClock&) -> std::string { return "play goes on"; },
                 [](const wire::AdjustClock& a) {
                     return "White's clocks get " + clock_time(a.white) + ", Black's " +
                            clock_time(a.black);
                 },
                 [](const wire::ChangeControl& a) {
                     std::string text = "the time control is " + a.time_control + " from now on";
                     if (a.white) text += ", White's clock shows " + clock_time(*a.white);
                     if (a.black) text += ", Black's clock shows " + clock_time(*a.black);
                     return text;
                 }},
        act);
}

std::string at_boards(const std::vector<Board>& boards) {
    return "at " + std::to_string(boards.size()) +
           (boards.size() == 1 ? " board (" : " boards (") + named(boards) + ")";
}

std::vector<std::string> sentences(const std::string& done,
                                   const std::vector<wire::AtBoard>& games) {
    std::vector<Board> boards;
    std::map<std::pair<std::string, std::string>, std::vector<Board>> left;  // by code and text
    for (const wire::AtBoard& at : games) {
        if (at.refused.empty()) boards.push_back(at.board);
        else left[{at.refused, at.text}].push_back(at.board);
    }
    std::size_t counted = boards.size();
    for (const auto& [why, where] : left) counted += where.size();
    FF_CHECK(counted == games.size());
    std::vector<std::string> all;
    if (!boards.empty()) all.push_back(at_boards(boards) + ": " + done);
    for (const auto& [why, where] : left)
        all.push_back("not " + at_boards(where) + ": " + why.second + " (" + why.first + ")");
    return all;
}

}  // namespace

bool needs_confirmation(const wire::EventAct& act) { return games_of(act) != nullptr; }

const std::vector<wire::AtBoard>* games_of(const wire::EventAct& act) {
    if (const auto* rule = std::get_if<wire::RuleBoards>(&act)) return &rule->games;
    if (const auto* undo = std::get_if<wire::UndoStart>(&act)) return &undo->games;
    return nullptr;
}

std::vector<std::string> sentences_of(const wire::EventAct& act) {
    if (const auto* rule = std::get_if<wire::RuleBoards>(&act))
        return sentences(words_of(rule->act), rule->games);
    const auto* undo = std::get_if<wire::UndoStart>(&act);
    if (!undo) return {};
    auto all = sentences("the start is taken back; the games are set up again, with their initial "
                         "times", undo->games);
    if (undo->whole)
        all.push_back("no game of round " + std::to_string(undo->round) +
                      " has begun then: the round is published, and can be started again");
    return all;
}

}  // namespace flagfall::tournament
