#include "arbiterd/game/state/ids.hpp"

#include <algorithm>
#include <variant>

#include "common/base/check.hpp"
#include "common/base/number.hpp"

namespace flagfall::game {

const std::string& id_of(const wire::OfficeCommand& command) {
    return std::visit([](const auto& c) -> const std::string& { return c.id; }, command);
}

bool all_stale(const Live& live, Epoch epoch) {
    return std::ranges::all_of(live.outbox, [&](const Outstanding& out) {
        return std::visit([&](const auto& c) { return c.epoch < epoch; }, out.issued.command);
    });
}

std::pair<std::string, std::uint32_t> parts_of(const std::string& id) {
    const std::size_t colon = id.rfind(':');
    FF_CHECK(colon != std::string::npos);
    const auto number = whole_number<std::uint32_t>(std::string_view(id).substr(colon + 1));
    FF_CHECK(number.has_value());
    FF_CHECK(colon > 0);
    return {id.substr(0, colon + 1), *number};
}

bool is_out(const Live& live, const std::string& id) {
    FF_CHECK(!id.empty());
    return std::ranges::any_of(
        live.outbox, [&](const Outstanding& out) { return id_of(out.issued.command) == id; });
}

}  // namespace flagfall::game
