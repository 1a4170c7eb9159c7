#include "arbiterd/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "arbiterd/rules/answers.hpp"
#include "common/base/exit_codes.hpp"
#include "common/cli/print.hpp"

namespace flagfall::rules {

namespace {

constexpr const char* about =
    "Answers one line of standard input with one line of standard output.\n"
    "\n"
    "FENs may be X-FEN or Shredder-FEN. UCI castling is e1g1 in chess and king-takes-rook (e1h1) "
    "in Chess960. A line that cannot be read is answered by `error: ...`, an invalid position by "
    "`invalid` and the names of the errors (in game: by {\"error\":...}); the exit code is 0 all "
    "the same, and 2 for a command line that is not understood.";

std::vector<cli::Option> options_of_rules() {
    using cli::Kind;
    return {{.name = "variant", .value = "VARIANT",
             .help = "how to read FENs; without it one whose castling rights cannot be orthodox is "
                     "Chess960, any other one chess",
             .choices = {"chess", "chess960"}},
            {.name = "jobs", .kind = Kind::number, .value = "N",
             .help = "answer N lines at a time (1 to 64), in the same order; the answers to up to "
                     "1024 lines come together"},
            {.name = "explain", .kind = Kind::flag,
             .help = "mate: in words: what is blocked and why, or the line that mates"},
            {.name = "certificate", .kind = Kind::flag,
             .help = "mate: as JSON with the line or the proof (docs/mate.md)"},
            {.name = "nodes", .kind = Kind::number, .value = "N",
             .help = "mate, game: give up after N positions (1 to 50000000; 400000 for mate, 80000 "
                     "for dead; each takes about 200 bytes)"},
            {.name = "seconds", .kind = Kind::number, .value = "N",
             .help = "mate: give up after N seconds (1 to 3600); without it only --nodes counts"}};
}

std::string help() {
    const cli::Command command = rules_command();
    return cli::help("arbiterd", {&command});
}

constexpr std::uint64_t most_jobs = 64;
constexpr std::uint64_t most_nodes = 50'000'000;  // some GiB of memory
constexpr std::uint64_t most_seconds = 3'600;
// Lines read before the answers to them are given, when several are answered at a time.
constexpr std::size_t batch_lines = 1'024;

using Answer = std::string (*)(std::string_view, const Manner&);
struct Question {
    std::string_view name;
    Answer answer;
};
constexpr std::array<Question, 7> questions{{{"perft", answer_perft},
                                             {"moves", answer_moves},
                                             {"san", answer_san},
                                             {"fen", answer_fen},
                                             {"mate", answer_mate},
                                             {"chess960", answer_chess960},
                                             {"game", answer_game}}};

struct Choice {
    Answer answer = nullptr;
    Manner manner;
    std::uint64_t jobs = 1;
};

// A number from 1 to `most`; nothing if the text is anything else.
std::optional<std::uint64_t> number(std::string_view text, std::uint64_t most) {
    std::uint64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
    return value >= 1 && value <= most ? std::optional(value) : std::nullopt;
}

// An option with a value; false if either is unknown.
bool set(Choice& choice, std::string_view option, std::string_view value) {
    if (option == "--variant") {
        for (const chess::Variant variant : {chess::Variant::chess, chess::Variant::chess960})
            if (chess::name(variant) == value) choice.manner.variant = variant;
        return choice.manner.variant.has_value();
    }
    const auto read = [&](std::uint64_t most, auto&& keep) {
        const auto n = number(value, most);
        if (n) keep(*n);
        return n.has_value();
    };
    if (option == "--jobs") return read(most_jobs, [&](auto n) { choice.jobs = n; });
    if (option == "--nodes") return read(most_nodes, [&](auto n) { choice.manner.nodes = n; });
    return option == "--seconds" && read(most_seconds, [&](auto n) {
        choice.manner.time = seconds(static_cast<std::int64_t>(n));
    });
}

std::optional<Choice> choose(std::span<const std::string_view> args) {
    Choice choice;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (args[i] == "--explain") {
            choice.manner.form = MateForm::explanation;
        } else if (args[i] == "--certificate") {
            choice.manner.form = MateForm::certificate;
        } else if (args[i].starts_with("--")) {
            if (i + 1 >= args.size() || !set(choice, args[i], args[i + 1])) return std::nullopt;
            ++i;
        } else {
            if (choice.answer != nullptr) return std::nullopt;
            for (const Question& question : questions)
                if (question.name == args[i]) choice.answer = question.answer;
            if (choice.answer == nullptr) return std::nullopt;
        }
    }
    return choice.answer == nullptr ? std::nullopt : std::optional(choice);
}

// The lines of a file, one after another.
class Lines {
public:
    explicit Lines(std::FILE* in) : in_(in) {}
    Lines(const Lines&) = delete;
    Lines& operator=(const Lines&) = delete;
    ~Lines() { std::free(line_); }

    // Nothing at the end.
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
        for (std::uint64_t i = 0; i < choice.jobs; ++i)
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

}  // namespace

cli::Command rules_command() {
    return {
        .name = "rules",
        .summary = "answer questions about positions and games, line by line",
        .text = about,
        .options = options_of_rules(),
        .commands =
            {{.name = "perft",
              .summary = "FEN<TAB>depth -> the number of positions after exactly so many plies"},
             {.name = "moves",
              .summary = "FEN -> all legal moves in UCI, sorted, with spaces between"},
             {.name = "san",
              .summary = "FEN<TAB>text of a move in any notation -> UCI, or malformed, illegal, "
                         "ambiguous"},
             {.name = "fen", .summary = "FEN -> valid, or invalid and the names of the errors"},
             {.name = "mate",
              .summary = "FEN<TAB>w or b: can this side ever give mate by any series of legal "
                         "moves? -> winnable and a line of UCI moves that mates (no line if the "
                         "mate is on the board), unwinnable, or undetermined"},
             {.name = "chess960",
              .summary = "a number from 0 to 959 -> the FEN of that starting position (II.2); a "
                         "FEN -> its number, or none of the 960; 518 is the orthodox position"},
             {.name = "game",
              .summary = "UCI moves from the start position, or FEN;moves -> a JSON object: the "
                         "ply at which threefold, fivefold, fifty, seventy_five, checkmate, "
                         "stalemate and dead first hold, or null (ply 0 is the start, 1 the "
                         "position after the first move)"}},
        .examples = {{"printf '8/8/4k3/p1p1p1p1/P1P1P1P1/8/4K3/8 w - - 0 1\\tw\\n' | arbiterd "
                      "rules mate --explain",
                      "can White ever mate? why not?"}},
        .run = [](const std::vector<std::string>& args) {
            const std::vector<std::string_view> views(args.begin(), args.end());
            return run_rules(views, stdin, stdout, stderr);
        }};
}

int run_rules(std::span<const std::string_view> args, std::FILE* in, std::FILE* out,
              std::FILE* err) {
    const auto asks_help = [](std::string_view arg) { return arg == "--help" || arg == "-h"; };
    if (std::ranges::any_of(args, asks_help)) {
        std::fputs(help().c_str(), out);
        return exit_code::ok;
    }
    const auto choice = choose(args);
    if (!choice) {
        std::fputs(help().c_str(), err);
        return exit_code::usage;
    }
    Lines lines(in);
    if (choice->jobs > 1) {
        answer_in_parallel(*choice, lines, out);
        return exit_code::ok;
    }
    while (const auto line = lines.next()) {
        const std::string answer = choice->answer(*line, choice->manner) + "\n";
        std::fwrite(answer.data(), 1, answer.size(), out);
        std::fflush(out);  // somebody may be waiting for this line before writing the next
    }
    return exit_code::ok;
}

}  // namespace flagfall::rules
