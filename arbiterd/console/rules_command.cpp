#include "arbiterd/console/rules_command.hpp"

#include <atomic>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "arbiterd/console/rules_answers.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/call.hpp"

namespace flagfall::console {

namespace {

constexpr const char* about =
    "Answers one line of standard input with one line of standard output.\n"
    "\n"
    "FENs may be X-FEN or Shredder-FEN. UCI castling is e1g1 in chess and king-takes-rook (e1h1) "
    "in Chess960. The answer to a line that cannot be read is `error: ...`, to an invalid position "
    "`invalid` and the names of the errors (in game: {\"error\":...}); the exit code is still 0.";

constexpr std::int64_t most_jobs = 64;
constexpr std::int64_t most_nodes = 50'000'000;  // some GiB of memory
constexpr std::int64_t most_seconds = 3'600;
// How many lines are read before they are answered, when several threads answer.
constexpr std::size_t batch_lines = 1'024;

using Answer = std::string (*)(std::string_view, const Manner&);

struct Choice {
    Answer answer = nullptr;
    Manner manner;
    std::size_t jobs = 1;
};

Choice chosen(Answer answer, const cli::Values& values) {
    Choice choice{answer, {}, 1};
    for (const chess::Variant variant : {chess::Variant::chess, chess::Variant::chess960})
        if (chess::name(variant) == values.text_or_empty("variant"))
            choice.manner.variant = variant;
    if (values.has("jobs")) choice.jobs = static_cast<std::size_t>(values.number("jobs"));
    if (values.has("nodes"))
        choice.manner.nodes = static_cast<std::uint64_t>(values.number("nodes"));
    if (values.has("seconds")) choice.manner.time = seconds(values.number("seconds"));
    if (values.flag("explain")) choice.manner.form = MateForm::explanation;
    if (values.flag("certificate")) choice.manner.form = MateForm::certificate;
    return choice;
}

// The lines of a file, one after another.
class Lines {
public:
    explicit Lines(std::FILE* in) : in_(in) {}
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;
    ~Lines() { std::free(line_); }

    // Nothing at the end of the file.
    std::optional<std::string> next() {
        const ssize_t size = getline(&line_, &capacity_, in_);
        if (size < 0) return std::nullopt;
        std::string text(line_, static_cast<std::size_t>(size));
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
        return text;
    }

private:
    std::FILE* in_;
    char* line_ = nullptr;
    std::size_t capacity_ = 0;
};

std::vector<std::string> answer_all(const Choice& choice, const std::vector<std::string>& lines) {
    std::vector<std::string> answers(lines.size());
    std::atomic<std::size_t> next = 0;
    {
        std::vector<std::jthread> workers;
        workers.reserve(choice.jobs);
        for (std::size_t i = 0; i < choice.jobs; ++i)
            workers.emplace_back([&] {
                for (std::size_t at = next++; at < lines.size(); at = next++)
                    answers[at] = choice.answer(lines[at], choice.manner);
            });
    }
    return answers;
}

void answer_in_parallel(const Choice& choice, Lines& lines, std::FILE* out) {
    std::vector<std::string> batch;
    do {
        batch.clear();
        while (batch.size() < batch_lines) {
            auto line = lines.next();
            if (!line) break;
            batch.push_back(std::move(*line));
        }
        for (const std::string& answer : answer_all(choice, batch))
            std::fprintf(out, "%s\n", answer.c_str());
        std::fflush(out);
    } while (!batch.empty());
}

int answer_lines(Answer answer, const cli::Call& call) {
    const Choice choice = chosen(answer, call.values);
    Lines lines(call.streams.in);
    if (choice.jobs > 1) return answer_in_parallel(choice, lines, call.streams.out), exit_code::ok;
    while (const auto line = lines.next())
        (void)call.print(choice.answer(*line, choice.manner) + "\n");  // a reader may wait
    return exit_code::ok;
}

cli::Subcommand question(std::string name, Answer answer, std::string summary) {
    return {.name = std::move(name), .summary = std::move(summary),
            .run = [answer](const cli::Call& call) { return answer_lines(answer, call); }};
}

std::vector<cli::Option> options_of_rules() {
    using cli::Kind;
    return {{.name = "variant", .value = "VARIANT",
             .help = "how to read FENs; default: Chess960 if the castling rights need it, else "
                     "chess",
             .choices = {"chess", "chess960"}},
            {.name = "jobs", .kind = Kind::number, .value = "N",
             .help = "answer N lines at a time (1 to 64), in the same order; the answers to up to "
                     "1024 lines come together",
             .least = 1, .most = most_jobs},
            {.name = "explain", .kind = Kind::flag,
             .help = "mate: in words: what is blocked and why, or the line that mates"},
            {.name = "certificate", .kind = Kind::flag,
             .help = "mate: as JSON with the line or the proof (docs/mate.md)"},
            {.name = "nodes", .kind = Kind::number, .value = "N",
             .help = "mate, game: give up after N positions (1 to 50000000; default 400000 for "
                     "mate, 80000 for dead; each takes about 200 bytes)",
             .least = 1, .most = most_nodes},
            {.name = "seconds", .kind = Kind::number, .value = "N",
             .help = "mate: give up after N seconds (1 to 3600); default: only --nodes counts",
             .least = 1, .most = most_seconds}};
}

}  // namespace

cli::Subcommand rules_command() {
    return {
        .name = "rules",
        .summary = "answer questions about positions and games, line by line",
        .text = about,
        .options = options_of_rules(),
        .commands =
            {question("perft", answer_perft,
                      "FEN<TAB>depth -> the number of positions after exactly so many plies"),
             question("moves", answer_moves,
                      "FEN -> all legal moves in UCI, sorted, separated by spaces"),
             question("san", answer_san,
                      "FEN<TAB>text of a move in any notation -> UCI, or malformed, illegal, "
                      "ambiguous"),
             question("fen", answer_fen,
                      "FEN -> valid, or invalid and the names of the errors"),
             question("mate", answer_mate,
                      "FEN<TAB>w or b: can this side ever give mate by any series of legal "
                      "moves? -> winnable and a line of UCI moves that mates (no line if the "
                      "mate is on the board), unwinnable, or undetermined"),
             question("chess960", answer_chess960,
                      "a number from 0 to 959 -> the FEN of that starting position (II.2); a "
                      "FEN -> its number, or none of the 960; 518 is the orthodox position"),
             question("game", answer_game,
                      "UCI moves from the start position, or FEN;moves -> a JSON object: the "
                      "ply at which threefold, fivefold, fifty, seventy_five, checkmate, "
                      "stalemate and dead first hold, or null (ply 0 is the start, 1 the "
                      "position after the first move)")},
        .examples = {{"printf '8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1\\tw\\n' | arbiterd "
                      "rules mate --explain",
                      "can White ever mate? why not?"}}};
}

}  // namespace flagfall::console
