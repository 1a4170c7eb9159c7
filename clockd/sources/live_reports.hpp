// Turns the acts of a LiveChess session into the reports that a line with boards makes, so that the
// same tables and hands follow the boards of both. Acts and instants in, reports out; no I/O.
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
    // The reports for an act of the session. A placement counts when it has stood still, and while
    // the service reaches its board.
    devices::Reports on_act(const LiveAct& act);

    // Asks for the game in a board's memory. The service gives none: the report is empty.
    void ask_memory(const std::string& serial) { asked_.insert(serial); }

    // When on_wake() has something to do.
    std::optional<Instant> deadline() const;
    devices::Reports on_wake(Instant now);

    // Does the service have a board of this serial number, and does it respond?
    bool reaches(const std::string& serial) const {
        const auto found = boards_.find(serial);
        return found != boards_.end() && reached(found->second);
    }

private:
    // The placement since then; it is reported when it has stood still.
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
