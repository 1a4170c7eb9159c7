// The results of boards, for a reader who has only the change feed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "arbiterd/record/feed.hpp"

namespace flagfall::test {

// Follows the changes as docs/event.md describes.
class FeedReader {
public:
    struct Known {
        std::string round;
        std::string game;  // empty: entered, without a clock
        std::string score = "*";
        std::string kind = "pending";
        std::string approval = "provisional";
        bool rated = false;
        std::int64_t version = 0;
    };

    void hear(const record::ChangeRow& change);

    // The result of a board, with its game if it has one. Empty: a file came, and the results must
    // be read again.
    std::optional<Known> find(const std::string& round, std::uint32_t board,
                              const std::string& game) const;

    // Takes such a board's entry in the results.
    void read(std::uint32_t board, const Known& known);

private:
    void hear_of_round(const std::string& round, Pos pos, const std::string& body);
    void forget_entered(const std::string& round, const std::string& body);

    std::map<std::string, Known> known_;
    std::set<std::string> imported_;  // rounds
};

}  // namespace flagfall::test
