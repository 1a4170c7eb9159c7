#include "arbiterd/service/equipment.hpp"

#include <utility>

namespace flagfall::arbiterd {

namespace {

// The longest wait for an answer; a later request starts a new round.
constexpr Duration round_patience = seconds(5);

bool ends_list(const wire::EquipmentState& state) { return !state.facts; }
const std::string& key_of(const wire::EquipmentState& state) { return state.facts->serial; }
wire::GetEquipment after(std::string id, const wire::EquipmentState* last) {
    return {std::move(id), last != nullptr ? key_of(*last) : ""};
}

bool ends_list(const wire::DeviceState& state) { return !state.board; }
std::uint32_t key_of(const wire::DeviceState& state) { return state.device; }
wire::GetDevice after(std::string id, const wire::DeviceState* last) {
    return {std::move(id), last != nullptr ? key_of(*last) : 0, true};
}

constexpr std::string_view prefix(const wire::EquipmentState*) { return "equipment-"; }
constexpr std::string_view prefix(const wire::DeviceState*) { return "away-"; }

}  // namespace

template <class Request, class State>
std::optional<Request> ListRound<Request, State>::join(Done done, Instant now) {
    if (!asked_.empty() && now - began_ > round_patience) fail();
    waiting_.push_back(std::move(done));
    if (!asked_.empty()) return std::nullopt;
    began_ = now;
    return next();
}

template <class Request, class State>
std::optional<Request> ListRound<Request, State>::take(State state) {
    if (ends_list(state)) {
        end(std::exchange(seen_, {}));
        return std::nullopt;
    }
    // Keys must increase, so that the round ends.
    if (!seen_.empty() && key_of(state) <= key_of(seen_.back())) {
        fail();
        return std::nullopt;
    }
    seen_.push_back(std::move(state));
    return next();
}

template <class Request, class State>
void ListRound<Request, State>::fail() {
    end(std::nullopt);
}

template <class Request, class State>
Request ListRound<Request, State>::next() {
    const State* last = seen_.empty() ? nullptr : &seen_.back();
    asked_ = std::string(prefix(last)) + std::to_string(++questions_);
    return after(asked_, last);
}

template <class Request, class State>
void ListRound<Request, State>::end(const std::optional<List>& list) {
    asked_.clear();
    seen_.clear();
    for (const Done& done : std::exchange(waiting_, {})) done(list);
}

template class ListRound<wire::GetEquipment, wire::EquipmentState>;
template class ListRound<wire::GetDevice, wire::DeviceState>;

}  // namespace flagfall::arbiterd
