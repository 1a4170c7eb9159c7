// Reads, checks and rewrites PGN, compared with pgn-extract, one thread each, the same file at the
// same time. Usage: pgn_bench [rounds] [file ...]; without files the sample games are used.
//
// Both read the file from disk, check every move and write all games in export format with SAN to
// a file. They take turns; CPU time counts, the best of each. The games are repeated until there
// are at least 5,000, so that the start of a process does not matter.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "common/chess/pgn.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace flagfall::chess;

constexpr const char* pgn_extract = "/usr/games/pgn-extract";
constexpr std::size_t games_wanted = 5'000;

std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) std::fprintf(stderr, "cannot read %s\n", path.c_str());
    return {std::istreambuf_iterator<char>(in), {}};
}

double cpu_seconds(const rusage& usage) {
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Counts {
    std::size_t games = 0;
    std::size_t plies = 0;
    std::size_t errors = 0;
};

// Like a program that streams: one game in memory at a time.
Counts rewrite(const std::string& from, const std::string& to) {
    const std::string text = read_file(from);
    std::FILE* out = std::fopen(to.c_str(), "w");
    if (out == nullptr) std::abort();
    Counts counts;
    PgnReader reader(text);
    PgnGame game;
    std::string written;
    for (;;) {
        const PgnReader::Read read = reader.read_into(game);
        if (read == PgnReader::Read::end) break;
        counts.errors += read == PgnReader::Read::error;
        ++counts.games;
        counts.plies += game.moves.size();
        written.clear();
        append_pgn(written, game);
        std::fwrite(written.data(), 1, written.size(), out);
    }
    std::fclose(out);
    return counts;
}

double time_ours(const std::string& from, const std::string& to, Counts& counts) {
    rusage before{};
    rusage after{};
    getrusage(RUSAGE_SELF, &before);
    counts = rewrite(from, to);
    getrusage(RUSAGE_SELF, &after);
    return cpu_seconds(after) - cpu_seconds(before);
}

double time_theirs(const std::string& from, const std::string& to) {
    const pid_t child = fork();
    if (child == 0) {
        execl(pgn_extract, pgn_extract, "-s", "-o", to.c_str(), from.c_str(), nullptr);
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    if (wait4(child, &status, 0, &usage) != child || WEXITSTATUS(status) == 127) {
        std::fprintf(stderr, "no pgn-extract to compare with\n");
        return 0;
    }
    return cpu_seconds(usage);
}

void compare(const std::string& name, const std::string& games, int rounds) {
    const std::string folder = "/tmp/pgn_bench." + std::to_string(getpid());
    const std::string input = folder + ".in.pgn";
    const std::string output = folder + ".out.pgn";
    std::ofstream(input, std::ios::binary) << games;
    Counts counts;
    double ours = 1e9;
    double theirs = 1e9;
    for (int round = 0; round < rounds; ++round) {
        ours = std::min(ours, time_ours(input, output, counts));
        theirs = std::min(theirs, time_theirs(input, output));
    }
    const auto per = [](std::size_t amount, double seconds) {
        return static_cast<double>(amount) / seconds;
    };
    std::printf("%s: %zu games, %zu plies, %zu errors, %.1f MB\n", name.c_str(), counts.games,
                counts.plies, counts.errors, static_cast<double>(games.size()) / 1e6);
    std::printf("  flagfall    %8.3f s  %8.0f games/s  %6.2f M plies/s\n", ours,
                per(counts.games, ours), per(counts.plies, ours) / 1e6);
    if (theirs > 0)
        std::printf("  pgn-extract %8.3f s  %8.0f games/s   ratio %.2f\n", theirs,
                    per(counts.games, theirs), theirs / ours);
    std::remove(input.c_str());
    std::remove(output.c_str());
}

// The text repeated until there are enough games.
std::string repeated(const std::string& text) {
    PgnReader reader(text);
    PgnGame game;
    std::size_t games = 0;
    while (reader.read_into(game) != PgnReader::Read::end) ++games;
    std::string all;
    for (std::size_t have = 0; games > 0 && have < games_wanted; have += games) all += text;
    return all;
}

// Without comments and times: only the moves, as in most collections.
std::string plain(const std::string& text) {
    PgnReader reader(text);
    PgnGame game;
    std::string out;
    for (auto read = reader.read_into(game); read != PgnReader::Read::end;
         read = reader.read_into(game)) {
        for (PgnMove& move : game.moves) {
            PgnMove bare;
            bare.move = move.move;
            move = bare;
        }
        append_pgn(out, game);
    }
    return out;
}

}  // namespace

int main(int count, char** arguments) {
    const int rounds = count > 1 ? std::max(1, std::atoi(arguments[1])) : 5;
    std::vector<std::string> files(arguments + std::min(count, 2), arguments + count);
    if (files.empty()) {
        const std::string games = flagfall::test::shared_data("games/");
        files = {games + "ecc2018_round1.pgn", games + "lichess_2025-05_sample.pgn"};
    }
    std::string text;
    for (const std::string& file : files) text += read_file(file) + "\n\n";
    compare("with times", repeated(text), rounds);
    compare("plain", repeated(plain(text)), rounds);
    return 0;
}
