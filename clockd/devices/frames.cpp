#include "clockd/devices/frames.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "clockd/devices/limits.hpp"

namespace flagfall::devices {

namespace {

constexpr unsigned char mark = 0x80;
constexpr std::size_t head = 3;
constexpr std::size_t bus_head = 5;
constexpr std::size_t sum_size = 1;

// One kind of frame: its id without the mark, and how long it is with everything around its data.
struct Kind {
    unsigned char id;
    Content content;
    std::size_t least;
    std::size_t most;
};

constexpr std::array single_kinds{
    Kind{0x06, Content::board, 67, 67},
    Kind{0x0d, Content::clock, 10, 10},
    Kind{0x0e, Content::field, 5, 5},
    Kind{0x0f, Content::memory, head, limits::frame_bytes},
    Kind{0x10, Content::address, 5, 5},
    Kind{0x11, Content::serial, 8, 8},
    Kind{0x12, Content::trademark, head, head + limits::trademark_bytes},
    Kind{0x13, Content::version, 5, 5},
    Kind{0x20, Content::battery, 12, 12},
    Kind{0x22, Content::long_serial, 13, 13}};

constexpr std::array bus_kinds{
    Kind{0x03, Content::board, 70, 70},
    Kind{0x04, Content::clock, 13, 13},
    Kind{0x05, Content::changes, bus_head + sum_size, limits::frame_bytes},
    Kind{0x06, Content::memory, bus_head + sum_size, limits::frame_bytes},
    Kind{0x07, Content::ping, 6, 6},
    Kind{0x08, Content::start_kept, 6, 6},
    Kind{0x09, Content::version, 8, 8}};

std::span<const Kind> kinds_of(LineMode mode) {
    if (mode == LineMode::single) return single_kinds;
    return bus_kinds;
}

const Kind* find(LineMode mode, auto wanted) {
    const auto kinds = kinds_of(mode);
    const auto found = std::ranges::find_if(kinds, wanted);
    return found == kinds.end() ? nullptr : &*found;
}

unsigned char at(std::string_view bytes, std::size_t place) {
    return static_cast<unsigned char>(bytes[place]);
}

char byte(std::size_t value) { return static_cast<char>(static_cast<unsigned char>(value)); }

char sum_of(std::string_view bytes) {
    unsigned sum = 0;
    for (const char c : bytes) sum += static_cast<unsigned char>(c);
    return byte(sum & 0x7f);
}

}  // namespace

std::string_view name(Content content) {
    constexpr std::array names{"board",   "field",  "clock",       "memory",    "changes",
                               "ping",    "start",  "address",     "serial",    "long serial",
                               "trademark", "version", "battery", "text"};
    return names[static_cast<std::size_t>(content)];
}

// ---- the parser -----------------------------------------------------------------------------

void FrameParser::set_mode(LineMode mode) {
    drop(!bytes_.empty());
    mode_ = mode;
}

std::size_t FrameParser::length() const {
    return static_cast<std::size_t>(at(bytes_, 1)) << 7 | at(bytes_, 2);
}

bool FrameParser::head_is_wrong() const {
    const unsigned char id = at(bytes_, 0) & 0x7f;
    const Kind* kind = find(mode_, [&](const Kind& one) { return one.id == id; });
    if (kind == nullptr) return true;
    return bytes_.size() >= head && (length() < kind->least || length() > kind->most);
}

// A byte with the mark begins a frame, and ends the one that had begun: it lost bytes.
std::optional<Frame> FrameParser::take(unsigned char byte) {
    if ((byte & mark) != 0 && !bytes_.empty()) drop(true);
    if ((byte & mark) == 0 && bytes_.empty()) {
        ++damage_.bytes;
        return std::nullopt;
    }
    bytes_ += static_cast<char>(byte);
    if (bytes_.size() <= head && head_is_wrong()) {
        ++damage_.wrong;
        drop(false);
    }
    if (bytes_.size() < head || bytes_.size() < length()) return std::nullopt;
    return whole();
}

std::optional<Frame> FrameParser::whole() {
    const unsigned char id = at(bytes_, 0) & 0x7f;
    const std::string bytes = std::exchange(bytes_, {});
    const std::string_view all = bytes;
    Frame frame;
    frame.content = find(mode_, [&](const Kind& one) { return one.id == id; })->content;
    if (mode_ == LineMode::single) {
        frame.data = all.substr(head);
        return frame;
    }
    if (sum_of(all.substr(0, all.size() - sum_size)) != all.back()) {
        ++damage_.wrong;
        damage_.bytes += bytes.size();
        return std::nullopt;
    }
    frame.address = static_cast<std::uint16_t>(at(all, 3) << 7 | at(all, 4));
    frame.data = all.substr(bus_head, all.size() - bus_head - sum_size);
    return frame;
}

void FrameParser::drop(bool cut) {
    damage_.bytes += bytes_.size();
    damage_.cut += cut ? 1 : 0;
    bytes_.clear();
}

// ---- bytes ----------------------------------------------------------------------------------

std::optional<std::string> encode(const Frame& frame, LineMode mode) {
    const Kind* kind =
        find(mode, [&](const Kind& one) { return one.content == frame.content; });
    const bool on_bus = mode == LineMode::bus;
    const std::size_t length = frame.data.size() + (on_bus ? bus_head + sum_size : head);
    const bool marked = std::ranges::any_of(
        frame.data, [](char c) { return (static_cast<unsigned char>(c) & mark) != 0; });
    if (kind == nullptr || length < kind->least || length > kind->most || marked ||
        (on_bus ? frame.address > highest_address : frame.address != 0))
        return std::nullopt;
    std::string bytes{byte(kind->id | mark), byte(length >> 7), byte(length & 0x7f)};
    if (on_bus) {
        bytes += byte(frame.address >> 7);
        bytes += byte(frame.address & 0x7f);
    }
    bytes += frame.data;
    if (on_bus) bytes += sum_of(bytes);
    return bytes;
}

std::string command(bus::Code code, std::uint16_t address) {
    std::string bytes{byte(static_cast<std::size_t>(code) | mark),
                      byte((address >> 7) & 0x7f), byte(address & 0x7f)};
    bytes += sum_of(bytes);
    return bytes;
}

std::optional<BusCommand> bus_command(std::string_view bytes) {
    if (bytes.size() != 4 || (at(bytes, 0) & mark) == 0 || ((at(bytes, 1) | at(bytes, 2)) & mark))
        return std::nullopt;
    if (sum_of(bytes.substr(0, 3)) != bytes.back()) return std::nullopt;
    return BusCommand{static_cast<bus::Code>(at(bytes, 0) & 0x7f),
                      static_cast<std::uint16_t>(at(bytes, 1) << 7 | at(bytes, 2))};
}

}  // namespace flagfall::devices
