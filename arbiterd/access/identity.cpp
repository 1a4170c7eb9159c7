#include "arbiterd/access/identity.hpp"

#include <algorithm>

#include "arbiterd/access/passwords.hpp"

namespace flagfall::access {

bool may(const Identity& identity, Roles allowed) { return allowed.contains(identity.role); }

bool in_office(const Identity& identity) { return may(identity, of_office); }

bool may_event(const Identity& identity, std::string_view event) {
    return identity.event.empty() || identity.event == event;
}

bool may_board(const Identity& identity, const wire::EventInfo& info, Board board) {
    if (identity.sectors.empty()) return true;
    return std::ranges::any_of(info.sectors, [&](const wire::EventSector& sector) {
        return sector.first <= board && board <= sector.last &&
               std::ranges::find(identity.sectors, sector.name) != identity.sectors.end();
    });
}

bool may_sector(const Identity& identity, std::string_view sector) {
    return identity.sectors.empty() ||
           (!sector.empty() &&
            std::ranges::find(identity.sectors, sector) != identity.sectors.end());
}

std::expected<void, Denied> within_reach(const Identity& identity, Reach reach,
                                         const ActTarget& place) {
    const auto no = [](std::string text) {
        return std::unexpected(Denied{403, "not_yours", std::move(text), {}});
    };
    if (!identity.event.empty() && (reach == Reach::office || !may_event(identity, place.event)))
        return no("your token is for the event " + identity.event +
                  " only; use one that is not limited to an event");
    if (identity.sectors.empty()) return {};
    if (reach == Reach::office || reach == Reach::hall)
        return no("this concerns the whole hall, and you have sectors only: ask the chief arbiter,"
                  " or an arbiter without sectors, to do it");
    if (reach == Reach::board &&
        (place.info == nullptr || !may_board(identity, *place.info, place.board)))
        return no("board " + std::to_string(place.board.number) +
                  " is not in your sector; ask its arbiter or the chief arbiter");
    return {};
}

std::expected<std::string, Denied> acting_as(const Identity& identity, std::string_view by) {
    if (identity.vouches_for_others) {
        std::string named = name_form(by);
        const auto fault = named.empty() ? std::nullopt : deciding_name_fault(named);
        if (!named.empty() && !fault) return named;
        return std::unexpected(Denied{422, fault ? "bad_name" : "by_missing",
                                      "Name in \"by\" who acts: this token belongs to a place, "
                                      "not to a person" +
                                          (fault ? "; " + *fault : std::string()) + ".",
                                      {}});
    }
    if (by.empty() || by == identity.name) return identity.name;
    return std::unexpected(Denied{403, "acts_for_another",
                                  "Leave \"by\" out, or name yourself: " + identity.name +
                                      " acts as " + identity.name + " only.",
                                  {}});
}

}  // namespace flagfall::access
