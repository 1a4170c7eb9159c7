// Serial numbers of boards. They distinguish boards, whatever line or service reaches them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagfall::devices {

// A serial number as boards say it, with five digits or more: "42" is "00042". Nothing: no board
// has such a number.
std::optional<std::string> serial_from(std::string_view text);

// The address of that board on a bus: the lowest 14 bits of its number. 0: it has none.
std::uint16_t bus_address(std::string_view serial);

// The serial number of the board that has this address as its number.
std::string serial_of(std::uint16_t address);

}  // namespace flagfall::devices
