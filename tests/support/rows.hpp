// Small things that the tests' ports of both services do alike.
#pragma once

#include <string>
#include <vector>

#include "common/store/row.hpp"

namespace flagfall::test {

// As a store: the rows get the positions that follow, and are kept.
inline void append_numbered(std::vector<store::Row>& rows, std::vector<store::Row>& more) {
    for (store::Row& row : more) {
        row.pos = Pos{std::ssize(rows) + 1};
        rows.push_back(row);
    }
}

inline std::string numbered_nonce(int number) {
    const std::string text = std::to_string(number);
    return std::string(64 - text.size(), '0') + text;
}

}  // namespace flagfall::test
