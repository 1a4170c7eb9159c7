// Inside access: what a session or a token makes of somebody.
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

// The X-CSRF-Token of a cookie. Made from the cookie's secret, so that it need not be kept, and
// nobody can go back from it.
std::string csrf_token(std::string_view cookie_secret);

}  // namespace flagfall::access
