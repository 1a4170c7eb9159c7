// Inside access: the identity that a session or a token gives.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "arbiterd/access/file.hpp"

namespace flagfall::access {

// 429, for a wait of so many seconds.
Denied come_later(std::uint32_t seconds);

// A person at a browser; `session` is base64url of the session's hash.
Identity identity_of(const Person& person, std::string session);

// What is kept of a session: the hash of the secret in its cookie and of the key beside it, so that
// neither of them is enough alone.
store::Digest session_hash(std::string_view cookie_secret, std::string_view key);

}  // namespace flagfall::access
