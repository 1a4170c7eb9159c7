// The state that all actors of a simulated world share.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/auth/proof.hpp"
#include "common/base/ids.hpp"
#include "tests/sim/agenda.hpp"
#include "tests/sim/marks.hpp"
#include "tests/sim/options.hpp"
#include "tests/sim/random.hpp"

namespace flagfall::sim {

// The computer on which both daemons run. Its instants count from its last start.
struct Machine {
    Instant booted_at{-seconds(100).us};  // world time
    int boots = 1;
    std::int64_t wall_step_ms = 0;

    Instant instant(Instant world) const { return {world.us - booted_at.us}; }
    Instant world(Instant instant) const { return {instant.us + booted_at.us}; }
    std::string boot() const { return "boot-" + std::to_string(boots); }
    std::int64_t wall_ms(Instant world) const {
        return 1'795'000'000'000 + world.us / 1000 + wall_step_ms;
    }
};

// What failed, in words, with the board where it happened (0: none in particular).
struct Finding {
    std::uint32_t board = 0;
    std::string text;
};

struct World {
    explicit World(const Options& o) : options(o), random(o.seed) {}

    const Options& options;
    Random random;
    Agenda agenda;
    Machine machine;
    Marks marks;
    std::vector<Finding> findings;
    bool healed = false;  // no more faults
    bool quiet = false;   // no more mistakes either: everybody finishes
    int commands = 0;     // for ids that are unique in the world
    int nonces = 0;
    std::map<std::string, std::uint64_t, std::less<>> types;  // messages seen, by schema

    Instant now() const { return agenda.now(); }
    void found(Board board, std::string text) {
        if (findings.size() < 20) findings.push_back({board.number, std::move(text)});
    }
    // Does a fault happen now?
    bool fault(Random& r, double probability) {
        return !healed && probability > 0 && r.chance(probability);
    }
    bool whim(Random& r, double probability) {
        return !quiet && probability > 0 && r.chance(probability);
    }
    // In every other world clockd admits only peers that prove the hall key.
    bool closed() const { return options.seed % 2 == 1; }
    static auth::Key hall_key() { return {}; }
    std::optional<auth::Key> key(std::string_view role) const {
        return closed() ? std::optional(auth::role_key(hall_key(), role)) : std::nullopt;
    }
    std::string new_nonce() {
        const std::string number = std::to_string(++nonces);
        return std::string(64 - number.size(), '0') + number;
    }
    std::string new_id(const char* who) { return who + std::to_string(++commands); }
};

}  // namespace flagfall::sim
