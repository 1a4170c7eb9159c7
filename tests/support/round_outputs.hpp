// The outputs of arbiterd for a round's results - JSON, CSV, TRF16 and TRF26, Vega's file,
// LiveChess' document, PGN and the change feed - read as other programs read them, and compared
// with what was played, by the numbers of the players.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "arbiterd/record/committed_tournaments.hpp"
#include "arbiterd/record/record.hpp"

namespace flagfall::test {

// What was played at one board, from a source that reads no output.
struct PlayedBoard {
    std::uint32_t white = 0;  // numbers of the players, by the colours that they had
    std::uint32_t black = 0;
    std::optional<Score> score;
    Both<std::string> names;  // in its game, perhaps corrected since; or none
};

class OutputsJudge {
public:
    virtual ~OutputsJudge() = default;
    virtual void held(const std::string& output) = 0;  // it was compared
    virtual void differs(Board board, const std::string& text) = 0;
};

// One round, with the record that its outputs are made from.
struct OutputsOf {
    record::Record& record;
    const record::CommittedTournaments& tournaments;
    const tournament::Tournament& tournament;
    const tournament::EventRound& round;
};

void check_round(const OutputsOf& of, const std::vector<PlayedBoard>& played, OutputsJudge& judge);

}  // namespace flagfall::test
