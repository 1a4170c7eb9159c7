// Shared by the readers: finds players by the data of a file, and collects rounds in which nobody
// has two boards.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "arbiterd/formats/text.hpp"

namespace flagfall::formats {

// The known players: those of the event and those that the file adds.
class Roster {
public:
    explicit Roster(const tournament::Tournament* present);

    // Without players, numbers cannot be checked.
    bool empty() const { return players_.empty(); }
    const tournament::EventPlayer* find(std::uint32_t number) const;
    // Nothing when no player has this id; an id of zeros is no id.
    const tournament::EventPlayer* by_fide_id(std::string_view id) const;
    // By name, ignoring ASCII case and blanks around the comma. Refused when two players have
    // it.
    const tournament::EventPlayer* by_name(std::string_view name, TextPosition at) const;
    // The numbers of all players who may be meant, ascending: the one with this FIDE id, or else
    // those with this name and no other FIDE id.
    std::vector<std::uint32_t> meant_by(std::string_view name, std::string_view fide_id) const;
    // A number, or a name.
    const tournament::EventPlayer* by_text(std::string_view text, TextPosition at) const;

    // Adds a player; number 0 means the next after the highest. Refused: a number or FIDE id that
    // the file has used already or, in an event with pairings, another player has.
    std::uint32_t add(tournament::EventPlayer player, TextPosition at);
    // The players that were added, by number.
    std::vector<tournament::EventPlayer> added() const;

    // The team of this name; added when there is none.
    std::uint32_t team(std::string_view name, TextPosition at);
    std::vector<tournament::EventTeam> added_teams() const;

private:
    void index(const tournament::EventPlayer& player);
    // Drops the entry of this number, which another player gets.
    void forget(std::uint32_t number);

    std::map<std::uint32_t, tournament::EventPlayer> players_;
    std::map<std::uint32_t, TextPosition> added_;
    std::map<std::string, std::uint32_t, std::less<>> fide_ids_;
    std::map<std::string, std::vector<std::uint32_t>, std::less<>> names_;
    std::map<std::string, std::uint32_t, std::less<>> teams_;
    std::vector<tournament::EventTeam> new_teams_;
    std::uint32_t highest_team_ = 0;
    bool paired_ = false;  // until then, a list may renumber players
};

// The places of a pairing's parts in the file.
struct PairingPlaces {
    TextPosition board;
    TextPosition white;
    TextPosition black;
};

// Collects the rounds of a file while it is read.
class Rounds {
public:
    // Refused: a board or player twice in a round, a player against themself, too many boards.
    void add(std::uint32_t round, tournament::EventPairing pairing, const PairingPlaces& places);
    // Adds the round if needed, and sets when it starts.
    void starts(std::uint32_t round, std::string date);
    bool empty() const { return rounds_.empty(); }
    // For pairings without a board in the file: a pair that `present` has keeps its board, and the
    // others get the boards of that round that are then free.
    void seat_as_in(const tournament::Tournament& present);
    // By number. Pairings that still have no board get those after the highest, in their order.
    std::vector<tournament::EventRound> take();

private:
    struct Part {
        tournament::EventRound round;
        std::vector<std::optional<TextPosition>> players;  // by number: the place in the file
        std::vector<std::optional<TextPosition>> boards;
        std::vector<std::uint32_t> free;  // free boards of the event's round, ascending
        std::uint32_t games = 0;
    };
    std::map<std::uint32_t, Part> rounds_;
};

// "finished" if it has games and all of them have results, else "drafted".
tournament::RoundState state_of(const tournament::EventRound& round);
// The order of a round's pairings: by board, byes last by player.
void sort_pairings(tournament::EventRound& round);

}  // namespace flagfall::formats
