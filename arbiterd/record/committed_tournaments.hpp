// The events of a record: those that the office has entered, and those that are known from their
// games only.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/record/record.hpp"
#include "arbiterd/tournament/tournament.hpp"
#include "arbiterd/tournament/tournaments.hpp"

namespace flagfall::record {

// All events, kept up to date from the committed log. Used on one thread.
class CommittedTournaments {
public:
    // Takes in what was committed since the last time. Throws RecordError; then call it again.
    void update(Record& record);

    // Nullptr when there is no event of this id. What it points to is good until update().
    const tournament::Tournament* find(std::string_view id) const;
    // Has the office entered it? Of others, players and rounds are made from their games.
    bool entered(std::string_view id) const;
    std::vector<std::string> ids() const;

    // The round as the games name it ("1", "final"); nullptr when there is none.
    const tournament::EventRound* round_named(std::string_view id, std::string_view name) const;
    // Its name: the number, unless the event is known from games that name their rounds otherwise.
    std::string name_of(std::string_view id, std::uint32_t round) const;

private:
    void imply(Record& record);

    Pos read_to_;
    Pos games_at_;  // where a game was set up last
    bool games_changed_ = false;  // since implied_ was made
    tournament::Tournaments tournaments_;
    std::map<std::string, tournament::Tournament, std::less<>> implied_;
    std::map<std::string, std::map<std::uint32_t, std::string>, std::less<>> names_;
};

}  // namespace flagfall::record
