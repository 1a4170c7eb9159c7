// Stockfish as a baseline: a process behind two pipes, of which only "go perft" is timed.
#pragma once

#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace flagfall::bench {

// Processor time used so far by a process, this one by default.
inline double cpu_seconds(clockid_t clock = CLOCK_PROCESS_CPUTIME_ID) {
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// A Stockfish process behind two pipes.
class Stockfish {
public:
    static std::optional<Stockfish> start() {
        for (const char* path : {"/usr/games/stockfish", "/usr/bin/stockfish"})
            if (access(path, X_OK) == 0) return Stockfish(path);
        return std::nullopt;
    }

    Stockfish(Stockfish&& other) noexcept
        : process_(std::exchange(other.process_, 0)), in_(other.in_), out_(other.out_) {}
    Stockfish& operator=(Stockfish&&) = delete;
    ~Stockfish() {
        if (process_ == 0) return;
        say("quit");
        std::fclose(in_);
        std::fclose(out_);
        waitpid(process_, nullptr, 0);
    }

    // Seconds for "go perft"; the node count goes to `nodes`.
    double perft(const std::string& fen, int depth, std::uint64_t& nodes) {
        say("position fen " + fen);
        say("isready");
        wait_for("readyok");
        clockid_t clock{};
        if (clock_getcpuclockid(process_, &clock) != 0) std::abort();
        const double start = cpu_seconds(clock);
        say("go perft " + std::to_string(depth));
        const std::string line = wait_for("Nodes searched: ");
        const double stop = cpu_seconds(clock);
        nodes = std::strtoull(line.c_str() + line.find(':') + 1, nullptr, 10);
        return stop - start;
    }

private:
    explicit Stockfish(const char* path) {
        std::array<int, 2> to{};
        std::array<int, 2> from{};
        if (pipe(to.data()) != 0 || pipe(from.data()) != 0) std::abort();
        process_ = fork();
        if (process_ == 0) {
            dup2(to[0], 0);
            dup2(from[1], 1);
            close(to[1]);
            close(from[0]);
            execl(path, path, static_cast<char*>(nullptr));
            _exit(127);
        }
        close(to[0]);
        close(from[1]);
        in_ = fdopen(to[1], "w");
        out_ = fdopen(from[0], "r");
        say("uci");
        wait_for("uciok");
    }

    void say(const std::string& line) {
        std::fprintf(in_, "%s\n", line.c_str());
        std::fflush(in_);
    }
    std::string wait_for(const char* start) {
        std::array<char, 4096> line{};
        while (std::fgets(line.data(), line.size(), out_) != nullptr)
            if (std::string(line.data()).starts_with(start)) return line.data();
        std::fprintf(stderr, "stockfish ended\n");
        std::exit(1);
    }

    pid_t process_ = 0;
    FILE* in_ = nullptr;
    FILE* out_ = nullptr;
};

}  // namespace flagfall::bench
