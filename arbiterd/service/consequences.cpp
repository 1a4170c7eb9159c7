#include "arbiterd/service/consequences.hpp"

#include <algorithm>

#include "arbiterd/game/acts/acts.hpp"
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

}  // namespace

std::vector<std::string> sentences_of(const std::vector<wire::GameEvent>& events) {
    std::vector<std::string> all;
    for (const wire::GameEvent& event : events) {
        if (const auto* ruling = std::get_if<wire::RulingGiven>(&event)) {
            all.push_back("Ruling " + std::to_string(ruling->number) + " (" + ruling->article +
                          "): " + ruling->text);
        } else if (const auto* result = std::get_if<wire::ResultRecorded>(&event)) {
            all.push_back("Result: " + std::string(text(result->outcome.score)) + ", " +
                          std::string(name(result->outcome.ending)) + " (" +
                          result->outcome.article + ").");
        } else if (const auto* approved = std::get_if<wire::ResultApproved>(&event)) {
            all.push_back("The result is approved: " + std::string(name(approved->who)) + ".");
        } else if (const auto* back = std::get_if<wire::PositionRestored>(&event)) {
            all.push_back("The game stands after ply " + std::to_string(back->ply.count) +
                          "; later moves are void" + named(back->voided) + ".");
        } else if (const auto* restored = std::get_if<wire::MovesRestored>(&event)) {
            all.push_back(of_moves(*restored));
        } else if (const auto* again = std::get_if<wire::GameRestarted>(&event)) {
            all.push_back("A new game begins, White: " + again->white + ", Black: " +
                          again->black + "; all moves so far are void" + named(again->voided) +
                          ".");
        } else if (const auto* seats = std::get_if<wire::ColoursReversed>(&event)) {
            all.push_back("White: " + seats->white + ", Black: " + seats->black + ".");
        } else if (const auto* bound = std::get_if<wire::MoveBound>(&event)) {
            all.push_back(std::string(game::say(bound->side)) + " must play one of: " +
                          bound->moves + ".");
        } else if (const auto* question = std::get_if<wire::QuestionPut>(&event)) {
            all.push_back("Question " + std::to_string(question->number) + ": " + question->text);
        } else if (std::holds_alternative<wire::ResultWithdrawn>(event)) {
            all.push_back("The result is withdrawn; the game is open and its clock stands.");
        } else if (const auto* issued = std::get_if<wire::CommandIssued>(&event)) {
            if (const auto* set = std::get_if<wire::SetReading>(&issued->command))
                all.push_back(shown(set->correction));
        }
    }
    return all;
}

namespace {

// What a command of an act does to the clocks. Others do not change them.
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
    void operator()(const wire::Adjust& c) { all.added = c.deltas; }
    void operator()(const wire::Pause&) { all.runs = false; }
    void operator()(const wire::Resume&) { all.runs = true; }
    void operator()(const wire::StartGame&) { all.runs = true; }
    void operator()(const wire::EndGame&) { all.runs = false; }
};

}  // namespace

Consequences consequences_of(const std::vector<wire::GameEvent>& events) {
    Consequences all;
    for (const wire::GameEvent& event : events) {
        if (const auto* issued = std::get_if<wire::CommandIssued>(&event))
            std::visit(Reader{all}, issued->command);
        if (const auto* result = std::get_if<wire::ResultRecorded>(&event)) {
            all.result = text(result->outcome.score);
            all.runs = false;
        }
        if (std::holds_alternative<wire::ResultWithdrawn>(event)) all.result = "*";
    }
    return all;
}

bool changes_result(const std::vector<wire::GameEvent>& events) {
    return std::ranges::any_of(events, [](const wire::GameEvent& event) {
        return std::holds_alternative<wire::ResultRecorded>(event) ||
               std::holds_alternative<wire::ResultWithdrawn>(event) ||
               std::holds_alternative<wire::ColoursReversed>(event);
    });
}

std::string token_of(const std::vector<wire::GameEvent>& events,
                     const std::vector<std::string>& notes) {
    Digest digest;
    for (wire::GameEvent event : events) {
        if (std::holds_alternative<wire::CommandIssued>(event)) continue;  // has the instant
        // The confirmed act may have another id.
        if (auto* acted = std::get_if<wire::DeskActed>(&event)) acted->id.clear();
        digest.add(wire::encode_body(event));
    }
    for (const std::string& note : notes) digest.add(note);
    return digest.text();
}

std::string token_of(wire::EventActed acted, const std::vector<std::string>& notes) {
    acted.id.clear();
    const auto plain = [](std::vector<wire::AtBoard>& games) {
        for (wire::AtBoard& at : games) at = {at.board, at.game, "", ""};
    };
    if (auto* rule = std::get_if<wire::RuleBoards>(&acted.act)) plain(rule->games);
    if (auto* undo = std::get_if<wire::UndoStart>(&acted.act)) {
        plain(undo->games);
        undo->whole = false;
    }
    Digest digest;
    digest.add(wire::encode_body(wire::GameEvent{std::move(acted)}));
    for (const std::string& note : notes) digest.add(note);
    return digest.text();
}

}  // namespace flagfall::arbiterd
