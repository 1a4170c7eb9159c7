// Documents of several boards in one text, joined from the parts that the API sends apart: a check
// of these texts is one of what is served.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/formats/crosstable.hpp"
#include "arbiterd/formats/livechess.hpp"
#include "arbiterd/record/broadcast.hpp"
#include "arbiterd/record/desk_json.hpp"

namespace flagfall::test {

// The games of a round as PGN, in the order of their boards.
inline std::string round_pgn(
    std::vector<record::BoardRow> boards, const record::RoundView& view,
    const std::function<std::vector<record::MoveRow>(const record::GameRow&)>& moves_of,
    const std::function<wire::Pairs(const record::BoardRow&)>& tags_of) {
    std::ranges::stable_sort(boards, {}, [](const auto& row) { return row.game.board; });
    std::string out;
    for (const record::BoardRow& board : boards)
        if (record::contains(view.slice, board.game.board))
            out += record::board_pgn(board.game, {moves_of(board.game)}, tags_of(board),
                                     view.until_wall_ms).text;
    return out;
}

// index.json of LiveChess Cloud; the round must exist.
inline std::string livechess_round(const tournament::Tournament& tournament, std::uint32_t round,
                                   const tournament::RoundResults& results,
                                   const formats::LiveBoards& live) {
    const tournament::EventRound& here = tournament.rounds.at(round);
    const auto boards = live.find(round);
    std::string text = formats::livechess_round_head(here);
    for (const tournament::EventPairing& pairing : here.pairings) {
        if (pairing.black == 0) continue;  // a bye
        if (text.back() != '[') text += ',';
        text += formats::livechess_pairing(
            tournament, pairing, formats::result_at(results, pairing.board),
            boards != live.end() && boards->second.contains(pairing.board));
    }
    return text + formats::livechess_round_foot();
}

// The open questions, oldest first.
inline std::string queue_json(const std::vector<record::QuestionRow>& open,
                              std::string_view time_mode) {
    std::string text = record::queue_head(open.size(), time_mode);
    for (const record::QuestionRow& question : open) {
        if (text.back() != '[') text += ',';
        text += record::queue_question(question);
    }
    return text + record::queue_foot();
}

}  // namespace flagfall::test
