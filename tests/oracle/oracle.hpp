// A judge of finished games that shares nothing with the cores: from the facts of the two logs it
// works out, with its own arithmetic and its own reading of the Laws, what readings, rulings and
// results must follow, and says where the logs differ.
//
// Facts are what cannot be worked out: instants, who pressed, what was made, claimed, offered and
// resigned, the terms of a game, what persons decided, and that a machine was restarted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/time.hpp"
#include "common/wire/clock_messages.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::oracle {

// One row of clockd's log.
struct ClockRow {
    Pos pos;
    Instant at;
    std::string boot;
    std::int64_t wall_ms = 0;
    std::string cmd_id;
    wire::ClockEvent event;
};

// One row of arbiterd's log.
struct GameRow {
    Pos pos;
    wire::GameEvent event;
};

struct Complaint {
    std::string game;  // empty: about the log as a whole
    Pos clock_pos;     // in clockd's log; 0: none
    Pos game_pos;      // in arbiterd's log; 0: none
    std::string text;
};
// "clockd 17, arbiterd 12, game r1-b3: what is wrong".
std::string text(const Complaint& complaint);

struct Options {
    // Everything was healed and nothing is under way: every event is handled, no command is
    // outstanding, what must have a result has one in both logs.
    bool finished = false;
    // Also ask common/mate, with a large budget, about every verdict "unwinnable" that follows
    // from no lemma on the material. Slow.
    bool deep = false;
    // Only clockd's log is judged.
    bool clock_only = false;
    // How far arbiterd says it has followed clockd's log, when that is known.
    std::optional<Pos> followed;
    // No more complaints than this are worked out.
    std::size_t most = 50;
};

// Judges both logs, each from its first row. Nothing is returned when all is right. Without
// `finished` the record may cover only the beginning of clockd's log; what it covers must be right.
// `gave_up`: why the oracle gave up on games before their end, one entry for each.
std::vector<Complaint> judge(std::span<const ClockRow> clock_log, std::span<const GameRow> record,
                             const Options& options = {},
                             std::vector<std::string>* gave_up = nullptr);

// What happened at one board and what was made of it, a line for each row of either log, for
// people who look for a fault.
std::string story(std::span<const ClockRow> clock_log, std::span<const GameRow> record,
                  Board board);

}  // namespace flagfall::oracle
