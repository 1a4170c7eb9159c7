// The hall's equipment, asked of clockd whenever somebody wants to see it: only clockd knows how it
// is now, and the record keeps none of it.
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

// By serial number; each has its facts.
using EquipmentSeen = std::vector<wire::EquipmentState>;
// Takes the list, once; nothing: clockd did not answer.
using EquipmentAnswered = std::function<void(std::optional<EquipmentSeen>)>;

// One round of questions at a time, for everybody who waits.
class EquipmentRound {
public:
    // `done` gets this round's list. The question to send; nothing: a round is under way.
    std::optional<wire::GetEquipment> join(EquipmentAnswered done, Instant now);
    // Is this the id of the question that waits for an answer?
    bool asked(std::string_view id) const { return !asked_.empty() && id == asked_; }
    // The answer to it. The next question; nothing: the list is whole, and everybody has it.
    std::optional<wire::GetEquipment> take(wire::EquipmentState state);
    // clockd does not answer: everybody gets nothing.
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
