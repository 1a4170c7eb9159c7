#include "arbiterd/access/throttle.hpp"
#include "arbiterd/access/limits.hpp"

#include <algorithm>
#include <utility>

namespace flagfall::access {

namespace {

std::int64_t wait_after(std::uint32_t count) {
    if (count <= limits::free_failures) return 0;
    const std::uint32_t doublings = std::min(count - limits::free_failures - 1, 30U);
    return std::min(limits::back_off_first_ms << doublings, limits::back_off_longest_ms);
}

std::int64_t since(const Failures& failures, std::int64_t now_ms) {
    return std::max<std::int64_t>(now_ms - failures.last_ms, 0);
}

}  // namespace

std::optional<std::uint32_t> Throttle::wait_s(std::string_view key, std::int64_t now_ms) const {
    const auto found = known_.find(key);
    if (found == known_.end()) return std::nullopt;
    const std::int64_t left = wait_after(found->second.count) - since(found->second, now_ms);
    if (left <= 0) return std::nullopt;
    return static_cast<std::uint32_t>((left + 999) / 1000);
}

Failures Throttle::failed(std::string_view key, std::int64_t now_ms) {
    auto found = known_.find(key);
    if (found == known_.end()) {
        make_room();
        found = known_.emplace(std::string(key), Failures{}).first;
    }
    Failures& failures = found->second;
    if (since(failures, now_ms) > limits::failures_kept_ms) failures.count = 0;
    failures = {failures.count + 1, now_ms};
    return failures;
}

bool Throttle::succeeded(std::string_view key) {
    const auto found = known_.find(key);
    if (found == known_.end()) return false;
    known_.erase(found);
    return true;
}

void Throttle::restore(std::string_view key, Failures failures) {
    make_room();
    known_.insert_or_assign(std::string(key), failures);
}

void Throttle::make_room() {
    if (known_.size() < keys_) return;
    known_.erase(std::ranges::min_element(known_, {}, [](const auto& entry) {
        return std::pair(entry.second.count, entry.second.last_ms);
    }));
}

}  // namespace flagfall::access
