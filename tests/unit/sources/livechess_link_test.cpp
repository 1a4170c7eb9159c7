// A stand-in for a LiveChess service, over real sockets: it answers calls, feeds boards, sends
// nonsense, floods, and disconnects. livechess_test.cpp has the boards' reports about themselves.
#include <memory>
#include <string>
#include <vector>

#include "clockd/devices/hands.hpp"
#include "clockd/sources/livechess_link.hpp"
#include "common/base/now.hpp"
#include "common/chess/notation.hpp"
#include "common/wire/codec_json.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/web.hpp"

namespace flagfall::sources {
namespace {

using net::test::Web;

class Service {
public:
    Service() : web([this](const std::shared_ptr<net::Exchange>& exchange) {
          sockets.push_back(exchange->upgrade(
              {[this](std::string_view text) { called(std::string(text)); }, {}}));
      }) {}

    std::string url() const {
        return "ws://127.0.0.1:" + std::to_string(web.server->port()) + "/api/v1.0";
    }
    void say(const std::string& text) {
        sockets.back()->send(std::make_shared<const std::string>(text));
    }
    void feed(const std::string& param) {
        say(R"({"response":"feed","id":)" + std::to_string(feed_id) + R"(,"param":)" + param + "}");
    }
    void show(const chess::Position& position) {
        board = chess::fen(position);
        board.resize(board.find(' '));
        feed(R"({"serialnr":"24588","board":")" + board + R"("})");
    }

    bool answers = true;
    std::string state = "ACTIVE";
    std::string board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    std::int64_t feed_id = 0;
    int subscriptions = 0;
    std::vector<std::shared_ptr<net::WebSocket>> sockets;
    Web web;

private:
    void called(const std::string& text) {
        const auto call = wire::parse_json(text);
        REQUIRE(call.has_value());
        const std::string id = std::to_string(call->find("id")->integer);
        if (!answers) return;
        if (call->find("call")->text == "eboards")
            return say(R"({"response":"call","id":)" + id +
                       R"(,"param":[{"serialnr":"24588","state":")" + state +
                       R"(","board":")" + board + R"(","flipped":false}]})");
        const wire::Json* param = call->find("param");
        REQUIRE(param->find("feed")->text == "eboardevent");
        REQUIRE(param->find("param")->find("serialnr")->text == "24588");
        feed_id = param->find("id")->integer;
        ++subscriptions;
        say(R"({"response":"call","id":)" + id + R"(,"param":null})");
    }
};

struct Follower {
    explicit Follower(Service& service)
        : link(service.web.loop, service.url(), {},
               {[this](const LiveAct& act) { acts.push_back(act); },
                [this](const std::string& why) { ends.push_back(why); }},
               milliseconds(10), milliseconds(50)) {}

    template <class Act>
    std::vector<Act> all() const {
        std::vector<Act> out;
        for (const LiveAct& act : acts)
            if (const auto* one = std::get_if<Act>(&act)) out.push_back(*one);
        return out;
    }

    LiveActs acts;
    std::vector<std::string> ends;
    LiveChessLink link;
};

TEST_CASE("a service's boards are followed over a real socket, a move after the other") {
    Service service;
    Follower follower(service);
    REQUIRE(service.web.until([&] { return service.subscriptions == 1; }));
    devices::Hands hands(chess::start_position(), {.settle = {}, .settle_low = {}});
    chess::Position position = chess::start_position();
    std::string line;
    for (const char* move : {"e2e4", "c7c5", "g1f3", "d7d6", "d2d4", "c5d4", "f3d4"}) {
        position = chess::after(position, *chess::parse_uci(position, move));
        const std::size_t before = follower.all<Stands>().size();
        service.show(position);
        REQUIRE(service.web.until([&] { return follower.all<Stands>().size() > before; }));
        const Stands stands = follower.all<Stands>().back();
        hands.board(stands.placement, stands.at);
        for (const auto& act : hands.wake(stands.at))
            if (const auto* made = std::get_if<devices::Made>(&act)) line += made->uci + " ";
    }
    CHECK(line == "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 ");
}

TEST_CASE("a service that vanishes is connected to again, and what stands then is reported") {
    Service service;
    Follower follower(service);
    for (int round = 1; round <= 3; ++round) {
        REQUIRE(service.web.until([&] {
            return service.subscriptions == round &&
                   follower.all<Stands>().size() == static_cast<std::size_t>(round);
        }));
        service.sockets.back()->abort();
        REQUIRE(service.web.until(
            [&] { return follower.ends.size() == static_cast<std::size_t>(round); }));
        CHECK(follower.all<Equipment>().back().link == Link::unreached);
    }
}

TEST_CASE("a service that sends no text or no end of it is left and connected to again") {
    Service service;
    Follower follower(service);
    REQUIRE(service.web.until([&] { return service.subscriptions == 1; }));
    service.say(std::string(2 * 1024 * 1024, '['));
    REQUIRE(service.web.until([&] { return service.subscriptions == 2; }));
    CHECK(follower.ends.size() == 1);
}

TEST_CASE("a service that answers nonsense and closes is called with pauses that grow to a limit") {
    Service service;
    service.answers = false;
    Follower follower(service);
    std::vector<Duration> pauses;
    for (std::size_t call = 1; call <= 5; ++call) {
        pauses.push_back(follower.link.pause());
        REQUIRE(service.web.until([&] { return service.sockets.size() == call; }));
        service.say("{\"response\":");
        service.sockets.back()->abort();
        REQUIRE(service.web.until([&] { return follower.ends.size() == call; }));
    }
    const std::vector<Duration> expected{milliseconds(10), milliseconds(20), milliseconds(40),
                                         milliseconds(50), milliseconds(50)};
    CHECK(pauses == expected);
    CHECK(follower.link.nonsense_bytes() == 60);
    // One list alone does not show that it works: a service may answer it and close every time.
    service.answers = true;
    REQUIRE(service.web.until([&] { return service.subscriptions == 1; }));
    CHECK(follower.link.pause() == milliseconds(50));
}

TEST_CASE("nonsense between two moves loses neither of them") {
    Service service;
    Follower follower(service);
    REQUIRE(service.web.until(
        [&] { return service.subscriptions == 1 && follower.all<Stands>().size() == 1; }));
    const chess::Position& start = chess::start_position();
    const chess::Position one = chess::after(start, *chess::parse_uci(start, "e2e4"));
    service.show(one);
    for (const char* text : {"{", "null", R"({"response":"feed"})", "\"\"", "[1,2"})
        service.say(text);
    service.feed("{\"board\":\"nonsense\"}");
    service.show(chess::after(one, *chess::parse_uci(one, "e7e5")));
    REQUIRE(service.web.until([&] { return follower.all<Stands>().size() == 3; }));
    CHECK(follower.all<Nonsense>().size() == 1);
    CHECK(follower.ends.empty());
}

}  // namespace
}  // namespace flagfall::sources
