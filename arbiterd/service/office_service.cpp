#include "arbiterd/service/office_service.hpp"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <map>

#include "arbiterd/core/decide.hpp"
#include "arbiterd/core/desk.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/limits.hpp"
#include "common/hall/caller.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::arbiterd {

namespace {

std::string stream_of(const wire::GameEvent& event) {
    return std::visit(
        [](const auto& e) -> std::string {
            if constexpr (requires { e.game; }) return "game/" + e.game;
            else return "office";
        },
        event);
}

const std::string& id_of(const wire::CommandIssued& issued) {
    return std::visit([](const auto& c) -> const std::string& { return c.id; }, issued.command);
}

// Says of every verdict on mating how long it took, with all else that was decided at once.
void add_time_taken(std::vector<wire::GameEvent>& events, Duration taken) {
    const auto is_verdict = [](const wire::Pair& fact) { return fact.name.ends_with("_can_mate"); };
    const auto add = [&](wire::Pairs& evidence) {
        if (std::ranges::any_of(evidence, is_verdict))
            evidence.push_back({"took_us", std::to_string(taken.us)});
    };
    for (wire::GameEvent& event : events) {
        if (auto* ruling = std::get_if<wire::RulingGiven>(&event)) add(ruling->evidence);
        if (auto* question = std::get_if<wire::QuestionPut>(&event)) add(question->evidence);
    }
}

// The command as a line. Real time has no use for the instant it answers.
std::string line_of(const wire::CommandIssued& issued, bool virtual_time) {
    return std::visit(
        [&](auto command) {
            if (!virtual_time) command.at.reset();
            return wire::encode(wire::ToClockd{wire::ClockCommand{std::move(command)}});
        },
        issued.command);
}

}  // namespace

namespace {

// Tells the same act sent again from another one with its id.
std::size_t print_of(const std::string& by, const wire::DeskAct& act) {
    return std::hash<std::string>{}(by + "\n" + wire::encode_act(act));
}

}  // namespace

struct OfficeService::Impl {
    Impl(Ports& p, std::optional<hall::Key> key)
        : ports(p), caller("arbiterd", "arbiterd", std::move(key)) {}

    struct Unsent {
        Pos pos;  // its own row: it may go out when this is durable
        wire::CommandIssued issued;
    };
    struct Unsaid {
        Pos pos;  // of the last row it led to
        std::uint64_t ticket = 0;
        DeskAnswer answer;
    };
    struct Done {
        Pos pos;                // of its first row
        std::size_t print = 0;  // of what was done, by whom
    };
    struct Stamp {  // of the clock event that is answered
        Instant at;
        std::string boot;
        std::int64_t wall_ms = 0;
    };

    Ports& ports;
    hall::Caller caller;
    bool let_in = false;      // by clockd, on this link
    bool was_let_in = false;  // ever since we started
    int turned_away = 0;      // links without a welcome, since the last one
    game::Office office;
    Pos followed;           // the last position of clockd's log that was decided on
    std::string clock_log;  // the log of the link; empty while there is none
    bool subscribed = false;
    std::deque<Unsent> unsent;
    std::deque<Unsaid> unsaid;
    std::map<std::string, Done, std::less<>> desk_done;  // the desk's acts by their ids
    Instant last_at;  // of the clock event that was decided on last
    Pos durable;      // of our own log


    void on_line(std::string_view line);
    void on_challenge(const wire::Challenge& challenge);
    void on_not_let_in(const wire::Refused& refused);
    void not_linked(const std::string& why);
    void on_welcome(const wire::Welcome& welcome);
    void on_subscribed();
    void on_event(const wire::EventFrame& frame);
    void on_refused(const wire::Refused& refused);
    void on_desk(const wire::DeskCommand& command, std::uint64_t ticket);
    Pos record(std::vector<wire::GameEvent> events, const Stamp& stamp);
    void on_committed(Pos up_to);
    bool virtual_time() const { return office.time == "virtual"; }
};

void OfficeService::Impl::on_line(std::string_view line) {
    const auto message = wire::decode_from_clockd(line);
    if (!message) {
        std::fprintf(stderr,
                     "level=error msg=\"clockd said what we cannot read\" code=%s text=\"%s\"\n",
                     message.error().code.c_str(), message.error().text.c_str());
        return ports.reconnect("unreadable line");
    }
    if (const auto* challenge = std::get_if<wire::Challenge>(&*message))
        return on_challenge(*challenge);
    if (!caller.believes() && !std::holds_alternative<wire::Refused>(*message))
        return not_linked("clockd did not prove that it has the key of this hall");
    if (const auto* event = std::get_if<wire::EventFrame>(&*message)) return on_event(*event);
    if (const auto* welcome = std::get_if<wire::Welcome>(&*message)) return on_welcome(*welcome);
    if (const auto* refused = std::get_if<wire::Refused>(&*message)) return on_refused(*refused);
    if (std::holds_alternative<wire::Subscribed>(*message)) on_subscribed();
}

void OfficeService::Impl::on_challenge(const wire::Challenge& challenge) {
    const auto proof = caller.answer(challenge);
    if (!proof)
        return not_linked("clockd has another key than ours: it is not this hall's clockd, or "
                          "--hall-key names another hall's file");
    ports.send(wire::encode(wire::ToClockd{*proof}));
}

void OfficeService::Impl::on_not_let_in(const wire::Refused& refused) {
    if (refused.code == "not_authenticated" || refused.code == "wrong_proof")
        return not_linked("clockd does not let us in (" + refused.text +
                          "); name the hall's key with --hall-key: clockd keeps it as hall.key in"
                          " its data folder");
    ports.reconnect("clockd said " + refused.code);
}

// At the start somebody is there to put it right. Later the office stays for those who read, and
// asks again: an impostor must not end it. Of many attempts a few are told.
void OfficeService::Impl::not_linked(const std::string& why) {
    if (!was_let_in) return ports.fatal({exit_code::not_trusted, why});
    ++turned_away;
    if ((turned_away & (turned_away - 1)) == 0)
        std::fprintf(stderr, "level=error msg=\"clockd is not followed\" attempts=%d text=\"%s\"\n",
                     turned_away, why.c_str());
    ports.reconnect("not trusted");
}

// The record follows one log for ever: another one means another event's clocks.
void OfficeService::Impl::on_welcome(const wire::Welcome& welcome) {
    if (!office.log.empty() && office.log != welcome.log)
        return ports.fatal({exit_code::wrong_log,
                            "this record follows clock log " + office.log + ", but clockd keeps " +
                                welcome.log + ": start both with the --data they belong to"});
    if (welcome.pos < followed)
        return ports.fatal({exit_code::wrong_log,
                            "clockd's log ends at " + std::to_string(welcome.pos.value) +
                                ", before position " + std::to_string(followed.value) +
                                " that was recorded: its file was replaced or restored"});
    let_in = was_let_in = true;
    turned_away = 0;
    clock_log = welcome.log;
    ports.send(wire::encode(
        wire::ToClockd{wire::Subscribe{"follow", clock_log, Pos{followed.value + 1}, {}}}));
}

void OfficeService::Impl::on_subscribed() {
    subscribed = true;
    ports.linked(true);
    for (const auto& [id, game] : office.games)  // what may have been lost with the last link
        for (const game::Outstanding& out : game.live.outbox) {
            const bool waits = std::ranges::any_of(
                unsent, [&](const Unsent& u) { return id_of(u.issued) == id_of(out.issued); });
            if (!waits) ports.send(line_of(out.issued, virtual_time()));
        }
}

void OfficeService::Impl::on_event(const wire::EventFrame& frame) {
    if (frame.pos <= followed) return;
    if (frame.pos.value != followed.value + 1) return ports.reconnect("a gap in clockd's log");
    if (ports.full()) return ports.reconnect("the disk is behind");
    const game::Input input{frame.pos, frame.at, frame.wall_ms, frame.cmd_id, frame.event};
    followed = frame.pos;
    last_at = frame.at;
    const Instant before = ports.now();
    std::vector<wire::GameEvent> events = game::decide(office, input);
    // In virtual time the record says nothing that another run of the same game would not.
    if (!virtual_time()) add_time_taken(events, ports.now() - before);
    record(std::move(events), {frame.at, frame.boot, frame.wall_ms});
}

void OfficeService::Impl::on_refused(const wire::Refused& refused) {
    if (!let_in) return on_not_let_in(refused);
    if (refused.code == "busy") return ports.reconnect("clockd is busy");
    // Some line of ours was damaged on the way; after a reconnection all of them are sent again.
    if (refused.id.empty()) return ports.reconnect("clockd could not read a line");
    if (ports.full()) return ports.reconnect("the disk is behind");  // then it is sent again
    const game::Refusal refusal{refused.id, refused.code, refused.text,
                                refused.epoch.value_or(Epoch{}), Instant{}};
    record(game::decide_refused(office, refusal), {ports.now(), ports.boot(), ports.wall_ms()});
}

namespace {

DeskAnswer refusal(std::string code, std::string why) {
    DeskAnswer answer;
    answer.code = std::move(code);
    answer.why = std::move(why);
    return answer;
}

}  // namespace

void OfficeService::Impl::on_desk(const wire::DeskCommand& command, std::uint64_t ticket) {
    DeskAnswer answer;
    if (const auto done = desk_done.find(command.id); done != desk_done.end()) {
        if (done->second.print != print_of(command.by, command.act))
            return ports.desk_answered(
                ticket, refusal("id_used", "id: another act was carried out with it; nothing was "
                                           "done now. Choose a new one"));
        answer.kind = DeskAnswer::Kind::repeated;
        answer.pos = done->second.pos;
        unsaid.push_back({std::max(answer.pos, unsaid.empty() ? Pos{} : unsaid.back().pos), ticket,
                          std::move(answer)});
        return on_committed(durable);
    }
    if (ports.full()) {
        answer.kind = DeskAnswer::Kind::busy;
        return ports.desk_answered(ticket, std::move(answer));
    }
    if (command.id.empty() || command.id.size() > limits::desk_id_bytes)
        return ports.desk_answered(
            ticket, refusal("bad_id", "id: 1 to " + std::to_string(limits::desk_id_bytes) +
                                          " bytes, chosen by you, unique in the record"));
    const Instant at = virtual_time() ? last_at : ports.now();
    auto events = game::decide_desk(office, at, command);
    if (!events)
        return ports.desk_answered(ticket, refusal(events.error().code, events.error().text));
    answer.text = sentences_of(*events);
    const std::string token = token_of(*events);
    if (game::needs_confirmation(*events) && command.confirm != token) {
        answer.kind = DeskAnswer::Kind::preview;
        answer.confirm = token;
        return ports.desk_answered(ticket, std::move(answer));
    }
    answer.kind = DeskAnswer::Kind::done;
    answer.pos = record(std::move(*events), {at, ports.boot(), ports.wall_ms()});
    desk_done.emplace(command.id, Done{answer.pos, print_of(command.by, command.act)});
    unsaid.push_back({answer.pos, ticket, std::move(answer)});
}

// Gives the position of the first row.
Pos OfficeService::Impl::record(std::vector<wire::GameEvent> events, const Stamp& stamp) {
    std::vector<log::Row> rows;
    rows.reserve(events.size());
    for (const wire::GameEvent& event : events) {
        log::Row row;
        row.stream = stream_of(event);
        row.at = stamp.at;
        row.boot = stamp.boot;
        row.wall_ms = stamp.wall_ms;
        row.type = std::string(wire::type_of(event));
        row.body = wire::encode_body(event);
        rows.push_back(std::move(row));
    }
    for (const wire::GameEvent& event : events) game::apply(office, event);
    // Of the desk's acts too: the record follows one log, linked or not.
    ports.append(rows, events, {office.log, followed});
    for (std::size_t i = 0; i < events.size(); ++i)
        if (auto* issued = std::get_if<wire::CommandIssued>(&events[i]))
            unsent.push_back({rows[i].pos, std::move(*issued)});
    return rows.empty() ? Pos{} : rows.front().pos;
}

void OfficeService::Impl::on_committed(Pos up_to) {
    durable = std::max(durable, up_to);
    for (; !unsent.empty() && unsent.front().pos <= up_to; unsent.pop_front())
        if (subscribed) ports.send(line_of(unsent.front().issued, virtual_time()));
    while (!unsaid.empty() && unsaid.front().pos <= durable) {
        Unsaid said = std::move(unsaid.front());
        unsaid.pop_front();
        ports.desk_answered(said.ticket, std::move(said.answer));
    }
}

// ---- outside ------------------------------------------------------------------------------

OfficeService::OfficeService(Ports& ports, std::optional<hall::Key> hall_key)
    : impl_(std::make_unique<Impl>(ports, std::move(hall_key))) {}

OfficeService::~OfficeService() = default;

std::optional<std::string> OfficeService::replay(const log::Row& row) {
    const auto event = wire::decode_game_event(row.type, row.body);
    if (!event)
        return "event " + std::to_string(row.pos.value) + " of the record cannot be read (" +
               event.error().text + "); restore a backup of arbiterd.db";
    game::apply(impl_->office, *event);
    if (const auto* acted = std::get_if<wire::DeskActed>(&*event))
        impl_->desk_done.emplace(acted->id, Impl::Done{row.pos, print_of(acted->by, acted->act)});
    impl_->durable = row.pos;
    impl_->last_at = row.at;
    return std::nullopt;
}

void OfficeService::resume_at(Pos followed) { impl_->followed = followed; }

void OfficeService::on_connected() {
    impl_->let_in = false;
    impl_->ports.send(wire::encode(wire::ToClockd{impl_->caller.hello(impl_->ports.nonce())}));
}

void OfficeService::on_line(std::string_view line) { impl_->on_line(line); }

void OfficeService::on_disconnected() {
    impl_->subscribed = false;
    impl_->clock_log.clear();
    impl_->ports.linked(false);
}

void OfficeService::on_committed(Pos up_to) { impl_->on_committed(up_to); }

void OfficeService::on_desk(const wire::DeskCommand& command, std::uint64_t ticket) {
    impl_->on_desk(command, ticket);
}

const game::Office& OfficeService::office() const { return impl_->office; }

}  // namespace flagfall::arbiterd
