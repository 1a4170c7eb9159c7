// What one seed turns on: every world has its own mixture of faults and manners (swarm testing),
// because a world with everything at once hides what a world with few faults shows.
#pragma once

#include <cstdint>
#include <string>

#include "common/base/time.hpp"
#include "tests/sim/random.hpp"

namespace flagfall::sim {

// Probabilities are per occasion; 0 turns it off.
struct PlayerManners {
    double illegal = 0;          // completes an illegal move
    double no_move = 0;          // presses without a move
    double pawn_stays = 0;       // promotes without naming a piece
    double unreadable = 0;       // the device sends no readable move
    double press_twice = 0;      // presses again at once, with a new id
    double out_of_turn = 0;      // presses or moves when the other player is on move
    double replace_move = 0;     // makes a move, then another before the press
    double reply_early = 0;      // replies before the opponent's press (6.2.1.2)
    double claim = 0;            // claims when it might be right
    double claim_at_random = 0;  // claims whatever the position
    double offer = 0;
    double accept = 0;           // of an offer that they know
    double resign = 0;
    double pause = 0;
    double dream = 0;            // thinks until the flag falls
    double brink = 0;            // presses within microseconds of the deadline
    double stale = 0;            // acts on what they last saw, without waiting for answers
    double shuffle = 0;          // moves back and forth
    double next_unpressed = 0;   // makes the next move without pressing (6.2.1.2)
    double touch = 0;            // touches pieces, as the board detects it
    double call = 0;             // claims something for the arbiter to decide
    double quickplay = 0;        // claims for lack of time (Guidelines III, US 14H)
    double arrive = 0;           // reports that they have come
    double separate = 0;         // sends the move and the press separately
    double send_twice = 0;       // the device sends a line twice
};

struct ArbiterManners {
    int count = 1;
    double pause = 0;      // at random, per look
    double correct = 0;    // sets clocks at random
    double go_back = 0;    // restores an earlier position
    double set_up = 0;     // sets up another position
    double end = 0;        // ends a game that goes on
    double adjust = 0;     // adds time or takes it off
    double control = 0;    // sets another time control
    double reopen = 0;     // reopens a game that was over
    Duration rules_after{};  // how long a question waits, at most
    bool every_act = false;  // rules half of the games at the desk, with every act it has
};

struct NetworkFaults {
    Duration delay{};        // usual maximum
    Duration spike{};        // occasional
    double spikes = 0;       // per line
    double reset = 0;        // per line
    double half_open = 0;    // per line
};

struct DiskFaults {
    Duration commit{};       // usual maximum
    Duration stall{};        // 10 ms to 1 s
    double stalls = 0;       // per commit
    double errors = 0;       // per commit
    std::int64_t queue_rows = 0;  // the most that may wait
};

struct ProcessFaults {  // mean time between them; 0: never
    Duration kill{};
    Duration stop{};       // SIGSTOP, for up to 1.5 s
    Duration power_cut{};  // of the machine: both daemons, another boot id
    Duration clock_step{};  // of the wall clock
};

struct Options {
    std::uint64_t seed = 0;
    int boards = 1;
    int games_per_board = 1;
    bool virtual_time = false;
    bool clerk = false;     // an event's office works at two more boards
    bool stranger = false;  // a peer that sends whatever the schemas allow
    PlayerManners players;
    ArbiterManners arbiters;
    NetworkFaults network;
    DiskFaults clock_disk;
    DiskFaults office_disk;
    ProcessFaults clockd;
    ProcessFaults arbiterd;
    double lost_commands = 0;  // per command of arbiterd to clockd, though the link works
    Duration faults_until{};  // afterwards everything heals

    static Options from(std::uint64_t seed);
};

}  // namespace flagfall::sim
