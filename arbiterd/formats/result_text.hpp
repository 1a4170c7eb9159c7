// Results as texts: reads the many spellings of programs and people in one place, and writes our
// own, which can be read back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arbiterd/tournament/tournament.hpp"

namespace flagfall::formats {

// The meaning of a text. Without a score: there is no result yet.
struct ResultText {
    std::optional<Score> score;
    wire::ResultKind kind = wire::ResultKind::pending;
    friend bool operator==(const ResultText&, const ResultText&) = default;
};

// Played: "1-0", "1:0", "½-½", "1/2-1/2", "0.5-0.5", "0,5-0", "=-0", "=", "½", "draw", and the
// names of LiveChess, "WHITEWIN", "BLACKWIN", "DRAW". Forfeit: "+:-", "+--", "- - +", "-:-",
// "1-0F", "0-0 f". Less than a move: "W-L", "D:D", "L-L". None yet: "", "*", "?", "NOTPLAYED". Any
// dash, any case, any blanks. Nothing for other texts, and for results that no game can have, such
// as 1-1 or 1-½.
std::optional<ResultText> read_result(std::string_view text);

// "1-0", "1/2-0"; forfeits "1-0F", "0-0F"; less than a move "W-L", "D-D"; "" while there is none.
std::string result_text(const tournament::BoardResult& result);

// As pairing programs show results, so that people can compare: "1 - 0", "½ - ½", "+ - -", "- - +",
// "- - -"; less than a move "1 - 0 (not rated)", no result "", adjourned "adjourned".
std::string shown_result(const tournament::BoardResult& result);

// The inverse; nothing if the text has no score.
std::optional<wire::EnteredResult> entered_of(const ResultText& text);

}  // namespace flagfall::formats
