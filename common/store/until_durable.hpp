// The content of rows that are not durable yet, by key. Durable rows are looked up in the file.
#pragma once

#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

#include "common/base/ids.hpp"

namespace flagfall::store {

template <class Key, class Value>
class UntilDurable {
public:
    // Adds the content of the row at `pos`. Call it in the order of the log.
    void add(Key key, Value value, Pos pos) {
        order_.emplace_back(pos, values_.emplace(std::move(key), std::move(value)));
    }

    // Forgets all rows up to here: they are durable.
    void committed(Pos up_to) {
        for (; !order_.empty() && order_.front().first <= up_to; order_.pop_front())
            values_.erase(order_.front().second);
    }

    // All that was added under this key, oldest first: two iterators over pairs of key and value.
    template <class K>
    auto all(const K& key) const { return values_.equal_range(key); }

    template <class K>
    bool contains(const K& key) const { return values_.contains(key); }

    // The last of them; nullptr if there is none.
    template <class K>
    const Value* find(const K& key) const {
        const auto [first, last] = all(key);
        return first == last ? nullptr : &std::prev(last)->second;
    }

private:
    using Values = std::multimap<Key, Value, std::less<>>;
    Values values_;
    std::deque<std::pair<Pos, typename Values::iterator>> order_;
};

}  // namespace flagfall::store
