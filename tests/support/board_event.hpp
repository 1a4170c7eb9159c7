// The fields that all events of a board have.
#pragma once

#include <type_traits>
#include <variant>

#include "common/wire/clock_messages.hpp"

namespace flagfall::test {

// nullptr for an event of no board.
inline const wire::BoardEvent* board_event(const wire::ClockEvent& event) {
    return std::visit(
        [](const auto& e) -> const wire::BoardEvent* {
            if constexpr (std::is_base_of_v<wire::BoardEvent, std::decay_t<decltype(e)>>)
                return &e;
            else
                return nullptr;
        },
        event);
}

}  // namespace flagfall::test
