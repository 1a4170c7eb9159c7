// The hall's equipment, and the devices that are away, requested from clockd when somebody looks:
// only clockd knows their present state, and the record does not store it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/time.hpp"
#include "common/wire/door_frames.hpp"
#include "common/wire/equipment_messages.hpp"

namespace flagfall::arbiterd {

// Ordered by serial number; each element has its facts.
using EquipmentSeen = std::vector<wire::EquipmentState>;
// Called once with the list; with nothing when clockd did not answer.
using EquipmentAnswered = std::function<void(std::optional<EquipmentSeen>)>;

// Devices whose games go on without them, ordered by number; each has its board.
using DevicesAway = std::vector<wire::DeviceState>;
using AwayAnswered = std::function<void(std::optional<DevicesAway>)>;

// One list at a time is requested, piece by piece, for all who wait.
template <class Request, class State>
class ListRound {
public:
    using List = std::vector<State>;
    using Done = std::function<void(std::optional<List>)>;

    // `done` gets this round's list. Returns the request to send; nothing: a round is under way.
    std::optional<Request> join(Done done, Instant now);
    // Is this the id of the unanswered request?
    bool asked(std::string_view id) const { return !asked_.empty() && id == asked_; }
    // Takes the answer. Returns the next request; nothing when the list is complete and delivered.
    std::optional<Request> take(State state);
    // clockd does not answer: calls everybody back with nothing.
    void fail();

private:
    Request next();
    void end(const std::optional<List>& list);

    std::uint64_t questions_ = 0;
    std::string asked_;  // empty: no round is under way
    Instant began_;
    List seen_;
    std::vector<Done> waiting_;
};

using EquipmentRound = ListRound<wire::GetEquipment, wire::EquipmentState>;
using AwayRound = ListRound<wire::GetDevice, wire::DeviceState>;

}  // namespace flagfall::arbiterd
