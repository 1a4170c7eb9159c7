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

// The name of the cookie that recognizes a browser at its next log-in. It gives no rights.
std::string_view device_cookie_name(bool tls);

// A Set-Cookie value: HttpOnly, SameSite=Strict, Path=/, and Secure under TLS. `age_s` is its life
// in seconds; to delete the cookie, pass an empty value and 0.
std::string set_cookie(std::string_view name, std::string_view value, std::int64_t age_s,
                       bool tls);

// A cookie of the request by its name.
std::optional<std::string_view> cookie(const net::Request& request, std::string_view name);

// The key that a page sends beside a session's cookie, because cookies ignore ports and other
// users' servers on this host receive them. In X-Flagfall-Session; for a WebSocket, whose page
// cannot set headers, the protocol "flagfall.session.KEY" beside feed_protocol. Empty if missing.
std::string_view session_key(const net::Request& request);

// The token of a page's WebSocket: the protocol "flagfall.token.TOKEN". Empty if
// missing.
std::string_view socket_token(const net::Request& request);

// The protocol of the change feed's WebSocket, for clients that request one.
inline constexpr std::string_view feed_protocol = "flagfall.changes";

}  // namespace flagfall::access
