#include "common/chess/pgn_text.hpp"

#include <algorithm>
#include <charconv>

#include "common/base/check.hpp"
#include "common/base/text.hpp"

namespace flagfall::chess {

namespace {

// Control characters, too: old files end in ^Z.
constexpr bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

constexpr std::size_t none = std::string_view::npos;

bool is_ascii(std::string_view bytes) {
    return std::ranges::none_of(bytes,
                                [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
}


// The value of `[%name value]` at the front of the text, and its length.
struct PgnCommand {
    std::string_view name;
    std::string_view value;
    std::size_t size = 0;
};

PgnCommand command_at(std::string_view text) {
    if (!text.starts_with("[%")) return {};
    const std::size_t close = text.find(']');
    if (close == none) return {};
    const std::string_view inside = text.substr(2, close - 2);
    std::size_t end = 0;
    while (end < inside.size() && !is_blank(inside[end])) ++end;
    PgnCommand command{inside.substr(0, end), inside.substr(end), close + 1};
    FF_CHECK(command.size <= text.size());
    while (!command.value.empty() && is_blank(command.value.front()))
        command.value.remove_prefix(1);
    while (!command.value.empty() && is_blank(command.value.back())) command.value.remove_suffix(1);
    return command;
}

// Takes a time out of the comment; returns the number of characters read, 0 if there is no time.
std::size_t take_time(PgnMove& move, std::string_view text) {
    const PgnCommand command = command_at(text);
    const bool clk = command.name == "clk";
    if (!clk && command.name != "emt") return 0;
    const auto ms = parse_clock(command.value);
    auto& target = clk ? move.clk_ms : move.emt_ms;
    if (!ms || target) return 0;
    target = ms;
    FF_CHECK(*target >= 0);
    FF_CHECK(command.size > 0);
    return command.size;
}

}  // namespace

void append_utf8(std::string& out, std::string_view bytes) {
    if (is_ascii(bytes) || valid_utf8(bytes))
        out += bytes;
    else
        out += from_latin1(bytes);
}

void read_tag_value(std::string& out, std::string_view raw) {
    out.clear();
    append_utf8(out, raw);
    std::size_t size = 0;
    for (std::size_t at = 0; at < out.size(); ++at) {
        const char next = at + 1 < out.size() ? out[at + 1] : '\0';
        if (out[at] == '\\' && (next == '"' || next == '\\')) ++at;
        out[size++] = is_blank(out[at]) ? ' ' : out[at];
    }
    FF_CHECK(size <= out.size());
    out.resize(size);
}

void read_comment(PgnMove& move, std::string_view raw) {
    std::string utf8;
    if (!is_ascii(raw)) {
        append_utf8(utf8, raw);
        raw = utf8;
    }
    bool gap = !move.comment.empty();
    std::size_t command_end = 0;  // of a command that stays text; no time is read inside it
    for (std::size_t at = 0; at < raw.size();) {
        std::size_t taken = 0;
        if (raw[at] == '[' && at >= command_end) {
            taken = take_time(move, raw.substr(at));
            FF_CHECK(taken <= raw.size() - at);
            if (taken == 0) command_end = at + command_at(raw.substr(at)).size;
        }
        if (taken != 0 || is_blank(raw[at])) {
            gap = !move.comment.empty();
            at += std::max(taken, std::size_t{1});
            continue;
        }
        if (gap) move.comment += ' ';
        gap = false;
        move.comment += raw[at++];
    }
}

std::optional<Variant> variant_of(std::string_view tag) {
    std::string letters;
    for (const char c : tag)
        if (c != ' ' && c != '-' && c != '_')
            letters += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const auto is_any = [&letters](auto... names) { return ((letters == names) || ...); };
    if (is_any("chess960", "960", "frc", "fischerandom", "fischerrandom", "fischerrandomchess",
               "freestyle", "freestylechess"))
        return Variant::chess960;
    if (is_any("", "chess", "standard", "normal", "classical", "fromposition", "orthodox"))
        return Variant::chess;
    return {};
}

std::optional<std::int64_t> parse_clock(std::string_view text) {
    std::int64_t seconds = 0;
    const char* at = text.data();
    const char* const end = at + text.size();
    for (int field = 0;; ++field) {
        unsigned value = 0;
        const auto [rest, error] = std::from_chars(at, end, value);
        if (error != std::errc{} || value > 99'999 || field > 2) return {};
        seconds = seconds * 60 + value;
        at = rest;
        if (at == end || *at != ':') break;
        ++at;
    }
    std::int64_t ms = seconds * 1000;
    if (at != end && (*at == '.' || *at == ',')) {
        ++at;
        if (at == end) return {};
        for (std::int64_t unit = 100; at != end && *at >= '0' && *at <= '9'; ++at, unit /= 10)
            ms += (*at - '0') * unit;
    }
    if (at != end) return {};
    FF_CHECK(ms >= 0);
    return ms;
}

void append_clock(std::string& out, std::int64_t ms) {
    const auto two = [&out](std::int64_t value) {
        FF_CHECK(value >= 0);
        FF_CHECK(value < 100);
        out += static_cast<char>('0' + value / 10);
        out += static_cast<char>('0' + value % 10);
    };
    ms = std::max(ms, std::int64_t{0});
    out += std::to_string(ms / 3'600'000);
    out += ':';
    two(ms / 60'000 % 60);
    out += ':';
    two(ms / 1000 % 60);
    std::int64_t rest = ms % 1000;
    if (rest != 0) out += '.';
    for (; rest != 0; rest = rest * 10 % 1000) out += static_cast<char>('0' + rest / 100);
}

}  // namespace flagfall::chess
