// The speed of the rules: bulk perft, compared with Stockfish on the same machine at the same time,
// and SAN written and read per second. Usage: perft_bench [rounds].
//
// Stockfish is started and warmed up once (uci, isready); only its "go perft" is timed. The two
// take turns, and the best of each counts. Times are processor time of the working process, so
// that a busy machine has less influence.

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/bench/stockfish.hpp"

namespace {

using namespace flagfall::chess;
using flagfall::bench::cpu_seconds;
using flagfall::bench::Stockfish;

struct Task {
    const char* name;
    const char* fen;
    int depth;
};
constexpr std::array<Task, 2> tasks{{
    {"start position, depth 6", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6},
    {"Kiwipete, depth 5", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     5},
}};

// Returns false if the two programs count differently.
bool compare(const Task& task, std::optional<Stockfish>& stockfish, int rounds) {
    const Position position = parse_position(task.fen, Variant::chess).value();
    double ours = 1e9;
    double theirs = 1e9;
    std::uint64_t nodes = 0;
    std::uint64_t their_nodes = 0;
    for (int round = 0; round < rounds; ++round) {
        const double start = cpu_seconds();
        nodes = perft(position, task.depth);
        ours = std::min(ours, cpu_seconds() - start);
        if (stockfish)
            theirs = std::min(theirs, stockfish->perft(task.fen, task.depth, their_nodes));
    }
    const double count = static_cast<double>(nodes);
    std::printf("%-24s flagfall %7.1f Mnodes/s", task.name, count / ours / 1e6);
    if (stockfish)
        std::printf("   stockfish %7.1f Mnodes/s   ratio %.2f", count / theirs / 1e6,
                    theirs / ours);
    std::printf("   nodes %llu\n", static_cast<unsigned long long>(nodes));
    return !stockfish || nodes == their_nodes;
}

struct Played {
    Position before;
    Move move;
    SanText text;
};

// Games of random legal moves, the same in every run.
std::vector<Played> random_games(int games) {
    std::mt19937 random(2024);
    std::vector<Played> played;
    for (int game = 0; game < games; ++game) {
        Position position = start_position();
        for (int ply = 0; ply < 120; ++ply) {
            const MoveList moves = legal_moves(position);
            if (moves.empty()) break;
            const Move move = moves[random() % moves.size()];
            played.push_back({position, move, san_text(position, move)});
            position = after(position, move);
        }
    }
    return played;
}

template <class Work>
void rate(const char* name, const std::vector<Played>& played, int rounds, Work work) {
    double best = 1e9;
    std::uint64_t sum = 0;
    for (int round = 0; round < rounds; ++round) {
        const double start = cpu_seconds();
        for (const Played& each : played) sum += work(each);
        best = std::min(best, cpu_seconds() - start);
    }
    std::printf("%-24s %6.2f M/s   (check sum %llu)\n", name,
                static_cast<double>(played.size()) / best / 1e6,
                static_cast<unsigned long long>(sum));
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
    std::optional<Stockfish> stockfish = Stockfish::start();
    if (!stockfish) std::printf("stockfish is not installed: no comparison\n");
    bool agree = true;
    for (const Task& task : tasks) agree = compare(task, stockfish, rounds) && agree;

    const std::vector<Played> played = random_games(2000);
    rate("SAN written", played, rounds,
         [](const Played& each) { return san_text(each.before, each.move).size; });
    rate("SAN read", played, rounds,
         [](const Played& each) { return parse_san(each.before, each.text)->raw(); });
    rate("legal and made", played, rounds, [](const Played& each) {
        return is_legal(each.before, each.move) ? after(each.before, each.move).key() : 0;
    });
    rate("all moves counted", played, rounds,
         [](const Played& each) { return count_moves(each.before); });
    if (!agree) std::printf("the node counts differ\n");
    return agree ? 0 : 1;
}
