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

void append_round(Exported& out, const tournament::Tournament& tournament,
                  const tournament::EventRound& round, const tournament::RoundResults& results) {
    for (const tournament::EventPairing& pairing : round.pairings) {
        const bool bye = !pairing.bye.empty();
        const tournament::BoardResult& result = result_at(results, pairing.board);
        const wire::EventScoring& scoring = tournament.info.scoring;
        const auto points = [&](std::uint32_t player) -> std::string {
            const Cell cell = cell_of(pairing, results, player, scoring);
            return cell.known ? points_text(cell.half_points) : "";
        };
        const auto [white, black] =
            tournament::players_of(pairing, bye ? tournament::BoardResult{} : result).values;
        append_csv_row(out.text,
                       {std::to_string(round.number), bye ? "" : number_text(pairing.board.number),
                        std::to_string(white), bye ? "" : std::to_string(black),
                        bye ? pairing.bye : result_text(result), name_of(tournament, white),
                        bye ? "" : name_of(tournament, black), points(white),
                        bye ? "" : points(black),
                        bye ? "" : result.approval.empty() ? std::string(name(result.kind))
                                                         : result.approval});
    }
}

}  // namespace

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
    append_csv_row(out.text, {"round", "board", "white", "black", "result", "white_name",
                              "black_name", "white_points", "black_points", "approval"});
    for (const auto& [number, each] : tournament.rounds) {
        if (round != 0 && number != round) continue;
        const auto found = results.find(number);
        append_round(out, tournament, each, found == results.end() ? none : found->second);
    }
    return out;
}

}  // namespace flagfall::formats
