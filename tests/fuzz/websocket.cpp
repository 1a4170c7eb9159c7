// Any bytes, and frames made by choices, over a WebSocket of our server: each message that arrives
// is UTF-8 and within limits, the messages are the same however the bytes are cut, the answer is
// in whole frames, and the end is reported once.
#include "common/base/text.hpp"
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/http_peer.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/unit/net/frames.hpp"

using namespace flagfall;

namespace {

constexpr std::size_t longest = 256;  // small, so that messages that are too long can occur

struct Heard {
    std::vector<std::string> messages;
    std::vector<std::uint16_t> ends;
    friend bool operator==(const Heard&, const Heard&) = default;
};

net::HttpLimits limits() {
    net::HttpLimits limits;
    limits.message_bytes = longest;
    return limits;
}

// A server that keeps the messages it receives and echoes them.
struct Echo {
    Heard heard;
    std::shared_ptr<net::WebSocket> socket;
    fuzz::HttpPeer peer{[this](const std::shared_ptr<net::Exchange>& exchange) {
                            net::WebSocketHandler handler;
                            handler.on_text = [this](std::string_view text) {
                                FF_CHECK(valid_utf8(text) && text.size() <= longest);
                                heard.messages.emplace_back(text);
                                if (socket)
                                    socket->send(std::make_shared<const std::string>(text));
                            };
                            handler.on_closed = [this](std::uint16_t code, std::string_view why) {
                                FF_CHECK(valid_utf8(why));
                                heard.ends.push_back(code);
                            };
                            socket = exchange->upgrade(std::move(handler));
                        },
                        limits()};

    Heard hear(std::string_view bytes, std::size_t cut) {
        heard = {};
        const std::string said = peer.exchange(bytes, cut);
        check_said(said);
        peer.until([&] { return !heard.ends.empty(); });
        socket.reset();
        return std::move(heard);
    }

    static void check_said(const std::string& said) {
        FF_CHECK(said.starts_with("HTTP/1.1 101"));
        const auto head = said.find("\r\n\r\n");
        FF_CHECK(head != std::string::npos);
        std::string frames = said.substr(head + 4);
        while (const auto frame = net::test::take_frame(frames))
            if (frame->opcode == net::test::text) FF_CHECK(valid_utf8(frame->payload));
        FF_CHECK(frames.empty());
    }
};

// Frames with any head, mostly with correct lengths.
std::string frames_of(fuzz::Bytes bytes) {
    std::string out;
    for (int count = 0; count < 16 && !bytes.empty(); ++count) {
        out += static_cast<char>(bytes.byte());  // the last one?, reserved bits, opcode
        const std::size_t form = bytes.below(8);
        const bool masked = !bytes.chance(16);
        const bool truthful = !bytes.chance(16);
        const std::string payload = bytes.text(bytes.chance(8) ? 2 * longest : 32);
        const std::uint64_t size =
            truthful ? payload.size() : static_cast<std::uint64_t>(bytes.integer());
        const int bit = masked ? 0x80 : 0;
        int length_bytes = form == 0 ? 8 : form == 1 || size > 125 ? 2 : 0;
        if (size > 65535) length_bytes = 8;
        out += static_cast<char>(bit | (length_bytes == 8   ? 127
                                        : length_bytes == 2 ? 126
                                                            : static_cast<int>(size)));
        for (int i = length_bytes - 1; i >= 0; --i)
            out += static_cast<char>(size >> (8 * i) & 0xFF);
        constexpr std::string_view mask = "\x37\xfa\x21\x3d";
        if (masked) out += mask;
        for (std::size_t i = 0; i < payload.size(); ++i)
            out += static_cast<char>(masked ? payload[i] ^ mask[i % 4] : payload[i]);
    }
    return out;
}

}  // namespace

FUZZ_TARGET(websocket) {
    static Echo echo;
    if (input.empty()) return;
    const bool raw = input[0] % 2 != 0;
    const std::size_t at = static_cast<unsigned char>(input.back());
    const std::string frames =
        raw ? std::string(input.substr(1)) : frames_of(fuzz::Bytes(input.substr(1)));
    const std::string bytes = net::test::handshake + frames;
    const std::size_t head = net::test::handshake.size();
    const Heard whole = echo.hear(bytes, bytes.size());
    FF_CHECK(whole.ends.size() == 1);
    FF_CHECK(echo.hear(bytes, head + at % (frames.size() + 1)) == whole);
}
