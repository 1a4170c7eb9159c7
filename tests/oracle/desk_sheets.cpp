// Scoresheets that an arbiter enters (Article 8), in English with move numbers: "1. e4 e5 2. Nf3".
#include <algorithm>
#include <sstream>

#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

namespace {

bool is_recorded(const Line& line, std::uint32_t ply, const std::string& word) {
    const Reading written = read(line.at(ply), word);
    return written.meaning == Meaning::legal &&
           chess::same_position(chess::after(line.at(ply), written.move), line.at(ply + 1));
}

// Is each word a move of the record from this ply on, in their order, so that moves are missing on
// the sheet and none is another?
bool only_misses(const Line& line, std::uint32_t ply, std::span<const std::string> words) {
    for (const std::string& word : words) {
        while (ply < line.ply() && !is_recorded(line, ply, word)) ++ply;
        if (ply++ >= line.ply()) return false;
    }
    return true;
}

// Does the sheet have another move than the record, legal or not?
bool contradicts(const Line& line, std::span<const std::string> words) {
    std::uint32_t ply = line.first_ply();
    for (std::size_t at = 0; at < words.size() && ply < line.ply(); ++at, ++ply) {
        const Meaning meaning = read(line.at(ply), words[at]).meaning;
        if (meaning != Meaning::legal && meaning != Meaning::illegal) continue;
        if (!is_recorded(line, ply, words[at]))
            return !only_misses(line, ply, words.subspan(at));
    }
    return false;  // moves beyond the record contradict nothing
}

}  // namespace

// A sheet changes nothing in the record. A move that contradicts the record is asked about.
void Arbiter::act(const wire::EnterSheet& e) {
    rule(article_or("8.2"), Subject::sheet);
    check_effect({});
    closings(Closing::overtaken);  // the question about this player's earlier sheet
    std::vector<std::string> moves;
    std::istringstream words(e.sheet);
    for (std::string word; words >> word;)
        if (!word.ends_with('.')) moves.push_back(word);
    if (contradicts(game_.line, moves))
        question(game_.result ? "8.1.1" : "8.5", Subject::sheet, false);
    for (const Asked& asked : game_.closed)
        complain_unless(asked.about == Subject::sheet,
                        "a scoresheet closes a question that is not about a scoresheet");
}

}  // namespace flagfall::oracle
