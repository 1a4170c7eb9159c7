// The members of the large variants of messages (one_of.hpp).
#include <utility>

#include "common/wire/frames.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::wire {

template <class Types>
OneOf<Types>::OneOf() = default;
template <class Types>
OneOf<Types>::OneOf(const OneOf& other) = default;
template <class Types>
OneOf<Types>::OneOf(OneOf&& other) noexcept = default;
template <class Types>
OneOf<Types>& OneOf<Types>::operator=(const OneOf& other) = default;
template <class Types>
OneOf<Types>& OneOf<Types>::operator=(OneOf&& other) noexcept = default;
template <class Types>
OneOf<Types>::~OneOf() = default;
template <class Types>
bool operator==(const OneOf<Types>& one, const OneOf<Types>& other) {
    using Variant = OneOf<Types>::Variant;
    return static_cast<const Variant&>(one) == static_cast<const Variant&>(other);
}

template class OneOf<QuestionFactsTypes>;
template class OneOf<ClockCommandTypes>;
template class OneOf<ClockEventTypes>;
template class OneOf<DeskActTypes>;
template class OneOf<BoardActTypes>;
template class OneOf<EventActTypes>;
template class OneOf<OfficeCommandTypes>;
template class OneOf<GameEventTypes>;

template bool operator==(const OneOf<QuestionFactsTypes>&, const OneOf<QuestionFactsTypes>&);
template bool operator==(const OneOf<ClockCommandTypes>&, const OneOf<ClockCommandTypes>&);
template bool operator==(const OneOf<DeskActTypes>&, const OneOf<DeskActTypes>&);
template bool operator==(const OneOf<BoardActTypes>&, const OneOf<BoardActTypes>&);
template bool operator==(const OneOf<EventActTypes>&, const OneOf<EventActTypes>&);
template bool operator==(const OneOf<OfficeCommandTypes>&, const OneOf<OfficeCommandTypes>&);

}  // namespace flagfall::wire
