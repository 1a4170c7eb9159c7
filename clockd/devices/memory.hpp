// The memory of an electronic board: what it notes of a game by itself, also while nobody asks. A
// board on a bus answers in the same notes. After a crash of the host they give back the moves
// that were made meanwhile.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "clockd/devices/clock_frames.hpp"
#include "clockd/devices/placement.hpp"
#include "common/base/time.hpp"

namespace flagfall::devices {

// A field of a board on the wire counts from a8 to h1.
constexpr chess::Square square_of(unsigned field) {
    return chess::square_at(static_cast<int>(field % 8), 7 - static_cast<int>(field / 8));
}
constexpr unsigned field_of(chess::Square square) {
    return static_cast<unsigned>((7 - chess::rank_of(square)) * 8 + chess::file_of(square));
}

// A piece on the wire; the three signs for results stand for no piece. Nothing: no such code.
std::optional<chess::Piece> piece_of(unsigned code);
unsigned code_of(chess::Piece piece);

// The 64 fields of a frame. Nothing: a code that no piece has.
std::optional<Placement> placement_of(std::string_view data);
std::string fields_of(const Placement& placement);

struct Note {
    enum class What : std::uint8_t {
        change,  // a field
        time,    // what one side's clock showed
        power_up,
        watchdog,      // the board started again by itself
        begin,         // the starting position stands on the board
        begin_turned,  // seen from its other end
        empty,         // the board is empty
        start,         // we marked the start of a game here
        other,         // four rows of pieces, read by a host, the end
    };
    What what = What::other;
    chess::Square square{};
    chess::Piece piece{};
    bool soon = false;  // less than a quarter of a second after the change before
    Hand hand{};
    Duration time{};

    friend bool operator==(const Note&, const Note&) = default;
};

struct Notes {
    std::vector<Note> notes;
    bool damaged = false;  // there was something else beside them, which was left out

    friend bool operator==(const Notes&, const Notes&) = default;
};
// What can be read of it: bytes that begin no note are left out, one after the other.
Notes notes_of(std::string_view data);
std::string bytes_of(const Note& note);

// A whole board that stood still for a quarter of a second, as far as notes show.
struct StoodPlacement {
    Placement placement;
    // What the clock showed when it was noted last, after this placement had come.
    std::optional<Duration> left{};
    std::optional<Duration> right{};

    friend bool operator==(const StoodPlacement&, const StoodPlacement&) = default;
};

// Follows notes from a placement on. Without one they mean nothing until they say where they
// begin.
class NoteFollower {
public:
    NoteFollower() = default;
    explicit NoteFollower(const Placement& placement)
        : now_(placement), given_{placement, {}, {}} {}

    // Gives the placement that had stood still when this came, if it was not given before.
    std::optional<StoodPlacement> take(const Note& note);
    // There is nothing more: what stands now, if it was not given before.
    std::optional<StoodPlacement> rest();

    const std::optional<Placement>& now() const { return now_; }
    // Have pieces moved since a placement was given?
    bool moved() const { return moved_; }

private:
    std::optional<StoodPlacement> give();
    void begin(const Placement& placement);

    std::optional<Placement> now_;
    bool moved_ = false;
    StoodPlacement given_;
};

// All placements of the last game that the memory holds, in order. Empty: it holds no beginning.
// `start`: what stood on the board where we marked the start of a game. Some boards write their men
// there, others nothing.
std::vector<StoodPlacement> last_game(const Notes& notes, const Placement& start);

}  // namespace flagfall::devices
