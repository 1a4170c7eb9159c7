// Writing an event for other programs and for people: TRF, CSV, Vega's .res, the documents of
// LiveChess Cloud, the table for retyping, pairings as engines print them, our own JSON.
// docs/formats.md has what each cannot express; what could not be expressed is in the notes, so
// that nothing is silently wrong.
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

// What became of the boards, by round.
using Results = std::map<std::uint32_t, tournament::RoundResults>;

// The results that the office entered into the pairings, where no record has more.
Results entered_results(const tournament::Tournament& tournament);

struct Exported {
    std::string text;
    std::vector<std::string> notes;  // what the format cannot say, and what was written instead
};
// Why nothing was written: what is wrong, and where.
struct ExportError {
    std::string text;
};
using ExportResult = std::expected<Exported, ExportError>;

// ---- points

// Each player's sum over the rounds up to `through` (0: all), in halves, by the event's scoring.
// Boards without a result count nothing.
std::map<std::uint32_t, std::uint32_t> points(const tournament::Tournament& tournament,
                                              const Results& results, std::uint32_t through = 0);

// ---- TRF

struct TrfOptions {
    bool trf26 = true;          // else TRF16
    std::uint32_t through = 0;  // the last round that is written; 0: all
    // The round that a pairing engine is to pair: written are the rounds before it, and its byes
    // and withdrawals. Records that engines refuse are left out. 0: a report.
    std::uint32_t to_pair = 0;
    std::optional<Side> initial_colour;  // of the highest ranked player in round 1; else unknown
    std::map<std::uint32_t, std::uint32_t> ranks;  // by player; others by points, then number
};
// Lines end CR LF, columns count characters, text is UTF-8. Refused: numbers beyond their columns.
ExportResult trf(const tournament::Tournament& tournament, const Results& results,
                 const TrfOptions& options);

// ---- text for pairing programs

// "n", then "white black" for each board in order; the pairing-allocated bye is "player 0". Other
// byes cannot be said, and are noted.
Exported pairs(const tournament::EventRound& round);

// By number; what read(Format::csv) reads back.
Exported players_csv(const tournament::Tournament& tournament);
// Every board and bye of the round, or of all rounds when it is 0.
Exported results_csv(const tournament::Tournament& tournament, const Results& results,
                     std::uint32_t round);
// Its parts: the line of the headings, and a row for each pairing.
std::string results_csv_head();
std::string results_csv_row(const tournament::Tournament& tournament, std::uint32_t round,
                            const tournament::EventPairing& pairing,
                            const tournament::BoardResult& result);

// Vega's codes for results, by our spelling (result_text.hpp).
using VegaCodes = std::map<std::string, std::string, std::less<>>;
// "1-0=1,0-1=2,1/2-1/2=3": for read by people who have checked them in their Vega.
std::expected<VegaCodes, ExportError> vega_codes(std::string_view text);
// 1-0, 0-1 and 1/2-1/2 as 1, 2 and 3: NOT from documentation of Vega, which has none; compare them
// with the list that Vega shows, and give others if they differ.
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
// One row a board, byes last, in the order in which the pairing program shows them.
std::string retype_text(const tournament::Tournament& tournament, std::uint32_t round,
                        const tournament::RoundResults& results, RetypeOrder order);
// The same as a page of HTML, readable without style and script.
std::string retype_html(const tournament::Tournament& tournament, std::uint32_t round,
                        const tournament::RoundResults& results, RetypeOrder order);

// Its parts: the head, a row for each pairing in this order, the foot.
std::string retype_head(const tournament::Tournament& tournament, std::uint32_t round,
                        RetypeOrder order);
std::vector<const tournament::EventPairing*> in_order(const tournament::EventRound& round,
                                                      RetypeOrder order);
std::string retype_row(const tournament::Tournament& tournament,
                       const tournament::EventPairing& pairing,
                       const tournament::BoardResult& result);
std::string retype_foot();

// ---- our own JSON and PGN tags

// What read(Format::json) reads back; also `notes` and `format`, which it ignores.
std::string json(const Imported& imported);
Imported imported_of(const tournament::Tournament& tournament);

// The tags that the event knows of a game: Event, Site, Date, WhiteTitle, WhiteElo, WhiteFideId,
// WhiteTeam, and Black's. The players are those of record::BoardRow; for record::append_pgn.
wire::Pairs pgn_tags(const tournament::Tournament& tournament, const tournament::EventRound& round,
                     const Both<std::uint32_t>& players);

}  // namespace flagfall::formats
