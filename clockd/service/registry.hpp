// The devices of the hall, made from clockd's log alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "common/base/ids.hpp"
#include "common/wire/clock_messages.hpp"

namespace flagfall::clockd {

struct Device {
    enum class State : std::uint8_t { opened, enrolled, revoked };

    Board board;
    std::string name;
    State state = State::opened;
    std::int64_t until_ms = 0;  // of its code
    std::string key_id;         // once enrolled
};

class Registry {
public:
    // `cmd_id`: of the command it came from, or empty.
    void apply(const wire::ClockEvent& event, const std::string& cmd_id);

    // nullptr: there is none.
    const Device* find(std::uint32_t device) const;
    bool enrolled(std::uint32_t device) const;

    // All of them by number, from 1; a number is given once.
    const std::map<std::uint32_t, Device>& all() const { return devices_; }
    std::uint32_t next_number() const;

    // The device whose code was asked for by this command.
    std::optional<std::uint32_t> opened_by(const std::string& cmd_id) const;

private:
    std::map<std::uint32_t, Device> devices_;
    std::map<std::string, std::uint32_t> opened_by_;
};

}  // namespace flagfall::clockd
