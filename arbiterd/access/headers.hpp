// The HTTP headers that access needs: cookies, and the keys of sessions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/net/http_message.hpp"

namespace flagfall::access {

// "__Host-flagfall_session" under TLS, so that no other host or plain page can set it.
std::string_view cookie_name(bool tls);

// Likewise of the cookie by which a browser is known at its next log-in. It gives no right.
std::string_view device_cookie_name(bool tls);

// Values of Set-Cookie: HttpOnly, SameSite=Strict, Path=/, and Secure under TLS. `age_s` is how
// long the browser keeps it; to clear it, an empty value and 0.
std::string set_cookie(std::string_view name, std::string_view value, std::int64_t age_s,
                       bool tls);

// A cookie of the request by its name.
std::optional<std::string_view> cookie(const net::Request& request, std::string_view name);

// What a page sends beside a session's cookie: cookies ignore ports, and servers of other users at
// other ports of this host get them. X-Flagfall-Session; of a WebSocket, for which a page cannot
// set it, the protocol "flagfall.session.KEY" that it asks for beside feed_protocol. Empty without.
std::string_view session_key(const net::Request& request);

// The token of a WebSocket whose page has one: the protocol "flagfall.token.TOKEN" that it asks
// for. Empty without.
std::string_view socket_token(const net::Request& request);

// The protocol of the change feed's WebSocket, for those who ask for one.
inline constexpr std::string_view feed_protocol = "flagfall.changes";

}  // namespace flagfall::access
