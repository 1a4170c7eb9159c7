#include "tests/oracle/oracle.hpp"

#include "tests/oracle/clock.hpp"
#include "tests/oracle/complaints.hpp"

namespace flagfall::oracle {

std::string text(const Complaint& complaint) {
    std::string out = "clockd " + show(complaint.clock_pos) + ", arbiterd " +
                      show(complaint.game_pos);
    if (!complaint.game.empty()) out += ", game " + complaint.game;
    return out + ": " + complaint.text;
}

std::vector<Complaint> judge(std::span<const ClockRow> clock_log,
                             [[maybe_unused]] std::span<const GameRow> record,
                             const Options& options) {
    Complaints complaints(options.most);
    ClockJudge clock(complaints, options);
    for (const ClockRow& row : clock_log) {
        if (complaints.full()) break;
        clock.see(row);
    }
    return complaints.take();
}

}  // namespace flagfall::oracle
