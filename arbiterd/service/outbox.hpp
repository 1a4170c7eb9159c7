// The commands for clockd that the record holds and that are not settled. Each goes out when it is
// durable, a few at a time, and again on each new link, until clockd's log shows its effect.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/time.hpp"
#include "common/wire/clock_commands.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::arbiterd {

class Outbox {
public:
    // One row of our record, in order: a command that was issued, or settled. Others are ignored.
    void take(const wire::GameEvent& event, Pos pos);

    // A link begins, and nothing was sent on it.
    void start_over();
    // The next command to send on this link, with our record durable up to there; nothing while
    // limits::hall_commands_under_way wait for their effect. It counts as sent then. It stays
    // valid until take().
    const wire::ClockCommand* next(Pos durable);

    // clockd's answer: its log has the effect at this position.
    void answered(const std::string& id, Pos effect);
    // The commands that are done by their answers, though clockd's log does not show it up to here.
    std::vector<std::string> without_effect(Pos followed) const;
    // The commands that have waited so long for an answer on this link; `passed` since the last
    // call.
    std::vector<std::string> unanswered(Duration passed, Duration patience);
    // The command's game; nothing when the command is settled.
    std::optional<std::string> game_of(const std::string& id) const;
    // A person is asked about the command now, or there is nobody to ask: it is in neither list
    // any more.
    void asked(const std::string& id);

private:
    // What is sent first: a ruling does not wait for a round that is set up.
    enum class Stream : std::uint8_t { games, tournaments };
    struct Command {
        Stream stream{};
        Pos pos;  // its own row
        std::string game;
        wire::ClockCommand command;
        bool sent = false;           // on this link
        Duration waited{};           // for its answer, on this link
        std::optional<Pos> effect{};
        bool asked = false;
    };

    template <class Issued>
    void add(Stream stream, const Issued& issued, Pos pos);
    void settle(const std::string& id);

    std::map<std::string, Command, std::less<>> all_;       // by id
    std::map<std::pair<Stream, Pos>, std::string> waiting_;  // those that this link has not taken
};

}  // namespace flagfall::arbiterd
