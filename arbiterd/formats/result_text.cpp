#include "arbiterd/formats/result_text.hpp"

#include <array>
#include <utility>

#include "arbiterd/formats/text.hpp"

namespace flagfall::formats {

namespace {

using Kind = wire::ResultKind;

struct Half {
    std::string_view text;  // lower case, no blanks
    std::uint8_t half_points;
    Kind kind;
};

// One side's part; longer spellings precede those that they begin with.
constexpr std::array halves = std::to_array<Half>({
    {"1/2", 1, Kind::played}, {"0.5", 1, Kind::played}, {"0,5", 1, Kind::played},
    {"1.0", 2, Kind::played}, {"1,0", 2, Kind::played}, {"0.0", 0, Kind::played},
    {"0,0", 0, Kind::played}, {".5", 1, Kind::played},  {"\u00BD", 1, Kind::played},
    {"=", 1, Kind::played},   {"1", 2, Kind::played},   {"0", 0, Kind::played},
    {"+", 2, Kind::forfeit},  {"-", 0, Kind::forfeit},  {"w", 2, Kind::unrated},
    {"d", 1, Kind::unrated},  {"l", 0, Kind::unrated},
});

constexpr auto words = std::to_array<std::pair<std::string_view, ResultText>>({
    {"", {}},
    {"*", {}},
    {"?", {}},
    {"notplayed", {}},
    {"whitewin", {win_of(Side::white), Kind::played}},
    {"blackwin", {win_of(Side::black), Kind::played}},
    {"draw", {drawn(), Kind::played}},
    {"=", {drawn(), Kind::played}},
    {"1/2", {drawn(), Kind::played}},
    {"\u00BD", {drawn(), Kind::played}},
});

// Lower case, without blanks, every dash as a hyphen.
std::string plain(std::string_view text) {
    constexpr std::array<std::string_view, 5> dashes{"\u2010", "\u2011", "\u2013", "\u2014",
                                                     "\u2212"};
    constexpr std::string_view no_break_space = "\u00A0";
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view rest = text.substr(at);
        std::size_t step = 1;
        bool dash = false;
        for (const std::string_view each : dashes)
            if (rest.starts_with(each)) dash = true, step = each.size();
        if (rest.starts_with(no_break_space))
            step = no_break_space.size();
        else if (dash)
            out += '-';
        else if (rest.front() != ' ' && rest.front() != '\t')
            out += rest.front();
        at += step;
    }
    return lower(out);
}

// May these two be one result? Both sides are played, forfeit or unrated alike, and together they
// get at most one point (10.2).
bool fit(const Half& white, const Half& black) {
    return white.kind == black.kind && white.half_points + black.half_points <= 2;
}

std::optional<ResultText> two_halves(std::string_view text) {
    for (const Half& white : halves) {
        if (!text.starts_with(white.text)) continue;
        const std::string_view rest = text.substr(white.text.size());
        if (rest.size() < 2 || (rest.front() != '-' && rest.front() != ':')) continue;
        for (const Half& black : halves)
            if (rest.substr(1) == black.text && fit(white, black))
                return ResultText{Score{{{white.half_points, black.half_points}}}, white.kind};
    }
    return std::nullopt;
}

std::string letters(const Score& score) {
    constexpr std::string_view of{"LDW"};
    return {of[score.half_points[Side::white]], '-', of[score.half_points[Side::black]]};
}

std::string shown_half(std::uint8_t half_points, bool forfeit) {
    if (forfeit && half_points != 1) return half_points == 2 ? "+" : "-";
    return half_points == 2 ? "1" : half_points == 1 ? "\u00BD" : "0";
}

}  // namespace

std::optional<ResultText> read_result(std::string_view text) {
    const std::string small = plain(text);
    for (const auto& [word, result] : words)
        if (small == word) return result;
    if (const auto result = two_halves(small)) return result;
    if (!small.ends_with('f')) return std::nullopt;
    auto forfeit = two_halves(std::string_view(small).substr(0, small.size() - 1));
    if (!forfeit || forfeit->kind != Kind::played) return std::nullopt;
    forfeit->kind = Kind::forfeit;
    return forfeit;
}

std::string result_text(const tournament::BoardResult& result) {
    if (!result.score) return {};
    if (result.kind == Kind::unrated) return letters(*result.score);
    return std::string(text(*result.score)) + (result.kind == Kind::forfeit ? "F" : "");
}

std::string shown_result(const tournament::BoardResult& result) {
    if (result.kind == Kind::adjourned) return "adjourned";
    if (!result.score) return {};
    const bool forfeit = result.kind == Kind::forfeit;
    return shown_half(result.score->half_points[Side::white], forfeit) + " - " +
           shown_half(result.score->half_points[Side::black], forfeit) +
           (result.kind == Kind::unrated ? " (not rated)" : "");
}

std::optional<wire::EnteredResult> entered_of(const ResultText& text) {
    if (!text.score) return std::nullopt;
    return wire::EnteredResult{*text.score, text.kind, {}, {}};
}

}  // namespace flagfall::formats
