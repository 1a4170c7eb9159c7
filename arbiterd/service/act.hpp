// A person's act, and arbiterd's answer.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "arbiterd/tournament/check.hpp"
#include "common/base/ids.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/base/told.hpp"
#include "common/wire/desk_messages.hpp"
#include "common/wire/event_acts_messages.hpp"

namespace flagfall::arbiterd {

// A ruling at the desk, or an act of the tournament office.
using Act = std::variant<wire::DeskCommand, wire::EventCommand>;

// One sentence of an answer as data, for programs that show it in another language. Only the fields
// that belong to `what` are set.
struct Step {
    std::string what;  // "ruling", "result", "approved", "position", "moves", "restart", "colours",
                       // "bound", "question", "withdrawn", "clock"
    std::uint32_t number = 0;  // of a ruling or question
    std::string article{};
    std::string about{};    // of a ruling or question: a subject
    std::optional<Side> side{};
    std::string score{};    // of a result
    std::string ending{};
    std::string who{};      // the person who approved it
    std::optional<std::uint32_t> ply{};      // the ply after which the game stands
    std::optional<std::uint32_t> presses{};  // the new count of presses
    std::string moves{};    // the moves that must be played: UCI
    std::string voided{};   // the moves that become void, and those that are restored
    std::string restored{};
    Both<std::string> players{};  // by their colours from now on
};

// What an act of the desk does to the clocks and the result, in numbers.
struct Consequences {
    std::vector<Step> steps;  // one for each of the last sentences of the answer
    std::optional<Both<Duration>> readings;  // what the clocks show afterwards
    std::optional<Both<Duration>> added;     // what is added to the readings
    std::optional<bool> runs;
    std::optional<std::string> result;       // "*": withdrawn
};

// As `confirm` of an act: does nothing and returns a preview.
inline constexpr std::string_view show_only = "show";

struct ActAnswer {
    enum class Kind { done, repeated, preview, refused, busy };
    Kind kind = Kind::refused;
    Pos pos;       // of `desk_acted` or `event_acted` in arbiterd's log, when done or repeated
    Pos revision;  // the tournament's present one, for acts of its office; not when refused
    tournament::EventRefusal refusal;    // refused; `pointer` is relative to the whole command
    // What it does, a sentence each; those of `consequences.steps`, which are last, have no code.
    // Repeated: for many boards only.
    std::vector<Told> says;
    std::vector<wire::AtBoard> games;  // what an act for many boards did at each
    Consequences consequences;         // of an act of the desk
    std::string confirm;               // preview: the token that carries it out
};

// Does the sender of an office's act have the rights for it, now that it is decided? `event`: as it
// is then, null when there is none. Called on the service's thread; empty: it may always be done.
using Permit = std::function<bool(const tournament::Tournament* event)>;

// Called once with the answer to an act, when it is durable.
using Answered = std::function<void(ActAnswer)>;

}  // namespace flagfall::arbiterd
