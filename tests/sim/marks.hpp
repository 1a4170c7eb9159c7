// Proof that the worlds cover enough: each mark is something that must have happened for
// some seed, or the simulation does not reach what it claims to test.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace flagfall::sim {

class Marks {
public:
    void add(std::string_view name, std::uint64_t times = 1) {
        counts_[std::string(name)] += times;
    }
    void add(const Marks& other) {
        for (const auto& [name, count] : other.counts_) counts_[name] += count;
    }
    std::uint64_t count(std::string_view name) const {
        const auto found = counts_.find(name);
        return found == counts_.end() ? 0 : found->second;
    }
    const std::map<std::string, std::uint64_t, std::less<>>& counts() const { return counts_; }

private:
    std::map<std::string, std::uint64_t, std::less<>> counts_;
};

// Every mark that must occur at least once in a full run. Message types are apart (stranger.hpp).
const std::vector<std::string_view>& required_marks();

}  // namespace flagfall::sim
