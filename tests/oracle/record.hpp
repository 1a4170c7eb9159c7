// arbiterd's record: every event of clockd's log is answered once, in order, by what the oracle's
// own arbiter would have answered.
#pragma once

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

class RecordJudge {
public:
    RecordJudge(Complaints& complaints, const Options& options, const ClockJudge& clock,
                std::span<const GameRow> record);

    // The next row of clockd's log, which the clock's judge has just seen.
    void see(const ClockRow& row);
    // clockd's log is at its end.
    void end();
    // Why the oracle gave up on games before their end, one entry for each.
    std::vector<std::string> gave_up() const;

private:
    // Rows about commands that clockd refused: they answer no event, but come between the answers.
    void refusals(Pos before);
    void refusal();
    // Rows that answer no event, but a person at the desk: what they ruled, and what came of it.
    void at_the_desk();
    std::span<const GameRow> answer_to(Pos pos);
    void match(const ClockRow& row, Game& game, std::span<const GameRow> answer,
               const std::vector<wire::GameEvent>& must);
    void follow_log(const ClockRow& row, std::span<const GameRow> answer);
    // No row answers this event: is that because the record goes no further?
    bool at_its_end(const std::string& game, const ClockRow& row,
                    const std::vector<wire::GameEvent>& must);
    bool done() const { return next_ == record_.size(); }

    Complaints& complaints_;
    const Options& options_;
    const ClockJudge& clock_;
    std::vector<GameRow> kept_;          // what is judged, where the record has more
    std::span<const GameRow> record_;
    std::size_t next_ = 0;
    std::unordered_map<std::string, Game> games_;
    std::map<Board, std::string> at_board_;  // the latest game of each
    bool stopped_ = false;
    const ClockRow* last_ = nullptr;
};

}  // namespace flagfall::oracle
