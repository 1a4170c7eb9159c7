// Presses at tables with electronic boards, whose moves the gateway does not know yet.
#include <algorithm>
#include <utility>

#include "clockd/service/clock_impl.hpp"
#include "clockd/service/limits.hpp"
#include "clockd/service/permissions.hpp"

namespace flagfall::clockd {

namespace {

constexpr Duration longest = milliseconds(limits::held_press_ms);

}  // namespace

std::set<net::PeerId> ClockService::Impl::gateways_at(Board board) const {
    std::set<net::PeerId> gateways = equipment.followers_of(board);
    std::erase_if(gateways, [this](net::PeerId id) {
        const auto peer = peers.find(id);
        return peer == peers.end() || !peer->second.guest ||
               !may_report_equipment(peer->second.guest->role);
    });
    return gateways;
}

// Must the press wait? Its device does not know the move: an electronic board is about to show it,
// or to show a different one.
bool ClockService::Impl::needs_a_look(const Arrived& one) const {
    const auto* press = std::get_if<wire::Press>(&one.command);
    if (press == nullptr || !press->move.empty() || one.held) return false;
    if (one.guest.role != clock::Role::device && one.guest.role != clock::Role::boards)
        return false;
    return !identity.virtual_time && !boards.at(press->board).presses_only;
}

void ClockService::Impl::take(Arrived one) {
    clock::Decision decision = decided(one);
    if (decision.refusal || !needs_a_look(one)) return carry_out(one, std::move(decision));
    const Board board = clock::common(one.command).board;
    const Instant until = one.at + longest;
    const std::set<net::PeerId> gateways = gateways_at(board);
    if (until > ports.now() && !gateways.empty()) {
        held.hold(std::move(one), until);
        for (const net::PeerId gateway : gateways) tell_held(gateway, board);
        return take_early_moves(board);
    }
    // The board is unplugged or does not respond, the gateway is gone, or the time to wait passed
    // behind another press.
    one.unseen = equipment.stands_at(board);
    if (one.unseen) decision = decided(one);
    carry_out(one, std::move(decision));
}

// Takes the gateway's moves that came while an earlier press waited.
void ClockService::Impl::take_early_moves(Board board) {
    while (!ports.full()) {
        auto move = held.early_move(board);
        if (!move) return;
        take_move_of_held(std::move(*move));
    }
}

// The press completes this move, so the move came first: the player pays nothing for the time that
// board took to show it.
void ClockService::Impl::take_move_of_held(Arrived one) {
    auto& move = std::get<wire::MakeMove>(one.command);
    move.age = std::max(move.age, one.at - instant_of(*held.press_at(move.board)));
    carry_out(one, decided(one));
}

bool ClockService::Impl::wait_behind(Arrived& one) {
    const wire::Command& head = clock::common(one.command);
    if (!held.waits_at(head.board)) return false;
    if (held.completes(one)) {
        take_move_of_held(std::move(one));
        return true;
    }
    if (held.has_room_for(one)) {
        held.behind(std::move(one));
        return true;
    }
    Belief::put_off(datings[one.peer], head.age, one.at, turn_began(head.board));
    refuse(one.peer, head.id, "busy", "much waits at this board; send it again in a moment",
           head.board);
    return true;
}

bool ClockService::Impl::waits_already(net::PeerId id, const Act& act, Board board) {
    Arrived* one = held.find(act);
    if (one == nullptr) return false;
    if (one->act.digest == act.digest) {
        one->peer = id;
        return true;
    }
    clock::Refusal used = id_used();
    refuse(id, act.id, std::move(used.code), std::move(used.text), board);
    return true;
}

void ClockService::Impl::tell_held(net::PeerId gateway, Board board) {
    const Arrived* press = held.press_at(board);
    if (press == nullptr) return;
    answer(gateway, wire::PressHeld{board, clock::common(press->command).game,
                                    std::get<wire::Press>(press->command).side, press->act.sender,
                                    press->act.id, ports.now() - instant_of(*press)});
}

void ClockService::Impl::on_weighed(net::PeerId id, const Guest& guest,
                                    const wire::PressWeighed& weighed) {
    if (!may_report_equipment(guest.role))
        return refuse(id, "", "not_allowed", "only a gateway (role boards) weighs presses");
    held.weighed(weighed);
    go_on();
    arm_deadline();
}

// Carries out what has waited long enough, and what came after it, dated to when it came.
void ClockService::Impl::go_on() {
    for (const Board board : held.boards()) {
        take_early_moves(board);
        while (!ports.full()) {
            auto one = held.next(board, ports.now());
            if (!one) break;
            take(std::move(*one));
        }
    }
}

}  // namespace flagfall::clockd
