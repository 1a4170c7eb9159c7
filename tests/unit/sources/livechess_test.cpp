// A LiveChess service that supports what the page lists, and one that sends nonsense.
#include <algorithm>
#include <string>

#include "clockd/devices/hands.hpp"
#include "clockd/sources/livechess.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::sources {
namespace {

constexpr Instant began{seconds(1000).us};
const std::string start_board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

template <class Act>
std::vector<Act> all(const LiveActs& acts) {
    std::vector<Act> out;
    for (const LiveAct& act : acts)
        if (const auto* one = std::get_if<Act>(&act)) out.push_back(*one);
    return out;
}

std::string board_entry(const std::string& serial, const std::string& state,
                        const std::string& more = "") {
    return R"({"serialnr":")" + serial + R"(","source":"COM3","state":)" +
           (state.empty() ? "null" : "\"" + state + "\"") + R"(,"battery":"87%","comment":null)" +
           more + "}";
}

std::string list_of(const std::string& boards, int id = 1) {
    return R"({"response":"call","id":)" + std::to_string(id) + R"(,"param":[)" + boards +
           R"(],"time":1795254000000})";
}

std::string event(const std::string& param, int feed = 2) {
    return R"({"response":"feed","id":)" + std::to_string(feed) + R"(,"param":)" + param +
           R"(,"time":1795254000500})";
}

// Linked, with one board that is subscribed to as feed 2 by call 3.
LiveChess linked() {
    LiveChess live;
    REQUIRE(all<SendText>(live.opened(began)).front().text == R"({"call":"eboards","id":1})");
    const LiveActs acts = live.message(list_of(board_entry("24588", "ACTIVE")), began);
    REQUIRE(all<Equipment>(acts) ==
            std::vector{Equipment{"24588", "COM3", Link::active, "87%"}});
    REQUIRE(all<SendText>(acts).front().text ==
            R"({"call":"subscribe","id":3,"param":{"feed":"eboardevent","id":2,)"
            R"("param":{"serialnr":"24588"}}})");
    return live;
}

TEST_CASE("the boards of a service are listed, subscribed to and reported when they change") {
    LiveChess live = linked();
    const LiveActs acts = live.message(event(R"({"serialnr":"24588","flipped":false,"board":")" +
                                             start_board + R"("})"), began + seconds(1));
    REQUIRE(all<Stands>(acts).size() == 1);
    CHECK(all<Stands>(acts).front().placement ==
          devices::Placement::of(chess::start_position()));
    CHECK_FALSE(all<Stands>(acts).front().late);
    CHECK(all<Stands>(live.message(event(R"({"board":")" + start_board + R"("})"), began)).empty());
    CHECK(all<Flipped>(live.message(event(R"({"flipped":true})"), began)).front().flipped);
    CHECK(live.nonsense() == 0);
}

TEST_CASE("a clock is as old as the service's two times say, whatever the time is here") {
    LiveChess live = linked();
    const auto shown = [&](const std::string& clock) {
        const auto clocks =
            all<ClockShows>(live.message(event(R"({"clock":)" + clock + "}"), began));
        REQUIRE(clocks.size() == 1);
        return clocks.front();
    };
    const ClockShows runs =
        shown(R"({"white":5400,"black":61,"run":true,"time":1795254000100})");
    CHECK(runs.readings == Both<Duration>{{seconds(5400), seconds(61)}});
    CHECK(runs.runs == Side::white);
    CHECK(runs.at == began - milliseconds(400));
    CHECK(runs.uncertainty == seconds(1));
    CHECK_FALSE(shown(R"({"white":1,"black":2,"run":null,"time":1795254000500})").runs);
    CHECK(shown(R"({"white":1,"black":2,"run":false,"time":1795254000500})").runs == Side::black);
    // The same reading again is not a new one.
    CHECK(all<ClockShows>(live.message(event(R"({"clock":{"white":1,"black":2,"run":false,)"
                                             R"("time":1795254000500}})"), began)).empty());
    // Times that contradict each other are ignored.
    for (const char* time : {"1795254000501", "0", "-5", "1795253000000", "\"now\"", "null"}) {
        const ClockShows unsure =
            shown(std::string(R"({"white":1,"black":2,"run":true,"time":)") + time + "}");
        CHECK(unsure.at == began);
        CHECK(unsure.uncertainty == seconds(3));
    }
}

TEST_CASE("a service that sends nonsense changes nothing") {
    LiveChess live = linked();
    std::uint64_t bad = 0;
    for (const std::string& text : {
             std::string("hello"), std::string("[]"), std::string("{}"), std::string("\xff\xfe"),
             std::string(R"({"response":"feed","id":2})"),
             std::string(R"({"response":"feed","id":99,"param":{}})"),
             std::string(R"({"response":"soup","id":2,"param":{}})"),
             std::string(R"({"response":7,"id":2,"param":{}})"),
             event("[]"), event("\"board\""), event(R"({"board":7})"), event(R"({"board":"8/8"})"),
             event(R"({"board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"})"),
             event(R"({"board":"xxxxxxxx/8/8/8/8/8/8/8"})"),
             event(R"({"serialnr":"11111","board":"8/8/8/8/8/8/8/8"})"),
             event(R"({"clock":[]})"), event(R"({"clock":{"white":-1,"black":2,"run":true}})"),
             event(R"({"clock":{"white":1e9,"black":2}})"),
             event(R"({"clock":{"white":999999999999,"black":2}})"),
             event(R"({"clock":{"white":"5:00","black":2}})"),
             R"({"response":"error","id":77,"param":"what?"})" + std::string(),
             std::string(5000, '['),
         }) {
        const LiveActs acts = live.message(text, began);
        INFO(text.substr(0, 100));
        CHECK(live.nonsense() == ++bad);
        CHECK(acts.size() == all<Nonsense>(acts).size() + 1);
        CHECK(all<Heard>(acts).front().text == text);  // it is kept
    }
    // One line a minute in the log.
    CHECK(all<Nonsense>(live.message("again", began + seconds(59))).empty());
    CHECK(all<Nonsense>(live.message("again", began + seconds(61))).size() == 1);
}

TEST_CASE("frames are kept as they came, and of a list what is of the board that changed") {
    LiveChess live = linked();
    const std::string frame = event(R"({"board":")" + start_board + R"(","later":[1,{}]})");
    const auto heard = all<Heard>(live.message(frame, began));
    REQUIRE(heard.size() == 1);
    CHECK(heard.front().text == frame);
    CHECK(heard.front().serial == "24588");
    live.wake(*live.deadline());
    const std::string entry = board_entry("24588", "INACTIVE", R"(,"comment":"[{\"}")");
    const auto of_list = all<Heard>(live.message(
        R"({"response":"call","more":[[{"serialnr":"24588"}]],"id":4,"param":[{"a":{}},)" + entry +
        "]}", began));
    REQUIRE(of_list.empty() == false);
    CHECK(of_list.front().text.find("24588") != std::string::npos);
}

TEST_CASE("serial numbers that no report could hold are no serial numbers") {
    const std::string long_one(65, '1');
    for (const std::string& serial : {long_one, std::string("1 2"), std::string("1\\n2"),
                                      std::string("\xc3\xa9"), std::string()}) {
        LiveChess live;
        live.opened(began);
        const LiveActs acts = live.message(list_of(board_entry(serial, "ACTIVE")), began);
        CHECK(all<Equipment>(acts).empty());
        CHECK(live.nonsense() == 1);
    }
}

TEST_CASE("what comes from a delayed board may be as old as the delay") {
    LiveChess live;
    live.opened(began);
    int id = 1;
    const auto listed = [&](const std::string& state, const std::string& board, Instant at) {
        if (id > 1) live.wake(*live.deadline());
        const std::string more = board.empty() ? "" : R"(,"board":")" + board + "\"";
        LiveActs acts = live.message(list_of(board_entry("24588", state, more), id), at);
        id = id == 1 ? 4 : id + 1;  // a subscription was between them
        return all<Stands>(acts);
    };
    CHECK(listed("ACTIVE", start_board, began).front().since == began);
    CHECK(listed("DELAYED", start_board, began + seconds(5)).empty());
    const std::string other = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    const auto fed = all<Stands>(
        live.message(event(R"({"board":")" + other + R"("})"), began + seconds(7)));
    REQUIRE(fed.size() == 1);
    CHECK(fed.front().since == began);
    CHECK(fed.front().at == began + seconds(7));
    // It is prompt again, and the events reported with that message arrived during the delay.
    const auto back = listed("ACTIVE", start_board, began + seconds(10));
    REQUIRE(back.size() == 1);
    CHECK(back.front().since == began);
    const auto prompt = all<Stands>(
        live.message(event(R"({"board":")" + other + R"("})"), began + seconds(12)));
    REQUIRE(prompt.size() == 1);
    CHECK(prompt.front().since == began + seconds(12));
}

TEST_CASE("a list with nonsense in it gives the boards that make sense") {
    LiveChess live;
    live.opened(began);
    const LiveActs acts = live.message(
        list_of(R"(7,{},{"serialnr":5},)" + board_entry("24588", "ACTIVE") + "," +
                board_entry("24588", "INACTIVE") + "," + board_entry("24589", "", "") + "," +
                board_entry("24590", "MELTING")), began);
    const auto seen = all<Equipment>(acts);
    REQUIRE(seen.size() == 3);
    CHECK(seen[0].link == Link::active);
    CHECK(seen[1].link == Link::unknown);
    CHECK(seen[2].link == Link::unknown);
    CHECK(live.nonsense() == 4);
}

TEST_CASE("only the boards that were asked for are followed") {
    LiveChess live({"24589"});
    live.opened(began);
    const LiveActs acts = live.message(
        list_of(board_entry("24588", "ACTIVE") + "," + board_entry("24589", "ACTIVE")), began);
    REQUIRE(all<Equipment>(acts).size() == 1);
    CHECK(all<Equipment>(acts).front().serial == "24589");
}

TEST_CASE("boards that stop responding, are delayed or vanish from the list are reported once") {
    LiveChess live = linked();
    int id = 3;
    const auto listed = [&](const std::string& boards, Instant at) {
        const auto calls = all<SendText>(live.wake(at));
        REQUIRE(calls.size() == 1);
        REQUIRE(calls.front().text == R"({"call":"eboards","id":)" + std::to_string(++id) + "}");
        return live.message(list_of(boards, id), at);
    };
    REQUIRE(live.deadline() == began + seconds(5));
    for (const auto& [state, link] :
         {std::pair{"NOTRESPONDING", Link::not_responding}, {"DELAYED", Link::delayed}}) {
        const LiveActs acts = listed(board_entry("24588", state), *live.deadline());
        REQUIRE(all<Equipment>(acts).size() == 1);
        CHECK(all<Equipment>(acts).front().link == link);
        CHECK(listed(board_entry("24588", state), *live.deadline()).empty());
    }
    const auto stands = all<Stands>(
        live.message(event(R"({"board":")" + start_board + R"("})"), began));
    REQUIRE(stands.size() == 1);
    CHECK(stands.front().late);
    const LiveActs gone = listed("", *live.deadline());
    REQUIRE(all<Equipment>(gone).size() == 1);
    CHECK(all<Equipment>(gone).front().link == Link::gone);
    // It comes back, is subscribed to again, and its position is reported again.
    const LiveActs back = listed(
        board_entry("24588", "ACTIVE", R"(,"board":")" + start_board + "\""), *live.deadline());
    CHECK(all<Equipment>(back).size() == 1);
    CHECK(all<SendText>(back).size() == 1);
    CHECK(all<Stands>(back).size() == 1);
}

TEST_CASE("a service that does not answer is connected to again, and boards are gone meanwhile") {
    LiveChess live;
    live.opened(began);
    REQUIRE(live.deadline() == began + seconds(10));
    CHECK(all<Reconnect>(live.wake(began + seconds(10))).size() == 1);

    LiveChess cut = linked();
    const LiveActs closed = cut.closed(began);
    REQUIRE(all<Equipment>(closed).size() == 1);
    CHECK(all<Equipment>(closed).front().link == Link::unreached);
    CHECK_FALSE(cut.deadline().has_value());
    CHECK(cut.message(event(R"({"board":")" + start_board + R"("})"), began).empty());
    CHECK(cut.closed(began).empty());
    cut.opened(began + seconds(3));
    const LiveActs again = cut.message(list_of(board_entry("24588", "ACTIVE"), 4), began);
    CHECK(all<SendText>(again).size() == 1);
    CHECK(all<Equipment>(again).size() == 1);
}

TEST_CASE("a subscription that is refused is asked for again with the next list") {
    LiveChess live = linked();
    live.message(R"({"response":"error","id":3,"param":"busy"})", began);
    live.wake(*live.deadline());
    const LiveActs acts = live.message(list_of(board_entry("24588", "ACTIVE"), 4), began);
    REQUIRE(all<SendText>(acts).size() == 1);
    CHECK(all<SendText>(acts).front().text.find(R"("id":5)") != std::string::npos);
}

TEST_CASE("moves come from the boards of a service as from any other") {
    LiveChess live = linked();
    devices::Hands hands(chess::start_position());
    chess::Position position = chess::start_position();
    std::string line;
    Instant now = began;
    const auto until = [&](Instant end) {
        for (auto due = hands.deadline(); due && *due <= end; due = hands.deadline())
            for (const auto& act : hands.wake(*due))
                if (const auto* made = std::get_if<devices::Made>(&act)) line += made->uci + " ";
        now = end;
    };
    for (const char* move : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6"}) {
        position = chess::after(position, *chess::parse_uci(position, move));
        const std::string fen = chess::fen(position);
        const std::string frame = event(R"({"board":")" + fen.substr(0, fen.find(' ')) + R"("})");
        for (const Stands& stands : all<Stands>(live.message(frame, now)))
            hands.board(stands.placement, stands.at);
        until(now + seconds(2));
    }
    CHECK(line == "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6 ");
}

}  // namespace
}  // namespace flagfall::sources
