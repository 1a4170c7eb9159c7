// Messages -> JSON text.
#include <charconv>

#include "common/base/check.hpp"
#include "common/base/text.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/codec_json.hpp"
#include "common/wire/codec_writer.hpp"

namespace flagfall::wire {

namespace {

constexpr std::size_t usual_line = 320;  // bytes: most lines need no second allocation

bool plain(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
}

// A character that is not plain: escaped, copied whole, or replaced. Returns the bytes it had.
std::size_t append_special(std::string& out, std::string_view rest) {
    const char c = rest.front();
    if (static_cast<unsigned char>(c) >= 0x80) {
        const std::size_t bytes = utf8_bytes(rest);
        out += bytes == 0 ? std::string_view("\xEF\xBF\xBD") : rest.substr(0, bytes);
        return bytes == 0 ? 1 : bytes;
    }
    constexpr std::string_view escaped = "\"\\\b\f\n\r\t";
    constexpr std::string_view letters = "\"\\bfnrt";
    const std::size_t at = escaped.find(c);
    if (at != std::string_view::npos) {
        out += '\\';
        out += letters[at];
    } else {
        constexpr std::string_view digits = "0123456789abcdef";
        const auto byte = static_cast<unsigned char>(c);
        out += "\\u00";
        out += digits[byte >> 4];
        out += digits[byte & 15];
    }
    return 1;
}

template <class T>
std::string fields_of(const T& message) {
    return object_of(message, Names::of_log);
}

template <class Event>
std::string body_of(const Event& event) {
    return std::visit([](const auto& held) { return fields_of(held); }, event);
}

template <class Message>
std::string line_of(const Message& message) {
    std::string out;
    out.reserve(usual_line);
    append_message(out, message);
    return out;
}

template <class Event>
std::string_view type_in(const Event& event) {
    return std::visit([]<class T>(const T&) { return T::type; }, event);
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
    out += '"';
    while (!text.empty()) {
        std::size_t run = 0;
        while (run < text.size() && plain(text[run])) ++run;
        out += text.substr(0, run);
        text.remove_prefix(run);
        if (!text.empty()) text.remove_prefix(append_special(out, text));
    }
    out += '"';
}

void append_integer(std::string& out, std::int64_t value) {
    char digits[20];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out.append(digits, end);
}

void FieldWriter::put(const Pairs& value) {
    out_ += '[';
    for (const Pair& pair : value) {
        if (out_.back() != '[') out_ += ',';
        out_ += '[';
        append_quoted(out_, pair.name);
        out_ += ',';
        append_quoted(out_, pair.value);
        out_ += ']';
    }
    out_ += ']';
}

std::string encode(const ToClockd& message) { return line_of(message); }
std::string encode(const FromClockd& message) { return line_of(message); }

std::string encode_desk(const DeskCommand& command) { return object_of(command, Names::of_api); }

std::string encode_event(const EventCommand& command) {
    return object_of(command, Names::of_api);
}
std::string encode_part(const EventInfo& info) { return fields_of(info); }

std::string_view type_of(const ClockEvent& event) { return type_in(event); }
std::string_view type_of(const GameEvent& event) { return type_in(event); }
std::string encode_body(const ClockEvent& event) { return body_of(event); }
std::string encode_body(const GameEvent& event) { return body_of(event); }

std::string event_frame(Pos pos, Instant at, std::string_view boot, std::int64_t wall_ms,
                        std::string_view cmd_id, std::string_view sender, std::string_view type,
                        std::string_view body) {
    FF_CHECK(body.size() >= 2 && body.front() == '{' && body.back() == '}');
    std::string out;
    out.reserve(body.size() + usual_line);
    out += "{\"type\":\"event\"";
    FieldWriter writer(out, false);
    writer("pos", pos);
    writer("at_us", at);
    writer("boot", std::string(boot));
    writer("wall_ms", wall_ms);
    writer.maybe("cmd_id", std::string(cmd_id));
    writer.maybe("sender", std::string(sender));
    out += ",\"event\":{\"type\":";
    append_quoted(out, type);
    if (body.size() > 2) out += ',';
    out += body.substr(1);
    out += '}';
    return out;
}

}  // namespace flagfall::wire
