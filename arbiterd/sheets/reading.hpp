// What a sheet's entries mean as moves, and in which notation and language it is written.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/sheets/sheet.hpp"
#include "common/chess/written.hpp"

namespace flagfall::sheets {

// How a sheet may be written; nothing: to be found out.
struct Choice {
    std::optional<chess::Notation> notation;
    std::optional<chess::Language> language;
};
// All writings that a choice leaves open, algebraic English first. A language alone leaves
// descriptive open only if it is English.
std::vector<chess::Writing> writings_of(const Choice& choice);
// "algebraic german", "iccf", "descriptive".
std::string name(chess::Writing writing);

// Where reading stops.
struct Trouble {
    enum class Kind : std::uint8_t {
        malformed,
        illegal,
        ambiguous,
        gap,           // the sheet leaves this move open
        out_of_order,  // the number is not that of the next move: one is missing or doubled
        too_long,      // more moves than a game can have (limits::game_plies)
    };
    Kind kind = Kind::malformed;
    std::size_t entry = 0;  // its place in Sheet::entries
    std::vector<chess::Move> candidates;  // of an ambiguous move
    std::string text;                     // for people
};

struct SheetReading {
    std::vector<chess::Writing> writings;  // that give these moves, in the order of writings_of
    std::vector<chess::Move> moves;        // legal ones, from the start
    std::optional<Trouble> trouble;        // nothing: the whole sheet was read
};

// Reads a sheet alone, from a start position whose move number is that of the first entry. One
// Reading for each list of moves that the open writings give, whole readings first. If any writing
// reads the whole sheet, only those that do are returned; otherwise those that come furthest. More
// than one Reading: the sheet is ambiguous, and nothing is guessed.
std::vector<SheetReading> read_moves(const Sheet& sheet, const chess::Position& start,
                                const Choice& choice);

// The ply of a start position's first move, counted as in Entry::ply.
std::uint32_t first_ply(const chess::Position& start);
// "12.", "12...".
std::string move_label(std::uint32_t ply);

}  // namespace flagfall::sheets
