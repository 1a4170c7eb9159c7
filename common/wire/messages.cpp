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
bool OneOf<Types>::operator==(const OneOf& other) const {
    return static_cast<const Variant&>(*this) == static_cast<const Variant&>(other);
}

template class OneOf<QuestionFactsTypes>;
template class OneOf<ClockCommandTypes>;
template class OneOf<ClockEventTypes>;
template class OneOf<DeskActTypes>;
template class OneOf<BoardActTypes>;
template class OneOf<EventActTypes>;
template class OneOf<OfficeCommandTypes>;
template class OneOf<GameEventTypes>;

}  // namespace flagfall::wire
