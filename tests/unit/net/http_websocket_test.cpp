// WebSockets over real sockets, with frames written byte for byte.
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/net/limits.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/hall_tls.hpp"
#include "tests/unit/net/web_frames.hpp"

using namespace flagfall;
using namespace flagfall::net;
using namespace flagfall::net::test;

namespace {

Chunk chunk(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

// Stores the sockets and their messages; "echo" and the text after it are sent back.
struct Talk {
    explicit Talk(const HttpLimits& limits = {}, const TlsFiles* tls = nullptr)
        : web([this](const std::shared_ptr<Exchange>& exchange) { upgrade(exchange); }, limits,
              tls) {}

    void upgrade(const std::shared_ptr<Exchange>& exchange) {
        const std::size_t number = sockets.size();
        sockets.push_back(exchange->upgrade(
            {[this, number](std::string_view said) {
                 heard.emplace_back(said);
                 if (said.starts_with("throw")) throw std::runtime_error("broken handler");
                 if (said.starts_with("echo")) sockets[number]->send(chunk(std::string(said)));
             },
             [this](std::uint16_t code, std::string_view reason) {
                 ends.emplace_back(code, reason);
             },
             "spoken"}));
    }

    RawSocket open() { return shake_hands(web); }
    std::vector<Frame> frames(RawSocket& socket, std::size_t least) {
        return frames_of(web, socket, least);
    }

    bool until_end() {
        return web.until([&] { return !ends.empty() && web.server->connection_count() == 0; });
    }

    std::vector<std::shared_ptr<WebSocket>> sockets;
    std::vector<std::string> heard;
    std::vector<std::pair<std::uint16_t, std::string>> ends;
    Web web;
};

std::string padded(int number) { return "echo " + std::to_string(number) + std::string(99, '.'); }

}  // namespace

TEST_CASE("the protocol that is spoken is said to who asks for it, and to nobody else") {
    Talk talk;
    const auto answer = [&](const std::string& asked) {
        RawSocket socket = talk.web.connect();
        std::string request = handshake;
        request.insert(request.size() - 2, asked);
        REQUIRE(socket.send(request));
        REQUIRE(talk.web.until_text(socket, "\r\n\r\n"));
        return socket.text();
    };
    CHECK(has(answer("Sec-WebSocket-Protocol: other, spoken\r\n"),
              "Sec-WebSocket-Protocol: spoken\r\n"));
    CHECK_FALSE(has(answer("Sec-WebSocket-Protocol: other\r\n"), "Sec-WebSocket-Protocol"));
    CHECK_FALSE(has(answer(""), "Sec-WebSocket-Protocol"));
}

TEST_CASE("who breaks the rules while we close is not waited for") {
    const std::string bad = GENERATE(frame(ping, std::string(126, 'a')), frame(text, "\xff"),
                                     frame(static_cast<Opcode>(3), "a"));
    HttpLimits limits;
    limits.timeout = guard * 2;  // for the answer to our close
    Talk talk(limits);
    RawSocket socket = talk.open();
    REQUIRE(socket.send(frame(binary, "a") + bad));
    CHECK(talk.until_end());
    CHECK(talk.ends.size() == 1);
    CHECK(talk.frames(socket, 1).at(0).code() == 1003);
    // The close comes from us, and the fault comes after it.
    RawSocket later = talk.open();
    talk.sockets.back()->close(1000, "");
    CHECK(talk.frames(later, 1).at(0).code() == 1000);
    REQUIRE(later.send(bad));
    CHECK(talk.web.until([&] { return talk.ends.size() == 2; }));
}

TEST_CASE("a WebSocket says back what it hears") {
    Talk talk;
    RawSocket socket = talk.open();
    CHECK(has(socket.text(), "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    REQUIRE(socket.send(frame(text, "echo \xc3\xbc")));
    const auto first = talk.frames(socket, 1).at(0);
    CHECK(first.opcode == text);
    CHECK(first.payload == "echo \xc3\xbc");
    REQUIRE(socket.send(frame(text, "ec", true, false) + frame(ping, "now") +
                        frame(more, "ho in parts") + frame(text, "")));
    const auto frames = talk.frames(socket, 3);
    CHECK(frames.at(1).opcode == pong);
    CHECK(frames.at(1).payload == "now");
    CHECK(frames.at(2).payload == "echo in parts");
    REQUIRE(talk.web.until([&] { return talk.heard.size() == 3; }));
    CHECK(talk.heard.at(2).empty());
    const std::string longest = "echo" + std::string(limits::websocket_message_bytes - 4, 'x');
    REQUIRE(socket.send(frame(text, longest)));
    CHECK(talk.frames(socket, 4).at(3).payload == longest);
}

TEST_CASE("the client may close, and both know why") {
    Talk talk;
    RawSocket client = talk.open();
    REQUIRE(client.send(close_frame(3001, "enough")));
    const auto answer = talk.frames(client, 1).at(0);
    CHECK(answer.opcode == closing);
    CHECK(answer.code() == 3001);
    REQUIRE(talk.web.until([&] { return client.is_closed(); }));
    client.hang_up();
    REQUIRE(talk.until_end());
    CHECK(talk.ends.at(0) == std::pair<std::uint16_t, std::string>(3001, "enough"));
    CHECK_FALSE(talk.sockets.at(0)->send(chunk("too late")));
}

TEST_CASE("the server may close, and both know why") {
    Talk talk;
    RawSocket server = talk.open();
    CHECK(talk.sockets.at(0)->send(chunk("first")));
    talk.sockets.at(0)->close(4000, std::string(200, 'r'));
    CHECK_FALSE(talk.sockets.at(0)->send(chunk("too late")));
    const auto frames = talk.frames(server, 2);
    CHECK(frames.at(0).payload == "first");
    CHECK(frames.at(1).code() == 4000);
    CHECK(frames.at(1).payload.size() == 125);
    REQUIRE(server.send(close_frame(4000)));
    REQUIRE(talk.web.until([&] { return server.is_closed(); }));
    server.hang_up();
    REQUIRE(talk.until_end());
    CHECK(talk.ends.at(0).first == 4000);
}

TEST_CASE("a WebSocket that either side drops is closed with a code of ours") {
    Talk talk;
    RawSocket dropped = talk.open();
    talk.sockets.at(0).reset();
    CHECK(talk.frames(dropped, 1).at(0).code() == 1000);

    RawSocket vanished = talk.open();
    vanished.hang_up();
    REQUIRE(talk.until_end());
    CHECK(talk.ends.at(0).first == 1006);
}

TEST_CASE("a peer that breaks the protocol learns how") {
    struct Case {
        std::string sent;
        std::uint16_t code;
    };
    const std::string big(limits::websocket_message_bytes + 1, 'x');
    for (const auto& [sent, code] : {
             Case{frame(text, big), 1009},
             Case{frame(text, big.substr(0, 60'000), true, false) + frame(more, big), 1009},
             Case{frame(text, "not masked", false), 1002},
             Case{frame(more, "goes on with nothing"), 1002},
             Case{frame(static_cast<Opcode>(3), ""), 1002},
             Case{frame(ping, std::string(126, 'p')), 1002},
             Case{frame(text, "\xff\xfe"), 1007},
             Case{frame(binary, "bytes"), 1003},
             Case{frame(text, "throw"), 1011},
             Case{close_frame(1005), 1002},
         }) {
        Talk talk;
        RawSocket socket = talk.open();
        REQUIRE(socket.send(sent));
        const auto last = talk.frames(socket, 1).at(0);
        INFO(code);
        CHECK(last.opcode == closing);
        CHECK(last.code() == code);
        if (code == 1003 || code == 1011) REQUIRE(socket.send(close_frame(code)));
        REQUIRE(talk.web.until([&] { return socket.is_closed(); }));
        socket.hang_up();
        REQUIRE(talk.until_end());
        CHECK(talk.ends.size() == 1);
        CHECK(talk.ends.at(0).first == code);
    }
}

TEST_CASE("what is no handshake is answered") {
    Talk talk;
    const std::string get = "GET /ws HTTP/1.1\r\nHost: h\r\nConnection: close";
    const std::string plain = talk.web.ask(get + "\r\n\r\n");
    CHECK(plain.starts_with("HTTP/1.1 426"));
    CHECK(has(plain, "Upgrade: websocket\r\n"));
    const std::string asking = get + ", Upgrade\r\nUpgrade: websocket\r\n";
    const std::string old = talk.web.ask(
        asking + "Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    CHECK(old.starts_with("HTTP/1.1 426"));
    CHECK(has(old, "Sec-WebSocket-Version: 13\r\n"));
    CHECK(talk.web.ask(asking + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n\r\n")
              .starts_with("HTTP/1.1 400"));
    for (const auto& socket : talk.sockets) CHECK(socket == nullptr);
}

TEST_CASE("a WebSocket may be granted later, and said to before it has begun") {
    std::shared_ptr<Exchange> kept;
    Web web([&](const std::shared_ptr<Exchange>& exchange) { kept = exchange; });
    RawSocket socket = web.connect();
    REQUIRE(socket.send(handshake));
    REQUIRE(web.until([&] { return kept != nullptr; }));
    web.turn();
    std::string heard;
    const auto granted = kept->upgrade({[&](std::string_view said) { heard = said; }, {}});
    kept.reset();
    REQUIRE(granted != nullptr);
    CHECK(granted->send(chunk("welcome")));
    REQUIRE(socket.send(frame(text, "thanks")));
    REQUIRE(web.until_text(socket, "welcome"));
    REQUIRE(web.until([&] { return heard == "thanks"; }));

    // Against the rules a message comes with the handshake; it is accepted nevertheless.
    kept.reset();
    RawSocket hasty = web.connect();
    REQUIRE(hasty.send(handshake + frame(text, "early")));
    REQUIRE(web.until([&] { return kept != nullptr; }));
    const auto second = kept->upgrade({[&](std::string_view said) { heard = said; }, {}});
    CHECK(web.until([&] { return heard == "early"; }));

    RawSocket gone = web.connect();
    kept.reset();
    REQUIRE(gone.send(handshake));
    REQUIRE(web.until([&] { return kept != nullptr; }));
    bool left = false;
    kept->on_gone([&] { left = true; });
    gone.hang_up();
    REQUIRE(web.until([&] { return left; }));
    std::uint16_t code = 0;
    const auto third =
        kept->upgrade({{}, [&](std::uint16_t why, std::string_view) { code = why; }});
    REQUIRE(third != nullptr);
    CHECK(web.until([&] { return code == 1006; }));
}

TEST_CASE("a silent WebSocket is pinged, and ended when it does not answer") {
    Talk talk({.timeout = seconds(1)});  // time enough for the handshake
    RawSocket socket = talk.open();
    CHECK(talk.frames(socket, 1).at(0).opcode == ping);
    REQUIRE(talk.until_end());
    CHECK(talk.ends.at(0).first == 1006);
}

namespace {

// Nothing is lost, and everything arrives in order.
void send_to_all(int messages) {
    Talk talk({.timeout = minutes(60)});  // a slow machine takes longer than the silence allowed
    std::vector<RawSocket> clients;
    for (int i = 0; i < 100; ++i) clients.push_back(talk.open());
    for (int i = 0; i < messages; ++i) {
        const Chunk shared = chunk(padded(i));
        for (const auto& socket : talk.sockets) REQUIRE(socket->send(shared));
        talk.web.turn(i % 5);
        for (auto& client : clients) client.receive();
    }
    for (auto& client : clients) {
        const auto frames = talk.frames(client, static_cast<std::size_t>(messages));
        bool ordered = frames.size() == static_cast<std::size_t>(messages);
        for (int i = 0; i < messages; ++i)
            ordered = ordered && frames[static_cast<std::size_t>(i)].payload == padded(i);
        CHECK(ordered);
    }
}

}  // namespace

TEST_CASE("60 messages to each of 100 WebSockets: nothing lost, all in order") { send_to_all(60); }
TEST_CASE("300 messages to each of 100 WebSockets: nothing lost, all in order", "[.slow]") {
    send_to_all(300);
}

TEST_CASE("a WebSocket that does not read is seen, cut off by hand or by the limit") {
    HttpLimits limits;
    limits.stream_bytes = 3'000'000;
    Talk talk(limits);
    const RawSocket lazy = talk.open();
    const RawSocket lazier = talk.open();
    const Chunk block = chunk(std::string(100'000, 'z'));
    REQUIRE(talk.web.until([&] {
        if (talk.sockets.at(0)->waiting() < 1'000'000) talk.sockets.at(0)->send(block);
        return talk.sockets.at(0)->waiting() >= 1'000'000;
    }));
    talk.sockets.at(0)->abort();
    CHECK(talk.ends.empty());  // not from inside the call
    REQUIRE(talk.web.until([&] { return talk.ends.size() == 1; }));
    CHECK_FALSE(talk.sockets.at(0)->send(block));
    REQUIRE(talk.web.until([&] { return !talk.sockets.at(1)->send(block); }));
    REQUIRE(talk.web.until([&] { return talk.ends.size() == 2; }));
    CHECK(talk.ends.at(1).first == 1006);
    CHECK(talk.web.server->connection_count() == 0);
}

TEST_CASE("short messages that wait are counted for what they cost", "[regress]") {
    HttpLimits limits;
    limits.stream_bytes = 100'000;
    Talk talk(limits);
    const RawSocket lazy = talk.open();
    const Chunk one = chunk("x");
    int taken = 0;
    while (talk.sockets.at(0)->send(one)) ++taken;
    CHECK(taken < 1'000);
}

TEST_CASE("a graceful stop closes WebSockets with 1001") {
    Talk talk;
    RawSocket polite = talk.open();
    RawSocket deaf = talk.open();
    bool done = false;
    talk.web.server->stop(seconds(1), [&] { done = true; });
    CHECK(talk.frames(polite, 1).at(0).code() == 1001);
    REQUIRE(polite.send(close_frame(1001)));
    REQUIRE(talk.web.until([&] { return polite.is_closed(); }));
    polite.hang_up();
    REQUIRE(talk.web.until([&] { return done; }));
    CHECK(talk.frames(deaf, 1).at(0).code() == 1001);
    CHECK(talk.ends.size() == 2);
}

TEST_CASE("what outlives the server, as a WebSocket") {
    Talk talk;
    const RawSocket socket = talk.open();
    talk.sockets.at(0)->send(chunk("lost"));
    talk.web.server.reset();
    CHECK_FALSE(talk.sockets.at(0)->send(chunk("nobody")));
    talk.sockets.clear();
    talk.web.turn();
    CHECK(talk.ends.empty());
}

TEST_CASE("a WebSocket over TLS") {
    HallTls hall;
    const TlsFiles files = hall.serve();
    Talk talk({}, &files);
    TlsSocket socket(talk.web.loop, talk.web.server->port(), hall.ca_file);
    REQUIRE(talk.web.until([&] { return socket.is_open(); }));
    socket.send(handshake);
    REQUIRE(talk.web.until([&] { return has(socket.text(), "\r\n\r\n"); }));
    CHECK(socket.text().starts_with("HTTP/1.1 101"));
    std::string all;
    for (int i = 0; i < 50; ++i) all += frame(text, padded(i));
    socket.send(all);
    REQUIRE(talk.web.until([&] { return has(socket.text(), padded(49)); }));
    CHECK(count(socket.text(), "echo ") == 50);
    socket.send(close_frame(1000, "bye"));
    REQUIRE(talk.web.until([&] { return socket.is_closed(); }));
    socket.hang_up();
    REQUIRE(talk.until_end());
    CHECK(talk.ends.at(0) == std::pair<std::uint16_t, std::string>(1000, "bye"));
}
