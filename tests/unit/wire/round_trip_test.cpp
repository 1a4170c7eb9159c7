// Every message, filled from seeds: each is read back field by field, and the lines are written
// to the transcript that schema_check.py validates.
#include "tests/support/transcript.hpp"
#include "tests/unit/wire/visitors.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

constexpr int rounds = 40;

Filler::Optional optional_in(int round) {
    return round == 0   ? Filler::Optional::none
           : round == 1 ? Filler::Optional::all
                        : Filler::Optional::some;
}

template <class Variant, class Check>
void for_each_filled(Check check) {
    Random random(20'261'121);
    for_each_type<Variant>([&]<class T>(std::type_identity<T>) {
        for (int round = 0; round < rounds; ++round) {
            INFO(T::type << ", round " << round);
            check(filled<T>(random, folder_of<Variant>(), optional_in(round)));
        }
    });
}

template <class Event>
void check_event(const Event& event, std::string_view dir,
                 std::expected<Event, wire::DecodeError> (*decode)(std::string_view,
                                                                   std::string_view)) {
    const std::string body = wire::encode_body(event);
    record_body(dir, wire::type_of(event), body);
    const auto back = decode(wire::type_of(event), body);
    INFO(body << (back ? "" : back.error().text));
    REQUIRE(back);
    CHECK(fields_of(*back) == fields_of(event));
    CHECK(wire::encode_body(*back) == body);
}

template <class Message>
void check_line(const Message& message, std::string_view dir,
                std::expected<Message, wire::DecodeError> (*decode)(std::string_view)) {
    const std::string line = wire::encode(message);
    record(dir, line);
    const auto back = decode(line);
    INFO(line << (back ? "" : back.error().text));
    REQUIRE(back);
    CHECK(fields_of(*back) == fields_of(message));
    CHECK(wire::encode(*back) == line);
    CHECK(line.find('\n') == std::string::npos);
}

template <class T>
constexpr bool is_command = requires(wire::ClockCommand command, T t) { command = t; };

}  // namespace

TEST_CASE("every message to clockd is read as it was written") {
    for_each_filled<wire::ToClockd>([]<class T>(const T& message) {
        if constexpr (is_command<T>)
            check_line<wire::ToClockd>(wire::ClockCommand{message}, "to_clockd",
                                       wire::decode_to_clockd);
        else check_line<wire::ToClockd>(message, "to_clockd", wire::decode_to_clockd);
    });
}

TEST_CASE("every message from clockd is read as it was written") {
    for_each_filled<wire::FromClockd>([](const auto& message) {
        check_line<wire::FromClockd>(message, "from_clockd", wire::decode_from_clockd);
    });
}

TEST_CASE("every event of clockd is read as it was written") {
    for_each_filled<wire::ClockEvent>([](const auto& message) {
        check_event<wire::ClockEvent>(message, "clock_event", wire::decode_clock_event);
    });
}

TEST_CASE("every event of arbiterd is read as it was written") {
    for_each_filled<wire::GameEvent>([](const auto& message) {
        check_event<wire::GameEvent>(message, "game_event", wire::decode_game_event);
    });
}

TEST_CASE("an event frame around a body is the frame of the event") {
    Random random(7);
    for (int round = 0; round < 400; ++round) {
        const auto frame =
            filled<wire::EventFrame>(random, "clockd/", optional_in(round % 3));
        CHECK(wire::event_frame(frame.pos, frame.at, frame.boot, frame.wall_ms, frame.cmd_id,
                                frame.sender, wire::type_of(frame.event),
                                wire::encode_body(frame.event)) ==
              wire::encode(wire::FromClockd{frame}));
    }
}

TEST_CASE("an event frame around an empty body") {
    CHECK(wire::event_frame(Pos{1}, Instant{2}, "b", 3, "", "", "x", "{}") ==
          R"({"type":"event","pos":1,"at_us":2,"boot":"b","wall_ms":3,"event":{"type":"x"}})");
}

TEST_CASE("the type comes first, then the fields in the order of describe") {
    wire::Press press;
    press.id = "d1-7";
    press.board = Board{12};
    press.game = "r3-b12";
    press.side = Side::black;
    const wire::ToClockd message{wire::ClockCommand{press}};
    CHECK(wire::encode(message) ==
          R"({"type":"press","id":"d1-7","board":12,"game":"r3-b12","side":"black"})");
    press.epoch = Epoch{2};
    press.age = milliseconds(40);
    press.at = Instant{0};
    press.move = "Nf3";
    CHECK(wire::encode(wire::ToClockd{wire::ClockCommand{press}}) ==
          R"({"type":"press","id":"d1-7","board":12,"game":"r3-b12","epoch":2,"age_us":40000,)"
          R"("at_us":0,"side":"black","move":"Nf3"})");
}

TEST_CASE("a correction's readings are the event's") {
    const auto event = wire::decode_clock_event(
        "reading_set", R"({"board":1,"game":"g","epoch":3,"by":"arbiter","white_us":5,)"
                       R"("black_us":6,"turn":"white","ply":4,"reason":"x"})");
    REQUIRE(event);
    const auto& set = std::get<wire::ReadingSet>(*event);
    CHECK(set.readings == Both<Duration>{{Duration{5}, Duration{6}}});
    CHECK(set.correction.readings == set.readings);
}
