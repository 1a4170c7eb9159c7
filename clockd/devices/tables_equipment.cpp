// The equipment at the tables: which source reaches a board, and what is said of it.
#include <algorithm>
#include <utility>

#include "clockd/devices/tables.hpp"

namespace flagfall::devices {

// ---- sources --------------------------------------------------------------------------------

// Another source than this one has the board.
bool Tables::elsewhere(std::string_view serial, std::string_view source) const {
    const auto found = known_.find(serial);
    return found != known_.end() && found->second.facts.link == LinkState::active &&
           found->second.facts.source != source;
}

// What a board was asked for will not come any more, and moves may be made unseen.
void Tables::out_of_reach(std::string_view serial) {
    Table* table = table_of(serial);
    if (table == nullptr) return;
    table->trusted = false;
    table->remembers.reset();
    table->asked.reset();
}

void Tables::equipment_seen(const std::string& source, const Equipment& equipment,
                            Orders& orders) {
    Known& known = known_[equipment.serial];
    const bool active = equipment.link == LinkState::active;
    if (!elsewhere(equipment.serial, source)) {
        counts(source, equipment, orders);
        if (!active) next_source(known, orders);
        return;
    }
    if (!active) {
        known.others.erase(source);
        return;
    }
    const bool news = known.others.insert_or_assign(source, equipment).second;
    const auto board = board_of(equipment.serial);
    if (news && board)
        orders.push_back(Remark{*board, "serial number " + equipment.serial +
                                            " is at two places: " + known.facts.source +
                                            " counts, " + source + " does not"});
}

// The source that counted does not reach the board any more.
void Tables::next_source(Known& known, Orders& orders) {
    if (known.others.empty()) return;
    const auto next = known.others.extract(known.others.begin());
    counts(next.key(), next.mapped(), orders);
}

void Tables::counts(const std::string& source, const Equipment& equipment, Orders& orders) {
    wire::EquipmentFacts& facts = known_[equipment.serial].facts;
    facts.serial = equipment.serial;
    facts.source = source;
    facts.board = board_of(facts.serial);
    facts.link = equipment.link;
    facts.version = equipment.version;
    facts.battery = equipment.battery;
    facts.clock = !equipment.clock              ? "none"
                  : equipment.clock_battery_low ? "low_battery"
                                                : "connected";
    if (equipment.link != LinkState::active) out_of_reach(facts.serial);
    else if (Table* table = table_of(facts.serial)) {
        table->care = {};  // another line may have it now
        care_for_clock(*table, orders);
    }
    tell(facts.serial, orders);
}

Orders Tables::on_hang_up(const std::string& source, Instant) {
    Orders orders;
    for (auto& [serial, known] : known_) {
        known.others.erase(source);
        if (known.facts.source != source || known.facts.link == LinkState::gone) continue;
        known.facts.link = LinkState::gone;
        out_of_reach(serial);
        tell(serial, orders);
        next_source(known, orders);
    }
    return orders;
}

// ---- what is said of it ---------------------------------------------------------------------

void Tables::misfits(Table& table, const std::optional<Placement>& misfit, Orders& orders) {
    if (table.misfit.has_value() == misfit.has_value()) return;
    table.misfit = misfit;
    tell(table.serial, orders);
}

void Tables::fits(Table& table, Orders& orders) {
    misfits(table, std::nullopt, orders);
    shows_sign(table, std::nullopt, orders);
}

// What the players say with their kings is for the arbiter, and no result.
void Tables::shows_sign(Table& table, const std::optional<Score>& sign, Orders& orders) {
    if (table.sign == sign) return;
    table.sign = sign;
    tell(table.serial, orders);
}

void Tables::tell(const std::string& serial, Orders& orders) {
    const auto found = known_.find(serial);
    if (found == known_.end()) return;
    const Table* table = table_of(serial);
    if (table != nullptr && !table->game.empty()) {
        found->second.facts.shows =
            table->misfit ? wire::Showing::other : wire::Showing::position;
        found->second.facts.placement = table->misfit ? devices::text(*table->misfit) : "";
        found->second.facts.sign = table->sign;
    }
    orders.push_back(Tell{found->second.facts});
}

std::vector<wire::Equipment> Tables::equipment(Instant now) const {
    std::vector<wire::Equipment> all;
    for (const auto& [serial, known] : known_) {
        if (serial.empty() || known.facts.serial.empty()) continue;
        wire::Equipment one{known.facts, {}};
        one.figures.quiet = std::max(Duration{}, now - known.frame);
        one.figures.drift = known.drift;
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace flagfall::devices
