// A client of a WebSocket at a server of the test's own, frame by frame.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/unit/net/frames.hpp"
#include "tests/unit/net/web.hpp"

namespace flagfall::net::test {

// A client that has shaken hands.
inline RawSocket shake_hands(Web& web) {
    RawSocket socket = web.connect();
    REQUIRE(socket.send(handshake));
    REQUIRE(web.until_text(socket, "\r\n\r\n"));
    REQUIRE(socket.text().starts_with("HTTP/1.1 101"));
    return socket;
}

// All frames that have come, once there are `least` of them.
inline std::vector<Frame> frames_of(Web& web, RawSocket& socket, std::size_t least) {
    std::vector<Frame> found;
    REQUIRE(web.until([&] {
        socket.receive();
        std::string bytes = socket.text().substr(socket.text().find("\r\n\r\n") + 4);
        found.clear();
        while (auto one = take_frame(bytes)) found.push_back(std::move(*one));
        return found.size() >= least;
    }));
    return found;
}

}  // namespace flagfall::net::test
