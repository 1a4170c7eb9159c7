// Reads and writes the TRF26 of a big open, 2,000 players and 11 rounds, compared with a bare loop
// over the same bytes in the same run. Usage: formats_bench [rounds]
//
// The bare reader cuts every line at its columns into strings and checks nothing; the bare writer
// prints as many fields of the same widths. CPU time; they take turns, and the best of each counts.
#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "arbiterd/formats/export.hpp"

namespace {

using namespace flagfall;

constexpr std::uint32_t players = 2'000;
constexpr std::uint32_t rounds = 11;

double cpu_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

tournament::Tournament big_event() {
    tournament::Tournament event;
    event.info.name = "Big open";
    event.info.rounds = rounds;
    event.info.terms.time_control = "5400+30";
    for (std::uint32_t number = 1; number <= players; ++number) {
        tournament::EventPlayer& player = event.players[number];
        player.number = number;
        player.name = "Møller-" + std::to_string(number) + ", Søren";
        player.title = number % 20 == 0 ? "FM" : "";
        player.rating = 2800 - number / 2;
        player.federation = "NOR";
        player.fide_id = std::to_string(1'500'000 + number);
        player.birth = "1990-01-02";
    }
    const Score scores[]{win_of(Side::white), drawn(), win_of(Side::black)};
    for (std::uint32_t number = 1; number <= rounds; ++number) {
        tournament::EventRound& round = event.rounds[number];
        round.number = number;
        round.starts = "2026-11-" + std::to_string(10 + number);
        // Pairs one half with the other, shifted by one each round.
        for (std::uint32_t i = 0; i < players / 2; ++i) {
            tournament::EventPairing& pairing = round.pairings.emplace_back();
            pairing.board.number = i + 1;
            pairing.white = i + 1;
            pairing.black = players / 2 + 1 + (i + number) % (players / 2);
            pairing.entered = {scores[(i * 7 + number) % 3], wire::ResultKind::played, {}, {}};
        }
        round.state = tournament::RoundState::finished;
    }
    return event;
}

// The fields of every line as strings.
std::size_t bare_read(const std::string& text) {
    std::vector<std::vector<std::string>> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find("\r\n", begin);
        const std::string line = text.substr(begin, end - begin);
        auto& fields = lines.emplace_back();
        for (std::size_t at = 0; at < line.size();) {
            const std::size_t width = at < 14 ? 5 : at < 48 ? 34 : 10;
            fields.push_back(line.substr(at, width));
            at += width;
        }
        begin = end + 2;
    }
    return lines.size();
}

std::size_t bare_write() {
    std::string out;
    char buffer[64];
    for (std::uint32_t player = 1; player <= players; ++player) {
        out += "001 ";
        out.append(buffer, static_cast<std::size_t>(std::snprintf(buffer, sizeof buffer,
                                                                  "%4u %-43s", player, "name")));
        out.append(buffer, static_cast<std::size_t>(std::snprintf(
                               buffer, sizeof buffer, "%4u %3s %11u %10s", 2000U, "NOR",
                               1'500'000 + player, "1990/01/02")));
        for (std::uint32_t round = 1; round <= rounds; ++round)
            out.append(buffer, static_cast<std::size_t>(std::snprintf(
                                   buffer, sizeof buffer, "  %4u %c %c", player, 'w', '1')));
        out += "\r\n";
    }
    return out.size();
}

// The best of so many runs, in seconds.
double best(int turns, const auto& act) {
    double least = 1e9;
    for (int turn = 0; turn < turns; ++turn) {
        const double before = cpu_seconds();
        for (int again = 0; again < 5; ++again)
            if (act() == 0) std::abort();
        least = std::min(least, (cpu_seconds() - before) / 5);
    }
    return least;
}

void print(const char* what, double ours, double bare) {
    std::printf("%-6s %7.1f ms  bare %7.1f ms  ratio %.2f\n", what, ours * 1e3, bare * 1e3,
                bare / ours);
}

}  // namespace

int main(int count, char** arguments) {
    const int turns = count > 1 ? std::max(1, std::atoi(arguments[1])) : 7;
    const tournament::Tournament event = big_event();
    const formats::Results results = formats::entered_results(event);
    const auto written = formats::trf(event, results, {});
    if (!written) std::abort();
    const std::string& text = written->text;
    std::printf("%u players, %u rounds, %.2f MB\n", players, rounds,
                static_cast<double>(text.size()) / 1e6);
    print("read", best(turns, [&] {
              const auto read = formats::read(formats::Format::trf26, text, nullptr, 0);
              return read ? read->players.size() : 0;
          }),
          best(turns, [&] { return bare_read(text); }));
    print("write", best(turns, [&] { return formats::trf(event, results, {})->text.size(); }),
          best(turns, [] { return bare_write(); }));
    return 0;
}
