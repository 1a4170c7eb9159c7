// One board as it is followed: what stands there by its changes, checked against whole boards, and
// what has stood still for long enough to be looked at.
//
// Changes arm a timer only. A whole board is believed when it agrees with the changes, or when it
// comes twice.
#pragma once

#include <optional>
#include <vector>

#include "clockd/devices/memory.hpp"
#include "clockd/devices/placement.hpp"
#include "common/base/time.hpp"

namespace flagfall::devices {

// A placement that stood, with when it came.
struct Look {
    Placement placement;
    Instant since{};
    Instant at{};
};

class Followed {
public:
    // ---- changes ----

    // One field changed between `since` and `at`. False: it changed nothing, as when a frame
    // comes twice.
    bool field(chess::Square square, chess::Piece piece, Instant since, Instant at);
    // Notes of a bus: what stood still between them.
    std::vector<Look> notes(const std::vector<Note>& notes, Instant since, Instant at);
    // Something was lost or doubtful: the next whole board decides.
    void doubt() { doubtful_ = true; }

    // ---- whole boards ----

    enum class Check { agrees, moving, ask_again, replaced };
    // A whole board that was asked for at `asked` and came at `at`.
    Check whole(const Placement& placement, Instant asked, Instant at);

    // ---- looks ----

    // Has nothing moved since `settle` before now, and what stands was not given yet?
    bool settled(Instant now, Duration settle) const;
    // What stands, when it is settled and certain; once.
    std::optional<Look> look();

    // Has a whole board agreed with what stands, since it changed last?
    bool checked() const { return checked_; }
    bool doubtful() const { return doubtful_ || !follower_.now(); }
    // When the hands were seen at work last; nothing: all was given.
    std::optional<Instant> moved_at() const { return moved_at_; }
    const std::optional<Placement>& now() const { return follower_.now(); }

private:
    void moved(Instant since, Instant at);

    NoteFollower follower_;
    bool doubtful_ = false;
    bool checked_ = false;
    std::optional<Instant> agreed_at_;  // a whole board, last
    std::optional<Placement> other_;   // a whole board that did not agree
    std::optional<Instant> moved_at_;
    Instant moved_since_{};
    Instant last_change_{};
    std::optional<Placement> given_;
};

}  // namespace flagfall::devices
