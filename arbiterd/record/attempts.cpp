#include "arbiterd/record/attempts.hpp"

#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "common/wire/words.hpp"

namespace flagfall::record {

namespace {

// The attempts of one game, by the ruling that each began with; the first by 0.
class Attempts {
public:
    void add(RulingRow& ruling) {
        const std::int64_t before = present();
        const bool again = ruling.about == name(wire::Subject::restart) && ruling.undoes == 0;
        const std::int64_t root = root_of(ruling);
        if (again) stands_[ruling.number] = true;
        else if (const auto restart = stands_.find(root); restart != stands_.end())
            restart->second = !restart->second;
        if (ruling.corrects_clock) of_all_.insert(ruling.number);
        if (before != present()) ended_by_[before] = ruling.number;
        else if (!of_all_.contains(root)) of_.emplace_back(&ruling, before);
    }

    void mark() const {
        for (const auto& [ruling, attempt] : of_)
            if (attempt != present()) ruling->cancelled_by = ended_by_.at(attempt);
    }

private:
    // The last attempt that stands.
    std::int64_t present() const {
        for (auto at = stands_.rbegin(); at != stands_.rend(); ++at)
            if (at->second) return at->first;
        return 0;
    }

    // The first in the chain of rulings that take each other back.
    std::int64_t root_of(const RulingRow& ruling) {
        if (ruling.undoes == 0) return ruling.number;
        const auto known = roots_.find(ruling.undoes);
        return roots_[ruling.number] = known == roots_.end() ? ruling.undoes : known->second;
    }

    std::map<std::int64_t, bool> stands_;            // the rulings that began an attempt
    std::map<std::int64_t, std::int64_t> roots_;     // of the rulings that take others back
    std::map<std::int64_t, std::int64_t> ended_by_;  // the ruling that ended it last
    std::set<std::int64_t> of_all_;
    std::vector<std::pair<RulingRow*, std::int64_t>> of_;
};

}  // namespace

void mark_cancelled(std::vector<RulingRow>& rulings) {
    std::map<std::string_view, Attempts> games;
    for (RulingRow& ruling : rulings) games[ruling.game].add(ruling);
    for (const auto& [game, attempts] : games) attempts.mark();
}

}  // namespace flagfall::record
