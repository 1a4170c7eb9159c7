#include "arbiterd/record/pgn_export.hpp"

#include <algorithm>

#include "arbiterd/game/laws/squares.hpp"
#include "common/base/now.hpp"
#include "common/base/text.hpp"
#include "common/chess/notation.hpp"
#include "common/chess/pgn.hpp"

namespace flagfall::record {

namespace {

constexpr std::int64_t us_a_second = 1'000'000;

chess::PgnResult pgn_result(const GameRow& game) {
    if (game.result == "1-0") return chess::PgnResult::white_wins;
    if (game.result == "0-1") return chess::PgnResult::black_wins;
    if (game.result == "1/2-1/2") return chess::PgnResult::draw;
    return chess::PgnResult::unknown;  // PGN has no word for 0-0 and 1/2-0: FlagfallResult has
}

// "2026-11-21T09:30:00.123Z" as "2026.11.21" and "09:30:00".
void add_start(chess::PgnGame& pgn, std::int64_t wall_ms) {
    const std::string start = rfc3339(wall_ms);
    std::string date = start.substr(0, 10);
    std::ranges::replace(date, '-', '.');
    pgn.set_tag("UTCDate", date);
    pgn.set_tag("UTCTime", start.substr(11, 8));
    if (pgn.tag("Date").empty()) pgn.set_tag("Date", date);
}

void add_tags(chess::PgnGame& pgn, const GameRow& game, const wire::Pairs& more) {
    for (const wire::Pair& pair : game.tags) pgn.set_tag(pair.name, pair.value);
    for (const wire::Pair& pair : more) pgn.set_tag(pair.name, pair.value);
    if (pgn.tag("Event").empty()) pgn.set_tag("Event", game.event);
    if (game.started_wall_ms) add_start(pgn, *game.started_wall_ms);
    const std::string board = std::to_string(game.board.number);
    pgn.set_tag("Round", game.round + "." + board);
    pgn.set_tag("Board", board);
    pgn.set_tag("White", game.player[Side::white]);
    pgn.set_tag("Black", game.player[Side::black]);
    pgn.set_tag("TimeControl", game.time_control);
    if (!game.controls.empty()) pgn.set_tag("TimeControls", controls_text(game));
    pgn.set_tag("Termination", termination(game));
    if (game.variant == "chess960") pgn.set_tag("Variant", "Chess960");
    if (game.status == wire::GameStatus::finished && pgn_result(game) == chess::PgnResult::unknown)
        pgn.set_tag("FlagfallResult", game.result);
    pgn.result = pgn_result(game);
}

auto position_in(const GameRow& game, const std::string& fen) {
    return chess::parse_position(
        fen, game.variant == "chess960" ? chess::Variant::chess960 : chess::Variant::chess);
}

chess::Position start_of(const GameRow& game) {
    if (game.fen.empty()) return chess::start_position();
    const auto start = position_in(game, game.fen);
    if (!start) throw RecordError("the record is damaged: a start that is no position");
    return *start;
}

// After the last move that PGN has, or before any.
std::string& last_comment(chess::PgnGame& pgn) {
    return pgn.moves.empty() ? pgn.comment : pgn.moves.back().comment;
}

// PGN has no illegal moves: a comment has the move and the position it led to, and the game ends
// here.
void note_illegal_move(chess::PgnGame& pgn, const MoveRow& row, const chess::Position& before) {
    const auto after = game::after_squares(before.setup(), row.uci);
    const std::string text = row.side + " played " + row.san + ", an illegal move that stood";
    pgn.set_tag("IllegalMove", "ply " + std::to_string(row.ply) + ": " + row.san);
    const auto from = after ? "; the game went on from " + chess::fen(*after) : std::string();
    last_comment(pgn) = text + from + "; the record has the rest";
}

void note_other_position(chess::PgnGame& pgn) {
    last_comment(pgn) = "the arbiter set up another position; the record has the rest";
}

// The position after the row. Nothing: PGN ends before it, with a comment.
std::optional<chess::Position> append_row(chess::PgnGame& pgn, const MoveRow& row,
                                          const chess::Position& position) {
    if (row.completed_by == "stood") {
        note_illegal_move(pgn, row, position);
        return std::nullopt;
    }
    const auto move = chess::parse_uci(position, row.uci);
    if (!move) {
        note_other_position(pgn);
        return std::nullopt;
    }
    chess::PgnMove& next = pgn.moves.emplace_back();
    next.move = *move;
    const Side side = position.side_to_move();
    // A move from a scoresheet whose press is not known has no time.
    const bool timed = row.completed_by != "sheet" || row.reading_us[side] > 0;
    if (timed) {
        next.clk_ms = row.reading_us[side] / us_a_second * 1'000;
        next.emt_ms = row.elapsed_us / us_a_second * 1'000;
    }
    if (!row.marks.empty()) next.comment = row.marks;
    return chess::after(position, *move);
}

}  // namespace

std::string_view termination(const GameRow& game) {
    if (game.status != wire::GameStatus::finished) return "unterminated";
    switch (game.reason) {
        case Ending::time_forfeit:
        case Ending::time_forfeit_draw: return "time forfeit";
        case Ending::illegal_move_forfeit:
        case Ending::illegal_move_draw: return "rules infraction";
        case Ending::arbiter_decision: return "adjudication";
        // A player who misses the resumption of a game that was begun (I.10) has played it.
        case Ending::forfeit:
            return game.kind == wire::ResultKind::forfeit ? "forfeit" : "abandoned";
        default: return "normal";
    }
}

std::vector<MoveRow> moves_of(const KeptMovesRow& kept, const GameRow& board) {
    chess::PgnReader reader(kept.sheet);
    chess::PgnGame game;
    if (reader.read_into(game) != chess::PgnReader::Read::game)
        throw RecordError("the record is damaged: kept moves that are no game");
    if (game.start != start_of(board)) return {};
    std::vector<MoveRow> rows;
    chess::Position position = game.start;
    for (const chess::PgnMove& each : game.moves) {
        MoveRow& row = rows.emplace_back();
        row.ply = static_cast<std::int64_t>(rows.size());
        row.side = name(position.side_to_move());
        row.san = chess::san(position, each.move);
        row.uci = chess::uci(position, each.move);
        row.completed_by = "sheet";
        row.at = rfc3339(kept.wall_ms);
        position = chess::after(position, each.move);
    }
    return rows;
}

BoardMoves moves_of(Record& record, const BoardRow& board) {
    if (!board.game.game.empty()) return {record.moves(board.game.game)};
    if (result_of(board.game).kind == wire::ResultKind::forfeit) return {};
    auto kept = record.kept_moves({board.game.event, board.game.round}, board.player);
    if (!kept) return {};
    auto moves = moves_of(*kept, board.game);
    if (moves.empty()) return {};
    return {std::move(moves), std::move(kept->source)};
}

void append_pgn(std::string& out, const GameRow& game, const std::vector<MoveRow>& moves,
                const wire::Pairs& tags) {
    chess::PgnGame pgn;
    add_tags(pgn, game, tags);
    pgn.start = start_of(game);
    // A position that was set up before the first move is where the game starts. Later in the game
    // PGN cannot go on from another one.
    std::string from = moves.empty() ? std::string() : moves.front().set_up;
    if (const auto set_up = position_in(game, from)) pgn.start = *set_up;
    else from.clear();
    std::optional<chess::Position> position = pgn.start;
    for (const MoveRow& row : moves) {
        if (row.set_up != from) {
            note_other_position(pgn);
            break;
        }
        position = append_row(pgn, row, *position);
        if (!position) break;
    }
    // Of the moves that the file has: PGN cannot hold an illegal move that stands (A.5.2), nor what
    // followed it; its comment and the tag IllegalMove say so.
    pgn.set_tag("PlyCount", std::to_string(pgn.moves.size()));
    std::string text;
    chess::append_pgn(text, pgn);
    out += printable(text, Lines::many);
}

}  // namespace flagfall::record
