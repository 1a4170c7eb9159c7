// A board that has its line for itself: it sends its changes by itself, and is asked for the rest.
// Bytes and instants in, acts out.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <string_view>

#include "clockd/devices/followed.hpp"
#include "clockd/devices/frames.hpp"
#include "clockd/devices/limits.hpp"
#include "clockd/devices/reports.hpp"

namespace flagfall::devices {

class SingleLine {
public:
    // The line was opened, or the board is to be greeted again, at `at`.
    explicit SingleLine(Instant at) : wake_(at) { greet(); }

    Acts on_bytes(std::string_view bytes, Instant at);
    Acts on_wake(Instant at);
    // When on_wake is wanted.
    Instant deadline() const { return wake_; }

    // The game in its memory; answered with Remembered.
    void ask_memory() {
        memory_tries_ = 0;
        want_memory_ = true;
        wake_ = {};  // at once
    }
    // The whole board is asked for at `when`, whether it reports changes or not, until hands are
    // away or two seconds are over; answered with Asked. One that says nothing does not respond.
    void ask_board(Instant when) {
        look_at_ = when;
        wake_ = std::min(wake_, when);
    }
    void set_settle(Duration settle) { settle_ = settle; }
    const Damage& damage() const { return parser_.damage(); }
    const Equipment& equipment() const { return equipment_; }
    // Others answer on this line, too: it is a bus.
    bool crowded() const { return crowded_; }
    // Greetings that nobody answered, in a row.
    int unanswered() const { return unanswered_; }

private:
    struct Ask {
        char command = 0;
        std::optional<Content> answer{};  // nothing: there is none
        bool needed = true;               // without an answer the board does not respond
    };
    struct Current {
        Ask ask;
        Instant sent{};
        Instant heard{};
        int tries = 1;
    };

    void greet();
    void step(Instant at, Acts& acts);
    void due(Instant at);
    void send(Instant at, Acts& acts);
    void late(Instant at, Acts& acts);
    void silent(Instant at, Acts& acts);
    bool asked(Content content) const;
    void on_frame(const Frame& frame, Instant at, Acts& acts);
    void on_content(const Frame& frame, Instant at, Instant asked_at, Acts& acts);
    void on_field(const Frame& frame, Instant at, Acts& acts);
    void on_memory(const Frame& frame, Instant at, Acts& acts);
    void on_words(const Frame& frame, Instant at, Acts& acts);
    void settle(Instant at, Acts& acts);
    void tell(Acts& acts);
    bool known() const { return !equipment_.serial.empty(); }

    FrameParser parser_{LineMode::single};
    Equipment equipment_{.link = LinkState::silent};
    Equipment shown_{.link = LinkState::silent};
    Followed followed_;
    std::deque<Ask> queue_;
    std::optional<Current> current_;
    Instant quiet_until_{};
    Instant check_at_{};
    std::optional<Instant> look_at_;   // somebody waits for it
    Instant battery_at_{};
    std::optional<Instant> greet_at_;  // again, after silence
    bool want_memory_ = false;
    int memory_tries_ = 0;
    bool crowded_ = false;
    int unanswered_ = 0;
    bool trusted_ = false;  // its trademark is one that we know
    Duration settle_ = milliseconds(limits::settle_ms);
    Instant wake_;
};

// Is this the trademark of a board that is known to talk like this?
bool is_known(std::string_view trademark);
// "good", "low", "charging" or "none", from the nine bytes of a frame.
std::string battery_text(std::string_view data);
// "1.8" from two bytes.
std::string version_text(std::string_view data);

}  // namespace flagfall::devices
