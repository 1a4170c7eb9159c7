// Reads the tags of single games, for a PGN that another program is still writing: one bad game
// must not hide the others. (read() takes a whole file or nothing.)
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
    std::size_t line = 0;     // its first line
    std::uint32_t round = 0;  // of its tags, else the one that was asked for; if it is another
                              // one, nothing else is read
    std::uint32_t board = 0;  // 0: not in the tags
    Both<std::string> name{};  // as in the tags
    Both<std::vector<std::uint32_t>> players{};   // who may be meant, ascending
    std::optional<wire::EnteredResult> entered{};  // nothing: no result yet
    // The tag Termination, where it says that the result does not come from the board:
    // "adjudication", "abandoned", "death", "emergency" or "rules infraction".
    std::string decided{};
};

// The tags of a game whose result follows the moves, by the rules of Format::pgn; nothing for a
// bye. The text may be Latin-1. Refused: a tag that cannot be read, a tag Result that differs from
// the result after the moves, and a result of a game that Termination calls unterminated.
std::expected<std::optional<TaggedGame>, ImportError> read_tags(const chess::PgnPiece& piece,
                                                                const Roster& roster,
                                                                std::uint32_t round);

}  // namespace flagfall::formats
