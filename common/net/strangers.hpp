// Unauthenticated connections by address: they have slots of their own, and displace each other.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace flagfall::net {

struct Slots {
    std::size_t all = 0;
    std::size_t of_address = 0;
};

// `Id`: a smaller one came earlier. Addresses in the form of counted_address().
template <class Id>
class Strangers {
public:
    void add(Id id, const std::string& address) {
        of_[address].insert(id);
        ++count_;
    }
    void remove(Id id, const std::string& address) {
        const auto found = of_.find(address);
        if (found == of_.end() || found->second.erase(id) == 0) return;
        --count_;
        if (found->second.empty()) of_.erase(found);
    }
    std::size_t count() const { return count_; }
    // The connections of an address, oldest first.
    const std::set<Id>& of(const std::string& address) const {
        static const std::set<Id> none;
        const auto found = of_.find(address);
        return found == of_.end() ? none : found->second;
    }
    // The connections of the address with the most.
    const std::set<Id>& of_most() const {
        static const std::set<Id> none;
        const auto most = std::ranges::max_element(
            of_, {}, [](const auto& one) { return one.second.size(); });
        return most == of_.end() ? none : most->second;
    }
    // The connection that must go before another may come from this address.
    std::optional<Id> in_the_way(const std::string& address, const Slots& slots) const {
        const std::set<Id>& same = of(address);
        if (!same.empty() && same.size() >= slots.of_address) return *same.begin();
        if (count_ == 0 || count_ < slots.all) return std::nullopt;
        return *of_most().begin();
    }

private:
    std::map<std::string, std::set<Id>> of_;  // never an empty set
    std::size_t count_ = 0;
};

}  // namespace flagfall::net
