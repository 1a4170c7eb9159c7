// The files of a log of frames: how they are called, what rows they have, and how each begins.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"

namespace flagfall::gateway {

// The file in that folder with the key that signs them.
inline constexpr const char* frames_key_file = "frames.key";

// The files of a folder, the oldest first.
std::vector<std::string> frame_files(const std::string& folder);
// The path of the file with this number, and the number of a path.
std::string frame_file(const std::string& folder, std::int64_t number);
std::int64_t frame_file_number(const std::string& path);

// Rows of the log.
inline constexpr std::string_view frames_row = "frames";
inline constexpr std::string_view game_row = "game";
inline constexpr std::string_view opened_row = "frames_opened";  // the first, with a FileHead

// Where a file ended when the next one began.
struct FileHead {
    std::string log;
    Pos pos;
    std::string chain;  // of that row, hexadecimal
};
// The body of the first row of the next file.
std::string text_of(const FileHead& head);
// The head of the file before, as this file begins. Nothing: it is the first one of its gateway, or
// it cannot be read.
std::optional<FileHead> head_before(const std::string& path);

}  // namespace flagfall::gateway
