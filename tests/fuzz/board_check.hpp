// What holds for the bytes of boards in either mode.
#pragma once

#include <string_view>
#include <vector>

#include "clockd/devices/clock_frames.hpp"
#include "clockd/devices/frames.hpp"
#include "clockd/devices/memory.hpp"
#include "common/base/check.hpp"

namespace flagfall::fuzz {

inline std::vector<devices::Frame> frames_of(std::string_view bytes, devices::LineMode mode) {
    devices::FrameParser parser(mode);
    std::vector<devices::Frame> out;
    std::size_t framed = 0;
    for (const char byte : bytes)
        if (auto frame = parser.take(static_cast<unsigned char>(byte))) {
            const auto sent = devices::encode(*frame, mode);
            FF_CHECK(sent);
            framed += sent->size();
            out.push_back(std::move(*frame));
        }
    FF_CHECK(framed + parser.damage().bytes <= bytes.size());
    return out;
}

// Each frame is read again from its bytes, and what it holds is understood or refused.
inline void check_frames(std::string_view bytes, devices::LineMode mode) {
    for (const devices::Frame& frame : frames_of(bytes, mode)) {
        const std::vector<devices::Frame> again = frames_of(*devices::encode(frame, mode), mode);
        FF_CHECK(again.size() == 1 && again.front() == frame);
        if (const auto placement = devices::placement_of(frame.data))
            FF_CHECK(devices::placement_of(devices::fields_of(*placement)) == placement);
        if (const auto shown = devices::clock_frame(frame.data))
            if (const auto* reading = std::get_if<devices::ClockReading>(&*shown))
                FF_CHECK(devices::clock_frame(devices::bytes_of(*reading)) == shown);
        const devices::Notes notes = devices::notes_of(frame.data);
        FF_CHECK(notes.notes.size() <= frame.data.size());
        const auto game = devices::last_game(notes, devices::Placement());
        FF_CHECK(game.size() <= notes.notes.size() + 1);
    }
}

}  // namespace flagfall::fuzz
