// The commands for clockd that are recorded and not settled. Each is sent once it is durable, a few
// at a time, and again on each new link, until clockd's log shows its effect.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "arbiterd/service/limits.hpp"
#include "common/base/ids.hpp"
#include "common/base/time.hpp"
#include "common/wire/clock_commands.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::arbiterd {

class Outbox {
public:
    // Takes a row of our record, in order. Only issued and settled commands matter here.
    void take(const wire::GameEvent& event, Pos pos);

    // A new link: nothing has been sent on it.
    void start_over();
    // The next command to send on this link; it must be durable, that is, at or before `durable`.
    // It counts as sent. Nothing while limits::commands_under_way wait for their effect. Valid
    // until take().
    const wire::ClockCommand* next(Pos durable);

    // clockd's answer: its log has the effect at this position.
    void answered(const std::string& id, Pos effect);
    // The commands that clockd has answered, though its log does not show their effect up to this
    // position.
    std::vector<std::string> without_effect(Pos followed) const;
    // The commands that have waited at least `patience` for an answer on this link. `passed`: the
    // time since the last call.
    std::vector<std::string> unanswered(Duration passed, Duration patience);
    // The command's game; nothing when the command is settled or unknown.
    std::optional<std::string> game_of(const std::string& id) const;
    // Leaves the command out of both lists from now on: a person was asked, or there is nobody to
    // ask.
    void asked(const std::string& id);

private:
    // The order of sending: rulings come first, so that they do not wait for a round's set-up.
    enum class Stream : std::uint8_t { games, tournaments };
    struct Command {
        Stream stream{};
        Pos pos;  // its own row
        std::string game;
        wire::ClockCommand command;
        bool sent = false;           // on this link
        Duration waited{};           // for an answer, on this link
        std::optional<Pos> effect{};
        bool asked = false;
    };

    template <class Issued>
    void add(Stream stream, const Issued& issued, Pos pos);
    void settle(const std::string& id);

    std::map<std::string, Command, std::less<>> all_;       // by id
    std::map<std::pair<Stream, Pos>, std::string> waiting_;  // not yet sent on this link
};

}  // namespace flagfall::arbiterd
