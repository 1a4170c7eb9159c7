// Sentences for people that other programs can say in their own language: with each goes a code
// and what fills its places. No program of ours reads the text.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flagfall {

// A sentence with places for values: {"met", "{white} and {black} have met"}. Sentences of one code
// say the same of the same values.
struct Wording {
    std::string_view code;
    std::string_view text;
};

struct ToldValue {
    std::string name;
    std::string text;

    ToldValue(std::string_view named, std::string_view value) : name(named), text(value) {}
    template <std::integral Number>
        requires(!std::same_as<Number, char>)
    ToldValue(std::string_view named, Number value) : name(named), text(std::to_string(value)) {}
    friend bool operator==(const ToldValue&, const ToldValue&) = default;
};

struct Told {
    std::string text;
    std::string code{};  // empty: there is only the text
    std::vector<ToldValue> values{};

    Told() = default;
    explicit Told(std::string said, std::string_view by_code = {})
        : text(std::move(said)), code(by_code) {}
    Told(const Wording& wording, std::vector<ToldValue> of_it = {});
    // Its text has other words for some values: "1 hour" for 3600.
    Told(const Wording& wording, std::vector<ToldValue> of_it, std::vector<ToldValue> in_words);

    friend bool operator==(const Told&, const Told&) = default;
    friend bool operator==(const Told& told, std::string_view text) { return told.text == text; }
};

// The wording with its values; a place without a value stays as it is.
std::string filled(const Wording& wording, const std::vector<ToldValue>& values);

std::vector<std::string> texts(const std::vector<Told>& all);

}  // namespace flagfall
