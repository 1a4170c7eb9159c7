#include "arbiterd/service/consequences.hpp"

#include <algorithm>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/digest.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::arbiterd {

namespace {

std::string shown(const wire::Correction& set) {
    return "The clock shows " + game::clock_text(set.readings[Side::white]) + " and " +
           game::clock_text(set.readings[Side::black]) +
           (set.run ? ", and " + std::string(game::say(set.turn)) + "'s runs." : ", and stands.");
}

// " (6 plies: 1. e4 e5 2. Nf3)"; nothing when there is none.
std::string named(const std::string& moves) {
    return moves.empty() ? std::string() : " (" + moves + ")";
}

std::string of_moves(const wire::MovesRestored& e) {
    std::string text = e.presses
                           ? "The count stands at " + std::to_string(e.presses->count) +
                                 " presses as before"
                           : "The game stands after ply " + std::to_string(e.ply.count) +
                                 " as it stood before";
    if (!e.restored.empty()) text += "; moves come back" + named(e.restored);
    if (!e.voided.empty()) text += "; moves are void" + named(e.voided);
    return text + ".";
}

// A sentence for people, with the same content for programs.
struct Said {
    std::string text;
    Step step;
};
using MaybeSaid = std::optional<Said>;

MaybeSaid said(const wire::RulingGiven& e) {
    return Said{"Ruling " + std::to_string(e.number) + " (" + e.article + "): " + e.text,
                {.what = "ruling", .number = e.number, .article = e.article,
                 .about = std::string(name(e.about))}};
}

MaybeSaid said(const wire::ResultRecorded& e) {
    const std::string score(text(e.outcome.score)), ending(name(e.outcome.ending));
    return Said{"Result: " + score + ", " + ending + " (" + e.outcome.article + ").",
                {.what = "result", .article = e.outcome.article, .score = score,
                 .ending = ending}};
}

MaybeSaid said(const wire::ResultApproved& e) {
    const std::string who(name(e.who));
    return Said{"The result is approved: " + who + ".", {.what = "approved", .who = who}};
}

MaybeSaid said(const wire::PositionRestored& e) {
    return Said{"The game stands after ply " + std::to_string(e.ply.count) +
                    "; later moves are void" + named(e.voided) + ".",
                {.what = "position", .ply = e.ply.count, .voided = e.voided}};
}

MaybeSaid said(const wire::MovesRestored& e) {
    Step step{.what = "moves", .voided = e.voided, .restored = e.restored};
    if (e.presses) step.presses = e.presses->count;
    else step.ply = e.ply.count;
    return Said{of_moves(e), std::move(step)};
}

MaybeSaid said(const wire::GameRestarted& e) {
    return Said{"A new game begins, White: " + e.white + ", Black: " + e.black +
                    "; all moves so far are void" + named(e.voided) + ".",
                {.what = "restart", .voided = e.voided, .players = {{e.white, e.black}}}};
}

MaybeSaid said(const wire::ColoursReversed& e) {
    return Said{"White: " + e.white + ", Black: " + e.black + ".",
                {.what = "colours", .players = {{e.white, e.black}}}};
}

MaybeSaid said(const wire::MoveBound& e) {
    return Said{std::string(game::say(e.side)) + " must play one of: " + e.moves + ".",
                {.what = "bound", .side = e.side, .moves = e.moves}};
}

MaybeSaid said(const wire::QuestionPut& e) {
    return Said{"Question " + std::to_string(e.number) + ": " + e.text,
                {.what = "question", .number = e.number, .article = e.article,
                 .about = std::string(name(e.about))}};
}

MaybeSaid said(const wire::ResultWithdrawn&) {
    return Said{"The result is withdrawn; the game is open and its clock stands.",
                {.what = "withdrawn"}};
}

MaybeSaid said(const wire::CommandIssued& e) {
    const auto* set = std::get_if<wire::SetReading>(&e.command);
    if (!set) return std::nullopt;
    Step step{.what = "clock"};
    if (set->correction.run) step.side = set->correction.turn;
    return Said{shown(set->correction), std::move(step)};
}

// Adds the time of the commands that follow, to show what the clock has in the end.
void add_later_time(std::vector<wire::GameEvent>& events) {
    wire::Correction* set = nullptr;
    for (wire::GameEvent& event : events) {
        auto* issued = std::get_if<wire::CommandIssued>(&event);
        if (!issued) continue;
        if (auto* reading = std::get_if<wire::SetReading>(&issued->command))
            set = &reading->correction;
        auto* adjust = std::get_if<wire::Adjust>(&issued->command);
        if (!set || !adjust) continue;
        set->readings = game::with_time(set->readings, adjust->deltas);
        adjust->deltas = {};
    }
}

std::vector<std::string> say(const std::vector<wire::GameEvent>& events,
                             std::vector<Step>& steps) {
    std::vector<std::string> all;
    const auto take = [&]<class Event>(const Event& event) {
        if constexpr (requires { said(event); }) {
            if (auto found = said(event)) {
                all.push_back(std::move(found->text));
                steps.push_back(std::move(found->step));
            }
        }
    };
    for (const wire::GameEvent& event : events) std::visit(take, event);
    return all;
}

// What an act's command does to the clocks; other commands change nothing.
struct Reader {
    Consequences& all;

    template <class Command>
    void operator()(const Command&) {}
    void operator()(const wire::SetReading& c) {
        all.readings = c.correction.readings;
        all.runs = c.correction.run;
    }
    void operator()(const wire::SetControl& c) {
        if (c.relative) all.added = c.readings;
        else all.readings = c.readings;
    }
    void operator()(const wire::Adjust& c) {
        if (c.deltas != Both<Duration>{}) all.added = c.deltas;
    }
    void operator()(const wire::Pause&) { all.runs = false; }
    void operator()(const wire::Resume&) { all.runs = true; }
    void operator()(const wire::StartGame&) { all.runs = true; }
    void operator()(const wire::EndGame&) { all.runs = false; }
    void operator()(const wire::CallFlag&) { all.runs = false; }
};

// Does this answer stop a running clock, set it to the record and start it again? It does where
// clock and record disagree.
bool goes_on_by_record(const std::vector<wire::GameEvent>& events,
                       const wire::CommandIssued& issued) {
    if (!std::holds_alternative<wire::Pause>(issued.command)) return false;
    return std::ranges::any_of(events, [&](const wire::GameEvent& event) {
        const auto* ruling = std::get_if<wire::RulingGiven>(&event);
        return ruling && ruling->number == issued.ruling && ruling->effect.answers > 0 &&
               (ruling->about == wire::Subject::position ||
                ruling->about == wire::Subject::correction);
    });
}

}  // namespace

Effects effects_of(std::vector<wire::GameEvent> events) {
    add_later_time(events);
    Effects effects;
    Consequences& all = effects.consequences;
    effects.text = say(events, all.steps);
    for (const wire::GameEvent& event : events) {
        if (const auto* issued = std::get_if<wire::CommandIssued>(&event)) {
            std::visit(Reader{all}, issued->command);
            if (goes_on_by_record(events, *issued)) all.runs = true;
        }
        if (const auto* result = std::get_if<wire::ResultRecorded>(&event)) {
            all.result = text(result->outcome.score);
            all.runs = false;
        }
        if (std::holds_alternative<wire::ResultWithdrawn>(event)) all.result = "*";
    }
    return effects;
}

bool changes_result(const std::vector<wire::GameEvent>& events) {
    return std::ranges::any_of(events, [](const wire::GameEvent& event) {
        return std::holds_alternative<wire::ResultRecorded>(event) ||
               std::holds_alternative<wire::ResultWithdrawn>(event) ||
               std::holds_alternative<wire::ColoursReversed>(event);
    });
}

std::string token_of(const std::vector<wire::GameEvent>& events, const std::vector<Told>& notes) {
    Digest digest;
    for (wire::GameEvent event : events) {
        if (std::holds_alternative<wire::CommandIssued>(event)) continue;  // has the instant
        // The act that confirms may have another id.
        if (auto* acted = std::get_if<wire::DeskActed>(&event)) acted->id.clear();
        digest.add(wire::encode_body(event));
    }
    for (const Told& note : notes) digest.add(note.text);
    return digest.text();
}

std::string token_of(wire::EventActed acted, const std::vector<std::string>& notes) {
    acted.id.clear();
    const auto plain = [](std::vector<wire::AtBoard>& games) {
        for (wire::AtBoard& at : games) at = {at.board, at.game, "", ""};
    };
    if (auto* rule = std::get_if<wire::RuleBoards>(&acted.act)) plain(rule->games);
    if (auto* undo = std::get_if<wire::UndoStart>(&acted.act)) plain(undo->games);
    Digest digest;
    digest.add(wire::encode_body(wire::GameEvent{std::move(acted)}));
    for (const std::string& note : notes) digest.add(note);
    return digest.text();
}

}  // namespace flagfall::arbiterd
