// Repetition and the fifty moves.
#include <algorithm>
#include <sstream>

#include "common/chess/history.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/support/tables.hpp"

using namespace flagfall::chess;
using test::position_of;

namespace {

void play(History& history, const std::string& moves) {
    std::istringstream words(moves);
    for (std::string word; words >> word;) {
        const auto move = parse_uci(history.current(), word);
        REQUIRE(move.has_value());
        history.play(*move);
    }
}

constexpr const char* shuffle = "g1f3 g8f6 f3g1 f6g8 ";

// Is there a legal move that brings about the third occurrence (9.2.1), or the fiftieth move
// (9.3.1)?
bool threefold_in_reach(const History& history) {
    return std::ranges::any_of(legal_moves(history.current()), [&](Move move) {
        return history.occurrences_after(move) >= 3;
    });
}
bool fifty_moves_in_reach(const History& history) {
    return std::ranges::any_of(legal_moves(history.current()), [&](Move move) {
        return after(history.current(), move).halfmove_clock() >= 100;
    });
}

// The ply at which each test is first true; -1 for never.
struct Firsts {
    int threefold = -1;
    int fivefold = -1;
    int claimable_threefold = -1;
    int fifty = -1;
    int claimable_fifty = -1;
    int seventy_five = -1;

    void look(const History& history) {
        note(threefold, history, history.threefold());
        note(fivefold, history, history.fivefold());
        note(claimable_threefold, history, threefold_in_reach(history));
        note(fifty, history, history.fifty_moves());
        note(claimable_fifty, history, fifty_moves_in_reach(history));
        note(seventy_five, history, history.seventy_five_moves());
    }

private:
    static void note(int& first, const History& history, bool holds) {
        if (holds && first < 0) first = static_cast<int>(history.ply());
    }
};

}  // namespace

TEST_CASE("games of the tables", "[history]") {
    const test::Table table("repetition");
    for (const test::Row& row : table.rows()) {
        INFO(row["id"]);
        History history(position_of(row["start_fen"], row.variant()));
        Firsts firsts;
        firsts.look(history);
        std::istringstream words(row["moves"]);
        for (std::string word; words >> word;) {
            play(history, word);
            firsts.look(history);
        }
        CHECK(static_cast<int>(history.ply()) == row.number("plies"));
        CHECK(firsts.threefold == row.number("first_threefold"));
        CHECK(firsts.fivefold == row.number("first_fivefold"));
        CHECK(firsts.claimable_threefold == row.number("first_claimable_threefold"));
        CHECK(firsts.fifty == row.number("first_50"));
        CHECK(firsts.claimable_fifty == row.number("first_claimable_50"));
        CHECK(firsts.seventy_five == row.number("first_75"));
        CHECK(fen(history.current(), FenStyle::shredder) == row["final_fen"]);
    }
}

TEST_CASE("the start counts as an occurrence", "[history]") {
    History history;
    CHECK(history.occurrences() == 1);
    play(history, std::string(shuffle) + shuffle);
    CHECK(history.occurrences() == 3);
    CHECK(history.threefold());
    play(history, std::string(shuffle) + shuffle);
    CHECK(history.fivefold());
}

TEST_CASE("taking back forgets", "[history]") {
    History history;
    play(history, std::string(shuffle) + shuffle);
    history.truncate(7);
    CHECK(history.ply() == 7);
    CHECK(history.occurrences() == 2);
    CHECK(history.occurrences_after(*parse_uci(history.current(), "f6g8")) == 3);
    CHECK(history.occurrences_after(*parse_uci(history.current(), "a7a6")) == 1);
    history.truncate(0);
    CHECK(history.ply() == 0);
    CHECK(history.current() == start_position());
    CHECK(history.at(0) == start_position());
}

TEST_CASE("a lost right makes another position, without resetting the clock", "[history]") {
    History history(position_of("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    play(history, "a1b1 a8b8 b1a1 b8a8");
    CHECK(history.occurrences() == 1);  // same men, fewer rights
    CHECK(history.current().halfmove_clock() == 4);
    play(history, "a1b1 a8b8 b1a1 b8a8 a1b1 a8b8 b1a1 b8a8");
    CHECK(history.occurrences() == 3);
}

TEST_CASE("the reach ends at the start of a game that begins with a full clock", "[history]") {
    History history(position_of("4k3/8/8/8/8/8/8/R3K3 w - - 140 90"));
    play(history, "a1b1 e8d8 b1a1 d8e8");
    CHECK(history.occurrences() == 2);
    CHECK_FALSE(history.seventy_five_moves());
    play(history, "a1b1 e8d8 b1a1 d8e8 a1b1 e8d8");
    CHECK(history.seventy_five_moves());
}

TEST_CASE("same_position leaves the clocks out, equality does not", "[history]") {
    const Position fresh = position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    const Position old = position_of("4k3/8/8/8/8/8/8/R3K3 w - - 40 90");
    CHECK(same_position(fresh, old));
    CHECK_FALSE(fresh == old);
    CHECK_FALSE(same_position(fresh, position_of("4k3/8/8/8/8/8/8/R3K3 b - - 0 1")));
    CHECK_FALSE(same_position(fresh, position_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")));
}

TEST_CASE("the plies of the occurrences are those that count", "[regress]") {
    History before(position_of("8/8/2k5/8/8/8/8/B4K2 w - - 0 1"));
    play(before, "f1g1 c6d6 g1f1 d6c6");
    CHECK(before.plies_of_current() == std::vector<std::ptrdiff_t>{0, 4});

    SECTION("of a position that a person set up, as far back as its count of moves reaches") {
        const History reaches(before, 3, position_of("8/8/2k5/8/8/8/8/B4K2 w - - 3 3"));
        CHECK(reaches.plies_of_current() == std::vector<std::ptrdiff_t>{-3, 0});
    }
    SECTION("a pawn that a person put back was never there before it moved") {
        History queens(position_of("B7/8/2k5/8/8/8/8/5K2 b - - 0 1"));
        queens = History(queens, 1, position_of("8/P7/2k5/8/8/8/8/5K2 w - - 5 6"));
        play(queens, "a7a8b");
        CHECK(queens.plies_of_current() == std::vector<std::ptrdiff_t>{1});
    }
}
