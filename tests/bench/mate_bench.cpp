// How long "can this side ever mate?" takes: on every position of the sample games, both sides, and
// on the public questions. Usage: mate_bench [rounds].
//
// Times are processor time of the thread, the best of the rounds for each question, and are shown
// as on a machine on which Stockfish's "go perft 6" from the start position makes 102 M
// nodes a second: this is measured first, in the same run.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "common/chess/pgn.hpp"
#include "common/mate/mate.hpp"
#include "tests/bench/stockfish.hpp"
#include "tests/support/paths.hpp"

namespace {

using namespace flagfall;
using bench::cpu_seconds;
using chess::Position;

constexpr double reference_speed = 102e6;
constexpr const char* start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// The time on the reference machine for a second here.
double scale() {
    auto stockfish = bench::Stockfish::start();
    if (!stockfish) {
        std::printf("stockfish is not installed: times as they are here\n");
        return 1;
    }
    double best = 1e9;
    std::uint64_t nodes = 0;
    for (int round = 0; round < 5; ++round)
        best = std::min(best, stockfish->perft(start, 6, nodes));
    const double speed = static_cast<double>(nodes) / best;
    std::printf("stockfish: %.1f Mnodes/s, so times are multiplied by %.2f\n", speed / 1e6,
                speed / reference_speed);
    return speed / reference_speed;
}

struct Question {
    Position position;
    Side winner;
};

std::vector<Position> positions_of_games() {
    std::vector<Position> positions;
    const std::string folder = flagfall::test::shared_data("games");
    if (!std::filesystem::is_directory(folder)) return positions;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        std::ifstream in(entry.path());
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        chess::PgnReader reader(text);
        chess::PgnGame game;
        while (reader.read_into(game) == chess::PgnReader::Read::game) {
            positions.push_back(game.start);
            for (const chess::PgnMove& move : game.moves)
                positions.push_back(chess::after(positions.back(), move.move));
        }
    }
    return positions;
}

std::vector<Question> public_questions() {
    std::vector<Question> questions;
    std::ifstream in(flagfall::test::shared_data("mate_public.tsv"));
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
        std::istringstream fields(line);
        std::string fen;
        std::string winner;
        std::getline(std::getline(fields, fen, '\t'), winner, '\t');
        questions.push_back({chess::parse_position(fen, chess::Variant::chess).value(),
                             winner == "w" ? Side::white : Side::black});
    }
    return questions;
}

struct Taken {
    double us = 0;
    std::size_t question = 0;
    mate::Analysis answer;
};

void print_methods(const std::vector<Taken>& all) {
    struct Share {
        std::size_t questions = 0;
        double us = 0;
    };
    std::map<std::string, Share> shares;
    for (const Taken& taken : all) {
        Share& share = shares[std::string(name(taken.answer.verdict)) + ", " +
                              std::string(taken.answer.method)];
        ++share.questions;
        share.us += taken.us;
    }
    for (const auto& [method, share] : shares)
        std::printf("  %-32s %6zu  %7.3f %%  mean %10.1f us\n", method.c_str(), share.questions,
                    100.0 * static_cast<double>(share.questions) / static_cast<double>(all.size()),
                    share.us / static_cast<double>(share.questions));
}

void ask(const char* title, const std::vector<Question>& questions, int rounds, double scale) {
    if (questions.empty()) return std::printf("%s: the data is not here\n", title), void();
    std::vector<Taken> all(questions.size());
    for (int round = 0; round < rounds; ++round) {
        for (std::size_t i = 0; i < questions.size(); ++i) {
            const double before = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
            mate::Analysis answer = mate::can_mate(questions[i].position, questions[i].winner);
            const double us = 1e6 * scale * (cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - before);
            if (round == 0 || us < all[i].us) all[i].us = us;
            all[i].question = i;
            all[i].answer = std::move(answer);
            all[i].answer.proof = {};
        }
    }
    std::ranges::sort(all, {}, &Taken::us);
    double sum = 0;
    for (const Taken& taken : all) sum += taken.us;
    const auto at = [&](double share) {
        return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1))].us;
    };
    std::printf("\n%s: %zu questions\n  mean %.1f us, median %.1f, 90 %% %.1f, 99 %% %.1f, "
                "99.9 %% %.1f, worst %.1f\n",
                title, all.size(), sum / static_cast<double>(all.size()), at(0.5), at(0.9),
                at(0.99), at(0.999), all.back().us);
    print_methods(all);
    std::printf("  the worst:\n");
    for (std::size_t i = 0; i < std::min<std::size_t>(10, all.size()); ++i) {
        const Taken& taken = all[all.size() - 1 - i];
        const Question& question = questions[taken.question];
        std::printf("  %9.1f us  %s, %s, %llu positions, %zu plies: %s  %s\n", taken.us,
                    std::string(name(taken.answer.verdict)).c_str(),
                    std::string(taken.answer.method).c_str(),
                    static_cast<unsigned long long>(taken.answer.nodes), taken.answer.line.size(),
                    std::string(name(question.winner)).c_str(),
                    chess::fen(question.position).c_str());
    }
}

// The question after every move of a game: is the position dead?
void ask_dead(const std::vector<Position>& positions, int rounds, double scale) {
    double best = 1e9;
    std::size_t dead = 0;
    for (int round = 0; round < rounds; ++round) {
        dead = 0;
        const double before = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
        for (const Position& position : positions) dead += mate::dead(position);
        best = std::min(best, cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - before);
    }
    const double count = static_cast<double>(std::max<std::size_t>(1, positions.size()));
    std::printf("\ndead position (5.2.2), %zu positions, %zu dead: mean %.3f us\n",
                positions.size(), dead, 1e6 * scale * best / count);
}

}  // namespace

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 3;
    const double factor = scale();
    const std::vector<Position> positions = positions_of_games();
    std::vector<Question> questions;
    for (const Position& position : positions)
        for (const Side winner : {Side::white, Side::black})
            questions.push_back({position, winner});
    ask("every position of the sample games", questions, rounds, factor);
    ask("the public questions", public_questions(), rounds, factor);
    ask_dead(positions, rounds, factor);
    return 0;
}
