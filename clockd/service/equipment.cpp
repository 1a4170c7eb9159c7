#include "clockd/service/equipment.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "clockd/service/limits.hpp"

namespace flagfall::clockd {

namespace {

constexpr std::array<std::string_view, 5> batteries{"", "good", "low", "charging", "none"};
constexpr std::array<std::string_view, 4> clocks{"", "connected", "low_battery", "none"};

std::string not_among(std::string_view field, std::string_view value,
                      std::span<const std::string_view> words) {
    if (std::ranges::find(words, value) != words.end()) return "";
    std::string text = std::string(field) + ": expected one of";
    for (const std::string_view word : words)
        if (!word.empty()) text += " " + std::string(word);
    return text;
}

// Does a gateway that is connected and not stuck reach it?
bool reached(const EquipmentList::Known& known, Instant now) {
    return known.by && known.facts.link == wire::LinkState::active &&
           now - *known.reported <= milliseconds(limits::gateway_quiet_ms);
}

}  // namespace

std::string EquipmentList::wrong(const wire::Equipment& report) {
    const wire::EquipmentFacts& facts = report.facts;
    if (facts.serial.empty() || facts.serial.size() > limits::serial_bytes)
        return "serial: expected 1 to " + std::to_string(limits::serial_bytes) + " bytes";
    for (const auto& wrong :
         {not_among("battery", facts.battery, batteries), not_among("clock", facts.clock, clocks)})
        if (!wrong.empty()) return wrong;
    if (facts.placement.size() > limits::placement_bytes ||
        facts.placement.find_first_not_of("PNBRQKpnbrqk12345678/") != std::string::npos)
        return "placement: expected the first field of a FEN";
    if (facts.sign && *facts.sign != win_of(Side::white) && *facts.sign != win_of(Side::black) &&
        *facts.sign != drawn())
        return "sign: expected 1-0, 0-1 or 1/2-1/2";
    // The time until somebody asks is added to it.
    constexpr Duration longest = seconds(limits::equipment_figure_seconds);
    const Duration drift = report.figures.drift.value_or(Duration{});
    if (report.figures.quiet < Duration{} || report.figures.quiet > longest)
        return "quiet_us: expected 0 to " + std::to_string(longest.us);
    if (drift > longest || drift < -longest)
        return "drift_us: expected at most " + std::to_string(longest.us) + " more or less";
    return "";
}

std::optional<wire::EquipmentChanged> EquipmentList::take(const wire::Equipment& report,
                                                          net::PeerId by, Instant at) {
    const auto found = known_.find(report.facts.serial);
    // Where two gateways name a board, the one that reaches it counts.
    if (found != known_.end() && found->second.by != by && reached(found->second, at) &&
        report.facts.link != wire::LinkState::active)
        return std::nullopt;
    if (found != known_.end()) {
        found->second.figures = report.figures;
        found->second.reported = at;
        found->second.by = by;
        // It has come back, or has gone away again.
        if ((report.facts.link == wire::LinkState::active) == !found->second.gone_since)
            found->second.turned.reset();
        if (found->second.facts == report.facts) return std::nullopt;
    }
    if (budget(by, report.facts.board.has_value(), at).take(at) > Duration{}) return std::nullopt;
    if (found == known_.end() && !make_room()) return std::nullopt;
    Known& known = known_[report.facts.serial];
    known.figures = report.figures;
    known.reported = at;
    known.by = by;
    return wire::EquipmentChanged{report.facts, gone_since(report.facts, at),
                                  sign_since(report.facts, at)};
}

std::optional<Instant> EquipmentList::sign_since(const wire::EquipmentFacts& facts,
                                                 Instant at) const {
    if (!facts.sign) return std::nullopt;
    const auto found = known_.find(facts.serial);
    const bool goes_on = found != known_.end() && found->second.facts.sign == facts.sign &&
                         found->second.facts.board == facts.board;
    return goes_on ? found->second.sign_since : at;
}

// A gateway knows at once that a line is unplugged. Whether another board is gone, or is back to
// stay, a moment shows.
std::optional<Instant> EquipmentList::gone_since(const wire::EquipmentFacts& facts,
                                                 Instant at) const {
    const auto found = known_.find(facts.serial);
    if (found != known_.end() && found->second.gone_since &&
        found->second.facts.board == facts.board)
        return found->second.gone_since;
    const auto instead = [&](const auto& each) {
        return each.first != facts.serial && each.second.facts.board == facts.board &&
               reached(each.second, at);
    };
    const bool unplugged = facts.board && facts.link == wire::LinkState::gone;
    return unplugged && std::ranges::none_of(known_, instead) ? std::optional(at) : std::nullopt;
}

std::vector<wire::EquipmentChanged> EquipmentList::absences(Instant now) {
    std::set<Board> served;
    for (const auto& [serial, known] : known_)
        if (known.facts.board && reached(known, now)) served.insert(*known.facts.board);
    std::vector<wire::EquipmentChanged> events;
    for (auto& [serial, known] : known_) {
        const bool missed = known.facts.board && !served.contains(*known.facts.board);
        if (missed == known.gone_since.has_value()) {
            known.turned.reset();
            continue;
        }
        if (!known.turned) known.turned = now;
        if (now - *known.turned < milliseconds(limits::board_grace_ms)) continue;
        events.push_back({known.facts, missed ? known.turned : std::nullopt, known.sign_since});
    }
    return events;
}

// Nobody expects equipment that was not reported since the start, or that has been gone for long:
// games are played at its table without it. A sign is of the game before.
std::vector<wire::EquipmentChanged> EquipmentList::at_start(Board board, bool first,
                                                            Instant now) const {
    std::vector<wire::EquipmentChanged> events;
    for (const auto& [serial, known] : known_) {
        if (known.facts.board != board || !known.reported) continue;
        const Duration gone = known.gone_since ? now - *known.gone_since : Duration{};
        if (gone > seconds(limits::board_expected_seconds)) continue;
        wire::EquipmentChanged& event =
            events.emplace_back(known.facts, known.gone_since, known.sign_since);
        if (!first) continue;
        event.facts.sign.reset();
        event.sign_since.reset();
    }
    return events;
}

void EquipmentList::apply(const wire::EquipmentChanged& event) {
    if (!known_.contains(event.facts.serial)) make_room();
    Known& known = known_[event.facts.serial];
    if (known.gone_since.has_value() != event.gone_since.has_value()) known.turned.reset();
    known.facts = event.facts;
    known.gone_since = event.gone_since;
    known.sign_since = event.sign_since;
    known.change = ++changes_;
}

bool EquipmentList::make_room() {
    if (known_.size() < limits::equipment) return true;
    auto oldest = known_.end();
    for (auto at = known_.begin(); at != known_.end(); ++at)
        if (!at->second.facts.board &&
            (oldest == known_.end() || at->second.change < oldest->second.change))
            oldest = at;
    if (oldest == known_.end()) return false;
    known_.erase(oldest);
    return true;
}

TokenBucket& EquipmentList::budget(net::PeerId by, bool placed, Instant at) {
    const TokenBucket full(limits::equipment_events_per_second, limits::equipment_events_at_once,
                           at);
    return budgets_.try_emplace({by, placed}, full).first->second;
}

void EquipmentList::left(net::PeerId by) {
    for (auto& [serial, known] : known_)
        if (known.by == by) known.by.reset();
    std::erase_if(budgets_, [&](const auto& each) { return each.first.first == by; });
}

std::set<net::PeerId> EquipmentList::followers_of(Board board) const {
    std::set<net::PeerId> followers;
    for (const auto& [serial, known] : known_)
        if (known.by && known.facts.board == board && known.facts.link == wire::LinkState::active)
            followers.insert(*known.by);
    return followers;
}

bool EquipmentList::stands_at(Board board) const {
    return std::ranges::any_of(
        known_, [board](const auto& each) { return each.second.facts.board == board; });
}

wire::EquipmentState EquipmentList::next(std::string id, std::string_view after,
                                         Instant now) const {
    wire::EquipmentState state{std::move(id)};
    const auto found = known_.upper_bound(after);
    if (found == known_.end()) return state;
    const Known& known = found->second;
    state.facts = known.facts;
    state.figures = known.figures;
    if (known.reported) state.figures.quiet += now - *known.reported;
    // No gateway that is connected has reported it.
    if (!known.by) state.facts->link = wire::LinkState::gone;
    return state;
}

}  // namespace flagfall::clockd
