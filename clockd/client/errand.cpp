#include "clockd/client/errand.hpp"

#include "common/base/exit_codes.hpp"
#include "common/store/crypto.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::client {

namespace {

constexpr Duration patience = seconds(10);
constexpr int was_refused = 1;
constexpr const char* role = "arbiter";

net::LineClientHandler callbacks(std::function<void()> connected,
                                 std::function<void(std::string_view)> line,
                                 std::function<void(std::string_view)> untrusted) {
    net::LineClientHandler handler;
    handler.on_connected = std::move(connected);
    handler.on_line = [line = std::move(line)](std::string_view text, Instant) { line(text); };
    handler.on_untrusted = std::move(untrusted);
    return handler;
}

}  // namespace

Errand::Errand(const Address& address)
    : address_(address),
      caller_(caller_to(address, role, "clockd")),
      client_(loop_, address.host, address.port,
              callbacks([this] { client_.send(wire::encode(
                            wire::ToClockd{caller_.hello(store::random_hex(32))})); },
                        [this](std::string_view line) { on_line(line); },
                        [this](std::string_view why) {
                            failure_ = Failure{exit_code::not_trusted,
                                               "this clockd does not prove the hall key (" +
                                                   std::string(why) + ")"};
                        }),
              way_to(address, role)) {}

std::expected<std::string, Failure> Errand::enter() {
    const auto answer = wait();
    if (!answer) return std::unexpected(answer.error());
    const auto* welcome = std::get_if<wire::Welcome>(&*answer);
    if (welcome == nullptr)
        return std::unexpected(Failure{exit_code::unavailable, "clockd did not accept the hello"});
    return welcome->log;
}

std::expected<wire::FromClockd, Failure> Errand::ask(const wire::ToClockd& request) {
    answer_.reset();
    asked_ = wire::encode(request);
    client_.send(asked_);
    return wait();
}

void Errand::on_line(std::string_view line) {
    const auto message = wire::decode_from_clockd(line);
    if (!message) {
        failure_ = Failure{exit_code::unavailable,
                           "cannot parse a message from clockd: " + message.error().text};
    } else if (const auto* challenge = std::get_if<wire::Challenge>(&*message)) {
        if (const auto proof = caller_.answer(*challenge))
            client_.send(wire::encode(wire::ToClockd{*proof}));
        else
            failure_ = Failure{exit_code::not_trusted, "this clockd has another hall key"};
    } else if (const auto* refused = std::get_if<wire::Refused>(&*message)) {
        const bool outside = refused->code == "wrong_proof" || refused->code == "not_authenticated";
        failure_ = Failure{outside ? exit_code::not_trusted : was_refused, refused->text};
    } else if (!caller_.believes()) {
        failure_ = Failure{exit_code::not_trusted, "clockd did not prove the hall key"};
    } else if (std::holds_alternative<wire::Welcome>(*message) && !asked_.empty()) {
        client_.send(asked_);  // the link was lost before the answer; repeating is safe
    } else {
        answer_ = *message;
    }
}

std::expected<wire::FromClockd, Failure> Errand::wait() {
    if (!loop_.run_until([this] { return answer_ || failure_; }, patience))
        return std::unexpected(
            Failure{exit_code::unavailable,
                    "no answer from clockd at " + address_.host + ":" +
                        std::to_string(address_.port) +
                        "; is it running? Name another place with --connect"});
    if (failure_) return std::unexpected(*failure_);
    return *answer_;
}

}  // namespace flagfall::client
