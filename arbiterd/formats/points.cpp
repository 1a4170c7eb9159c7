#include <algorithm>

#include "arbiterd/formats/crosstable.hpp"
#include "arbiterd/formats/result_text.hpp"
#include "arbiterd/formats/trf.hpp"

namespace flagfall::formats {

namespace {

using Kind = wire::ResultKind;

bool has_score(const tournament::BoardResult& result) {
    return result.score && result.kind != Kind::pending && result.kind != Kind::adjourned;
}

bool has_games(const tournament::EventRound& round) {
    return std::ranges::any_of(round.pairings, [](const tournament::EventPairing& pairing) {
        return !pairing.bye;
    });
}

}  // namespace

const tournament::BoardResult& result_at(const tournament::RoundResults& results, Board board) {
    static const tournament::BoardResult none;
    const auto found = results.find(board);
    return found == results.end() ? none : found->second;
}

Cell cell_of(const tournament::EventPairing& pairing, const tournament::BoardResult& result,
             std::uint32_t player, const wire::EventScoring& scoring) {
    Cell cell;
    if (pairing.bye) {
        cell.code = name(*pairing.bye).front();
        cell.half_points = trf_points(cell.code, scoring);
        return cell;
    }
    const Side side = tournament::colour_of(pairing, result, player);
    cell.opponent = pairing.white == player ? pairing.black : pairing.white;
    cell.colour = side == Side::white ? 'w' : 'b';
    cell.known = has_score(result);
    if (!cell.known) {
        cell.code = '?';
        return cell;
    }
    const std::uint8_t half_points = result.score->half_points[side];
    cell.code = tournament::trf_letter(result.kind, half_points);
    cell.half_points = tournament::points_for(result, side, scoring);
    return cell;
}

Crosstable crosstable(const tournament::Tournament& tournament, const Results& results,
                      std::uint32_t through) {
    static const tournament::RoundResults none;
    Crosstable table;
    for (const auto& [number, round] : tournament.rounds) {
        if (through != 0 && number > through) break;
        const auto found = results.find(number);
        const tournament::RoundResults& boards = found == results.end() ? none : found->second;
        for (const tournament::EventPairing& pairing : round.pairings) {
            const auto place = [&](std::uint32_t player) {
                table[player][number] = cell_of(pairing, result_at(boards, pairing.board),
                                                player, tournament.info.scoring);
            };
            place(pairing.white);
            if (!pairing.bye) place(pairing.black);
        }
        if (!has_games(round)) continue;
        for (const auto& [player, known] : tournament.players)
            table[player].try_emplace(number,
                                      Cell{0, '-', ' ', tournament.info.scoring.absent, true});
    }
    return table;
}

std::map<std::uint32_t, std::uint32_t> points(const tournament::Tournament& tournament,
                                              const Results& results, std::uint32_t through) {
    std::map<std::uint32_t, std::uint32_t> sums;
    for (const auto& [number, player] : tournament.players) sums[number] = 0;
    for (const auto& [number, row] : crosstable(tournament, results, through))
        for (const auto& [round, cell] : row) sums[number] += cell.half_points;
    return sums;
}

Results entered_results(const tournament::Tournament& tournament) {
    Results results;
    for (const auto& [number, round] : tournament.rounds)
        for (const tournament::EventPairing& pairing : round.pairings)
            if (!pairing.bye && pairing.entered)
                results[number][pairing.board] = tournament::result_of(*pairing.entered);
    return results;
}

}  // namespace flagfall::formats
