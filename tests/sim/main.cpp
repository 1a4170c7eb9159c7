// Runs many simulated worlds and adds up the results; see docs/reliability.md.
#include <atomic>
#include <boost/program_options.hpp>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <thread>
#include <unistd.h>

#include "common/base/check.hpp"
#include "common/base/now.hpp"
#include "tests/sim/run.hpp"
#include "tests/sim/stranger.hpp"
#include "tests/support/paths.hpp"

namespace {

namespace po = boost::program_options;
using namespace flagfall;

constexpr std::size_t shown_in_full = 5;  // broken worlds

// For the handler of SIGABRT: a failed FF_CHECK ends the process, and this names the world.
thread_local volatile std::uint64_t seed_now = 0;

void on_abort(int) {
    char text[160];
    const int size = std::snprintf(text, sizeof text,
                                   "seed %llu broke a check of the product\n"
                                   "replay: flagfall_sim --seed %llu\n",
                                   static_cast<unsigned long long>(seed_now),
                                   static_cast<unsigned long long>(seed_now));
    if (size > 0) [[maybe_unused]] const auto written =
        ::write(2, text, static_cast<std::size_t>(size));
}

struct Plan {
    std::uint64_t first = 1;
    std::uint64_t seeds = 2000;
    std::vector<std::uint64_t> extra;  // besides these
    unsigned jobs = 1;
    std::uint64_t games = 0;  // stop once this many were played; 0: no limit
    std::size_t broken = 20;  // stop once this many worlds broke a promise
    bool marks = true;
};

constexpr std::uint64_t progress_every = 10'000;  // worlds

// The totals of all worlds.
struct Tally {
    std::mutex mutex;
    sim::Marks marks;
    std::map<std::string, std::uint64_t, std::less<>> types;
    std::uint64_t worlds = 0;
    std::uint64_t games = 0;
    std::uint64_t replayed = 0;
    double simulated_s = 0;
    Duration slowest_recovery;
    std::vector<std::uint64_t> broken;

    void add(const sim::Outcome& outcome) {
        const std::lock_guard hold(mutex);
        marks.add(outcome.marks);
        for (const auto& [type, count] : outcome.types) types[type] += count;
        ++worlds;
        games += static_cast<std::uint64_t>(outcome.games);
        simulated_s += static_cast<double>(outcome.simulated.us) / 1e6;
        slowest_recovery = std::max(slowest_recovery, outcome.slowest_recovery);
        if (worlds % progress_every == 0) {
            std::printf("%llu worlds, %llu games, %zu broken so far\n",
                        static_cast<unsigned long long>(worlds),
                        static_cast<unsigned long long>(games), broken.size());
            std::fflush(stdout);
        }
    }
};

// Prints what broke in a world, with the story of the board concerned.
void tell(std::uint64_t seed, const sim::Outcome& outcome) {
    std::printf("seed %llu broke:\n", static_cast<unsigned long long>(seed));
    for (const sim::Finding& finding : outcome.findings)
        std::printf("  board %u: %s\n", finding.board, finding.text.c_str());
    const std::uint32_t board = outcome.findings.front().board;
    std::printf("replay: flagfall_sim --seed %llu --story %u\n",
                static_cast<unsigned long long>(seed), board == 0 ? 1 : board);
}

void run_seed(std::uint64_t seed, Tally& tally) {
    seed_now = seed;
    const sim::Options options = sim::Options::from(seed);
    sim::Outcome outcome = sim::run(options);
    if (seed % 20 == 0) {  // every twentieth one twice: the same seed is the same world
        const sim::Outcome again = sim::run(options);
        if (again.digest != outcome.digest)
            outcome.findings.push_back({0, "the same seed gave another world (P5)"});
        const std::lock_guard hold(tally.mutex);
        ++tally.replayed;
    }
    tally.add(outcome);
    if (outcome.findings.empty()) return;
    const std::lock_guard hold(tally.mutex);
    tally.broken.push_back(seed);
    if (tally.broken.size() <= shown_in_full) tell(seed, outcome);
}

void run_all(const Plan& plan, Tally& tally) {
    std::atomic<std::uint64_t> next{0};
    const std::uint64_t all = plan.seeds + plan.extra.size();
    const auto work = [&] {
        for (;;) {
            const std::uint64_t i = next++;
            if (i >= all) return;
            {
                const std::lock_guard hold(tally.mutex);
                if (tally.broken.size() >= plan.broken) return;
                if (plan.games > 0 && tally.games >= plan.games) return;
            }
            run_seed(i < plan.extra.size() ? plan.extra[i] : plan.first + i - plan.extra.size(),
                     tally);
        }
    };
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < plan.jobs; ++i) threads.emplace_back(work);
    work();
    for (std::thread& thread : threads) thread.join();
}

// Only for and by a gateway of boards, which no world has: tests/e2e/test_boards.py runs one.
bool of_gateways(std::string_view type) {
    return type == "clockd/event/equipment_changed" || type == "clockd/press_held";
}

// What no world reached: then the simulation does not test what it claims to test.
std::vector<std::string> missing(const Tally& tally) {
    std::vector<std::string> names;
    for (const std::string_view mark : sim::required_marks())
        if (tally.marks.count(mark) == 0) names.emplace_back(mark);
    for (const std::string& type : sim::schema_types())
        if (!of_gateways(type) && !tally.types.contains(type))
            names.push_back("message type " + type);
    return names;
}

int report(const Plan& plan, const Tally& tally, double seconds, bool show_marks) {
    if (show_marks) {
        for (const auto& [name, count] : tally.marks.counts())
            std::printf("%10llu %s\n", static_cast<unsigned long long>(count), name.c_str());
        for (const auto& [name, count] : tally.types)
            std::printf("%10llu %s\n", static_cast<unsigned long long>(count), name.c_str());
    }
    std::printf("%llu worlds, %llu games, %llu worlds played twice, %zu broken; "
                "%.0f games/s, %.0f simulated hours per hour, slowest recovery %lld ms\n",
                static_cast<unsigned long long>(tally.worlds),
                static_cast<unsigned long long>(tally.games),
                static_cast<unsigned long long>(tally.replayed), tally.broken.size(),
                static_cast<double>(tally.games) / seconds, tally.simulated_s / seconds,
                static_cast<long long>(tally.slowest_recovery.us / 1000));
    if (tally.broken.size() > shown_in_full) {
        std::printf("broken:");
        for (const std::uint64_t seed : tally.broken)
            std::printf(" %llu", static_cast<unsigned long long>(seed));
        std::printf("\n");
    }
    for (const auto& [name, count] : tally.marks.counts())
        if (name.starts_with("oracle_gave_up: "))
            std::printf("%10llu %s\n", static_cast<unsigned long long>(count), name.c_str());
    bool good = tally.broken.empty();
    if (plan.marks && good)
        for (const std::string& name : missing(tally)) {
            std::printf("never happened in any world: %s\n", name.c_str());
            good = false;
        }
    return good ? 0 : 1;
}

int run_one(std::uint64_t seed, std::optional<std::uint32_t> board) {
    seed_now = seed;
    const std::optional<Board> story = board ? std::optional(Board{*board}) : std::nullopt;
    const sim::Outcome outcome = sim::run(sim::Options::from(seed), story);
    if (story) std::printf("%s\n", outcome.story.c_str());
    std::printf("seed %llu: %d games, digest %s\n", static_cast<unsigned long long>(seed),
                outcome.games, outcome.digest.c_str());
    if (outcome.findings.empty()) return std::puts("every promise was kept"), 0;
    return tell(seed, outcome), 1;
}

// The hash of HEAD; empty if there is no git or no repository.
std::string commit_hash() {
    std::string hash;
    const std::string command =
        "git -C '" + flagfall::test::source("") + "' rev-parse HEAD 2>/dev/null";
    if (FILE* pipe = ::popen(command.c_str(), "r")) {
        char text[64] = {};
        if (std::fgets(text, sizeof text, pipe)) hash = text;
        ::pclose(pipe);
    }
    while (!hash.empty() && hash.back() == '\n') hash.pop_back();
    return hash;
}

std::uint64_t seed_of(const std::string& hexadecimal) {
    return std::stoull(hexadecimal.substr(0, 15), nullptr, 16);
}

int simulate(int argc, char** argv) {
    po::options_description description(
        "flagfall_sim: both daemons under simulated time, network, disk and people\n\nOptions");
    description.add_options()
        ("seeds", po::value<std::uint64_t>()->default_value(2000), "how many worlds")
        ("first", po::value<std::uint64_t>()->default_value(1), "the first seed")
        ("extra", po::value<std::vector<std::string>>(),
         "another seed: a number, or hexadecimal digits such as a commit's hash")
        ("commit", "another seed from the hash of the commit that is checked out")
        ("games", po::value<std::uint64_t>()->default_value(0), "stop after so many games")
        ("broken", po::value<std::size_t>()->default_value(20), "stop after so many broken worlds")
        ("jobs", po::value<unsigned>()->default_value(1), "threads")
        ("seed", po::value<std::uint64_t>(), "play this one world only")
        ("story", po::value<std::uint32_t>(), "with --seed: print what happened at this board")
        ("show-marks", "print how often each thing happened")
        ("no-marks", "do not demand that everything happened")
        ("help", "this text");
    po::variables_map values;
    po::store(po::parse_command_line(argc, argv, description), values);
    if (values.contains("help")) return std::cout << description << '\n', 0;
    po::notify(values);
    if (values.contains("seed"))
        return run_one(values["seed"].as<std::uint64_t>(),
                       values.contains("story")
                           ? std::optional(values["story"].as<std::uint32_t>())
                           : std::nullopt);
    Plan plan{.first = values["first"].as<std::uint64_t>(),
              .seeds = values["seeds"].as<std::uint64_t>(),
              .extra = {},
              .jobs = values["jobs"].as<unsigned>(),
              .games = values["games"].as<std::uint64_t>(),
              .broken = values["broken"].as<std::size_t>(),
              .marks = !values.contains("no-marks")};
    if (values.contains("extra"))
        for (const std::string& text : values["extra"].as<std::vector<std::string>>())
            plan.extra.push_back(seed_of(text));
    if (values.contains("commit")) {
        const std::string hash = commit_hash();
        if (hash.empty()) std::puts("note: no git here, so no seed from the commit's hash");
        else plan.extra.push_back(seed_of(hash));
    }
    Tally tally;
    const Instant began = now();
    run_all(plan, tally);
    const double took = static_cast<double>((now() - began).us) / 1e6;
    return report(plan, tally, took, values.contains("show-marks"));
}

}  // namespace

int main(int argc, char** argv) {
    std::signal(SIGABRT, on_abort);
    flagfall::abort_on_failed_checks();
    try {
        return simulate(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "flagfall_sim: %s\nTry: flagfall_sim --help\n", error.what());
        return 2;
    }
}
