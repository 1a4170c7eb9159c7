// Does a message have plain values only: short ASCII texts, numbers far from their limits, words?
// Then its written form is read back as the same message, without a need to try it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/ids.hpp"
#include "common/base/limits.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/base/words.hpp"

namespace flagfall::wire {

// Checks each value that `describe` names. If a value is not known to be plain, the answer is no:
// then reading it back decides.
class PlainFields {
public:
    template <class T>
    void operator()(std::string_view, const T& value) {
        all_plain_ = all_plain_ && plain(value);
    }
    template <class T>
    void maybe(std::string_view name, const T& value) {
        if (value != T{}) (*this)(name, value);  // otherwise it is not written
    }
    template <class T>
    void maybe(std::string_view name, const std::optional<T>& value) {
        if (value) (*this)(name, *value);
    }
    bool all_plain() const { return all_plain_; }

private:
    static constexpr std::int64_t most = std::int64_t{1} << 60;

    static bool plain(const std::string& text) {
        return !text.empty() && text.size() <= limits::id_bytes &&
               std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
    }
    static bool plain(std::int64_t number) { return number >= -most && number <= most; }
    static bool plain(Duration time) { return plain(time.us); }
    static bool plain(Instant time) { return plain(time.us); }
    static bool plain(Pos pos) { return pos.value >= 0 && pos.value <= most; }
    static bool plain(Board board) { return board.number >= 1 && board.number <= limits::boards; }
    static bool plain(std::uint32_t) { return true; }
    static bool plain(Epoch) { return true; }
    static bool plain(Ply) { return true; }
    static bool plain(bool) { return true; }
    static bool plain(Side) { return true; }
    template <Word E>
    static bool plain(E) { return true; }
    template <class T>
        requires(!Word<T>)
    static bool plain(const T&) { return false; }

    bool all_plain_ = true;
};

}  // namespace flagfall::wire
