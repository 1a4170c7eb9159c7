#include "arbiterd/api/person.hpp"

#include "arbiterd/api/api.hpp"
#include "common/base/now.hpp"

namespace flagfall::api {

void as_person(Api& api, const CallPtr& call, const std::string& named, bool ruling,
               const std::function<void(const std::string& by)>& go_on) {
    const access::Identity& who = call->who;
    auto by = access::acting_as(who, named);
    if (!by) {
        auto no = by.error();
        return call->refuse(refusal(no.status, no.code, no.text, {{"/by", no.text}}));
    }
    if (!ruling || !who.needs_pin) return go_on(*by);
    const auto pin = call->request().header("X-Flagfall-Pin");
    if (!pin)
        return call->refuse(problem(403, "pin_needed",
                                    "X-Flagfall-Pin: a ruling needs the PIN of who gives it"));
    api.access.check_pin(who, std::string(*pin), call->request().peer, wall_ms(),
                         [call, go_on, by = *by](const auto& checked) {
                             if (checked) return go_on(by);
                             call->refuse(denied(checked.error()));
                         });
}

bool at_his_board(Api& api, const CallPtr& call, const std::string& event, Board board) {
    if (call->who.sectors.empty()) return true;
    const event::Tournament* tournament = api.tournaments.find(event);
    if (tournament && access::may_board(call->who, tournament->info, board)) return true;
    call->refuse(problem(403, "not_yours",
                         "board " + std::to_string(board.number) + " is not in your sector"));
    return false;
}

std::string act_id(const Call& call, const std::string& in_body) {
    const auto key = call.request().header("Idempotency-Key");
    return key ? std::string(*key) : in_body;
}

}  // namespace flagfall::api
