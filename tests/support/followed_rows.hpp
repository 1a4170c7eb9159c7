// An index of rows in memory that follows them as they are appended, and starts over if a crash
// removed some.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "common/store/row.hpp"

namespace flagfall::test {

// `Index::add(row)` adds one row.
template <class Index>
class FollowedRows {
public:
    explicit FollowedRows(const std::vector<store::Row>& rows) : rows_(rows) {}
    FollowedRows(const FollowedRows&) = delete;
    FollowedRows& operator=(const FollowedRows&) = delete;

    // The index of the present rows.
    Index& index() {
        if (taken_ > rows_.size() || (taken_ > 0 && rows_[taken_ - 1] != last_)) {
            index_ = {};
            taken_ = 0;
        }
        for (; taken_ < rows_.size(); ++taken_) index_.add(rows_[taken_]);
        if (!rows_.empty()) last_ = rows_.back();
        return index_;
    }
    const std::vector<store::Row>& rows() const { return rows_; }

private:
    const std::vector<store::Row>& rows_;
    std::size_t taken_ = 0;
    store::Row last_;
    Index index_;
};

}  // namespace flagfall::test
