// One of many messages, as a std::variant whose copies are compiled once.
#pragma once

#include <variant>

namespace flagfall::wire {

// `Types::Variant` is a std::variant. Use it as that: std::visit, std::get_if, emplace.
// A plain variant makes every file that copies or moves one compile the copy of each message in
// it, which took half of the time of a build. These members are defined in messages.cpp.
template <class Types>
class OneOf : public Types::Variant {
public:
    using Variant = typename Types::Variant;
    using Variant::Variant;
    using Variant::operator=;

    OneOf();
    OneOf(const OneOf& other);
    OneOf(OneOf&& other) noexcept;
    OneOf& operator=(const OneOf& other);
    OneOf& operator=(OneOf&& other) noexcept;
    ~OneOf();
};

// For variants whose messages can all be compared.
template <class Types>
bool operator==(const OneOf<Types>& one, const OneOf<Types>& other);

}  // namespace flagfall::wire
