// What the tests do with `describe`: list the fields of a message, and fill it with values drawn
// from a seed that its schema allows.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "common/wire/codec.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/wire/schema_file.hpp"

namespace flagfall::test {

// The std::variant of a type that is one of many messages.
template <class T>
struct VariantOf {};
template <class... Ts>
struct VariantOf<std::variant<Ts...>> {
    using Type = std::variant<Ts...>;
};
template <class Types>
struct VariantOf<wire::OneOf<Types>> {
    using Type = typename Types::Variant;
};
template <class T>
concept OneOfMany = requires { typename VariantOf<T>::Type; };

// Calls f(std::type_identity<T>) for each message of a variant, variants inside included.
template <class Variant, class F>
void for_each_type(F f) {
    [&]<class... Ts>(std::type_identity<std::variant<Ts...>>) {
        const auto one = [&]<class T>(std::type_identity<T> type) {
            if constexpr (OneOfMany<T>) for_each_type<T>(f);
            else f(type);
        };
        (one(std::type_identity<Ts>{}), ...);
    }(std::type_identity<typename VariantOf<Variant>::Type>{});
}

// The folder of schemas/ that has the messages of a variant, with "/" at its end.
template <class Variant>
std::string folder_of() {
    using T = typename VariantOf<Variant>::Type;
    if constexpr (std::is_same_v<T, wire::ClockEventTypes::Variant>) return "clockd/event/";
    else if constexpr (std::is_same_v<T, wire::GameEventTypes::Variant>)
        return "arbiterd/event/";
    else if constexpr (std::is_same_v<T, wire::DeskActTypes::Variant>) return "desk/";
    else if constexpr (std::is_same_v<T, wire::BoardActTypes::Variant>) return "desk/";
    else if constexpr (std::is_same_v<T, wire::EventActTypes::Variant>) return "office/";
    else if constexpr (std::is_same_v<T, wire::QuestionFactsTypes::Variant>)
        return "arbiterd/facts/";
    else return "clockd/";
}

// A part of a message: an object whose fields `describe` names.
template <class T, class V>
concept Described = requires(T& part, V& visitor) { T::describe(part, visitor); };

struct Field {
    std::string name;
    std::string type;  // as JSON Schema calls it
    bool required = false;
    std::string value;  // for comparing; not JSON

    friend bool operator==(const Field&, const Field&) = default;
};

class Lister {
public:
    std::vector<Field> fields;

    template <class T>
    void operator()(std::string_view name, const T& value) {
        fields.push_back({std::string(name), type_of(value), true, shown(value)});
    }
    template <class T>
    void maybe(std::string_view name, const T& value) {
        fields.push_back({std::string(name), type_of(value), false, shown(value)});
    }

private:
    template <class T>
    static std::string type_of(const std::optional<T>&) { return type_of(T{}); }
    static std::string type_of(const wire::Pairs&) { return "array"; }
    template <class T>
    static std::string type_of(const std::vector<T>&) { return "array"; }
    static std::string type_of(bool) { return "boolean"; }
    template <class T>
    static std::string type_of(const T&) {
        constexpr bool text = std::is_same_v<T, std::string> || std::is_same_v<T, Side> ||
                              std::is_same_v<T, Score> || std::is_same_v<T, Ending> ||
                              wire::Word<T>;
        if (Described<T, Lister> || OneOfMany<T>) return "object";
        return text ? "string" : "integer";
    }

    static std::string shown(const std::string& v) { return v; }
    static std::string shown(std::int64_t v) { return std::to_string(v); }
    static std::string shown(std::uint32_t v) { return std::to_string(v); }
    static std::string shown(bool v) { return v ? "yes" : "no"; }
    static std::string shown(Board v) { return shown(v.number); }
    static std::string shown(Epoch v) { return shown(v.count); }
    static std::string shown(Ply v) { return shown(v.count); }
    static std::string shown(Pos v) { return shown(v.value); }
    static std::string shown(Duration v) { return shown(v.us); }
    static std::string shown(Instant v) { return shown(v.us); }
    static std::string shown(Side v) { return shown(std::int64_t{v == Side::black}); }
    static std::string shown(Score v) {
        return shown(std::int64_t{v.half_points[Side::white]}) + ":" +
               shown(std::int64_t{v.half_points[Side::black]});
    }
    static std::string shown(Ending v) { return shown(static_cast<std::int64_t>(v)); }
    template <wire::Word E>
    static std::string shown(E v) { return std::string(wire::name(v)); }
    static std::string shown(const wire::Pairs& pairs) {
        std::string out;
        for (const auto& [name, value] : pairs) out += name + "\x1f" + value + "\x1e";
        return out;
    }
    template <Described<Lister> T>
    static std::string shown(const T& part) {
        Lister inner;
        T::describe(part, inner);
        std::string out;
        for (const Field& field : inner.fields) out += "|" + field.value;
        return out;
    }
    template <class T>
    static std::string shown(const std::vector<T>& items) {
        std::string out;
        for (const T& item : items) out += shown(item) + "\x1d";
        return out;
    }
    template <class T>
    static std::string shown(const std::optional<T>& v) { return v ? "some " + shown(*v) : "none"; }
    template <class... Ts>
    static std::string shown(const std::variant<Ts...>& message) {
        return std::visit(
            []<class T>(const T& held) {
                Lister inner;
                T::describe(held, inner);
                std::string out(T::type);
                for (const Field& field : inner.fields) out += "|" + field.value;
                return out;
            },
            message);
    }
};

template <class T>
    requires Described<const T, Lister>
std::vector<Field> fields_of(const T& message) {
    Lister lister;
    T::describe(message, lister);
    return lister.fields;
}

// The fields of whichever message the variant holds, with its type in front.
template <class... Ts>
std::vector<Field> fields_of(const std::variant<Ts...>& message) {
    return std::visit(
        []<class T>(const T& held) {
            if constexpr (OneOfMany<T>) {
                return fields_of(held);
            } else {
                auto fields = fields_of(held);
                fields.insert(fields.begin(), {"type", "string", true, std::string(T::type)});
                return fields;
            }
        },
        message);
}

using Random = std::mt19937_64;

inline std::size_t below(Random& random, std::size_t end) { return random() % end; }

// A text of a few printable characters of several scripts, some of which JSON must escape.
std::string random_text(Random& random, std::size_t longest_bytes);

class Filler {
public:
    // Which of the fields that may be left out are filled in.
    enum class Optional { all, none, some };

    Filler(Random& random, const MessageSchema& schema, Optional optional)
        : random_(random), schema_(schema), optional_(optional) {}

    template <class T>
    void operator()(std::string_view name, T& value) {
        rules_ = &schema_.fields.at(std::string(name));
        fill(value);
    }
    template <class T>
    void maybe(std::string_view name, T& value) {
        if (optional_ == Optional::none) return;
        if (optional_ == Optional::some && below(random_, 2) == 0) return;
        (*this)(name, value);
    }

private:
    std::int64_t number(std::int64_t most);
    void fill(std::string& value);
    void fill(std::int64_t& value) { value = number(std::int64_t{1} << 52); }
    void fill(std::uint32_t& value) { value = static_cast<std::uint32_t>(number(0xFFFFFFFF)); }
    void fill(bool& value) { value = below(random_, 2) == 1; }
    void fill(Board& value) { fill(value.number); }
    void fill(Epoch& value) { fill(value.count); }
    void fill(Ply& value) { fill(value.count); }
    void fill(Pos& value) { fill(value.value); }
    void fill(Duration& value) { fill(value.us); }
    void fill(Instant& value) { fill(value.us); }
    void fill(Side& value) { value = below(random_, 2) == 1 ? Side::black : Side::white; }
    void fill(Score& value) { value = score_from(word()).value(); }
    void fill(Ending& value) { value = ending_from(word()).value(); }
    template <wire::Word E>
    void fill(E& value) { value = wire::from_name<E>(word()).value(); }
    void fill(wire::Pairs& value);
    template <Described<Filler> T>
    void fill(T& part) {
        Filler inner(random_, part_schema(rules_->part), optional_);
        T::describe(part, inner);
    }
    template <class T>
    void fill(std::vector<T>& items) {
        FieldSchema item = common_field(rules_->items);
        item.part = rules_->items;
        const FieldSchema* list = std::exchange(rules_, &item);
        for (std::size_t count = below(random_, 3); count > 0; --count) fill(items.emplace_back());
        rules_ = list;
    }
    template <class T>
    void fill(std::optional<T>& value) {
        fill(value.emplace());
    }
    template <class... Ts>
    void fill(std::variant<Ts...>& value);

    const std::string& word() { return rules_->words.at(below(random_, rules_->words.size())); }

    Random& random_;
    const MessageSchema& schema_;
    Optional optional_;
    const FieldSchema* rules_ = nullptr;
};

template <class T>
T filled(Random& random, const std::string& folder, Filler::Optional optional) {
    T message{};
    Filler filler(random, schema_of(folder + std::string(T::type)), optional);
    T::describe(message, filler);
    if constexpr (std::is_same_v<T, wire::ReadingSet>)
        message.readings = message.correction.readings;
    return message;
}

template <class... Ts>
void Filler::fill(std::variant<Ts...>& value) {
    const std::string folder = folder_of<std::variant<Ts...>>();
    std::size_t chosen = below(random_, sizeof...(Ts));
    const auto choose = [&]<class T>(std::type_identity<T>) {
        if (chosen-- == 0) value = filled<T>(random_, folder, optional_);
    };
    (choose(std::type_identity<Ts>{}), ...);
}

}  // namespace flagfall::test
