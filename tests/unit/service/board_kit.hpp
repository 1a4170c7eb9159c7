// Boards of a closed hall with their enrolled devices, and what these send.
#pragma once

#include <string>
#include <vector>

#include "tests/unit/service/door_kit.hpp"

namespace flagfall::test {

struct BoardDevice {
    std::uint32_t number = 0;
    auth::Key key;
    net::PeerId link;
};

// A new link of this device, proved; as after a break.
inline net::PeerId link_again(DoorHall& hall, BoardDevice& device) {
    device.link = hall.connect("192.0.2.7:1");
    REQUIRE(hall.enter(device.link, {"device", "tablet", device.number}, device.key) == "welcome");
    return device.link;
}

inline BoardDevice device_at(DoorHall& hall, std::uint32_t board) {
    BoardDevice device;
    device.number = hall.open_code(board);
    device.link = hall.connect("192.0.2.7:1");
    REQUIRE(hall.try_code(device.link, hall.code_for(device.number), &device.key) == "enrolled");
    link_again(hall, device);
    return device;
}

template <class Command>
Command at_board(std::uint32_t board, std::string id, Side side = Side::white) {
    Command command;
    command.id = std::move(id);
    command.board = {board};
    command.game = "g" + std::to_string(board);
    if constexpr (requires { command.side; }) command.side = side;
    return command;
}

// For a game of ten minutes.
inline wire::OpenGame opening(std::uint32_t board) {
    auto open = at_board<wire::OpenGame>(board, "open-" + std::to_string(board));
    open.terms.event = "e";
    open.terms.round = "1";
    open.terms.white = "A";
    open.terms.black = "B";
    open.terms.time_control = "600";
    return open;
}

// A game of ten minutes at this board, its clock started.
inline void start_game(DoorHall& hall, std::uint32_t board) {
    const net::PeerId arbiter = hall.arbiter();
    REQUIRE(hall.code(arbiter, wire::ClockCommand{opening(board)}) == "ack");
    const auto start = at_board<wire::StartGame>(board, "start-" + std::to_string(board));
    REQUIRE(hall.code(arbiter, wire::ClockCommand{start}) == "ack");
}

inline wire::Press press_at(std::uint32_t board, std::string id, Side side = Side::white,
                            Duration age = {}) {
    auto press = at_board<wire::Press>(board, std::move(id), side);
    press.age = age;
    return press;
}

// How many events of this type the log has.
inline int count_of(const DoorHall& hall, std::string_view type) {
    int count = 0;
    for (const store::Row& row : hall.world.rows) count += row.type == type ? 1 : 0;
    return count;
}

template <class Event>
Event last_of(const DoorHall& hall) {
    for (auto row = hall.world.rows.rbegin(); row != hall.world.rows.rend(); ++row)
        if (row->type == Event::type)
            return std::get<Event>(wire::decode_clock_event(row->type, row->body).value());
    FAIL("the log has no such event");
    return {};
}

}  // namespace flagfall::test
