#include "arbiterd/service/equipment.hpp"

#include <utility>

namespace flagfall::arbiterd {

namespace {

// The longest wait for an answer; a later request starts a new round.
constexpr Duration round_patience = seconds(5);

}  // namespace

std::optional<wire::GetEquipment> EquipmentRound::join(EquipmentAnswered done, Instant now) {
    if (!asked_.empty() && now - began_ > round_patience) fail();
    waiting_.push_back(std::move(done));
    if (!asked_.empty()) return std::nullopt;
    began_ = now;
    return ask("");
}

std::optional<wire::GetEquipment> EquipmentRound::take(wire::EquipmentState state) {
    if (!state.facts) {
        end(std::exchange(seen_, {}));
        return std::nullopt;
    }
    // Serial numbers must increase, so that the round ends.
    if (!seen_.empty() && state.facts->serial <= seen_.back().facts->serial) {
        fail();
        return std::nullopt;
    }
    seen_.push_back(std::move(state));
    return ask(seen_.back().facts->serial);
}

void EquipmentRound::fail() { end(std::nullopt); }

std::optional<wire::GetEquipment> EquipmentRound::ask(std::string after) {
    asked_ = "equipment-" + std::to_string(++questions_);
    return wire::GetEquipment{asked_, std::move(after)};
}

void EquipmentRound::end(const std::optional<EquipmentSeen>& list) {
    asked_.clear();
    seen_.clear();
    for (const EquipmentAnswered& done : std::exchange(waiting_, {})) done(list);
}

}  // namespace flagfall::arbiterd
