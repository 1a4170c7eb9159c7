// Random events: what TRF can say comes back equal, what it cannot say is in the notes; JSON and
// CSV say everything.
#include <array>
#include <cstdint>
#include <random>

#include "arbiterd/formats/roster.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/formats/kit.hpp"

using namespace flagfall;
using namespace flagfall::formats;
using namespace flagfall::formats::testing;

namespace {

class Dice {
public:
    explicit Dice(std::uint32_t seed) : engine_(seed) {}
    std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(engine_() % n); }
    bool chance(std::uint32_t one_in) { return below(one_in) == 0; }

private:
    std::mt19937 engine_;
};

std::string random_name(Dice& dice) {
    static constexpr std::array<const char*, 8> parts{"Ås", "van der", "Li", "Øst", "O'Neil",
                                                      "\u5F35", "Smith-Jones", "Жуков"};
    return parts[dice.below(8)] + std::string(", ") + parts[dice.below(8)];
}

tournament::EventPlayer random_player(Dice& dice, std::uint32_t number) {
    tournament::EventPlayer player;
    player.number = number;
    player.name = random_name(dice) + " " + std::to_string(number);
    if (dice.chance(3)) player.title = dice.chance(2) ? "GM" : "WFM";
    if (dice.chance(2)) player.sex = dice.chance(2) ? "m" : "w";
    if (dice.chance(2)) player.rating = 1000 + dice.below(1900);
    if (dice.chance(2)) player.federation = dice.chance(2) ? "NOR" : "GER";
    if (dice.chance(2)) player.fide_id = std::to_string(1'000'000 + number);
    if (dice.chance(2)) player.birth = dice.chance(2) ? "1990" : "2001-02-28";
    return player;
}

std::optional<wire::EnteredResult> random_result(Dice& dice, bool complete) {
    static constexpr std::array<Score, 7> scores{win_of(Side::white), win_of(Side::black), drawn(),
                                                 Score{}, Score{{{1, 0}}}, Score{{{0, 1}}},
                                                 drawn()};
    if (!complete && dice.chance(8)) return std::nullopt;
    wire::EnteredResult result{scores[dice.below(7)], wire::ResultKind::played, {}, {}};
    if (dice.chance(8)) result.kind = wire::ResultKind::unrated;
    if (dice.chance(8)) {
        result.kind = wire::ResultKind::forfeit;
        result.score = scores[std::array<std::uint32_t, 3>{0, 1, 3}[dice.below(3)]];
    }
    return result;
}

tournament::EventRound random_round(Dice& dice, std::uint32_t number, std::uint32_t players,
                               bool complete) {
    tournament::EventRound round{number, {}, {}, {}, {}, {}};
    if (dice.chance(2)) round.starts = "2026-11-" + std::to_string(10 + number);
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 1; i <= players; ++i)
        order.insert(order.begin() + dice.below(static_cast<std::uint32_t>(order.size() + 1)), i);
    bool allocated = false;
    while (!order.empty()) {
        tournament::EventPairing pairing;
        pairing.white = order.back();
        order.pop_back();
        if (order.empty() || dice.chance(10)) {
            constexpr std::array kinds{wire::Bye::allocated, wire::Bye::half, wire::Bye::full,
                                       wire::Bye::zero};
            pairing.bye = kinds.at(allocated ? 1 + dice.below(3) : dice.below(4));
            allocated = allocated || pairing.bye == wire::Bye::allocated;
        } else {
            pairing.black = order.back();
            order.pop_back();
            pairing.entered = random_result(dice, complete);
        }
        if (pairing.bye && dice.chance(4)) continue;  // not mentioned at all
        round.pairings.push_back(std::move(pairing));
    }
    // TRF has no boards: they are in the order of the lower starting rank.
    std::ranges::sort(round.pairings, {}, [](const tournament::EventPairing& pairing) {
        return pairing.bye ? pairing.white : std::min(pairing.white, pairing.black);
    });
    std::uint32_t board = 0;
    for (tournament::EventPairing& pairing : round.pairings)
        if (!pairing.bye) pairing.board.number = ++board;
    sort_pairings(round);
    round.state = state_of(round);
    return round;
}

tournament::Tournament random_event(Dice& dice) {
    tournament::Tournament t;
    t.info.name = "Random " + random_name(dice);
    t.info.rounds = 1 + dice.below(9);
    if (dice.chance(2)) t.info.begins = "2026-11-21";
    if (dice.chance(2)) t.info.terms.time_control = dice.chance(2) ? "W300-B240" : "40/90:9+3";
    if (dice.chance(3)) t.info.scoring = {dice.below(8), dice.below(4), dice.below(2),
                                          dice.below(2), dice.below(8)};
    const std::uint32_t players = 2 + dice.below(30);
    for (std::uint32_t i = 1; i <= players; ++i) t.players[i] = random_player(dice, i);
    if (dice.chance(3)) {
        t.teams[1] = {1, "Home", "NOR"};
        t.teams[2] = {2, "Away", {}};
        for (auto& [number, player] : t.players) player.team = dice.below(3);
    }
    for (std::uint32_t round = 1; round <= t.info.rounds; ++round) {
        auto made = random_round(dice, round, players, round < t.info.rounds);
        if (!made.pairings.empty() || !made.starts.empty()) t.rounds[round] = std::move(made);
    }
    return t;
}

bool is_open(const tournament::EventRound& round) {
    return std::ranges::any_of(round.pairings, [](const tournament::EventPairing& pairing) {
        return !pairing.bye && !pairing.entered;
    });
}

}  // namespace

TEST_CASE("random events come back from TRF26 and JSON as they were", "[formats]") {
    for (std::uint32_t seed = 1; seed <= 300; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        const tournament::Tournament t = random_event(dice);
        const Results results = entered_results(t);
        const auto written = trf(t, results, {});
        REQUIRE(written);
        const Imported imported = must_read(Format::trf26, written->text);
        const tournament::Tournament back = tournament_of(imported);
        CHECK(back.info == t.info);
        CHECK(back.players == t.players);
        CHECK(back.teams == t.teams);
        CHECK(back.rounds == t.rounds);
        // The points in the file match its results: a reader has nothing to note except
        // the games that have no result.
        bool open = false;
        for (const auto& [number, round] : t.rounds) open = open || is_open(round);
        for (const Told& note : imported.notes)
            CHECK(note.text.find("'?', no result yet") != std::string::npos);
        CHECK(imported.notes.empty() == !open);
        CHECK(must_read(Format::json, json(imported_of(t))) == imported_of(t));
        // Written again, it is the same text.
        CHECK(trf(back, entered_results(back), {})->text == written->text);
    }
}

TEST_CASE("random results come back from CSV as they were", "[formats]") {
    for (std::uint32_t seed = 1; seed <= 100; ++seed) {
        INFO("seed " << seed);
        Dice dice(seed);
        tournament::Tournament t = random_event(dice);
        std::erase_if(t.rounds, [](const auto& each) { return each.second.pairings.empty(); });
        for (auto& [number, round] : t.rounds) round.starts.clear();
        if (t.rounds.empty()) continue;
        const Exported written = results_csv(t, entered_results(t), 0);
        CHECK(tournament_of(must_read(Format::csv, written.text, &t)).rounds == t.rounds);
    }
}
