// A row of clockd's log: its type (first line) and its body. If it can be read, it is also a line
// on the wire with the same meaning.
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/wire_check.hpp"

using namespace flagfall;

FUZZ_TARGET(clock_event) {
    const fuzz::Lines row = fuzz::split_line(input);
    fuzz::check_body(row.first, row.rest, wire::decode_clock_event);
    const auto event = wire::decode_clock_event(row.first, row.rest);
    if (!event) return;
    const std::string body = wire::encode_body(*event);
    const std::string frame =
        wire::event_frame({7}, {12}, "b", 1'795'253'400'000, "c", "device", row.first, body);
    const auto message = wire::decode_from_clockd(frame);
    FF_CHECK(message.has_value());
    const auto* framed = std::get_if<wire::EventFrame>(&*message);
    FF_CHECK(framed != nullptr && wire::encode_body(framed->event) == body);
}
