// The answers themselves: one function for each kind of question, from a line to a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/time.hpp"
#include "common/chess/types.hpp"
#include "common/mate/mate.hpp"

namespace flagfall::console {

// How `mate` answers: verdict and line, a paragraph, or JSON that others can check.
enum class MateForm : std::uint8_t { line, explanation, certificate };

// What the command line says about all lines.
struct Manner {
    // The variant to read FENs in; nothing: Chess960 exactly when the FEN cannot be orthodox.
    std::optional<chess::Variant> variant;
    MateForm form = MateForm::line;
    std::optional<std::uint64_t> nodes;  // for one question; nothing: as the daemons ask
    Duration time;  // for one question of `mate`; zero: as long as it takes
};

// Each gives the answer without a line end. A FEN that is not valid gives `invalid` and the names
// of the errors; a line of another form gives `error: ` and what was expected.
std::string answer_perft(std::string_view line, const Manner& manner);
std::string answer_moves(std::string_view line, const Manner& manner);
std::string answer_san(std::string_view line, const Manner& manner);
std::string answer_fen(std::string_view line, const Manner& manner);
std::string answer_mate(std::string_view line, const Manner& manner);
std::string answer_chess960(std::string_view line, const Manner& manner);
std::string answer_game(std::string_view line, const Manner& manner);

}  // namespace flagfall::console
