// What the wire's tests do with `describe` beside listing fields (tests/support/fields.hpp): fill a
// message with values drawn from a seed that its schema allows.
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
#include "tests/support/fields.hpp"
#include "tests/unit/wire/schema_file.hpp"

namespace flagfall::test {

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
    // A schema may leave the words to the description of the field.
    template <wire::Word E>
    void fill(E& value) {
        value = rules_->words.empty() ? static_cast<E>(below(random_, names_of(E{}).size()))
                                      : wire::from_name<E>(word()).value();
    }
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

    const std::string& word() {
        REQUIRE_FALSE(rules_->words.empty());  // the schema has them all
        return rules_->words.at(below(random_, rules_->words.size()));
    }

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
