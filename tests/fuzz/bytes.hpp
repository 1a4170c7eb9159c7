// An input as a sequence of choices, for targets whose input is not a text: whatever the bytes
// are, they mean something, and an input that is too short goes on with zeros.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace flagfall::fuzz {

class Bytes {
public:
    explicit Bytes(std::string_view input) : rest_(input) {}

    bool empty() const { return rest_.empty(); }
    std::uint8_t byte();
    // From 0 up to, and without, `count`, which is at most 65536.
    std::size_t below(std::size_t count);
    bool chance(std::size_t one_in) { return below(one_in) == one_in - 1; }
    std::int64_t integer();  // eight bytes: any value
    // A number of any size from a few bytes: small ones are as likely as large ones.
    std::int64_t quantity();
    // A text of at most `most` bytes, any bytes.
    std::string text(std::size_t most);
    std::string_view rest() const { return rest_; }

    template <class List>
    const auto& pick(const List& list) {
        return list[below(std::size(list))];
    }

private:
    std::string_view rest_;
};

// The part of `input` before the first line end, and what comes after it.
struct Lines {
    std::string_view first;
    std::string_view rest;
};
Lines split_line(std::string_view input);

}  // namespace flagfall::fuzz
