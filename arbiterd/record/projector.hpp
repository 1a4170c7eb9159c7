// The record as people read it: turns each event of the log into rows of db/arbiterd.sql, in the
// transaction of the event itself.
#pragma once

#include <string_view>

#include "common/store/store.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::embed {
extern const std::string_view arbiterd_sql;
}

namespace flagfall::record {

// Where and when an event stands in the log.
struct LogPlace {
    LogPlace(const store::Row& row) : pos(row.pos), at(row.at), wall_ms(row.wall_ms) {}
    Pos pos;
    Instant at;
    std::int64_t wall_ms;
};

// Its part in the tables of the events' offices. Has the event other draw odds by it?
bool project_office(store::Database& database, const LogPlace& place, const wire::GameEvent& event);

// What its game's or round's results are called now, and the games' versions; after the tables.
// Has the game another kind of result, or another approval?
bool project_result(store::Database& database, const LogPlace& place, const wire::GameEvent& event);

// What an event made of results, beyond what it says itself.
struct Results {
    bool result_changed = false;  // of its game
    bool odds_changed = false;    // of all drawn games of its tournament
};

// Its row in the change feed, if any; after all of these.
void project_change(store::Database& database, const LogPlace& place, const wire::GameEvent& event,
                    Results results);

// One event into its tables: all of the above.
void project_event(store::Database& database, const LogPlace& place, const wire::GameEvent& event);

// Is this the reply to an illegal move that stands, and stands with it, by one press (A.5.4)? Both
// are in the tables.
bool replies(store::Database& database, const wire::IllegalMoveStood& event);

// Who must reply to a sealed move whose envelope is closed, once their clock was started (I.10).
std::optional<Side> replying_to_sealed(store::Database& database, const std::string& game);

// One event into its tables, from a row of the log, and from nothing but its body: a live table
// can never differ from one that is derived later.
class RecordProjector : public store::Projector {
public:
    void project(store::Database& database, const store::Row& row) override;
    void clear(store::Database& database) override;
};

}  // namespace flagfall::record
