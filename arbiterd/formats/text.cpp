#include "arbiterd/formats/text.hpp"

#include <algorithm>
#include <array>

#include "arbiterd/formats/limits.hpp"
#include "arbiterd/tournament/check.hpp"
#include "common/base/ascii.hpp"
#include "common/base/limits.hpp"
#include "common/base/number.hpp"
#include "common/base/text.hpp"
#include "common/base/unicode.hpp"

namespace flagfall::formats {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_day(std::uint32_t year, std::uint32_t month, std::uint32_t day) {
    constexpr std::array<std::uint32_t, 12> days{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (year == 0 || month < 1 || month > 12 || day < 1 || day > days[month - 1]) return false;
    const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return month != 2 || day < 29 || leap;
}

std::optional<std::string> date_of(std::uint32_t year, std::uint32_t month, std::uint32_t day) {
    if (year < 1000 || !is_day(year, month, day)) return std::nullopt;
    const auto two = [](std::uint32_t n) { return (n < 10 ? "0" : "") + std::to_string(n); };
    return std::to_string(year) + '-' + two(month) + '-' + two(day);
}

// Runs of letters or digits, in lower case.
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    bool inside = false;
    for (const char c : lower(text)) {
        const bool part = is_digit(c) || (c >= 'a' && c <= 'z');
        if (part && !inside) words.emplace_back();
        if (part) words.back() += c;
        inside = part;
    }
    return words;
}

// "may", "sept": at least three letters of an English month.
std::optional<std::uint32_t> month_named(std::string_view word) {
    constexpr std::array<std::string_view, 12> months{
        "january", "february", "march",     "april",   "may",      "june",
        "july",    "august",   "september", "october", "november", "december"};
    if (word.size() < 3) return std::nullopt;
    for (std::uint32_t i = 0; i < months.size(); ++i)
        if (months.at(i).starts_with(word)) return i + 1;
    return std::nullopt;
}

struct Parts {
    std::string_view year, month, day;
};

// "2026/11/21" and similar forms, with any numbers.
std::optional<Parts> parts_of(std::string_view text) {
    if (text.size() != 10 || text[4] != text[7]) return std::nullopt;
    if (text[4] != '/' && text[4] != '-' && text[4] != '.') return std::nullopt;
    const Parts parts{text.substr(0, 4), text.substr(5, 2), text.substr(8, 2)};
    for (const std::string_view part : {parts.year, parts.month, parts.day})
        if (!std::ranges::all_of(part, is_digit)) return std::nullopt;
    return parts;
}

}  // namespace

void refuse(TextPosition at, Told expected, std::string_view found) {
    constexpr std::size_t longest = 60;
    const std::string shown = tidy(cut(found, 4 * longest));
    std::string quoted(cut(shown, longest));
    if (shown.size() > quoted.size()) quoted += "...";
    const std::string said = quoted.empty() ? "nothing" : '"' + quoted + '"';
    throw Refused{{at, std::move(expected), said, quoted}};
}

void refuse_end(TextPosition at, Told expected) { refuse(at, std::move(expected), {}); }

namespace {

std::string shortened(std::string_view text) {
    const std::string_view fitting = cut(text, limits::import_note_chars);
    return tidy(fitting) + (fitting.size() < text.size() ? "..." : "");
}

}  // namespace

void Notes::add(Told note) {
    if (kept_.size() == limits::import_notes) {
        ++more_;
        return;
    }
    note.text = shortened(note.text);
    for (ToldValue& value : note.values) value.text = shortened(value.text);
    kept_.push_back(std::move(note));
}

std::vector<Told> Notes::take() {
    if (more_ > 0) kept_.emplace_back(noted::more, std::vector{ToldValue{"more", more_}});
    return std::move(kept_);
}

std::string decode(std::string_view bytes, Notes& notes) {
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
    if (bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
        throw Refused{{{1, 1}, wanted::utf8, "UTF-16"}};
    if (bytes.size() > limits::import_bytes)
        throw Refused{{{1, 1}, {wanted::file_length, {{"most", limits::import_bytes}}},
                        std::to_string(bytes.size()) + " bytes"}};
    const std::size_t wrong = valid_until(bytes);
    std::string text = wrong == bytes.size() ? std::string(bytes) : from_latin1(bytes);
    if (const std::size_t zero = text.find('\0'); zero != std::string::npos) {
        const TextPosition at = place_of(text, zero);
        throw Refused{{at, wanted::no_zero, "a zero byte"}};
    }
    if (wrong != bytes.size())
        notes.add({noted::latin1, {{"line", place_of(bytes, wrong).line}}});
    return text;
}

std::string decode_utf8(std::string_view bytes) {
    const std::size_t wrong = valid_until(bytes);
    Notes notes;
    if (wrong == bytes.size() || bytes.starts_with("\xFF\xFE") || bytes.starts_with("\xFE\xFF"))
        return decode(bytes, notes);
    const TextPosition at = place_of(bytes, wrong);
    throw Refused{{at, wanted::utf8, "a byte that is not UTF-8"}};
}

std::optional<std::string_view> Lines::next() {
    if (rest_.empty()) return std::nullopt;
    const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end);
    rest_.remove_prefix(std::min<std::size_t>(rest_.size(), rest_.starts_with("\r\n") ? 2 : 1));
    ++number_;
    return line;
}

std::optional<std::string_view> Lines::next_short() {
    const auto line = next();
    if (line && line->size() > limits::import_line_bytes)
        refuse({number_, 1}, {wanted::line_length, {{"most", limits::import_line_bytes}}}, *line);
    return line;
}

std::size_t length(std::string_view text) {
    return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, goes_on));
}

std::uint32_t column_at(std::string_view line, std::size_t byte) {
    return static_cast<std::uint32_t>(length(line.substr(0, byte)) + 1);
}

TextPosition place_of(std::string_view text, std::size_t byte) {
    TextPosition place;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t end = text.find_first_of("\r\n", begin);
        if (end == std::string_view::npos || end >= byte) break;
        begin = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
        if (begin > byte) begin = byte;
        ++place.line;
    }
    place.column = column_at(text.substr(begin), byte - begin);
    return place;
}

std::string tidy(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const Character c = first_character(text);
        const std::size_t bytes = std::max<std::size_t>(c.bytes, 1);
        const bool blank = c.code == ' ' || is_control(c.code) || is_separator(c.code);
        const bool dropped = c.bytes > 0 && is_bidi_control(c.code);
        if (c.bytes == 0 || (!blank && !dropped))
            out += text.substr(0, bytes);
        else if (blank && !out.empty() && out.back() != ' ')
            out += ' ';
        text.remove_prefix(bytes);
    }
    if (out.ends_with(' ')) out.pop_back();
    return nfc(out);
}

std::string_view cut(std::string_view text, std::size_t characters) {
    std::size_t at = 0;
    for (; at < text.size(); ++at)
        if (!goes_on(text[at]) && characters-- == 0) break;
    return text.substr(0, at);
}

std::optional<std::uint32_t> whole(std::string_view text, std::uint32_t most) {
    return whole_number<std::uint32_t>(text, 0, most);
}

std::optional<std::uint32_t> half_points(std::string_view text) {
    constexpr std::uint32_t most = 9'999;
    const std::size_t dot = text.find_first_of(".,");
    const std::string_view head = text.substr(0, dot);
    const std::string_view tail = dot == std::string_view::npos ? "" : text.substr(dot + 1);
    if (head.empty() && tail.empty()) return std::nullopt;
    const auto ones = head.empty() ? std::optional(0U) : whole(head, most);
    if (!ones) return std::nullopt;
    if (tail.empty() || tail == "0" || tail == "00") return *ones * 2;
    if (tail == "5" || tail == "50") return *ones * 2 + 1;
    return std::nullopt;
}

std::string points_text(std::uint32_t half_points) {
    return std::to_string(half_points / 2) + (half_points % 2 == 0 ? ".0" : ".5");
}

std::optional<std::string> date_from(std::string_view text) {
    const auto parts = parts_of(text);
    if (!parts) return std::nullopt;
    if (!is_day(*whole(parts->year, 9999), *whole(parts->month, 99), *whole(parts->day, 99)))
        return std::nullopt;
    return std::string(parts->year) + '-' + std::string(parts->month) + '-' +
           std::string(parts->day);
}

std::optional<std::string> loose_date_from(std::string_view text) {
    const std::vector<std::string> words = words_of(text);
    if (words.size() != 3) return std::nullopt;
    std::uint32_t month = 0;
    std::vector<std::uint32_t> numbers;  // those other than the month
    for (const std::string& word : words) {
        if (const auto named = month_named(word); named && month == 0) month = *named;
        else if (const auto number = whole(word, 9999)) numbers.push_back(*number);
    }
    if (month != 0 && numbers.size() == 2) return date_of(numbers[1], month, numbers[0]);
    if (numbers.size() != 3) return std::nullopt;
    if (words[0].size() == 4) return date_of(numbers[0], numbers[1], numbers[2]);
    if (words[2].size() != 4) return std::nullopt;
    const bool day_first = text.find('.') != std::string_view::npos || numbers[0] > 12 ||
                           numbers[0] == numbers[1];
    if (day_first) return date_of(numbers[2], numbers[1], numbers[0]);
    if (numbers[1] > 12) return date_of(numbers[2], numbers[0], numbers[1]);
    return std::nullopt;
}

std::optional<std::string> birth_from(std::string_view text) {
    if (text.empty() || text == "0000") return std::string();
    if (text.size() == 4 && whole(text, 9999)) return std::string(text);
    const auto parts = parts_of(text);
    if (!parts) return std::nullopt;
    if (parts->month == "00" && parts->day == "00")
        return parts->year == "0000" ? std::string() : std::string(parts->year);
    return date_from(text);
}

std::string short_text(std::string_view text, TextPosition at) {
    if (text.size() > limits::import_line_bytes)
        refuse(at, {wanted::text_length, {{"most", limits::text_bytes}}}, text);
    std::string out = tidy(text);
    if (out.size() > limits::text_bytes)
        refuse(at, {wanted::text_length, {{"most", limits::text_bytes}}}, out);
    return out;
}

namespace {

std::string upper(std::string_view text) {
    std::string out = tidy(text);
    for (char& c : out)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return out;
}

}  // namespace

std::string title_from(std::string_view text, TextPosition at) {
    std::string title = upper(text);
    if (!title.empty() && !tournament::is_title(title))
        refuse(at, wanted::title, text);
    return title;
}

std::string federation_from(std::string_view text, TextPosition at) {
    std::string federation = upper(text);
    if (!federation.empty() && !tournament::is_federation(federation))
        refuse(at, wanted::federation, text);
    return federation;
}

std::string name_from(std::string_view text, TextPosition at) {
    std::string name = short_text(text, at);
    if (name.empty()) refuse_end(at, wanted::name);
    if (name.size() > limits::name_bytes)
        refuse(at, {wanted::name_length, {{"most", limits::name_bytes}}}, name);
    return name;
}

}  // namespace flagfall::formats
