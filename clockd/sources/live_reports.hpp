// What a LiveChess session says, as the reports that a line with boards makes: so that the same
// tables and hands follow the boards of either. Acts and instants in, reports out; no I/O.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "clockd/devices/reports.hpp"
#include "clockd/sources/livechess.hpp"
#include "common/base/time.hpp"

namespace flagfall::sources {

class LiveReports {
public:
    // What an act of the session means. A placement counts when it has stood still, and as long as
    // the service reaches its board.
    devices::Reports on_act(const LiveAct& act);

    // The game in a board's memory, which a service does not give: answered with none.
    void ask_memory(const std::string& serial) { asked_.insert(serial); }

    // When on_wake has something to do.
    std::optional<Instant> deadline() const;
    devices::Reports on_wake(Instant now);

    // Has the service a board of this serial number, and does it respond?
    bool reaches(const std::string& serial) const {
        const auto found = boards_.find(serial);
        return found != boards_.end() && reached(found->second);
    }

private:
    // It stands since then, and may be looked at when it has stood still.
    struct Standing {
        devices::Placement placement;
        Instant since;
        Instant at;
    };
    struct Board {
        devices::Equipment equipment;
        Link link = Link::unknown;
        std::optional<Standing> standing;  // not reported yet
    };

    static bool reached(const Board& board);
    void equipment(const Equipment& seen, devices::Reports& reports);
    void stands(const Stands& seen, devices::Reports& reports);
    void settle(Board& board, devices::Reports& reports);

    std::map<std::string, Board> boards_;
    std::set<std::string> asked_;
};

}  // namespace flagfall::sources
