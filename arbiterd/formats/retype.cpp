// The table from which an arbiter retypes results into a pairing program, row by row.
#include <algorithm>
#include <array>

#include "arbiterd/formats/crosstable.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "arbiterd/formats/text.hpp"
#include "common/base/html.hpp"

namespace flagfall::formats {

namespace {

// Board, number, name, result, name, number.
using Row = std::array<std::string, 6>;
constexpr std::array<std::string_view, 6> headings{"Board", "No.", "White", "Result", "Black",
                                                   "No."};

std::string name_of(const tournament::Tournament& tournament, std::uint32_t number) {
    const auto found = tournament.players.find(number);
    if (found == tournament.players.end()) return {};
    const tournament::EventPlayer& player = found->second;
    return tidy(player.title.empty() ? player.name : player.title + " " + player.name);
}

std::string bye_points(const tournament::Tournament& tournament,
                       const tournament::EventPairing& pairing) {
    const Cell cell = cell_of(pairing, tournament::BoardResult{}, pairing.white,
                              tournament.info.scoring);
    return points_text(cell.half_points);
}

Row row_of(const tournament::Tournament& tournament, const tournament::EventPairing& pairing,
           const tournament::BoardResult& result) {
    if (pairing.bye)
        return {"", std::to_string(pairing.white), name_of(tournament, pairing.white),
                bye_points(tournament, pairing),
                "bye (" + std::string(name(*pairing.bye)) + ")", ""};
    const auto [white, black] = tournament::players_of(pairing, result).values;
    return {std::to_string(pairing.board.number), std::to_string(white),
            name_of(tournament, white), shown_result(result), name_of(tournament, black),
            std::to_string(black)};
}

std::string title_of(const tournament::Tournament& tournament, std::uint32_t round) {
    const std::string& name = tournament.info.name;
    return tidy(name.empty() ? tournament.id : name) + ", round " + std::to_string(round);
}

}  // namespace

std::string retype_text(const tournament::Tournament& tournament, std::uint32_t round,
                        const tournament::RoundResults& results, RetypeOrder order) {
    std::vector<Row> rows(1);
    std::ranges::copy(headings, rows.front().begin());
    const auto found = tournament.rounds.find(round);
    if (found != tournament.rounds.end())
        for (const tournament::EventPairing* each : in_order(found->second, order))
            rows.push_back(row_of(tournament, *each, result_at(results, each->board)));
    std::array<std::size_t, 6> widths{};
    for (const Row& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], length(row[i]));
    std::string out = title_of(tournament, round) + "\n\n";
    for (const Row& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string blanks(widths[i] - length(row[i]), ' ');
            const bool number = i == 0 || i == 1 || i == 5;
            line += (i == 0 ? "" : "  ") + (number ? blanks + row[i] : row[i] + blanks);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::vector<const tournament::EventPairing*> in_order(const tournament::EventRound& round,
                                                      RetypeOrder order) {
    std::vector<const tournament::EventPairing*> pairings;
    pairings.reserve(round.pairings.size());
    for (const tournament::EventPairing& pairing : round.pairings) pairings.push_back(&pairing);
    if (order == RetypeOrder::numbers)
        std::ranges::stable_sort(pairings, {}, [](const tournament::EventPairing* each) {
            return each->bye ? each->white : std::min(each->white, each->black);
        });
    return pairings;
}

std::string retype_head(const tournament::Tournament& tournament, std::uint32_t round,
                        RetypeOrder order) {
    const std::string title = html_escaped(title_of(tournament, round));
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
                      title + "</title>\n</head>\n<body>\n<main>\n<h1>" + title +
                      "</h1>\n<table>\n<caption>Results in the order of the " +
                      (order == RetypeOrder::boards ? "pairing list" : "starting ranks") +
                      "</caption>\n<thead>\n<tr>";
    for (const std::string_view heading : headings)
        out += "<th scope=\"col\">" + std::string(heading) + "</th>";
    return out + "</tr>\n</thead>\n<tbody>\n";
}

std::string retype_row(const tournament::Tournament& tournament,
                       const tournament::EventPairing& pairing,
                       const tournament::BoardResult& result) {
    const Row row = row_of(tournament, pairing, result);
    std::string out = "<tr><th scope=\"row\">" + html_escaped(row[0]) + "</th>";
    for (std::size_t i = 1; i < row.size(); ++i) out += "<td>" + html_escaped(row[i]) + "</td>";
    return out + "</tr>\n";
}

std::string retype_foot() { return "</tbody>\n</table>\n</main>\n</body>\n</html>\n"; }

std::string retype_html(const tournament::Tournament& tournament, std::uint32_t round,
                        const tournament::RoundResults& results, RetypeOrder order) {
    std::string out = retype_head(tournament, round, order);
    const auto found = tournament.rounds.find(round);
    if (found != tournament.rounds.end())
        for (const tournament::EventPairing* each : in_order(found->second, order))
            out += retype_row(tournament, *each, result_at(results, each->board));
    return out + retype_foot();
}

}  // namespace flagfall::formats
