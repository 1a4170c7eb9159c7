// Matches the entries of a sheet to the moves of the record. For reconcile.cpp and alone.cpp only.
#pragma once

#include <span>
#include <vector>

#include "arbiterd/sheets/reconcile.hpp"

namespace flagfall::sheets {

// The costs of an explanation of a sheet; the cheapest explanation is reported.
namespace cost {
inline constexpr int other_number = 1;  // right move, wrong number
inline constexpr int other_side = 3;    // right move in the other side's column
inline constexpr int ambiguous = 1;
inline constexpr int gap = 4;
inline constexpr int missing = 8;  // no entry for a move
inline constexpr int ended = 2;    // a move after the last entry of the sheet
inline constexpr int extra = 8;    // no move for an entry
inline constexpr int wrong = 12;   // another move, or an unreadable one
// The cost of comparing an entry with the move of this ply.
int place(const Entry& entry, std::uint32_t ply);
}  // namespace cost

// The positions of a record: before each move, and after the last.
struct Path {
    explicit Path(const Record& record);
    std::uint32_t first = 1;  // ply of the first move
    std::vector<chess::Position> positions;
    std::vector<chess::Origins> origins;
    std::vector<chess::Move> moves;
};

// Compares an entry with one move. The caller sets ply and entry.
Finding judge(const Entry& entry, const chess::Position& position, const chess::Origins& origins,
              chess::Move move, chess::Writing writing);

// The findings of a sheet read in one writing, in the order of the sheet.
std::vector<Finding> align(const Sheet& sheet, const Path& path, chess::Writing writing);

// Adds the questions that the findings leave to a committee.
void add_questions(Report& report, const Path& path);

}  // namespace flagfall::sheets
