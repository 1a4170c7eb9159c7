#include "tests/unit/wire/visitors.hpp"

#include <algorithm>
#include <array>

#include "common/base/limits.hpp"

namespace flagfall::test {

std::string random_text(Random& random, std::size_t longest_bytes) {
    // The content that peers may send; control characters are in refusal_test.cpp.
    static constexpr std::array<std::string_view, 14> characters{
        "a", "Z", "7", " ", "\"", "\\", "/", "\u200F", "é", "ß", "Ж", "א", "将", "😀"};
    std::string out;
    for (std::size_t count = below(random, 24); count > 0; --count) {
        const std::string_view next = characters.at(below(random, characters.size()));
        if (out.size() + next.size() <= longest_bytes) out += next;
    }
    return out;
}

std::int64_t Filler::number(std::int64_t most) {
    if (rules_->only) return *rules_->only;
    const std::int64_t low = rules_->minimum.value_or(0);
    const std::int64_t high = std::min(most, rules_->maximum.value_or(most));
    switch (below(random_, 4)) {
        case 0: return low;
        case 1: return high;
        default: return low + static_cast<std::int64_t>(random_() >> 12) % (high - low + 1);
    }
}

void Filler::fill(std::string& value) {
    if (!rules_->words.empty()) {
        value = word();
        return;
    }
    value = random_text(random_, rules_->max_length);
    if (value.size() < rules_->min_length) value = "x";
}

void Filler::fill(wire::Pairs& value) {
    const std::size_t count = below(random_, 8) == 0 ? limits::tags : below(random_, 4);
    for (std::size_t i = 0; i < count; ++i)
        value.push_back({random_text(random_, 40), random_text(random_, 40)});
}

}  // namespace flagfall::test
