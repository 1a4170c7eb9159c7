// Frames: whatever pieces they come in and whatever is between them.
#include "clockd/devices/frames.hpp"

#include <vector>

#include "clockd/devices/clock_frames.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/dice.hpp"

using namespace flagfall;
using namespace flagfall::devices;

namespace {

std::vector<Frame> frames_in(FrameParser& parser, std::string_view bytes) {
    std::vector<Frame> out;
    for (const char byte : bytes)
        if (auto frame = parser.take(static_cast<unsigned char>(byte)))
            out.push_back(std::move(*frame));
    return out;
}

std::string bytes(std::initializer_list<int> values) {
    std::string out;
    for (const int value : values) out += static_cast<char>(value);
    return out;
}

Frame field(int square, int piece) { return {Content::field, 0, bytes({square, piece})}; }

}  // namespace

TEST_CASE("frames of a board alone") {
    FrameParser parser(LineMode::single);
    CHECK(frames_in(parser, bytes({0x8e, 0, 5, 12, 1})) == std::vector{field(12, 1)});
    CHECK(frames_in(parser, bytes({0x91, 0, 8, '1', '0', '2', '5', '0'})) ==
          std::vector{Frame{Content::serial, 0, "10250"}});
    CHECK(parser.damage() == Damage{});
}

TEST_CASE("a frame has the same bytes either way, in both modes") {
    for (const LineMode mode : {LineMode::single, LineMode::bus}) {
        FrameParser parser(mode);
        for (int content = 0; content <= static_cast<int>(Content::battery); ++content)
            for (std::size_t size = 0; size < 80; ++size) {
                Frame frame{static_cast<Content>(content),
                            static_cast<std::uint16_t>(mode == LineMode::bus ? 1025 : 0),
                            std::string(size, static_cast<char>(size))};
                const auto sent = encode(frame, mode);
                if (sent) CHECK(frames_in(parser, *sent) == std::vector{frame});
            }
        CHECK(parser.damage() == Damage{});
    }
}

TEST_CASE("the same id means two things") {
    const std::string dump = bytes({0x86, 0, 67}) + std::string(64, 1);
    FrameParser single(LineMode::single);
    CHECK(frames_in(single, dump).at(0).content == Content::board);
    FrameParser bus(LineMode::bus);
    CHECK(frames_in(bus, dump).empty());
    CHECK(bus.damage().wrong == 1);
}

TEST_CASE("commands on a bus have an address and a sum") {
    CHECK(command(bus::Code::version, 0) == bytes({0x8b, 0, 0, 0x0b}));
    CHECK(command(bus::Code::changes, 1025) == bytes({0x83, 8, 1, 0x0c}));
    const auto read = bus_command(command(bus::Code::changes, 1025));
    REQUIRE(read);
    CHECK((read->code == bus::Code::changes && read->address == 1025));
    CHECK_FALSE(bus_command(bytes({0x83, 8, 1, 0x0d})));
}

TEST_CASE("a wrong sum is no frame") {
    FrameParser parser(LineMode::bus);
    std::string sent = *encode({Content::ping, 77, {}}, LineMode::bus);
    sent.back() = static_cast<char>(sent.back() ^ 1);
    CHECK(frames_in(parser, sent).empty());
    CHECK(parser.damage().wrong == 1);
}

TEST_CASE("a frame that lost a byte costs nothing but itself") {
    const std::string whole = *encode(field(12, 1), LineMode::single);
    for (std::size_t lost = 0; lost < whole.size(); ++lost) {
        FrameParser parser(LineMode::single);
        std::string sent = whole;
        sent.erase(lost, 1);
        CHECK(frames_in(parser, sent + whole) == std::vector{field(12, 1)});
        CHECK(frames_in(parser, whole) == std::vector{field(12, 1)});
    }
}

TEST_CASE("garbage before a frame and behind it, at any seed") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        test::Dice dice(seed);
        for (const LineMode mode : {LineMode::single, LineMode::bus}) {
            FrameParser parser(mode);
            const Frame frame = mode == LineMode::single
                                    ? field(static_cast<int>(dice.below(64)), 3)
                                    : Frame{Content::changes, 4711, bytes({0x41, 12, 0x40, 9})};
            std::string garbage;
            for (std::uint32_t n = dice.below(40); n > 0; --n)
                garbage += static_cast<char>(dice.below(256));
            frames_in(parser, garbage);
            const auto found = frames_in(parser, *encode(frame, mode));
            REQUIRE(!found.empty());
            CHECK(found.back() == frame);
        }
    }
}

TEST_CASE("an endless length swallows nothing that has the mark") {
    FrameParser parser(LineMode::single);
    CHECK(frames_in(parser, bytes({0x8f, 0x7f, 0x7f}) + std::string(500, 1)).empty());
    CHECK(frames_in(parser, *encode(field(3, 4), LineMode::single)) == std::vector{field(3, 4)});
    CHECK(parser.damage().cut == 1);
}

TEST_CASE("what a clock shows") {
    const auto frame = clock_frame(bytes({0x01, 0x29, 0x59, 0x40, 0x05, 0x07, 0x11}));
    REQUIRE(frame);
    const auto& reading = std::get<ClockReading>(*frame);
    CHECK(reading.right.time == seconds(3600 + 29 * 60 + 59));
    CHECK(reading.left.time == seconds(5 * 60 + 7));
    CHECK(reading.left.flag);
    CHECK_FALSE(reading.left.stopped);
    CHECK(reading.runs);
    CHECK(reading.to_move == Hand::left);
    CHECK(clock_frame(bytes_of(reading)) == frame);
}

TEST_CASE("what a clock does not show") {
    CHECK(clock_frame(bytes({0, 0, 0, 0, 0, 0, 0x20})) == ClockFrame{NoClock{}});
    CHECK_FALSE(clock_frame(bytes({0, 0x60, 0, 0, 0, 0, 0})));  // sixty minutes
    CHECK_FALSE(clock_frame(bytes({0, 0x1a, 0, 0, 0, 0, 0})));
    CHECK_FALSE(clock_frame(bytes({0, 0, 0})));
    CHECK(says_nothing(bytes({0, 0, 0, 0, 0, 0, 0})));
}

TEST_CASE("a clock's answers keep all bits of their bytes") {
    for (int message = 0; message < 256; ++message) {
        const ClockAnswer answer{message % 3 == 0, static_cast<std::uint8_t>(message),
                                 static_cast<std::uint8_t>(255 - message),
                                 static_cast<std::uint8_t>(message * 7)};
        CHECK(clock_frame(bytes_of(answer)) == ClockFrame{answer});
        CHECK(answer.of_itself() == (message >= 128));
    }
}
