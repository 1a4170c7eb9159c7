#include "arbiterd/tournament/kept_records.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include "common/base/check.hpp"
#include "common/base/number.hpp"

namespace flagfall::tournament {
namespace {

// Which words of a record after its code are players: from index `first` to before `end`, but not
// before `column`.
struct Players {
    std::size_t first = 0;
    std::size_t end = 0;
    std::size_t column = 0;
    std::size_t least = 1;  // if fewer are named, it says nothing
};

Players players_in(std::string_view code) {
    FF_CHECK(code.size() == 3);
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    constexpr std::size_t after_round = 22;  // of 299: columns after the round
    const bool letters =
        std::ranges::all_of(code, [](char c) { return c >= 'A' && c <= 'Z'; });
    if (code == "260") return {2, all, 0, 2};  // after the two round numbers
    if (code == "XXP") return {0, all, 0, 2};
    if (code == "XXZ") return {0, all};
    if (code == "299") return {0, all, after_round};
    if (code == "XXA" || (letters && !code.starts_with("XX"))) return {0, 1};
    return {};
}

// A word with the blanks before it.
struct Word {
    std::size_t blanks = 0;  // where they begin
    std::size_t begin = 0;
    std::size_t end = 0;
    std::uint32_t player = 0;  // the player it names; 0: it is another word
};

std::vector<Word> words_of(std::string_view record) {
    const Players players = players_in(record.substr(0, 3));
    std::vector<Word> words;
    for (std::size_t at = 3; at < record.size(); at = words.back().end) {
        Word& word = words.emplace_back();
        word.blanks = at;
        word.begin = std::min(record.find_first_not_of(' ', at), record.size());
        word.end = std::min(record.find(' ', word.begin), record.size());
        FF_CHECK(word.blanks <= word.begin);
        FF_CHECK(word.begin <= word.end);
        FF_CHECK(word.blanks < word.end);
        const std::size_t index = words.size() - 1;
        if (index < players.first || index >= players.end || word.begin < players.column) continue;
        const auto text = record.substr(word.begin, word.end - word.begin);
        word.player = whole_number<std::uint32_t>(text, 1).value_or(0);
    }
    return words;
}

std::string renumbered(std::string_view record,
                       const std::map<std::uint32_t, std::uint32_t>& now) {
    std::string out(record.substr(0, 3));
    const std::vector<Word> words = words_of(record);
    for (const Word& word : words) {
        std::string text(record.substr(word.begin, word.end - word.begin));
        const auto next = now.find(word.player);
        if (word.player > 0 && next != now.end()) text = std::to_string(next->second);
        // Ends it in the same column as the old word.
        const std::size_t room = word.end - word.blanks;
        const bool blank = word.begin > word.blanks && word.begin < record.size();
        out.append(std::max<std::size_t>(room - std::min(room, text.size()), blank ? 1 : 0), ' ');
        out += text;
    }
    FF_CHECK(words_of(out).size() == words.size());
    return out;
}

// Returns an empty text if nothing is left of the record.
std::string without(std::string_view record, std::uint32_t player) {
    std::string out(record.substr(0, 3));
    FF_CHECK(player > 0);  // all other words have 0
    std::size_t others = 0;
    bool named = false;
    for (const Word& word : words_of(record)) {
        const bool is_player = word.player == player;
        named = named || is_player;
        others += word.player > 0 && !is_player ? 1 : 0;
        if (!is_player) out += record.substr(word.blanks, word.end - word.blanks);
    }
    if (!named) return std::string(record);
    return others < players_in(record.substr(0, 3)).least ? std::string() : out;
}

}  // namespace

void renumber(std::vector<std::string>& records,
              const std::map<std::uint32_t, std::uint32_t>& now) {
    for (std::string& record : records) record = renumbered(record, now);
}

void take_out(std::vector<std::string>& records, std::uint32_t player) {
    for (std::string& record : records) record = without(record, player);
    std::erase(records, std::string());
    FF_CHECK(player > 0);
}

}  // namespace flagfall::tournament
