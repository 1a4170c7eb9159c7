// Sentences about what an act for many boards does.
#include <map>
#include <tuple>
#include <utility>

#include "arbiterd/tournament/decide.hpp"
#include "arbiterd/tournament/noted.hpp"
#include "common/base/check.hpp"
#include "common/base/clock_time.hpp"
#include "common/base/overload.hpp"

namespace flagfall::tournament {
namespace {

std::vector<ToldValue> times(const wire::ChangeControl& act) {
    std::vector<ToldValue> values{{"control", act.time_control}};
    if (act.white) values.emplace_back("white", clock_time(*act.white));
    if (act.black) values.emplace_back("black", clock_time(*act.black));
    return values;
}

// What is done at each board; its places but for those of the boards are filled with `values`.
const Wording& wording_of(const wire::BoardAct& act, std::vector<ToldValue>& values) {
    return std::visit(
        Overload{[](const wire::PauseClock&) -> const Wording& { return noted::boards_pause; },
                 [](const wire::ResumeClock&) -> const Wording& { return noted::boards_resume; },
                 [&](const wire::AdjustClock& a) -> const Wording& {
                     values = {{"white", clock_time(a.white)}, {"black", clock_time(a.black)}};
                     return noted::boards_adjust;
                 },
                 [&](const wire::ChangeControl& a) -> const Wording& {
                     values = times(a);
                     if (a.white && a.black) return noted::boards_control_both;
                     if (a.white) return noted::boards_control_white;
                     return a.black ? noted::boards_control_black : noted::boards_control;
                 }},
        act);
}

// The sentence for these boards; of one board its text has the singular.
Told at_boards(const Wording& many, const std::vector<Board>& boards,
               std::vector<ToldValue> values, std::vector<ToldValue> in_words = {}) {
    constexpr std::string_view several = "at {n} boards (boards {boards})";
    std::string text(many.text);
    const std::size_t at = text.find(several);
    FF_CHECK(at != text.npos);
    if (boards.size() == 1) text.replace(at, several.size(), "at 1 board (board {boards})");
    values.emplace_back("n", boards.size());
    values.emplace_back("boards", runs(boards));
    in_words.emplace_back("boards", listed(boards));
    return {Wording{many.code, text}, std::move(values), std::move(in_words)};
}

std::vector<Told> sentences(const Wording& done, std::vector<ToldValue> values,
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
    std::vector<Told> all;
    if (!boards.empty()) all.push_back(at_boards(done, boards, std::move(values)));
    for (const auto& [why, where] : left)
        all.push_back(at_boards(noted::boards_left, where, {{"why", why.first}},
                                {{"why", why.second + " (" + why.first + ")"}}));
    return all;
}

}  // namespace

bool needs_confirmation(const wire::EventAct& act) { return games_of(act) != nullptr; }

const std::vector<wire::AtBoard>* games_of(const wire::EventAct& act) {
    if (const auto* rule = std::get_if<wire::RuleBoards>(&act)) return &rule->games;
    if (const auto* undo = std::get_if<wire::UndoStart>(&act)) return &undo->games;
    return nullptr;
}

std::vector<Told> sentences_of(const wire::EventAct& act) {
    std::vector<ToldValue> values;
    if (const auto* rule = std::get_if<wire::RuleBoards>(&act)) {
        const Wording& done = wording_of(rule->act, values);
        return sentences(done, std::move(values), rule->games);
    }
    const auto* undo = std::get_if<wire::UndoStart>(&act);
    if (!undo) return {};
    auto all = sentences(noted::boards_start_undone, {}, undo->games);
    if (undo->whole) all.push_back({noted::round_start_undone, {{"round", undo->round}}});
    return all;
}

}  // namespace flagfall::tournament
