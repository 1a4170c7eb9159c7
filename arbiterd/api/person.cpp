#include "arbiterd/api/person.hpp"

#include "arbiterd/api/api.hpp"
#include "common/base/now.hpp"

namespace flagfall::api {

void with_pin(Api& api, const CallPtr& call, const std::function<void()>& go_on) {
    if (!call->who.needs_pin) return go_on();
    const auto pin = call->request().header("X-Flagfall-Pin");
    if (!pin)
        return call->refuse(problem(403, "pin_needed",
                                    "X-Flagfall-Pin: this needs the PIN of the person who acts"));
    api.access.check_pin(call->who, std::string(*pin), call->request().peer, wall_ms(),
                         [call, go_on](const auto& checked) {
                             if (!checked) return call->refuse(denied(checked.error()));
                             answering(call, go_on);
                         });
}

namespace {

// May the caller act on all of it? A sector belongs to its arbiter, whatever boards it has.
std::expected<void, access::Denied> within(const access::Identity& who, access::Reach reach,
                                           const Where& where,
                                           const tournament::Tournament* event) {
    const wire::EventInfo* info = event ? &event->info : nullptr;
    if (reach == access::Reach::board && where.boards.empty())
        reach = access::may_sector(who, where.sector) ? access::Reach::event : access::Reach::hall;
    if (reach != access::Reach::board)
        return access::within_reach(who, reach, {where.event, info, Board{}});
    for (const Board board : where.boards)
        if (auto room = access::within_reach(who, reach, {where.event, info, board}); !room)
            return room;
    return {};
}

}  // namespace

void as_person(Api& api, const CallPtr& call, const ActRule& rule, const Where& where,
               const std::string& named,
               const std::function<void(const std::string& by)>& go_on) {
    const access::Identity& who = call->who;
    if (!access::may(who, rule.roles))
        return call->refuse(problem(403, "not_yours",
                                    "your role (" + std::string(access::name(who.role)) +
                                        ") may not do this act"));
    const tournament::Tournament* event = api.tournaments.find(where.event);
    const auto room = within(who, rule.reach, where, event);
    if (!room) return call->refuse(denied(room.error()));
    auto by = access::acting_as(who, named);
    if (!by) {
        auto no = by.error();
        return call->refuse(refusal(no.status, no.code, no.text, {{"/by", no.text}}));
    }
    if (rule.pin == Pin::not_asked) return go_on(*by);
    with_pin(api, call, [go_on, by = *by] { go_on(by); });
}

std::string act_id(const Call& call, const std::string& in_body) {
    const auto key = call.request().header("Idempotency-Key");
    return key ? std::string(*key) : in_body;
}

}  // namespace flagfall::api
