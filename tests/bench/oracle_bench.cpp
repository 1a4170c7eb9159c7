// How fast the oracle judges: oracle_bench DIR [TIMES], with the data folder of a round.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "common/base/now.hpp"
#include "tests/oracle/load.hpp"

int main(int argc, char** argv) {
    using namespace flagfall;
    if (argc < 2) {
        std::fputs("usage: oracle_bench DIR [TIMES]\n", stderr);
        return 2;
    }
    const auto logs = oracle::load(argv[1]);
    if (!logs) {
        std::fprintf(stderr, "%s\n", logs.error().c_str());
        return 73;
    }
    std::size_t moves = 0;
    for (const oracle::GameRow& row : logs->record)
        moves += std::holds_alternative<wire::MoveRecorded>(row.event);
    const int times = argc > 2 ? std::atoi(argv[2]) : 20;
    oracle::Options options;
    options.finished = true;
    std::size_t complaints = 0;
    const Instant began = now();
    for (int each = 0; each < times; ++each)
        complaints += oracle::judge(logs->clock, logs->record, options).size();
    const double seconds = static_cast<double>((now() - began).us) / 1e6;
    const double total = static_cast<double>(moves) * times;
    std::printf("%.0f moves/s, %.0f games/s of 40 plies, %zu complaints\n", total / seconds,
                total / seconds / 40, complaints);
    return 0;
}
