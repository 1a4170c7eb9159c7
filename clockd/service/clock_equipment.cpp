// Reports of a gateway on its equipment, and questions about it.
#include "clockd/service/clock_impl.hpp"
#include "clockd/service/permissions.hpp"

namespace flagfall::clockd {

// In virtual time every run of the same games has the same log.
void ClockService::Impl::on_equipment(net::PeerId id, const Guest& guest,
                                      const wire::Equipment& report, Instant at) {
    if (!may_report_equipment(guest.role))
        return refuse(id, "", "not_allowed", "only a gateway (role boards) reports equipment");
    if (auto wrong = EquipmentList::wrong(report); !wrong.empty())
        return refuse(id, "", "bad_field", std::move(wrong));
    if (identity.virtual_time || ports.full()) return;  // another report will come
    const Board board = report.facts.board.value_or(Board{});
    const bool followed = gateways_at(board).contains(id);
    if (auto event = equipment.take(report, id, at)) append({{at, std::move(*event)}});
    if (!followed && gateways_at(board).contains(id)) tell_held(id, board);
}

void ClockService::Impl::note_absences() {
    if (identity.virtual_time || ports.full()) return;
    clock::Events events;
    for (wire::EquipmentChanged& event : equipment.absences(ports.now()))
        events.push_back({ports.now(), std::move(event)});
    append(events);
}

bool ClockService::Impl::runs_at(Board board) const {
    return board.number > 0 && boards.at(board).phase == clock::Phase::running;
}

// The game at this board is played with this equipment from here on.
void ClockService::Impl::say_equipment_again(Board board, bool first, Instant at) {
    if (ports.full()) return;
    clock::Events events;
    for (wire::EquipmentChanged& event : equipment.at_start(board, first, at))
        events.push_back({at, std::move(event)});
    append(events);
}

void ClockService::Impl::on_get_equipment(net::PeerId id, const Guest& guest,
                                          const wire::GetEquipment& request, Instant at) {
    if (!may_enrol(guest.role) && !may_report_equipment(guest.role))
        return refuse(id, request.id, "not_allowed", "only arbiters ask for equipment");
    if (ports.full())
        return refuse(id, request.id, "busy", "the disk is behind; send it again in a moment");
    answer(id, equipment.next(request.id, request.after, at));
}

}  // namespace flagfall::clockd
