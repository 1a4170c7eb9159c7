// arbiterd's figures for Prometheus: GET /metrics. All of it may be called from any thread.
#pragma once

#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "common/base/time.hpp"
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

// One answered request. `route` is the template, never the path itself: "/api/v1/events/{event}".
void count_http(std::string_view route, unsigned status, Duration took);

// Open consumers of the change feed; `kind` is "sse", "websocket" or "long-poll". Add 1, add -1.
ops::Gauge& feed_consumers(std::string_view kind);

// One attempt to deliver to a webhook.
void count_delivery(bool delivered);

// While what this gives lives, metrics_text() also tells what stands in DIR/arbiterd.db: open
// questions and the age of the oldest, games by status. Through a connection of its own, which
// must be closed before the store, so that the store leaves one file behind; the error says why
// there is none.
using RecordWatch = std::shared_ptr<void>;
std::expected<RecordWatch, std::string> watch_record(const std::string& data_dir);

// The text to answer with, of type ops::text_content_type.
std::string metrics_text();

}  // namespace flagfall::arbiterd
