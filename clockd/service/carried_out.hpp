// Which commands were carried out, so that each acts once, for ever: the log knows. Every sender
// has ids of their own: no device can use up another's, or the office's. The same id with another
// content is not a retry.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "clockd/clock/boards.hpp"
#include "common/base/ids.hpp"
#include "common/store/past.hpp"
#include "common/store/until_durable.hpp"
#include "common/wire/frames.hpp"

namespace flagfall::clockd {

// A command as its rows in the log name it.
struct Act {
    std::string sender;  // as `sender_of` says
    std::string id;
    std::int64_t digest = 0;  // of what it says
};

// "arbiterd", "arbiter", "display"; of devices the enrolled one's number, "device/3".
std::string sender_of(clock::Role role, std::uint32_t device);

// What the command says, except what an honest retry may change: its age and its instant.
std::int64_t digest_of(wire::ClockCommand command);
std::int64_t digest_of(const wire::EnrolDevice& request);
std::int64_t digest_of(const wire::RevokeDevice& request);

// The same id with another content.
clock::Refusal id_used();

// Keeps only what is not durable yet, and looks the rest up.
class CarriedOut {
public:
    struct Deed {
        Pos pos;  // of its last event
        std::int64_t digest = 0;
        bool only_noted = false;  // refused, but the fact of a late press stands in the log
    };

    // A row that was appended to the log, in order; of rows without a command nothing is kept.
    void appended(const store::Row& row);

    // Every row up to here is durable: `past` has it.
    void committed(Pos up_to) { waiting_.committed(up_to); }

    // What became of this sender's command of this id; nothing: there was none.
    store::Lookup<std::optional<Deed>> find(const Act& act, store::Past& past) const;

private:
    using Key = std::pair<std::string, std::string>;  // sender, id
    struct Note {
        Pos pos;
        std::int64_t digest = 0;
        bool noted = false;
    };
    static Note note_of(const store::Row& row);
    static void add(std::optional<Deed>& deed, const Note& note);

    store::UntilDurable<Key, Note> waiting_;
};

}  // namespace flagfall::clockd
