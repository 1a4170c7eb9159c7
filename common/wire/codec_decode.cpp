// JSON text -> messages.
#include <algorithm>
#include <utility>

#include "common/base/limits.hpp"
#include "common/base/text.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/codec_json.hpp"
#include "common/wire/codec_reader.hpp"

namespace flagfall::wire {

namespace {

template <class T>
concept OneOfMany = requires { typename T::Variant; };

// The command's id, if it can be read: a refusal should name it.
std::string id_in(const Json& json) {
    const Json* id = json.find("id");
    const bool good = id != nullptr && id->kind == Json::Kind::text &&
                      id->text.size() <= limits::id_bytes &&
                      is_printable(id->text);
    return good ? id->text : std::string{};
}

// The message's own code for an unknown word; empty: the word's code.
template <class T>
constexpr std::string_view word_refusal_of() {
    if constexpr (requires { T::word_refusal; }) return T::word_refusal;
    return {};
}

template <class T>
std::optional<DecodeError> read_message(const Json& object, bool from_peer,
                                        const std::string& path, T& message) {
    const FieldRules rules{.from_peer = from_peer, .empty_id = std::is_same_v<T, Refused>,
                           .word_refusal = word_refusal_of<T>()};
    FieldReader reader(object, rules, path);
    T::describe(message, reader);
    // Its fields name the readings once, for both places.
    if constexpr (std::is_same_v<T, ReadingSet>) message.readings = message.correction.readings;
    return std::move(reader.error());
}

// Is `type` the message T, or one of the variant T? If so, reads it into `out`.
template <class T, class Out>
bool try_read(const Json& object, std::string_view type, bool from_peer, const std::string& path,
              Out& out, std::optional<DecodeError>& error) {
    if constexpr (OneOfMany<T>) {
        return [&]<class... Ts>(std::type_identity<std::variant<Ts...>>) {
            T inner;
            const bool known =
                (try_read<Ts>(object, type, from_peer, path, inner, error) || ...);
            if (known) out = std::move(inner);
            return known;
        }(std::type_identity<typename T::Variant>{});
    } else {
        if (type != T::type) return false;
        error = read_message(object, from_peer, path, out.template emplace<T>());
        return true;
    }
}

template <class Message>
std::expected<Message, DecodeError> read_typed(const Json& json, std::string_view type,
                                               bool from_peer) {
    Message message;
    if (auto error = read_one_of(json, type, from_peer, {}, message)) {
        error->id = id_in(json);
        return std::unexpected(std::move(*error));
    }
    return message;
}

// Texts are checked field by field, when the command's id is known for the refusal.
constexpr JsonBounds bounds_of_peers{limits::json_items, limits::json_values, false};

template <class Message>
std::expected<Message, DecodeError> decode_line(std::string_view line, bool from_peer) {
    auto json = parse_json(line, from_peer ? bounds_of_peers : JsonBounds{});
    if (!json) return std::unexpected(std::move(json.error()));
    auto type = type_in(*json);
    if (!type) {
        type.error().id = id_in(*json);
        return std::unexpected(std::move(type.error()));
    }
    return read_typed<Message>(*json, *type, from_peer);
}

template <class Event>
std::expected<Event, DecodeError> decode_body(std::string_view type, std::string_view body) {
    auto json = parse_json(body);
    if (!json) return std::unexpected(std::move(json.error()));
    if (json->kind != Json::Kind::object)
        return std::unexpected(
            DecodeError{"malformed", "expected an object, got " + shown(*json), {}});
    return read_typed<Event>(*json, type, false);
}

// Messages of a person or a program, without a type.
template <class T>
std::expected<T, DecodeError> decode_command(const Json& json) {
    if (!json.is_object())
        return std::unexpected(
            DecodeError{"malformed", "expected an object, got " + shown(json), {}});
    T command;
    FieldReader reader(json, of_requests, {});
    T::describe(command, reader);
    if (reader.error()) {
        reader.error()->id = id_in(json);
        return std::unexpected(std::move(*reader.error()));
    }
    return command;
}

template <class T>
std::expected<T, DecodeError> decode_command(std::string_view body) {
    auto json = parse_json(body, from_outside);
    if (!json) return std::unexpected(std::move(json.error()));
    return decode_command<T>(*json);
}

}  // namespace

template <class... Ts>
std::optional<DecodeError> read_one_of(const Json& object, std::string_view type, bool from_peer,
                                       const std::string& path, std::variant<Ts...>& message) {
    std::optional<DecodeError> error;
    const bool known = (try_read<Ts>(object, type, from_peer, path, message, error) || ...);
    if (!known)
        error = DecodeError{
            "unknown_type", path + "type: there is no message " + quote(type), {},
            pointer_to(path + "type")};
    return error;
}

// A command whose texts are stored in another form may be longer than its line, and so is its
// event, which goes to those who follow the log.
std::expected<ToClockd, DecodeError> decode_to_clockd(std::string_view line) {
    auto message = decode_line<ToClockd>(line, true);
    const auto plain = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
    if (!message || (std::ranges::all_of(line, plain) && !line.contains("\\u"))) return message;
    const std::size_t bytes = encode(*message).size();
    if (bytes <= limits::line_bytes) return message;
    return std::unexpected(DecodeError{
        "bad_field",
        "a message of at most " + std::to_string(limits::line_bytes) + " bytes, and it has " +
            std::to_string(bytes) + " with its texts in Normalization Form C",
        id_in(*parse_json(line))});
}

std::expected<FromClockd, DecodeError> decode_from_clockd(std::string_view line) {
    return decode_line<FromClockd>(line, false);
}

std::expected<DeskCommand, DecodeError> decode_desk(std::string_view body) {
    return decode_command<DeskCommand>(body);
}

std::expected<EventCommand, DecodeError> decode_event(std::string_view body) {
    return decode_command<EventCommand>(body);
}

std::expected<DeskCommand, DecodeError> decode_desk(const Json& body) {
    return decode_command<DeskCommand>(body);
}

std::expected<EventCommand, DecodeError> decode_event(const Json& body) {
    return decode_command<EventCommand>(body);
}

std::expected<ClockEvent, DecodeError> decode_clock_event(std::string_view type,
                                                          std::string_view body) {
    return decode_body<ClockEvent>(type, body);
}

std::expected<GameEvent, DecodeError> decode_game_event(std::string_view type,
                                                        std::string_view body) {
    return decode_body<GameEvent>(type, body);
}

}  // namespace flagfall::wire
