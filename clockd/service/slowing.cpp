#include "clockd/service/slowing.hpp"

#include <algorithm>

#include "clockd/service/limits.hpp"

namespace flagfall::clockd {

namespace {

constexpr Duration forgotten = milliseconds(limits::wrong_proof_forgotten_ms);

Duration pause_after(int failures) {
    constexpr int most_doublings = 16;
    const std::int64_t ms = limits::first_slowing_ms << std::min(failures - 1, most_doublings);
    return milliseconds(std::min(ms, limits::longest_slowing_ms));
}

}  // namespace

Duration Slowing::to_wait(const std::string& key, Instant at) const {
    const auto found = known_.find(key);
    if (found == known_.end()) return {};
    return std::max(Duration{}, found->second.until - at);
}

void Slowing::failed(const std::string& key, Instant at) {
    if (!known_.contains(key)) make_room(at);
    Failures& failures = known_[key];
    if (at - failures.last > forgotten) failures.count = 0;
    ++failures.count;
    failures.last = at;
    failures.until = at + pause_after(failures.count);
}

// The address that has been quiet for longest is forgotten first.
void Slowing::make_room(Instant at) {
    if (known_.size() < limits::slowed_addresses) return;
    std::erase_if(known_, [&](const auto& one) { return at - one.second.last > forgotten; });
    if (known_.size() < limits::slowed_addresses) return;
    known_.erase(std::ranges::min_element(
        known_, {}, [](const auto& one) { return one.second.last; }));
}

}  // namespace flagfall::clockd
