#include "clockd/service/clock_service.hpp"

#include <algorithm>
#include <utility>

#include "clockd/service/clock_impl.hpp"
#include "clockd/service/limits.hpp"
#include "clockd/service/permissions.hpp"
#include "clockd/service/shown.hpp"
#include "common/base/guarded.hpp"
#include "common/base/limits.hpp"
#include "common/base/office_ids.hpp"
#include "common/base/version.hpp"
#include "common/ops/log.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/read_back.hpp"

namespace flagfall::clockd {

namespace {

// The board an event belongs to; 0 for the hall's own events.
Board board_of(const wire::ClockEvent& event) {
    return std::visit(
        [](const auto& e) {
            if constexpr (std::is_base_of_v<wire::BoardEvent, std::decay_t<decltype(e)>>)
                return e.board;
            else
                return Board{};
        },
        event);
}

std::string stream_of(Board board) {
    return board.number == 0 ? std::string(hall_stream) : "board/" + std::to_string(board.number);
}

void must_be_read(const wire::ClockEvent& event) {
    const std::string why = wire::why_not_read_back(event);
    if (!why.empty()) throw CheckFailed(why);
}

}  // namespace

// ---- start --------------------------------------------------------------------------------

// After a power cut the running clocks are paused where the last heartbeat saw them (6.10);
// after a restart in the same boot they went on, because time did.
void ClockService::Impl::record_start(Instant last_seen) {
    published = ports.last();
    if (!identity.virtual_time && boards.boot() == identity.boot) belief.started(last_seen);
    const Instant at = identity.virtual_time ? Instant{} : ports.now();
    if (ports.last().value == 0) {
        append({{at, wire::LogOpened{identity.log, identity.virtual_time ? "virtual" : "real",
                                     std::string(version)}}});
    } else if (!identity.virtual_time) {
        const std::string this_boot = std::exchange(identity.boot, boards.boot());
        append(clock::decide_boot(boards, this_boot == boards.boot(), last_seen));
        identity.boot = this_boot;
    }
    append({{at, wire::Booted{identity.boot, std::string(version)}}});
    arm_deadline();
}

// ---- lines --------------------------------------------------------------------------------

void ClockService::Impl::on_line(net::PeerId id, std::string_view line, Instant at) {
    const auto message = wire::decode_to_clockd(line);
    if (!message) {
        refuse(id, message.error().id, message.error().code, message.error().text);
        return ports.count_bad_line(id);
    }
    Visitor& peer = peers.at(id);
    if (peer.guest) {
        belief.heard(peer.guest->device, at);
        Belief::heard(datings.at(id), at);
    }
    if (const auto* hello = std::get_if<wire::Hello>(&*message))
        return on_hello(id, peer, *hello, at);
    if (const auto* prove = std::get_if<wire::Prove>(&*message))
        return on_prove(id, peer, *prove, at);
    if (!peer.guest) {
        refuse(id, "", "hello_first", "say hello before anything else: "
               "{\"type\":\"hello\",\"role\":\"device\",\"name\":\"...\",\"protocol\":1}");
        return ports.count_bad_line(id);
    }
    const Guest& guest = *peer.guest;
    if (const auto* subscribe = std::get_if<wire::Subscribe>(&*message))
        return on_subscribe(id, guest, *subscribe);
    if (const auto* get = std::get_if<wire::GetBoard>(&*message))
        return on_get_board(id, guest, *get, at);
    if (const auto* enrol = std::get_if<wire::EnrolDevice>(&*message))
        return on_device_matter(id, guest, *enrol, at);
    if (const auto* revoke = std::get_if<wire::RevokeDevice>(&*message))
        return on_device_matter(id, guest, *revoke, at);
    if (const auto* get = std::get_if<wire::GetDevice>(&*message))
        return on_get_device(id, guest, *get, at);
    if (const auto* head = std::get_if<wire::SignedHead>(&*message))
        return on_head(id, guest, *head, at);
    if (const auto* report = std::get_if<wire::Equipment>(&*message))
        return on_equipment(id, guest, *report, at);
    if (const auto* get = std::get_if<wire::GetEquipment>(&*message))
        return on_get_equipment(id, guest, *get, at);
    if (const auto* weighed = std::get_if<wire::PressWeighed>(&*message))
        return on_weighed(id, guest, *weighed);
    on_command(id, guest, std::get<wire::ClockCommand>(*message), at);
}

// ---- the door -----------------------------------------------------------------------------

void ClockService::Impl::on_hello(net::PeerId id, Visitor& peer, const wire::Hello& hello,
                                  Instant at) {
    if (too_many_hellos(id, peer)) return;
    if (hello.device != 0 && ports.full())  // a second connection of a device must be recorded
        return refuse(id, "", "busy", "the disk is behind; say hello again in a moment");
    const Reply reply = door.hello(peer, hello, ports.nonce());
    if (!reply.line || peer.asked) feed.leave(id);  // a second hello is a new identity
    if (reply.line) return on_door(id, reply);
    greet(id, peer, at);
}

void ClockService::Impl::on_prove(net::PeerId id, Visitor& peer, const wire::Prove& prove,
                                  Instant at) {
    if (ports.full())  // a code that is used must be recorded
        return refuse(id, "", "busy", "the disk is behind; say hello again in a moment");
    if (auto code = door.to_stretch(peer, at))
        return stretch_first(id, *code, {prove, *std::exchange(peer.asked, std::nullopt), at});
    const Reply reply = door.prove(peer, prove, at);
    if (reply.line) return on_door(id, reply);
    greet(id, peer, at);
}

void ClockService::Impl::greet(net::PeerId id, Visitor& peer, Instant at) {
    const Guest guest = *std::exchange(peer.guest, std::nullopt);
    if (is_full(peers, guest)) {
        refuse(id, "", "full", "no connection slot is free; close other links");
        return ports.close(id, "no place");
    }
    peer.guest = guest;
    peer.since = ports.now();
    ports.let_in(id);
    let_go_of_silent(id, guest, at);
    if (const auto old = one_too_many(peers, guest.device)) cut_off(*old, "too_many_links",
        "this device has too many links; this one is its oldest");
    note_overlap(id, guest, at);
    const bool stood = datings.contains(id);  // it says hello again on the same link
    Dating& dating = datings[id] = belief.link(guest.device, at);
    if (stood) dating.heard_before = ports.now();
    answer(id, wire::Welcome{"clockd", std::string(version), identity.log,
                             identity.virtual_time ? "virtual" : "real", identity.boot, published,
                             guest.board, guest.side, identity.build});
    if (guest.role != clock::Role::arbiterd || identity.virtual_time) return;
    if (auto head = heads_sent.greeting(ports.now())) answer(id, std::move(*head));
}

// Refusals and challenges at the door reveal nothing of the log and need not wait for it.
void ClockService::Impl::on_door(net::PeerId id, const Reply& reply) {
    append(reply.events);
    if (const auto* enrolled = std::get_if<wire::Enrolled>(&*reply.line)) {
        belief.heard(enrolled->device, ports.now());
        return answer(id, *reply.line);
    }
    ports.send(id, wire::encode(*reply.line));
    if (reply.counts_as_bad) ports.count_bad_line(id);
    if (reply.hang_up) ports.close(id, "not authenticated");
}

void ClockService::Impl::on_insecure(net::PeerId id, std::string_view why) {
    const net::PeerOrigin& origin = peers.at(id).origin;
    if (door.failed_tls(origin, ports.now()))
        ops::log(ops::Level::warn, "TLS failed: the peer does not have the key of its identity",
                 {{"peer", origin.address}, {"why", why}});
}

// ---- what guests ask for ------------------------------------------------------------------

void ClockService::Impl::on_subscribe(net::PeerId id, const Guest& guest,
                                      const wire::Subscribe& request) {
    if (elsewhere(id, guest, request.id, request.board)) return;
    if (!may_follow(guest.role) && !identity.rehearsal && !identity.virtual_time)
        return refuse(id, request.id, "not_allowed",
                      "a device may not follow the log (12.6); get_board shows the clock");
    if (request.log != identity.log && !(request.log.empty() && request.from.value == 0))
        return refuse(id, request.id, "wrong_log",
                      "this server keeps log " + identity.log + ", not " + request.log);
    if (request.from.value > published.value + 1)  // what is not durable does not exist yet
        return refuse(id, request.id, "ahead_of_log",
                      "the log ends at " + std::to_string(published.value));
    const Pos from = request.from.value == 0 ? Pos{published.value + 1} : request.from;
    const wire::FromClockd subscribed = wire::Subscribed{request.id, identity.log, from};
    ports.send(id, wire::encode(subscribed));
    feed.subscribe(id, from, request.board, published);
}

void ClockService::Impl::on_get_board(net::PeerId id, const Guest& guest,
                                      const wire::GetBoard& request, Instant at) {
    if (elsewhere(id, guest, request.id, request.board)) return;
    answer(id, shown(boards, request, seen(at)));
}

void ClockService::Impl::on_command(net::PeerId id, const Guest& guest,
                                    const wire::ClockCommand& command, Instant at) {
    const clock::Role role = guest.role;
    const wire::Command& head = clock::common(command);
    if (elsewhere(id, guest, head.id, head.board)) return;
    if (for_the_other(id, guest, command)) return;
    const Act act{sender_of(role, guest.device), head.id, digest_of(command)};
    if (waits_already(id, act, head.board)) return;
    const auto before = done_before(guest, act);
    if (!before) return refuse(id, act.id, before.error().code, before.error().text, head.board);
    const std::optional<CarriedOut::Deed>& deed = *before;
    if (deed && !deed->only_noted)
        return answer(id, wire::Ack{head.id, deed->pos, true, view(head.board, seen(at))});
    if (!permitted(role, command))
        return refuse(id, head.id, "not_allowed",
                      "a peer of role " + std::string(name(role)) + " may not send this",
                      head.board);
    if (ports.full()) {
        Belief::put_off(datings[id], head.age, at, turn_began(head.board));
        return refuse(id, head.id, "busy", "the disk is behind; send it again in a moment",
                      head.board);
    }
    if (too_fast(id, guest, head, at)) return;
    Arrived one{id, guest, act, command, at, believed(id, guest, head, at), deed.has_value()};
    if (!wait_behind(one)) take(std::move(one));
    arm_deadline();
}

clock::Decision ClockService::Impl::decided(const Arrived& one) {
    const auto used = used_before(one.command);
    if (!used) return {{}, used.error()};
    auto decision = guarded([&] {
        auto made =
            clock::decide(boards, one.command, one.at, one.guest.role, one.believed, *used,
                          one.unseen);
        for (const clock::Stamped& each : made.events) must_be_read(each.event);
        return made;
    });
    if (decision) return std::move(*decision);
    ops::log(ops::Level::error, "the software failed at a command",
             {{"board", clock::common(one.command).board.number}, {"what", decision.error()}});
    return {{}, clock::Refusal{"failed", "the software failed at this command, and nothing was "
                                         "done; report it with the log of clockd"}};
}

std::set<Board> ClockService::Impl::waiting() const {
    std::set<Board> all = held.boards();
    all.insert(stuck.begin(), stuck.end());
    return all;
}

// A board at which this fails is left to the arbiter: the clocks of all others go on.
void ClockService::Impl::time_passes() {
    const std::set<Board> not_now = waiting();
    const auto events = guarded([&] {
        auto made = clock::decide_time(boards, ports.now(), 1, not_now);
        for (const clock::Stamped& each : made) must_be_read(each.event);
        return made;
    });
    if (events) return append(*events);
    const auto due = std::ranges::find_if(boards.deadlines(), [&](const auto& each) {
        return !not_now.contains(each.second);
    });
    FF_CHECK(due != boards.deadlines().end());
    stuck.insert(due->second);
    ops::log(ops::Level::error, "the software failed at a timer: check this board",
             {{"board", due->second.number}, {"what", events.error()}});
}

void ClockService::Impl::carry_out(const Arrived& one, clock::Decision decision) {
    const wire::Command& head = clock::common(one.command);
    if (one.only_noted)  // sent again: the log already has the fact
        std::erase_if(decision.events, [](const clock::Stamped& e) {
            return std::holds_alternative<wire::PressedLate>(e.event);
        });
    append(decision.events, one.act, decision.refusal.has_value());
    if (!decision.refusal) stuck.erase(head.board);
    const bool gone = one.guest.device == 0 && !peers.contains(one.peer);
    if (TokenBucket* left = gone ? nullptr : budget(one.peer, one.guest, head.board, one.at))
        for (std::size_t i = 0; i < decision.events.size(); ++i) left->take(one.at);
    if (decision.refusal) {
        clock::Refusal shown = as_shown_to(one.guest.role, std::move(*decision.refusal));
        return refuse(one.peer, head.id, std::move(shown.code), std::move(shown.text), head.board);
    }
    Instant shown_at = one.waited ? ports.now() : one.at;
    if (identity.virtual_time) shown_at = head.at.value_or(Instant{});
    answer(one.peer, wire::Ack{head.id, ports.last(), false, view(head.board, shown_at)});
}

namespace {

clock::Refusal unreadable(const store::LookupError& error) {
    ops::log(ops::Level::error, "the log cannot be read",
             {{"code", error.code}, {"text", error.text}});
    return {"busy", "the log cannot be read at present; send it again in a moment"};
}

}  // namespace

std::expected<std::optional<CarriedOut::Deed>, clock::Refusal> ClockService::Impl::done_before(
    const Guest& guest, const Act& act) {
    if (guest.role != clock::Role::arbiterd && is_office_id(act.id))
        return std::unexpected(clock::Refusal{
            "id_reserved", "ids that begin with arb: or hall: are arbiterd's; choose another"});
    auto deed = carried_out.find(act, ports.past());
    if (!deed) return std::unexpected(unreadable(deed.error()));
    if (*deed && (*deed)->digest != act.digest) return std::unexpected(id_used());
    return *deed;
}

std::expected<bool, clock::Refusal> ClockService::Impl::used_before(
    const wire::ClockCommand& command) {
    const auto* opening = std::get_if<wire::OpenGame>(&command);
    if (!opening) return false;
    if (opened_lately.contains(opening->game)) return true;
    const auto found = ports.past().was_opened(opening->game);
    if (!found) return std::unexpected(unreadable(found.error()));
    return *found;
}

// In virtual time the commands carry the instants; arbiters set clocks anyway.
std::optional<Duration> ClockService::Impl::believed(net::PeerId id, const Guest& guest,
                                                     const wire::Command& head,
                                                     Instant at) const {
    if (identity.virtual_time || guest.role != clock::Role::device) return std::nullopt;
    return Belief::believed(datings.at(id), head.age, at, turn_began(head.board));
}

Instant ClockService::Impl::turn_began(Board board) const {
    const bool known = board.number >= 1 && board.number <= limits::boards;
    return known ? boards.at(board).turn_began : Instant{};
}

// ---- the log ------------------------------------------------------------------------------

// Of a refused command only the fact of a late press carries the command's id.
void ClockService::Impl::append(const clock::Events& events, const Act& act, bool refused) {
    if (events.empty()) return;
    // A flag-fall carries its deadline, which has passed; we are alive now.
    const Heartbeat alive = heartbeat(identity.virtual_time ? events.back().at : ports.now());
    std::vector<store::Row> rows;
    rows.reserve(events.size());
    for (const clock::Stamped& e : events) {
        store::Row row;
        row.stream = stream_of(board_of(e.event));
        row.at = e.at;
        row.boot = identity.boot;
        row.wall_ms = alive.wall_ms;
        row.type = std::string(wire::type_of(e.event));
        const bool late = std::holds_alternative<wire::PressedLate>(e.event);
        if ((late || !refused) && !act.id.empty()) {
            row.cmd_id = act.id;
            row.sender = act.sender;
            row.cmd_digest = act.digest;
        }
        row.body = wire::encode_body(e.event);
        rows.push_back(std::move(row));
    }
    ports.append(rows, alive);
    std::map<Board, bool> started;  // for the first time?
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Board board = board_of(events[i].event);
        const bool ran = runs_at(board);
        clock::apply(boards, events[i].event, events[i].at);
        if (!ran && runs_at(board))
            started[board] = std::holds_alternative<wire::GameStarted>(events[i].event);
        door.apply(events[i].event, rows[i].pos);
        if (const auto* changed = std::get_if<wire::EquipmentChanged>(&events[i].event))
            equipment.apply(*changed);
        outbound.add(rows[i].pos, PublishedEvent{board_of(events[i].event), frame_of(rows[i])});
    }
    for (const store::Row& row : rows) heads_sent.row(row.type, row.pos);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        carried_out.appended(rows[i]);
        if (const auto* opened = std::get_if<wire::GameOpened>(&events[i].event))
            opened_lately.add(opened->game, {}, rows[i].pos);
    }
    for (const auto& [board, first] : started) say_equipment_again(board, first, events.back().at);
}

void ClockService::Impl::on_committed(Pos up_to) {
    carried_out.committed(up_to);
    opened_lately.committed(up_to);
    outbound.release(up_to, [this](Outbound::Item& item) {
        if (auto* event = std::get_if<PublishedEvent>(&item.what)) {
            published = item.pos;
            feed.publish(item.pos, event->board, event->frame);
        } else {
            say(std::get<AnswerLine>(item.what));
        }
    });
    go_on();
    arm_deadline();
}

void ClockService::Impl::arm_deadline() {
    if (identity.virtual_time) return ports.wake_at(std::nullopt);
    auto due = clock::next_deadline(boards, waiting());
    const auto until = held.deadline();
    if (until && (!due || *until < *due)) due = until;
    ports.wake_at(due);
}

// Drain the sockets first: their data arrived before the deadline fired. A flag waits for a press
// that came before it.
void ClockService::Impl::on_deadline() {
    ports.drain();
    go_on();
    if (!ports.full()) time_passes();
    if (!ports.full()) arm_deadline();  // else on_committed does
}

void ClockService::Impl::on_heartbeat() {
    std::vector<store::Row> none;
    if (clock::next_deadline(boards) && !ports.full()) ports.append(none, heartbeat(ports.now()));
    for (const auto& [id, peer] : peers)
        if (door.overdue(peer, ports.now())) ports.close(id, "did not authenticate in time");
    note_absences();
    send_head();
}

// ---- answers ------------------------------------------------------------------------------

// Every answer may show what the last event did, so it waits for that event.
void ClockService::Impl::answer(net::PeerId id, const wire::FromClockd& message) {
    AnswerLine answer{id, wire::encode(message), std::holds_alternative<wire::Welcome>(message)};
    if (published >= ports.last()) return say(answer);
    outbound.add(ports.last(), std::move(answer));
}

void ClockService::Impl::say(const AnswerLine& answer) {
    ports.send(answer.peer, answer.line);
    const auto dating = datings.find(answer.peer);
    if (answer.lets_in && dating != datings.end()) dating->second.let_in = ports.now();
}

void ClockService::Impl::refuse(net::PeerId id, const std::string& cmd_id, std::string code,
                               std::string text, std::optional<Board> board) {
    wire::Refused refused{cmd_id, std::move(code), std::move(text), board, {}};
    if (board) refused.epoch = view(*board, Instant{}).epoch;
    answer(id, refused);
}

// ---- outside ------------------------------------------------------------------------------

ClockService::ClockService(Ports& ports, ClockIdentity identity)
    : impl_(std::make_unique<Impl>(ports, std::move(identity))) {}

ClockService::~ClockService() = default;

std::optional<std::string> ClockService::replay(const store::Row& row) {
    const auto event = wire::decode_clock_event(row.type, row.body);
    if (!event)
        return "event " + std::to_string(row.pos.value) + " of the log cannot be read (" +
               event.error().text + "); restore a backup of clockd.db";
    clock::apply(impl_->boards, *event, row.at);
    impl_->door.apply(*event, row.pos);
    impl_->heads_sent.row(row.type, row.pos);
    if (const auto* kept = std::get_if<wire::HeadKept>(&*event))
        (kept->of_frames ? impl_->frame_heads : impl_->heads_kept).replay(*kept);
    if (const auto* changed = std::get_if<wire::EquipmentChanged>(&*event))
        impl_->equipment.apply(*changed);
    return std::nullopt;
}

std::optional<std::string> ClockService::wrong_time_mode() const {
    const bool wanted = impl_->identity.virtual_time;
    if (impl_->ports.last().value == 0) return std::nullopt;
    if ((impl_->boards.mode() == clock::TimeMode::simulated) == wanted) return std::nullopt;
    const std::string kept = wanted ? "real" : "virtual";
    return "this log was kept in " + kept + " time: start with --time " + kept +
           ", or choose another --data";
}

std::size_t ClockService::devices_of_another_key() const { return impl_->door.strangers(); }

void ClockService::on_signed(wire::SignedHead head) {
    impl_->heads_sent.is_signed(std::move(head));
}
void ClockService::record_start(Instant last_seen) { impl_->record_start(last_seen); }
void ClockService::on_open(net::PeerId peer, const net::PeerOrigin& origin) {
    Visitor& visitor = impl_->peers[peer] = {};
    visitor.origin = origin;
    visitor.since = impl_->ports.now();
}
std::optional<auth::Key> ClockService::tls_key(std::string_view identity) const {
    return impl_->door.tls_key(identity);
}
void ClockService::on_secured(net::PeerId peer, std::string_view identity) {
    const auto name = auth::name_from(identity);
    FF_CHECK(name);  // tls_key() gave its key
    impl_->peers.at(peer).proved = *name;
}
void ClockService::on_insecure(net::PeerId peer, std::string_view why) {
    impl_->on_insecure(peer, why);
}
void ClockService::on_line(net::PeerId peer, std::string_view line, Instant at) {
    impl_->on_line(peer, line, at);
}
void ClockService::on_bad_line(net::PeerId peer, std::string_view reason) {
    impl_->refuse(peer, "", "too_long", std::string(reason));
}
void ClockService::on_close(net::PeerId peer) {
    impl_->feed.leave(peer);
    impl_->equipment.left(peer);
    impl_->peers.erase(peer);
    impl_->datings.erase(peer);
    impl_->link_budgets.erase(peer);
    std::erase_if(impl_->table_budgets,
                  [&](const auto& budget) { return budget.first.first == peer; });
}
void ClockService::on_drained(net::PeerId peer) { impl_->feed.drained(peer, impl_->published); }
void ClockService::on_committed(Pos up_to) { impl_->on_committed(up_to); }
void ClockService::on_deadline() { impl_->on_deadline(); }
void ClockService::on_heartbeat() { impl_->on_heartbeat(); }
std::map<std::string_view, std::size_t> ClockService::peers_by_role() const {
    return by_role(impl_->peers);
}
const clock::Boards& ClockService::boards() const { return impl_->boards; }
const EquipmentList& ClockService::equipment() const { return impl_->equipment; }

}  // namespace flagfall::clockd
