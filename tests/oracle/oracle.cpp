#include "tests/oracle/oracle.hpp"

#include "tests/oracle/clock.hpp"
#include "tests/oracle/complaints.hpp"
#include "tests/oracle/record.hpp"

namespace flagfall::oracle {

std::string text(const Complaint& complaint) {
    std::string out = "clockd " + show(complaint.clock_pos) + ", arbiterd " +
                      show(complaint.game_pos);
    if (!complaint.game.empty()) out += ", game " + complaint.game;
    return out + ": " + complaint.text;
}

std::vector<Complaint> judge(std::span<const ClockRow> clock_log,
                             std::span<const GameRow> record,
                             const Options& options,
                             std::vector<std::string>* gave_up) {
    Complaints complaints(options.most);
    ClockJudge clock(complaints, options);
    RecordJudge office(complaints, options, clock, record);
    for (const ClockRow& row : clock_log) {
        if (complaints.full()) break;
        clock.see(row);
        if (!options.clock_only) office.see(row);
    }
    if (!options.clock_only && !complaints.full()) office.end();
    if (gave_up) *gave_up = office.gave_up();
    return complaints.take();
}

}  // namespace flagfall::oracle
