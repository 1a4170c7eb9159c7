#include "clockd/gateway/services.hpp"

#include <algorithm>
#include <utility>

#include "clockd/sources/frame_budget.hpp"
#include "clockd/sources/live_reports.hpp"
#include "clockd/sources/livechess_link.hpp"
#include "common/base/now.hpp"
#include "common/ops/log.hpp"

namespace flagfall::gateway {

struct Services::Service {
    Service(net::Loop& loop, const std::string& address)
        : source("livechess:" + address),
          wake(loop),
          frames(now()) {}

    std::string source;
    sources::LiveReports reports;
    net::Timer wake;
    sources::FrameBudget frames;  // that may be kept
    bool flooded = false;         // some were not, and the log says so
    std::string reason;           // why it was lost, as the log has it
    std::unique_ptr<sources::LiveChessLink> link;
};

Services::Services(net::Loop& loop, const std::vector<std::string>& addresses,
                   LinesHandler handler)
    : handler_(std::move(handler)) {
    for (const std::string& address : addresses) {
        services_.push_back(std::make_unique<Service>(loop, address));
        Service& service = *services_.back();
        service.link = std::make_unique<sources::LiveChessLink>(
            loop, "ws://" + address + "/api/v1.0", std::set<std::string>{},
            sources::LiveChessLink::Ports{
                [this, &service](const sources::LiveAct& one) { act(service, one); },
                [this, &service](const std::string& why) { lost(service, why); }});
    }
}

Services::~Services() = default;

void Services::act(Service& service, const sources::LiveAct& act) {
    if (const auto* seen = std::get_if<sources::Equipment>(&act)) {
        ops::log(ops::Level::info, "a board of a service",
                 {{"service", service.source},
                  {"serial", seen->serial},
                  {"link", std::string(name(seen->link))}});
        if (seen->link != sources::Link::unreached) service.reason.clear();
    } else if (const auto* nonsense = std::get_if<sources::Nonsense>(&act)) {
        ops::log(ops::Level::warn, "invalid message from a board service",
                 {{"service", service.source},
                  {"what", nonsense->what},
                  {"count", static_cast<std::int64_t>(nonsense->count)}});
    }
    take(service, service.reports.on_act(act));
}

// Frames beyond the rate are not kept, whatever they mean for the game.
void Services::take(Service& service, const devices::Reports& reports) {
    for (const devices::Report& report : reports) {
        if (const auto* frame = std::get_if<devices::FrameSeen>(&report)) {
            const bool kept = service.frames.take(frame->frame.data.size(), frame->at);
            if (!kept && !std::exchange(service.flooded, true))
                ops::log(ops::Level::warn, "a service sends too much: not all of it is kept",
                         {{"service", service.source}});
            if (!kept) continue;
        }
        handler_.on_report(service.source, report);
    }
    arm(service);
}

void Services::arm(Service& service) {
    const auto due = service.reports.deadline();
    if (!due) return service.wake.cancel();
    service.wake.wake_at(*due,
                         [this, &service] { take(service, service.reports.on_wake(now())); });
}

// One line in the log for each reason, not for each attempt.
void Services::lost(Service& service, const std::string& why) {
    if (std::exchange(service.reason, why) == why) return;
    ops::log(ops::Level::warn, "a service was lost",
             {{"service", service.source}, {"why", why}});
}

bool Services::ask_memory(const std::string& serial) {
    for (const auto& service : services_) {
        if (!service->reports.reaches(serial)) continue;
        service->reports.ask_memory(serial);
        arm(*service);
        return true;
    }
    return false;
}

std::int64_t Services::damaged(const std::string& source) const {
    const auto found =
        std::ranges::find_if(services_, [&](const auto& one) { return one->source == source; });
    return found == services_.end()
               ? 0
               : static_cast<std::int64_t>((*found)->link->nonsense_bytes());
}

}  // namespace flagfall::gateway
