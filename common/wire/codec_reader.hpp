// Reads the fields of `describe` from a parsed line, strictly: the first field that is missing, of
// another kind or out of range ends it; the error names it, with the expected and the found value.
#pragma once

#include <limits>
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
#include "common/wire/codec_wanted.hpp"
#include "common/wire/describe.hpp"
#include "common/wire/names.hpp"
#include "common/wire/words.hpp"

namespace flagfall::wire {

// The rules that depend on where the field is.
struct FieldRules {
    // Sent by a peer, which may send anything: texts are short and printable and stored in
    // Normalization Form C, an ending is named. The content of our own log
    // must always stay readable, and is bounded by a line only.
    bool from_peer = false;
    bool empty_id = false;  // a refusal's id may be ""
    Names names = Names::of_log;
    std::uint32_t count_most = std::numeric_limits<std::uint32_t>::max();
    std::string_view word_refusal{};  // replaces an unknown word's own code
    std::vector<std::string>* unknown = nullptr;  // where to list unknown fields
};

// For what programs send to the HTTP API.
inline constexpr FieldRules of_requests{.from_peer = true, .names = Names::of_api};

// A value that may be null in the API's documents: none.
template <class T>
struct OrNull {
    std::optional<T> value;
};

class FieldReader {
public:
    // `path` precedes the field's name in errors: "event." inside an event frame.
    FieldReader(const Json& object, FieldRules rules, std::string path)
        : object_(object), rules_(rules), path_(std::move(path)) {}

    template <class T>
    void operator()(std::string_view name, T& value) {
        if (error_) return;
        const Json* found = begin(name);
        if (found == nullptr) missing();
        else read(*found, value);
        keep_error();
    }
    template <class T>
    void maybe(std::string_view name, T& value) {
        if (error_) return;
        if (const Json* found = begin(name)) read(*found, value);
        else other_spelling(name);
        keep_error();
    }

    // Empty as long as every field was valid.
    std::optional<DecodeError>& error() { return error_; }
    // From now on reading goes on after a wrong field: each wrong field of this object
    // is listed here.
    void list_errors(std::vector<DecodeError>& all) { all_ = &all; }
    // Lists the fields of this object that were not read, if the rules ask for that.
    void list_unknown() const;

private:
    // The field of that name, which is read next.
    const Json* begin(std::string_view name);
    void keep_error() {
        if (!error_ || all_ == nullptr) return;
        all_->push_back(std::move(*error_));
        error_.reset();
    }
    void missing();
    // Unknown fields are ignored, but one of ours by the name that it has in other documents was
    // meant: timeControl for time_control.
    void other_spelling(std::string_view name);
    void expected(Told what, std::string got);
    void expected(Told what, const Json& got) { expected(std::move(what), shown(got)); }
    // A whole number of low..high, or an error and `low`.
    std::int64_t whole(const Json& json, std::int64_t low, std::int64_t high);
    void unknown_word(std::span<const std::string_view> names, std::string_view refusal,
                      const Json& got);
    // The refusal's code for an unknown word, if the enum has its own.
    template <Word E>
    static constexpr std::string_view own_refusal() {
        if constexpr (requires { refusal_of(E{}); }) return refusal_of(E{});
        else return {};
    }
    // Ids up to limits::id_bytes, other texts up to limits::text_bytes or the length of a line.
    std::size_t longest_text() const;
    bool text_fits(const Json& json, std::size_t longest);
    void keep(const std::string& text, std::size_t longest, std::string& value);

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
        if (known) value = *known;
        else unknown_word(names_of(E{}), own_refusal<E>(), json);
    }
    // An empty text means none.
    template <Word E>
    void read(const Json& json, std::optional<E>& value) {
        if (json.is_text() && json.text.empty()) value.reset();
        else read(json, value.emplace());
    }
    template <class T>
    void read(const Json& json, std::optional<T>& value) {
        read(json, value.emplace());
    }
    template <class T>
    void read(const Json& json, OrNull<T>& value) {
        if (json.is_null()) value.value.reset();
        else read(json, value.value);
    }
    template <class... Ts>
    void read(const Json& json, std::variant<Ts...>& value);
    // An object whose fields `describe` names.
    template <class T>
        requires requires(T& part, FieldReader& reader) { T::describe(part, reader); }
    void read(const Json& json, T& value) {
        if (json.kind != Json::Kind::object) return expected(wanted::object, json);
        FieldReader fields(json, rules_, here() + '.');
        T::describe(value, fields);
        fields.list_unknown();
        error_ = std::move(fields.error_);
    }
    template <class T>
    void read(const Json& json, std::vector<T>& value);
    bool list_fits(const Json& json);
    // The path of the present field: "act.players".
    std::string here() const;

    const Json& object_;
    FieldRules rules_;
    std::string path_;
    std::string_view field_;  // in the spelling of `describe`
    std::vector<std::string_view> asked_{};  // the fields that were read, if unknown ones count
    std::vector<DecodeError>* all_ = nullptr;
    std::optional<DecodeError> error_;
};

// "act.players.3" as a JSON Pointer: "/act/players/3".
std::string pointer_to(std::string_view path);
// A name in a JSON Pointer: with ~0 for '~' and ~1 for '/'.
std::string escaped(std::string_view name);

// Reads the object as a T by the rules; adds every wrong field to `errors`.
template <class T>
T read_object(const Json& object, FieldRules rules, std::string path,
              std::vector<DecodeError>& errors) {
    T value;
    FieldReader reader(object, rules, std::move(path));
    reader.list_errors(errors);
    T::describe(value, reader);
    reader.list_unknown();
    return value;
}

// The object's "type", or an error of code malformed.
std::expected<std::string_view, DecodeError> type_in(const Json& json);

// The message of the variant whose type is `type`, read from `object`.
template <class... Ts>
std::optional<DecodeError> read_one_of(const Json& object, std::string_view type, bool from_peer,
                                       const std::string& path, std::variant<Ts...>& message);

template <class... Ts>
void FieldReader::read(const Json& json, std::variant<Ts...>& value) {
    const auto type = type_in(json);
    if (!type) return expected(wanted::typed, json);
    error_ = read_one_of(json, *type, rules_.from_peer, here() + '.', value);  // the log's names
}

// Items are named by their index, from 0: "act.players.3.name".
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
