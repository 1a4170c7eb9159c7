#include "common/ops/log.hpp"

#include <algorithm>
#include <atomic>
#include <cstdio>

#include "common/base/check.hpp"
#include "common/base/now.hpp"
#include "common/base/text.hpp"

namespace flagfall::ops {

namespace {

std::atomic<Format> format_now{Format::text};
std::atomic<Level> least_now{Level::info};

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
        const Character next = first_character(text);
        const bool one = next.code < 0x80 && next.bytes == 1;
        if (one) append_escaped(out, text[0]);
        else if (is_printable(text.substr(0, next.bytes)) && next.bytes > 0)
            out += text.substr(0, next.bytes);
        else out += "\xef\xbf\xbd";  // not UTF-8, or a line end for some readers
        text.remove_prefix(std::max<std::size_t>(next.bytes, 1));
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

void set_log(std::string_view format, std::string_view level) {
    least_now = Level::info;
    for (const Level each : {Level::debug, Level::info, Level::warn, Level::error})
        if (name(each) == level) least_now = each;
    format_now = format == "json" ? Format::json : Format::text;
    tell_failed_checks(print_failed_check);
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
    std::fflush(stderr);  // if standard error has a buffer
}

}  // namespace flagfall::ops
