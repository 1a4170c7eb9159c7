// Lists of players, teams and rounds: each by its number.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "arbiterd/tournament/check.hpp"

namespace flagfall::tournament {

// Number 0 takes the next free one.
template <class T>
void number(std::vector<T>& entered, const std::map<std::uint32_t, T>& known) {
    std::uint32_t last = known.empty() ? 0 : known.rbegin()->first;
    for (const T& one : entered) last = std::max(last, one.number);
    for (T& one : entered)
        if (one.number == 0) one.number = ++last;
}

template <class T>
MaybeRefusal check_numbers(const std::vector<T>& entered, const std::string& at) {
    std::set<std::uint32_t> seen;
    for (std::size_t i = 0; i < entered.size(); ++i)
        if (!seen.insert(entered[i].number).second)
            return refuse("number_twice",
                          "number " + std::to_string(entered[i].number) + " is given twice",
                          item(at, i) + "/number");
    return std::nullopt;
}

}  // namespace flagfall::tournament
