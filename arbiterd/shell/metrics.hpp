// arbiterd's metrics for Prometheus: GET /metrics. All functions may be called from any thread.
#pragma once

#include <expected>
#include <memory>
#include <string>

#include "common/ops/metrics.hpp"

namespace flagfall::arbiterd {

// Counters of the loop and of the store's thread.
struct Figures {
    ops::Gauge& clockd_linked;
    ops::Gauge& followed;
    ops::Histogram& commit;
    ops::Gauge& queue_rows;
};
Figures& figures();

// While the returned object exists, the registry has figures from DIR/arbiterd.db: open questions,
// the age of the oldest one, and games by status. It has its own connection; destroy it before the
// store is closed, so that the store leaves a single file. The error says why the file cannot be
// opened.
using RecordWatch = std::shared_ptr<void>;
std::expected<RecordWatch, std::string> watch_record(const std::string& where);

}  // namespace flagfall::arbiterd
