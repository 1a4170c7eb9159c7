// A clockd that lets in only who proves it, and the peers that try.
#pragma once

#include <string>
#include <string_view>

#include "clockd/service/clock_service.hpp"
#include "clockd/service/limits.hpp"
#include "common/auth/proof.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/clock_ports.hpp"

namespace flagfall::test {

inline auth::Key key_of(unsigned char byte) {
    auth::Key key;
    key.bytes.fill(byte);
    return key;
}

// What a peer says of itself.
struct Card {
    std::string role = "arbiter";
    std::string name = "x";
    std::uint32_t device = 0;
    bool enrol = false;
};

class DoorHall {
public:
    static constexpr const char* log = "log-1";

    // With `clear`, unencrypted links are accepted from everywhere.
    explicit DoorHall(bool open_hall = false, bool clear = true)
        : open_hall_(open_hall), clear_(clear) {
        start();
    }

    // As after the end of a process.
    void start() {
        service_.emplace(world, clockd::ClockIdentity{log, "boot-1", false, false, open_hall_,
                                                      key, clear_, "", code_ms});
        for (const store::Row& row : world.rows) REQUIRE_FALSE(service_->replay(row));
        service_->record_start(last_seen);
        settle();
    }

    net::PeerId connect(const std::string& address = "192.0.2.1:5000") {
        const net::PeerId peer{++peers_};
        const std::string host = address.substr(0, address.rfind(':'));
        service_->on_open(peer, {host, host == "127.0.0.1"});
        return peer;
    }
    // Over TLS that has proved this identity; nothing when nobody has it.
    std::optional<net::PeerId> connect_tls(const std::string& identity,
                                           const std::string& address = "192.0.2.1:5000") {
        if (!service_->tls_key(identity)) return std::nullopt;
        const net::PeerId peer = connect(address);
        service_->on_secured(peer, identity);
        return peer;
    }
    // The last line that the peer has heard; whatever it is.
    wire::FromClockd say(net::PeerId peer, const wire::ToClockd& message) {
        return say_raw(peer, wire::encode(message));
    }
    wire::FromClockd say_raw(net::PeerId peer, const std::string& line) {
        world.said[peer].clear();
        service_->on_line(peer, line, world.time);
        settle();
        REQUIRE_FALSE(world.said[peer].empty());
        const auto message = wire::decode_from_clockd(world.said[peer].back());
        REQUIRE(message);
        return *message;
    }
    std::string code(net::PeerId peer, const wire::ToClockd& message) {
        return code_of(say(peer, message));
    }
    // The code of a refusal, or the type of another answer.
    static std::string code_of(const wire::FromClockd& answer) {
        if (const auto* refused = std::get_if<wire::Refused>(&answer)) return refused->code;
        return std::visit([](const auto& m) { return std::string(m.type); }, answer);
    }

    // Says hello with a nonce; the challenge.
    wire::Challenge knock(net::PeerId peer, const Card& card) {
        const auto answer =
            say(peer, wire::Hello{card.role, card.name, 1, peer_nonce, card.device, card.enrol});
        const auto* challenge = std::get_if<wire::Challenge>(&answer);
        REQUIRE(challenge != nullptr);
        return *challenge;
    }
    static auth::Introduction introduction(const Card& card, const wire::Challenge& challenge) {
        return {card.role, card.name, card.device, challenge.log, peer_nonce, challenge.nonce};
    }
    // The whole introduction with this hall key or device's key; "welcome" or the code of the
    // refusal.
    std::string enter(net::PeerId peer, const Card& card, const auth::Key& with) {
        return enter_with(peer, card, card.device == 0 ? auth::role_key(with, card.role) : with);
    }
    // The same with the very key that proves.
    std::string enter_with(net::PeerId peer, const Card& card, const auth::Key& with) {
        const wire::Challenge challenge = knock(peer, card);
        return code(peer, wire::Prove{auth::peer_proof(with, introduction(card, challenge))});
    }
    net::PeerId arbiter() {
        const net::PeerId peer = connect("127.0.0.1:6000");
        REQUIRE(enter(peer, {"arbiter", "desk", 0, false}, key) == "welcome");
        return peer;
    }

    // Asks for a code for this board; the device's number.
    std::uint32_t open_code(std::uint32_t board) {
        const auto answer = say(arbiter(), wire::EnrolDevice{"e" + std::to_string(++commands_),
                                                             {board}, "tablet"});
        const auto* enrolment = std::get_if<wire::Enrolment>(&answer);
        REQUIRE(enrolment != nullptr);
        return enrolment->device;
    }
    // A device tries a code; "enrolled" or the code of the refusal. `got` is the key it was given.
    std::string try_code(net::PeerId peer, const std::string& typed, auth::Key* got = nullptr) {
        const auth::Code tried = auth::code_from(typed).value();
        return try_stretched(peer, tried.device, auth::stretched(tried, log), got);
    }
    // The same with what a code was stretched to, which takes 22 ms each time.
    std::string try_stretched(net::PeerId peer, std::uint32_t device, const auth::Key& with,
                              auth::Key* got = nullptr) {
        const Card card{"device", "tablet", device, true};
        const wire::Challenge challenge = knock(peer, card);
        CHECK(challenge.proof.empty());
        CHECK(challenge.log == log);
        const auth::Introduction said = introduction(card, challenge);
        const auto answer = say(peer, wire::Prove{auth::code_proof(with, said)});
        if (const auto* enrolled = std::get_if<wire::Enrolled>(&answer)) {
            const auth::Key sealed = auth::key_from(enrolled->sealed).value();
            CHECK(enrolled->proof ==
                  auth::enrolled_proof(with, said, enrolled->device, enrolled->board, sealed));
            if (got != nullptr) *got = auth::sealed(with, said, sealed);
        }
        return code_of(answer);
    }
    std::string code_for(std::uint32_t device) const {
        return auth::enrolment_code(key, log, device);
    }

    clockd::ClockService& service() { return *service_; }
    void settle() { service_->on_committed(world.last()); }

    static inline const std::string peer_nonce = std::string(64, 'a');
    auth::Key key = key_of(7);
    std::int64_t code_ms = limits::code_ms;
    ClockPorts world;
    Instant last_seen{};  // of the heartbeat, at a restart

private:
    bool open_hall_;
    bool clear_;
    std::uint64_t peers_ = 0;
    int commands_ = 0;
    std::optional<clockd::ClockService> service_;
};

}  // namespace flagfall::test
