// Messages <-> JSON text. Only the codec_* files beside this one use JSON.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "common/base/told.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::wire {

// The fault of a line: `code` is one of the protocol's refusal codes ("malformed",
// "unknown_type", "bad_field", an unknown word's own), `text` is what was expected, `id` is the
// command's id if it could be read; `pointer` is the field's place (RFC 6901), "" for the whole.
struct DecodeError {
    std::string code;
    std::string text;
    std::string id;
    std::string pointer{};
    std::size_t byte = 0;  // of the text, from 1, where it stops being JSON; 0: unknown
    Told expected{};  // of a bad field: what it should be, and what it is
    std::string found{};
    bool word = false;  // it is an unknown word that has a code of its own
};

// One line without its newline. Unknown fields are ignored, unknown types refused, every text
// is valid UTF-8 and within common/base/limits.hpp.
std::expected<ToClockd, DecodeError> decode_to_clockd(std::string_view line);
std::expected<FromClockd, DecodeError> decode_from_clockd(std::string_view line);

std::string encode(const ToClockd& message);
std::string encode(const FromClockd& message);

// An act of the desk in an HTTP body: the fields of DeskCommand, without a type. The fields
// around the act have the names of the API, the act itself those of the log (names.hpp).
std::expected<DeskCommand, DecodeError> decode_desk(std::string_view body);
std::string encode_desk(const DeskCommand& command);

// The same for an act of an event's office.
std::expected<EventCommand, DecodeError> decode_event(std::string_view body);
std::string encode_event(const EventCommand& command);

// A part of an event, as a JSON object with the names of the log.
std::string encode_part(const EventInfo& info);

// A log row's body: the message's fields without its type, which is a column of its own.
std::string_view type_of(const ClockEvent& event);
std::string_view type_of(const GameEvent& event);
std::string encode_body(const ClockEvent& event);
std::string encode_body(const GameEvent& event);
std::expected<ClockEvent, DecodeError> decode_clock_event(std::string_view type,
                                                          std::string_view body);
std::expected<GameEvent, DecodeError> decode_game_event(std::string_view type,
                                                        std::string_view body);

// The event frame around a body that is JSON already: the form of a log row on the wire.
std::string event_frame(Pos pos, Instant at, std::string_view boot, std::int64_t wall_ms,
                        std::string_view cmd_id, std::string_view sender, std::string_view type,
                        std::string_view body);

}  // namespace flagfall::wire
