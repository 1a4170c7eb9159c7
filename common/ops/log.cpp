#include "common/ops/log.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "common/base/check.hpp"
#include "common/base/now.hpp"

namespace flagfall::ops {

namespace {

std::atomic<Format> format_now{Format::text};
std::atomic<Level> least_now{Level::info};

// The length of the UTF-8 character that `text` begins with (RFC 3629); 0 if it is none.
std::size_t character_bytes(std::string_view text) {
    const auto at = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned lead = at(0);
    if (lead < 0x80) return 1;
    const std::size_t size = lead >= 0xf0 && lead <= 0xf4   ? 4
                             : lead >= 0xe0 && lead <= 0xef ? 3
                             : lead >= 0xc2 && lead <= 0xdf ? 2
                                                            : 0;
    if (size == 0 || text.size() < size) return 0;
    for (std::size_t i = 1; i < size; ++i)
        if ((at(i) & 0xc0) != 0x80) return 0;
    const bool too_long = (lead == 0xe0 && at(1) < 0xa0) || (lead == 0xf0 && at(1) < 0x90);
    const bool surrogate = lead == 0xed && at(1) >= 0xa0;
    const bool too_high = lead == 0xf4 && at(1) >= 0x90;
    return too_long || surrogate || too_high ? 0 : size;
}

void append_escaped(std::string& out, char c) {
    switch (c) {
        case '"': out += "\\\""; return;
        case '\\': out += "\\\\"; return;
        case '\n': out += "\\n"; return;
        case '\r': out += "\\r"; return;
        case '\t': out += "\\t"; return;
        default: break;
    }
    char text[8];
    const auto code = static_cast<unsigned char>(c);
    std::snprintf(text, sizeof text, code < 0x20 || code == 0x7f ? "\\u%04x" : "%c", code);
    out += text;
}

// In double quotes, by the rules of JSON, which logfmt shares.
std::string quoted(std::string_view text) {
    std::string out = "\"";
    while (!text.empty()) {
        const std::size_t size = character_bytes(text);
        if (size == 0) out += "\xef\xbf\xbd";
        else if (size == 1) append_escaped(out, text[0]);
        // U+0080 to U+009F, U+2028 and U+2029 end a line for some readers.
        else if ((size == 2 && text[0] == '\xc2' && static_cast<unsigned char>(text[1]) < 0xa0) ||
                 text.starts_with("\xe2\x80\xa8") || text.starts_with("\xe2\x80\xa9"))
            out += "\xef\xbf\xbd";
        else out += text.substr(0, size);
        text.remove_prefix(std::max<std::size_t>(size, 1));
    }
    return out + "\"";
}

bool plain(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("_-.:+").contains(c);
    });
}

void print_failed_check(const char* what, const char* file, int line) {
    log(Level::error, "assertion failed",
        {{"what", what}, {"at", std::string(file) + ":" + std::to_string(line)}});
}

}  // namespace

std::string_view name(Level level) {
    switch (level) {
        case Level::debug: return "debug";
        case Level::info: return "info";
        case Level::warn: return "warn";
        case Level::error: return "error";
    }
    return "error";
}

void set_log(Format format, Level least) {
    format_now = format;
    least_now = least;
    tell_failed_checks(print_failed_check);
}

void set_log(std::string_view format, std::string_view level) {
    Level least = Level::info;
    for (const Level each : {Level::debug, Level::info, Level::warn, Level::error})
        if (name(each) == level) least = each;
    set_log(format == "json" ? Format::json : Format::text, least);
}

std::string log_line(Format format, Level level, std::string_view message, const Fields& fields,
                     std::int64_t wall_ms) {
    std::string line;
    if (format == Format::json) {
        line = R"({"time":)" + quoted(rfc3339(wall_ms)) + R"(,"level":)" + quoted(name(level)) +
               R"(,"msg":)" + quoted(message);
        for (const Field& field : fields)
            line += "," + quoted(field.name) + ":" +
                    (field.bare ? field.value : quoted(field.value));
        return line + "}\n";
    }
    line = "level=" + std::string(name(level)) + " msg=" + quoted(message);
    for (const Field& field : fields)
        line += " " + field.name + "=" +
                (field.bare || plain(field.value) ? field.value : quoted(field.value));
    return line + "\n";
}

void log(Level level, std::string_view message, const Fields& fields) {
    if (level < least_now.load()) return;
    const std::string line = log_line(format_now, level, message, fields, wall_ms());
    // One call, so that lines of two threads do not mix.
    std::fwrite(line.data(), 1, line.size(), stderr);
    std::fflush(stderr);  // where somebody gave it one
}

}  // namespace flagfall::ops
