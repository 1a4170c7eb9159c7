// The rows of the log that clockd reads at the start.
#include <algorithm>

#include "clockd/service/clock_impl.hpp"

namespace flagfall::clockd {

store::Lookup<std::vector<Pos>> present_rows(store::Past& past) {
    auto all = past.of_stream(hall_stream);
    if (!all) return all;
    const auto openings = past.last_openings();
    if (!openings) return std::unexpected(openings.error());
    for (const auto& [stream, opened] : *openings) {
        const auto rows = past.of_stream(stream, opened);
        if (!rows) return rows;
        all->insert(all->end(), rows->begin(), rows->end());
    }
    std::ranges::sort(*all);
    return all;
}

}  // namespace flagfall::clockd
