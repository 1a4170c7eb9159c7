// Writes the fields of `describe` as text, in that order, without building a tree.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/wire/describe.hpp"
#include "common/wire/names.hpp"
#include "common/wire/words.hpp"

namespace flagfall::wire {

// Appends `text` as a JSON string. Never longer than the shortest JSON a peer could have sent for
// it; invalid UTF-8 becomes U+FFFD, so that a line is always valid.
void append_quoted(std::string& out, std::string_view text);
void append_integer(std::string& out, std::int64_t value);

// Appends the fields of one object; the caller writes the braces and what precedes them.
class FieldWriter {
public:
    // `first`: the object is still empty.
    FieldWriter(std::string& out, bool first, Names names = Names::of_log)
        : out_(out), first_(first), names_(names) {}

    template <class T>
    void operator()(std::string_view name, const T& value) {
        if (!first_) out_ += ',';
        first_ = false;
        out_ += '"';
        std::string kept;
        out_ += spelled(name, names_, kept);  // names are plain letters and underscores
        out_ += "\":";
        put(value);
    }
    template <class T>
    void maybe(std::string_view name, const T& value) {
        if (!left_out(value)) (*this)(name, value);
    }

private:
    template <class T>
    static bool left_out(const T& value) {
        return value == T{};
    }
    template <class T>
    static bool left_out(const std::optional<T>& value) {
        return !value;
    }
    void put(const std::string& value) { append_quoted(out_, value); }
    void put(bool value) { out_ += value ? "true" : "false"; }
    void put(std::uint32_t value) { append_integer(out_, value); }
    void put(std::int64_t value) { append_integer(out_, value); }
    void put(Board value) { put(value.number); }
    void put(Epoch value) { put(value.count); }
    void put(Ply value) { put(value.count); }
    void put(Pos value) { put(value.value); }
    void put(Duration value) { put(value.us); }
    void put(Instant value) { put(value.us); }
    void put(Side value) { append_quoted(out_, name(value)); }
    void put(Score value) { append_quoted(out_, text(value)); }
    void put(Ending value) { append_quoted(out_, name(value)); }
    void put(const Pairs& value);
    template <Word E>
    void put(E value) {
        append_quoted(out_, name(value));
    }
    template <class T>
    void put(const std::vector<T>& value) {
        out_ += '[';
        for (const T& item : value) {
            if (&item != value.data()) out_ += ',';
            put(item);
        }
        out_ += ']';
    }
    template <class T>
        requires requires(const T& part, FieldWriter& writer) { T::describe(part, writer); }
    void put(const T& value) {
        out_ += '{';
        FieldWriter fields(out_, true, names_);
        T::describe(value, fields);
        out_ += '}';
    }
    template <class T>
    void put(const std::optional<T>& value) {
        put(value.value());
    }
    template <class... Ts>
    void put(const std::variant<Ts...>& value);

    std::string& out_;
    bool first_;
    Names names_;
};

// The fields of one object, with its braces.
template <class T>
std::string object_of(const T& value, Names names) {
    constexpr std::size_t usual = 320;  // bytes: most need no second allocation
    std::string out;
    out.reserve(usual);
    out += '{';
    FieldWriter writer(out, true, names);
    T::describe(value, writer);
    out += '}';
    return out;
}

// {"type":"press","id":...}: the message with its type in front.
template <class T>
    requires requires { T::type; }
void append_message(std::string& out, const T& message) {
    out += "{\"type\":\"";
    out += T::type;
    out += '"';
    FieldWriter writer(out, false);
    T::describe(message, writer);
    out += '}';
}

// The same for the message that a variant holds; a variant may hold variants.
template <class... Ts>
void append_message(std::string& out, const std::variant<Ts...>& message) {
    std::visit([&](const auto& held) { append_message(out, held); }, message);
}

template <class... Ts>
void FieldWriter::put(const std::variant<Ts...>& value) {
    append_message(out_, value);
}

}  // namespace flagfall::wire
