#include "arbiterd/console/desk_print.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "common/base/clock_time.hpp"
#include "common/base/number.hpp"
#include "common/base/text.hpp"

namespace flagfall::console {

namespace {

using nlohmann::ordered_json;

std::string line_of(const ordered_json& text) { return printable(text.get<std::string>()); }

// One line, whatever characters somebody entered.
std::string text_of(const ordered_json& json, const char* name) {
    const auto at = json.find(name);
    if (at == json.end() || at->is_null()) return "";
    return at->is_string() ? line_of(*at) : at->dump();
}

std::string clock_of(std::int64_t ms) { return clock_time(milliseconds(ms)); }

// The record has durations in microseconds; prints them as clocks show them.
std::string fact_of(const ordered_json& fact) {
    constexpr std::string_view in_us = "_us";
    std::string name = line_of(fact.at(0));
    std::string value = line_of(fact.at(1));
    const auto us = whole_number(value, std::numeric_limits<std::int64_t>::min());
    if (name.ends_with(in_us) && us) {
        name.resize(name.size() - in_us.size());
        value = clock_time({*us});
    }
    return name + ": " + value;
}

void add_facts(std::string& out, const ordered_json& facts) {
    for (const auto& fact : facts) out += "      " + fact_of(fact) + "\n";
}

void add_question(std::string& out, const ordered_json& q, bool whose) {
    out += "  question " + text_of(q, "number");
    if (whose)
        out += ", board " + text_of(q, "board") + ", game " + text_of(q, "gameId") + " (" +
               text_of(q, "white") + " - " + text_of(q, "black") + ")";
    out += ", asked " + text_of(q, "askedAt");
    if (q.value("holds", false)) out += ", the game waits";
    out += "\n    " + text_of(q, "text");
    if (!text_of(q, "article").empty()) out += " (Art. " + text_of(q, "article") + ")";
    out += "\n";
    add_facts(out, q.at("evidence"));
    if (q.contains("closed")) {
        const auto& closed = q.at("closed");
        out += "    closed: " + text_of(closed, "how") + " " + text_of(closed, "option") +
               (text_of(closed, "by").empty() ? "" : " by " + text_of(closed, "by")) + "\n";
        return;
    }
    for (const auto& option : q.at("options"))
        out += "    > " + text_of(option, "option") + ": " + text_of(option, "text") + "\n";
}

}  // namespace

std::string print_queue(const std::string& body) {
    const auto queue = ordered_json::parse(body);
    const auto& questions = queue.at("questions");
    if (questions.empty()) return "Nothing waits for an arbiter.\n";
    std::string out;
    for (const auto& question : questions) add_question(out, question, true);
    return out + "\nAnswer with: arbiterd desk answer GAME QUESTION OPTION --by NAME\n";
}

std::string print_game(const std::string& body) {
    const auto game = ordered_json::parse(body);
    const auto& clocks = game.at("clocks");
    std::string out = "Board " + text_of(game, "board") + ", game " + text_of(game, "gameId") +
                      ", round " + text_of(game, "round") + "\n" + text_of(game, "white") + " - " +
                      text_of(game, "black") + ", " + text_of(game, "timeControl") + ", " +
                      text_of(game, "profile") + "\n" + text_of(game, "status") + ", result " +
                      text_of(game, "result") + ", " + text_of(game, "plies") + " plies" +
                      (game.contains("presses") ? ", " + text_of(game, "presses") + " presses"
                                                : std::string()) +
                      ", clocks " +
                      clock_of(clocks.at("whiteMs")) + " and " + clock_of(clocks.at("blackMs")) +
                      "\nrecording: White " + text_of(game.at("recording"), "white") + ", Black " +
                      text_of(game.at("recording"), "black") + " (8.4)\n";
    if (game.contains("adjourned")) {
        const auto& adjourned = game.at("adjourned");
        out += "Adjourned: " + text_of(adjourned, "sealedBy") + " sealed move " +
               text_of(adjourned, "move") + "; " + text_of(adjourned, "resumption") + "\n";
    }
    for (const auto& touch : game.value("touches", ordered_json::array())) {
        const bool counts = touch.value("counts", false);
        out += text_of(touch, "side") + (touch.value("adjusting", false) ? " adjusted "
                                                                       : " touched ") +
               text_of(touch, "squares") + ", ply " + text_of(touch, "ply") +
               (touch.contains("ruling") ? ", by ruling " + text_of(touch, "ruling") : "") +
               (counts ? ": no claim on that move (9.4)" : "") + "\n";
    }
    out += "\nQuestions\n";
    if (game.at("questions").empty()) out += "  none\n";
    for (const auto& question : game.at("questions")) add_question(out, question, false);
    out += "\nRulings\n";
    if (game.at("rulings").empty()) out += "  none\n";
    for (const auto& ruling : game.at("rulings")) {
        out += "  " + text_of(ruling, "number") + ". Art. " + text_of(ruling, "article") + ", " +
               text_of(ruling, "decidedBy") + ", " + text_of(ruling, "decidedAt") + ": " +
               text_of(ruling, "text");
        if (ruling.contains("undoneBy"))
            out += " [taken back by ruling " + text_of(ruling, "undoneBy") + "]";
        if (ruling.contains("cancelledBy"))
            out += " [of the game that ruling " + text_of(ruling, "cancelledBy") + " cancelled]";
        out += "\n";
        add_facts(out, ruling.at("evidence"));
    }
    return out;
}

std::string print_sheets(const std::string& body) {
    const auto game = ordered_json::parse(body);
    std::string out;
    if (game.at("sheets").empty()) return "No scoresheet was entered.\n";
    for (const auto& sheet : game.at("sheets")) {
        out += "Sheet of " + text_of(sheet, "whose") + ", entered by " + text_of(sheet, "by") +
               ", " + text_of(sheet, "enteredAt") + "\n" +
               printable(sheet.value("sheet", ""), Lines::many) + "\n";
        for (const auto& remark : sheet.at("remarks"))
            out += "  line " + text_of(remark, "line") + ", column " + text_of(remark, "column") +
                   ": " + text_of(remark, "text") + "\n";
    }
    out += "\n" + printable(game.value("text", ""), Lines::many);
    for (const auto& note : game.at("notes")) out += line_of(note) + "\n";
    return out;
}

std::string print_done(const std::string& body) {
    const auto answer = ordered_json::parse(body);
    if (text_of(answer, "status") == "repeated")
        return "This act was carried out before; nothing was done now.\n";
    std::string out;
    for (const auto& line : answer.at("text")) out += line_of(line) + "\n";
    return out.empty() ? "Done.\n" : out;
}

std::string print_board_game(const std::string& board, const std::string& body) {
    const auto game = ordered_json::parse(body);
    const std::string result = text_of(game, "result");
    return "Board " + printable(board) + ": game " + text_of(game, "gameId") + ", round " +
           text_of(game, "round") + ", " + text_of(game, "white") + " - " +
           text_of(game, "black") + ", " + text_of(game, "status") +
           (result == "*" ? "" : ", " + result);
}

}  // namespace flagfall::console
