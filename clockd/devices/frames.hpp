// The frames of electronic boards on a serial line, taken from bytes and made as bytes.
//
// A frame begins with the only byte whose highest bit is set, and says its length. A line works in
// one of two modes, whose frames have the same ids with other meanings: one board alone, or a bus
// on which each frame has an address and a sum. Compatible with boards of the most usual kind;
// docs/boards.md has the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagfall::devices {

enum class LineMode : std::uint8_t { single, bus };

// What a frame is, in either mode.
enum class Content : std::uint8_t {
    board,        // 64 squares
    field,        // a square and what stands there now
    clock,        // the clock, or its answer to a message
    memory,       // the board's memory, whole (single) or from the start of the game (bus)
    changes,      // what happened since the last question, as in the memory (bus)
    ping,         // the board is there (bus)
    start_kept,   // the start of a game is marked in the memory (bus)
    address,      // on the bus (single)
    serial,       // five digits
    long_serial,  // ten digits
    trademark,    // what the board says that it is
    version,      // two numbers
    battery,      // nine bytes
    text,         // of another program that reads the board: never on a line
};
std::string_view name(Content content);

struct Frame {
    Content content{};
    std::uint16_t address = 0;  // on a bus
    std::string data;           // without head, address and sum

    friend bool operator==(const Frame&, const Frame&) = default;
};

// What a stream of bytes held that was no frame.
struct Damage {
    std::uint64_t bytes = 0;  // outside of frames
    std::uint64_t cut = 0;    // frames in which another one began
    std::uint64_t wrong = 0;  // an unknown id, an impossible length, a wrong sum

    friend bool operator==(const Damage&, const Damage&) = default;
};

// Finds the frames in a stream of bytes, whatever pieces it comes in and whatever is between them.
class FrameParser {
public:
    explicit FrameParser(LineMode mode) : mode_(mode) {}

    LineMode mode() const { return mode_; }
    // Forgets what has begun.
    void set_mode(LineMode mode);

    // One more byte; the frame that it completes.
    std::optional<Frame> take(unsigned char byte);

    // Has a frame begun, and not ended yet?
    bool inside() const { return !bytes_.empty(); }
    const Damage& damage() const { return damage_; }

private:
    bool head_is_wrong() const;
    std::size_t length() const;  // as the head says
    std::optional<Frame> whole();
    void drop(bool cut);

    LineMode mode_;
    std::string bytes_;  // of the frame that has begun
    Damage damage_;
};

// The bytes of a frame, as a board sends them. Nothing: there is no such frame in this mode.
std::optional<std::string> encode(const Frame& frame, LineMode mode);

// ---- commands to a board that has the line for itself: one byte ------------------------------

namespace single {
inline constexpr char reset = 0x40;
inline constexpr char send_clock = 0x41;
inline constexpr char send_board = 0x42;
inline constexpr char send_changes = 0x4b;  // fields at once, the clock when it changes
inline constexpr char send_serial = 0x45;
inline constexpr char send_address = 0x46;
inline constexpr char send_trademark = 0x47;
inline constexpr char send_memory = 0x49;
inline constexpr char to_bus = 0x4a;
inline constexpr char send_battery = 0x4c;
inline constexpr char send_version = 0x4d;
inline constexpr char send_long_serial = 0x55;
inline constexpr char clock_message = 0x2b;
}  // namespace single

// ---- commands on a bus: a code, an address, a sum ---------------------------------------------

namespace bus {
enum class Code : std::uint8_t {
    clock = 0x01,
    board = 0x02,
    changes = 0x03,         // since the last answer
    repeat_changes = 0x04,  // the last answer once more
    set_start = 0x05,
    from_start = 0x06,
    ping = 0x07,            // address 0: all answer
    end = 0x08,
    reset = 0x09,
    ignore_ping = 0x0a,     // the next one
    version = 0x0b,
    all = 0x0d,
};
}  // namespace bus

std::string command(bus::Code code, std::uint16_t address);

// A command that was sent on a bus, as a board reads it; nothing if these are not its four bytes.
struct BusCommand {
    bus::Code code{};
    std::uint16_t address = 0;
};
std::optional<BusCommand> bus_command(std::string_view bytes);

// A board's address on a bus is its serial number, as far as fourteen bits hold it.
inline constexpr std::uint16_t highest_address = 0x3fff;

}  // namespace flagfall::devices
