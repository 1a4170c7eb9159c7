// Compares scoresheets with the record, or with each other (Laws 8.5.3, 8.6, 11.11): what each of
// them proves, where they differ, and what a committee must ask. It decides nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/sheets/reading.hpp"
#include "arbiterd/sheets/sheet.hpp"
#include "common/chess/position.hpp"

namespace flagfall::sheets {

struct RecordedMove {
    chess::Move move;
    bool draw_offer = false;  // was made with this move
};

// Consecutive legal moves from the start.
struct Record {
    chess::Position start = chess::start_position();
    std::vector<RecordedMove> moves;
};

// A sheet to compare.
struct Input {
    std::string name;  // for people: "White", "Black", "assistant"
    Sheet sheet;
    Choice choice;
};

enum class Standing : std::uint8_t {
    agrees,
    gap,          // nothing is written for this move
    contradicts,  // another move is written, legal there or not
    unreadable,   // not in the form of a move, or possible writings read it differently
    ambiguous,    // may be the record's move or another one: neither proves nor contradicts
    extra,        // an entry without a move in the record: written twice
    beyond,       // the same, after the last move of the record
};
// "agrees", "gap" ...
std::string_view name(Standing standing);

// What a sheet says about one move of the record.
struct Finding {
    Standing standing{};
    std::uint32_t ply = 0;  // of the record, numbered as in Entry::ply; extra: that of the next
                            // move; beyond: counted on
    std::optional<std::size_t> entry;  // in Sheet::entries; a gap may have none
    std::string written;
    TextPosition place;
    bool legal = false;       // what is written is a legal move there
    chess::Move read;         // that move; Move::none() if it is not legal or not just one
    bool draw_offer = false;  // marked on the sheet

    friend bool operator==(const Finding&, const Finding&) = default;
};

// US Chess 13C7: a reasonably complete sheet has at most three missing or incomplete move pairs.
inline constexpr std::uint32_t most_incomplete_pairs = 3;

struct SheetReport {
    std::string name;
    std::vector<chess::Writing> writings;  // the likeliest ones; several if they are equally likely
    bool undecided = false;  // they read it differently: the differences are unreadable
    std::vector<Finding> findings;         // in the order of the sheet
    Both<std::uint32_t> proves;            // moves of each side that agree
    std::uint32_t in_a_row = 0;            // plies from the start that all agree
    std::optional<std::size_t> first_contradiction;  // index in findings
    std::uint32_t incomplete_pairs = 0;  // pairs in the record with a gap or an unreadable move
    std::uint32_t wrong_pairs = 0;       // pairs with a move that contradicts
    // 8.6: every move of the record agrees and nothing else is written. Only then does a sheet
    // show how many moves were not made.
    bool complete = false;
    bool reasonably_complete() const { return incomplete_pairs <= most_incomplete_pairs; }
};

// A draw offer that the record or any sheet has (8.1.5: both players mark it).
struct OfferReport {
    std::uint32_t ply = 0;
    bool recorded = false;
    std::vector<std::size_t> sheets;  // those that mark it
};

// Sheets that agree against the record.
struct Against {
    std::uint32_t ply = 0;
    chess::Move move;                 // none: an illegal one, in the same words
    std::string written;
    std::vector<std::size_t> sheets;  // two or more
};

struct Report {
    bool has_record = true;
    Record line;  // the record; without one, the best explanation of the sheets
    std::vector<SheetReport> sheets;
    std::vector<Against> against;
    std::vector<OfferReport> offers;
    // Plies from the start: a sheet proves them and none contradicts; all sheets prove them.
    std::uint32_t proven = 0;
    std::uint32_t proven_by_all = 0;
    std::vector<std::string> questions;  // for people: what remains open

    // The position after `proven` plies: legal, and proven by the sheets.
    chess::Position proven_position() const;
};

// Compares sheets with a record. Finds a move that is missing or written twice, and compares the
// rest with the right moves. At most limits::game_plies moves.
Report reconcile(const Record& record, std::span<const Input> sheets);

// The same for a board that reports presses only: `line` has the moves that explain the sheets with
// the fewest errors. It ends where no sheet has a legal move, or where several lines explain the
// sheets equally well; `proven_by_all` counts what all of them prove.
Report reconcile_alone(const chess::Position& start, std::span<const Input> sheets);

// The report as plain lines of text, for a committee.
std::string text(const Report& report);

}  // namespace flagfall::sheets
