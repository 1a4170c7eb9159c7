// Commands for clockd that follow from acts of the tournament office.
#include "arbiterd/event/setup.hpp"
#include "arbiterd/service/office_impl.hpp"
#include "common/base/limits.hpp"

namespace flagfall::arbiterd {

namespace {

wire::ClockCommand clock_command(const wire::HallCommandIssued& issued) {
    return std::visit([](const auto& c) { return wire::ClockCommand{c}; }, issued.command);
}

}  // namespace

// On a new link nothing was sent yet.
void OfficeService::Impl::hall_subscribed() {
    hall.clear();
    for (const event::Outstanding& out : events.outbox)
        hall.push_back({out.pos, event::command_of(out.issued).id, out.issued.game,
                        clock_command(out.issued)});
    hall_send();
}

void OfficeService::Impl::hall_recorded(const wire::GameEvent& event, Pos pos) {
    if (const auto* issued = std::get_if<wire::HallCommandIssued>(&event); issued && subscribed)
        hall.push_back({pos, event::command_of(*issued).id, issued->game,
                        clock_command(*issued)});
    if (const auto* settled = std::get_if<wire::HallCommandSettled>(&event))
        sent.erase(settled->id);
}

// A few at a time: a whole round at once would overrun the queue of the link.
void OfficeService::Impl::hall_send() {
    if (!subscribed) return;
    while (!hall.empty() && hall.front().pos <= durable &&
           sent.size() < limits::hall_commands_under_way) {
        sent.insert(hall.front().id);
        send(hall.front().command);
        hall.pop_front();
    }
}

}  // namespace flagfall::arbiterd
