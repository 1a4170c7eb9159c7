// WebSocket frames as bytes (RFC 6455, 5.2), written apart from the server's code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace flagfall::net::test {

enum Opcode : unsigned char { more = 0, text = 1, binary = 2, closing = 8, ping = 9, pong = 10 };

// RFC 6455, 1.3: the key of its own example.
inline const std::string handshake =
    "GET /ws HTTP/1.1\r\nHost: h\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

// A whole frame from a client.
inline std::string frame(Opcode opcode, std::string_view payload, bool masked = true,
                         bool last = true) {
    const std::string mask = "\x37\xfa\x21\x3d";
    std::string out(1, static_cast<char>((last ? 0x80 : 0) | opcode));
    const auto size = payload.size();
    const int bit = masked ? 0x80 : 0;
    if (size < 126) {
        out += static_cast<char>(bit | static_cast<int>(size));
    } else {
        const int bytes = size < 65536 ? 2 : 8;
        out += static_cast<char>(bit | (bytes == 2 ? 126 : 127));
        for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(size >> (8 * i) & 0xff);
    }
    if (masked) out += mask;
    for (std::size_t i = 0; i < size; ++i)
        out += static_cast<char>(masked ? payload[i] ^ mask[i % 4] : payload[i]);
    return out;
}

inline std::string close_frame(std::uint16_t code, std::string_view reason = "") {
    std::string payload{static_cast<char>(code >> 8), static_cast<char>(code & 0xff)};
    return frame(closing, payload.append(reason));
}

struct Frame {
    Opcode opcode = more;
    std::string payload;

    std::uint16_t code() const {
        if (payload.size() < 2) return 0;
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(payload[i]); };
        return static_cast<std::uint16_t>(byte(0) << 8 | byte(1));
    }
};

// Takes the next whole frame of a server off the front of `bytes`. A server's frames are not
// masked, and ours are not cut.
inline std::optional<Frame> take_frame(std::string& bytes) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    if (bytes.size() < 2) return std::nullopt;
    std::size_t size = byte(1);
    std::size_t head = 2;
    const std::size_t more_bytes = size == 126 ? 2 : size == 127 ? 8 : 0;
    if (bytes.size() < head + more_bytes) return std::nullopt;
    if (more_bytes > 0) size = 0;
    for (std::size_t i = 0; i < more_bytes; ++i) size = size << 8 | byte(head + i);
    head += more_bytes;
    if (bytes.size() < head + size) return std::nullopt;
    Frame frame{static_cast<Opcode>(byte(0) & 0x0f), bytes.substr(head, size)};
    if ((byte(0) & 0x80) == 0) frame.opcode = more;
    bytes.erase(0, head + size);
    return frame;
}

}  // namespace flagfall::net::test
