// Results as texts: the many ways in which programs and people spell them, read in one place; and
// our own spellings, which are read back as the same.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "arbiterd/tournament/tournament.hpp"

namespace flagfall::formats {

// The result that a text means. No score: there is none yet.
struct ResultText {
    std::optional<Score> score;
    tournament::BoardResult::Kind kind = tournament::BoardResult::Kind::pending;
    friend bool operator==(const ResultText&, const ResultText&) = default;
};

// Played: "1-0", "1:0", "½-½", "1/2-1/2", "0.5-0.5", "0,5-0", "=-0", "=", "½", "draw", and the
// names of LiveChess, "WHITEWIN", "BLACKWIN", "DRAW". Forfeit: "+:-", "+--", "- - +", "-:-",
// "1-0F", "0-0 f". Less than a move: "W-L", "D:D", "L-L". None yet: "", "*", "?", "NOTPLAYED". Any
// dash, any case, any blanks. Nothing for what is none of these, and for what no game can end
// with, such as 1-1 or 1-½.
std::optional<ResultText> read_result(std::string_view text);

// "1-0", "1/2-0"; forfeits "1-0F", "0-0F"; less than a move "W-L", "D-D"; "" while there is none.
std::string result_text(const tournament::BoardResult& result);

// As pairing programs print it for people to compare: "1 - 0", "½ - ½", "+ - -", "- - +", "- - -";
// less than a move "1 - 0 (not rated)", no result "", adjourned "adjourned".
std::string shown_result(const tournament::BoardResult& result);

// What the office entered, as the result of its board.
tournament::BoardResult result_of(const wire::EnteredResult& entered);
// The inverse for a text; nothing where there is no score.
std::optional<wire::EnteredResult> entered_of(const ResultText& text);

}  // namespace flagfall::formats
