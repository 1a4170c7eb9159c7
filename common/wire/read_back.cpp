#include "common/wire/read_back.hpp"

#include "common/wire/plain_fields.hpp"

namespace flagfall::wire {
namespace {

template <class Event>
bool is_plain(const Event& event) {
    return std::visit(
        []<class T>(const T& held) {
            PlainFields fields;
            T::describe(held, fields);
            return fields.all_plain();
        },
        event);
}

template <class Event, class Decode>
std::string why_not(const Event& event, Decode decode) {
    if (is_plain(event)) return {};
    const std::string body = encode_body(event);
    const std::string type(type_of(event));
    const auto read = decode(type, body);
    if (!read) return type + ": " + read.error().text;
    return encode_body(*read) == body ? "" : type + ": it would be read as another one";
}

}  // namespace

std::string why_not_read_back(const ClockEvent& event) {
    return why_not(event, [](const auto& type, const auto& body) {
        return decode_clock_event(type, body);
    });
}

std::string why_not_read_back(const GameEvent& event) {
    return why_not(event, [](const auto& type, const auto& body) {
        return decode_game_event(type, body);
    });
}

}  // namespace flagfall::wire
