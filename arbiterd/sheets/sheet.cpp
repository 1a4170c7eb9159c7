// Parses line by line: headers, results, and rows of moves. A row gives slots; they become entries
// when the next number or the end of the line shows how many there are.
#include "arbiterd/sheets/sheet.hpp"

#include <algorithm>
#include <ranges>
#include <set>
#include <utility>

#include "arbiterd/sheets/words.hpp"
#include "common/base/ascii.hpp"
#include "common/base/limits.hpp"
#include "common/base/text.hpp"
#include "common/chess/written.hpp"

namespace flagfall::sheets {
namespace {

constexpr std::string_view blanks = " \t\r";

std::uint32_t characters(std::string_view text) {
    return static_cast<std::uint32_t>(
        std::ranges::count_if(text, [](char c) { return !goes_on(c); }));
}

// "White: Smith". Two letters before a colon may be a capture by a Russian king ("Кр:").
std::optional<Header> header_of(std::string_view line) {
    if (line.starts_with('[') && line.ends_with(']')) {
        const std::size_t quote = line.find('"');
        const std::size_t end = line.rfind('"');
        if (quote == line.npos || end == quote) return std::nullopt;
        return Header{std::string(trimmed(line.substr(1, quote - 1), blanks)),
                      std::string(line.substr(quote + 1, end - quote - 1)), {}};
    }
    const std::size_t colon = line.find(':');
    if (colon == line.npos) return std::nullopt;
    const std::string_view name = trimmed(line.substr(0, colon), blanks);
    const bool words = std::ranges::all_of(name, [](char c) {
        return (c & 0x80) != 0 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ' ';
    });
    const bool space_behind = colon + 1 == line.size() || line[colon + 1] == ' ';
    const std::uint32_t size = characters(name);
    if (!words || size < 2 || (size < 3 && !space_behind)) return std::nullopt;
    return Header{std::string(name), std::string(trimmed(line.substr(colon + 1), blanks)), {}};
}

// The first part of "N - KB3" or "e2 - e4".
bool is_half_move(std::string_view word) {
    if (word.find_first_of("-x=") != word.npos) return false;
    const bool man = word.find_first_not_of("KQRNBPt()12345678/") == word.npos &&
                     word.find_first_of("KQRNBP") == 0 &&
                     (word.ends_with(')') || word.find_first_of("12345678") == word.npos);
    const bool square = word.size() >= 2 && word.size() <= 4 &&
                        std::string_view("12345678").contains(word.back()) &&
                        std::string_view("abcdefgh").contains(word[word.size() - 2]);
    return man || square;
}

bool ends_half_move(std::string_view word) {
    return word.find_first_of("12345678") != word.npos && !move_number(word) &&
           !clock_time(word) && !is_gap(word) && !result_of(word);
}

// "N - KB3" becomes one word.
std::vector<Word> joined(std::vector<Word> words) {
    std::vector<Word> out;
    for (std::size_t at = 0; at < words.size(); ++at) {
        const std::string& text = words[at].text;
        const bool bridge = text == "-" || text == "–" || text == "—" || text == "x";
        if (bridge && !out.empty() && at + 1 < words.size() && is_half_move(out.back().text) &&
            ends_half_move(words[at + 1].text) && !words[at].cell_start &&
            !words[at + 1].cell_start) {
            out.back().text += text + words[at + 1].text;
            ++at;
        } else {
            out.push_back(std::move(words[at]));
        }
    }
    return out;
}

struct Slot {
    std::string text;
    bool gap = false;
    bool empty_cell = false;
    bool draw_offer = false;
    std::optional<Duration> time;
    std::uint32_t column = 0;
    std::uint32_t below = 0;
};

Slot gap_at(const Word& word) {
    return {"", true, word.empty_cell, false, {}, word.column, word.below};
}

// The length of the first line; a comment in braces may continue over several lines. `braces`: the
// end of the last closing brace.
std::size_t line_size(std::string_view text, std::size_t braces) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\n' || text[at] == '\r') return at;
        if (text[at] == '{' && at < braces) at = text.find('}', at);
    }
    return text.size();
}

class Reader {
public:
    Sheet read(std::string_view text) {
        if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
        std::size_t braces = text.rfind('}') + 1;  // 0: there is none
        while (!text.empty()) {
            const std::size_t end = line_size(text, braces);
            const std::string_view line = text.substr(0, end);
            ++line_;
            read_line(line);
            line_ += static_cast<std::uint32_t>(std::ranges::count(line, '\n'));
            const bool both = text.substr(end).starts_with("\r\n");
            const std::size_t used = std::min(text.size(), end + (both ? 2 : 1));
            text.remove_prefix(used);
            braces -= std::min(braces, used);
        }
        finish();
        return std::move(sheet_);
    }

private:
    void read_line(std::string_view raw) {
        const std::string_view line = trimmed(raw, blanks);
        if (line.empty()) return;
        if (auto header = header_of(line)) {
            header->place = {line_, characters(raw.substr(0, raw.find(line.front()))) + 1};
            if (header->name == "Result" || header->name == "result") read_result(*header);
            sheet_.headers.push_back(std::move(*header));
            return;
        }
        if (is_prose(line)) {
            remark(characters(raw.substr(0, raw.find(line.front()))) + 1,
                   "\"" + std::string(line) + "\" is no move");
            return;
        }
        table_ = raw.find_first_of("\t|") != raw.npos;
        row(joined(words_of(raw)));
    }

    // Text about the game: no word in it looks like a move.
    bool is_prose(std::string_view line) const {
        if (line.find("astles") != line.npos || result_of(line) || is_unknown_result(line))
            return false;
        constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        const std::size_t word = std::min(line.find_first_not_of(letters), line.size());
        if (sheet_.entries.empty() && word > 4) return true;
        return word > 0 && line.find_first_of("0123456789x:-=?") == line.npos &&
               line.find("...") == line.npos;
    }

    void read_result(const Header& header) {
        sheet_.result = result_of(header.value);
        if (!sheet_.result) sheet_.result = score_from(header.value);  // 0-0
        if (!sheet_.result && header.value != "*" && !header.value.empty())
            remark(header.place.column, "\"" + header.value + "\" is no result");
    }

    void row(const std::vector<Word>& words) {
        rows_numbers_ = 0;
        line_start_ = true;
        for (std::size_t at = 0; at < words.size(); ++at) {
            const Word& word = words[at];
            if (word.empty_cell) {
                if (number_) slots_.push_back(gap_at(word));
                continue;
            }
            if (!read_number(words, at)) read_word(word);
            line_start_ = false;
        }
        end_number();
        number_.reset();
    }

    bool pair_is_whole() const { return slots_.size() + (number_ && number_->of_black) >= 2; }

    // Is the next word a move, or a sign for one?
    static bool move_follows(const std::vector<Word>& words, std::size_t at) {
        if (at + 1 >= words.size() || words[at + 1].empty_cell) return false;
        const std::string& next = words[at + 1].text;
        return !move_number(next) && !clock_time(next) && !is_mark(next) && !result_of(next) &&
               !is_unknown_result(next);
    }

    bool read_number(const std::vector<Word>& words, std::size_t at) {
        const auto number = move_number(words[at].text);
        if (!number) return false;
        if (number->bare && !line_start_ && !(pair_is_whole() && move_follows(words, at)))
            return false;
        end_number();
        if (number->number == 0) {
            remark(words[at].column, "move number 0");
            return true;
        }
        if (++rows_numbers_ > 1 && number->number > number_before_ + 1) side_by_side_ = true;
        number_ = number;
        number_before_ = number->number;
        number_column_ = words[at].column;
        if (!number->rest.empty()) {
            Word rest = words[at];
            rest.column += characters(rest.text) - characters(number->rest);
            rest.text = number->rest;
            read_word(rest);
        }
        return true;
    }

    void read_word(const Word& word) {
        const std::string& text = word.text;
        auto time = clock_time(text);
        if (!time) time = bare_minutes(text);
        if (const auto result = result_of(text)) {
            sheet_.result = result;
        } else if (is_unknown_result(text) || text.starts_with('$')) {
            return;
        } else if (time) {
            add_time(word, *time);
        } else if (is_mark(text) && add_mark(text)) {
            return;
        } else if (is_gap(text)) {
            slots_.push_back(gap_at(word));
        } else if (is_mark(text)) {  // an offer beside a gap
            slots_.push_back(gap_at(word));
            slots_.back().draw_offer = is_offer(text);
        } else {
            const bool offer = chess::marks_draw_offer(text);
            slots_.push_back({text, false, false, offer, {}, word.column, word.below});
        }
    }

    static bool is_offer(std::string_view mark) { return mark == "(=)" || mark == "="; }

    void add_time(const Word& word, Duration time) {
        if (!slots_.empty() && !slots_.back().time)
            slots_.back().time = time;
        else if (slots_.empty() && !sheet_.entries.empty() && !sheet_.entries.back().time)
            sheet_.entries.back().time = time;
        else
            remark(word.column, "a time \"" + word.text + "\" that belongs to no move");
    }

    // Adds the mark to the move before it; false if its row has none.
    bool add_mark(const std::string& mark) {
        const auto add = [&](auto& to) {
            to.draw_offer |= is_offer(mark);
            if (!to.gap) to.text += " " + mark;
        };
        if (!slots_.empty())
            add(slots_.back());
        else if (!number_ && !sheet_.entries.empty())
            add(sheet_.entries.back());
        else
            return false;
        return true;
    }

    // Turns the slots since the last number into entries.
    void end_number() {
        drop_empty_cells();
        if (number_) place_numbered();
        for (Slot& slot : slots_) add_entry(std::move(slot));
        slots_.clear();
    }

    // Drops empty slots, last first, while more than two are left.
    void drop_empty_cells() {
        std::size_t left = slots_.size();
        std::vector<Slot> kept;
        for (Slot& slot : std::views::reverse(slots_)) {
            if (slot.empty_cell && left > 2) --left;
            else kept.push_back(std::move(slot));
        }
        std::ranges::reverse(kept);
        slots_ = std::move(kept);
    }

    // Decides which side the first slot of a number belongs to.
    void place_numbered() {
        if (slots_.empty()) return;
        const std::uint32_t number = number_->number;
        drop_dots_before(number);
        const Entry* last = sheet_.entries.empty() ? nullptr : &sheet_.entries.back();
        const bool half_done =
            last != nullptr && last->number == number && last->side == Side::white;
        if (half_done && slots_.size() == 2 && slots_[0].gap) slots_.erase(slots_.begin());
        if (last != nullptr && !side_by_side_ && number != last->number + 1 && !half_done)
            remark(number_column_, "move number " + std::to_string(number) + " follows " +
                                       std::to_string(last->number));
        const bool black = number_->of_black || (half_done && slots_.size() == 1);
        if (!table_ && !black && rows_numbers_ == 1 && stands_with_black())
            slots_.insert(slots_.begin(), gap_at({"", slots_[0].column, slots_[0].below, true}));
        next_number_ = number;
        next_side_ = black ? Side::black : Side::white;
    }

    // "1. e4 ... 1... e5": the first dots only say that the pair continues.
    void drop_dots_before(std::uint32_t number) {
        if (!number_->of_black || sheet_.entries.empty()) return;
        const Entry& last = sheet_.entries.back();
        if (last.number == number && last.side == Side::black && last.gap && !last.draw_offer)
            sheet_.entries.pop_back();
    }

    // In a table with spaces: a single move below Black's moves.
    bool stands_with_black() {
        const std::uint32_t column = slots_[0].column;
        if (slots_.size() == 2) {
            first_columns_.insert(column);
            second_columns_.insert(slots_[1].column);
        }
        return slots_.size() == 1 && second_columns_.contains(column) &&
               !first_columns_.contains(column);
    }

    void add_entry(Slot slot) {
        if (sheet_.entries.size() >= limits::game_plies) return full(slot.column);
        Entry entry;
        entry.number = next_number_;
        entry.side = next_side_;
        entry.text = std::move(slot.text);
        entry.gap = slot.gap;
        entry.draw_offer = slot.draw_offer;
        entry.time = slot.time;
        entry.place = {line_ + slot.below, slot.column};
        empty_at_end_ = slot.empty_cell && !slot.time && !slot.draw_offer ? empty_at_end_ + 1 : 0;
        sheet_.entries.push_back(std::move(entry));
        next_number_ += next_side_ == Side::black;
        next_side_ = other(next_side_);
    }

    void full(std::uint32_t column) {
        if (!full_) remark(column, "more moves than a game can have; the rest is left out");
        full_ = true;
    }

    // Empty cells after the last move are no gaps.
    void finish() {
        auto& entries = sheet_.entries;
        entries.resize(entries.size() - empty_at_end_);
        if (side_by_side_) std::ranges::stable_sort(entries, {}, &Entry::ply);
    }

    void remark(std::uint32_t column, std::string text) {
        sheet_.remarks.push_back({{line_, column}, std::move(text)});
    }

    Sheet sheet_;
    std::uint32_t line_ = 0;
    bool table_ = false;
    bool line_start_ = true;
    bool side_by_side_ = false;
    std::size_t rows_numbers_ = 0;  // numbers so far in this line
    std::optional<MoveNumber> number_;
    std::uint32_t number_before_ = 0;
    std::uint32_t number_column_ = 0;
    std::vector<Slot> slots_;
    std::uint32_t next_number_ = 1;
    Side next_side_ = Side::white;
    std::size_t empty_at_end_ = 0;
    bool full_ = false;
    std::set<std::uint32_t> first_columns_;
    std::set<std::uint32_t> second_columns_;
};

}  // namespace

Sheet read_sheet(std::string_view text) { return Reader().read(text); }

void leave_out_before(Sheet& sheet, std::uint32_t ply) {
    const auto early = [&](const Entry& entry) { return entry.ply() < ply; };
    const auto first = std::ranges::find_if(sheet.entries, early);
    if (first == sheet.entries.end()) return;
    const TextPosition place = first->place;
    const std::size_t gone = std::erase_if(sheet.entries, early);
    sheet.remarks.push_back(
        {place, std::to_string(gone) + " entries are from before the position set up"});
}

}  // namespace flagfall::sheets
