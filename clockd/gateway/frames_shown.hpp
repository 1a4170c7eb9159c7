// Frames of a game's board in words, read from the log of frames.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/base/time.hpp"

namespace flagfall::gateway {

// Of the machine that ran the gateway, or wall time in milliseconds.
using AskedInstant = std::variant<Instant, std::int64_t>;
std::optional<AskedInstant> parse_instant(const std::string& text);

struct FramesQuestion {
    std::string folder;
    std::string game;
    std::optional<AskedInstant> at{};  // nothing: the whole game
    Duration around{};
};

struct FramesInWords {
    std::string text;
    // What is wrong with the chains and signatures of the files, each with its file: then the
    // frames are not evidence.
    std::vector<std::string> doubts;
};
// The error says why nothing can be shown.
std::expected<FramesInWords, std::string> frames_in_words(const FramesQuestion& question);

}  // namespace flagfall::gateway
