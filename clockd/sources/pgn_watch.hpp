// Games that another system writes to a file or a page every few seconds, as PGN: for results and
// review, never for the truth of a clock. The whole text comes in each time it was read, perhaps
// half written; what changed comes out. No I/O.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/chess/pgn.hpp"

namespace flagfall::sources {

// How a game is found again: what the other system writes in these tags does not change.
struct PgnKey {
    std::string event;
    std::string round;  // "3.1" where boards are numbered
    std::string board;
    std::string white;
    std::string black;
    friend auto operator<=>(const PgnKey&, const PgnKey&) = default;
};

// A game that is new, or that changed.
struct PgnChange {
    PgnKey key;
    std::vector<std::string> moves;  // in UCI notation, all of them
    std::size_t same = 0;            // so many of them were there before
    std::string result;              // "1-0", "0-1", "1/2-1/2", "*"
    bool moves_changed = false;
    bool result_changed = false;
    // Moves that were there are gone or others: a correction, or a fault of the other system.
    bool rewritten = false;
};

// What could not be read of a text.
struct PgnTrouble {
    std::string what;  // for people, of the first fault
    std::size_t faults = 0;
};

class PgnWatch {
public:
    struct Seen {
        std::vector<PgnChange> changes;
        PgnTrouble trouble;
    };
    // A game that cannot be read to its end keeps what it had: it may be half written. One that is
    // missing keeps it, too, and one that only lost its last moves, until two readings say so. Two
    // games with one key: the first counts, the others are faults.
    Seen read(std::string_view text);

    std::size_t games() const { return games_.size(); }

private:
    struct Game {
        std::vector<std::string> moves;
        std::string result;
        std::uint64_t reading = 0;  // in which it was seen last
        std::optional<std::size_t> cut_to{};  // the last reading had only so many moves
    };

    void take(const chess::PgnGame& game, Seen& seen);

    std::map<PgnKey, Game> games_;
    std::uint64_t readings_ = 0;
};

}  // namespace flagfall::sources
