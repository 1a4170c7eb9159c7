// 12.6: the messages that clockd may send to a device at which a player sits.
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "clockd/service/clock_service.hpp"
#include "clockd/service/permissions.hpp"
#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/clock_ports.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

// The reason why each field of each message may be sent to a device. Others may not be sent.
const std::map<std::string, std::map<std::string, std::string>> allowed{
    {"welcome",
     {{"server", "of the program"}, {"version", "of the program"}, {"log", "of the hall"},
      {"time", "of the hall"}, {"boot", "of the machine"}, {"pos", "of the hall's whole log"},
      {"board", "its own"}, {"side", "its own"}, {"build", "of the program"}}},
    {"challenge", {{"nonce", "random"}, {"log", "of the hall"}, {"proof", "of the hall's key"}}},
    {"enrolled",
     {{"device", "its own"}, {"board", "its own"}, {"sealed", "its own"}, {"proof", "its own"}}},
    {"ack",
     {{"id", "its own"}, {"pos", "of its own command"}, {"repeated", "its own"},
      {"board", "its own"}, {"game", "on the sheet"}, {"phase", "the clock shows it"},
      {"epoch", "counts what arbiters do"}, {"ply", "the clock's counter (6.12.1)"},
      {"turn", "which display runs (6.12.1)"}, {"white_us", "a display (6.12.1)"},
      {"black_us", "a display (6.12.1)"}, {"at_us", "of the displays"},
      {"result", "the game is over"}}},
    {"refused",
     {{"id", "its own"}, {"code", "neutral: see as_shown_to"}, {"text", "goes with the code"},
      {"board", "its own"}, {"epoch", "counts what arbiters do"}, {"wait_ms", "its own pace"}}},
    {"board_state",
     {{"id", "its own"}, {"board", "as asked"}, {"game", "on the sheet"},
      {"phase", "the clock shows it"}, {"epoch", "counts what arbiters do"},
      {"ply", "the clock's counter (6.12.1)"}, {"turn", "which display runs (6.12.1)"},
      {"white_us", "a display (6.12.1)"}, {"black_us", "a display (6.12.1)"},
      {"at_us", "of the displays"}, {"result", "the game is over"}, {"white", "on the sheet"},
      {"black", "on the sheet"}, {"white_period", "a display (6.12.1)"},
      {"black_period", "a display (6.12.1)"}, {"flag", "a display (6.12.1)"},
      {"white_bonus", "of the terms"}, {"black_bonus", "of the terms"},
      {"white_block", "of the terms"}, {"black_block", "of the terms"},
      {"zero_us", "follows from the displays"}}},
};
// They are sent only after a subscription or an arbiter's command, which a device is refused, or
// only to arbiterd or a gateway.
const std::set<std::string> never{"subscribed", "event",        "enrolment",
                                  "revoked",    "device_state", "signed_head",
                                  "equipment_state", "press_held"};

struct Names {
    std::set<std::string> found;
    template <class T>
    void operator()(std::string_view name, const T&) { found.emplace(name); }
    template <class T>
    void maybe(std::string_view name, const T&) { found.emplace(name); }
};

template <class Message>
void check_listed() {
    const std::string type(Message::type);
    INFO(type);
    if (never.contains(type)) {
        CHECK_FALSE(allowed.contains(type));
        return;
    }
    REQUIRE(allowed.contains(type));
    Names names;
    const Message message{};
    Message::describe(message, names);
    std::set<std::string> listed;
    for (const auto& [name, why] : allowed.at(type)) listed.insert(name);
    CHECK(names.found == listed);
}

class Service {
public:
    Service() : service_(desk_, {"log-1", "boot-1", false, false, true, {}}) {
        service_.record_start({});
        settle();
        open(arbiter, "arbiter");
        open(device, "device");
        say(arbiter, R"({"type":"open_game","id":"o","board":1,"game":"g","event":"e",)"
                     R"("round":"1","white":"A","black":"B","time_control":"60"})");
        say(arbiter, R"({"type":"start_game","id":"s","board":1,"game":"g"})");
    }
    std::string say(net::PeerId peer, std::string_view line) {
        service_.on_line(peer, line, {1'000'000});
        settle();
        return desk_.said[peer].back();
    }
    std::size_t heard(net::PeerId peer) { return desk_.said[peer].size(); }

    static constexpr net::PeerId arbiter{1};
    static constexpr net::PeerId device{2};

private:
    void open(net::PeerId peer, const std::string& role) {
        service_.on_open(peer, {"", true});
        say(peer, R"({"type":"hello","role":")" + role + R"(","name":"x","protocol":1})");
    }
    void settle() { service_.on_committed(desk_.last()); }

    ClockPorts desk_;
    clockd::ClockService service_;
};

}  // namespace

TEST_CASE("what may reach a device is listed, field by field (12.6)", "[service]") {
    []<class... Messages>(std::type_identity<std::variant<Messages...>>) {
        (check_listed<Messages>(), ...);
        CHECK(sizeof...(Messages) == allowed.size() + never.size());
    }(std::type_identity<wire::FromClockd>{});
}

TEST_CASE("a device hears nothing of the opponent's moves (12.6)", "[service]") {
    Service service;
    for (const char* board : {"", R"(,"board":1)"}) {
        const std::string answer =
            service.say(Service::device,
                        R"({"type":"subscribe","id":"f","from":0)" + std::string(board) + "}");
        CHECK(answer.contains("not_allowed"));
    }
    const std::size_t before = service.heard(Service::device);
    service.say(Service::arbiter,
                R"({"type":"move","id":"m1","board":1,"game":"g","side":"white","text":"e4"})");
    service.say(Service::arbiter,
                R"({"type":"move","id":"m2","board":1,"game":"g","side":"black","text":"e5"})");
    CHECK(service.heard(Service::device) == before);
    // Whether the opponent replied or has the move: a device gets the same answer.
    const std::string replied = service.say(
        Service::device,
        R"({"type":"move","id":"x","board":1,"game":"g","side":"white","text":"e4"})");
    const std::string turn = service.say(
        Service::device, R"({"type":"press","id":"x","board":1,"game":"g","side":"black"})");
    CHECK(replied.contains("not_now"));
    CHECK(replied == turn);
    CHECK(service
              .say(Service::arbiter,
                   R"({"type":"press","id":"x","board":1,"game":"g","side":"black"})")
              .contains("not_your_turn"));
    // The information that a maker of devices needs is still sent.
    CHECK(service
              .say(Service::device,
                   R"({"type":"move","id":"y","board":1,"game":"g","side":"white","text":""})")
              .contains("bad_move"));
}

TEST_CASE("where nobody plays, in a rehearsal, devices may follow the log", "[service]") {
    ClockPorts desk;
    clockd::ClockService service(desk, {"log-1", "boot-1", false, true, true, {}});
    service.record_start({});
    service.on_committed(desk.last());
    service.on_open(Service::device, {"", true});
    service.on_line(Service::device, R"({"type":"hello","role":"device","name":"d","protocol":1})",
                    {});
    service.on_line(Service::device, R"({"type":"subscribe","id":"s","from":0})", {});
    CHECK(desk.said[Service::device].back().contains("subscribed"));
}
