#include "clockd/devices/serial.hpp"

#include <algorithm>
#include <cstddef>

#include "clockd/devices/frames.hpp"
#include "common/base/number.hpp"

namespace flagfall::devices {

namespace {

constexpr std::size_t usual_digits = 5;
constexpr std::int64_t highest_serial = 9'999'999'999;  // ten digits, a long serial number

}  // namespace

std::optional<std::string> serial_from(std::string_view text) {
    const auto number = whole_number<std::int64_t>(text, 1, highest_serial);
    if (!number) return std::nullopt;
    const std::string digits = std::to_string(*number);
    return std::string(usual_digits - std::min(digits.size(), usual_digits), '0') + digits;
}

std::uint16_t bus_address(std::string_view serial) {
    const auto number = whole_number<std::int64_t>(serial, 1, highest_serial);
    return number ? static_cast<std::uint16_t>(*number & highest_address) : std::uint16_t{0};
}

std::string serial_of(std::uint16_t address) {
    return serial_from(std::to_string(address)).value_or("00000");
}

}  // namespace flagfall::devices
