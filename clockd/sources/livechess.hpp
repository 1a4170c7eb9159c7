// Boards that a LiveChess 2 service reads, over its WebSocket: its text frames in, text frames and
// reports out. No I/O. The service is another program, which may be silent, late or wrong: what it
// sends is checked, what makes no sense is counted and changes nothing, and a service that does not
// answer is connected to again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "clockd/devices/placement.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"

namespace flagfall::sources {

// The state of a board at the service: null, ACTIVE, INACTIVE, NOTRESPONDING, DELAYED. `gone`: the
// board is no longer in the service's list. `unreached`: there is no link to the service, which may
// be back in a moment.
enum class Link : std::uint8_t {
    unknown, active, inactive, not_responding, delayed, gone, unreached
};
std::string_view name(Link link);

// A board's equipment changed.
struct Equipment {
    std::string serial;
    std::string source;   // the service's name for the line that the board is on
    Link link = Link::unknown;
    std::string battery;  // as the service writes it: "87%", "3.1V"
    friend bool operator==(const Equipment&, const Equipment&) = default;
};

// A board's placement: set up at `since` at the earliest, and at `at` at the latest. The two
// differ only if the service reported the board as delayed (`late`).
struct Stands {
    std::string serial;
    devices::Placement placement;
    bool late = false;
    Instant at;
    Instant since;
};

// The clock beside a board: what it showed at `at`, and how wrong that may be. It never decides a
// flag.
struct ClockShows {
    std::string serial;
    Both<Duration> readings;
    std::optional<Side> runs;
    Duration uncertainty;
    Instant at;
};

// The service turned a board round. Its placements still use the board's own squares.
struct Flipped {
    std::string serial;
    bool flipped = false;
};

// What came makes no sense, or the service reports an error: for the log, at most one a minute.
struct Nonsense {
    std::string what;
    std::uint64_t count = 0;  // so far
};

// A frame about this board as it came, or the board's entry in a list; for the log of frames.
// Nonsense has no serial number.
struct Heard {
    std::string serial;
    std::string text;
    Instant at;
};

struct SendText {
    std::string text;
};
// The service does not answer: end the link and connect again.
struct Reconnect {};

using LiveAct = std::variant<Equipment, Stands, ClockShows, Flipped, Nonsense, Heard, SendText,
                             Reconnect>;
using LiveActs = std::vector<LiveAct>;

class LiveChess {
public:
    // The serial numbers of the boards to follow; none: all that the service lists.
    explicit LiveChess(std::set<std::string> wanted = {}) : wanted_(std::move(wanted)) {}

    LiveActs opened(Instant at);
    LiveActs message(std::string_view text, Instant at);
    LiveActs closed(Instant at);

    // When wake() has something to do; nothing while there is no link.
    std::optional<Instant> deadline() const;
    LiveActs wake(Instant now);

    // Frames that made no sense, in all, and their bytes.
    std::uint64_t nonsense() const { return nonsense_; }
    std::uint64_t nonsense_bytes() const { return nonsense_bytes_; }
    // The present link has answered for longer than one question takes: the service works.
    bool lasts() const { return lists_ > 1; }

private:
    struct Board {
        Equipment equipment;
        std::int64_t feed = 0;  // id of the subscription; 0: none
        std::int64_t call = 0;  // that asked for it
        std::optional<bool> flipped;
        std::optional<devices::Placement> placement;
        bool late = false;       // what comes may be of any instant since `prompt`
        Instant prompt;          // the last time that the service reported no delay
        std::optional<ClockShows> clock;   // the last reading, and when the service took it
        std::optional<std::int64_t> read;
    };

    friend class LiveReader;

    std::string list_call();
    std::string subscribe_call(const std::string& serial, Board& board);
    void strange(std::string what, Instant at, LiveActs& acts);

    std::set<std::string> wanted_;
    std::map<std::string, Board> boards_;
    bool open_ = false;
    std::int64_t last_id_ = 0;
    std::optional<std::int64_t> list_asked_;  // id of the call that is not answered
    Instant next_list_;                       // when to ask, or to give up waiting
    std::uint64_t lists_ = 0;                 // that came on the present link
    std::uint64_t nonsense_ = 0;
    std::uint64_t nonsense_bytes_ = 0;
    std::optional<Instant> nonsense_reported_;
};

}  // namespace flagfall::sources
