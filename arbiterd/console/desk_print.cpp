#include "arbiterd/console/desk_print.hpp"

#include <limits>

#include "arbiterd/console/answer.hpp"
#include "common/base/clock_time.hpp"
#include "common/base/number.hpp"
#include "common/base/text.hpp"

namespace flagfall::console {

namespace {

std::string clock_of(std::int64_t ms) { return clock_time(milliseconds(ms)); }

// The record has durations in microseconds; prints them as clocks show them.
std::string fact_of(const Answer& fact) {
    constexpr std::string_view in_us = "_us";
    std::string name = fact.at(0).line();
    std::string value = fact.at(1).line();
    const auto us = whole_number(value, std::numeric_limits<std::int64_t>::min());
    if (name.ends_with(in_us) && us) {
        name.resize(name.size() - in_us.size());
        value = clock_time({*us});
    }
    return name + ": " + value;
}

void add_facts(std::string& out, const Answer& facts) {
    for (const Answer& fact : facts.items()) out += "      " + fact_of(fact) + "\n";
}

void add_question(std::string& out, const Answer& q, bool whose) {
    out += "  question " + q.line("number");
    if (whose)
        out += ", board " + q.line("board") + ", game " + q.line("gameId") + " (" +
               q.line("white") + " - " + q.line("black") + ")";
    out += ", asked " + q.line("askedAt");
    if (q.value("holds", false)) out += ", the game waits";
    out += "\n    " + q.line("text");
    if (!q.line("article").empty()) out += " (Art. " + q.line("article") + ")";
    out += "\n";
    add_facts(out, q.at("evidence"));
    if (q.contains("closed")) {
        const Answer closed = q.at("closed");
        out += "    closed: " + closed.line("how") + " " + closed.line("option") +
               (closed.line("by").empty() ? "" : " by " + closed.line("by")) + "\n";
        return;
    }
    for (const Answer& option : q.at("options").items())
        out += "    > " + option.line("option") + ": " + option.line("text") + "\n";
}

}  // namespace

std::string print_queue(const std::string& body) {
    const wire::Json json = answer_json(body);
    const Answer queue(json);
    const Answer questions = queue.at("questions");
    if (questions.items().empty()) return "Nothing waits for an arbiter.\n";
    std::string out;
    for (const Answer& question : questions.items()) add_question(out, question, true);
    return out + "\nAnswer with: arbiterd desk answer GAME QUESTION OPTION --by NAME\n";
}

std::string print_game(const std::string& body) {
    const wire::Json json = answer_json(body);
    const Answer game(json);
    const Answer clocks = game.at("clocks");
    std::string out = "Board " + game.line("board") + ", game " + game.line("gameId") +
                      ", round " + game.line("round") + "\n" + game.line("white") + " - " +
                      game.line("black") + ", " + game.line("timeControl") + ", " +
                      game.line("profile") + "\n" + game.line("status") + ", result " +
                      game.line("result") + ", " + game.line("plies") + " plies" +
                      (game.contains("presses") ? ", " + game.line("presses") + " presses"
                                                : std::string()) +
                      ", clocks " +
                      clock_of(clocks.at("whiteMs").number()) + " and " +
                      clock_of(clocks.at("blackMs").number()) + "\nrecording: White " +
                      game.at("recording").line("white") + ", Black " +
                      game.at("recording").line("black") + " (8.4)\n";
    if (game.contains("adjourned")) {
        const Answer adjourned = game.at("adjourned");
        out += "Adjourned: " + adjourned.line("sealedBy") + " sealed move " +
               adjourned.line("move") + "; " + adjourned.line("resumption") + "\n";
    }
    for (const Answer& touch : game.items("touches")) {
        const bool counts = touch.value("counts", false);
        out += touch.line("side") + (touch.value("adjusting", false) ? " adjusted "
                                                                       : " touched ") +
               touch.line("squares") + ", ply " + touch.line("ply") +
               (touch.contains("ruling") ? ", by ruling " + touch.line("ruling") : "") +
               (counts ? ": no claim on that move (9.4)" : "") + "\n";
    }
    out += "\nQuestions\n";
    if (game.at("questions").items().empty()) out += "  none\n";
    for (const Answer& question : game.at("questions").items()) add_question(out, question, false);
    out += "\nRulings\n";
    if (game.at("rulings").items().empty()) out += "  none\n";
    for (const Answer& ruling : game.at("rulings").items()) {
        out += "  " + ruling.line("number") + ". Art. " + ruling.line("article") + ", " +
               ruling.line("decidedBy") + ", " + ruling.line("decidedAt") + ": " +
               ruling.line("text");
        if (ruling.contains("undoneBy"))
            out += " [taken back by ruling " + ruling.line("undoneBy") + "]";
        if (ruling.contains("cancelledBy"))
            out += " [of the game that ruling " + ruling.line("cancelledBy") + " cancelled]";
        out += "\n";
        add_facts(out, ruling.at("evidence"));
    }
    return out;
}

std::string print_sheets(const std::string& body) {
    const wire::Json json = answer_json(body);
    const Answer game(json);
    std::string out;
    if (game.at("sheets").items().empty()) return "No scoresheet was entered.\n";
    for (const Answer& sheet : game.at("sheets").items()) {
        out += "Sheet of " + sheet.line("whose") + ", entered by " + sheet.line("by") +
               ", " + sheet.line("enteredAt") + "\n" +
               printable(sheet.value("sheet", ""), Lines::many) + "\n";
        for (const Answer& remark : sheet.at("remarks").items())
            out += "  line " + remark.line("line") + ", column " + remark.line("column") +
                   ": " + remark.line("text") + "\n";
    }
    out += "\n" + printable(game.value("text", ""), Lines::many);
    for (const Answer& note : game.at("notes").items()) out += note.line() + "\n";
    return out;
}

std::string print_done(const std::string& body) {
    const wire::Json json = answer_json(body);
    const Answer answer(json);
    if (answer.line("status") == "repeated")
        return "This act was carried out before; nothing was done now.\n";
    std::string out;
    for (const Answer& line : answer.at("text").items()) out += line.line() + "\n";
    return out.empty() ? "Done.\n" : out;
}

std::string print_board_game(const std::string& board, const Answer& game) {
    const std::string result = game.line("result");
    return "Board " + printable(board) + ": game " + game.line("gameId") + ", round " +
           game.line("round") + ", " + game.line("white") + " - " +
           game.line("black") + ", " + game.line("status") +
           (result == "*" ? "" : ", " + result);
}

}  // namespace flagfall::console
