// Keys on the disk, each in a file that only its owner reads: the hall key (64 hexadecimal digits),
// and the key of one role, which is derived from it ("display" and 64 digits) and is valid for that
// role only.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "common/auth/proof.hpp"

namespace flagfall::auth {

// The file's name in the folder of a clockd.
inline constexpr const char* key_file_name = "hall.key";

// Reads a hall key. The error names the file and explains what to do.
std::expected<Key, std::string> load_key(const std::string& path);

// The key with which `role` authenticates, from a file of that role or from the hall key's. The
// error names the file and explains what to do.
std::expected<Key, std::string> load_role_key(const std::string& path, std::string_view role);

// Makes a new hall key and writes it durably, mode 0600; refuses to replace a file.
std::expected<Key, std::string> create_key(const std::string& path);

// Writes the file of one role, likewise. Empty on success, else what is wrong.
std::string write_role_key(const std::string& path, const Key& hall, std::string_view role);

}  // namespace flagfall::auth
