// Answers questions about chess: one function for each kind of question, from a line to a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/time.hpp"
#include "common/chess/types.hpp"
#include "common/mate/mate.hpp"

namespace flagfall::console {

// The form of answers of `mate`: verdict and line, a paragraph, or JSON that others can check.
enum class MateForm : std::uint8_t { line, explanation, certificate };

// Options that apply to all lines.
struct Manner {
    // The variant of FENs; nothing: Chess960 exactly when the FEN cannot be orthodox.
    std::optional<chess::Variant> variant;
    MateForm form = MateForm::line;
    std::optional<std::uint64_t> nodes;  // per question; nothing: as many as the daemons use
    Duration time;  // per question of `mate`; zero: no limit
};

// Each returns the answer without a line end: for an invalid FEN `invalid` and the names of the
// errors, for a malformed line `error: ` and what was expected.
std::string answer_perft(std::string_view line, const Manner& manner);
std::string answer_moves(std::string_view line, const Manner& manner);
std::string answer_san(std::string_view line, const Manner& manner);
std::string answer_fen(std::string_view line, const Manner& manner);
std::string answer_mate(std::string_view line, const Manner& manner);
std::string answer_chess960(std::string_view line, const Manner& manner);
std::string answer_game(std::string_view line, const Manner& manner);

}  // namespace flagfall::console
