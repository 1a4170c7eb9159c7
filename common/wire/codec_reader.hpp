// Reads what `describe` names from a parsed line, strictly: the first field that is missing, of
// another kind or out of range ends it, and the error says which, what was expected, what came.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/codec_json.hpp"
#include "common/wire/describe.hpp"
#include "common/wire/words.hpp"

namespace flagfall::wire {

// What depends on where the field stands.
struct FieldRules {
    // Sent by a peer, who may send anything: texts are short and printable and kept in
    // Normalization Form C, an ending is named. What our own log
    // holds must always be readable again, and is bounded by a line only.
    bool from_peer = false;
    bool empty_id = false;  // a refusal's id may be ""
};

class FieldReader {
public:
    // `path` stands before the field's name in errors: "event." inside an event frame.
    FieldReader(const Json& object, FieldRules rules, std::string path)
        : object_(object), rules_(rules), path_(std::move(path)) {}

    template <class T>
    void operator()(std::string_view name, T& value) {
        if (error_) return;
        field_ = name;
        const Json* found = object_.find(name);
        if (found == nullptr) return fail("missing");
        read(*found, value);
    }
    template <class T>
    void maybe(std::string_view name, T& value) {
        if (error_) return;
        field_ = name;
        if (const Json* found = object_.find(name)) read(*found, value);
    }

    // Empty as long as every field was good.
    std::optional<DecodeError>& error() { return error_; }

private:
    void fail(const std::string& what);
    void expected(const std::string& what, const Json& got);
    // A whole number of low..high, or an error and `low`.
    std::int64_t whole(const Json& json, std::int64_t low, std::int64_t high);
    static std::string one_of(std::span<const std::string_view> names);
    // Ids up to limits::id_bytes, other texts up to limits::text_bytes or what a line holds.
    std::size_t longest_text() const;
    bool text_fits(const Json& json, std::size_t longest);
    std::string kept(const std::string& text) const;

    void read(const Json& json, std::string& value);
    void read(const Json& json, bool& value);
    void read(const Json& json, std::uint32_t& value);
    void read(const Json& json, std::int64_t& value);
    void read(const Json& json, Board& value);
    void read(const Json& json, Epoch& value) { read(json, value.count); }
    void read(const Json& json, Ply& value) { read(json, value.count); }
    void read(const Json& json, Pos& value);
    void read(const Json& json, Duration& value) { read(json, value.us); }
    void read(const Json& json, Instant& value) { read(json, value.us); }
    void read(const Json& json, Side& value);
    void read(const Json& json, Score& value);
    void read(const Json& json, Ending& value);
    void read(const Json& json, Pairs& value);
    template <Word E>
    void read(const Json& json, E& value) {
        const auto known = json.is_text() ? from_name<E>(json.text) : std::nullopt;
        if (!known) return expected(one_of(names_of(E{})), json);
        value = *known;
    }
    template <class T>
    void read(const Json& json, std::optional<T>& value) {
        read(json, value.emplace());
    }
    template <class... Ts>
    void read(const Json& json, std::variant<Ts...>& value);
    // An object whose fields `describe` names.
    template <class T>
        requires requires(T& part, FieldReader& reader) { T::describe(part, reader); }
    void read(const Json& json, T& value) {
        if (json.kind != Json::Kind::object) return expected("an object", json);
        FieldReader fields(json, rules_, here() + '.');
        T::describe(value, fields);
        error_ = std::move(fields.error_);
    }
    template <class T>
    void read(const Json& json, std::vector<T>& value);
    bool list_fits(const Json& json);
    // The path of the field that is read: "act.players".
    std::string here() const { return path_ + std::string(field_); }

    const Json& object_;
    FieldRules rules_;
    std::string path_;
    std::string_view field_;
    std::optional<DecodeError> error_;
};

// "act.players.3" as a JSON Pointer: "/act/players/3".
std::string pointer_to(std::string_view path);

// The object's "type", or an error of code malformed.
std::expected<std::string_view, DecodeError> type_in(const Json& json);

// The message of the variant whose type is `type`, read from `object`.
template <class... Ts>
std::optional<DecodeError> read_one_of(const Json& object, std::string_view type, bool from_peer,
                                       const std::string& path, std::variant<Ts...>& message);

template <class... Ts>
void FieldReader::read(const Json& json, std::variant<Ts...>& value) {
    const auto type = type_in(json);
    if (!type) return expected("an object with a type", json);
    error_ = read_one_of(json, *type, rules_.from_peer, here() + '.', value);
}

// Items are named by their place, from 0: "act.players.3.name".
template <class T>
void FieldReader::read(const Json& json, std::vector<T>& value) {
    if (!list_fits(json)) return;
    value.clear();
    value.reserve(json.items.size());
    for (std::size_t i = 0; i < json.items.size() && !error_; ++i) {
        FieldReader item(json.items[i], rules_, here() + '.' + std::to_string(i));
        item.read(json.items[i], value.emplace_back());
        error_ = std::move(item.error_);
    }
}

}  // namespace flagfall::wire
