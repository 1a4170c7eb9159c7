// One parsed line: a small tree of values that the field reader walks. The parser behind it is
// nlohmann's, seen only in codec_json.cpp; this tree keeps what a message can hold and no more.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "common/wire/codec.hpp"

namespace flagfall::wire {

struct JsonMember;

struct Json {
    enum class Kind : std::uint8_t { null, boolean, integer, other_number, text, list, object };

    Kind kind = Kind::null;
    bool truth = false;
    std::int64_t integer = 0;
    std::string text;
    std::vector<Json> items;          // of a list
    std::vector<JsonMember> members;  // of an object, in the order of the line

    // The member of that name, or nothing.
    const Json* find(std::string_view name) const;
};

struct JsonMember {
    std::string name;
    Json value;
};

// Any JSON text. Errors of code malformed: not JSON, invalid UTF-8, a field given twice, nesting
// deeper than `json_depth`, an object of more than `json_fields` fields; of code bad_field: a
// number no double can hold. Other numbers with a fraction, an exponent or more than 64 bits become
// `other_number`.
std::expected<Json, DecodeError> parse_json(std::string_view text);

inline constexpr std::size_t json_depth = 16;    // messages need 4; the rest is for the unknown
inline constexpr std::size_t json_fields = 256;  // messages need 30

// "12", "\"green\"", "a list": for people who read a refusal. Long texts are cut.
std::string shown(const Json& value);
std::string quote(std::string_view text);

}  // namespace flagfall::wire
