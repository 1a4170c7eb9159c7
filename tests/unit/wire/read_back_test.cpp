// Whether an event would be read unchanged: the same answer as reading it, for every message, with
// each text and each number at and beyond its limits.
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "common/base/limits.hpp"
#include "common/wire/read_back.hpp"
#include "tests/unit/wire/visitors.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

const std::vector<std::string> texts{"",
                                     "a",
                                     "~ !",
                                     "\"",
                                     "\\",
                                     "\x1f",
                                     "\x7f",
                                     "é",
                                     "\xff",
                                     std::string("a\0b", 3),
                                     std::string(limits::id_bytes, 'a'),
                                     std::string(limits::id_bytes + 1, 'a'),
                                     std::string(limits::id_bytes, '\xff'),
                                     std::string(limits::line_bytes + 1, 'a')};

constexpr std::int64_t widest = std::int64_t{1} << 61;
constexpr std::int64_t numbers[]{0,           1,          -1,
                                 widest,      -widest,    widest + 1,
                                 -widest - 1, limits::boards, limits::boards + 1,
                                 std::numeric_limits<std::int64_t>::max(),
                                 std::numeric_limits<std::int64_t>::min()};

// Puts one value into the field with this number, from 0.
class Spoil {
public:
    Spoil(std::size_t field, std::size_t value) : field_(field), value_(value) {}

    template <class T>
    void operator()(std::string_view, T& value) {
        if (at_++ == field_) put(value);
    }
    template <class T>
    void maybe(std::string_view name, T& value) { (*this)(name, value); }

    bool was_there() const { return at_ > field_; }

private:
    void put(std::string& text) { text = texts.at(value_ % texts.size()); }
    std::int64_t number() const { return numbers[value_ % std::size(numbers)]; }
    void put(std::int64_t& value) { value = number(); }
    void put(Duration& value) { value.us = number(); }
    void put(Instant& value) { value.us = number(); }
    void put(Pos& value) { value.value = number(); }
    void put(std::uint32_t& value) { value = static_cast<std::uint32_t>(number()); }
    void put(Board& value) { value.number = static_cast<std::uint32_t>(number()); }
    template <class T>
    void put(std::optional<T>& value) { put(value.emplace()); }
    template <class T>
    void put(T&) {}

    std::size_t field_;
    std::size_t value_;
    std::size_t at_ = 0;
};

template <class Event>
bool is_read_back(const Event& event,
                  std::expected<Event, wire::DecodeError> (*decode)(std::string_view,
                                                                    std::string_view)) {
    const std::string body = wire::encode_body(event);
    const auto back = decode(wire::type_of(event), body);
    return back && wire::encode_body(*back) == body;
}

// Returns how many were read back, and how many were not.
template <class Event>
std::pair<int, int> try_all(std::expected<Event, wire::DecodeError> (*decode)(std::string_view,
                                                                              std::string_view)) {
    std::pair<int, int> count;
    Random random(20'261'129);
    for_each_type<Event>([&]<class T>(std::type_identity<T>) {
        for (const auto optional : {Filler::Optional::none, Filler::Optional::all}) {
            const T good = filled<T>(random, folder_of<Event>(), optional);
            bool more = true;
            for (std::size_t field = 0; more; ++field) {
                for (std::size_t value = 0; value < texts.size(); ++value) {
                    T spoilt = good;
                    Spoil spoil(field, value);
                    T::describe(spoilt, spoil);
                    more = spoil.was_there();
                    const Event event{spoilt};
                    const bool expected = is_read_back<Event>(event, decode);
                    INFO(wire::encode_body(event).substr(0, 2000));
                    REQUIRE(wire::why_not_read_back(event).empty() == expected);
                    ++(expected ? count.first : count.second);
                }
            }
        }
    });
    return count;
}

}  // namespace

TEST_CASE("an event is known to be read back where reading it says so") {
    const auto [clock_good, clock_bad] = try_all<wire::ClockEvent>(wire::decode_clock_event);
    CHECK(clock_good > 100);
    CHECK(clock_bad > 100);
    const auto [game_good, game_bad] = try_all<wire::GameEvent>(wire::decode_game_event);
    CHECK(game_good > 100);
    CHECK(game_bad > 100);
}
