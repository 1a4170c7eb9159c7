#include "arbiterd/record/feed.hpp"

#include "arbiterd/record/record.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::record {

Pos Record::events_of_office(Pos after, bool with_games,
                             const std::function<void(const wire::GameEvent&, Pos)>& report) {
    const Pos up_to = last();
    if (up_to == after) return up_to;
    auto query = reader_->database().prepare(
        "SELECT pos, type, body FROM log_topic JOIN event USING (pos)"
        " WHERE topic IN ('tournament', ?) AND pos > ? AND pos <= ? ORDER BY pos");
    query.bind(with_games ? "players" : "tournament", after.value, up_to.value);
    while (query.step()) {
        const auto event = wire::decode_game_event(query.text(1), query.text(2));
        if (!event) throw RecordError("the record is damaged: event " + query.text(0));
        report(*event, Pos{query.integer(0)});
    }
    check_read();
    return up_to;
}

Pos Record::players_at() {
    const Pos at{reader_->database().integer(
        "SELECT coalesce(max(pos), 0) FROM log_topic WHERE topic = 'players'")};
    check_read();
    return at;
}

Pos Record::last() {
    const Pos last = reader_->last();
    check_read();
    return last;
}

std::vector<ChangeRow> Record::changes(const std::string& event, Pos after, std::size_t limit) {
    constexpr std::string_view columns =
        "SELECT pos, event, round, board, type, body, wall_ms, public FROM change ";
    std::vector<ChangeRow> changes;
    auto query = reader_->database().prepare(
        std::string(columns) + (event.empty() ? "WHERE pos > ?" : "WHERE event = ? AND pos > ?") +
        " ORDER BY pos LIMIT ?");
    const auto most = static_cast<std::int64_t>(limit);
    if (event.empty()) query.bind(after.value, most);
    else query.bind(event, after.value, most);
    while (query.step())
        changes.push_back({Pos{query.integer(0)}, query.text(1), query.text(2),
                           static_cast<std::uint32_t>(query.integer(3)), query.text(4),
                           query.text(5), query.integer(6), query.integer(7) != 0});
    check_read();
    return changes;
}

std::vector<AcknowledgementRow> Record::acknowledgements(const RoundId& round) {
    std::vector<AcknowledgementRow> all;
    auto query = reader_->database().prepare(
        "SELECT consumer, board, revision, wall_ms, pos FROM acknowledgement"
        " WHERE event = ? AND round = CAST(? AS INTEGER) ORDER BY consumer, board");
    query.bind(round.event, round.round);
    while (query.step())
        all.push_back({query.text(0), static_cast<std::uint32_t>(query.integer(1)),
                       query.integer(2), query.integer(3), Pos{query.integer(4)}});
    check_read();
    return all;
}

RoundCounts Record::counts(const RoundId& round) {
    auto query = reader_->database().prepare(
        "SELECT game, status = 'finished' AND reason IS NOT 'cancelled', version FROM game"
        " WHERE event = ? AND round = ?");
    query.bind(round.event, round.round);
    RoundCounts counts;
    while (query.step()) {
        if (query.integer(1) != 0) counts.finished.push_back(query.text(0));
        counts.version += query.integer(2);
    }
    auto acknowledged = reader_->database().prepare(
        "SELECT coalesce(max(pos), 0) FROM acknowledgement"
        " WHERE event = ? AND round = CAST(? AS INTEGER)");
    acknowledged.bind(round.event, round.round);
    if (acknowledged.step()) counts.version += acknowledged.integer(0);
    check_read();
    return counts;
}

std::optional<KeptMovesRow> Record::kept_moves(const RoundId& round,
                                               const Both<std::uint32_t>& player) {
    auto query = reader_->database().prepare(
        "SELECT sheet, source, wall_ms FROM kept_moves"
        " WHERE event = ? AND round = CAST(? AS INTEGER) AND white = ? AND black = ?");
    query.bind(round.event, round.round, player[Side::white], player[Side::black]);
    std::optional<KeptMovesRow> kept;
    if (query.step()) kept = KeptMovesRow{query.text(0), query.text(1), query.integer(2)};
    check_read();
    return kept;
}

}  // namespace flagfall::record
