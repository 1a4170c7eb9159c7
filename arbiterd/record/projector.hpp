// The record as people read it: turns each event of the log into rows of db/arbiterd.sql, in the
// transaction of the event itself.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "common/store/store.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::embed {
extern const std::string_view arbiterd_sql;
}

namespace flagfall::record {

// Not derived from the log: how far clockd's log was followed, and the event there.
inline constexpr std::array<std::string_view, 2> cursor_tables{"follow", "followed_event"};
inline bool is_cursor(std::string_view table) {
    return std::ranges::find(cursor_tables, table) != cursor_tables.end();
}

// The position and time of an event in the log.
struct LogPlace {
    LogPlace(const store::Row& row) : pos(row.pos), at(row.at), wall_ms(row.wall_ms) {}
    Pos pos;
    Instant at;
    std::int64_t wall_ms;
};

// Writes the offices' tables. Returns whether the event changed its tournament's draw odds.
bool project_office(store::Database& database, const LogPlace& place, const wire::GameEvent& event);

// Writes what results are called now and the games' versions; call it after the other tables.
// Returns whether the kind or approval of the game's result changed.
bool project_result(store::Database& database, const LogPlace& place, const wire::GameEvent& event);

// How an event changed results, beyond what it says itself.
struct Results {
    bool result_changed = false;  // of its game
    bool odds_changed = false;    // those of all drawn games of its tournament
};

// Writes the row of the change feed, if the event has one; call it after all of these.
void project_change(store::Database& database, const LogPlace& place, const wire::GameEvent& event,
                    Results results);

// Writes one event into all its tables, by the functions above.
void project_event(store::Database& database, const LogPlace& place, const wire::GameEvent& event);

// Is this the reply to an illegal move that stands, and does one press make both stand (A.5.4)?
// Both must be in the tables.
bool replies(store::Database& database, const wire::IllegalMoveStood& event);

// The side that must reply to a sealed move in a closed envelope once its clock starts (I.10).
std::optional<Side> replying_to_sealed(store::Database& database, const std::string& game);

// Projects one event from the body of its row in the log and from nothing else, so that live tables
// never differ from rebuilt ones.
class RecordProjector : public store::Projector {
public:
    void project(store::Database& database, const store::Row& row) override;
    void clear(store::Database& database) override;
};

}  // namespace flagfall::record
