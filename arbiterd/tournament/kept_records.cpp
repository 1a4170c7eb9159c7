#include "arbiterd/tournament/kept_records.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

#include "common/base/number.hpp"

namespace flagfall::tournament {
namespace {

// Which of a record's words, its code aside, are players: from `first` to before `end`.
struct Players {
    std::size_t first = 0;
    std::size_t end = 0;
};

Players players_in(std::string_view code) {
    constexpr std::size_t all = std::numeric_limits<std::size_t>::max();
    const bool letters =
        std::ranges::all_of(code, [](char c) { return c >= 'A' && c <= 'Z'; });
    if (code == "260") return {2, all};  // after the rounds
    if (code == "XXP" || code == "XXZ") return {0, all};
    if (code == "XXA" || (letters && !code.starts_with("XX"))) return {0, 1};
    return {};
}

std::string renumbered(std::string_view record,
                       const std::map<std::uint32_t, std::uint32_t>& now) {
    const Players players = players_in(record.substr(0, 3));
    std::string out(record.substr(0, 3));
    std::size_t at = out.size();
    for (std::size_t word = 0; at < record.size(); ++word) {
        const std::size_t begin = std::min(record.find_first_not_of(' ', at), record.size());
        const std::size_t end = std::min(record.find(' ', begin), record.size());
        std::string text(record.substr(begin, end - begin));
        const auto number = whole_number<std::uint32_t>(text, 1);
        const auto next = number ? now.find(*number) : now.end();
        if (word >= players.first && word < players.end && next != now.end())
            text = std::to_string(next->second);
        // It ends in the column where the old one ended.
        const std::size_t room = end - at;
        const bool blank = begin > at && begin < record.size();
        out.append(std::max<std::size_t>(room - std::min(room, text.size()), blank ? 1 : 0), ' ');
        out += text;
        at = end;
    }
    return out;
}

}  // namespace

void renumber(std::vector<std::string>& records,
              const std::map<std::uint32_t, std::uint32_t>& now) {
    for (std::string& record : records) record = renumbered(record, now);
}

}  // namespace flagfall::tournament
