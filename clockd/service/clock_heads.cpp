// Heads of our log go to arbiterd, and heads of its record are kept.
#include <algorithm>

#include "clockd/service/clock_impl.hpp"
#include "clockd/service/permissions.hpp"
#include "common/ops/log.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::clockd {

// In virtual time every run of the same games has the same log.
void ClockService::Impl::on_head(net::PeerId id, const Guest& guest, const wire::SignedHead& head,
                                 Instant at) {
    const bool of_frames = may_report_equipment(guest.role);
    if (guest.role != clock::Role::arbiterd && !of_frames)
        return refuse(id, "", "not_allowed",
                      "heads are kept of arbiterd's log and of a gateway's log of frames only");
    if (of_frames && (head.log == identity.log || heads_kept.knows(head.log)))
        return refuse(id, "", "not_allowed",
                      "a gateway signs its own log of frames, and this is the log of a daemon");
    if (identity.virtual_time || ports.full()) return;  // another head will come
    auto kept = (of_frames ? frame_heads : heads_kept).take(head, at);
    if (!kept)
        return ops::log(ops::Level::error, "rejected a head of another log",
                        {{"log", head.log}, {"pos", head.pos.value}, {"text", kept.error()}});
    if (!*kept) return;
    (*kept)->of_frames = of_frames;
    append({{at, std::move(**kept)}});
}

void ClockService::Impl::send_head() {
    if (identity.virtual_time) return;
    const auto is_arbiterd = [](const auto& one) {
        return one.second.guest && one.second.guest->role == clock::Role::arbiterd;
    };
    if (std::ranges::none_of(peers, is_arbiterd)) return;
    const auto head = heads_sent.due(ports.now());
    if (!head) return;
    for (const auto& one : peers)
        if (is_arbiterd(one)) answer(one.first, *head);
}

}  // namespace flagfall::clockd
