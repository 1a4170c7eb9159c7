#include "clockd/devices/reports.hpp"

#include <array>
#include <iterator>
#include <utility>

namespace flagfall::devices {

std::string_view name(LinkState state) {
    constexpr std::array names{"active", "silent", "gone", "foreign"};
    return names[static_cast<std::size_t>(state)];
}

void Acts::also(Acts more) {
    write += more.write;
    reports.insert(reports.end(), std::make_move_iterator(more.reports.begin()),
                   std::make_move_iterator(more.reports.end()));
}

}  // namespace flagfall::devices
