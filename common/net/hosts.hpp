// The names that this server accepts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace flagfall::net {

// A page whose name was made to resolve to this server (DNS rebinding) sends its own name as Host;
// without this check it would be accepted as ours.
class Hosts {
public:
    Hosts() = default;
    // Accepts `names` besides the machine's own ("localhost", 127.0.0.1, ::1), with this server's
    // port or without one; a name with a port ("hall.example:443") exactly. `any_address`: a
    // server that listens at all addresses accepts all of them, since an address, unlike a
    // name, cannot be made to point elsewhere.
    Hosts(std::vector<std::string> names, bool any_address)
        : names_(std::move(names)), any_address_(any_address) {}

    // The port that the server listens at.
    void listens_at(std::uint16_t port) { port_ = port; }

    // `host` as the header has it: "hall.local:8080", "[::1]:8080". Names compare without case.
    bool accepts(std::string_view host) const;

private:
    std::vector<std::string> names_;
    bool any_address_ = false;
    std::uint16_t port_ = 0;
};

}  // namespace flagfall::net
