#include "arbiterd/api/acts.hpp"

#include <nlohmann/json.hpp>

#include "arbiterd/api/api.hpp"
#include "arbiterd/api/entered_controls.hpp"
#include "arbiterd/tournament/decide.hpp"
#include "arbiterd/tournament/notes.hpp"
#include "common/base/number.hpp"
#include "common/base/overload.hpp"
#include "common/store/crypto.hpp"

namespace flagfall::api {

namespace {

using arbiterd::ActAnswer;
using Kind = ActAnswer::Kind;
using nlohmann::ordered_json;

net::Response refused(const tournament::EventRefusal& why, Part part) {
    std::vector<Fault> faults;
    if (!why.pointer.empty()) faults.push_back({in_body(why.pointer, part), why.text});
    if (why.code == "changed_meanwhile")
        return problem(412, "changed_meanwhile", why.text, faults);
    if (why.code == "id_used") return problem(422, "key_used", why.text, faults);
    if (why.code == "failed") return problem(500, "failed", why.text, faults);
    if (why.code == "unknown_event") return problem(404, "not_found", why.text);
    auto response = refusal(why.code == "event_exists" ? 409 : 422, why.code, why.text, faults);
    if (!why.confirm.empty()) {  // the act can still be done, with this token
        ordered_json body = ordered_json::parse(response.body);
        body["confirm"] = why.confirm;
        response.body = body.dump();
    }
    return response;
}

// The preview of an act that needs a confirmation.
void add_games(ordered_json& body, const ActAnswer& answer) {
    if (!answer.says.empty()) {
        body["says"] = texts(answer.says);
        body["saysRemarks"] = ordered_json::parse(remarks_json(answer.says));
    }
    if (answer.games.empty()) return;
    ordered_json games = ordered_json::array();
    for (const wire::AtBoard& at : answer.games) {
        ordered_json one{{"board", at.board.number}};
        if (!at.game.empty()) one["gameId"] = at.game;
        if (!at.refused.empty()) one["refused"] = {{"code", at.refused}, {"text", at.text}};
        games.push_back(std::move(one));
    }
    body["games"] = std::move(games);
}

// Does the act change nothing for now, whatever the record says?
bool is_only_shown(const arbiterd::Act& act) {
    if (const auto* desk = std::get_if<wire::DeskCommand>(&act))
        return desk->confirm == arbiterd::show_only;
    const auto& office = std::get<wire::EventCommand>(act);
    return office.confirm == arbiterd::show_only ||
           (office.confirm.empty() && tournament::needs_confirmation(office.act));
}

// An import that removes data of rounds, and an act that changes the points of existing results,
// must be shown first. The act itself says so, because the record may change before it is decided.
void show_first(arbiterd::Act& act, const tournament::Tournament* event) {
    auto* office = std::get_if<wire::EventCommand>(&act);
    if (!office || !event || !office->confirm.empty()) return;
    const auto scores = [&](const tournament::EventInfo& info) {
        return tournament::changes_points(*event, info);
    };
    const auto* change = std::get_if<wire::ChangeEvent>(&office->act);
    if (change && scores(change->info)) office->confirm = arbiterd::show_only;
    const auto* file = std::get_if<wire::ImportEvent>(&office->act);
    if (!file || !(file->replace || (file->info && scores(*file->info)))) return;
    const auto does = tournament::decide_import(*event, *file);
    if (does && ((does->info && scores(*does->info)) ||
                 !tournament::notes_on_replaced(*event, *does).empty()))
        office->confirm = arbiterd::show_only;
}

// The rights that were checked must still be enough when the act is carried out: acts under way may
// have started the round, or made a file valid that was not.
arbiterd::Permit permit_of(const arbiterd::Act& act, const ActRule& granted) {
    const auto* command = std::get_if<wire::EventCommand>(&act);
    if (!command) return {};
    return [act = command->act, granted](const tournament::Tournament* event) {
        return rule_of(act, event) == granted;
    };
}

// A revision that does not exist yet cannot be acknowledged. The record counts those of games.
std::optional<tournament::EventRefusal> beyond_present(Api& api, const arbiterd::Act& act) {
    const auto* command = std::get_if<wire::EventCommand>(&act);
    const auto* ack = command ? std::get_if<wire::Acknowledge>(&command->act) : nullptr;
    if (!ack || ack->board == Board{} || !api.tournaments.entered(command->event)) return {};
    const std::string round = std::to_string(ack->round);
    if (!api.tournaments.round_named(command->event, round)) return {};
    for (const record::BoardRow& row : api.round({command->event, round}).data.boards)
        if (row.game.board == ack->board && ack->revision > row.game.revision)
            return tournament::refuse(
                "bad_number",
                "the result of board " + std::to_string(ack->board.number) + " has revision " +
                    std::to_string(row.game.revision) + " (not its version): acknowledge that",
                "/revision");
    return {};
}

constexpr std::string_view act_again = "arbiterd is busy: send the same act again, with the same "
                                       "id; it is carried out once";

}  // namespace

bool complete_act(Call& call) {
    if (!is_object(call)) return false;
    wire::Json& body = *call.json;
    if (!body.find("by")) body.set("by", wire::json_text(""));  // as_person() fills it in
    if (const auto key = call.request().header("Idempotency-Key"))
        body.set("id", wire::json_text(*key));
    if (body.find("id")) return true;
    call.refuse(problem(400, "key_needed", "Idempotency-Key, or id: choose one for this act"));
    return false;
}

std::string_view name(Kind kind) {
    return kind == Kind::repeated ? "repeated" : kind == Kind::preview ? "confirm" : "done";
}

std::string etag_of(const tournament::Tournament& tournament) {
    return "\"e" + std::to_string(tournament.changed.value) + "\"";
}

std::string players_etag(const access::Identity& who, const tournament::Tournament& tournament) {
    return access::in_office(who)
               ? etag_of(tournament)
               : "\"e" + std::to_string(tournament.changed.value) + "-public\"";
}

const tournament::Tournament* event_of(Api& api, const CallPtr& call) {
    const tournament::Tournament* found = api.tournaments.find(call->at("event"));
    if (!found)
        call->refuse(problem(404, "not_found", "there is no event " + call->at("event")));
    return found;
}

const tournament::Tournament* entered_event_of(Api& api, const CallPtr& call) {
    const tournament::Tournament* found = event_of(api, call);
    if (!found || api.tournaments.entered(found->id)) return found;
    call->refuse(problem(409, "refused",
                         "the event " + found->id + " is known from its games only: create it "
                                                    "under another id to run it"));
    return nullptr;
}

std::optional<std::uint32_t> number_of_path(Api&, const CallPtr& call, std::string_view name) {
    const std::string& text = call->at(name);
    if (const auto value = whole_number<std::uint32_t>(text, 1)) return value;
    call->refuse(problem(404, "not_found", "there is no " + std::string(name) + " " + text));
    return std::nullopt;
}

bool take_if_match(const CallPtr& call, const tournament::Tournament& tournament,
                   std::optional<Pos>& match, bool with_id) {
    const std::string_view wanted = call->request().header("If-Match").value_or("");
    if (with_id && wanted.starts_with("\"e") && wanted.ends_with('"'))
        if (const auto seen = whole_number<std::int64_t>(wanted.substr(2, wanted.size() - 3))) {
            match = Pos{*seen};
            return true;
        }
    if (!matches(*call, etag_of(tournament))) return false;
    // the loop checks it again, in order with all other changes
    if (call->request().header("If-Match") != "*") match = tournament.changed;
    return true;
}

net::Response event_answer_json(const wire::EventCommand& command,
                                const ActAnswer& answer,
                                const std::vector<Told>& notes) {
    ordered_json body{{"status", name(answer.kind)},
                      {"id", command.id},
                      {"event", command.event},
                      {"revision", answer.revision.value}};
    if (answer.kind == Kind::preview) body["confirm"] = answer.confirm;
    add_games(body, answer);
    if (!notes.empty()) {
        body["notes"] = texts(notes);
        body["remarks"] = ordered_json::parse(remarks_json(notes));
    }
    auto response = json(body.dump());
    response.headers.emplace_back("ETag", "\"e" + std::to_string(answer.revision.value) + "\"");
    return response;
}

void act_as_person(Api& api, const CallPtr& call, arbiterd::Act act, const Where& where, Part part,
                   const Respond& respond) {
    if (const auto no = take_controls(act, entered_by(call->who)))
        return call->refuse(refused(*no, part));
    const tournament::Tournament* event = api.tournaments.find(where.event);
    show_first(act, event);
    auto [rule, named] = std::visit(
        Overload{[&](const wire::EventCommand& command) {
                     return std::pair(rule_of(command.act, event), command.by);
                 },
                 [](const wire::DeskCommand& command) {
                     return std::pair(rule_of(command.act), command.by);
                 }},
        act);
    const auto go_on = [&api, call, part, respond, act, rule](const std::string& by) mutable {
        if (const auto no = beyond_present(api, act)) return call->refuse(refused(*no, part));
        std::visit([&](auto& command) { command.by = by; }, act);
        auto permit = permit_of(act, rule);
        api.service.act(std::move(act), std::move(permit),
                        [call, part, respond](const ActAnswer& answer) {
            if (answer.kind == Kind::refused) return call->refuse(refused(answer.refusal, part));
            if (answer.kind == Kind::busy) return call->refuse(busy(act_again));
            call->reply(respond(answer));
        });
    };
    // A preview needs no PIN: the PIN confirms what is really done.
    if (is_only_shown(act)) rule.pin = Pin::not_asked;
    as_person(api, call, rule, where, named, go_on);
}

void act_on_event(Api& api, const CallPtr& call, wire::EventCommand command, Part part,
                  const ToResponse& more) {
    command.id = act_id(*call, command.id);
    if (command.id.empty()) command.id = "api-" + store::random_hex(12);
    Where where{command.event, {}, {}};
    if (const auto* entered = std::get_if<wire::EnterResult>(&command.act))
        where.boards = {entered->board};
    if (const auto* kept = std::get_if<wire::KeepMoves>(&command.act)) where.boards = {kept->board};
    if (const auto* many = std::get_if<wire::RuleBoards>(&command.act))
        where = {command.event, many->boards, many->sector};
    if (const auto* undone = std::get_if<wire::UndoStart>(&command.act))
        where = {command.event, undone->boards, undone->sector};
    act_as_person(api, call, command, where, part, [more, command](const ActAnswer& answer) {
        return more ? more(command, answer) : event_answer_json(command, answer);
    });
}

}  // namespace flagfall::api
