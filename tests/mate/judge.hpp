// Holds what the analyser says about a position against the truth.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/base/side.hpp"
#include "common/chess/position.hpp"
#include "common/mate/mate.hpp"

namespace flagfall::judge {

// Whether each side can ever mate; nothing where it is not known.
using Truth = Both<std::optional<bool>>;

// Do these legal moves end in mate by the winner?
bool gives_mate(chess::Position position, Side winner, const std::vector<chess::Move>& line);

struct Counts {
    std::uint64_t winnable = 0;
    std::uint64_t unwinnable = 0;
    std::uint64_t contradictions = 0;
    std::uint64_t undetermined = 0;
    std::uint64_t dead = 0;      // dead() said so, and it is so
    std::uint64_t not_seen = 0;  // neither can mate, the game is not over, dead() did not see it

    void add(const Counts& more);
    std::string text() const;
};

// Judges with the default budgets, counts and prints. One for each thread.
class Judge {
public:
    // What the analyser says of one side. A line of moves that mates is a truth of its own, so the
    // truth may be unknown.
    mate::Verdict ask(const chess::Position& position, Side winner, std::optional<bool> truth);
    // The same when the answer is there already.
    void hold(const chess::Position& position, Side winner, std::optional<bool> truth,
              const mate::Analysis& answer);
    // dead() never calls a position dead that is not.
    void ask_dead(const chess::Position& position, const Truth& truth);

    const Counts& counts() const { return counts_; }

private:
    Counts counts_;
};

}  // namespace flagfall::judge
