#include "clockd/devices/line.hpp"

#include <utility>

namespace flagfall::devices {

Line::Line(std::optional<LineMode> mode, std::vector<std::string> expected, Instant at)
    : fixed_(mode), expected_(std::move(expected)), line_(std::in_place_type<SingleLine>, at) {
    if (mode == LineMode::bus) line_.emplace<BusLine>(expected_, at);
}

LineMode Line::mode() const {
    return std::holds_alternative<SingleLine>(line_) ? LineMode::single : LineMode::bus;
}

Acts Line::on_bytes(std::string_view bytes, Instant at) {
    return changed(std::visit([&](auto& line) { return line.on_bytes(bytes, at); }, line_), at);
}

Acts Line::on_wake(Instant at) {
    return changed(std::visit([&](auto& line) { return line.on_wake(at); }, line_), at);
}

Instant Line::deadline() const {
    return std::visit([](const auto& line) { return line.deadline(); }, line_);
}

const Damage& Line::damage() const {
    return std::visit([](const auto& line) -> const Damage& { return line.damage(); }, line_);
}

void Line::ask_memory(std::string_view serial) {
    if (auto* alone = std::get_if<SingleLine>(&line_)) alone->ask_memory();
    else std::get<BusLine>(line_).ask_memory(serial);
}

// A board that is alone reports them by itself, as long as it responds.
void Line::ask_changes(std::string_view serial, Instant when) {
    if (auto* alone = std::get_if<SingleLine>(&line_)) alone->ask_board(when);
    else std::get<BusLine>(line_).ask_changes(serial, when);
}

// A board on a line of its own reports its clock by itself.
void Line::read_clock(std::string_view serial, ClockCare care) {
    if (auto* bus = std::get_if<BusLine>(&line_)) bus->read_clock(serial, care);
}

void Line::mark_start(std::string_view serial) {
    if (auto* bus = std::get_if<BusLine>(&line_)) bus->mark_start(serial);
}

// Where the mode is not given, the one that brings nothing is given up.
Acts Line::changed(Acts acts, Instant at) {
    if (fixed_) return acts;
    if (const auto* alone = std::get_if<SingleLine>(&line_)) {
        if (!alone->crowded() && alone->unanswered() == 0) return acts;
        line_.emplace<BusLine>(expected_, at);
    } else if (const auto& bus = std::get<BusLine>(line_); bus.found_nobody()) {
        line_.emplace<SingleLine>(at);
    } else {
        return acts;
    }
    acts.also(std::visit([&](auto& line) { return line.on_wake(at); }, line_));
    return acts;
}

}  // namespace flagfall::devices
