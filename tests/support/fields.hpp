// The fields of a message, as its `describe` names them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "common/wire/codec.hpp"

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

// A part of a message: an object whose fields `describe` names.
template <class T, class V>
concept Described = requires(T& part, V& visitor) { T::describe(part, visitor); };

struct Field {
    std::string name;
    std::string type;  // its name in JSON Schema
    bool required = false;
    std::string value;  // for comparing and for people; not JSON

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

    static std::string shown(const std::string& v) { return '"' + v + '"'; }
    static std::string shown(std::int64_t v) { return std::to_string(v); }
    static std::string shown(std::uint32_t v) { return std::to_string(v); }
    static std::string shown(bool v) { return v ? "true" : "false"; }
    static std::string shown(Board v) { return shown(v.number); }
    static std::string shown(Epoch v) { return shown(v.count); }
    static std::string shown(Ply v) { return shown(v.count); }
    static std::string shown(Pos v) { return shown(v.value); }
    static std::string shown(Duration v) { return shown(v.us); }
    static std::string shown(Instant v) { return shown(v.us); }
    static std::string shown(Side v) { return std::string(name(v)); }
    static std::string shown(Score v) { return std::string(text(v)); }
    static std::string shown(Ending v) { return v == Ending::none ? "none" : std::string(name(v)); }
    template <wire::Word E>
    static std::string shown(E v) { return std::string(wire::name(v)); }
    static std::string shown(const wire::Pairs& pairs) {
        std::string out;
        for (const auto& [name, value] : pairs) out += shown(name) + "=" + shown(value) + " ";
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
        for (const T& item : items) out += shown(item) + " ";
        return out;
    }
    template <class T>
    static std::string shown(const std::optional<T>& v) { return v ? shown(*v) : "none"; }
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

// The fields of the message in the variant, with its type in front.
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

}  // namespace flagfall::test
