// Writes an event for other programs and for people: TRF, CSV, Vega's .res, the documents of
// LiveChess Cloud, the table for retyping, pairings as engines print them, our own JSON.
// docs/formats.md says what each format cannot express; the notes say what was lost in this file,
// so that nothing is silently wrong.
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbiterd/formats/import.hpp"
#include "arbiterd/tournament/tournament.hpp"
#include "common/base/side.hpp"
#include "common/wire/describe.hpp"

namespace flagfall::formats {

// The boards' results, by round.
using Results = std::map<std::uint32_t, tournament::RoundResults>;

// The results that the office entered with the pairings, for use without a record.
Results entered_results(const tournament::Tournament& tournament);

struct Exported {
    std::string text;
    std::vector<std::string> notes;  // what the format cannot express, and what was written instead
};
// Why nothing was written, and where the fault is.
struct ExportError {
    std::string text;
};
using ExportResult = std::expected<Exported, ExportError>;

// ---- points

// Each player's points in the rounds up to `through` (0: all), in half points, by the event's
// scoring. Boards without a result do not count.
std::map<std::uint32_t, std::uint32_t> points(const tournament::Tournament& tournament,
                                              const Results& results, std::uint32_t through = 0);

// ---- TRF

struct TrfOptions {
    bool trf26 = true;          // else TRF16
    std::uint32_t through = 0;  // the last round that is written; 0: all
    // The round that an engine is to pair: the file has the rounds before it, and its byes and
    // withdrawals, but no records that engines refuse. 0: the file is a report.
    std::uint32_t to_pair = 0;
    std::optional<Side> initial_colour;  // of the top-ranked player in round 1; nothing: unknown
    std::map<std::uint32_t, std::uint32_t> ranks;  // by player; others by points, then number
};
// Lines end in CR LF, columns count characters, text is UTF-8. Refuses numbers that do not
// fit.
ExportResult trf(const tournament::Tournament& tournament, const Results& results,
                 const TrfOptions& options);

// ---- text for pairing programs

// "n", then "white black" for each board in order; the pairing-allocated bye is "player 0". Other
// byes cannot be expressed and are noted.
Exported pairs(const tournament::EventRound& round);

// Sorted by number; read(Format::csv) can read it back.
Exported players_csv(const tournament::Tournament& tournament);
// Every board and bye of the round, or of all rounds when it is 0.
Exported results_csv(const tournament::Tournament& tournament, const Results& results,
                     std::uint32_t round);
// Its parts: the heading, and a row for each pairing.
std::string results_csv_head();
std::string results_csv_row(const tournament::Tournament& tournament, std::uint32_t round,
                            const tournament::EventPairing& pairing,
                            const tournament::BoardResult& result);

// Vega's codes for results, by our spelling (result_text.hpp).
using VegaCodes = std::map<std::string, std::string, std::less<>>;
// Parses "1-0=1,0-1=2,1/2-1/2=3", for people who have checked the codes in their Vega.
std::expected<VegaCodes, ExportError> vega_codes(std::string_view text);
// 1-0, 0-1 and 1/2-1/2 as 1, 2 and 3. This is NOT from Vega's documentation, which does not list
// the codes: compare with the list that Vega shows, and set others if they differ.
const VegaCodes& default_vega_codes();
// "boards round", then "white black code". Boards without a result are left out, with a note; a
// result without a code is an error that names the board.
ExportResult vega(const tournament::EventRound& round, const tournament::RoundResults& results,
                  const VegaCodes& codes);

// ---- for retyping by hand

enum class RetypeOrder : std::uint8_t {
    boards,   // as the pairing list: board after board
    numbers,  // by the lower starting rank of the two
};
// One row per board, byes last, in the order of the pairing program.
std::string retype_text(const tournament::Tournament& tournament, std::uint32_t round,
                        const tournament::RoundResults& results, RetypeOrder order);
// The same as an HTML page that is readable without style sheets and scripts.
std::string retype_html(const tournament::Tournament& tournament, std::uint32_t round,
                        const tournament::RoundResults& results, RetypeOrder order);

// Its parts: the start, a row for each pairing in this order, the end.
std::string retype_head(const tournament::Tournament& tournament, std::uint32_t round,
                        RetypeOrder order);
std::vector<const tournament::EventPairing*> in_order(const tournament::EventRound& round,
                                                      RetypeOrder order);
std::string retype_row(const tournament::Tournament& tournament,
                       const tournament::EventPairing& pairing,
                       const tournament::BoardResult& result);
std::string retype_foot();

// ---- our own JSON and PGN tags

// Can be read by read(Format::json), which ignores the members `notes` and `format`.
std::string json(const Imported& imported);
Imported imported_of(const tournament::Tournament& tournament);

// The tags of a game that the event knows: Event, Site, Date, WhiteTitle, WhiteElo, WhiteFideId,
// WhiteTeam, and Black's. The players are those of record::BoardRow; for record::append_pgn.
wire::Pairs pgn_tags(const tournament::Tournament& tournament, const tournament::EventRound& round,
                     const Both<std::uint32_t>& players);

}  // namespace flagfall::formats
