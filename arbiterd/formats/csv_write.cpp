#include "arbiterd/formats/crosstable.hpp"
#include "arbiterd/formats/csv.hpp"
#include "arbiterd/formats/result_text.hpp"

namespace flagfall::formats {

namespace {

std::string number_text(std::uint32_t number) { return number == 0 ? "" : std::to_string(number); }

std::string name_of(const tournament::Tournament& tournament, std::uint32_t player) {
    const auto found = tournament.players.find(player);
    return found == tournament.players.end() ? "" : found->second.name;
}

}  // namespace

std::string results_csv_head() {
    std::string out;
    append_csv_row(out, {"round", "board", "white", "black", "result", "white_name", "black_name",
                         "white_points", "black_points", "approval"});
    return out;
}

std::string results_csv_row(const tournament::Tournament& tournament, std::uint32_t round,
                            const tournament::EventPairing& pairing,
                            const tournament::BoardResult& result) {
    const bool bye = pairing.bye.has_value();
    const wire::EventScoring& scoring = tournament.info.scoring;
    const auto points = [&](std::uint32_t player) -> std::string {
        const Cell cell = cell_of(pairing, result, player, scoring);
        return cell.known ? points_text(cell.half_points) : "";
    };
    const auto [white, black] =
        tournament::players_of(pairing, bye ? tournament::BoardResult{} : result).values;
    std::string out;
    append_csv_row(out, {std::to_string(round), bye ? "" : number_text(pairing.board.number),
                         std::to_string(white), bye ? "" : std::to_string(black),
                         bye ? std::string(name(*pairing.bye)) : result_text(result),
                         name_of(tournament, white), bye ? "" : name_of(tournament, black),
                         points(white),
                         bye ? "" : points(black),
                         bye ? ""
                             : std::string(result.approval ? name(*result.approval)
                                                           : name(result.kind))});
    return out;
}

Exported players_csv(const tournament::Tournament& tournament) {
    Exported out;
    append_csv_row(out.text, {"number", "name", "title", "sex", "rating", "federation", "fide_id",
                              "birth", "club", "team", "withdrawn_from"});
    for (const auto& [number, player] : tournament.players) {
        const auto team = tournament.teams.find(player.team);
        append_csv_row(out.text,
                       {std::to_string(number), player.name, player.title, player.sex,
                        number_text(player.rating), player.federation, player.fide_id,
                        player.birth, player.club,
                        team == tournament.teams.end() ? "" : team->second.name,
                        number_text(player.withdrawn_from)});
    }
    return out;
}

Exported results_csv(const tournament::Tournament& tournament, const Results& results,
                     std::uint32_t round) {
    static const tournament::RoundResults none;
    Exported out;
    out.text = results_csv_head();
    for (const auto& [number, each] : tournament.rounds) {
        if (round != 0 && number != round) continue;
        const auto found = results.find(number);
        const auto& boards = found == results.end() ? none : found->second;
        for (const tournament::EventPairing& pairing : each.pairings)
            out.text += results_csv_row(tournament, number, pairing,
                                        result_at(boards, pairing.board));
    }
    return out;
}

}  // namespace flagfall::formats
