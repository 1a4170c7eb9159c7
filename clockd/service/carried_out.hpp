// Which commands were carried out, so that each acts only once: the log has them. Every sender
// has its own ids: no device can use up another's, or the office's. The same id with other
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

// A command, as its rows in the log identify it.
struct Act {
    std::string sender;  // from `sender_of`
    std::string id;
    std::int64_t digest = 0;  // of its content
};

// "arbiterd", "arbiter", "display"; for an enrolled device its number, "device/3".
std::string sender_of(clock::Role role, std::uint32_t device);

// Of the command's content, except what an honest retry may change: its age and its instant.
std::int64_t digest_of(wire::ClockCommand command);
std::int64_t digest_of(const wire::EnrolDevice& request);
std::int64_t digest_of(const wire::RevokeDevice& request);

// The refusal of the same id with other content.
clock::Refusal id_used();

// Keeps only what is not durable yet, and looks up the rest.
class CarriedOut {
public:
    struct Deed {
        Pos pos;  // of its last event
        std::int64_t digest = 0;
        bool only_noted = false;  // refused, but the log has the fact of a late press
    };

    // Call it for each row that is appended, in order; rows without a command are not kept.
    void appended(const store::Row& row);

    // Every row up to here is durable: `past` has it.
    void committed(Pos up_to) { waiting_.committed(up_to); }

    // The result of this sender's command with this id; empty if there was none.
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
