// Scoresheets that an arbiter enters (Article 8), in English with move numbers: "1. e4 e5 2. Nf3".
#include <algorithm>
#include <sstream>

#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

// A sheet changes nothing in the record. A move that contradicts the record is asked about, legal
// or not.
void Arbiter::act(const wire::EnterSheet& e) {
    rule(article_or("8.2"), Subject::sheet);
    check_effect({});
    closings(Closing::overtaken);  // the question about this player's earlier sheet
    const Line& line = game_.line;
    std::uint32_t ply = line.first_ply();
    std::uint32_t against = 0;
    std::istringstream words(e.sheet);
    for (std::string word; words >> word;) {
        if (word.ends_with('.')) continue;
        if (ply >= line.ply()) break;  // moves beyond the record contradict nothing
        const Reading written = read(line.at(ply), word);
        const bool legal = written.meaning == Meaning::legal;
        const bool recorded = legal && chess::same_position(
                                           chess::after(line.at(ply), written.move),
                                           line.at(ply + 1));
        if ((legal || written.meaning == Meaning::illegal) && !recorded) ++against;
        ++ply;
    }
    if (against > 0) question(game_.result ? "8.1.1" : "8.5", Subject::sheet, false);
    for (const Asked& asked : game_.closed)
        complain_unless(asked.about == Subject::sheet,
                        "a scoresheet closes a question that is not about a scoresheet");
}

}  // namespace flagfall::oracle
