// Small functions that the tests' ports of both services share.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/store/row.hpp"

namespace flagfall::test {

// As a store does: gives the rows the next positions, and keeps them.
inline void append_numbered(std::vector<store::Row>& rows, std::vector<store::Row>& more) {
    for (store::Row& row : more) {
        row.pos = Pos{std::ssize(rows) + 1};
        rows.push_back(row);
    }
}

// As a store's thread does: numbers written rows in their streams.
inline void number_in_streams(std::vector<store::Row>& rows) {
    std::map<std::string, std::int64_t> last;
    for (store::Row& row : rows) row.seq = ++last[row.stream];
}

inline std::string numbered_nonce(int number) {
    const std::string text = std::to_string(number);
    return std::string(64 - text.size(), '0') + text;
}

}  // namespace flagfall::test
