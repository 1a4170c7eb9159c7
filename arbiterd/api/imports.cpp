// Files of pairing programs; each is imported whole or refused whole.
#include "arbiterd/formats/import.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arbiterd/api/acts.hpp"
#include "arbiterd/api/api.hpp"
#include "arbiterd/api/handlers.hpp"
#include "arbiterd/api/person.hpp"
#include "arbiterd/api/summary.hpp"
#include "arbiterd/formats/noted.hpp"
#include "arbiterd/formats/wanted.hpp"
#include "arbiterd/record/boards.hpp"
#include "arbiterd/tournament/notes.hpp"
#include "arbiterd/tournament/persons.hpp"
#include "common/base/unicode.hpp"

namespace flagfall::api {

namespace {

using nlohmann::ordered_json;
namespace wanted = formats::wanted;

using File = std::expected<formats::Imported, formats::ImportError>;

// The content of the file, or why it cannot be read.
struct Read {
    std::string_view format;
    File file;
};

Read read_file(std::string_view text, std::string_view type, const tournament::Tournament& present,
               std::uint32_t round, std::uint32_t first_board) {
    auto format = formats::format_of(type);
    if (!format) format = formats::looked_like(text);
    return {formats::name(*format), formats::read(*format, text, &present, round, first_board)};
}

void refuse_file(const CallPtr& call, const Read& read) {
    const formats::ImportError& error = read.file.error();
    std::string what = "expected " + error.expected.text;
    if (!error.found.empty()) what += ", found " + error.found;
    call->refuse(problem(422, "bad_file",
                         std::string(read.format) + ", " + formats::text(error) +
                             "; nothing was changed",
                         {{"",
                           std::move(what),
                           error.at.line,
                           error.at.column,
                           {error.expected, error.quoted}}}));
}

// A file that has nothing of what is taken from it.
Fault nothing_of(const Wording& expected) {
    return {"", std::string(expected.text), 1, 1, {Told(expected), {}}};
}

using WithFile = std::function<void(const tournament::Tournament& present, formats::Imported file)>;

// Reads the request's file on the reader's thread, using the event as it is now. If that works,
// `go_on` runs on this thread. If the event has changed meanwhile, the file is read again: players
// without a number get the next free ones.
void with_file(Api& api, const CallPtr& call, const tournament::Tournament& present,
               std::uint32_t round, const WithFile& go_on, int times = 3) {
    const auto first = static_cast<std::uint32_t>(call->number("firstBoard", 0, 1, limits::boards));
    if (call->refused()) return;
    const auto job = [text = call->request().body,
                      type = std::string(call->request().header("Content-Type").value_or("")),
                      present, round, first] {
        return std::make_shared<Read>(read_file(text, type, present, round, first));
    };
    const auto then = [&api, call, go_on, first, round, times,
                       as_of = present.changed](const std::shared_ptr<Read>& read) {
        answering(call, [&] {
            if (!read->file) return refuse_file(call, *read);
            if (first > 0 && read->format != formats::name(formats::Format::pairs))
                return call->refuse(problem(400, "bad_parameter",
                                            "firstBoard: it is for the output of a pairing "
                                            "engine, and this file is " +
                                                std::string(read->format)));
            const tournament::Tournament* now = entered_event_of(api, call);
            if (!now) return;
            if (now->changed == as_of) return go_on(*now, std::move(*read->file));
            if (times > 1) return with_file(api, call, *now, round, go_on, times - 1);
            call->refuse(busy("the event changes all the time: send the file again"));
        });
    };
    if (api.aside<std::shared_ptr<Read>>(job, then)) return;
    call->refuse(busy(reading_others));
}

ordered_json summary_of(const formats::Imported& file) {
    std::size_t pairings = 0;
    for (const tournament::EventRound& round : file.rounds) pairings += round.pairings.size();
    return {{"format", file.format}, {"players", file.players.size()},
            {"rounds", file.rounds.size()}, {"pairings", pairings}, {"notes", texts(file.notes)},
            {"remarks", ordered_json::parse(remarks_json(file.notes))}};
}

// The results from the clocks in a round of the event.
tournament::RoundResults results_at_clocks(Api& api, const tournament::Tournament& present,
                                           std::uint32_t round) {
    const auto& kept = api.round({present.id, api.tournaments.name_of(present.id, round)});
    return record::results_of(kept.data.boards);
}

std::vector<Told> notes_at_clocks(Api& api, const tournament::Tournament& present,
                                  const tournament::EventRound& round) {
    if (!tournament::find(present, round.number)) return {};
    return tournament::notes_at_clocks(present, round,
                                       results_at_clocks(api, present, round.number));
}

// A report has the colours of the game, the event those of the pairing. They differ if the colours
// were reversed (7.3).
void take_as_paired(Api& api, const tournament::Tournament& present,
                    tournament::EventRound& round) {
    const tournament::EventRound* known = tournament::find(present, round.number);
    if (!known || !tournament::at_clocks(*known)) return;
    const auto results = results_at_clocks(api, present, round.number);
    for (tournament::EventPairing& given : round.pairings) {
        const tournament::EventPairing* at = tournament::at_board(*known, given.board);
        const auto played = results.find(given.board);
        if (at && at->white == given.black && at->black == given.white &&
            played != results.end() && played->second.reversed)
            std::swap(given.white, given.black);
    }
}

void carry_out(Api& api, const CallPtr& call, wire::EventCommand command,
               formats::Imported file) {
    const auto* act = std::get_if<wire::ImportEvent>(&command.act);
    wire::ImportEvent pairings;
    pairings.rounds = file.rounds;
    std::ranges::move(notes_on_import(api, command.event, act ? *act : pairings),
                      std::back_inserter(file.notes));
    const ordered_json more = summary_of(file);
    if (const auto by = call->request().param("by")) command.by = nfc(*by);
    command.reason = "file: " + file.format;
    // An act that is on its way is no part of what the file was read with.
    if (!command.if_match) command.if_match = api.tournaments.find(command.event)->changed;
    if (const auto token = call->request().param("confirm")) command.confirm = *token;
    act_on_event(api, call, std::move(command), {}, [more](const auto& sent, const auto& answer) {
        auto response = event_answer_json(sent, answer);
        ordered_json body = ordered_json::parse(response.body);
        body.update(more);
        response.body = body.dump();
        return response;
    });
}

}  // namespace

std::vector<Told> notes_on_import(Api& api, const std::string& event,
                                  const wire::ImportEvent& act) {
    std::vector<Told> notes;
    const tournament::Tournament* present = api.tournaments.find(event);
    if (!present) return notes;
    const auto add = [&](std::vector<Told> more) {
        std::ranges::move(more, std::back_inserter(notes));
    };
    auto players = act.players;
    auto teams = act.teams;
    const tournament::Meant meant = tournament::add_others(*present, players, teams);
    add(tournament::notes_on_numbers(*present, players, act.players, meant));
    add(tournament::notes_on_teams(*present, teams));
    if (act.info) add(tournament::notes_on_info(*present, *act.info));
    add(tournament::notes_on_new(*present, act.players, act.rounds));
    const tournament::ResultAt earlier = clock_results(api, *present);
    for (const tournament::EventRound& round : act.rounds) {
        add(tournament::notes_on(*present, round, earlier));
        add(notes_at_clocks(api, *present, round));
    }
    return notes;
}

void import_event(Api& api, const CallPtr& call) {
    const tournament::Tournament* found = entered_event_of(api, call);
    wire::EventCommand command;
    if (!found || !take_if_match(call, *found, command.if_match)) return;
    const auto round = call->number("round", 0, 0, limits::event_rounds);
    if (call->refused()) return;
    with_file(
        api, call, *found, static_cast<std::uint32_t>(round),
        [&api, call, command](const tournament::Tournament& event, formats::Imported file) {
            for (tournament::EventRound& one : file.rounds) take_as_paired(api, event, one);
            wire::EventCommand sent = command;
            sent.event = event.id;
            wire::ImportEvent act = formats::import_of(file);
            act.replace = call->request().param("replace") == "true";
            sent.act = std::move(act);
            carry_out(api, call, std::move(sent), file);
        });
}

void put_players(Api& api, const CallPtr& call) {
    const tournament::Tournament* found = entered_event_of(api, call);
    wire::EventCommand command;
    if (!found || !take_if_match(call, *found, command.if_match)) return;
    with_file(api, call, *found, 0,
              [&api, call, command](const tournament::Tournament& event, formats::Imported file) {
                  if (file.players.empty())
                      return call->refuse(problem(422, "bad_file", "there are no players in it",
                                                  {nothing_of(wanted::some_player_list)}));
                  if (!file.rounds.empty())
                      file.notes.emplace_back(formats::noted::rounds_left);
                  file.rounds.clear();
                  file.info.reset();
                  wire::EventCommand sent = command;
                  sent.event = event.id;
                  sent.act = formats::import_of(file);
                  carry_out(api, call, std::move(sent), file);
              });
}

namespace {

// The act that imports a round's pairings, with the players that the event does not have yet.
wire::EventAct pairings_of(const tournament::Tournament& event, const formats::Imported& file) {
    const tournament::EventRound& round = file.rounds.front();
    const bool new_players = std::ranges::any_of(file.players, [&](const auto& player) {
        return !event.players.contains(player.number);
    });
    const tournament::EventRound* known = tournament::find(event, round.number);
    if (!new_players && known) {
        wire::SetPairings act;
        act.round = round.number;
        act.pairings = round.pairings;
        tournament::keep_terms(*known, act.pairings);
        return act;
    }
    formats::Imported part;
    if (new_players) part.players = file.players;
    if (new_players) part.teams = file.teams;
    part.rounds = file.rounds;
    if (known) {
        part.rounds.front().starts = known->starts;
        part.rounds.front().terms = known->terms;
    }
    return formats::import_of(part);
}

}  // namespace

void put_pairings(Api& api, const CallPtr& call) {
    const tournament::Tournament* found = entered_event_of(api, call);
    wire::EventCommand command;
    if (!found || !take_if_match(call, *found, command.if_match)) return;
    const auto number = number_of_path(api, call, "round");
    if (!number) return;
    with_file(api, call, *found, *number,
              [&api, call, command, number = *number](const tournament::Tournament& event,
                                                      formats::Imported file) {
                  const auto round =
                      std::ranges::find(file.rounds, number, &tournament::EventRound::number);
                  if (round == file.rounds.end())
                      return call->refuse(
                          problem(422, "bad_file",
                                  "there are no pairings of round " + call->at("round") +
                                      " in it",
                                  {nothing_of(wanted::this_pairings)}));
                  const tournament::EventRound only = std::move(*round);
                  file.rounds = {only};
                  wire::EventCommand sent = command;
                  sent.event = event.id;
                  sent.act = pairings_of(event, file);
                  carry_out(api, call, std::move(sent), file);
              });
}

}  // namespace flagfall::api
