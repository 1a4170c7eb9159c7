#include "arbiterd/console/event_print.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/base/text.hpp"
#include "common/base/unicode.hpp"

namespace flagfall::console {

namespace {

using nlohmann::ordered_json;

// One line, whatever characters somebody entered; an empty cell if there is no value.
std::string cell(const ordered_json& json, const char* name) {
    const auto at = json.find(name);
    if (at == json.end() || at->is_null()) return "";
    return at->is_string() ? printable(at->get<std::string>()) : at->dump();
}

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

std::string rounds(const ordered_json& all) {
    Lines lines{{"round", "state", "starts"}};
    for (const auto& round : all)
        lines.push_back({cell(round, "round"), cell(round, "state"), cell(round, "starts")});
    return lines.size() > 1 ? table(lines) : "no rounds\n";
}

ordered_json parsed(const std::string& body) {
    auto json = ordered_json::parse(body, nullptr, false);
    return json.is_object() ? json : ordered_json::object();
}

ordered_json list(const ordered_json& json, const char* name) {
    const auto at = json.find(name);
    return at != json.end() && at->is_array() ? *at : ordered_json::array();
}

}  // namespace

std::string print_events(const std::string& body) {
    Lines lines{{"event", "name", "players", "rounds"}};
    for (const auto& event : list(parsed(body), "events"))
        lines.push_back({cell(event, "event"), cell(event, "name"), cell(event, "players"),
                         std::to_string(list(event, "rounds").size())});
    return table(lines);
}

std::string print_event(const std::string& body) {
    const ordered_json event = parsed(body);
    const ordered_json info = event.value("info", ordered_json::object());
    const std::string title = cell(info, "name") + "\n";
    Lines lines;
    using Row = std::pair<const char*, const char*>;  // field name and heading
    for (const auto& [name, called] :
         {Row{"place", "place"}, Row{"federation", "federation"}, Row{"begins", "begins"},
          Row{"ends", "ends"}, Row{"chiefArbiter", "chief arbiter"}, Row{"kind", "kind"},
          Row{"pairingSystem", "pairing system"}})
        if (const std::string text = cell(info, name); !text.empty())
            lines.push_back({called, text});
    const ordered_json terms = info.value("terms", ordered_json::object());
    for (const auto& [name, called] : {Row{"timeControl", "time control"},
                                       Row{"profile", "profile"}, Row{"variant", "variant"}})
        if (const std::string text = cell(terms, name); !text.empty())
            lines.push_back({called, text});
    lines.push_back({"players", cell(event, "players")});
    lines.push_back({"revision", cell(event, "revision")});
    return title + table(lines) + "\n" + rounds(list(event, "rounds"));
}

std::string print_players(const std::string& body) {
    Lines lines{{"no.", "name", "title", "rating", "fed", "fide id", "club", "withdrawn", "byes"}};
    for (const auto& player : list(parsed(body), "players")) {
        const std::string gone = cell(player, "withdrawnFrom");
        std::string byes;  // "H in 3"
        for (const auto& asked : list(player, "byes"))
            byes += (byes.empty() ? "" : ", ") + cell(asked, "bye") + " in " + cell(asked, "round");
        lines.push_back({cell(player, "number"), cell(player, "name"), cell(player, "title"),
                         cell(player, "rating"), cell(player, "federation"),
                         cell(player, "fideId"), cell(player, "club"),
                         gone.empty() ? "" : "from round " + gone, byes});
    }
    return table(lines);
}

std::string print_round(const std::string& body) {
    const ordered_json round = parsed(body).value("round", ordered_json::object());
    Lines lines{{"board", "white", "black", "", "game"}};
    for (const auto& p : list(round, "pairings")) {
        const ordered_json entered = p.value("entered", ordered_json::object());
        const std::string bye = cell(p, "bye");
        lines.push_back({cell(p, "board"), cell(p, "white"), cell(p, "black"),
                         bye.empty() ? cell(entered, "score") : "bye " + bye, cell(p, "game")});
    }
    return "round " + cell(round, "number") + ": " + cell(round, "state") +
           (cell(round, "starts").empty() ? "" : ", " + cell(round, "starts")) + "\n" +
           table(lines);
}

std::string print_results(const std::string& body) {
    Lines lines{{"board", "white", "black", "result", "approval"}};
    for (const auto& board : list(parsed(body), "boards")) {
        const auto name = [&](const char* side) {
            return cell(board.value(side, ordered_json::object()), "name");
        };
        const ordered_json result = board.value("result", ordered_json::object());
        lines.push_back({cell(board, "board"), name("white"), name("black"),
                         cell(result, "code"), cell(board, "approval")});
    }
    return table(lines);
}

std::string print_act(const std::string& body) {
    const ordered_json done = parsed(body);
    const std::string status = cell(done, "status");
    const std::string revision = cell(done, "revision");
    std::string out = (status.empty() ? "done" : status) + ", revision " +
                      (revision.empty() ? "?" : revision) + "\n";
    for (const char* field : {"notes", "says"})
        for (const auto& line : list(done, field))
            if (line.is_string()) out += "  " + printable(line.get<std::string>()) + "\n";
    return out;
}

}  // namespace flagfall::console
