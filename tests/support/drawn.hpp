// Messages drawn from a seed: most of them fit the state of the hall, and now and then a value is
// at the extremes that a message may have. Messages that cannot be sent are left to the codec.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/limits.hpp"
#include "common/wire/frames.hpp"
#include "tests/support/dice.hpp"
#include "tests/support/fields.hpp"

namespace flagfall::test {

// The parts of the hall that a message can name.
struct Surroundings {
    std::vector<Board> boards;
    std::string game;  // the game of the message, and what is known of it
    Epoch epoch;
    Ply ply;
    Side turn{};
    std::vector<std::string> moves, fens;
    std::uint32_t rulings = 0;
    std::uint32_t question = 0;  // that is open
    std::vector<std::string> options;  // of it
    std::string sheet;
    std::uint32_t players = 0, rounds = 0;
    std::optional<Instant> at;  // in virtual time
    std::string id;
};

// A text that a peer may send, with a length at which some limit begins or ends.
std::string extreme_text(Dice& dice);

class Drawing {
public:
    // Each value is an extreme one with the chance of one in `rare`; the one with this number,
    // from 1, always is.
    Drawing(Dice& dice, const Surroundings& known, std::uint32_t rare, std::uint32_t number = 0)
        : dice_(dice), known_(known), rare_(rare), number_(number) {}

    template <class T>
    void operator()(std::string_view name, T& value) {
        field_ = name;
        draw(value);
    }
    template <class T>
    void maybe(std::string_view name, T& value) {
        const bool shared = name == "epoch" || name == "at_us";
        const bool seldom = name == "age_us" || name == "fen" || name == "if_match" ||
                            name == "confirm" || name == "terms" || name == "game";
        if (shared || dice_.one_in(seldom ? rare_ : 2)) (*this)(name, value);
    }

private:
    bool extreme() { return dice_.one_in(rare_) || (number_ > 0 && --number_ == 0); }
    const std::string& any(const std::vector<std::string>& list) {
        static const std::string none;
        return list.empty() ? none
                            : list[dice_.below(static_cast<std::uint32_t>(list.size()))];
    }
    std::string usual_text();
    std::int64_t extreme_number();
    std::uint32_t usual_number();
    Duration usual_time();

    void draw(std::string& value) { value = extreme() ? extreme_text(dice_) : usual_text(); }
    void draw(bool& value) { value = dice_.one_in(2); }
    void draw(std::int64_t& value) { value = extreme() ? extreme_number() : dice_.below(5); }
    void draw(std::uint32_t& value) {
        value = extreme() ? static_cast<std::uint32_t>(extreme_number()) : usual_number();
    }
    void draw(Duration& value) { value = extreme() ? Duration{extreme_number()} : usual_time(); }
    void draw(Instant& value) {
        value = extreme() ? Instant{extreme_number()} : known_.at.value_or(Instant{});
    }
    void draw(std::optional<Instant>& value) {
        value = known_.at;
        if (extreme()) draw(value.emplace());
    }
    void draw(Board& value) {
        value = known_.boards[dice_.below(static_cast<std::uint32_t>(known_.boards.size()))];
        if (extreme()) value.number = dice_.one_in(2) ? limits::boards : 1;
    }
    void draw(Epoch& value) {
        value = known_.epoch;
        if (extreme()) value.count = static_cast<std::uint32_t>(extreme_number());
    }
    void draw(Ply& value) {
        value = known_.ply;
        if (dice_.one_in(3)) value.count = dice_.below(known_.ply.count + 2);
        if (extreme()) value.count = static_cast<std::uint32_t>(extreme_number());
    }
    void draw(Pos& value) { value.value = extreme() ? extreme_number() : dice_.below(40); }
    void draw(Side& value) { value = dice_.one_in(4) ? other(known_.turn) : known_.turn; }
    void draw(Score& value) {
        constexpr std::string_view all[]{"1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2"};
        value = *score_from(dice_.of(all));
    }
    void draw(Ending& value) {
        value = static_cast<Ending>(1 + dice_.below(static_cast<std::uint32_t>(Ending::cancelled)));
    }
    template <wire::Word E>
    void draw(E& value) {
        const auto names = names_of(E{});
        value = static_cast<E>(dice_.below(static_cast<std::uint32_t>(names.size())));
    }
    void draw(wire::Pairs& value);
    void draw(wire::EventPlayer& player);
    void draw(wire::EventPairing& pairing);
    void draw(wire::EventSector& sector);
    template <class T>
        requires Described<T, Drawing>
    void draw(T& part) {
        T::describe(part, *this);
    }
    template <class T>
    void draw(std::vector<T>& items) {
        constexpr bool small = std::is_same_v<T, std::uint32_t> || std::is_same_v<T, Board>;
        std::uint32_t count = dice_.below(4);
        if (extreme() && extreme())
            count = small ? static_cast<std::uint32_t>(limits::list_items) : 70;
        const std::string_view field = field_;
        items.clear();
        for (item_ = 0; item_ < count; ++item_) {
            field_ = field;
            draw(items.emplace_back());
        }
    }
    template <class T>
    void draw(std::optional<T>& value) {
        draw(value.emplace());
    }
    template <class... Ts>
    void draw(std::variant<Ts...>& value) {
        std::uint32_t chosen = dice_.below(sizeof...(Ts));
        const auto choose = [&]<class T>(std::type_identity<T>) {
            if (chosen-- == 0) draw(value.template emplace<T>());
        };
        (choose(std::type_identity<Ts>{}), ...);
    }

    Dice& dice_;
    const Surroundings& known_;
    std::uint32_t rare_;
    std::uint32_t number_;
    std::string_view field_;
    std::uint32_t item_ = 0;
};

}  // namespace flagfall::test
