#include "clockd/client/link.hpp"

#include <utility>

#include "common/base/now.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/host_port.hpp"
#include "common/store/crypto.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::client {

namespace {

constexpr std::string_view subscription_id = "replay:subscribe";
constexpr int most_damages = 100;  // in a row, without an answer in between

const std::string& id_of(const wire::ClockCommand& command) {
    return std::visit([](const auto& c) -> const std::string& { return c.id; }, command);
}

net::LineClientHandler callbacks(std::function<void()> connected,
                                 std::function<void(std::string_view)> line,
                                 const std::function<void()>& lost,
                                 std::function<void(std::string_view)> untrusted) {
    net::LineClientHandler handler;
    handler.on_connected = std::move(connected);
    handler.on_line = [line = std::move(line)](std::string_view text, Instant) { line(text); };
    handler.on_disconnected = [lost](std::string_view) { lost(); };
    handler.on_attempt_failed = [lost](std::string_view) { lost(); };
    handler.on_untrusted = std::move(untrusted);
    return handler;
}

std::optional<auth::Key> key_of(const Address& address, const std::string& role) {
    if (address.role_key || !address.hall_key) return address.role_key;
    return auth::role_key(*address.hall_key, role);
}

bool needs_tls(const Address& address) {
    return (address.hall_key || address.role_key) && !net::is_loopback(address.host);
}

}  // namespace

net::LineClientOptions way_to(const Address& address, const std::string& role) {
    net::LineClientOptions options;
    if (needs_tls(address))
        options.psk = {auth::tls_identity({role, 0}),
                       auth::tls_key(*key_of(address, role)).bytes};
    return options;
}

auth::Caller caller_to(const Address& address, std::string role, std::string name) {
    std::optional<auth::Key> key = key_of(address, role);
    return {std::move(role), std::move(name), std::move(key), 0,
            needs_tls(address) ? auth::Carrier::tls : auth::Carrier::clear};
}

std::optional<Address> address_from(std::string_view text) {
    auto where = net::parse_host_port(text);
    if (!where) return std::nullopt;
    return Address{std::move(where->host), where->port};
}

Link::Link(net::Loop& loop, const Address& address, const std::string& role, std::string name,
           LinkHandler handler)
    : caller_(caller_to(address, role, std::move(name))),
      handler_(std::move(handler)),
      client_(loop, address.host, address.port,
              callbacks([this] { on_connected(); },
                        [this](std::string_view line) { on_line(line); },
                        [this] {
                            welcomed_ = false;
                            if (handler_.on_lost) handler_.on_lost();
                        },
                        [this](std::string_view why) {
                            trouble("clockd does not prove the hall key that --hall-key names (" +
                                    std::string(why) + ")");
                        }),
              way_to(address, role)) {}

void Link::send(const wire::ClockCommand& command, Answer answer) {
    const auto [entry, fresh] = unanswered_.insert_or_assign(
        id_of(command), Unanswered{command, now(), std::move(answer)});
    if (welcomed_) client_.send(line_of(entry->second));
}

std::string Link::line_of(const Unanswered& unanswered) const {
    wire::ClockCommand command = unanswered.command;
    if (handler_.ages)
        std::visit([&](auto& c) { c.age += now() - unanswered.since; },
                   static_cast<wire::ClockCommand::Variant&>(command));
    return wire::encode(wire::ToClockd{std::move(command)});
}

void Link::subscribe(const std::string& log, Pos from, std::optional<Board> board) {
    client_.send(wire::encode(
        wire::ToClockd{wire::Subscribe{std::string(subscription_id), log, from, board}}));
}

void Link::say(const wire::ToClockd& message) {
    if (welcomed_) client_.send(wire::encode(message));
}

void Link::on_connected() {
    client_.send(wire::encode(wire::ToClockd{caller_.hello(store::random_hex(32))}));
}

void Link::on_line(std::string_view line) {
    const auto message = wire::decode_from_clockd(line);
    if (!message) return on_damage("cannot parse a message from clockd: " + message.error().text);
    if (const auto* challenge = std::get_if<wire::Challenge>(&*message)) {
        const auto proof = caller_.answer(*challenge);
        if (!proof) return trouble("clockd has another key: --hall-key names its file");
        client_.send(wire::encode(wire::ToClockd{*proof}));
        return;
    }
    if (const auto* refused = std::get_if<wire::Refused>(&*message);
        refused && (refused->code == "not_authenticated" || refused->code == "wrong_proof" ||
                    refused->code == "tls_needed"))
        return trouble("clockd refuses us: name its hall.key with --hall-key");
    if (!caller_.believes()) return on_damage("clockd did not prove its key");
    if (const auto* welcome = std::get_if<wire::Welcome>(&*message)) return on_welcome(*welcome);
    if (const auto* event = std::get_if<wire::EventFrame>(&*message)) {
        if (handler_.on_event) handler_.on_event(*event);
    } else if (const auto* held = std::get_if<wire::PressHeld>(&*message)) {
        if (handler_.on_press_held) handler_.on_press_held(*held);
    } else if (const auto* ack = std::get_if<wire::Ack>(&*message)) {
        on_answer(ack->id, *message);
    } else if (const auto* refused = std::get_if<wire::Refused>(&*message)) {
        on_answer(refused->id, *message);
    }
}

void Link::on_welcome(const wire::Welcome& welcome) {
    welcomed_ = true;
    if (handler_.on_welcome) handler_.on_welcome(welcome);
    for (const auto& [id, unanswered] : unanswered_) client_.send(line_of(unanswered));
}

void Link::on_answer(const std::string& id, const wire::FromClockd& message) {
    const auto found = unanswered_.find(id);
    if (found == unanswered_.end()) {
        const auto* refused = std::get_if<wire::Refused>(&message);
        if (refused && id.empty()) return on_damage(refused->text);
        if (refused && id == subscription_id) trouble(refused->text);
        return;  // else the second answer to a command sent twice
    }
    damages_ = 0;
    const Answer answer = std::move(found->second.answer);
    unanswered_.erase(found);
    answer(message);
}

// A program has many links; only one of them reports this.
void Link::trouble(std::string_view what) {
    if (handler_.on_trouble) handler_.on_trouble(what);
}

// A line was damaged on the way: connects again, and all that is unanswered is sent again. A line
// that clockd never understands is not damaged, though.
void Link::on_damage(const std::string& what) {
    if (++damages_ > most_damages) return trouble(what);
    client_.reconnect(what);
}

}  // namespace flagfall::client
