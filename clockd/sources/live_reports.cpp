#include "clockd/sources/live_reports.hpp"

#include <algorithm>
#include <utility>

#include "clockd/devices/limits.hpp"
#include "clockd/devices/serial.hpp"
#include "clockd/sources/limits.hpp"
#include "common/base/number.hpp"
#include "common/base/overload.hpp"

namespace flagfall::sources {

namespace {

constexpr Duration settle_time = milliseconds(limits::settle_ms);
constexpr Duration scan_time = milliseconds(limits::scan_ms);
constexpr int low_percent = 20;

devices::LinkState state_of(Link link) {
    switch (link) {
        case Link::active:
        case Link::delayed: return devices::LinkState::active;
        case Link::gone: return devices::LinkState::gone;
        case Link::unknown:
        case Link::inactive:
        case Link::not_responding:
        case Link::unreached: break;
    }
    return devices::LinkState::silent;
}

// "87%"; what a voltage means depends on the board.
std::string battery_of(std::string_view text) {
    if (!text.ends_with('%')) return "";
    const auto percent = whole_number<int>(text.substr(0, text.size() - 1), 0, 100);
    if (!percent) return "";
    return *percent <= low_percent ? "low" : "good";
}

// A service may leave out zeros of a serial number.
LiveAct as_known(LiveAct act) {
    const auto known = [](auto& one) {
        if constexpr (requires { one.serial; })
            one.serial = devices::serial_from(one.serial).value_or(one.serial);
    };
    std::visit(known, act);
    return act;
}

}  // namespace

// A board whose state the service does not give counts as reached.
bool LiveReports::reached(const Board& board) {
    return board.link == Link::active || board.link == Link::delayed || board.link == Link::unknown;
}

void LiveReports::equipment(const Equipment& seen, devices::Reports& reports) {
    Board& board = boards_[seen.serial];
    board.link = seen.link;
    if (seen.link == Link::gone || seen.link == Link::unreached) board.standing.reset();
    devices::Equipment now = board.equipment;
    now.serial = seen.serial;
    now.link = state_of(seen.link);
    now.battery = battery_of(seen.battery);
    if (now == board.equipment) return;
    board.equipment = now;
    reports.push_back(devices::EquipmentSeen{std::move(now)});
}

void LiveReports::settle(Board& board, devices::Reports& reports) {
    const Standing stood = *std::exchange(board.standing, std::nullopt);
    reports.push_back(
        devices::Settled{board.equipment.serial, stood.placement, stood.since, stood.at});
}

void LiveReports::stands(const Stands& seen, devices::Reports& reports) {
    Board& board = boards_[seen.serial];
    board.equipment.serial = seen.serial;
    if (board.standing && reached(board) && seen.at - board.standing->at >= settle_time)
        settle(board, reports);
    board.standing = Standing{seen.placement, std::min(seen.since, seen.at - scan_time), seen.at};
    reports.push_back(devices::Moving{seen.serial, board.standing->since, seen.at});
}

devices::Reports LiveReports::on_act(const LiveAct& act) {
    devices::Reports reports;
    const auto clock = [&](const ClockShows& shows) {
        Board& board = boards_[shows.serial];
        board.equipment.serial = shows.serial;
        if (!std::exchange(board.equipment.clock, true))
            reports.push_back(devices::EquipmentSeen{board.equipment});
        reports.push_back(devices::ClockObserved{shows.serial, shows.readings, shows.uncertainty,
                                                 shows.at});
    };
    const auto heard = [&](const Heard& frame) {
        reports.push_back(devices::FrameSeen{
            frame.serial,
            {devices::Content::text, 0, frame.text.substr(0, limits::live_frame_bytes)},
            frame.at});
    };
    std::visit(Overload{[&](const Equipment& seen) { equipment(seen, reports); },
                        [&](const Stands& seen) { stands(seen, reports); }, clock, heard,
                        [](const auto&) {}},
               as_known(act));
    return reports;
}

std::optional<Instant> LiveReports::deadline() const {
    if (!asked_.empty()) return Instant{};
    std::optional<Instant> first;
    for (const auto& [serial, board] : boards_) {
        if (!board.standing || !reached(board)) continue;
        const Instant due = board.standing->at + settle_time;
        if (!first || due < *first) first = due;
    }
    return first;
}

devices::Reports LiveReports::on_wake(Instant now) {
    devices::Reports reports;
    for (const std::string& serial : std::exchange(asked_, {}))
        reports.push_back(devices::Remembered{serial, {}, now});
    for (auto& [serial, board] : boards_)
        if (board.standing && reached(board) && board.standing->at + settle_time <= now)
            settle(board, reports);
    return reports;
}

}  // namespace flagfall::sources
