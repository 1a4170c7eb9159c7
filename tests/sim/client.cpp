#include "tests/sim/client.hpp"

#include <algorithm>

#include "clockd/clock/boards.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::sim {

namespace {

bool intervenes(const wire::ClockCommand& command) {
    return std::holds_alternative<wire::Pause>(command) ||
           std::holds_alternative<wire::Resume>(command) ||
           std::holds_alternative<wire::SetReading>(command) ||
           std::holds_alternative<wire::EndGame>(command) ||
           std::holds_alternative<wire::Adjust>(command) ||
           std::holds_alternative<wire::ReopenGame>(command) ||
           std::holds_alternative<wire::SetControl>(command);
}

}  // namespace

Client::Client(Hall& hall, std::string role, std::optional<Board> board)
    : hall_(hall),
      world_(hall.world),
      random_(hall.world.random.split()),
      role_(std::move(role)),
      caller_(role_, "sim", world_.key(role_)),
      board_(board) {}

void Client::start() { connect_in(random_.between(Duration{}, milliseconds(50))); }

void Client::connect_in(Duration wait) {
    world_.agenda.in(wait, [this] { hall_.network.connect(*this); });
}

void Client::on_refused() { connect_in(random_.between(milliseconds(50), seconds(1))); }

void Client::on_connected(net::PeerId link) {
    link_ = link;
    say(wire::encode(wire::ToClockd{caller_.hello(world_.new_nonce())}));
    ++world_.types["clockd/hello"];
}

void Client::on_disconnected(net::PeerId link) {
    if (link_ != link) return;
    link_.reset();
    welcome_ = false;
    connect_in(random_.between(milliseconds(20), milliseconds(500)));
}

bool Client::say(std::string line) {
    if (!link_) return false;
    hall_.network.send(*link_, std::move(line));
    return true;
}

// ---- commands -----------------------------------------------------------------------------

void Client::submit(wire::ClockCommand command, bool exact) {
    std::visit([&](auto& c) { c.id = world_.new_id(role_.c_str()); }, command);
    intents_.push_back({std::move(command), world_.now(), exact});
    if (welcome_) send(intents_.back());
}

void Client::send(const Intent& intent) {
    wire::ClockCommand command = intent.command;
    std::string id;
    const Duration age = world_.now() - intent.happened;
    std::visit(
        [&](auto& c) {
            id = c.id;
            if (world_.options.virtual_time) c.at = intent.happened;
            else c.age = age;
        },
        command);
    const std::string line = wire::encode(wire::ToClockd{command});
    hall_.network.send(*link_, line, id, intent.exact && age == Duration{});
    if (world_.whim(random_, world_.options.players.send_twice)) {
        world_.marks.add("line_sent_twice");
        hall_.network.send(*link_, line, id);
    }
}

void Client::answered(const std::string& id, const wire::Ack* ack, const wire::Refused* refused) {
    const auto found = std::ranges::find_if(
        intents_, [&](const Intent& i) { return clock::common(i.command).id == id; });
    if (found == intents_.end()) return;  // answered before, to a line that was sent twice
    if (refused && refused->code == "busy") {
        world_.marks.add("refused_busy");
        world_.agenda.in(milliseconds(200), [this, id] {
            const auto again = std::ranges::find_if(
                intents_, [&](const Intent& i) { return clock::common(i.command).id == id; });
            if (again != intents_.end() && welcome_) send(*again);
        });
        return;
    }
    const Intent intent = *found;
    intents_.erase(found);
    if (refused) {
        world_.marks.add("refused_" + refused->code);
        if (refused->code == "flag_fallen") check_late(intent, *refused);
    }
    if (ack) {
        const wire::Command& head = clock::common(intent.command);
        const bool pause = std::holds_alternative<wire::Pause>(intent.command);
        hall_.ledger.acks.emplace(
            id, Ledger::Acknowledged{ack->pos, head.board, head.epoch,
                                     intervenes(intent.command), pause});
        std::visit([&](const auto& c) { ++world_.types["clockd/" + std::string(c.type)]; },
                   intent.command);
        if (ack->repeated) world_.marks.add("ack_repeated");
        if (world_.now() - intent.happened > seconds(1)) world_.marks.add("sent_late_with_age");
    }
    on_answer(intent, ack, refused);
}

// P9: a press that was on this machine before the flag-fall was decided, made before the
// deadline, must have counted.
void Client::check_late(const Intent& intent, const wire::Refused& refused) {
    const auto* press = std::get_if<wire::Press>(&intent.command);
    if (!press) return;
    const auto reached = hall_.clockd.reached(press->id);
    const auto decided = hall_.clockd.flag_decided(press->board);
    if (!reached || !decided || reached->life != decided->life) return;
    const auto& rows = hall_.clockd.rows();
    const std::string stream = "board/" + std::to_string(press->board.number);
    const auto fell = std::find_if(rows.rbegin(), rows.rend(), [&](const store::Row& r) {
        return r.type == "flag_fell" && r.stream == stream;
    });
    if (fell == rows.rend() || fell->boot != world_.machine.boot()) return;
    const auto event = wire::decode_clock_event(fell->type, fell->body);
    if (!event) return;
    // The answer may be old: then another flag has fallen since.
    const auto& flag = std::get<wire::FlagFell>(*event);
    if (flag.side != press->side || flag.game != press->game || flag.epoch != refused.epoch)
        return;
    // The time on the way to the machine cannot be known; `age_us` covers the rest.
    const Duration way = reached->at - reached->sent;
    const Instant made = world_.options.virtual_time
                             ? intent.happened  // the instant that it has
                             : world_.machine.instant(intent.happened) + way;
    if (made < fell->at && reached->at < decided->at)
        world_.found(press->board, "press " + press->id + " was made " +
                                       std::to_string((fell->at - made).us) +
                                       " us before the flag fell and had arrived when that was "
                                       "decided, but did not count (P9)");
}

// ---- what clockd says ---------------------------------------------------------------------

void Client::welcomed(const wire::Welcome& welcome) {
    welcome_ = true;
    if (welcome.pos < seen_)
        world_.found(Board{}, "the log ends at " + std::to_string(welcome.pos.value) +
                                  " though event " + std::to_string(seen_.value) +
                                  " was seen (P1)");
    say(wire::encode(wire::ToClockd{
        wire::Subscribe{"follow", welcome.log, Pos{seen_.value + 1}, board_}}));
    for (const Intent& intent : intents_) send(intent);
    on_welcome();
}

void Client::event(const wire::EventFrame& frame, std::string_view line) {
    if (frame.pos <= seen_) return;
    if (!board_ && frame.pos.value != seen_.value + 1)
        world_.found(Board{}, "event " + std::to_string(frame.pos.value) + " came after " +
                             std::to_string(seen_.value));
    seen_ = frame.pos;
    const auto [at, fresh] = hall_.ledger.events.emplace(frame.pos.value, line);
    if (!fresh && at->second != line)
        world_.found(Board{}, "event " + std::to_string(frame.pos.value) + " was seen as " +
                             at->second + " and as " + std::string(line));
    on_event(frame);
}

void Client::on_line(net::PeerId link, std::string_view line) {
    if (link_ != link) return;
    const auto message = wire::decode_from_clockd(line);
    if (!message) return world_.found(Board{}, "clockd sent a bad line: " + std::string(line));
    std::visit([&](const auto& m) { ++world_.types["clockd/" + std::string(m.type)]; }, *message);
    if (const auto* e = std::get_if<wire::EventFrame>(&*message)) return event(*e, line);
    if (const auto* c = std::get_if<wire::Challenge>(&*message)) {
        const auto proof = caller_.answer(*c);
        if (!proof) return world_.found(Board{}, "clockd does not prove its key");
        say(wire::encode(wire::ToClockd{*proof}));
        return;
    }
    if (const auto* w = std::get_if<wire::Welcome>(&*message)) return welcomed(*w);
    if (const auto* b = std::get_if<wire::BoardState>(&*message)) return on_view(b->view, b->id);
    if (const auto* a = std::get_if<wire::Ack>(&*message)) {
        on_view(a->view, {});
        return answered(a->id, a, nullptr);
    }
    if (const auto* r = std::get_if<wire::Refused>(&*message)) return answered(r->id, nullptr, r);
}

}  // namespace flagfall::sim
