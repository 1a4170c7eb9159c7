#include "common/wire/texts.hpp"

#include <utility>
#include <variant>
#include <vector>

namespace flagfall::wire {

namespace {

// Keeps the first fault, and does not check what comes after it.
class Walk {
public:
    Walk(std::string path, std::optional<BadText>& found)
        : path_(std::move(path)), found_(found) {}

    template <class T>
    void operator()(std::string_view name, const T& value) {
        if (!found_) look(path_ + '/' + std::string(name), lines_of_field(name), value);
    }
    template <class T>
    void maybe(std::string_view name, const T& value) {
        (*this)(name, value);
    }

private:
    template <class T>
    void look(const std::string& at, Lines lines, const T& value) {
        if constexpr (requires(Walk& walk) { T::describe(value, walk); }) {
            Walk fields(at, found_);
            T::describe(value, fields);
        } else {
            static_assert(!std::is_convertible_v<T, std::string_view>);
            static_assert(!requires { value.index(); }, "a variant needs a look of its own");
            static_cast<void>(lines);  // numbers, sides, scores: no text
        }
    }
    void look(const std::string& at, Lines lines, const std::string& value) {
        if (found_) return;
        if (auto fault = text_fault(value, lines)) found_ = BadText{at, std::move(fault->says)};
    }
    void look(const std::string& at, Lines lines, const Pair& value) {
        look(at + "/0", lines, value.name);
        look(at + "/1", lines, value.value);
    }
    template <class T>
    void look(const std::string& at, Lines lines, const std::vector<T>& values) {
        for (std::size_t i = 0; i < values.size() && !found_; ++i)
            look(at + '/' + std::to_string(i), lines, values[i]);
    }
    template <class T>
    void look(const std::string& at, Lines lines, const std::optional<T>& value) {
        if (value) look(at, lines, *value);
    }
    template <class... Ts>
    void look(const std::string& at, Lines lines, const std::variant<Ts...>& value) {
        std::visit([&](const auto& held) { look(at, lines, held); }, value);
    }

    template <class Types>
    void look(const std::string& at, Lines lines, const OneOf<Types>& value) {
        look(at, lines, static_cast<const Types::Variant&>(value));
    }

    std::string path_;
    std::optional<BadText>& found_;
};

template <class Command>
std::optional<BadText> first_bad(const Command& command) {
    std::optional<BadText> found;
    Walk walk("", found);
    Command::describe(command, walk);
    return found;
}

}  // namespace

Lines lines_of_field(std::string_view name) {
    const bool written = name == "sheet" || name == "reason" || name == "text";
    return written ? Lines::many : Lines::one;
}

std::optional<BadText> bad_text(const DeskCommand& command) { return first_bad(command); }
std::optional<BadText> bad_text(const EventCommand& command) { return first_bad(command); }

}  // namespace flagfall::wire
