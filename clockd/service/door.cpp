#include "clockd/service/door.hpp"

#include <algorithm>
#include <utility>

#include "clockd/service/limits.hpp"
#include "common/ops/log.hpp"

namespace flagfall::clockd {

namespace {

constexpr const char* not_enrolled =
    "this device is not enrolled, or was revoked: ask the arbiter for a code";

constexpr const char* encrypt_first =
    "links from other machines must be encrypted: connect with TLS 1.3 and your key, or start "
    "clockd with --insecure-lan (docs/protocol.md, section 1); enrolling alone needs no TLS";

constexpr const char* prove_first =
    "this hall accepts only peers that prove its key, and enrolled devices: say hello with a "
    "nonce (docs/protocol.md, section 1)";

Reply refusal(std::string id, std::string code, std::string text,
              std::optional<Board> board = {}) {
    Reply reply;
    reply.line = wire::Refused{std::move(id), std::move(code), std::move(text), board, {}};
    return reply;
}

// The key under which guesses at a device's code are slowed.
std::string guesses_of(const Visitor& visitor, std::uint32_t device) {
    return visitor.origin.address + " at code " + std::to_string(device);
}

}  // namespace

// ---- the door -----------------------------------------------------------------------------

Reply Door::hello(Visitor& visitor, const wire::Hello& hello, std::string nonce) {
    const auto role = clock::role_from(hello.role);
    if (!role)
        return refusal("", "bad_field",
                       "role: expected device, arbiter, arbiterd, display or boards, not " +
                           hello.role);
    if (hello.protocol != wire::protocol_version)
        return refusal("", "bad_field",
                       "protocol: this server speaks " + std::to_string(wire::protocol_version));
    if (*role != clock::Role::device && (hello.device != 0 || hello.enrol))
        return refusal("", "bad_field", "device and enrol are for the role device");
    if (hello.enrol && hello.device == 0)
        return refusal("", "bad_field",
                       "device: enrol goes with the number that the code begins with");
    if (visitor.proved) return let_in(visitor, hello);
    const bool unread = visitor.origin.here || visitor.origin.sealed;  // nobody else can read it
    if (!hello.enrol && !unread && !identity_.insecure_lan) {
        Reply reply = refusal("", "tls_needed", encrypt_first);
        reply.hang_up = true;
        return reply;
    }
    if (hello.nonce.empty()) {
        if (identity_.open_hall && hello.device == 0) return let_in(visitor, hello);
        Reply reply = refusal("", "not_authenticated", prove_first);
        reply.counts_as_bad = true;
        return reply;
    }
    if (!auth::is_nonce(hello.nonce))
        return refusal("", "bad_field", "nonce: expected 64 lower-case hexadecimal digits");
    return challenge(visitor, hello, std::move(nonce));
}

// TLS has authenticated both sides; the hello must name the same role and device.
Reply Door::let_in(Visitor& visitor, const wire::Hello& hello) const {
    visitor.asked.reset();
    visitor.guest.reset();
    const auth::Name name{hello.role, hello.device};
    if (visitor.proved && (hello.enrol || name != *visitor.proved)) {
        Reply reply = refusal("", "wrong_proof", "TLS has proved on this link that you are " +
                                                     auth::tls_identity(*visitor.proved));
        reply.hang_up = true;
        return reply;
    }
    if (!key_of(name)) {  // revoked since
        Reply reply = refusal("", "wrong_proof", not_enrolled);
        reply.hang_up = true;
        return reply;
    }
    Guest guest{clock::role_from(hello.role).value(), hello.device, {}, {}};
    if (hello.device != 0) {
        guest.board = registry_.find(hello.device)->board;
        guest.side = registry_.find(hello.device)->side;
    }
    visitor.guest = guest;
    return {};
}

Reply Door::challenge(Visitor& visitor, const wire::Hello& hello, std::string nonce) {
    visitor.guest.reset();
    visitor.asked = {hello, {hello.role, hello.name, hello.device, identity_.log, hello.nonce,
                             std::move(nonce)}};
    const auth::Introduction& said = visitor.asked->said;
    std::string proof;
    if (!hello.enrol)  // also for an unknown device: the caller cannot find out which exist
        proof = auth::clockd_proof(
            hello.device == 0
                ? auth::role_key(identity_.hall_key, hello.role)
                : auth::device_key(identity_.hall_key, identity_.log, hello.device),
            said);
    Reply reply;
    reply.line = wire::Challenge{said.clockd_nonce, identity_.log, std::move(proof)};
    return reply;
}

std::optional<auth::Key> Door::key_of(const auth::Name& name) const {
    const auto role = clock::role_from(name.role);
    if (!role || (name.device != 0 && *role != clock::Role::device)) return std::nullopt;
    if (name.device == 0) return auth::role_key(identity_.hall_key, name.role);
    if (!registry_.enrolled(name.device)) return std::nullopt;
    return auth::device_key(identity_.hall_key, identity_.log, name.device);
}

std::optional<auth::Key> Door::tls_key(std::string_view identity) const {
    const auto name = auth::name_from(identity);
    const auto key = name ? key_of(*name) : std::nullopt;
    if (!key) return std::nullopt;
    return auth::tls_key(*key);
}

bool Door::failed_tls(const net::PeerOrigin& origin, Instant at) {
    if (slowing_.to_wait(origin.address, at) > Duration{}) return false;
    slowing_.failed(origin.address, at);
    return true;
}

// A right proof never waits for wrong ones from the same address: nobody guesses 256 bits, and on
// one machine everybody has one address.
Reply Door::prove(Visitor& visitor, const wire::Prove& prove, Instant at) {
    if (!visitor.asked) {
        Reply reply = refusal("", "hello_first", "prove answers a challenge: say hello before it");
        reply.counts_as_bad = true;
        return reply;
    }
    const Visitor::Asked asked = *std::exchange(visitor.asked, std::nullopt);
    if (asked.hello.enrol) return prove_code(visitor, asked, prove.proof, at);
    const auto key = key_of({asked.hello.role, asked.hello.device});
    if (key && auth::same(prove.proof, auth::peer_proof(*key, asked.said)))
        return let_in(visitor, asked.hello);
    return wrong_proof(visitor, visitor.origin.address, at,
                       asked.hello.device == 0
                           ? "this is not the key of a peer of role " + asked.hello.role +
                                 " in this hall"
                           : not_enrolled);
}

// `slowed` is the key under which further guesses are slowed.
Reply Door::wrong_proof(const Visitor& visitor, const std::string& slowed, Instant at,
                        std::string text) {
    Reply reply;
    if (const Duration wait = slowing_.to_wait(slowed, at); wait > Duration{}) {
        reply = refusal("", "slow_down", "too many wrong proofs came from your address; try again"
                                         " in " + std::to_string(wait.us / 1'000 + 1) + " ms");
    } else {
        slowing_.failed(slowed, at);
        ops::log(ops::Level::warn, "a wrong proof",
                 {{"peer", visitor.origin.address}, {"why", text}});
        reply = refusal("", "wrong_proof", std::move(text));
    }
    reply.hang_up = true;
    return reply;
}

bool Door::overdue(const Visitor& visitor, Instant now) const {
    return !identity_.open_hall && !visitor.guest &&
           now - visitor.since > milliseconds(limits::stranger_ms);
}

// ---- codes --------------------------------------------------------------------------------

void Door::forget_old_codes(Instant at) {
    std::erase_if(codes_, [&](const auto& one) { return at >= one.second.until; });
}

// Once for each code, and on another thread: some hundredths of a second for each code of a hall
// would hold up the clocks.
std::optional<Stretching> Door::to_stretch(const Visitor& visitor, Instant at) const {
    if (!visitor.asked || !visitor.asked->hello.enrol) return std::nullopt;
    const std::uint32_t device = visitor.asked->hello.device;
    const auto found = codes_.find(device);
    if (found == codes_.end() || found->second.key || at >= found->second.until ||
        slowing_.to_wait(guesses_of(visitor, device), at) > Duration{})
        return std::nullopt;
    return Stretching{
        device,
        auth::code_from(auth::enrolment_code(identity_.hall_key, identity_.log, device)).value(),
        identity_.log};
}

void Door::stretched(std::uint32_t device, const auth::Key& key) {
    const auto found = codes_.find(device);
    if (found != codes_.end()) found->second.key = key;
}

// Guesses are slowed by address and code: somebody who guesses at one code does not delay the
// holders of others, and voids none.
Reply Door::prove_code(Visitor& visitor, const Visitor::Asked& asked, const std::string& proof,
                       Instant at) {
    forget_old_codes(at);
    const std::uint32_t device = asked.hello.device;
    const auto found = codes_.find(device);
    const std::string none = "no such code, or it was used or is too old: ask the arbiter for a new"
                             " one";
    if (found == codes_.end()) return wrong_proof(visitor, visitor.origin.address, at, none);
    Code& code = found->second;
    const std::string slowed = guesses_of(visitor, device);
    const bool waits = slowing_.to_wait(slowed, at) > Duration{} || !code.key;
    if (waits || !auth::same(proof, auth::code_proof(*code.key, asked.said))) {
        if (!waits && ++code.wrong % limits::code_tries_a_line == 0)
            ops::log(ops::Level::warn, "wrong codes for a device",
                     {{"device", device}, {"tries", code.wrong}});
        return wrong_proof(visitor, slowed, at, none);
    }
    const auth::Key key = auth::device_key(identity_.hall_key, identity_.log, device);
    const auth::Key sealed = auth::sealed(*code.key, asked.said, key);
    Reply reply;
    reply.events.push_back(
        {stamp(at), wire::DeviceEnrolled{device, code.board, auth::key_id(key)}});
    reply.line = wire::Enrolled{
        device, code.board, auth::hex_of(sealed),
        auth::enrolled_proof(*code.key, asked.said, device, code.board, sealed)};
    codes_.erase(found);
    visitor.since = at;
    return reply;
}

std::size_t Door::strangers() const {
    return static_cast<std::size_t>(std::ranges::count_if(registry_.all(), [&](const auto& one) {
        const auto& [number, device] = one;
        const auth::Key key = auth::device_key(identity_.hall_key, identity_.log, number);
        return device.state == Device::State::enrolled && device.key_id != auth::key_id(key);
    }));
}

// ---- what arbiters do ---------------------------------------------------------------------

Reply Door::enrol(clock::Role by, const wire::EnrolDevice& request, std::optional<Pos> repeated,
                  Instant at, std::int64_t wall_ms) {
    if (const auto number = repeated ? registry_.opened_at(*repeated) : std::nullopt) {
        const Device& device = *registry_.find(*number);
        Reply again;
        again.line = wire::Enrolment{request.id, *number, device.board, device.until_ms};
        return again;
    }
    forget_old_codes(at);
    const std::size_t most =
        identity_.code_ms > limits::code_ms ? limits::sheet_codes : limits::open_codes;
    if (codes_.size() >= most)
        return refusal(request.id, "too_many_codes",
                       std::to_string(codes_.size()) + " codes wait to be used; let devices use "
                       "them first", request.board);
    const std::uint32_t number = registry_.next_number();
    const std::int64_t until_ms = wall_ms + identity_.code_ms;
    codes_[number] = {{}, request.board, at + milliseconds(identity_.code_ms), 0};
    Reply reply;
    reply.events.push_back(
        {stamp(at), wire::DeviceEnrolmentOpened{number, request.board, request.name,
                                                std::string(clock::name(by)), until_ms,
                                                request.side}});
    reply.line = wire::Enrolment{request.id, number, request.board, until_ms};
    return reply;
}

Reply Door::revoke(clock::Role by, const wire::RevokeDevice& request, Instant at) {
    const Device* device = registry_.find(request.device);
    if (device == nullptr)
        return refusal(request.id, "unknown_device",
                       "there is no device " + std::to_string(request.device));
    const bool done = device->state == Device::State::revoked;
    Reply reply;
    if (!done)
        reply.events.push_back({stamp(at), wire::DeviceRevoked{request.device, device->board,
                                                               std::string(clock::name(by))}});
    codes_.erase(request.device);
    reply.line = wire::Revoked{request.id, request.device};
    return reply;
}

Reply Door::device(
    const wire::GetDevice& request, Instant at,
    const std::function<std::optional<Duration>(std::uint32_t)>& away) const {
    wire::DeviceState state;
    state.id = request.id;
    auto found = registry_.all().upper_bound(request.after);
    while (request.away && found != registry_.all().end() && !away(found->first)) ++found;
    if (found != registry_.all().end()) {
        const auto& [number, device] = *found;
        state.device = number;
        state.board = device.board;
        state.name = device.name;
        state.side = device.side;
        state.away = away(number);
        const auto code = codes_.find(number);
        const bool open = code != codes_.end() && at < code->second.until;
        switch (device.state) {
            case Device::State::opened: state.state = open ? "open" : "lapsed"; break;
            case Device::State::enrolled: state.state = "enrolled"; break;
            case Device::State::revoked: state.state = "revoked"; break;
        }
    }
    Reply reply;
    reply.line = state;
    return reply;
}

}  // namespace flagfall::clockd
