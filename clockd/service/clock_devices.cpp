// Devices: who enrols and revokes them, what each may do, and how fast.
#include <algorithm>

#include "clockd/service/clock_impl.hpp"
#include "clockd/service/limits.hpp"
#include "clockd/service/permissions.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::clockd {

template <class Request>
void ClockService::Impl::on_device_matter(net::PeerId id, const Guest& guest,
                                          const Request& request, Instant at) {
    if (!may_enrol(guest.role))
        return refuse(id, request.id, "not_allowed", "only arbiters manage devices");
    const Act act{sender_of(guest.role, guest.device), request.id, digest_of(request)};
    const auto before = done_before(guest, act);
    if (!before) return refuse(id, act.id, before.error().code, before.error().text);
    if (ports.full())
        return refuse(id, request.id, "busy", "the disk is behind; send it again in a moment");
    const Reply reply =
        carry_out(guest, request, *before ? std::optional((*before)->pos) : std::nullopt, at);
    append(reply.events, act);
    answer(id, *reply.line);
    go_on();  // what waited behind a device that was revoked
    arm_deadline();
}

template void ClockService::Impl::on_device_matter(net::PeerId, const Guest&,
                                                   const wire::EnrolDevice&, Instant);
template void ClockService::Impl::on_device_matter(net::PeerId, const Guest&,
                                                   const wire::RevokeDevice&, Instant);

Reply ClockService::Impl::carry_out(const Guest& guest, const wire::EnrolDevice& request,
                                    std::optional<Pos> repeated, Instant at) {
    return door.enrol(guest.role, request, repeated, at, ports.wall_ms());
}

Reply ClockService::Impl::carry_out(const Guest& guest, const wire::RevokeDevice& request,
                                    std::optional<Pos>, Instant at) {
    Reply reply = door.revoke(guest.role, request, at);
    if (std::holds_alternative<wire::Revoked>(*reply.line)) cut_off(request.device);
    return reply;
}

void ClockService::Impl::on_get_device(net::PeerId id, const Guest& guest,
                                       const wire::GetDevice& request, Instant at) {
    if (!may_enrol(guest.role))
        return refuse(id, request.id, "not_allowed", "only arbiters manage devices");
    if (ports.full())
        return refuse(id, request.id, "busy", "the disk is behind; send it again in a moment");
    const auto absence = [&](std::uint32_t device) { return away(device, at); };
    answer(id, *door.device(request, at, absence).line);
}

bool ClockService::Impl::is_here(std::uint32_t device, Instant at) const {
    const auto last = belief.last(device);
    if (!last || !door.registry().enrolled(device)) return false;
    if (at - last->at < milliseconds(limits::away_ms)) return true;
    return !last->steady && std::ranges::any_of(peers, [&](const auto& one) {
        return one.second.guest && one.second.guest->device == device;
    });
}

std::optional<Duration> ClockService::Impl::away(std::uint32_t device, Instant at) const {
    const auto last = belief.last(device);
    const Device* own = door.registry().find(device);
    if (identity.virtual_time || !last || own->state != Device::State::enrolled) return {};
    const clock::Phase phase = boards.at(own->board).phase;
    if (phase == clock::Phase::empty || phase == clock::Phase::over) return {};
    const auto& near = door.registry().of_board(own->board);
    const auto acts_for = [&](Side side) {
        return std::ranges::any_of(near, [&](std::uint32_t other) {
            const auto its = door.registry().find(other)->side;
            return (!its || its == side) && is_here(other, at);
        });
    };
    for (const Side side : {Side::white, Side::black})
        if ((!own->side || own->side == side) && !acts_for(side)) return at - last->at;
    return {};
}

// Each hello costs us some hashes, and an authenticated peer may stay for hours.
bool ClockService::Impl::too_many_hellos(net::PeerId id, Visitor& peer) {
    const Instant at = ports.now();
    if (!peer.hellos)
        peer.hellos.emplace(limits::hellos_per_second, limits::hellos_at_once, at);
    const Duration wait = peer.hellos->take(at);
    if (wait <= Duration{}) return false;
    const std::int64_t wait_ms = wait.us / 1'000 + 1;
    answer(id, wire::Refused{"", "slow_down",
                             "too many hellos on this link; say the next one in " +
                                 std::to_string(wait_ms) + " ms",
                             {}, {}, wait_ms});
    ports.count_bad_line(id);
    return true;
}

// The first proof of a code starts its stretching; proofs that come before its end wait for it.
void ClockService::Impl::stretch_first(net::PeerId id, const Stretching& code, Tried one) {
    const bool first = !tried.contains(code.device);
    tried[code.device].insert_or_assign(id, std::move(one));
    if (!first) return;
    const bool taken = ports.aside(
        [code] { return code.key(); },
        [this, device = code.device](const auth::Key& key) { stretched(device, key); });
    if (taken) return;
    tried.erase(code.device);
    refuse(id, "", "busy", "too many codes are being checked; say hello again in a moment");
}

void ClockService::Impl::stretched(std::uint32_t device, const auth::Key& key) {
    door.stretched(device, key);
    const auto waited = tried.extract(device);
    if (waited.empty()) return;
    for (const auto& [id, one] : waited.mapped()) {
        const auto peer = peers.find(id);
        if (peer == peers.end()) continue;
        const auto later = std::exchange(peer->second.asked, one.asked);
        on_prove(id, peer->second, one.prove, one.at);
        if (later) peer->second.asked = later;  // it said hello again before that
    }
}

// A device that was heard all the time on another link, and is not any more, has lost that link,
// as phones do that change the access point: the new link takes its place.
void ClockService::Impl::let_go_of_silent(net::PeerId id, const Guest& guest, Instant at) {
    if (guest.device == 0 || identity.virtual_time) return;
    for (const auto& [other, dating] : datings) {
        const auto peer = peers.find(other);
        if (other == id || peer == peers.end() || !peer->second.guest ||
            peer->second.guest->device != guest.device)
            continue;
        if (dating.steady && at - dating.together >= milliseconds(limits::replaced_ms))
            cut_off(other, "too_many_links", "this device came again");
    }
}

// A link may have broken without our knowledge, or somebody else has the device's key: we cannot
// know, so both links stay, the log records it, and the arbiter checks.
void ClockService::Impl::note_overlap(net::PeerId id, const Guest& guest, Instant at) {
    if (guest.device == 0) return;
    const auto links = std::ranges::count_if(peers, [&](const auto& one) {
        return one.second.guest && one.second.guest->device == guest.device;
    });
    if (links != 2) return;  // already logged, and more than one link is open
    if (budget(id, guest, Board{}, at) != nullptr) {
        const TokenBucket full(limits::overlaps_per_second, limits::overlaps_at_once, at);
        auto& left = overlaps.try_emplace(guest.device, full).first->second;
        if (left.take(at) > Duration{}) return;  // logged often enough
    }
    const Device& device = *door.registry().find(guest.device);
    const Instant heard = belief.link(guest.device, at).heard_before.value_or(at);
    append({{identity.virtual_time ? Instant{} : at,
             wire::DeviceCameTwice{guest.device, device.board, device.name,
                                   identity.virtual_time ? Duration{} : at - heard}}});
}

// At once: nothing of it is carried out any more, not even what it has sent already.
void ClockService::Impl::cut_off(std::uint32_t device) {
    held.forget(device);
    for (const auto& [id, peer] : peers)
        if (peer.guest && peer.guest->device == device)
            cut_off(id, "not_authenticated", "this device was revoked");
}

void ClockService::Impl::cut_off(net::PeerId id, const std::string& code, std::string text) {
    peers.at(id).guest.reset();
    feed.leave(id);
    ports.send(id, wire::encode(wire::FromClockd{
                       wire::Refused{"", code, std::move(text), {}, {}, {}}}));
    ports.close(id, code);
}

bool ClockService::Impl::elsewhere(net::PeerId id, const Guest& guest, const std::string& cmd_id,
                                   std::optional<Board> board) {
    if (!guest.board || guest.board == board) return false;
    refuse(id, cmd_id, "not_your_board",
           "this device belongs to board " + std::to_string(guest.board->number));
    return true;
}

bool ClockService::Impl::for_the_other(net::PeerId id, const Guest& guest,
                                       const wire::ClockCommand& command) {
    if (!guest.side) return false;
    const bool other = std::visit(
        [&](const auto& c) {
            if constexpr (requires { c.side; }) return c.side != *guest.side;
            else return false;
        },
        command);
    const wire::Command& head = clock::common(command);
    if (other)
        refuse(id, head.id, "not_your_side",
               "this device acts for " + std::string(flagfall::name(*guest.side)) + " only",
               head.board);
    return other;
}

// A rehearsal needs no protection from its devices, and in virtual time there is no rate.
TokenBucket* ClockService::Impl::budget(net::PeerId id, const Guest& guest, Board board,
                                        Instant at) {
    if (identity.virtual_time || identity.rehearsal) return nullptr;
    if (guest.role == clock::Role::boards) {
        const TokenBucket full(limits::device_events_per_second, limits::table_events_at_once, at);
        return &table_budgets.try_emplace({id, board}, full).first->second;
    }
    if (guest.role != clock::Role::device) return nullptr;
    const TokenBucket full(limits::device_events_per_second, limits::device_events_at_once, at);
    if (guest.device != 0) return &budgets.try_emplace(guest.device, full).first->second;
    return &link_budgets.try_emplace(id, full).first->second;
}

bool ClockService::Impl::too_fast(net::PeerId id, const Guest& guest, const wire::Command& head,
                                  Instant at) {
    TokenBucket* left = budget(id, guest, head.board, at);
    const Duration wait = left != nullptr ? left->to_wait(at) : Duration{};
    if (wait <= Duration{}) return false;
    const std::int64_t wait_ms = wait.us / 1'000 + 1;
    answer(id, wire::Refused{head.id, "slow_down",
                             "it comes faster than anybody plays; send it again in " +
                                 std::to_string(wait_ms) + " ms",
                             head.board, view(head.board, Instant{}).epoch, wait_ms});
    return true;
}

}  // namespace flagfall::clockd
