// Scoresheets that an arbiter enters (Article 8), in English with move numbers: "1. e4 e5 2. Nf3".
#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "common/chess/notation.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

namespace {

bool is_recorded(const Line& line, std::uint32_t ply, const std::string& word) {
    const Reading written = read(line.at(ply), word);
    return written.meaning == Meaning::legal &&
           chess::same_position(chess::after(line.at(ply), written.move), line.at(ply + 1));
}

// Is each word a move of the record from this ply on, in order, so that the sheet lacks moves but
// has no wrong ones?
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

// A move as it is written, and its place.
struct Entry {
    std::uint32_t number = 0;  // before it, or before the other move of the pair
    Side side = Side::white;
    std::string text;
};

std::vector<Entry> entries_of(const std::string& sheet) {
    std::vector<Entry> entries;
    Entry next;
    std::istringstream words(sheet);
    for (std::string word; words >> word;) {
        if (word.ends_with('.')) {
            next.number = static_cast<std::uint32_t>(std::stoul(word));
            next.side = word.ends_with("...") ? Side::black : Side::white;
            continue;
        }
        next.text = word;
        entries.push_back(next);
        if (next.side == Side::black) ++next.number;
        next.side = other(next.side);
    }
    return entries;
}

// Moves of both sides before this one, counted from the numbers on the sheet.
std::int64_t plies_before(std::uint32_t number, Side side) {
    return 2 * static_cast<std::int64_t>(number) + (side == Side::black ? 1 : 0);
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

// The moves of a board that reports only presses. Moves entered before stay, unless the arbiter
// replaces them.
void Arbiter::act(const wire::EnterMoves& e) {
    const std::vector<Entry> entries = entries_of(e.sheet);
    if (!game_.presses || entries.empty())
        return complain("moves are entered that there are none of");
    const std::uint32_t first = game_.line.first_ply();
    const chess::Position& start = game_.line.at(first);
    const auto begin = static_cast<std::uint32_t>(
        first + plies_before(entries.front().number, entries.front().side) -
        plies_before(start.fullmove_number(), start.side_to_move()));
    const std::uint32_t had = game_.line.ply();
    const std::uint32_t keep = e.from ? e.from->count - 1 : had;
    if (!game_.line.has(begin) || keep < begin || keep > had)
        return complain("moves are entered that do not follow those of the record");
    std::vector<chess::Move> moves;
    Meaning trouble = Meaning::legal;
    chess::Position now = game_.line.at(begin);
    for (const Entry& entry : entries) {
        const Reading written = read(now, entry.text);
        trouble = written.meaning;
        if (trouble != Meaning::legal) break;
        moves.push_back(written.move);
        now = chess::after(now, written.move);
        const auto ply = static_cast<std::uint32_t>(begin + moves.size());
        complain_unless(ply > keep || chess::same_position(now, game_.line.at(ply)),
                        "ply " + show(ply) + " was entered as another move");
    }
    if (keep < had) enter_again_from(keep);
    for (std::size_t at = std::max(keep, begin) - begin; at < moves.size(); ++at)
        record_entered(moves[at], entries[at].text,
                       begin + moves.size() <= *game_.presses + 1U);
    closings(Closing::overtaken);  // findings in the moves entered before
    rule(article_or("8.1.1"), Subject::moves);
    check_effect({});
    ask_after_the_fact(trouble);
}

void Arbiter::enter_again_from(std::uint32_t keep) {
    keep_game(false);
    wire::PositionRestored restored;
    restored.ply = {keep};
    restored.by = act_->by;
    restored.reason = "moves entered again from a scoresheet";
    want(std::move(restored));
    placed_ = true;
    game_.line.back_to(keep);
    begin_over(true);
}

// The times are those of the press with the same count. `counts`: the counts can be equal.
void Arbiter::record_entered(chess::Move move, const std::string& text, bool counts) {
    const chess::Position& before = game_.line.current();
    wire::MoveRecorded recorded;
    recorded.side = before.side_to_move();
    recorded.uci = chess::uci(before, move);
    recorded.san = chess::san(before, move);
    recorded.written = text;
    recorded.completed_by = CompletedBy::sheet;
    game_.line.play(move);
    placed_ = true;
    const std::uint32_t ply = game_.line.ply();
    recorded.ply = {ply};
    const auto press = game_.at_presses.find(ply);
    if (counts && press != game_.at_presses.end()) {
        recorded.elapsed = press->second.elapsed;
        recorded.readings = press->second.readings;
    }
    if (game_.offered[recorded.side] == recorded.ply) recorded.marks = "(=)";
    const Side side = recorded.side;
    std::erase_if(game_.announced, [&](const Announced& each) { return each.ply <= ply; });
    std::erase_if(game_.obliged, [&](const Obliged& each) { return each.ply <= ply; });
    std::erase_if(game_.offended, [&](const Offended& each) {
        return each.side == side && each.ply == ply;
    });
    want(std::move(recorded));
}

// Findings in the moves without a ruling become a question and change nothing: by the article of
// the first one. For dead positions, a move that a touch did not bind, and the outcome of a flag or
// a resignation in a position that was unknown then, the record's word is accepted.
void Arbiter::ask_after_the_fact(Meaning trouble) {
    const auto* put = in_answer<wire::QuestionPut>();
    const bool asks = put && put->about == Subject::after_the_fact;
    std::string article;
    if (trouble != Meaning::legal) article = trouble == Meaning::unreadable ? "8.1.1" : "7.5.1";
    if (article.empty()) article = shown_by_moves();
    constexpr std::array theirs{"dead_position", "flag_fall", "resignation", "touch_not_kept"};
    const bool word = std::ranges::any_of(theirs, [&](const char* name) {
        return !fact(name).empty();
    });
    if (word && asks && trouble == Meaning::legal) article = put->article;
    if (word && !asks && trouble == Meaning::legal) article.clear();
    if (!article.empty()) question(article, Subject::after_the_fact, false);
}

// The article of the first finding in the moves that the result does not have; "" if none.
std::string Arbiter::shown_by_moves() const {
    const auto is = [&](const Score& score) {
        return game_.result && game_.result->score == score;
    };
    std::string found;
    const auto finds = [&](bool matters, std::string_view article) {
        if (matters && found.empty()) found = article;
    };
    Line line(game_.line.at(game_.line.first_ply()), game_.line.first_ply());
    bool ended = false, threefold = false, fifty = false;
    for (std::uint32_t ply = line.ply(); ply <= game_.line.ply() && !ended; ++ply) {
        if (ply > line.ply()) line.play(game_.line.move_to(ply));
        const bool last = ply == game_.line.ply();
        const chess::Position& now = line.current();
        const Ending on_board = ending_on_board(now);
        const std::size_t times = line.occurrences().size();
        const bool mate = on_board == Ending::checkmate;
        ended = on_board != Ending::none || times >= 5 || line.quiet() >= 150;
        const std::string_view article = mate                            ? "5.1.1"
                                         : on_board == Ending::stalemate ? "5.2.1"
                                         : on_board != Ending::none      ? "5.2.2"
                                         : times >= 5                    ? "9.6.1"
                                                                         : "9.6.2";
        if (ended) finds(!last || !is(mate ? win_of(other(now.side_to_move())) : drawn()), article);
        if (ended) break;
        if (times >= 3 && !std::exchange(threefold, true)) finds(!is(drawn()), "9.2.2");
        if (line.quiet() >= 100 && !std::exchange(fifty, true)) finds(!is(drawn()), "9.3.2");
    }
    const std::uint32_t moves = game_.line.ply();
    const std::uint32_t presses = *game_.presses;
    const bool coming = !game_.result && moves < presses;
    finds(!coming && moves != presses && moves != presses + 1, "8.5.3");
    return found;
}

}  // namespace flagfall::oracle
