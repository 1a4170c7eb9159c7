// The tournament office: its acts, and the commands for clockd that follow from them.
#include <algorithm>
#include <iterator>

#include "arbiterd/event/decide.hpp"
#include "arbiterd/event/notes.hpp"
#include "arbiterd/event/setup.hpp"
#include "arbiterd/service/office_impl.hpp"
#include "common/base/digest.hpp"
#include "common/base/limits.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/texts.hpp"

namespace flagfall::arbiterd {

namespace {

// Distinguishes a retry of an act from another act with its id. It is in the log, so it must never
// change: the digest of what was sent, except what an honest retry may change.
std::string print_of(wire::EventCommand command) {
    command.id.clear();
    command.if_match.reset();
    command.confirm.clear();  // a preview and what carries it out are one act
    const auto hash = static_cast<std::uint64_t>(log::content_digest(wire::encode_event(command)));
    constexpr std::string_view digits = "0123456789abcdef";
    std::string print;
    for (int shift = 60; shift >= 0; shift -= 4) print += digits[(hash >> shift) & 15];
    return print;
}

// Names the act and the games that it is for. How each of them stands may change until it is
// confirmed: among a hundred boards something always does, and the answer says what was done.
// `notes` are who relies on what it changes.
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

ActAnswer refused(std::string code, std::string text, std::string pointer = {}) {
    ActAnswer answer;
    answer.refusal = event::refuse(std::move(code), std::move(text), std::move(pointer));
    return answer;
}

}  // namespace

void OfficeService::Impl::act(const wire::EventCommand& command, Answered done) {
    if (auto bad = wire::bad_text(command))
        return done(refused("bad_text", bad->pointer + ": " + bad->says +
                                            " is in it; write it without", bad->pointer));
    std::string print = print_of(command);
    ActAnswer answer;
    if (const auto before = event_done.find(command.id); before != event_done.end()) {
        if (before->second.print != print)
            return done(refused("id_used", "id: another act, or another person's, was carried out "
                                           "with it; nothing was done now. Choose a new one"));
        answer.kind = ActAnswer::Kind::repeated;
        answer.pos = before->second.pos;
        answer.games = before->second.games;
        answer.says = before->second.says;
    } else {
        answer = carry_out(command, std::move(print));
        if (answer.kind != ActAnswer::Kind::done) return done(std::move(answer));
    }
    if (const event::Tournament* event = event::find(events, command.event))
        answer.revision = event->changed;
    const Pos last_row = std::max(answer.revision, answer.pos);
    say(last_row, std::move(answer), std::move(done));
}

ActAnswer OfficeService::Impl::carry_out(const wire::EventCommand& command, std::string print) {
    ActAnswer answer;
    if (ports.full()) {
        answer.kind = ActAnswer::Kind::busy;
        return answer;
    }
    if (command.id.empty() || command.id.size() > limits::desk_id_bytes)
        return refused("bad_id", "id: 1 to " + std::to_string(limits::desk_id_bytes) +
                                     " bytes, chosen by you, unique in the record");
    event::Moment now{virtual_time() ? last_at : ports.now(), ports.wall_ms()};
    if (virtual_time()) now.wall_ms.reset();  // the day of a rehearsal is any day
    auto decided = event::decide(events, office, now, command);
    if (!decided) {
        answer.refusal = std::move(decided.error());
        std::string& pointer = answer.refusal.pointer;
        if (!pointer.empty()) pointer.insert(0, "/act");
        return answer;
    }
    // White's clocks start now (6.6), not whenever the link comes back.
    if (event::starts_clocks(*decided) && !subscribed)
        return refused("no_clocks", "clockd cannot be reached, so no clock would start: see that "
                                    "it runs, and start the round again");
    auto& acted = std::get<wire::EventActed>(decided->front());
    // Whoever relies on a result is named before it is changed.
    const std::vector<std::string> notes =
        event::notes_on_entered(events, acted.event, acted.act);
    answer.says = notes;
    std::ranges::move(event::sentences_of(acted.act), std::back_inserter(answer.says));
    if (const auto* games = event::games_of(acted.act)) answer.games = *games;
    if (event::needs_confirmation(acted.act) || !notes.empty()) {
        answer.confirm = token_of(acted, notes);
        if (command.confirm != answer.confirm) {
            answer.kind = ActAnswer::Kind::preview;
            answer.revision = events.events.at(command.event).changed;
            return answer;
        }
    }
    acted.print = std::move(print);
    answer.kind = ActAnswer::Kind::done;
    answer.pos = record(std::move(*decided), {now.at, ports.boot(), ports.wall_ms()});
    return answer;
}

// ---- commands for the hall ------------------------------------------------------------------

namespace {

wire::ClockCommand clock_command(const wire::HallCommandIssued& issued) {
    return std::visit([](const auto& c) { return wire::ClockCommand{c}; }, issued.command);
}

}  // namespace

// On a new link nothing was sent yet.
void OfficeService::Impl::hall_subscribed() {
    hall.clear();
    for (const event::Outstanding& out : events.outbox)
        hall.push_back({out.pos, event::command_of(out.issued).id, out.issued.game,
                        clock_command(out.issued)});
    hall_send();
}

void OfficeService::Impl::hall_recorded(const wire::GameEvent& event, Pos pos) {
    if (const auto* issued = std::get_if<wire::HallCommandIssued>(&event); issued && subscribed)
        hall.push_back({pos, event::command_of(*issued).id, issued->game,
                        clock_command(*issued)});
    if (const auto* settled = std::get_if<wire::HallCommandSettled>(&event))
        sent.erase(settled->id);
}

// A few at a time: a whole round at once would overrun the queue of the link.
void OfficeService::Impl::hall_send() {
    if (!subscribed) return;
    while (!hall.empty() && hall.front().pos <= durable &&
           sent.size() < limits::hall_commands_under_way) {
        sent.insert(hall.front().id);
        send(hall.front().command);
        hall.pop_front();
    }
}

}  // namespace flagfall::arbiterd
