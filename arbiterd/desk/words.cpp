#include "arbiterd/desk/words.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "arbiterd/formats/result_text.hpp"
#include "common/base/clock_time.hpp"

namespace flagfall::desk {

namespace {

using nlohmann::ordered_json;

// Small letters, and one of the two that people take for the same.
std::string plain(std::string text, char from, char to) {
    std::ranges::transform(text, text.begin(), [=](char c) {
        if (c == from) return to;
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return text;
}

std::string quoted(const std::string& text) {
    // What the shell gave need not be UTF-8.
    return ordered_json(text).dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string side_of(const std::string& text) {
    const std::string small = plain(text, '_', '-');
    return small == "w" ? "white" : small == "b" ? "black" : small;
}

}  // namespace

std::expected<std::string, std::string> json_of(Kind kind, const std::string& text) {
    switch (kind) {
        case Kind::time:
            if (const auto time = clock_time_from(text)) return std::to_string(time->us);
            return std::unexpected("\"" + text + "\" is no time such as 1:30:00, 5:00 or 90");
        case Kind::number:
        case Kind::ply:
            if (!text.empty() && text.size() < 10 &&
                text.find_first_not_of("0123456789") == std::string::npos)
                return std::to_string(std::stol(text));
            return std::unexpected("\"" + text + "\" is no number");
        case Kind::score: {
            const auto result = formats::read_result(text);
            if (result && result->score)
                return quoted(std::string(flagfall::text(*result->score)));
            return std::unexpected("\"" + text + "\" is no result such as 1-0, 0-1 or 1/2-1/2");
        }
        case Kind::side: return quoted(side_of(text));
        case Kind::word: return quoted(plain(text, '-', '_'));
        case Kind::ending: return quoted(plain(text, '_', '-'));
        case Kind::text:
        case Kind::flag:
        case Kind::file: break;
    }
    return quoted(text);
}

bool says_forfeit(const std::string& score) {
    const auto result = formats::read_result(score);
    return result && result->kind == event::BoardResult::Kind::forfeit;
}

std::int64_t ply_of(const FirstMove& first, std::int64_t move, bool black) {
    return 2 * (move - first.number) + (black ? 1 : 0) - (first.black ? 1 : 0) + 1;
}

std::string move_text(const FirstMove& first, std::int64_t ply) {
    if (ply < 1) return "the first move";
    const std::int64_t half_moves = 2 * first.number + (first.black ? 1 : 0) + ply - 1;
    return std::string(half_moves % 2 == 0 ? "White's" : "Black's") + " move " +
           std::to_string(half_moves / 2) + " (ply " + std::to_string(ply) + ")";
}

}  // namespace flagfall::desk
