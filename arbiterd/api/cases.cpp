#include "arbiterd/api/cases.hpp"

#include "arbiterd/api/limits.hpp"

namespace flagfall::api {

void Cases::take(const std::string& event, Board board, std::string by, std::int64_t now_ms) {
    forget_old(now_ms);
    if (all_.size() >= limits::cases && !all_.contains({event, board})) return;
    all_[{event, board}] = {std::move(by), now_ms};
    ++serial_;
}

void Cases::hand_back(const std::string& event, Board board, const std::string& by) {
    const auto found = all_.find({event, board});
    if (found == all_.end() || found->second.by != by) return;
    all_.erase(found);
    ++serial_;
}

std::map<Board, Case> Cases::of(const std::string& event, std::int64_t now_ms) {
    forget_old(now_ms);
    std::map<Board, Case> found;
    for (const auto& [key, one] : all_)
        if (key.first == event) found.emplace(key.second, one);
    return found;
}

std::int64_t Cases::serial(std::int64_t now_ms) {
    forget_old(now_ms);
    return serial_;
}

void Cases::forget_old(std::int64_t now_ms) {
    const auto gone = std::erase_if(
        all_, [&](const auto& each) { return now_ms - each.second.since_ms > limits::case_ms; });
    if (gone > 0) ++serial_;
}

}  // namespace flagfall::api
