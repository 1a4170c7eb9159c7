#include "clockd/service/door.hpp"

#include <algorithm>
#include <utility>

#include "common/base/limits.hpp"
#include "common/ops/log.hpp"

namespace flagfall::clockd {

namespace {

constexpr const char* prove_first =
    "this hall lets in only who proves its key, or a device that was enrolled: say hello with a "
    "nonce (docs/protocol.md, section 1)";

Reply refusal(std::string id, std::string code, std::string text,
              std::optional<Board> board = {}) {
    Reply reply;
    reply.line = wire::Refused{std::move(id), std::move(code), std::move(text), board, {}};
    return reply;
}

}  // namespace

// ---- the door -----------------------------------------------------------------------------

Reply Door::hello(Visitor& visitor, const wire::Hello& hello, std::string nonce) {
    const auto role = clock::role_from(hello.role);
    if (!role)
        return refusal("", "bad_field",
                       "role: expected device, arbiter, arbiterd or display, not " + hello.role);
    if (hello.protocol != wire::protocol_version)
        return refusal("", "bad_field",
                       "protocol: this server speaks " + std::to_string(wire::protocol_version));
    if (*role != clock::Role::device && (hello.device != 0 || hello.enrol))
        return refusal("", "bad_field", "device and enrol are for the role device");
    if (hello.nonce.empty()) {
        if (identity_.open_hall && hello.device == 0 && !hello.enrol) {
            visitor.asked.reset();
            visitor.guest = Guest{*role, 0, {}, {}};
            return {};
        }
        Reply reply = refusal("", "not_authenticated", prove_first);
        reply.counts_as_bad = true;
        return reply;
    }
    if (!hall::is_nonce(hello.nonce))
        return refusal("", "bad_field", "nonce: expected 64 lower-case hexadecimal digits");
    visitor.guest.reset();
    visitor.asked = {hello, {hello.role, hello.name, hello.device, identity_.log, hello.nonce,
                             std::move(nonce)}};
    const hall::Introduction& said = visitor.asked->said;
    std::string proof;
    if (!hello.enrol) {
        const hall::Key key =
            hello.device == 0 ? identity_.hall_key
                              : hall::device_key(identity_.hall_key, identity_.log, hello.device);
        proof = hall::clockd_proof(key, said);
    }
    Reply reply;
    reply.line = wire::Challenge{said.clockd_nonce, identity_.log, std::move(proof)};
    return reply;
}

Reply Door::prove(Visitor& visitor, const wire::Prove& prove, Instant at) {
    if (!visitor.asked) {
        Reply reply = refusal("", "hello_first", "prove answers a challenge: say hello before it");
        reply.counts_as_bad = true;
        return reply;
    }
    const Visitor::Asked asked = *std::exchange(visitor.asked, std::nullopt);
    if (const Duration wait = slowing_.to_wait(visitor.address, at); wait > Duration{}) {
        Reply reply = refusal("", "slow_down",
                              "too many wrong proofs came from your address; come again in " +
                                  std::to_string(wait.us / 1'000 + 1) + " ms");
        reply.hang_up = true;
        return reply;
    }
    if (asked.hello.enrol) return prove_code(visitor, asked, prove.proof, at);
    const std::uint32_t number = asked.hello.device;
    const hall::Key key = number == 0
                              ? identity_.hall_key
                              : hall::device_key(identity_.hall_key, identity_.log, number);
    const bool known = number == 0 || registry_.enrolled(number);
    if (!hall::same(prove.proof, hall::peer_proof(key, asked.said)) || !known)
        return wrong_proof(visitor, at,
                           number == 0 ? "this is not the key of this hall"
                                       : "this device is not enrolled, or was revoked: ask the "
                                         "arbiter for a code");
    Guest guest{clock::role_from(asked.hello.role).value(), number, {}, {}};
    if (number != 0) {
        guest.board = registry_.find(number)->board;
        guest.side = registry_.find(number)->side;
    }
    visitor.guest = guest;
    return {};
}

Reply Door::wrong_proof(Visitor& visitor, Instant at, std::string text) {
    slowing_.failed(visitor.address, at);
    ops::log(ops::Level::warn, "a wrong proof", {{"peer", visitor.address}, {"why", text}});
    Reply reply = refusal("", "wrong_proof", std::move(text));
    reply.hang_up = true;
    return reply;
}

bool Door::overdue(const Visitor& visitor, Instant now) const {
    return !identity_.open_hall && !visitor.guest &&
           now - visitor.since > milliseconds(limits::proof_within_ms);
}

// ---- codes --------------------------------------------------------------------------------

void Door::forget_old_codes(Instant at) {
    std::erase_if(codes_, [&](const auto& one) { return at >= one.second.until; });
}

// Which code is meant the device does not say: all that may be used are tried.
Reply Door::prove_code(Visitor& visitor, const Visitor::Asked& asked, const std::string& proof,
                       Instant at) {
    forget_old_codes(at);
    const auto found = std::ranges::find_if(codes_, [&](const auto& one) {
        return hall::same(proof, hall::code_proof(one.second.key, asked.said));
    });
    if (found == codes_.end()) {
        Reply reply = wrong_proof(visitor, at, "no such code, or it was used or is too old: ask "
                                               "the arbiter for a new one");
        for (auto& [device, code] : codes_)
            if (++code.wrong >= limits::code_tries)
                reply.events.push_back(
                    {stamp(at), wire::DeviceRevoked{device, code.board, "clockd"}});
        std::erase_if(codes_, [](const auto& one) {
            return one.second.wrong >= limits::code_tries;
        });
        return reply;
    }
    const auto [device, code] = *found;
    codes_.erase(found);
    const hall::Key key = hall::device_key(identity_.hall_key, identity_.log, device);
    const hall::Key sealed = hall::sealed(code.key, asked.said, key);
    Reply reply;
    reply.events.push_back(
        {stamp(at), wire::DeviceEnrolled{device, code.board, hall::key_id(key)}});
    reply.line = wire::Enrolled{
        device, code.board, hall::hex_of(sealed),
        hall::enrolled_proof(code.key, asked.said, device, code.board, sealed)};
    return reply;
}

std::size_t Door::strangers() const {
    return static_cast<std::size_t>(std::ranges::count_if(registry_.all(), [&](const auto& one) {
        const auto& [number, device] = one;
        const hall::Key key = hall::device_key(identity_.hall_key, identity_.log, number);
        return device.state == Device::State::enrolled && device.key_id != hall::key_id(key);
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
    if (codes_.size() >= limits::open_codes)
        return refusal(request.id, "too_many_codes",
                       std::to_string(codes_.size()) + " codes wait to be used; let devices use "
                       "them first", request.board);
    const std::uint32_t number = registry_.next_number();
    const std::int64_t until_ms = wall_ms + limits::code_ms;
    const std::string code =
        hall::code_from(hall::enrolment_code(identity_.hall_key, identity_.log, number)).value();
    codes_[number] = {hall::stretched(code, identity_.log), request.board,
                      at + milliseconds(limits::code_ms), 0};
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

Reply Door::device(const wire::GetDevice& request, Instant at) const {
    wire::DeviceState state;
    state.id = request.id;
    const auto found = registry_.all().upper_bound(request.after);
    if (found != registry_.all().end()) {
        const auto& [number, device] = *found;
        state.device = number;
        state.board = device.board;
        state.name = device.name;
        state.side = device.side;
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
