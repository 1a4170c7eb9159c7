// Random pawn walls and forced lines: the result of the analyser, compared with a list of all
// positions that can arise.
#include <algorithm>
#include <atomic>
#include <boost/program_options.hpp>
#include <cstdio>
#include <iostream>
#include <thread>

#include "tests/mate/closure.hpp"
#include "tests/mate/draw.hpp"
#include "tests/mate/judge.hpp"

namespace {

namespace po = boost::program_options;
using namespace flagfall;
using chess::Position;
using mate::Verdict;

constexpr int pairs_of_a_wall = 3;

struct Plan {
    std::uint64_t seed = 1;
    std::uint64_t count = 1000;
    std::size_t limit = 300'000;
    std::uint64_t allowed = 0;
    bool tell_skipped = false;
    unsigned jobs = 1;
};

struct Tally {
    std::uint64_t cases = 0;
    std::uint64_t walls = 0;            // cases with some locked pawns
    std::uint64_t unwinnable_wall = 0;  // decided this way for a side with more than a king
    std::uint64_t skipped = 0;          // questions that brute force left open
    std::size_t largest = 0;            // positions that one proof examined

    void add(const Tally& more) {
        cases += more.cases;
        walls += more.walls;
        unwinnable_wall += more.unwinnable_wall;
        skipped += more.skipped;
        largest = std::max(largest, more.largest);
    }
};

bool is_bare(const Position& position, Side side) {
    return !chess::several(position.pieces(side));
}

// One position and both questions about it.
void one(const Position& position, const Plan& plan, judge::Judge& judge, Tally& tally) {
    Both<mate::Analysis> answers;
    Both<bool> open;
    judge::Truth truth;
    for (const Side side : {Side::white, Side::black}) {
        answers[side] = mate::can_mate(position, side);
        if (answers[side].verdict == Verdict::winnable &&
            judge::gives_mate(position, side, answers[side].line))
            truth[side] = true;  // moves that mate leave nothing to search
        else if (is_bare(position, side))
            truth[side] = false;  // a king gives no check
        open[side] = !truth[side].has_value();
    }
    if (open[Side::white] || open[Side::black]) {
        const judge::Closure closure = judge::close(position, open, plan.limit);
        for (const Side side : {Side::white, Side::black})
            if (open[side]) truth[side] = closure.truth[side];
        if ((open[Side::white] && truth[Side::white] == false) ||
            (open[Side::black] && truth[Side::black] == false))
            tally.largest = std::max(tally.largest, closure.positions);
    }
    const bool wall = judge::locked_pairs(position) >= pairs_of_a_wall;
    ++tally.cases;
    tally.walls += wall ? 1U : 0U;
    for (const Side side : {Side::white, Side::black}) {
        judge.hold(position, side, truth[side], answers[side]);
        if (!truth[side]) {
            ++tally.skipped;
            if (plan.tell_skipped)
                std::printf("skipped %s %s: %s by %s\n", chess::fen(position).c_str(),
                            std::string(name(side)).c_str(),
                            std::string(mate::name(answers[side].verdict)).c_str(),
                            std::string(answers[side].method).c_str());
        }
        tally.unwinnable_wall += wall && !is_bare(position, side) && truth[side] == false ? 1U : 0U;
    }
    judge.ask_dead(position, truth);
}

struct Worker {
    judge::Judge judge;
    Tally tally;
};

int report(const char* what, const Plan& plan, const Tally& tally, const judge::Counts& counts) {
    std::printf("%s: %llu positions, %llu of them with walls; asked: %s; %llu skipped; "
                "unwinnable behind walls: %llu; the largest proof: %zu positions\n",
                what, static_cast<unsigned long long>(tally.cases),
                static_cast<unsigned long long>(tally.walls), counts.text().c_str(),
                static_cast<unsigned long long>(tally.skipped),
                static_cast<unsigned long long>(tally.unwinnable_wall), tally.largest);
    std::fflush(stdout);
    if (counts.undetermined > plan.allowed)
        std::printf("FAILED  %llu undetermined, %llu allowed\n",
                    static_cast<unsigned long long>(counts.undetermined),
                    static_cast<unsigned long long>(plan.allowed));
    return counts.contradictions == 0 && counts.undetermined <= plan.allowed ? 0 : 1;
}

int compare(const char* what, Position (*draw)(sim::Random&), const Plan& plan) {
    std::vector<Worker> workers(plan.jobs);
    std::atomic<std::uint64_t> next{0};
    std::vector<std::thread> threads;
    for (Worker& worker : workers)
        threads.emplace_back([&] {
            for (std::uint64_t at; (at = next++) < plan.count;) {
                sim::Random random(plan.seed * 0x2545F4914F6CDD1D + at);
                one(draw(random), plan, worker.judge, worker.tally);
            }
        });
    for (std::thread& thread : threads) thread.join();
    Tally tally;
    judge::Counts counts;
    for (const Worker& worker : workers) {
        tally.add(worker.tally);
        counts.add(worker.judge.counts());
    }
    return report(what, plan, tally, counts);
}

int one_fen(const std::string& fen, const Plan& plan) {
    const auto position = chess::parse_position(fen, chess::Variant::chess);
    if (!position) throw po::error("no position: " + chess::text(position.error()));
    const judge::Closure closure = judge::close(*position, {{true, true}}, plan.limit);
    for (const Side side : {Side::white, Side::black}) {
        const auto truth = closure.truth[side];
        const mate::Analysis answer = mate::can_mate(*position, side);
        std::printf("%s: %s by brute force, %s by %s\n", std::string(name(side)).c_str(),
                    !truth ? "not decided" : *truth ? "winnable" : "unwinnable",
                    std::string(mate::name(answer.verdict)).c_str(),
                    std::string(answer.method).c_str());
    }
    std::printf("%zu positions listed\n", closure.positions);
    Worker worker;
    one(*position, plan, worker.judge, worker.tally);
    return report("this one", plan, worker.tally, worker.judge.counts());
}

int run(int argc, char** argv) {
    po::options_description description(
        "flagfall_walls: random pawn walls and forced lines, against a list of all positions\n\n"
        "Options");
    description.add_options()
        ("seed", po::value<std::uint64_t>()->default_value(1), "another seed, other positions")
        ("count", po::value<std::uint64_t>()->default_value(1000), "positions of each sort")
        ("limit", po::value<std::size_t>()->default_value(300'000),
         "list at most so many positions, then skip the case")
        ("allowed", po::value<std::uint64_t>()->default_value(0),
         "how many questions of each sort may stay undetermined")
        ("jobs", po::value<unsigned>()->default_value(2), "threads")
        ("tell-skipped", "print what was skipped")
        ("fen", po::value<std::string>(), "this one position")
        ("help", "this text");
    po::variables_map values;
    po::store(po::parse_command_line(argc, argv, description), values);
    if (values.contains("help")) return std::cout << description << '\n', 0;
    po::notify(values);
    const Plan plan{.seed = values["seed"].as<std::uint64_t>(),
                    .count = values["count"].as<std::uint64_t>(),
                    .limit = values["limit"].as<std::size_t>(),
                    .allowed = values["allowed"].as<std::uint64_t>(),
                    .tell_skipped = values.contains("tell-skipped"),
                    .jobs = std::max(1U, values["jobs"].as<unsigned>())};
    if (values.contains("fen")) return one_fen(values["fen"].as<std::string>(), plan);
    const int walls = compare("walls", judge::draw_wall, plan);
    const int forced = compare("forced lines", judge::draw_forced, plan);
    return walls | forced;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "flagfall_walls: %s\nTry: flagfall_walls --help\n", error.what());
        return 2;
    }
}
