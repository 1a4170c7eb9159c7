// TRF records that Flagfall only stores, as far as they name players by number.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace flagfall::tournament {

// Renumbers the players (`now`: old to new number) in prohibited pairs (260, XXP), absences (XXZ),
// accelerated points (XXA), points of single rounds (299) and national ratings. Other records do
// not name single players: 250 is about a group of starting ranks.
void renumber(std::vector<std::string>& records, const std::map<std::uint32_t, std::uint32_t>& now);

// Removes a player who leaves; records left with nobody, and pairs left with one, go, too.
void take_out(std::vector<std::string>& records, std::uint32_t player);

}  // namespace flagfall::tournament
