// Acts of the desk as tests write them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "tests/unit/game/hall.hpp"

namespace flagfall::test {

inline wire::AnswerQuestion answer(std::uint32_t question, const std::string& option) {
    wire::AnswerQuestion act;
    act.question = question;
    act.option = option;
    return act;
}

// The question that was put last, which must be open.
inline wire::AnswerQuestion answer(const Hall& hall, const std::string& option) {
    return answer(hall.live().questions.back().number, option);
}

inline wire::GiveResult give(Score score, const std::string& ending = "") {
    wire::GiveResult act;
    act.score = score;
    act.ending = ending;
    return act;
}

inline wire::UndoRuling undo(std::uint32_t ruling) {
    wire::UndoRuling act;
    act.ruling = ruling;
    return act;
}

inline wire::Adjourn adjourn(Side sealed_by) {
    wire::Adjourn act;
    act.sealed_by = sealed_by;
    act.resumption = "tomorrow at ten, hall 2";
    return act;
}

template <class Event>
Event now_at(Hall& hall) {
    ++hall.epoch.count;
    Event event;
    static_cast<wire::BoardEvent&>(event) = hall.base();
    event.by = "arbiter";
    return event;
}

// A person at the clock has added time to both sides: what the clock reports.
inline wire::ReadingSet added(Hall& hall, Duration time, const std::string& article = "12.9.2") {
    for (Duration& reading : hall.readings.values) reading += time;
    auto event = now_at<wire::ReadingSet>(hall);
    event.adjusted = true;
    event.correction = {.readings = hall.readings, .turn = hall.turn, .ply = hall.ply,
                        .run = hall.running, .fen = "", .article = article,
                        .reason = "a noise", .answers = {}};
    return event;
}

// The last ruling is taken back.
inline wire::UndoRuling undo_last(const Hall& hall) { return undo(hall.live().rulings); }

using wire::Irregularity;

inline wire::IllegalAction illegal(Side side, Irregularity kind,
                                   std::optional<std::uint32_t> ply = std::nullopt) {
    wire::IllegalAction act;
    act.side = side;
    act.kind = kind;
    if (ply) act.ply = Ply{*ply};
    return act;
}

inline wire::IllegalAction two_hands(Side side) { return illegal(side, Irregularity::two_hands); }

inline wire::SetClock clock_of(Duration white, Duration black, bool run = false) {
    wire::SetClock act;
    act.white = white;
    act.black = black;
    act.run = run;
    return act;
}

inline wire::BindMove bind(Side side, const std::string& squares) {
    wire::BindMove act;
    act.side = side;
    act.squares = squares;
    return act;
}

// The open questions about this, oldest first.
inline std::vector<game::Question> about(const Hall& hall, wire::Subject subject) {
    std::vector<game::Question> found;
    for (const game::Question& question : hall.live().questions)
        if (question.about == subject) found.push_back(question);
    return found;
}

inline bool offers(const game::Question& question, const std::string& option) {
    return std::ranges::find(question.options, option, &wire::Pair::name) !=
           question.options.end();
}

// White has lost by two illegal moves, and the first one does not count any more.
inline Hall doubted_loss() {
    Hall hall;
    hall.play("e4 e5");
    hall.play("Ke3");
    const std::uint32_t first = hall.live().rulings;
    hall.play("Ke3");
    hall.rule(undo(first));
    REQUIRE(about(hall, wire::Subject::loss).size() == 1);
    return hall;
}

// Another game is set up at the board, whose clock has that from now on.
inline void another_game_comes(Hall& hall) {
    wire::GameOpened opened;
    static_cast<wire::BoardEvent&>(opened) = hall.base();
    opened.game = "g2";
    opened.terms = hall.game().terms;
    hall.feed(opened);
}

// A game without increment in which White, on move, has a minute left and Black three.
inline Hall quickplay_finish(const std::string& profile, const std::string& rule,
                             const std::string& control) {
    Hall hall("", profile, {{rule, "true"}}, control);
    hall.increment = {};
    hall.play("e4 e5");
    hall.readings = {{seconds(60), minutes(3)}};
    return hall;
}

// White has got an increment and Black two minutes (III.4).
inline Hall increment_granted() {
    Hall hall = quickplay_finish("fide-rapid", "quickplay_finish", "1800");
    hall.claim(Side::white, "quickplay_increment");
    hall.rule(answer(hall, "grant"));
    REQUIRE(hall.control_set == "1800+5");
    return hall;
}

}  // namespace flagfall::test
