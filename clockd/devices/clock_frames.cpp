#include "clockd/devices/clock_frames.hpp"

#include <algorithm>
#include <array>

namespace flagfall::devices {

namespace {

constexpr std::size_t size = 7;
constexpr unsigned flag_stopped = 0x10, flag_per_move = 0x20, flag_shown = 0x40;
constexpr unsigned status_runs = 0x01, status_lever = 0x02, status_battery = 0x04;
constexpr unsigned status_right = 0x08, status_left = 0x10, status_none = 0x20;
constexpr unsigned answer_mark = 0x0a;
constexpr std::uint8_t answer_ok = 0x10;

using Bytes = std::array<unsigned, size>;

// 0 to 59 from two decimal digits.
std::optional<unsigned> sixty(unsigned bcd) {
    const unsigned tens = bcd >> 4, ones = bcd & 0x0f;
    if (tens > 5 || ones > 9) return std::nullopt;
    return tens * 10 + ones;
}

std::optional<ShownTime> shown(const Bytes& bytes, std::size_t from) {
    const unsigned hours = bytes[from] & 0x0f;
    const auto minutes = sixty(bytes[from + 1]);
    const auto secs = sixty(bytes[from + 2]);
    if (hours > 9 || !minutes || !secs) return std::nullopt;
    return ShownTime{seconds(hours * 3600 + *minutes * 60 + *secs),
                     (bytes[from] & flag_shown) != 0, (bytes[from] & flag_stopped) != 0,
                     (bytes[from] & flag_per_move) != 0};
}

bool answers(const Bytes& bytes) {
    return (bytes[0] & 0x0f) == answer_mark || (bytes[3] & 0x0f) == answer_mark;
}

// The highest bits of its four bytes stand in the flags of the hours.
ClockAnswer answer_of(const Bytes& b) {
    const auto joined = [](unsigned low, unsigned high) {
        return static_cast<std::uint8_t>((low & 0x7f) | (high & 0x80));
    };
    ClockAnswer answer;
    answer.ok = joined(b[1], b[3] << 3) == answer_ok;
    answer.message = joined(b[2], b[3] << 2);
    answer.first = joined(b[4], b[0] << 3);
    answer.second = joined(b[5], b[0] << 2);
    return answer;
}

std::string text_of(const Bytes& bytes) {
    std::string data;
    for (const unsigned byte : bytes) data += static_cast<char>(byte);
    return data;
}

void put(Bytes& bytes, std::size_t from, const ShownTime& side) {
    const auto total = static_cast<unsigned>(side.time.us / 1'000'000);
    const auto bcd = [](unsigned value) { return value / 10 << 4 | value % 10; };
    bytes[from] = std::min(total / 3600, 9U) | (side.flag ? flag_shown : 0U) |
                  (side.stopped ? flag_stopped : 0U) | (side.per_move ? flag_per_move : 0U);
    bytes[from + 1] = bcd(total / 60 % 60);
    bytes[from + 2] = bcd(total % 60);
}

}  // namespace

bool says_nothing(std::string_view data) {
    return std::ranges::all_of(data, [](char c) { return c == 0; });
}

// Neither or both sides on move: nobody is, as far as the clock says.
std::optional<ClockFrame> clock_frame(std::string_view data) {
    if (data.size() != size) return std::nullopt;
    Bytes bytes{};
    std::ranges::transform(data, bytes.begin(),
                           [](char c) { return static_cast<unsigned char>(c) & 0x7fU; });
    if (answers(bytes)) return answer_of(bytes);
    if ((bytes[6] & status_none) != 0) return NoClock{};
    const auto right = shown(bytes, 0);
    const auto left = shown(bytes, 3);
    if (!left || !right) return std::nullopt;
    ClockReading reading{*left, *right, (bytes[6] & status_runs) != 0,
                         (bytes[6] & status_battery) != 0, (bytes[6] & status_lever) != 0, {}};
    const bool right_moves = (bytes[6] & status_right) != 0;
    const bool left_moves = (bytes[6] & status_left) != 0;
    if (right_moves != left_moves) reading.to_move = right_moves ? Hand::right : Hand::left;
    return reading;
}

std::string bytes_of(const ClockReading& reading) {
    Bytes bytes{};
    put(bytes, 0, reading.right);
    put(bytes, 3, reading.left);
    bytes[6] = (reading.runs ? status_runs : 0U) | (reading.right_lever_up ? status_lever : 0U) |
               (reading.battery_low ? status_battery : 0U);
    if (reading.to_move) bytes[6] |= *reading.to_move == Hand::right ? status_right : status_left;
    return text_of(bytes);
}

std::string bytes_of(const ClockAnswer& answer) {
    const unsigned first = answer.ok ? answer_ok : 0x40U;
    Bytes bytes{answer_mark, first & 0x7fU, answer.message & 0x7fU, answer_mark,
                answer.first & 0x7fU, answer.second & 0x7fU, 0};
    bytes[3] |= (first & 0x80U) >> 3 | (answer.message & 0x80U) >> 2;
    bytes[0] |= (answer.first & 0x80U) >> 3 | (answer.second & 0x80U) >> 2;
    return text_of(bytes);
}

std::string bytes_of(const NoClock&) { return text_of({0, 0, 0, 0, 0, 0, status_none}); }

}  // namespace flagfall::devices
