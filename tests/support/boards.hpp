// Electronic boards on a serial line, as a program finds them: they answer slowly and one byte
// after the other, repeat themselves, lose bytes and come back unexpectedly. In virtual time; a
// program puts them on a pseudo-terminal.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clockd/devices/frames.hpp"
#include "clockd/devices/memory.hpp"
#include "tests/support/dice.hpp"

namespace flagfall::test {

// The chance of each fault: one in so many; 0: never.
struct Mischief {
    std::uint32_t garbage = 0;       // bytes before an answer
    std::uint32_t twice = 0;         // an answer comes twice
    std::uint32_t lost = 0;          // an answer is lost
    std::uint32_t deaf = 0;          // a question is lost
    std::uint32_t short_of = 0;      // a byte of an answer is lost
    std::uint32_t bent = 0;          // a bit of an answer is flipped
    std::uint32_t zero_clock = 0;    // a clock frame of zeros before the real one
    std::uint32_t field_twice = 0;   // a change is reported twice (alone on the line)
    std::uint32_t slow = 0;          // an answer takes 60 ms
    std::uint32_t reordered = 0;     // two changes are swapped (alone on the line)
};

// The speed of a board's line: 9600 baud.
inline constexpr std::int64_t bytes_per_second = 960;

class WiredBoard {
public:
    explicit WiredBoard(std::string serial) : serial_(std::move(serial)) {}

    const std::string& serial() const { return serial_; }
    std::uint16_t address() const;

    // Puts a piece on a square by hand, at `at`.
    void put(chess::Square square, chess::Piece piece, Instant at);
    void set_up(const devices::Placement& placement, Instant at);
    // The clock beside it: its display, and the press that is noted with it.
    void show(const devices::ClockReading& reading) { clock_ = reading; }
    void note_time(devices::Hand hand, Duration time);

    const devices::Placement& placement() const { return now_; }

    bool mute = false;        // switched off, or its cable is out
    bool other_make = false;  // its trademark is another maker's
    int stray = 0;            // so many memories come with a byte too many
    bool writes_men = true;   // where the start of a game is marked in its memory
    bool forgets = false;     // it never answers with its memory on a bus

private:
    friend class WiredLine;
    void note(const devices::Note& note);
    std::string memory_from_start() const;

    std::string serial_;
    devices::Placement now_;
    std::optional<Instant> changed_;
    std::string memory_;      // all notes
    std::size_t start_ = 0;   // of the marked game
    std::string pending_;     // notes that were not requested
    std::string last_answer_;
    std::string fresh_;       // fields that are not sent yet, alone on the line
    bool ignores_ping_ = false;
    std::optional<devices::ClockReading> clock_;
    std::optional<devices::ClockReading> sent_clock_;  // sent unasked, alone on the line
};

class WiredLine {
public:
    WiredLine(std::uint64_t seed, Mischief mischief = {}) : dice_(seed), mischief_(mischief) {}

    WiredBoard& add(const std::string& serial);
    WiredBoard& board(std::size_t number) { return boards_[number]; }
    std::size_t size() const { return boards_.size(); }

    // The bytes that the host writes at `at`, in pieces of any size.
    void write(std::string_view bytes, Instant at);
    // The bytes that have arrived at the host by `at`.
    std::string read(Instant at);
    // When the next byte arrives; empty if none is on its way.
    std::optional<Instant> next() const;
    // Boards that are alone on the line send changes unasked.
    void tick(Instant at);

    std::uint64_t answers() const { return answers_; }

private:
    struct Byte {
        Instant at;
        char value;
    };

    void on_single(char code, Instant at);
    void on_bus(const devices::BusCommand& command, Instant at);
    void answer(WiredBoard& board, const devices::BusCommand& command, Instant at);
    void say(const devices::Frame& frame, Instant at);
    void say_bytes(std::string bytes, Instant at);
    devices::Frame clock_of(WiredBoard& board, std::uint16_t address, Instant at);
    bool chance(std::uint32_t one_in) { return one_in != 0 && dice_.one_in(one_in); }

    Dice dice_;
    Mischief mischief_;
    std::deque<WiredBoard> boards_;
    devices::LineMode mode_ = devices::LineMode::bus;  // as at power-up
    bool updates_ = false;
    std::string command_;          // the one that has begun
    std::deque<Byte> bytes_;       // on their way to the host
    Instant free_at_{};            // when the line is free again
    std::uint64_t answers_ = 0;
};

}  // namespace flagfall::test
