// A game that clockd opened (an `open_game` line) and bytes that choose its moves and its end:
// the record's PGN of it is read back as one game with the same moves.
#include "arbiterd/record/pgn_export.hpp"
#include "common/base/limits.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/chess/pgn.hpp"
#include "common/wire/codec.hpp"
#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/hall_play.hpp"
#include "tests/fuzz/target.hpp"

using namespace flagfall;

namespace {

// The highest reading that a correction may set.
constexpr std::int64_t longest_us = limits::period_seconds * 1'000'000 * limits::periods;

record::GameRow row_of(const wire::OpenGame& command, fuzz::Bytes& bytes) {
    static constexpr std::array<const char*, 7> results{"*",   "1-0",   "0-1",  "1/2-1/2",
                                                        "0-0", "1/2-0", "0-1/2"};
    const wire::GameTerms& terms = command.terms;
    record::GameRow row;
    row.game = command.game;
    row.event = terms.event;
    row.round = terms.round;
    row.board = command.board;
    row.player = {{terms.white, terms.black}};
    row.time_control = terms.time_control;
    row.variant = name(terms.variant.value_or(Variant::chess));
    row.fen = terms.fen;
    row.tags = terms.tags;
    row.result = bytes.pick(results);
    row.status = row.result == "*" ? wire::GameStatus::playing : wire::GameStatus::finished;
    row.kind = row.result == "*" ? wire::ResultKind::pending : wire::ResultKind::played;
    return row;
}

std::vector<record::MoveRow> moves_of(const record::GameRow& game, fuzz::Bytes& bytes) {
    const auto variant =
        game.variant == "chess960" ? chess::Variant::chess960 : chess::Variant::chess;
    chess::Position position = chess::start_position();
    if (!game.fen.empty()) position = *chess::parse_position(game.fen, variant);
    std::vector<record::MoveRow> moves;
    while (!bytes.empty()) {
        const chess::MoveList legal = chess::legal_moves(position);
        if (legal.empty()) break;
        const chess::Move move = legal[bytes.below(legal.size())];
        record::MoveRow& row = moves.emplace_back();
        row.ply = static_cast<std::int64_t>(moves.size());
        row.uci = chess::uci(position, move);
        row.reading_us = {{bytes.quantity() % longest_us, bytes.quantity() % longest_us}};
        if (bytes.chance(16)) row.marks = "(=)";
        position = chess::after(position, move);
    }
    return moves;
}

}  // namespace

FUZZ_TARGET(pgn_export) {
    const fuzz::Lines lines = fuzz::split_line(input);
    const auto message = wire::decode_to_clockd(lines.first);
    if (!message || !std::holds_alternative<wire::ClockCommand>(*message)) return;
    const auto* command = std::get_if<wire::OpenGame>(&std::get<wire::ClockCommand>(*message));
    if (command == nullptr) return;
    fuzz::HallPlay play(true);
    if (play.give(*command, clock::Role::arbiter).refusal) return;

    fuzz::Bytes bytes(lines.rest.substr(0, 600));
    const record::GameRow game = row_of(*command, bytes);
    const std::vector<record::MoveRow> moves = moves_of(game, bytes);
    std::string text;
    record::append_pgn(text, game, moves);
    chess::PgnReader reader(text);
    const auto read = reader.next();
    FF_CHECK(read && read->has_value());
    const chess::PgnGame& again = **read;
    FF_CHECK(again.moves.size() == moves.size());
    chess::Position position = again.start;
    for (std::size_t i = 0; i < moves.size(); ++i) {
        FF_CHECK(chess::uci(position, again.moves[i].move) == moves[i].uci);
        FF_CHECK(again.moves[i].clk_ms.has_value());
        position = chess::after(position, again.moves[i].move);
    }
    FF_CHECK(chess::write_pgn(again) == text);
    FF_CHECK(!reader.next().has_value());
}
