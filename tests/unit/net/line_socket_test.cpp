// WebSockets as peers of the line server, over real sockets.
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/base/now.hpp"
#include "common/net/limits.hpp"
#include "common/net/line_server.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/hall_tls.hpp"
#include "tests/unit/net/web_frames.hpp"

using namespace flagfall;
using namespace flagfall::net;
using namespace flagfall::net::test;

namespace {

struct Heard {
    PeerId peer;
    std::string line;
    Instant at;
};

// Both doors of one room.
struct Room {
    explicit Room(const LineLimits& limits = {}, const TlsFiles* tls = nullptr)
        : web([this](const std::shared_ptr<Exchange>& exchange) { lines->take_in(*exchange); },
              with_stamps(), tls) {
        LineHandler handler;
        handler.on_open = [this](PeerId peer, std::string_view address, bool sealed) {
            opened.push_back(peer);
            from = address;
            was_sealed = sealed;
        };
        handler.on_line = [this](PeerId peer, std::string_view line, Instant at) {
            heard.push_back({peer, std::string(line), at});
            if (line == "echo") lines->send(peer, line);
        };
        handler.on_close = [this](PeerId peer, std::string_view why) { closed[peer] = why; };
        handler.on_drained = [this](PeerId) { ++drained; };
        lines = LineServer::start(web.loop, {}, limits, std::move(handler)).value();
    }
    ~Room() { web.server.reset(); }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;

    static HttpLimits with_stamps() {
        HttpLimits limits;
        limits.stamps = true;
        limits.message_bytes = limits::line_bytes;
        return limits;
    }

    RawSocket open() { return shake_hands(web); }
    std::vector<Frame> frames(RawSocket& socket, std::size_t least) {
        return frames_of(web, socket, least);
    }

    std::vector<PeerId> opened;
    std::vector<Heard> heard;
    std::map<PeerId, std::string> closed;
    std::string from;
    bool was_sealed = false;
    int drained = 0;
    Web web;
    std::unique_ptr<LineServer> lines;
};

}  // namespace

TEST_CASE("a message is a line, and a line a message") {
    Room room;
    RawSocket socket = room.open();
    REQUIRE(room.opened.size() == 1);
    CHECK(room.from.starts_with("127.0.0.1:"));
    CHECK_FALSE(room.was_sealed);
    REQUIRE(socket.send(frame(text, "echo") + frame(text, R"({"type":"hello"})")));
    CHECK(room.frames(socket, 1).at(0).payload == "echo");
    REQUIRE(room.web.until([&] { return room.heard.size() == 2; }));
    CHECK(room.heard.at(1).line == R"({"type":"hello"})");
    CHECK(room.web.until([&] { return room.drained > 0; }));
    CHECK(room.lines->queued_lines(room.opened.at(0)) == 0);
    socket.hang_up();
    REQUIRE(room.web.until([&] { return room.closed.size() == 1; }));
    CHECK(room.lines->peer_count() == 0);
}

TEST_CASE("an empty message is answered with an empty one") {
    Room room;
    RawSocket socket = room.open();
    REQUIRE(socket.send(frame(text, "")));
    const Frame answer = room.frames(socket, 1).at(0);
    CHECK(answer.opcode == text);
    CHECK(answer.payload.empty());
    CHECK(room.heard.empty());
}

TEST_CASE("a message that comes byte by byte, or in parts, is one line") {
    Room room;
    RawSocket socket = room.open();
    for (const char c : frame(text, "torn") + frame(text, "in ", true, false) +
                            frame(more, "parts")) {
        REQUIRE(socket.send({&c, 1}));
        room.web.turn(3);
    }
    REQUIRE(room.web.until([&] { return room.heard.size() == 2; }));
    CHECK(room.heard.at(0).line == "torn");
    CHECK(room.heard.at(1).line == "in parts");
}

TEST_CASE("what is no line ends the link, and nobody else's") {
    const auto [bytes, code] = GENERATE(
        std::pair(frame(text, std::string(limits::line_bytes + 1, 'a')), std::uint16_t{1009}),
        std::pair(frame(binary, "{}"), std::uint16_t{1003}),
        std::pair(frame(text, "\xff"), std::uint16_t{1007}),
        std::pair(frame(text, "unmasked", false), std::uint16_t{1002}));
    Room room;
    RawSocket other = room.open();
    RawSocket socket = room.open();
    REQUIRE(socket.send(bytes));
    CHECK(room.frames(socket, 1).at(0).code() == code);
    REQUIRE(room.web.until([&] { return room.closed.size() == 1; }));
    CHECK(room.closed.contains(room.opened.at(1)));
    CHECK(room.heard.empty());
    REQUIRE(other.send(frame(text, std::string(limits::line_bytes, 'a'))));
    CHECK(room.web.until([&] { return room.heard.size() == 1; }));
}

TEST_CASE("malformed lines over a WebSocket count as all do") {
    Room room;
    RawSocket socket = room.open();
    for (std::size_t i = 0; i < limits::peer_bad_lines; ++i)
        room.lines->count_bad_line(room.opened.at(0));
    const Frame last = room.frames(socket, 1).at(0);
    CHECK(last.code() == 1008);
    CHECK(last.payload.substr(2) == "16 malformed lines");
    CHECK(room.web.until([&] { return room.closed.size() == 1; }));
}

TEST_CASE("strangers have the same slots over both doors") {
    LineLimits limits;
    limits.strangers = 2;
    Room room(limits);
    RawSocket plain(room.lines->port());
    REQUIRE(room.web.until([&] { return room.opened.size() == 1; }));
    RawSocket known = room.open();
    room.lines->let_in(room.opened.at(1));
    RawSocket second = room.open();
    CHECK(room.lines->evicted_count() == 0);
    RawSocket third = room.open();  // the oldest stranger makes room
    REQUIRE(room.web.until([&] { return room.closed.size() == 1; }));
    CHECK(room.closed.contains(room.opened.at(0)));
    RawSocket fourth = room.open();
    REQUIRE(room.web.until([&] { return room.closed.size() == 2; }));
    CHECK(room.frames(second, 1).at(0).code() == 1008);
    CHECK(room.lines->peer_count() == 3);
}

TEST_CASE("who asks for no WebSocket is refused, and becomes no peer") {
    Room room;
    CHECK(room.web.ask(request("GET /ws")).starts_with("HTTP/1.1 426"));
    CHECK(room.opened.empty());
    CHECK(room.lines->peer_count() == 0);
}

TEST_CASE("a page that reads nothing is cut off") {
    LineLimits limits;
    limits.queue_bytes = 256 * 1024;
    Room room(limits);
    RawSocket socket = room.open();
    const std::string line(16 * 1024, 'x');
    REQUIRE(room.web.until([&] {
        room.lines->send(room.opened.at(0), line);
        return !room.closed.empty();
    }));
    CHECK(room.closed.at(room.opened.at(0)).starts_with("too slow"));
}

TEST_CASE("our delay in reading a WebSocket costs nobody time") {
    Room room;
    RawSocket socket = room.open();
    REQUIRE(socket.send(frame(text, "first")));  // the first bytes may come before they are stamped
    REQUIRE(room.web.until([&] { return room.heard.size() == 1; }));
    const Instant before = now();
    REQUIRE(socket.send(frame(text, "press")));
    const Instant sent = now();
    Loop elsewhere;  // our loop does not run meanwhile
    Timer pause(elsewhere);
    pause.wake_in(milliseconds(300), [&] { elsewhere.stop(); });
    elsewhere.run();
    REQUIRE(room.web.until([&] { return room.heard.size() == 2; }));
    CHECK(now() - sent >= milliseconds(300));
    CHECK(room.heard.at(1).at >= before - milliseconds(1));
    CHECK(room.heard.at(1).at <= sent + milliseconds(50));
}

TEST_CASE("what lies in WebSockets is delivered before a deadline is decided") {
    Room room;
    RawSocket one = room.open();
    RawSocket two = room.open();
    RawSocket silent = room.open();
    bool done = false;
    room.lines->settle([&] {
        room.lines->drain();
        done = true;
    });
    REQUIRE(room.web.until([&] { return done; }));
    CHECK(room.heard.empty());
    REQUIRE(one.send(frame(text, "a") + frame(text, "b")));
    REQUIRE(two.send(frame(text, "c")));
    std::size_t delivered = 0;
    room.web.loop.post([&] { room.lines->settle([&] { delivered = room.heard.size(); }); });
    REQUIRE(room.web.until([&] { return delivered > 0; }));
    CHECK(delivered == 3);
}

TEST_CASE("without WebSockets there is nothing to settle") {
    Room room;
    bool done = false;
    room.lines->settle([&] { done = true; });
    CHECK(done);
}

TEST_CASE("over TLS the peer is sealed, and its lines are stamped, too") {
    HallTls hall;
    const TlsFiles files = hall.serve();
    Room room({}, &files);
    TlsSocket socket(room.web.loop, room.web.server->port(), hall.ca_file);
    REQUIRE(room.web.until([&] { return socket.is_open(); }));
    socket.send(handshake);
    REQUIRE(room.web.until([&] { return room.opened.size() == 1; }));
    CHECK(room.was_sealed);
    const Instant before = now();
    socket.send(frame(text, "echo"));
    REQUIRE(room.web.until([&] { return room.heard.size() == 1; }));
    CHECK(room.heard.at(0).at >= before - milliseconds(1));
    CHECK(room.heard.at(0).at <= now());
    CHECK(room.web.until([&] { return has(socket.text(), "echo"); }));
}

TEST_CASE("a server that ends says goodbye to its WebSockets") {
    Room room;
    RawSocket socket = room.open();
    room.lines->send(room.opened.at(0), "last");
    bool done = false;
    room.lines->stop(seconds(5), [&] { done = true; });
    const auto said = room.frames(socket, 2);
    CHECK(said.at(0).payload == "last");
    CHECK(said.at(1).code() == 1001);
    CHECK(room.web.until([&] { return done; }));
}
