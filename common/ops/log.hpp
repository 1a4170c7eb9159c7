// What a daemon reports to its operator: one line per occasion on standard error, as logfmt
// (level=info msg="...") or as JSON. Never a secret: no token, password, PIN or key is a field.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace flagfall::ops {

enum class Level : std::uint8_t { debug, info, warn, error };
enum class Format : std::uint8_t { text, json };

// "debug", "info", "warn", "error".
std::string_view name(Level level);

// A fact beside the message; numbers stay numbers in JSON.
struct Field {
    Field(std::string_view field, std::string_view text) : name(field), value(text) {}
    Field(std::string_view field, const char* text) : name(field), value(text) {}
    template <std::integral T>
    Field(std::string_view field, T number)
        : name(field), value(std::to_string(number)), bare(true) {}

    std::string name;
    std::string value;
    bool bare = false;  // a number
};
using Fields = std::vector<Field>;

// Sets the format and the minimum level from the values of --log-format and --log-level, which the
// command's table has checked; the defaults are text and info. A failed FF_CHECK is reported in the
// same format. Call it before there are threads.
void set_log(std::string_view format, std::string_view level);

// Writes one line, from any thread.
void log(Level level, std::string_view message, const Fields& fields = {});

// The line itself, with its end: always one line, whatever the texts have. Control characters are
// escaped as in JSON, invalid UTF-8 becomes U+FFFD. The time (RFC 3339) is in JSON only:
// programs that store text lines, such as journald, add it themselves.
std::string log_line(Format format, Level level, std::string_view message, const Fields& fields,
                     std::int64_t wall_ms);

}  // namespace flagfall::ops
