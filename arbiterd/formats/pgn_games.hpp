// The tags of single games, each read by itself: for a PGN text that another program is still
// writing, in which one bad game must not hide the others. read() takes a whole file or none of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "arbiterd/formats/import.hpp"
#include "arbiterd/formats/roster.hpp"
#include "common/base/side.hpp"
#include "common/chess/pgn.hpp"

namespace flagfall::formats {

struct TaggedGame {
    std::size_t line = 0;     // where it begins
    std::uint32_t round = 0;  // of its tags, else the one that was asked for; if it is another
                              // one, nothing else is read
    std::uint32_t board = 0;  // 0: the tags name none
    Both<std::string> name{};  // as the tags have it
    Both<std::vector<std::uint32_t>> players{};   // who may be meant, ascending
    std::optional<wire::EnteredResult> entered{};  // nothing: no result yet
};

// A game that has its result after the moves, by the rules of Format::pgn; nothing for a bye. Its
// text may be Latin-1. Refused: a tag that cannot be read, and a tag Result that says another
// result than stands after the moves.
std::expected<std::optional<TaggedGame>, ImportError> read_tags(const chess::PgnPiece& piece,
                                                                const Roster& roster,
                                                                std::uint32_t round);

}  // namespace flagfall::formats
