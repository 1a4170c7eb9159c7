// A serial line whose mode is known, or found out: one board alone, or a bus.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "clockd/devices/bus_line.hpp"
#include "clockd/devices/single_line.hpp"

namespace flagfall::devices {

class Line {
public:
    // `mode`: nothing: a board alone is looked for first, then a bus, and so on.
    Line(std::optional<LineMode> mode, std::vector<std::string> expected, Instant at);

    Acts on_bytes(std::string_view bytes, Instant at);
    Acts on_wake(Instant at);
    Instant deadline() const;

    LineMode mode() const;
    void ask_memory(std::string_view serial);
    void ask_changes(std::string_view serial, Instant when);
    void read_clock(std::string_view serial, ClockCare care);
    void mark_start(std::string_view serial);
    const Damage& damage() const;

private:
    Acts changed(Acts acts, Instant at);

    std::optional<LineMode> fixed_;
    std::vector<std::string> expected_;
    std::variant<SingleLine, BusLine> line_;
};

}  // namespace flagfall::devices
