#include "arbiterd/api/entered_controls.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace flagfall::api {

namespace {

using tournament::MaybeRefusal;

// Terms may leave the control out.
MaybeRefusal take(wire::PlayTerms& terms, const std::string& at, EnteredBy by) {
    if (terms.time_control.empty()) return std::nullopt;
    const auto entered = entered_control(terms.time_control, by);
    if (!entered)
        return tournament::refuse("bad_time_control", entered.error(), at + "/time_control");
    terms.time_control = text(entered->control);
    constexpr std::string_view setting = "period_trigger";
    const auto said = std::ranges::find(terms.rules, setting, &wire::Pair::name);
    if (entered->trigger && said == terms.rules.end())
        terms.rules.push_back({std::string(setting), std::string(name(*entered->trigger))});
    return std::nullopt;
}

MaybeRefusal take(wire::ChangeControl& change, const std::string& at, EnteredBy by) {
    const auto entered = entered_control(change.time_control, by);
    if (!entered) return tournament::refuse("bad_control", entered.error(), at + "/time_control");
    change.time_control = text(entered->control);
    if (!change.period_trigger) change.period_trigger = entered->trigger;
    return std::nullopt;
}

MaybeRefusal take(std::vector<wire::EventPairing>& pairings, EnteredBy by) {
    for (std::size_t i = 0; i < pairings.size(); ++i)
        if (auto no = take(pairings[i].terms, "/act/pairings/" + std::to_string(i) + "/terms", by))
            return no;
    return std::nullopt;
}

// What each act has of controls; most acts have none.
struct Taker {
    EnteredBy by;

    template <class Other>
    MaybeRefusal operator()(Other&) const {
        return std::nullopt;
    }
    MaybeRefusal operator()(wire::ChangeControl& act) const { return take(act, "/act", by); }
    MaybeRefusal operator()(wire::CreateEvent& act) const {
        return take(act.info.terms, "/act/info/terms", by);
    }
    MaybeRefusal operator()(wire::ChangeEvent& act) const {
        return take(act.info.terms, "/act/info/terms", by);
    }
    MaybeRefusal operator()(wire::PlanRound& act) const {
        return take(act.terms, "/act/terms", by);
    }
    MaybeRefusal operator()(wire::SetPairings& act) const { return take(act.pairings, by); }
    MaybeRefusal operator()(wire::ChangePairing& act) const { return take(act.pairings, by); }
    MaybeRefusal operator()(wire::RuleBoards& act) const {
        auto* change = std::get_if<wire::ChangeControl>(&act.act);
        return change ? take(*change, "/act/act", by) : std::nullopt;
    }
};

}  // namespace

EnteredBy entered_by(const access::Identity& who) {
    return who.by_cookie ? EnteredBy::person : EnteredBy::program;
}

std::optional<tournament::EventRefusal> take_controls(arbiterd::Act& act, EnteredBy by) {
    return std::visit([by](auto& command) { return std::visit(Taker{by}, command.act); }, act);
}

}  // namespace flagfall::api
