// What a daemon does with its store, fixed step by step so that two performances change the disk
// in the same order: sessions of a daemon, in them commits, in each the appends that share it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/store/store.hpp"
#include "common/store/verify.hpp"

namespace flagfall::disk {

// One append: rows and what belongs into their transaction.
struct Append {
    std::vector<store::Row> rows{};
    store::Effect effect{};
};

// Appends that queue together. The first has its commit; the others queued while that one ran.
using Group = std::vector<Append>;

// From the start of a daemon to its end.
using Session = std::vector<Group>;

struct Play {
    std::string daemon;  // "clockd", "arbiterd"
    std::int32_t application_id = 0;
    std::string sql;                                  // the daemon's own tables
    std::vector<std::string> tables{};  // theirs, and no others; the first is not in the log
    std::function<bool()> tables_sound{};  // does the product find them to follow from the log?
    std::function<std::unique_ptr<store::Projector>()> projector{};  // for rebuild; may be empty
    std::vector<Session> sessions{};
    store::Row extra{};  // one more event, which no table shows
};

// clockd: a few games on several boards; every append with the heartbeat, and heartbeats alone.
// `moves` per board and session.
Play clockd_play(int boards, int moves);

// arbiterd: a game with an illegal move, a ruling, a correction, a claim and a result; tables and
// the cursor in the transaction of the events, as its follower does it. `games` in a row.
Play arbiterd_play(int games);

struct Commit {
    Pos last{};          // the last position in the file after it
    std::string tables;  // digest of the daemon's tables after it
};

// How a performance went.
struct Told {
    std::vector<store::Row> rows{};      // as they were appended
    std::vector<Commit> commits{};     // asked for; the first is the empty store
    std::size_t acknowledged = 0;      // commits announced
    std::optional<store::OpenError> refused{};  // the store did not open
    std::optional<store::SqlError> fatal{};     // a commit failed
    bool after_fatal = false;                 // something was announced after that
    int fatal_calls = 0;
    std::vector<std::string> complaints{};    // against the contract
    int reader_errors = 0;
};

struct Manner {
    std::string pragmas{};     // executed before start
    bool digest = false;       // fill Commit::tables
    bool readers = false;      // a Reader and verify look on between the groups
};

// The path of the daemon's file on the mounted disk.
std::string path_of(const Play& play);

store::StoreOptions options_of(const Play& play);

// Performs the play on the mounted disk, until its end, a refusal or a failed commit.
Told perform(const Play& play, const Manner& manner);

// A digest of the daemon's own tables, or of some of them.
std::string digest_of_tables(const Play& play, store::Database& database);
std::string digest_of_tables(const std::vector<std::string>& tables, store::Database& database);

}  // namespace flagfall::disk
