#include "arbiterd/rules/rules.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "arbiterd/rules/answers.hpp"
#include "common/base/exit_codes.hpp"

namespace flagfall::rules {

namespace {

constexpr const char* help =
    "arbiterd rules QUESTION [--variant chess|chess960]\n"
    "\n"
    "Answers one line of standard input with one line of standard output.\n"
    "\n"
    "  perft   FEN<TAB>depth -> the number of positions after exactly so many plies\n"
    "  moves   FEN -> all legal moves in UCI, sorted, with spaces between\n"
    "  san     FEN<TAB>text of a move in any notation -> UCI, or malformed, illegal, ambiguous\n"
    "  fen     FEN -> valid, or invalid and the names of the errors\n"
    "  mate    FEN<TAB>w or b: can this side ever give mate by any series of legal moves?\n"
    "          -> winnable and a line of UCI moves that mates (none if the mate is on the board),\n"
    "          unwinnable, or undetermined\n"
    "  game    UCI moves from the start position, or FEN;moves -> a JSON object: the ply at which\n"
    "          threefold, fivefold, fifty, seventy_five, checkmate, stalemate and dead first\n"
    "          hold, or null (ply 0 is the start, 1 the position after the first move)\n"
    "\n"
    "FENs may be X-FEN or Shredder-FEN. Without --variant a FEN whose castling rights cannot be\n"
    "orthodox is Chess960, any other one chess. UCI castling is e1g1 in chess and king-takes-rook\n"
    "(e1h1) in Chess960. A line that cannot be read is answered by `error: ...`, an invalid\n"
    "position by `invalid` and the names of the errors (in game: by {\"error\":...}); the exit\n"
    "code is 0 all the same, and 2 for an unknown QUESTION.\n";

using Answer = std::string (*)(std::string_view, VariantChoice);
struct Question {
    std::string_view name;
    Answer answer;
};
constexpr std::array<Question, 6> questions{{{"perft", answer_perft},
                                             {"moves", answer_moves},
                                             {"san", answer_san},
                                             {"fen", answer_fen},
                                             {"mate", answer_mate},
                                             {"game", answer_game}}};

struct Choice {
    Answer answer = nullptr;
    VariantChoice variant;
};

std::optional<Choice> choose(std::span<const std::string_view> args) {
    Choice choice;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (args[i] == "--variant" && i + 1 < args.size()) {
            const std::string_view variant = args[++i];
            if (variant == "chess")
                choice.variant = chess::Variant::chess;
            else if (variant == "chess960")
                choice.variant = chess::Variant::chess960;
            else
                return std::nullopt;
            continue;
        }
        if (choice.answer != nullptr) return std::nullopt;
        for (const Question& question : questions)
            if (question.name == args[i]) choice.answer = question.answer;
        if (choice.answer == nullptr) return std::nullopt;
    }
    return choice.answer == nullptr ? std::nullopt : std::optional(choice);
}

}  // namespace

int run_rules(std::span<const std::string_view> args, std::FILE* in, std::FILE* out,
              std::FILE* err) {
    const auto asks_help = [](std::string_view arg) { return arg == "--help" || arg == "-h"; };
    if (std::ranges::any_of(args, asks_help)) {
        std::fputs(help, out);
        return exit_code::ok;
    }
    const auto choice = choose(args);
    if (!choice) {
        std::fputs(help, err);
        return exit_code::usage;
    }
    char* line = nullptr;
    std::size_t capacity = 0;
    for (ssize_t size; (size = getline(&line, &capacity, in)) >= 0;) {
        std::string_view text(line, static_cast<std::size_t>(size));
        while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
        const std::string answer = choice->answer(text, choice->variant) + "\n";
        std::fwrite(answer.data(), 1, answer.size(), out);
        std::fflush(out);  // somebody may be waiting for this line before writing the next
    }
    std::free(line);
    return exit_code::ok;
}

}  // namespace flagfall::rules
