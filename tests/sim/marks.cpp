#include "tests/sim/marks.hpp"

namespace flagfall::sim {

const std::vector<std::string_view>& required_marks() {
    static const std::vector<std::string_view> marks{};
    return marks;
}

}  // namespace flagfall::sim
