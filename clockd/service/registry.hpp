// The devices of the hall, rebuilt from clockd's log alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

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
    std::optional<Side> side{};  // the only one that it acts for; empty: both
};

class Registry {
public:
    // Applies an event of the log at this position.
    void apply(const wire::ClockEvent& event, Pos pos);

    // nullptr if there is none.
    const Device* find(std::uint32_t device) const;
    bool enrolled(std::uint32_t device) const;

    // All of them by number, from 1; a number is never given again.
    const std::map<std::uint32_t, Device>& all() const { return devices_; }
    std::uint32_t next_number() const;
    // The numbers of those of a board.
    const std::vector<std::uint32_t>& of_board(Board board) const;

    // The device whose code was asked for at this position of the log.
    std::optional<std::uint32_t> opened_at(Pos pos) const;

private:
    std::map<std::uint32_t, Device> devices_;
    std::map<Pos, std::uint32_t> opened_at_;
    std::map<Board, std::vector<std::uint32_t>> of_board_;
};

}  // namespace flagfall::clockd
