#include "arbiterd/api/round_documents.hpp"

#include <map>
#include <optional>
#include <utility>

#include "arbiterd/formats/livechess.hpp"
#include "arbiterd/record/pgn_export.hpp"

namespace flagfall::api {

namespace {

using record::BoardRow;
using record::KeptRound;

Stamp whole(const KeptRound& kept) { return {kept.serial, 0}; }

Stamp of_board(const KeptRound& kept, std::size_t index) { return {kept.changed[index].value, 0}; }

// A line of the document: a board, by its index among the boards, or a bye.
struct Line {
    const tournament::EventPairing* pairing = nullptr;
    std::optional<std::size_t> board;
};

std::vector<Line> lines_of(const KeptRound& kept,
                           const std::vector<const tournament::EventPairing*>& pairings) {
    std::map<const tournament::EventPairing*, std::size_t> at;
    for (std::size_t i = 0; i < kept.data.boards.size(); ++i)
        at.emplace(kept.data.boards[i].pairing, i);
    std::vector<Line> lines;
    for (const tournament::EventPairing* pairing : pairings) {
        const auto found = at.find(pairing);
        lines.push_back({pairing, found == at.end() ? std::nullopt : std::optional(found->second)});
    }
    return lines;
}

using WriteLine = std::function<std::string(const tournament::EventPairing&,
                                            const tournament::BoardResult&, const Line&)>;

// One piece per line. Byes depend on the office's data, whose last change is `all_changed`.
void write_lines(Document& document, const KeptRound& kept, const std::vector<Line>& lines,
                 Pos all_changed, const WriteLine& write) {
    document.update(
        lines.size(), 0,
        [&](std::size_t i) {
            return lines[i].board ? of_board(kept, *lines[i].board) : Stamp{all_changed.value, 1};
        },
        [&](std::size_t i) {
            static const tournament::BoardResult none;
            const Line& line = lines[i];
            return Written{write(*line.pairing,
                                 line.board ? kept.data.boards[*line.board].result : none, line)};
        });
}

}  // namespace

void write_results(Document& document, const KeptRound& kept, record::Until until_wall_ms) {
    const Stamp now = whole(kept);
    if (document.is_of(now, until_wall_ms.value_or(0))) return;
    document.update(
        kept.data.boards.size(), until_wall_ms.value_or(0),
        [&](std::size_t i) { return of_board(kept, i); },
        [&](std::size_t i) {
            const record::BoardRow& board = kept.data.boards[i];
            Written written{record::results_board(kept.data, board, until_wall_ms)};
            if (!until_wall_ms || !board.game.ended_wall_ms) return written;
            if (record::too_new(board.game, until_wall_ms))
                written.when.before = *board.game.ended_wall_ms;
            else written.when.from = *board.game.ended_wall_ms;
            return written;
        });
    document.frame(record::results_head(kept.data, until_wall_ms), ",",
                   record::results_foot(kept.data));
    document.shows = now;
}

void write_csv(Document& document, const KeptRound& kept) {
    const Stamp now = whole(kept);
    if (document.is_of(now)) return;
    const tournament::EventRound& round = *kept.data.round;
    write_lines(document, kept, lines_of(kept, in_order(round, formats::RetypeOrder::boards)),
                kept.whole, [&](const auto& pairing, const auto& result, const Line&) {
                    return formats::results_csv_row(*kept.data.tournament, round.number, pairing,
                                                    result);
                });
    document.frame(formats::results_csv_head(), "", "");
    document.shows = now;
}

void write_table(Document& document, const KeptRound& kept, formats::RetypeOrder order,
                 const std::string& signature) {
    const tournament::Tournament& tournament = *kept.data.tournament;
    const tournament::EventRound& round = *kept.data.round;
    if (const Stamp now = whole(kept); !document.is_of(now)) {
        write_lines(document, kept, lines_of(kept, in_order(round, order)), kept.whole,
                    [&](const auto& pairing, const auto& result, const Line&) {
                        return formats::retype_row(tournament, pairing, result);
                    });
        document.shows = now;
    }
    std::string foot = formats::retype_foot();
    foot.insert(foot.rfind("</main>"), "<p>Signed: " + signature + "</p>\n");
    document.frame(formats::retype_head(tournament, round.number, order), "", std::move(foot));
}

void write_cloud_round(Document& document, const KeptRound& kept) {
    const Stamp now = whole(kept);
    if (document.is_of(now)) return;
    const tournament::EventRound& round = *kept.data.round;
    auto lines = lines_of(kept, in_order(round, formats::RetypeOrder::boards));
    std::erase_if(lines, [](const Line& line) { return !line.board; });
    write_lines(document, kept, lines, kept.whole,
                [&](const auto& pairing, const auto& result, const Line& line) {
                    const record::GameRow& game = kept.data.boards[*line.board].game;
                    return formats::livechess_pairing(*kept.data.tournament, pairing, result,
                                                      is_live(game));
                });
    document.frame(formats::livechess_round_head(round), ",", formats::livechess_round_foot());
    document.shows = now;
}

bool is_live(const record::GameRow& game) {
    return game.started_wall_ms && game.status != wire::GameStatus::finished;
}

namespace {

std::vector<std::size_t> boards_in(const KeptRound& kept, const record::Slice& slice) {
    std::vector<std::size_t> boards;
    for (std::size_t i = 0; i < kept.data.boards.size(); ++i)
        if (contains(slice, kept.data.boards[i].game.board)) boards.push_back(i);
    return boards;
}

// "0-3,7": the same text for all slices that select these boards.
std::string ranges_of(const std::vector<std::size_t>& boards) {
    std::string text;
    for (std::size_t i = 0; i < boards.size(); ++i) {
        const std::size_t first = i;
        while (i + 1 < boards.size() && boards[i + 1] == boards[i] + 1) ++i;
        text += (text.empty() ? "" : ",") + std::to_string(boards[first]);
        if (i > first) text += "-" + std::to_string(boards[i]);
    }
    return text;
}

void write_pgn(Document& document, const KeptRound& kept, record::Until until_wall_ms,
               bool entered, const MovesOf& moves_of) {
    const Stamp now = whole(kept);
    if (document.is_of(now, until_wall_ms.value_or(0))) return;
    document.update(
        kept.data.boards.size(), until_wall_ms.value_or(0),
        [&](std::size_t i) { return of_board(kept, i); },
        [&](std::size_t i) {
            const BoardRow& board = kept.data.boards[i];
            auto tags = entered ? formats::pgn_tags(*kept.data.tournament, *kept.data.round,
                                                    board.player)
                                : wire::Pairs{};
            return record::board_pgn(board.game, moves_of(board), std::move(tags), until_wall_ms);
        });
    document.frame("", "", "");
    document.shows = now;
}

}  // namespace

Document& pgn_of(Documents& documents, const std::string& name, const KeptRound& kept,
                 const record::RoundView& view, bool entered, const MovesOf& moves_of) {
    const std::vector<std::size_t> boards = boards_in(kept, view.slice);
    const bool is_cut = boards.size() < kept.data.boards.size();
    const std::string name_of_cut = name + " of " + ranges_of(boards);
    const std::int64_t instant = view.until_wall_ms.value_or(0);
    if (is_cut)
        if (Document& known = documents.at(name_of_cut); known.is_of(whole(kept), instant))
            return known;
    Document& all = documents.at(name);
    write_pgn(all, kept, view.until_wall_ms, entered, moves_of);
    if (!is_cut) return all;
    std::vector<Written> games;
    for (const std::size_t board : boards) games.push_back(all.piece(board));
    Document& cut = documents.at(name_of_cut);
    cut.update(
        boards.size(), instant, [&](std::size_t i) { return of_board(kept, boards[i]); },
        [&](std::size_t i) { return std::move(games[i]); });
    cut.frame("", "", "");
    cut.shows = whole(kept);
    return cut;
}

void write_cloud_game(Document& document, const KeptRound& kept, std::size_t index,
                      record::Until until_wall_ms, const MovesOf& moves_of) {
    document.update(
        1, until_wall_ms.value_or(0), [&](std::size_t) { return of_board(kept, index); },
        [&](std::size_t) {
            const record::GameRow& game = kept.data.boards[index].game;
            auto moves = moves_of(kept.data.boards[index]).moves;
            if (!until_wall_ms) return Written{formats::livechess_game(game, moves)};
            const auto shown = record::shown_at(game, std::move(moves), *until_wall_ms);
            return Written{formats::livechess_game(shown.game, shown.moves), shown.when};
        });
    document.frame("", "", "");
}

}  // namespace flagfall::api
