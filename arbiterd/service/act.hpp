// An act of a person, and what arbiterd answers.
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
#include "common/wire/desk_messages.hpp"
#include "common/wire/event_acts_messages.hpp"

namespace flagfall::arbiterd {

// A ruling at the desk, or an act of the tournament office.
using Act = std::variant<wire::DeskCommand, wire::EventCommand>;

// What a sentence of an answer says, for programs that say it in another language. Of its fields,
// those that go with `what`.
struct Step {
    std::string what;  // "ruling", "result", "approved", "position", "moves", "restart", "colours",
                       // "bound", "question", "withdrawn", "clock"
    std::uint32_t number = 0;  // of a ruling or question
    std::string article{};
    std::string about{};    // of a ruling or question: a subject
    std::optional<Side> side{};
    std::string score{};    // of a result
    std::string ending{};
    std::string who{};      // has approved it
    std::optional<std::uint32_t> ply{};      // after which the game stands
    std::optional<std::uint32_t> presses{};  // at which the count stands
    std::string moves{};    // that must be played: UCI
    std::string voided{};   // moves that go, and that come back
    std::string restored{};
    Both<std::string> players{};  // of the colours from now on
};

// What an act of the desk makes of the clocks and the result, in numbers.
struct Consequences {
    std::vector<Step> steps;  // of the last sentences of the answer, one for each
    std::optional<Both<Duration>> readings;  // what they show then
    std::optional<Both<Duration>> added;     // to what they show
    std::optional<bool> runs;
    std::optional<std::string> result;       // "*": it is withdrawn
};

// As `confirm` of an act: nothing is done, the answer shows what would be.
inline constexpr std::string_view show_only = "show";

struct ActAnswer {
    enum class Kind { done, repeated, preview, refused, busy };
    Kind kind = Kind::refused;
    Pos pos;       // of `desk_acted` or `event_acted` in arbiterd's log: done and repeated
    Pos revision;  // of the tournament as it is now, for an act of its office; not when refused
    tournament::EventRefusal refusal;    // refused; `pointer` is a place in the whole command
    std::vector<std::string> says;  // what it does, a sentence each; repeated: for many boards only
    std::vector<wire::AtBoard> games;  // what an act for many boards comes to at each
    Consequences consequences;         // of an act of the desk
    std::string confirm;               // preview: the token that carries it out
};

// Does the sender of an office's act have the rights for it, now that it is decided? `event`: as it
// is then, null when there is none. Called on the service's thread; empty: it may always be done.
using Permit = std::function<bool(const tournament::Tournament* event)>;

// Takes the answer to one act, once, when what it says is durable.
using Answered = std::function<void(ActAnswer)>;

}  // namespace flagfall::arbiterd
