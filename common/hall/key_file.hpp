// The hall key on the disk: 64 hexadecimal digits in a file that only its owner reads.
#pragma once

#include <expected>
#include <string>

#include "common/hall/proof.hpp"

namespace flagfall::hall {

// The file's name in the folder of a clockd.
inline constexpr const char* key_file_name = "hall.key";

// Reads the file. The error names it and says what to do.
std::expected<Key, std::string> load_key(const std::string& path);

// Makes a new key and writes it durably, mode 0600; refuses to replace a file.
std::expected<Key, std::string> create_key(const std::string& path);

}  // namespace flagfall::hall
