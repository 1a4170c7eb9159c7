// The equipment of the hall as the gateway reports it: what changed becomes an event, the rest is
// shown to those who ask.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/time.hpp"
#include "common/base/token_bucket.hpp"
#include "common/net/peer.hpp"
#include "common/wire/equipment_messages.hpp"

namespace flagfall::clockd {

class EquipmentList {
public:
    struct Known {
        wire::EquipmentFacts facts;
        wire::EquipmentFigures figures{};
        std::optional<Instant> reported{};  // empty: the log has it, no report since the start
        std::optional<net::PeerId> by{};    // the gateway that reported it last, on this link
        std::uint64_t change = 0;           // the number of its last change, among all changes
        std::optional<Instant> gone_since{};  // as in its last event
        std::optional<Instant> sign_since{};  // likewise
        std::optional<Instant> turned{};      // since then it is not as that event says
    };

    // What is wrong with the words and figures of a report; empty if nothing is.
    static std::string wrong(const wire::Equipment& report);

    // The event for a report; empty if it has nothing new, or if too much changes at once: then a
    // later report has the rest.
    std::optional<wire::EquipmentChanged> take(const wire::Equipment& report, net::PeerId by,
                                               Instant at);
    void apply(const wire::EquipmentChanged& event);
    // The events for what has been out of reach, or back, for longer than a moment. Asked for each
    // second.
    std::vector<wire::EquipmentChanged> absences(Instant now);
    // What is said again when a clock starts to run at this table; `first`: for the first time.
    std::vector<wire::EquipmentChanged> at_start(Board board, bool first, Instant now) const;
    // Notes that this link is closed.
    void left(net::PeerId by);
    // The gateways that follow an active board at this table.
    std::set<net::PeerId> followers_of(Board board) const;
    // Is an electronic board reported at this table, even one that is gone by now?
    bool stands_at(Board board) const;

    // The first equipment with a serial number above `after`, with its figures as of `now`.
    wire::EquipmentState next(std::string id, std::string_view after, Instant now) const;

    const std::map<std::string, Known, std::less<>>& all() const { return known_; }

private:
    // Is there room for one more? If full, removes equipment at no table, the one whose facts have
    // not changed for longest.
    bool make_room();
    std::optional<Instant> gone_since(const wire::EquipmentFacts& facts, Instant at) const;
    std::optional<Instant> sign_since(const wire::EquipmentFacts& facts, Instant at) const;
    TokenBucket& budget(net::PeerId by, bool placed, Instant at);

    std::map<std::string, Known, std::less<>> known_;  // by serial number
    std::uint64_t changes_ = 0;
    std::map<std::pair<net::PeerId, bool>, TokenBucket> budgets_;  // by gateway; of placed boards
};

}  // namespace flagfall::clockd
