// The inside of ClockService, for the files that make it.
#pragma once

#include <expected>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "clockd/clock/boards.hpp"
#include "clockd/service/belief.hpp"
#include "clockd/service/carried_out.hpp"
#include "clockd/service/clock_service.hpp"
#include "clockd/service/door.hpp"
#include "clockd/service/equipment.hpp"
#include "clockd/service/held.hpp"
#include "clockd/service/outbound.hpp"
#include "clockd/service/places.hpp"
#include "common/auth/heads.hpp"
#include "common/base/token_bucket.hpp"
#include "common/store/until_durable.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::clockd {

// The stream of events that belong to no board.
inline constexpr std::string_view hall_stream = "hall";

struct ClockService::Impl {
    Impl(Ports& p, ClockIdentity i)
        : ports(p),
          identity(std::move(i)),
          door(identity),
          feed([this](Pos from, Pos to, const auto& row) { return ports.read(from, to, row); },
               [this](net::PeerId peer, std::string_view line) { ports.send(peer, line); },
               [this](net::PeerId peer, std::string_view why) { ports.close(peer, why); }) {}

    Ports& ports;
    ClockIdentity identity;
    clock::Boards boards;
    Door door;
    Feed feed;
    Outbound outbound;
    Pos published;                              // the last position handed to followers
    CarriedOut carried_out;
    store::UntilDurable<std::string, std::monostate> opened_lately;  // ids of games
    Belief belief;
    auth::HeadsSent heads_sent;  // of our log, to arbiterd
    auth::HeadsKept heads_kept;  // of arbiterd's
    auth::HeadsKept frame_heads{auth::HeadsKept::Old::forgotten};  // of logs of frames
    EquipmentList equipment;
    HeldPresses held;
    std::set<Board> stuck;  // the software failed at a deadline there; until the next command
    Visitors peers;
    std::map<net::PeerId, Dating> datings;           // of authenticated peers
    // Proofs of codes that are being stretched, by device; one for each peer.
    struct Tried {
        wire::Prove prove;
        Visitor::Asked asked;
        Instant at;
    };
    std::map<std::uint32_t, std::map<net::PeerId, Tried>> tried;
    std::map<std::uint32_t, TokenBucket> budgets;    // of enrolled devices
    std::map<std::uint32_t, TokenBucket> overlaps;   // of their second links
    std::map<net::PeerId, TokenBucket> link_budgets;  // of devices that are not
    std::map<std::pair<net::PeerId, Board>, TokenBucket> table_budgets;  // of gateways

    void record_start(Instant last_seen);

    void on_line(net::PeerId id, std::string_view line, Instant at);
    void on_hello(net::PeerId id, Visitor& peer, const wire::Hello& hello, Instant at);
    void on_prove(net::PeerId id, Visitor& peer, const wire::Prove& prove, Instant at);
    void stretch_first(net::PeerId id, const Stretching& code, Tried one);
    void stretched(std::uint32_t device, const auth::Key& key);
    // Refuses the hellos of a link that sends too many; true if refused.
    bool too_many_hellos(net::PeerId id, Visitor& peer);
    void greet(net::PeerId id, Visitor& peer, Instant at);
    void on_door(net::PeerId id, const Reply& reply);
    void on_insecure(net::PeerId id, std::string_view why);
    void on_subscribe(net::PeerId id, const Guest& guest, const wire::Subscribe& request);
    void on_get_board(net::PeerId id, const Guest& guest, const wire::GetBoard& request,
                      Instant at);
    void on_command(net::PeerId id, const Guest& guest, const wire::ClockCommand& command,
                    Instant at);
    // The decision on it, with the boards as they are now.
    clock::Decision decided(const Arrived& one);
    // Records what time did at the board that is due first.
    void time_passes();
    // The boards at which time does nothing at present.
    std::set<Board> waiting() const;
    void carry_out(const Arrived& one, clock::Decision decision);
    template <class Request>
    void on_device_matter(net::PeerId id, const Guest& guest, const Request& request, Instant at);
    void on_get_device(net::PeerId id, const Guest& guest, const wire::GetDevice& request,
                       Instant at);
    // How long this device has been away from a game that goes on: it has no link, or is silent on
    // it although it had been heard all the time, and no other device acts for its side.
    std::optional<Duration> away(std::uint32_t device, Instant at) const;
    bool is_here(std::uint32_t device, Instant at) const;
    // `repeated`: its position, if the log has it already.
    Reply carry_out(const Guest& guest, const wire::EnrolDevice& request,
                    std::optional<Pos> repeated, Instant at);
    Reply carry_out(const Guest& guest, const wire::RevokeDevice& request,
                    std::optional<Pos> repeated, Instant at);
    void on_head(net::PeerId id, const Guest& guest, const wire::SignedHead& head, Instant at);
    void send_head();
    void on_equipment(net::PeerId id, const Guest& guest, const wire::Equipment& report,
                      Instant at);
    // The equipment that has been out of reach, or back, for a while.
    void note_absences();
    bool runs_at(Board board) const;
    // A clock has started to run at this board, for the first time in its game or again.
    void say_equipment_again(Board board, bool first, Instant at);
    void on_get_equipment(net::PeerId id, const Guest& guest, const wire::GetEquipment& request,
                          Instant at);
    // clock_held.cpp
    std::set<net::PeerId> gateways_at(Board board) const;
    bool needs_a_look(const Arrived& one) const;
    // Carries it out, or holds it.
    void take(Arrived one);
    void take_early_moves(Board board);
    void take_move_of_held(Arrived one);
    // True if something waits at its board: then it was put behind that, or answered.
    bool wait_behind(Arrived& one);
    bool waits_already(net::PeerId id, const Act& act, Board board);
    void tell_held(net::PeerId gateway, Board board);
    void on_weighed(net::PeerId id, const Guest& guest, const wire::PressWeighed& weighed);
    void go_on();
    void cut_off(std::uint32_t device);
    void cut_off(net::PeerId id, const std::string& code, std::string text);
    void let_go_of_silent(net::PeerId id, const Guest& guest, Instant at);
    void note_overlap(net::PeerId id, const Guest& guest, Instant at);
    // The earlier result of the act, if it came before. Refuses an id that this sender may not
    // use, or has used for something else.
    std::expected<std::optional<CarriedOut::Deed>, clock::Refusal> done_before(
        const Guest& guest, const Act& act);
    // Does the log have a game with the id to open? An error if the log cannot be read.
    std::expected<bool, clock::Refusal> used_before(const wire::ClockCommand& command);
    // Refuses commands that this device sends too fast; true if refused.
    bool too_fast(net::PeerId id, const Guest& guest, const wire::Command& head, Instant at);
    TokenBucket* budget(net::PeerId id, const Guest& guest, Board board, Instant at);
    // The part of the command's age that is accepted; empty: all of it.
    std::optional<Duration> believed(net::PeerId id, const Guest& guest,
                                     const wire::Command& head, Instant at) const;
    Instant turn_began(Board board) const;
    // Refuses what is not for the device's board, or not for its side; true if refused.
    bool elsewhere(net::PeerId id, const Guest& guest, const std::string& cmd_id,
                   std::optional<Board> board);
    bool for_the_other(net::PeerId id, const Guest& guest, const wire::ClockCommand& command);

    // `act`: the command that caused the events; empty: none.
    void append(const clock::Events& events, const Act& act = {}, bool refused = false);
    Heartbeat heartbeat(Instant at) const { return {at, identity.boot, ports.wall_ms()}; }
    void on_committed(Pos up_to);
    void arm_deadline();
    void on_deadline();
    void on_heartbeat();

    void answer(net::PeerId id, const wire::FromClockd& message);
    void say(const AnswerLine& answer);
    void refuse(net::PeerId id, const std::string& cmd_id, std::string code, std::string text,
                std::optional<Board> board = {});
    wire::BoardView view(Board board, Instant at) const { return clock::view(boards, board, at); }
    // In virtual time a question has no instant: the board is shown as its last event left it.
    Instant seen(Instant at) const { return identity.virtual_time ? Instant{} : at; }
};

}  // namespace flagfall::clockd
