// Sentences for people, compared by their texts.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "common/base/told.hpp"

namespace flagfall {

inline bool operator==(const std::vector<Told>& all, const std::vector<std::string>& expected) {
    return texts(all) == expected;
}
inline std::ostream& operator<<(std::ostream& out, const Told& told) { return out << told.text; }

}  // namespace flagfall
