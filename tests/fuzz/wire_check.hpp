// What every kind of message promises when it is read: written and read again it is the same, or
// the refusal has one of the codec's codes and a text.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "common/wire/codec.hpp"
#include "tests/fuzz/target.hpp"

namespace flagfall::fuzz {

inline void check_refusal(const wire::DecodeError& error) {
    FF_CHECK(error.code == "malformed" || error.code == "unknown_type" ||
             error.code == "bad_field" || (error.word && error.code.starts_with("bad_")));
    FF_CHECK(!error.text.empty());
}

// `decode` is one of the codec's, for lines.
template <class Message>
void check_line(std::string_view line,
                std::expected<Message, wire::DecodeError> (*decode)(std::string_view)) {
    const auto message = decode(line);
    if (!message) return check_refusal(message.error());
    const std::string written = wire::encode(*message);
    FF_CHECK(written.find('\n') == std::string::npos);
    const auto again = decode(written);
    FF_CHECK(again.has_value());
    FF_CHECK(wire::encode(*again) == written);
}

// Likewise for the type and the body of a row of the log.
template <class Event>
void check_body(std::string_view type, std::string_view body,
                std::expected<Event, wire::DecodeError> (*decode)(std::string_view,
                                                                  std::string_view)) {
    const auto event = decode(type, body);
    if (!event) return check_refusal(event.error());
    FF_CHECK(wire::type_of(*event) == type);
    const std::string written = wire::encode_body(*event);
    const auto again = decode(type, written);
    FF_CHECK(again.has_value());
    FF_CHECK(wire::encode_body(*again) == written);
}

}  // namespace flagfall::fuzz
