#include "arbiterd/console/event_print.hpp"

#include <algorithm>
#include <vector>

#include "arbiterd/console/answer.hpp"
#include "common/base/text.hpp"
#include "common/base/unicode.hpp"

namespace flagfall::console {

namespace {

using Lines = std::vector<std::vector<std::string>>;

// Columns with two spaces between them; the last one is not padded.
std::string table(const Lines& lines) {
    std::vector<std::size_t> widths;
    for (const auto& line : lines) {
        widths.resize(std::max(widths.size(), line.size()));
        for (std::size_t i = 0; i < line.size(); ++i)
            widths[i] = std::max(widths[i], display_width(line[i]));
    }
    std::string out;
    for (const auto& line : lines) {
        std::string text;
        for (std::size_t i = 0; i < line.size(); ++i)
            text += padded(line[i], widths[i] + 2);
        out += text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
    }
    return out;
}

std::string rounds(const std::vector<Answer>& all) {
    Lines lines{{"round", "state", "starts"}};
    for (const Answer& round : all)
        lines.push_back({round.line("round"), round.line("state"), round.line("starts")});
    return lines.size() > 1 ? table(lines) : "no rounds\n";
}

// An answer of another server is a table without rows.
wire::Json parsed(const std::string& body) { return json_of(body).value_or(wire::json_object()); }

}  // namespace

std::string print_events(const std::string& body) {
    const wire::Json json = parsed(body);
    Lines lines{{"event", "name", "players", "rounds"}};
    for (const Answer& event : Answer(json).items("events"))
        lines.push_back({event.line("event"), event.line("name"), event.line("players"),
                         std::to_string(event.items("rounds").size())});
    return table(lines);
}

std::string print_event(const std::string& body) {
    const wire::Json json = parsed(body);
    const Answer event(json);
    const Answer info = event.object("info");
    const std::string title = info.line("name") + "\n";
    Lines lines;
    using Row = std::pair<const char*, const char*>;  // field name and heading
    for (const auto& [name, called] :
         {Row{"place", "place"}, Row{"federation", "federation"}, Row{"begins", "begins"},
          Row{"ends", "ends"}, Row{"chiefArbiter", "chief arbiter"}, Row{"kind", "kind"},
          Row{"pairingSystem", "pairing system"}})
        if (const std::string text = info.line(name); !text.empty())
            lines.push_back({called, text});
    const Answer terms = info.object("terms");
    for (const auto& [name, called] : {Row{"timeControl", "time control"},
                                       Row{"profile", "profile"}, Row{"variant", "variant"}})
        if (const std::string text = terms.line(name); !text.empty())
            lines.push_back({called, text});
    lines.push_back({"players", event.line("players")});
    lines.push_back({"revision", event.line("revision")});
    return title + table(lines) + "\n" + rounds(event.items("rounds"));
}

std::string print_players(const std::string& body) {
    const wire::Json json = parsed(body);
    Lines lines{{"no.", "name", "title", "rating", "fed", "fide id", "club", "withdrawn", "byes"}};
    for (const Answer& player : Answer(json).items("players")) {
        const std::string gone = player.line("withdrawnFrom");
        std::string byes;  // "H in 3"
        for (const Answer& asked : player.items("byes"))
            byes += (byes.empty() ? "" : ", ") + asked.line("bye") + " in " + asked.line("round");
        lines.push_back({player.line("number"), player.line("name"), player.line("title"),
                         player.line("rating"), player.line("federation"),
                         player.line("fideId"), player.line("club"),
                         gone.empty() ? "" : "from round " + gone, byes});
    }
    return table(lines);
}

std::string print_round(const std::string& body) {
    const wire::Json json = parsed(body);
    const Answer round = Answer(json).object("round");
    Lines lines{{"board", "white", "black", "", "game"}};
    for (const Answer& p : round.items("pairings")) {
        const Answer entered = p.object("entered");
        const std::string bye = p.line("bye");
        lines.push_back({p.line("board"), p.line("white"), p.line("black"),
                         bye.empty() ? entered.line("score") : "bye " + bye, p.line("game")});
    }
    return "round " + round.line("number") + ": " + round.line("state") +
           (round.line("starts").empty() ? "" : ", " + round.line("starts")) + "\n" +
           table(lines);
}

std::string print_results(const std::string& body) {
    const wire::Json json = parsed(body);
    Lines lines{{"board", "white", "black", "result", "approval"}};
    for (const Answer& board : Answer(json).items("boards")) {
        const auto name = [&](const char* side) {
            return board.object(side).line("name");
        };
        const Answer result = board.object("result");
        lines.push_back({board.line("board"), name("white"), name("black"),
                         result.line("code"), board.line("approval")});
    }
    return table(lines);
}

std::string print_act(const std::string& body) {
    const wire::Json json = parsed(body);
    const Answer done(json);
    const std::string status = done.line("status");
    const std::string revision = done.line("revision");
    std::string out = (status.empty() ? "done" : status) + ", revision " +
                      (revision.empty() ? "?" : revision) + "\n";
    for (const char* field : {"notes", "says"})
        for (const Answer& line : done.items(field))
            if (line.is_text()) out += "  " + line.line() + "\n";
    return out;
}

}  // namespace flagfall::console
