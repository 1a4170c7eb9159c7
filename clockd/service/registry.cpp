#include "clockd/service/registry.hpp"

namespace flagfall::clockd {

void Registry::apply(const wire::ClockEvent& event, Pos pos) {
    if (const auto* opened = std::get_if<wire::DeviceEnrolmentOpened>(&event)) {
        devices_[opened->device] = {opened->board, opened->name, Device::State::opened,
                                    opened->until_ms, {}, opened->side};
        opened_at_[pos] = opened->device;
        of_board_[opened->board].push_back(opened->device);
    } else if (const auto* enrolled = std::get_if<wire::DeviceEnrolled>(&event)) {
        Device& device = devices_[enrolled->device];
        device.state = Device::State::enrolled;
        device.key_id = enrolled->key_id;
    } else if (const auto* revoked = std::get_if<wire::DeviceRevoked>(&event)) {
        devices_[revoked->device].state = Device::State::revoked;
    }
}

const Device* Registry::find(std::uint32_t device) const {
    const auto found = devices_.find(device);
    return found == devices_.end() ? nullptr : &found->second;
}

bool Registry::enrolled(std::uint32_t device) const {
    const Device* found = find(device);
    return found != nullptr && found->state == Device::State::enrolled;
}

std::uint32_t Registry::next_number() const {
    return devices_.empty() ? 1 : devices_.rbegin()->first + 1;
}

const std::vector<std::uint32_t>& Registry::of_board(Board board) const {
    static const std::vector<std::uint32_t> none;
    const auto found = of_board_.find(board);
    return found == of_board_.end() ? none : found->second;
}

std::optional<std::uint32_t> Registry::opened_at(Pos pos) const {
    const auto found = opened_at_.find(pos);
    if (found == opened_at_.end()) return std::nullopt;
    return found->second;
}

}  // namespace flagfall::clockd
