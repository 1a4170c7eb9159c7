// arbiterd's metrics for Prometheus: GET /metrics. All of it may be called from any thread.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "common/ops/metrics.hpp"

namespace flagfall::arbiterd {

// What the loop and the store's thread count.
struct Figures {
    ops::Gauge& clockd_linked;
    ops::Gauge& followed;
    ops::Histogram& commit;
    ops::Gauge& queue_rows;
};
Figures& figures();

// While the returned object lives, the registry also has figures from DIR/arbiterd.db: open
// questions and the age of the oldest, games by status. Through a connection of its own, which
// must be closed before the store, so that the store leaves one file behind; the error says why
// there is none.
using RecordWatch = std::shared_ptr<void>;
std::expected<RecordWatch, std::string> watch_record(const std::string& where);

}  // namespace flagfall::arbiterd
