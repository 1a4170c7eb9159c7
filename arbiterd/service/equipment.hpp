// The hall's equipment, requested from clockd each time somebody looks: only clockd knows its
// present state, and the record does not store it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/time.hpp"
#include "common/wire/equipment_messages.hpp"

namespace flagfall::arbiterd {

// Ordered by serial number; each element has its facts.
using EquipmentSeen = std::vector<wire::EquipmentState>;
// Called once with the list; with nothing when clockd did not answer.
using EquipmentAnswered = std::function<void(std::optional<EquipmentSeen>)>;

// One list at a time is requested, piece by piece, for all who wait.
class EquipmentRound {
public:
    // `done` gets this round's list. Returns the request to send; nothing: a round is under way.
    std::optional<wire::GetEquipment> join(EquipmentAnswered done, Instant now);
    // Is this the id of the unanswered request?
    bool asked(std::string_view id) const { return !asked_.empty() && id == asked_; }
    // Takes the answer. Returns the next request; nothing when the list is complete and delivered.
    std::optional<wire::GetEquipment> take(wire::EquipmentState state);
    // clockd does not answer: calls everybody back with nothing.
    void fail();

private:
    std::optional<wire::GetEquipment> ask(std::string after);
    void end(const std::optional<EquipmentSeen>& list);

    std::uint64_t questions_ = 0;
    std::string asked_;  // empty: no round is under way
    Instant began_;
    EquipmentSeen seen_;
    std::vector<EquipmentAnswered> waiting_;
};

}  // namespace flagfall::arbiterd
