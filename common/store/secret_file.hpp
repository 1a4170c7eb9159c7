// Files that hold a secret: read and written by their owner alone, whole or not there.
#pragma once

#include <expected>
#include <string>
#include <string_view>

namespace flagfall::store {

struct SecretFault {
    std::string text{};     // what is wrong and what to do, without the path
    bool exposed = false;   // others may know the secret, or may have put another there
};

// The bytes of the file, at most 4096 of them. Refuses a file that others may read or write,
// or that is another user's. A file of root's that our group may read was lent to us and is taken.
std::expected<std::string, SecretFault> read_secret(const std::string& path);

// Writes a new file durably, mode 0600: whatever happens, the file is whole or is not there (a
// draft, `<path>.new`, may be). Refuses to replace a file. Empty on success, else the reason.
std::string write_new_secret(const std::string& path, std::string_view text);

}  // namespace flagfall::store
