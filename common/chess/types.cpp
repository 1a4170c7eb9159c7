#include "common/chess/types.hpp"

#include "common/base/check.hpp"

namespace flagfall::chess {

std::string_view name(Kind kind) {
    static constexpr std::array<std::string_view, 7> names{"pawn",  "knight", "bishop", "rook",
                                                           "queen", "king",   "none"};
    FF_CHECK(index(kind) < names.size());
    return names[index(kind)];
}

}  // namespace flagfall::chess
