// Bytes as the messages of peers at clockd's door, with and without TLS, with right and wrong keys,
// earlier proofs and those of others, codes, revocations, passing time and restarts. Nobody is
// admitted without proof of their role, a device reaches only its board, no key and no code is ever
// sent, and a restart gives the same devices.
#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include "clockd/service/clock_service.hpp"
#include "clockd/service/limits.hpp"
#include "common/auth/proof.hpp"
#include "common/wire/codec.hpp"
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/support/clock_ports.hpp"

using namespace flagfall;

namespace {

constexpr const char* log_id = "log-1";
constexpr std::array roles{"arbiter", "arbiterd", "display", "device", "king", ""};
constexpr std::array addresses{"127.0.0.1", "192.0.2.1", "192.0.2.2", "2001:db8::1"};
constexpr std::size_t most_steps = 60;

auth::Key key_of(unsigned char byte) {
    auth::Key key;
    key.bytes.fill(byte);
    return key;
}

const auth::Key& hall_key() {
    static const auth::Key key = key_of(7);
    return key;
}

// A peer, and its possible identity.
struct Peer {
    net::PeerId id{};
    std::optional<auth::Name> by_tls;
    std::optional<wire::Hello> asked;      // the one that was answered with a challenge
    std::optional<auth::Introduction> said;  // sent with it
    std::optional<auth::Name> in;
};

bool is_arbiter(const Peer& peer) {
    return peer.in && (peer.in->role == "arbiter" || peer.in->role == "arbiterd");
}

class Visit {
public:
    Visit() { start(); }

    void step(fuzz::Bytes& bytes);
    void restart() {
        const auto before = devices();
        peers_.clear();
        codes_.clear();
        start();
        FF_CHECK(devices() == before);
    }

private:
    void start() {
        service_.emplace(world_, clockd::ClockIdentity{log_id, "boot-1", false, false, false,
                                                       hall_key(), true});
        for (const store::Row& row : world_.rows) FF_CHECK(!service_->replay(row));
        service_->record_start({});
        service_->on_committed(world_.last());
    }

    void connect(fuzz::Bytes& bytes);
    Peer* any_peer(fuzz::Bytes& bytes) {
        return peers_.empty() ? nullptr : &peers_[bytes.below(peers_.size())];
    }
    // The key that really belongs to a peer; empty if nobody may be admitted as that.
    std::optional<auth::Key> key_of_name(const auth::Name& name) const;
    void say(Peer& peer, const std::string& line);
    void hear(Peer& peer, const wire::ToClockd& sent, const std::string& line);
    void hear_answer(Peer& peer, const wire::ToClockd& sent, const wire::FromClockd& answer);
    void check_welcome(const Peer& peer, const wire::ToClockd& sent) const;
    void prove(fuzz::Bytes& bytes, Peer& peer);
    void drop_closed() {
        std::erase_if(peers_, [&](const Peer& peer) { return world_.closed.contains(peer.id); });
    }
    // Number and state of all devices; an open code and a lapsed one look the same.
    std::set<std::pair<std::uint32_t, std::string>> devices();

    test::ClockPorts world_;
    std::optional<clockd::ClockService> service_;
    std::uint64_t last_peer_ = 0;
    int ids_ = 0;
    std::vector<Peer> peers_;
    std::vector<std::string> proofs_;            // all that were made
    std::set<std::uint32_t> codes_, enrolled_;   // devices with a code, with a key
    std::map<std::uint32_t, std::uint32_t> boards_;  // of each device
};

void Visit::connect(fuzz::Bytes& bytes) {
    if (peers_.size() >= 8) return;
    Peer peer;
    peer.id = net::PeerId{++last_peer_};
    const std::string address = bytes.pick(addresses);
    service_->on_open(peer.id, {address, address == "127.0.0.1"});
    if (bytes.chance(3)) {
        std::string identity = bytes.pick(roles);
        if (bytes.chance(2)) identity += "/" + std::to_string(bytes.below(5));
        const auto name = auth::name_from(identity);
        const auto key = service_->tls_key(identity);
        if (!key) return service_->on_close(peer.id);
        FF_CHECK(name && *key == auth::tls_key(*key_of_name(*name)));
        peer.by_tls = name;
        service_->on_secured(peer.id, identity);
    }
    peers_.push_back(peer);
}

std::optional<auth::Key> Visit::key_of_name(const auth::Name& name) const {
    if (name.device == 0) return auth::role_key(hall_key(), name.role);
    if (name.role != "device" || !enrolled_.contains(name.device)) return std::nullopt;
    return auth::device_key(hall_key(), log_id, name.device);
}

// A peer that is admitted has proved its identity on this link.
void Visit::check_welcome(const Peer& peer, const wire::ToClockd& sent) const {
    if (const auto* hello = std::get_if<wire::Hello>(&sent)) {
        FF_CHECK(peer.by_tls && peer.by_tls->role == hello->role &&
                 peer.by_tls->device == hello->device);
        return;
    }
    const auto* prove = std::get_if<wire::Prove>(&sent);
    FF_CHECK(prove != nullptr && peer.asked && !peer.asked->enrol);
    const auto key = key_of_name({peer.asked->role, peer.asked->device});
    FF_CHECK(key && prove->proof == auth::peer_proof(*key, *peer.said));
}

void Visit::hear_answer(Peer& peer, const wire::ToClockd& sent, const wire::FromClockd& answer) {
    const auto* hello = std::get_if<wire::Hello>(&sent);
    if (const auto* challenge = std::get_if<wire::Challenge>(&answer)) {
        FF_CHECK(hello != nullptr && challenge->log == log_id);
        peer.asked = *hello;
        peer.said = {hello->role, hello->name, hello->device, log_id, hello->nonce,
                     challenge->nonce};
        peer.in.reset();
    } else if (std::holds_alternative<wire::Welcome>(answer)) {
        check_welcome(peer, sent);
        peer.in = hello ? auth::Name{hello->role, hello->device}
                        : auth::Name{peer.asked->role, peer.asked->device};
    } else if (const auto* enrolment = std::get_if<wire::Enrolment>(&answer)) {
        FF_CHECK(is_arbiter(peer));
        boards_[enrolment->device] = std::get<wire::EnrolDevice>(sent).board.number;
        if (!enrolled_.contains(enrolment->device)) codes_.insert(enrolment->device);
    } else if (const auto* enrolled = std::get_if<wire::Enrolled>(&answer)) {
        FF_CHECK(peer.asked && peer.asked->enrol && codes_.erase(enrolled->device) == 1);
        FF_CHECK(boards_.at(enrolled->device) == enrolled->board.number);
        enrolled_.insert(enrolled->device);
    } else if (const auto* revoked = std::get_if<wire::Revoked>(&answer)) {
        FF_CHECK(is_arbiter(peer));
        codes_.erase(revoked->device);
        enrolled_.erase(revoked->device);
    } else if (!std::holds_alternative<wire::Refused>(answer)) {
        FF_CHECK(peer.in.has_value());
        if (const auto* state = std::get_if<wire::BoardState>(&answer); state && peer.in->device)
            FF_CHECK(boards_.at(peer.in->device) == state->view.board.number);
    }
    if (std::holds_alternative<wire::Prove>(sent)) peer.asked.reset();  // good for one proof
}

void Visit::say(Peer& peer, const std::string& line) {
    const auto sent = wire::decode_to_clockd(line);
    const net::PeerId id = peer.id;
    world_.said.clear();
    service_->on_line(id, line, world_.time);
    service_->on_committed(world_.last());
    for (const std::string& answer : world_.said[id]) {
        const auto message = wire::decode_from_clockd(answer);
        FF_CHECK(message.has_value());
        if (sent) hear_answer(peer, *sent, *message);
        else FF_CHECK(std::holds_alternative<wire::Refused>(*message));
    }
    for (const auto& [who, lines] : world_.said)
        for (const std::string& said : lines) {
            FF_CHECK(said.find(auth::hex_of(hall_key())) == said.npos);
            for (const std::uint32_t device : enrolled_)
                FF_CHECK(said.find(auth::hex_of(auth::device_key(hall_key(), log_id, device))) ==
                         said.npos);
            for (const std::uint32_t device : codes_)
                FF_CHECK(said.find(auth::enrolment_code(hall_key(), log_id, device)) ==
                         said.npos);
        }
    drop_closed();
}

void Visit::prove(fuzz::Bytes& bytes, Peer& peer) {
    static const auth::Introduction nothing{"arbiter", "x", 0, log_id, std::string(64, 'a'),
                                            std::string(64, 'b')};
    const Peer& of = bytes.chance(4) ? *any_peer(bytes) : peer;
    const auth::Introduction& said = of.said ? *of.said : nothing;
    std::string proof = "x";
    switch (bytes.below(6)) {
        case 0:
        case 1:
            proof = auth::peer_proof(said.device == 0
                                         ? auth::role_key(hall_key(), said.role)
                                         : auth::device_key(hall_key(), log_id, said.device),
                                     said);
            break;
        case 2:
        case 3: {
            const auto code = auth::code_from(
                auth::enrolment_code(hall_key(), log_id, said.device));
            if (code) proof = auth::code_proof(auth::stretched(*code, log_id), said);
            break;
        }
        case 4:
            if (!proofs_.empty()) proof = proofs_[bytes.below(proofs_.size())];
            break;
        default: proof = auth::peer_proof(key_of(bytes.byte()), said); break;
    }
    proofs_.push_back(proof);
    say(peer, wire::encode(wire::ToClockd{wire::Prove{proof}}));
}

void Visit::step(fuzz::Bytes& bytes) {
    const std::size_t what = bytes.below(16);
    Peer* const peer = any_peer(bytes);
    if (what == 0 || peer == nullptr) return connect(bytes);
    const std::string id = "c" + std::to_string(bytes.chance(8) ? ids_ : ++ids_);
    const auto number = static_cast<std::uint32_t>(bytes.below(6));
    switch (what) {
        case 1:
        case 2:
        case 3: {
            const std::string role = bytes.pick(roles);
            const bool enrol = bytes.chance(3);
            const std::size_t length = bytes.chance(8) ? 63 : 64;
            const std::string nonce(length, bytes.chance(2) ? 'a' : 'c');
            return say(*peer, wire::encode(wire::ToClockd{wire::Hello{
                                  role, "x", 1, nonce, bytes.chance(2) ? number : 0, enrol}}));
        }
        case 4:
        case 5:
        case 6: return prove(bytes, *peer);
        case 7:
        case 8: return say(*peer, wire::encode(wire::ToClockd{wire::EnrolDevice{
                                      id, {number}, "tablet"}}));
        case 9: return say(*peer, wire::encode(wire::ToClockd{wire::RevokeDevice{id, number}}));
        case 10: return say(*peer, wire::encode(wire::ToClockd{wire::GetDevice{id, number}}));
        case 11: return say(*peer, wire::encode(wire::ToClockd{wire::GetBoard{id, {number}}}));
        case 12: return say(*peer, bytes.text(300));
        case 13: {
            const auto some = static_cast<std::int64_t>(bytes.below(20'000));
            world_.time = world_.time + milliseconds(bytes.chance(4) ? limits::code_ms : some);
            service_->on_heartbeat();
            return drop_closed();
        }
        case 14:
            service_->on_close(peer->id);
            peers_.erase(peers_.begin() + (peer - peers_.data()));
            return;
        default:
            if (bytes.chance(4)) restart();
    }
}

std::set<std::pair<std::uint32_t, std::string>> Visit::devices() {
    const net::PeerId peer{++last_peer_};
    service_->on_open(peer, {"127.0.0.1", true});
    service_->on_secured(peer, "arbiter");
    std::set<std::pair<std::uint32_t, std::string>> all;
    const auto ask = [&](const wire::ToClockd& message) {
        world_.said.clear();
        service_->on_line(peer, wire::encode(message), world_.time);
        service_->on_committed(world_.last());
        FF_CHECK(world_.said[peer].size() == 1);
        return wire::decode_from_clockd(world_.said[peer].front()).value();
    };
    ask(wire::Hello{"arbiter", "devices", 1, std::string(64, 'd')});
    for (std::uint32_t after = 0;;) {
        const auto answer = ask(wire::GetDevice{"d", after});
        const auto& state = std::get<wire::DeviceState>(answer);
        if (state.device == 0) break;
        FF_CHECK((state.state == "enrolled") == enrolled_.contains(state.device));
        all.emplace(state.device, state.state == "open" ? "lapsed" : state.state);
        after = state.device;
    }
    service_->on_close(peer);
    return all;
}

}  // namespace

FUZZ_TARGET(door) {
    fuzz::Bytes bytes(input);
    Visit visit;
    for (std::size_t steps = 0; !bytes.empty() && steps < most_steps; ++steps) visit.step(bytes);
    visit.restart();
}
