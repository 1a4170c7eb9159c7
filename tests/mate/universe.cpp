// Every position with few men, decided by brute force, compared with the result of the analyser.
#include <algorithm>
#include <atomic>
#include <boost/program_options.hpp>
#include <cstdio>
#include <iostream>
#include <optional>
#include <sstream>
#include <thread>

#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "tests/mate/judge.hpp"
#include "tests/mate/solve.hpp"

namespace {

namespace po = boost::program_options;
using namespace flagfall;
using namespace flagfall::universe;

constexpr std::uint32_t share = 4096;     // numbers that a thread takes at once
constexpr std::uint32_t samples = 3000;   // of each class, for the rules
constexpr std::uint32_t dead_one_in = 8;  // dead() asks can_mate again

struct Plan {
    std::vector<Material> asked;
    unsigned files = 0;
    std::uint32_t stride = 1;
    std::uint32_t every = 1;
    unsigned jobs = 1;
};

// The same for the same number in every run, but without a pattern.
std::uint32_t scattered(std::uint32_t number) {
    std::uint64_t z = (number + 1) * 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    return static_cast<std::uint32_t>((z ^ (z >> 27)) >> 16);
}

struct All {
    std::vector<Board> boards;

    bool quiet(const Board& next) {
        other(next);
        return true;
    }
    void other(const Board& next) { boards.push_back(next); }
};

std::vector<Board> after_moves(const Board& board) {
    All all;
    moves(board, all);
    return all.boards;
}

chess::Position position_of(const Board& board) {
    const auto position = chess::Position::from(setup_of(board));
    FF_CHECK(position.has_value());
    return *position;
}

// Board, side to move and en passant; the counters are not part of this universe.
std::string placement(const chess::Position& position) {
    const std::string text = chess::fen(position);
    return text.substr(0, text.find(' ', text.find('-')));
}

// The small rules of this test and those of common/chess list the same positions after each move;
// a side can mate if it can mate after one of them.
bool rules_agree(const Universe& universe, const Board& board) {
    std::vector<std::string> mine;
    Winners winners = 0;
    for (const Board& next : after_moves(board)) {
        mine.push_back(placement(position_of(next)) + std::to_string(next.en_passant));
        winners |= universe.winners(next);
    }
    const chess::Position position = position_of(board);
    std::vector<std::string> theirs;
    for (const chess::Move move : chess::legal_moves(position)) {
        const chess::Position next = chess::after(position, move);
        theirs.push_back(placement(next) + std::to_string(next.en_passant()));
    }
    if (chess::ending(position) == chess::Ending::checkmate) winners = only(other(board.turn));
    std::ranges::sort(mine);
    std::ranges::sort(theirs);
    return mine == theirs && position.en_passant() == board.en_passant &&
           winners == universe.winners(board);
}

bool check_rules(const Universe& universe, const Universe::Class& which) {
    const std::uint32_t step = which.numbering.size() / samples + 1;
    for (std::uint32_t number = 0; number < which.numbering.size(); number += step) {
        const std::uint32_t at = number + scattered(number) % step;
        if (at >= which.numbering.size()) break;
        const Board board = which.numbering.board(at);
        bool good = is_legal(board);
        Bitboard squares = board.occupied();
        if (chess::count(squares) == board.count &&
            good != chess::Position::from(setup_of(board)).has_value()) {
            std::printf("FAILED  %s %u: legal or not\n", which.material.name().c_str(), at);
            return false;
        }
        if (!good) continue;
        good = rules_agree(universe, board);
        for (const Board& next : after_moves(board))
            if (next.en_passant != chess::no_square) good = good && rules_agree(universe, next);
        if (good) continue;
        std::printf("FAILED  %s: other moves than in common/chess, or another end\n",
                    chess::fen(position_of(board)).c_str());
        return false;
    }
    return true;
}

// Asks the analyser about positions of one class, each as one of its images.
class Asking {
public:
    Asking(const Universe& universe, const Universe::Class& which, const Plan& plan)
        : universe_(universe), which_(which), plan_(plan) {}

    void one(std::uint32_t number) {
        const std::uint32_t draw = scattered(number);
        const Winners winners = which_.winners(number);
        Both<bool> asked;
        for (const Side side : {Side::white, Side::black}) {
            const bool easy = (winners & only(side)) != 0 || which_.material.is_bare(side);
            asked[side] = (draw >> 8) % (easy ? plan_.stride : plan_.every) == 0;
        }
        if (asked[Side::white] || asked[Side::black])
            ask(which_.numbering.board(number), winners, draw, asked);
        if (!en_passant_happens_) return;
        for (const Board& next : after_moves(which_.numbering.board(number)))
            if (next.en_passant != chess::no_square)
                ask(next, universe_.winners(next), draw, {true, true});
    }

    const judge::Counts& counts() const { return judge_.counts(); }

private:
    void ask(Board board, Winners winners, std::uint32_t draw, Both<bool> asked) {
        if ((draw & 1) != 0) board = mirror_files(board);
        if ((draw & 2) != 0 && !which_.material.has_pawns()) board = mirror_diagonal(board);
        const bool exchanged = (draw & 4) != 0;
        if (exchanged) board = exchange_colours(board);
        const chess::Position position = position_of(board);
        judge::Truth truth;
        for (const Side side : {Side::white, Side::black}) {
            const Side now = exchanged ? other(side) : side;
            truth[now] = (winners & only(side)) != 0;
            if (asked[side]) judge_.ask(position, now, truth[now]);
        }
        if ((winners == 0 && asked[Side::white]) || (draw >> 3) % dead_one_in == 0)
            judge_.ask_dead(position, truth);
    }

    const Universe& universe_;
    const Universe::Class& which_;
    const Plan& plan_;
    judge::Judge judge_;
    const bool en_passant_happens_ = which_.material.name() == "KPKP";
};

judge::Counts compare(const Universe& universe, const Universe::Class& which, const Plan& plan) {
    const std::uint32_t size = which.numbering.size();
    std::atomic<std::uint32_t> next{0};
    std::vector<Asking> askings(plan.jobs, Asking(universe, which, plan));
    std::vector<std::thread> threads;
    for (Asking& asking : askings)
        threads.emplace_back([&] {
            for (std::uint32_t from; (from = next.fetch_add(share)) < size;)
                for (std::uint32_t at = from; at < std::min(from + share, size); ++at)
                    if (which.is_position(at)) asking.one(at);
        });
    for (std::thread& thread : threads) thread.join();
    judge::Counts counts;
    for (const Asking& asking : askings) counts.add(asking.counts());
    return counts;
}

void print_class(const Universe::Class& which, const judge::Counts& counts) {
    std::uint64_t positions = 0;
    Both<std::uint64_t> never{};
    for (std::uint32_t number = 0; number < which.numbering.size(); ++number) {
        if (!which.is_position(number)) continue;
        ++positions;
        for (const Side side : {Side::white, Side::black})
            never[side] += (which.winners(number) & only(side)) == 0 ? 1U : 0U;
    }
    std::printf("%-5s %8llu positions, White never mates in %llu, Black in %llu; asked: %s\n",
                which.material.name().c_str(), static_cast<unsigned long long>(positions),
                static_cast<unsigned long long>(never[Side::white]),
                static_cast<unsigned long long>(never[Side::black]), counts.text().c_str());
    std::fflush(stdout);
}

int compare_all(const Plan& plan) {
    Universe universe(plan.files);
    for (const Material& material : plan.asked) universe.add(material);
    universe.solve(plan.jobs);
    judge::Counts all;
    bool rules = true;
    for (const auto& which : universe.classes()) {
        rules = check_rules(universe, *which) && rules;
        const judge::Counts counts = compare(universe, *which, plan);
        print_class(*which, counts);
        all.add(counts);
    }
    std::printf("%zu classes; asked: %s\n", universe.classes().size(), all.text().c_str());
    return rules && all.contradictions == 0 && all.undetermined == 0 ? 0 : 1;
}

std::optional<unsigned> read_files(const std::string& text) {
    unsigned files = 0;
    for (const char c : text) {
        if (c < 'a' || c > 'h') return {};
        files |= 1U << (c - 'a');
    }
    return files == 0 ? std::nullopt : std::optional(files);
}

constexpr std::string_view about =
    "flagfall_universe: every position with few men, against the analyser\n\n"
    "All positions of the classes and of all that captures and promotions turn them into are\n"
    "decided by brute force, and can_mate and dead are asked about them.\n\n"
    "All classes with four men, pawns on two files, in about 40 s of processor time:\n"
    "  flagfall_universe --classes KPKP,KPPK --files ab --stride 20000 --every 10\n"
    "Every unwinnable one of them but bare kings, in several minutes:\n"
    "  flagfall_universe --classes KPKP,KPPK --files ab --stride 5000 --every 1\n\n"
    "Options";

int run(int argc, char** argv) {
    po::options_description description{std::string(about)};
    description.add_options()
        ("classes", po::value<std::string>()->default_value("KPK,KBKB"),
         "with commas between: king and men of one side, then of the other")
        ("files", po::value<std::string>()->default_value("ab"),
         "where pawns stand in positions with four men")
        ("stride", po::value<std::uint32_t>()->default_value(1000),
         "of winnable ones and bare kings, ask about one in so many")
        ("every", po::value<std::uint32_t>()->default_value(1),
         "of the other unwinnable ones, ask about one in so many")
        ("jobs", po::value<unsigned>()->default_value(2), "threads")
        ("help", "this text");
    po::variables_map values;
    po::store(po::parse_command_line(argc, argv, description), values);
    if (values.contains("help")) return std::cout << description << '\n', 0;
    po::notify(values);
    Plan plan;
    plan.stride = std::max(1U, values["stride"].as<std::uint32_t>());
    plan.every = std::max(1U, values["every"].as<std::uint32_t>());
    plan.jobs = std::max(1U, values["jobs"].as<unsigned>());
    std::istringstream classes(values["classes"].as<std::string>());
    for (std::string name; std::getline(classes, name, ',');) {
        const auto material = parse_material(name);
        if (!material) throw po::error("no such class: " + name);
        plan.asked.push_back(*material);
    }
    const auto files = read_files(values["files"].as<std::string>());
    if (!files) throw po::error("files are letters from a to h");
    plan.files = *files;
    return compare_all(plan);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "flagfall_universe: %s\nTry: flagfall_universe --help\n",
                     error.what());
        return 2;
    }
}
