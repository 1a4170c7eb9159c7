// Where a server listens, and the errors when it starts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagfall::net {

// A place to listen at. `host` is a numeric IPv4 or IPv6 address, or "localhost" (127.0.0.1).
// Port 0 asks the kernel for a free one; the server then reports it. `option` is how the user
// names the port on the command line; it appears in the text of the error.
struct Endpoint {
    std::string host = "127.0.0.1";
    std::uint16_t port = 0;
    std::string option = "--port";
};

// Does traffic to this host stay within the machine? For names other than "localhost" nobody
// knows: false.
inline bool is_loopback(std::string_view host) {
    const bool numeric = host.find_first_not_of("0123456789.") == host.npos;
    return host == "localhost" || host == "::1" || (numeric && host.starts_with("127."));
}

// A failed start. `code` is for programs ("port-taken", "port-forbidden", "bad-address",
// "listen-failed", "bad-certificate"), `text` for people ("port 8080 is taken; choose another with
// --port").
struct Error {
    std::string code;
    std::string text;
};

}  // namespace flagfall::net
