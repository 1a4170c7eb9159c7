// Players of one name without a FIDE ID, in lists that number their players again before round 1.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "arbiterd/tournament/notes.hpp"
#include "arbiterd/tournament/persons.hpp"
#include "tests/support/dice.hpp"
#include "tests/unit/tournament/kit.hpp"

using namespace flagfall;
using namespace flagfall::test;

namespace {

using Players = std::vector<wire::EventPlayer>;

wire::ImportEvent list(Players players) {
    wire::ImportEvent file;
    file.players = std::move(players);
    return file;
}

wire::EventPlayer born(std::uint32_t number, const std::string& name, const std::string& birth) {
    wire::EventPlayer one = player(number, name);
    one.birth = birth;
    return one;
}

Hotel with(Players players) {
    Hotel hotel;
    wire::CreateEvent create;
    create.info.name = "Open";
    hotel.rule(create);
    hotel.rule(list(std::move(players)));
    REQUIRE(hotel.no.code.empty());
    return hotel;
}

std::map<std::string, int> names(const std::map<std::uint32_t, wire::EventPlayer>& players) {
    std::map<std::string, int> all;
    for (const auto& [number, one] : players) ++all[one.name];
    return all;
}

std::vector<Told> notes(const Hotel& hotel, const Players& of_list) {
    Players all = of_list;
    std::vector<wire::EventTeam> teams;
    const auto meant = tournament::add_others(hotel.open(), all, teams);
    return tournament::notes_on_numbers(hotel.open(), all, of_list, meant);
}

}  // namespace

TEST_CASE("namesakes are matched by what does not change", "[regress]") {
    Hotel hotel = with({born(1, "M", "1980"), born(2, "M", "1990"), player(3, "Ole")});
    hotel.rule(withdraw(1, 2));
    const Players again{born(1, "M", "1990"), player(2, "Ole"), born(3, "M", "1980")};
    CHECK(notes(hotel, again).size() == 2);
    CHECK(hotel.refusal(list(again)).empty());
    CHECK(hotel.open().players.at(1).withdrawn_from == 0);
    CHECK(hotel.open().players.at(3).withdrawn_from == 2);
    CHECK(hotel.open().players.size() == 3);
}

TEST_CASE("namesakes whose numbers a list keeps are not matched by new ratings", "[regress]") {
    const auto rated = [](std::uint32_t number, std::uint32_t rating) {
        wire::EventPlayer one = player(number, "M");
        one.rating = rating;
        return one;
    };
    Hotel hotel = with({rated(1, 2000), rated(2, 1990), player(3, "Ole"), player(4, "Pia")});
    hotel.rule(pairings(1, {play(1, 3, 4)}));
    CHECK(hotel.refusal(list({rated(1, 1990), rated(2, 1980), player(3, "Ole"),
                              player(4, "Pia")}))
              .empty());
    CHECK(hotel.open().players.at(2).rating == 1980);
}

TEST_CASE("namesakes with equal details keep their order, with a note", "[regress]") {
    Hotel hotel = with({player(1, "M"), player(2, "M")});
    hotel.rule(withdraw(1, 2));
    const Players again{player(1, "Zed"), player(2, "M"), player(3, "M")};
    CHECK(notes(hotel, again) ==
          std::vector<std::string>{"M had number 1 and has 2 now, and the event had 2 players of "
                                   "this name: are they the same?",
                                   "M had number 2 and has 3 now, and the event had 2 players of "
                                   "this name: are they the same?"});
    hotel.rule(list(again));
    CHECK(hotel.open().players.at(2).withdrawn_from == 2);
    CHECK(hotel.open().players.at(3).withdrawn_from == 0);
    CHECK(hotel.open().players.size() == 3);
}

TEST_CASE("a namesake who is not in the list is no misspelt player of it", "[regress]") {
    Hotel hotel = with({player(1, "M"), player(2, "M")});
    hotel.rule(withdraw(1, 2));
    SECTION("the other one keeps the number") {
        const Players again{player(1, "Zed"), player(2, "M")};
        CHECK(notes(hotel, again) ==
              std::vector<std::string>{"M is not in the list: their number was 1 and is 3 now"});
        hotel.rule(list(again));
        CHECK(hotel.open().players.at(2).withdrawn_from == 0);
        CHECK(hotel.open().players.at(3).withdrawn_from == 2);
    }
    SECTION("both numbers are somebody else's") {
        const Players again{player(1, "Zed"), player(2, "Yan"), player(7, "M")};
        CHECK(notes(hotel, again).size() == 2);
        hotel.rule(list(again));
        CHECK(hotel.open().players.at(7).withdrawn_from == 2);
        CHECK(hotel.open().players.at(8).name == "M");
    }
    CHECK(hotel.open().players.at(1).name == "Zed");
    CHECK(hotel.open().players.at(1).withdrawn_from == 0);
    CHECK(names(hotel.open().players)["M"] == 2);
}

namespace {

// Some of few names, with numbers in any order; some with details, some with FIDE IDs.
Players some_list(Dice& dice) {
    constexpr const char* all[] = {"M", "m", "Ole", "Pia", "Zed"};
    constexpr const char* births[] = {"", "", "1980", "1990"};
    Players players;
    std::vector<std::uint32_t> numbers{1, 2, 3, 4, 5, 6, 7};
    for (std::uint32_t count = 1 + dice.below(6); count > 0; --count) {
        const auto at = dice.below(static_cast<std::uint32_t>(numbers.size()));
        const std::uint32_t name = dice.below(5);
        wire::EventPlayer& one =
            players.emplace_back(born(numbers[at], all[name], births[dice.below(4)]));
        numbers.erase(numbers.begin() + at);
        if (dice.one_in(4)) one.rating = 2000 + dice.below(2);
        if (dice.one_in(6)) one.fide_id = std::to_string(10 * std::max(name, 1U) + dice.below(2));
    }
    std::ranges::sort(players, {}, &wire::EventPlayer::number);
    return players;
}

// Who was there and is in the list by name is there still; who is not is in the notes.
void check_nobody_is_lost(const Hotel& before, const Hotel& hotel, const Players& sent) {
    auto had = names(before.open().players);
    auto has = names(hotel.open().players);
    for (const auto& [name, count] : had) {
        INFO(name);
        const bool listed = std::ranges::any_of(sent, [&, of = name](const auto& one) {
            return tournament::name_key(one.name) == tournament::name_key(of);
        });
        const auto said = notes(before, sent);
        const bool noted = std::ranges::any_of(said, [&, of = name](const Told& told) {
            const std::string& note = told.text;
            return note.contains(" was " + of) || note.contains(of + ",");
        });
        const int same = has[name] + (name == "M" ? has["m"] : name == "m" ? has["M"] : 0);
        CHECK((same >= count || (noted && !listed)));
    }
    CHECK(hotel.open().players.size() >= before.open().players.size());
    CHECK(hotel.open().players.size() >= sent.size());
}

}  // namespace

TEST_CASE("no list loses a player in silence, and the same one twice changes nothing",
          "[regress]") {
    int done = 0;
    for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        Hotel hotel = with({player(1, "Ole")});
        for (int files = 0; files < 4; ++files) {
            const Hotel before = hotel;
            const Players sent = some_list(dice);
            hotel.rule(list(sent));
            if (!hotel.no.code.empty()) continue;  // a FIDE ID twice
            ++done;
            check_nobody_is_lost(before, hotel, sent);
            const auto players = hotel.open().players;
            hotel.rule(list(sent));
            CHECK(hotel.no.code.empty());
            CHECK(hotel.open().players == players);
            if (dice.one_in(3)) {
                const auto at = std::next(hotel.open().players.begin(),
                                          dice.below(static_cast<std::uint32_t>(
                                              hotel.open().players.size())));
                hotel.rule(withdraw(at->first, 1 + dice.below(3)));
            }
            const auto gone = [](const Hotel& of) {
                return std::ranges::count_if(of.open().players, [](const auto& one) {
                    return one.second.withdrawn_from > 0;
                });
            };
            const auto withdrawn = gone(hotel);
            hotel.rule(list(sent));
            CHECK(gone(hotel) == withdrawn);  // nobody comes back, or goes for a namesake
        }
    }
    CHECK(done > 5000);
}
