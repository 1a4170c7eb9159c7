// Recorded games on a chessclock: after every press it shows the record's reading, to the second.
#include <cstdio>

#include "clockd/client/game_files.hpp"
#include "clockd/client/pace.hpp"
#include "clockd/client/plan.hpp"
#include "clockd/client/track.hpp"
#include "clockd/clock/chessclock.hpp"
#include "tests/unit/client/kit.hpp"

namespace flagfall::client {
namespace {

struct Figures {
    int games = 0;
    int presses = 0;
    int stops = 0;
    int before = 0;  // corrections
    int after = 0;
    int wrong = 0;   // readings that differ from the record's
};

// Plays one script by its recorded times, without incidents.
class Game {
public:
    Game(const Script& script, Figures& figures)
        : script_(script),
          figures_(figures),
          clock_(script.control, PeriodTrigger::moves, script.first) {
        clock_.start(at_);
        for (const Step& step : script.steps)
            if (step.plays && step.clk) play(step);
        ++figures_.games;
    }

private:
    Pace pace(const Step& step) const {
        const Turn turn = turn_of(script_.control, clock_.readings(at_), clock_.turn(),
                                  moves_of(ply_, script_.first));
        return step.last ? pace_to_stop(turn, *step.clk) : pace_to_press(turn, *step.clk);
    }

    void set(Side side, Duration reading, const Step& step, const char* when) {
        Both<Duration> readings = clock_.readings(at_);
        std::printf("  %s, ply %u: %s the move, %.1f s become %.1f s (record: %lld s)\n",
                    script_.label.c_str(), step.ply, when,
                    static_cast<double>(readings[side].us) / 1e6,
                    static_cast<double>(reading.us) / 1e6,
                    static_cast<long long>(step.clk->us / 1'000'000));
        readings[side] = reading;
        clock_.set(readings, clock_.turn(), moves_of(ply_, script_.first));
        clock_.start(at_);
    }

    void play(const Step& step) {
        Pace now = pace(step);
        if (now.set_before) {
            ++figures_.before;
            set(step.side, *now.set_before, step, "before");
            now = pace(step);
            CHECK_FALSE(now.set_before.has_value());
        }
        at_ = at_ + now.think;
        REQUIRE(at_ < *clock_.deadline());
        if (step.last) {
            clock_.stop(at_);
            ++figures_.stops;
        } else {
            clock_.press(at_);
            ++ply_.count;
            ++figures_.presses;
        }
        if (now.set_after) {
            ++figures_.after;
            set(step.side, *now.set_after, step, "after");
        }
        const Duration shown = clock_.readings(at_)[step.side];
        if (shown.us / 1'000'000 != step.clk->us / 1'000'000) ++figures_.wrong;
    }

    const Script& script_;
    Figures& figures_;
    clock::ChessClock clock_;
    Instant at_;
    Ply ply_;
};

Figures play_file(const std::string& path) {
    Figures figures;
    const GameFiles files = read_games({path});
    CHECK(files.problems.empty());
    const Plan plan = plan_of(files.games, {"event", "40/5400+30:1800+30", 0});
    CHECK(plan.problems.empty());
    for (const BoardPlan& board : plan.boards)
        for (const Script& script : board.scripts) Game(script, figures);
    std::printf("%s: %d games, %d presses, %d moves that ended a game, corrections: %d before "
                "and %d after a move\n",
                path.c_str(), figures.games, figures.presses, figures.stops, figures.before,
                figures.after);
    return figures;
}

}  // namespace

TEST_CASE("a round of 180 games: the clock shows what the record says after every press") {
    const std::string path = recorded_games("ecc2018_round1.pgn");
    if (path.empty()) return;
    const Figures figures = play_file(path);
    CHECK(figures.games == 180);
    CHECK(figures.presses > 10'000);
    CHECK(figures.wrong == 0);
    CHECK(figures.before == 23);  // 18 times set up, 5 times the increment of a mating move
    CHECK(figures.after == 5);
}

TEST_CASE("110 games of an online site, with and without increment") {
    const std::string path = recorded_games("lichess_2025-05_sample.pgn");
    if (path.empty()) return;
    const Figures figures = play_file(path);
    CHECK(figures.games == 110);
    CHECK(figures.wrong == 0);
    CHECK(figures.before == 4);
    CHECK(figures.after == 0);
}

TEST_CASE("the classics need no correction") {
    const Figures figures = play_file(test_data("classics.pgn"));
    CHECK(figures.games == 18);
    CHECK(figures.stops == 6);
    CHECK(figures.wrong == 0);
    CHECK(figures.before + figures.after == 0);
}

}  // namespace flagfall::client
