// Each player's rounds, as TRF and standings see them.
#pragma once

#include <cstdint>
#include <map>

#include "arbiterd/formats/export.hpp"

namespace flagfall::formats {

// One round of one player.
struct Cell {
    std::uint32_t opponent = 0;  // 0: a bye
    char colour = '-';           // 'w', 'b', '-'
    char code = ' ';             // as in TRF; '?' while there is no result
    std::uint32_t half_points = 0;  // by the scoring; 0 while there is no result
    bool known = true;
};

// By player and round. A player who is in no pairing of a round with games is absent: code ' '.
using Crosstable = std::map<std::uint32_t, std::map<std::uint32_t, Cell>>;

// The rounds up to `through`; 0: all.
Crosstable crosstable(const tournament::Tournament& tournament, const Results& results,
                      std::uint32_t through);

// `result`: of the pairing's board; a bye has none.
Cell cell_of(const tournament::EventPairing& pairing, const tournament::BoardResult& result,
             std::uint32_t player, const wire::EventScoring& scoring);

// The board's result; pending when there is none.
const tournament::BoardResult& result_at(const tournament::RoundResults& results, Board board);

}  // namespace flagfall::formats
