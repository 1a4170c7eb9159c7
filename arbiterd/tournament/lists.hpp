// Lists of players, teams and rounds: each by its number.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "arbiterd/tournament/check.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"

namespace flagfall::tournament {

// Number 0 becomes the next number after the last or, if there is none, the first free one.
template <class T>
void number(std::vector<T>& entered, const std::map<std::uint32_t, T>& known) {
    std::set<std::uint32_t> taken;
    for (const auto& [number, one] : known) taken.insert(number);
    for (const T& one : entered) taken.insert(one.number);
    taken.insert(0);
    std::uint32_t free = 1;
    for (T& one : entered) {
        if (one.number != 0) continue;
        const std::uint32_t last = *taken.rbegin();
        if (last < limits::player_number) {
            one.number = last + 1;
        } else {
            while (taken.contains(free)) ++free;
            one.number = free;
        }
        FF_CHECK(one.number >= 1);
        FF_CHECK(taken.insert(one.number).second);
    }
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
