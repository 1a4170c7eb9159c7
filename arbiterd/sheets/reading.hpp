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

// How a sheet may be written; nothing: try all.
struct Choice {
    std::optional<chess::Notation> notation;
    std::optional<chess::Language> language;
};
// The writings that a choice allows, algebraic English first. A choice of only a language allows
// descriptive notation only if it is English.
std::vector<chess::Writing> writings_of(const Choice& choice);
// "algebraic german", "iccf", "descriptive".
std::string name(chess::Writing writing);

// Why and where reading stopped.
struct Trouble {
    enum class Kind : std::uint8_t {
        malformed,
        illegal,
        ambiguous,
        gap,           // the sheet has no text for this move
        out_of_order,  // not the number of the next move: a move is missing or doubled
        too_long,      // more moves than a game can have (limits::game_plies)
    };
    Kind kind = Kind::malformed;
    std::size_t entry = 0;  // index in Sheet::entries
    std::vector<chess::Move> candidates;  // of an ambiguous move
    std::string text;                     // for people
};

struct SheetReading {
    std::vector<chess::Writing> writings;  // all that give these moves, in the order of writings_of
    std::vector<chess::Move> moves;        // legal ones, from the start
    std::optional<Trouble> trouble;        // nothing: the whole sheet was read
};

// Reads one sheet, from a start position whose move number is that of the first entry. Returns one
// Reading for each list of moves that the possible writings give, complete ones first. If any
// writing reads the whole sheet, only such readings are returned; otherwise those that get
// furthest. More than one Reading means that the sheet is ambiguous: nothing is guessed.
std::vector<SheetReading> read_moves(const Sheet& sheet, const chess::Position& start,
                                const Choice& choice);

// The ply of the first move from a start position, counted as in Entry::ply.
std::uint32_t first_ply(const chess::Position& start);
// "12.", "12...".
std::string move_label(std::uint32_t ply);

}  // namespace flagfall::sheets
