#include "tests/sim/options.hpp"

namespace flagfall::sim {

namespace {

// Off in half of the worlds, otherwise a value up to `most`.
double sometimes(Random& random, double most) {
    return random.chance(0.5) ? 0 : random.unit() * most;
}

PlayerManners draw_players(Random& random) {
    PlayerManners p;
    p.illegal = sometimes(random, 0.08);
    p.no_move = sometimes(random, 0.02);
    p.pawn_stays = sometimes(random, 0.5);
    p.unreadable = sometimes(random, 0.01);
    p.press_twice = sometimes(random, 0.05);
    p.out_of_turn = sometimes(random, 0.03);
    p.replace_move = sometimes(random, 0.05);
    p.reply_early = sometimes(random, 0.1);
    p.claim = sometimes(random, 0.8);
    p.claim_at_random = sometimes(random, 0.02);
    p.offer = sometimes(random, 0.05);
    p.accept = sometimes(random, 0.3);
    p.resign = sometimes(random, 0.01);
    p.pause = sometimes(random, 0.01);
    p.dream = sometimes(random, 0.02);
    p.brink = sometimes(random, 0.03);
    p.stale = sometimes(random, 0.2);
    p.shuffle = random.chance(0.3) ? 0.5 + random.unit() / 2 : 0;
    p.separate = random.chance(0.5) ? random.unit() : 0;
    p.next_unpressed = sometimes(random, 0.8);
    p.touch = sometimes(random, 0.02);
    p.call = sometimes(random, 0.01);
    p.arrive = sometimes(random, 0.5);
    p.send_twice = sometimes(random, 0.1);
    return p;
}

ArbiterManners draw_arbiters(Random& random) {
    ArbiterManners a;
    a.count = random.chance(0.3) ? 2 : 1;
    a.pause = sometimes(random, 0.05);
    a.correct = sometimes(random, 0.05);
    a.go_back = sometimes(random, 0.03);
    a.set_up = sometimes(random, 0.02);
    a.end = sometimes(random, 0.01);
    a.adjust = sometimes(random, 0.05);
    a.control = sometimes(random, 0.02);
    a.reopen = sometimes(random, 0.2);
    a.rules_after = random.between(milliseconds(100), seconds(20));
    return a;
}

NetworkFaults draw_network(Random& random) {
    NetworkFaults n;
    n.delay = random.skewed(microseconds(50), milliseconds(20));
    n.spike = random.skewed(milliseconds(20), seconds(5));
    n.spikes = sometimes(random, 0.05);
    n.reset = sometimes(random, 0.01);
    n.half_open = sometimes(random, 0.003);
    return n;
}

DiskFaults draw_disk(Random& random) {
    DiskFaults d;
    d.commit = random.skewed(microseconds(100), milliseconds(10));
    d.stall = random.between(milliseconds(10), seconds(1));
    d.stalls = sometimes(random, 0.05);
    d.errors = sometimes(random, 0.002);
    d.queue_rows = random.chance(0.2) ? random.between(2, 16) : 16 * 1024;
    return d;
}

ProcessFaults draw_process(Random& random) {
    ProcessFaults p;
    if (random.chance(0.4)) p.kill = random.between(seconds(3), seconds(120));
    if (random.chance(0.3)) p.stop = random.between(seconds(3), seconds(60));
    return p;
}

}  // namespace

Options Options::from(std::uint64_t seed) {
    Random random(seed * 0x2545F4914F6CDD1D + 1);
    Options o;
    o.seed = seed;
    o.boards = static_cast<int>(random.between(1, 4));
    o.games_per_board = static_cast<int>(random.between(1, 2));
    o.virtual_time = random.chance(0.06);
    o.stranger = random.chance(0.15);
    o.players = draw_players(random);
    o.arbiters = draw_arbiters(random);
    o.network = draw_network(random);
    o.clock_disk = draw_disk(random);
    o.office_disk = draw_disk(random);
    o.clockd = draw_process(random);
    o.arbiterd = draw_process(random);
    if (random.chance(0.2)) o.clockd.power_cut = random.between(seconds(10), seconds(120));
    if (random.chance(0.2)) o.clockd.clock_step = random.between(seconds(5), seconds(60));
    o.faults_until = random.between(seconds(30), seconds(240));
    if (random.chance(0.1)) o.network = {.delay = microseconds(100)};  // a quiet world
    o.clerk = random.chance(0.25);
    o.arbiters.every_act = random.chance(0.5);
    // In virtual time nobody waits for an answer.
    if (o.arbiters.every_act && !o.virtual_time) o.lost_commands = sometimes(random, 0.3);
    Random more(seed * 0x2545F4914F6CDD1D + 2);  // the other draws stay as they were
    o.players.quickplay = sometimes(more, 0.3);
    return o;
}

}  // namespace flagfall::sim
