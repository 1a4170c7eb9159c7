// Files with a secret: read and written by their owner alone, complete or missing.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace flagfall::store {

struct SecretFault {
    std::string text{};     // what is wrong and what to do, without the path
    bool exposed = false;   // others may know the secret, or may have replaced it
};

// The bytes of the file, at most 4096 of them. Refuses a file that others may read or write,
// or that belongs to another user. Accepts a file of root's that our group may read: it was lent.
std::expected<std::string, SecretFault> read_secret(const std::string& path);

// Writes a new file durably, mode 0600: even after a crash the file is complete or missing (a
// draft, `<path>.new`, may be there). Refuses to replace a file. Returns the reason if it fails.
std::string write_new_secret(const std::string& path, std::string_view text);

}  // namespace flagfall::store
