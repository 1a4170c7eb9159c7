// Commands that clockd, as far as is known, did not carry out: only a person can decide what to do
// about them.
#include "arbiterd/game/laws/lost.hpp"

#include <algorithm>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/irregular.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/laws/refused.hpp"
#include "arbiterd/game/state/ids.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

std::string_view type_of(const wire::OfficeCommand& command) {
    return std::visit([](const auto& c) { return c.type; }, command);
}

std::string_view said(const wire::OfficeCommand& command) {
    struct {
        std::string_view operator()(const wire::SetReading&) { return "set the clock as ruled"; }
        std::string_view operator()(const wire::EndGame&) { return "end the game"; }
        std::string_view operator()(const wire::Resume&) { return "start the clock again"; }
        std::string_view operator()(const wire::Pause&) { return "stop the clocks"; }
        std::string_view operator()(const wire::Adjust&) { return "add or take off time"; }
        std::string_view operator()(const wire::ReopenGame&) { return "open the game again"; }
        std::string_view operator()(const wire::SetControl&) { return "take the time control"; }
        std::string_view operator()(const wire::Arrive&) { return "note that a player has come"; }
        std::string_view operator()(const wire::CallFlag&) { return "call the flag"; }
        std::string_view operator()(const wire::StartGame&) { return "start the game's clock"; }
    } words;
    return std::visit(words, command);
}

std::string_view name_of(Lost how) {
    switch (how) {
        case Lost::no_answer: return "no_answer";
        case Lost::no_effect: return "no_effect";
        case Lost::refused: return "refused";
    }
    return "";
}

std::string_view words(Lost how) {
    switch (how) {
        case Lost::no_answer: return "it has not answered, though the link stands";
        case Lost::no_effect: return "it says that this was done, but its log does not show it";
        case Lost::refused: return "it does not take this command";
    }
    return "";
}

bool asked_before(const Live& live, const std::string& id) {
    return std::ranges::any_of(live.questions, [&](const Question& q) {
        return q.basis.command && id_of(*q.basis.command) == id;
    });
}

// Would it set the clock for the move that is to be made next by the record?
bool sets_for_record(const Draft& draft, const wire::Correction& set) {
    const Live& live = draft.live();
    if (live.adjourned && set.ply.count == live.adjourned->ply.count + 1) return true;
    return set.ply == clock_ply(draft) && set.turn == clock_side(draft);
}

// No clock is set for a move that the record has left behind, and the clock of a game that is over
// is neither started nor stopped.
bool can_be_sent(const Draft& draft, const wire::OfficeCommand& command) {
    const auto* set = std::get_if<wire::SetReading>(&command);
    if (draft.over())
        return !std::holds_alternative<wire::Resume>(command) &&
               !std::holds_alternative<wire::Pause>(command);
    return !set || sets_for_record(draft, set->correction);
}

Draft draft_of(const Games& games, const Game& game, Instant at) {
    return Draft(games, game,
                 {.cause = {}, .at = at, .epoch = game.live.epoch, .readings = game.live.readings});
}

// Gives up all outstanding commands of this kind.
template <class Command>
void drop_all(Draft& draft) {
    const std::vector<Outstanding> waits = draft.live().outbox;
    for (const Outstanding& out : waits) {
        if (!std::holds_alternative<Command>(out.issued.command)) continue;
        draft.settle(id_of(out.issued.command), Settling::given_up);
        FF_CHECK(!is_out(draft.live(), id_of(out.issued.command)));
        close_about(draft, id_of(out.issued.command));
    }
}

}  // namespace

void ask_about_command(Draft& draft, const wire::CommandIssued& issued, Lost how,
                       std::string_view code) {
    const wire::OfficeCommand& command = issued.command;
    FF_CHECK(!id_of(command).empty());
    FF_CHECK(!asked_before(draft.live(), id_of(command)));
    wire::Pairs evidence{fact("command", type_of(command)), fact("id", id_of(command)),
                         fact("why", name_of(how))};
    if (!code.empty()) evidence.push_back(fact("refused", code));
    const bool holds = how != Lost::no_answer && draft.live().hold != Hold::none &&
                       std::holds_alternative<wire::SetReading>(command);
    draft.ask("", Subject::clock_command,
              sentence({"clockd was to ", said(command), ", and ", words(how),
                        ". See what the clock shows."}),
              std::move(evidence), holds, command_options(can_be_sent(draft, command)),
              {.command = command, .ruling = issued.ruling});
}

void drop_late_sending(Draft& draft) {
    const std::vector<Question> open = draft.live().questions;
    for (Question question : open) {
        const auto& command = question.basis.command;
        if (command && ends_open_game(draft, *command)) {
            draft.close(question, Closing::overtaken);
            drop_command(draft, *command, Settling::given_up);
            continue;
        }
        if (question.about != Subject::clock_command || !question.basis.command ||
            can_be_sent(draft, *question.basis.command))
            continue;
        const auto again = std::ranges::find(question.options, "again", &wire::Pair::name);
        if (again == question.options.end()) continue;
        draft.close(question, Closing::overtaken);
        question.options.erase(again);
        question.text += draft.over() ? " The game is over: it is not sent again."
                                      : " Other moves stand since: it cannot be sent again. Let "
                                        "it be, and set the clock.";
        draft.ask_again(question);
    }
}

std::vector<wire::GameEvent> decide_lost(const Games& games, const std::string& game,
                                         const std::string& id, Lost how, Instant at) {
    FF_CHECK(!id.empty());
    const Game* found = find(games, game);
    if (found == nullptr || asked_before(found->live, id)) return {};
    for (const Outstanding& out : found->live.outbox) {
        const wire::CommandIssued issued = out.issued;
        const wire::OfficeCommand& command = issued.command;
        if (id_of(command) != id) continue;
        FF_CHECK(issued.game == game);
        Draft draft = draft_of(games, *found, at);
        if (how == Lost::no_effect) draft.settle(id, Settling::no_effect);
        if (how == Lost::refused) draft.settle(id, Settling::refused);
        if (how != Lost::no_answer)
            does_not_hold(draft, issued,
                          {id, std::string(name_of(how)), std::string(words(how)), {}, at});
        ask_about_command(draft, issued, how, {});
        return draft.take();
    }
    return {};
}

std::vector<wire::GameEvent> decide_hall_lost(const Games& games,
                                              const wire::OfficeCommand& command, Lost how,
                                              std::string_view code, Instant at) {
    const auto game_of = [](const auto& c) { return c.game; };
    const Game* game = find(games, std::visit(game_of, command));
    if (game == nullptr || asked_before(game->live, id_of(command))) return {};
    Draft draft = draft_of(games, *game, at);
    wire::CommandIssued issued;
    issued.command = command;
    ask_about_command(draft, issued, how, code);
    return draft.take();
}

bool never_taken(std::string_view code) {
    const auto why = refusal_named(code);
    return why && *why >= ClockRefusal::id_used;
}

void close_about(Draft& draft, const std::string& id) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open)
        if (question.basis.command && id_of(*question.basis.command) == id)
            draft.close(question, Closing::overtaken);
}

void drop_reopening(Draft& draft) { drop_all<wire::ReopenGame>(draft); }

void drop_ending(Draft& draft) { drop_all<wire::EndGame>(draft); }

bool ends_open_game(const Draft& draft, const wire::OfficeCommand& command) {
    return std::holds_alternative<wire::EndGame>(command) && !draft.over();
}

void drop_command(Draft& draft, const wire::OfficeCommand& command, Settling how) {
    const std::string id = id_of(command);
    if (is_out(draft.live(), id)) draft.settle(id, how);
}

}  // namespace flagfall::game
