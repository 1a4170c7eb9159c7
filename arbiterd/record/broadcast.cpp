#include "arbiterd/record/broadcast.hpp"

#include <algorithm>

#include "common/base/limits.hpp"
#include "common/base/now.hpp"
#include "common/base/number.hpp"

namespace flagfall::record {

namespace {

std::optional<Board> board_from(std::string_view text) {
    const auto number = whole_number<std::uint32_t>(text, 1, limits::boards);
    return number ? std::optional(Board{*number}) : std::nullopt;
}

}  // namespace

std::expected<Slice, std::string> slice_from(std::string_view text) {
    Slice slice;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string_view part = text.substr(at, end - at);
        const std::size_t dash = part.find('-');
        const auto first = board_from(part.substr(0, dash));
        const auto last =
            dash == std::string_view::npos ? first : board_from(part.substr(dash + 1));
        if (!first || !last || *last < *first || slice.size() == limits::tags)
            return std::unexpected("boards are written 1-4,11-15, from 1 to " +
                                   std::to_string(limits::boards) + "; \"" + std::string(part) +
                                   "\" is not");
        slice.push_back({*first, *last});
        at = end + 1;
    }
    return slice;
}

bool contains(const Slice& slice, Board board) {
    return slice.empty() || std::ranges::any_of(slice, [board](const BoardRange& range) {
               return range.first <= board && board <= range.last;
           });
}

ShownGame shown_at(GameRow game, std::vector<MoveRow> moves, std::int64_t wall_ms) {
    Span when;
    const auto made_at = [](const MoveRow& move) {
        const auto instant = from_rfc3339(move.at);
        if (!instant) throw RecordError("the record is damaged: a move at no instant");
        return *instant;
    };
    if (game.game.empty()) {  // its result is shown at once, its kept moves after the delay
        const auto kept_at = moves.empty() ? when.from : made_at(moves.front());
        if (kept_at <= wall_ms) {
            when.from = kept_at;
        } else {
            when.before = kept_at;
            moves.clear();
        }
        return {std::move(game), std::move(moves), when};
    }
    auto later = moves.begin();
    for (; later != moves.end() && made_at(*later) <= wall_ms; ++later)
        when.from = std::max(when.from, made_at(*later));
    const bool all = later == moves.end();
    if (!all) when.before = made_at(*later);
    moves.erase(later, moves.end());
    if (all && (!game.ended_wall_ms || *game.ended_wall_ms <= wall_ms)) {
        if (game.ended_wall_ms) when.from = std::max(when.from, *game.ended_wall_ms);
        return {std::move(game), std::move(moves), when};
    }
    if (all) when.before = *game.ended_wall_ms;
    game.plies = static_cast<std::int64_t>(moves.size());
    if (!moves.empty()) game.reading_us = moves.back().reading_us;
    game.status = wire::GameStatus::playing;
    game.result = "*";
    game.points = {};
    game.reason = Ending::none;
    game.article.clear();
    game.decided_by.clear();
    game.ended_wall_ms.reset();
    return {std::move(game), std::move(moves), when};
}

Written board_pgn(const GameRow& game, BoardMoves found, wire::Pairs tags,
                  std::optional<std::int64_t> until_wall_ms) {
    if (!found.source.empty()) tags.push_back({"Source", std::move(found.source)});
    Written written;
    if (!until_wall_ms) {
        append_pgn(written.text, game, found.moves, tags);
        return written;
    }
    const ShownGame shown = shown_at(game, std::move(found.moves), *until_wall_ms);
    append_pgn(written.text, shown.game, shown.moves, tags);
    written.when = shown.when;
    return written;
}

}  // namespace flagfall::record
