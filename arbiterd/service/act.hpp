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

// What an act of the desk makes of the clocks and the result, in numbers.
struct Consequences {
    std::optional<Both<Duration>> readings;  // what they show then
    std::optional<Both<Duration>> added;     // to what they show
    std::optional<bool> runs;
    std::optional<std::string> result;       // "*": it is withdrawn
};

// As DeskCommand::confirm: nothing is done, the answer shows what would be.
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

// Takes the answer to one act, once, when what it says is durable.
using Answered = std::function<void(ActAnswer)>;

}  // namespace flagfall::arbiterd
