// clockd's metrics for Prometheus, and the small HTTP server for them.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <memory>
#include <string>
#include <thread>

#include "clockd/service/clock_service.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/hosts.hpp"
#include "common/net/http.hpp"
#include "common/net/loop.hpp"
#include "common/ops/metrics.hpp"

namespace flagfall::clockd {

// clockd's metrics; for the loop's thread, except `commit`, which is for the store's.
struct Figures {
    explicit Figures(ops::Registry& registry);

    // Boards by phase and peers by role, as they are now.
    void show(const ClockService& service);

    ops::Histogram& press_durable;
    ops::Histogram& flag_late;
    ops::Histogram& commit;
    ops::Counter& refused_lines;
    ops::Gauge& queue_rows;
    ops::Gauge& position;

private:
    void show_equipment(const EquipmentList& equipment);

    ops::Registry& registry_;
};

// Answers GET /metrics on a thread of its own, so that a reader of metrics delays nothing. It
// listens at 127.0.0.1 only, and so asks for no password.
class MetricsServer {
public:
    static std::expected<std::unique_ptr<MetricsServer>, net::Error> start(
        std::uint16_t port);
    ~MetricsServer();

    std::uint16_t port() const { return server_->port(); }

private:
    MetricsServer() = default;
    net::Hosts hosts_;
    net::Loop loop_;
    std::unique_ptr<net::HttpServer> server_;
    std::thread thread_;
};

}  // namespace flagfall::clockd
