// Private to access: the identity from a session or token.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "arbiterd/access/file.hpp"

namespace flagfall::access {

// 429 with this waiting time.
Denied come_later(std::uint32_t seconds);

// A person at a browser; `session` is base64url of the session's hash.
Identity identity_of(const Person& person, std::string session);

// The stored hash of a session: of its cookie's secret together with the key, so that neither is
// enough alone.
store::Digest session_hash(std::string_view cookie_secret, std::string_view key);

}  // namespace flagfall::access
