#include "arbiterd/sheets/words.hpp"

#include <algorithm>
#include <array>

#include "common/base/number.hpp"
#include "common/base/text.hpp"

namespace flagfall::sheets {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

template <std::size_t n>
bool one_of(std::string_view word, const std::array<std::string_view, n>& words) {
    return std::ranges::find(words, word) != words.end();
}

std::optional<std::int64_t> number(std::string_view text) {
    return text.size() > 4 ? std::nullopt : whole_number<std::int64_t>(text);
}

// Collects words with their columns, in characters, not bytes.
class Collector {
public:
    explicit Collector(bool table) : table_(table) {}

    void add(char c) {
        if (!goes_on(c)) ++column_;
        const bool cell_end = table_ && (c == '\t' || c == '|');
        if (!cell_end && !is_blank(c)) {
            if (word_.text.empty()) place(word_);
            word_.text += c;
            return;
        }
        end_word();
        if (cell_end) end_cell();
    }
    void skip(char c) {
        column_ += goes_on(c) ? 0 : 1;
        if (c != '\n') return;
        column_ = 0;
        ++below_;
    }
    void add_time(std::string_view time) {
        end_word();
        place(word_);
        word_.text = time;
        end_word();
    }
    std::vector<Word> take() {
        end_word();
        if (table_) end_cell();
        return std::move(words_);
    }

private:
    void place(Word& word) const {
        word.column = std::max(column_, 1U);  // invalid UTF-8 must have a column, too
        word.below = below_;
    }
    void end_word() {
        if (word_.text.empty()) return;
        word_.cell_start = !in_cell_;
        in_cell_ = true;
        words_.push_back(std::move(word_));
        word_ = {};
    }
    void end_cell() {
        if (!in_cell_)
            words_.push_back({"", std::max(column_, 1U), below_, true, true});
        in_cell_ = false;
    }

    bool table_;
    bool in_cell_ = false;
    std::uint32_t column_ = 0;
    std::uint32_t below_ = 0;
    Word word_;
    std::vector<Word> words_;
};

// The time of "[%clk 1:23:45]" in a comment.
std::string_view clock_in(std::string_view comment) {
    constexpr std::string_view mark = "[%clk";
    const std::size_t at = comment.find(mark);
    if (at == comment.npos) return {};
    std::string_view rest = comment.substr(at + mark.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(" \r\n"), rest.size()));
    return rest.substr(0, rest.find_first_of("]. \r\n"));
}

}  // namespace

std::vector<Word> words_of(std::string_view line) {
    Collector words(line.find_first_of("\t|") != line.npos);
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] != '{') {
            words.add(line[at]);
            continue;
        }
        words.add(' ');
        const std::size_t end = std::min(line.find('}', at), line.size());
        const std::string_view comment = line.substr(at + 1, end - std::min(end, at + 1));
        for (const char c : comment) words.skip(c);
        const std::string_view time = clock_in(comment);
        if (!time.empty()) words.add_time(time);
        words.skip('}');
        at = end;
    }
    return words.take();
}

std::optional<MoveNumber> move_number(std::string_view word) {
    std::size_t digits = 0;
    while (digits < word.size() && is_digit(word[digits])) ++digits;
    if (digits == 0 || digits > 3) return std::nullopt;
    MoveNumber found;
    found.number = static_cast<std::uint32_t>(*number(word.substr(0, digits)));
    std::string_view rest = word.substr(digits);
    found.bare = rest.empty();
    if (found.bare) return found;
    if (rest[0] == ')') {
        rest.remove_prefix(1);
    } else if (rest.starts_with("…")) {
        found.of_black = true;
        rest.remove_prefix(std::string_view("…").size());
    } else {
        const std::size_t dots = std::min(rest.find_first_not_of('.'), rest.size());
        if (dots == 0) return std::nullopt;
        found.of_black = dots > 1;
        rest.remove_prefix(dots);
    }
    found.rest = rest;
    return found;
}

std::optional<Duration> clock_time(std::string_view word) {
    bool bracketed = false;
    if (word.size() > 2 && ((word.front() == '(' && word.back() == ')') ||
                            (word.front() == '[' && word.back() == ']'))) {
        word = word.substr(1, word.size() - 2);
        bracketed = true;
    }
    const std::size_t colon = word.find(':');
    if (colon != word.npos) {
        const std::size_t second = word.find(':', colon + 1);
        const std::string_view minutes_text = word.substr(colon + 1, second - colon - 1);
        const auto h = number(word.substr(0, colon));
        const auto m = number(minutes_text);
        const std::string_view seconds_text =
            second == word.npos ? std::string_view("00") : word.substr(second + 1);
        const auto s = number(seconds_text);
        if (!h || !m || !s || minutes_text.size() != 2 || seconds_text.size() != 2)
            return std::nullopt;
        if (*h > 99 || *m > 59 || *s > 59) return std::nullopt;
        return minutes(*h * 60 + *m) + seconds(*s);
    }
    for (const std::string_view unit : {"'", "′", "min", "min.", "m"})
        if (word.ends_with(unit)) return bare_minutes(word.substr(0, word.size() - unit.size()));
    return bracketed ? bare_minutes(word) : std::nullopt;
}

std::optional<Duration> bare_minutes(std::string_view word) {
    const auto value = number(word);
    if (!value || *value > 999) return std::nullopt;
    return minutes(*value);
}

bool is_gap(std::string_view word) {
    constexpr std::array<std::string_view, 6> gaps{"…", "-", "--", "–", "—", "?"};
    return one_of(word, gaps) ||
           (word.size() > 1 && word.find_first_not_of("._?") == word.npos);
}

bool is_mark(std::string_view word) {
    constexpr std::array<std::string_view, 24> marks{
        "(=)", "=",   "e.p.", "e.p",  "ep",    "ch", "ch.", "dis", "dis.", "dbl", "dbl.", "double",
        "mate", "mate.", "+", "++", "#", "†", "††", "‡", "!", "!!", "!?", "?!"};
    if (one_of(word, marks)) return true;
    constexpr std::string_view pieces = "QRBNKt";  // (Q), (Kt)
    return word.size() > 2 && word.size() < 5 && word.front() == '(' && word.back() == ')' &&
           word.substr(1, word.size() - 2).find_first_not_of(pieces) == word.npos;
}

std::optional<Score> result_of(std::string_view word) {
    struct Form {
        std::string_view text;
        Score score;
    };
    constexpr Score half_to_white{{{1, 0}}};
    constexpr Score half_to_black{{{0, 1}}};
    constexpr std::array<Form, 16> forms{{{"1-0", win_of(Side::white)},
                                          {"1–0", win_of(Side::white)},
                                          {"1:0", win_of(Side::white)},
                                          {"0-1", win_of(Side::black)},
                                          {"0–1", win_of(Side::black)},
                                          {"0:1", win_of(Side::black)},
                                          {"1/2-1/2", drawn()},
                                          {"½-½", drawn()},
                                          {"½–½", drawn()},
                                          {"½:½", drawn()},
                                          {"1/2", drawn()},
                                          {"½", drawn()},
                                          {"1/2-0", half_to_white},
                                          {"½-0", half_to_white},
                                          {"0-1/2", half_to_black},
                                          {"0-½", half_to_black}}};
    const auto form = std::ranges::find(forms, word, &Form::text);
    return form == forms.end() ? std::nullopt : std::optional(form->score);
}

bool is_unknown_result(std::string_view word) { return word == "*"; }

}  // namespace flagfall::sheets
