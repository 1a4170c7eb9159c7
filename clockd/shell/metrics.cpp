#include "clockd/shell/metrics.hpp"

#include <array>
#include <cstdlib>
#include <exception>

#include "clockd/clock/boards.hpp"
#include "common/base/exit_codes.hpp"
#include "common/base/now.hpp"
#include "common/net/site.hpp"
#include "common/ops/log.hpp"

namespace flagfall::clockd {

namespace {

net::Response answer(const net::Hosts& hosts, const net::Request& request) {
    const auto host = net::host_of(request);
    if (!host || !hosts.accepts(*host))
        return net::problem(421, "about:blank", "Misdirected Request",
                            "ask for localhost: this server has no other name");
    if (request.path != "/metrics") return net::not_found(request.path);
    if (request.method != "GET") return net::method_not_allowed(request.method, "GET, HEAD");
    return {200, std::string(ops::text_content_type), ops::registry().text(), {}};
}

// An exception in a thread would end the process without a message.
void run_to_the_end(net::Loop& loop) {
    try {
        loop.run();
    } catch (const std::exception& error) {
        ops::log(ops::Level::error, "the metrics thread failed", {{"text", error.what()}});
        std::_Exit(exit_code::no_resources);
    }
}

}  // namespace

Figures::Figures(ops::Registry& registry)
    : press_durable(registry.histogram(
          "clockd_press_durable_seconds",
          "Time from the arrival of a press to its commit and answer.",
          ops::seconds_bounds())),
      flag_late(registry.histogram("clockd_flag_late_seconds",
                                   "Delay from a flag-fall's deadline to its detection.",
                                   ops::seconds_bounds())),
      commit(registry.histogram("clockd_commit_seconds", "How long a commit of the log took.",
                                ops::seconds_bounds())),
      refused_lines(registry.counter("clockd_refused_lines_total",
                                     "Lines that were malformed or too long.")),
      queue_rows(registry.gauge("clockd_store_queue_rows", "Events that wait for the disk.")),
      position(registry.gauge("clockd_log_position", "The last position of the log.")),
      registry_(registry) {}

void Figures::show(const ClockService& service) {
    using clock::Phase;
    std::map<Phase, double> boards;
    for (const Board board : service.boards().numbers()) ++boards[service.boards().at(board).phase];
    for (const Phase phase : {Phase::ready, Phase::running, Phase::paused, Phase::flag_fallen,
                              Phase::stopped, Phase::over})
        registry_
            .gauge("clockd_boards", "Boards by what their clocks do.",
                   {{"phase", std::string(clock::name(phase))}})
            .set(boards[phase]);
    const auto peers = service.peers_by_role();
    constexpr std::array<std::string_view, 6> roles{"",         "device",  "arbiter",
                                                    "arbiterd", "display", "boards"};
    for (const std::string_view role : roles) {
        const auto found = peers.find(role);
        registry_
            .gauge("clockd_peers", "Connections by role.",
                   {{"role", role.empty() ? "none" : std::string(role)}})
            .set(found == peers.end() ? 0 : static_cast<double>(found->second));
    }
    show_equipment(service.equipment());
}

void Figures::show_equipment(const EquipmentList& equipment) {
    const Instant at = now();
    for (std::string after;;) {
        const wire::EquipmentState state = equipment.next("", after, at);
        if (!state.facts) return;
        after = state.facts->serial;
        const ops::Labels labels{{"serial", after}};
        const auto set = [&](const char* name, const char* help, double value) {
            registry_.gauge(name, help, labels).set(value);
        };
        set("clockd_equipment_active", "1: this board responds.",
            state.facts->link == wire::LinkState::active);
        set("clockd_equipment_battery_low", "1: a battery, its own or its clock's, is low.",
            state.facts->battery == "low" || state.facts->clock == "low_battery");
        set("clockd_equipment_quiet_seconds", "Time since the last frame of this board.",
            static_cast<double>(state.figures.quiet.us) / 1e6);
        set("clockd_equipment_damaged_bytes", "Bytes on its line that were no frames.",
            static_cast<double>(state.figures.damaged));
        if (state.figures.drift)
            set("clockd_equipment_drift_seconds",
                "What the clock beside this board shows beyond clockd's.",
                static_cast<double>(state.figures.drift->us) / 1e6);
    }
}

std::expected<std::unique_ptr<MetricsServer>, net::Error> MetricsServer::start(
    std::uint16_t port) {
    auto self = std::unique_ptr<MetricsServer>(new MetricsServer);
    auto server = net::HttpServer::start(
        self->loop_, {"127.0.0.1", port, "--metrics-port"}, {},
        net::at_once([hosts = &self->hosts_](const net::Request& request) {
            return answer(*hosts, request);
        }));
    if (!server) return std::unexpected(server.error());
    self->server_ = std::move(*server);
    self->hosts_.listens_at(self->port());
    self->thread_ = std::thread([loop = &self->loop_] { run_to_the_end(*loop); });
    return self;
}

MetricsServer::~MetricsServer() {
    loop_.stop();
    if (thread_.joinable()) thread_.join();
}

}  // namespace flagfall::clockd
