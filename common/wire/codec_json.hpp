// One parsed line: a small tree of values that the field reader walks. The parser behind it is
// Boost.JSON's, included only in codec_json.cpp; this tree has what a message can have, no more.
#pragma once

#include <cstdint>
#include <expected>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "common/wire/codec.hpp"
#include "common/wire/limits.hpp"

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

    // The member of that name, or nullptr.
    const Json* find(std::string_view name) const;
    // Adds the member to an object, or replaces the one of that name.
    void set(std::string_view name, Json value);

    bool is_object() const { return kind == Kind::object; }
    bool is_list() const { return kind == Kind::list; }
    bool is_text() const { return kind == Kind::text; }
    bool is_null() const { return kind == Kind::null; }
};

Json json_text(std::string_view text);
Json json_object();

struct JsonMember {
    std::string name;
    Json value;
};

// The bounds of a text, besides limits::json_depth and limits::json_fields.
struct JsonBounds {
    std::size_t items = std::numeric_limits<std::size_t>::max();   // of one list
    std::size_t values = std::numeric_limits<std::size_t>::max();  // in all
    bool printable = false;  // every text passes text_fault() with Lines::many
};

// For input from outside. The content of our own log was bounded when it came in.
inline constexpr JsonBounds from_outside{limits::json_items, limits::json_values, true};

// Any JSON text, in one pass that ends at the first fault. Errors of code malformed: not
// JSON, invalid UTF-8, a field given twice, nesting deeper than limits::json_depth, an object of
// more than limits::json_fields fields, more than `bounds` allows; of code bad_field: a number that
// no double can hold, a text that cannot be shown. Other numbers with a fraction, an exponent or
// more than 64 bits become `other_number`.
std::expected<Json, DecodeError> parse_json(std::string_view text, const JsonBounds& bounds = {});

// Commands from a tree that is already parsed.
std::expected<DeskCommand, DecodeError> decode_desk(const Json& body);
std::expected<EventCommand, DecodeError> decode_event(const Json& body);

// "12", "\"green\"", "a list": for people who read a refusal. Long texts are cut.
std::string shown(const Json& value);
std::string quote(std::string_view text);

}  // namespace flagfall::wire
