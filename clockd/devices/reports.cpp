#include "clockd/devices/reports.hpp"

#include <iterator>
#include <utility>

namespace flagfall::devices {

void Acts::also(Acts more) {
    write += more.write;
    reports.insert(reports.end(), std::make_move_iterator(more.reports.begin()),
                   std::make_move_iterator(more.reports.end()));
}

}  // namespace flagfall::devices
