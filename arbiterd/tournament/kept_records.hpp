// The records of a TRF that Flagfall only keeps, as far as they name players by number.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace flagfall::tournament {

// The same players by their new numbers (`now`, by the old ones): in pairs that must not meet (260,
// XXP), who is absent (XXZ), accelerated points (XXA), points of single rounds (299), and national
// ratings. Others are not about single players: 250 is about a group of starting ranks.
void renumber(std::vector<std::string>& records, const std::map<std::uint32_t, std::uint32_t>& now);

// The player, who goes, is named no more: records that are about nobody else, and pairs of one, go.
void take_out(std::vector<std::string>& records, std::uint32_t player);

}  // namespace flagfall::tournament
