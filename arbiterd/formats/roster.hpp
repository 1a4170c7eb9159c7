// What the readers share: finding players by the data of a file, and collecting rounds in which
// nobody sits at two boards.
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

// The players that are known: those present and those the file adds.
class Roster {
public:
    explicit Roster(const tournament::Tournament* present);

    // Without players, numbers cannot be checked.
    bool empty() const { return players_.empty(); }
    const tournament::EventPlayer* find(std::uint32_t number) const;
    // Nothing when no player has this id; ids of zeros are none.
    const tournament::EventPlayer* by_fide_id(std::string_view id) const;
    // By name; case of ASCII letters, and blanks around the comma, do not matter. Refused when two
    // have it.
    const tournament::EventPlayer* by_name(std::string_view name, TextPosition at) const;
    // The numbers of all who may be meant, ascending: the one with this FIDE id, else those of this
    // name whose id is not another one.
    std::vector<std::uint32_t> meant_by(std::string_view name, std::string_view fide_id) const;
    // A number, or a name.
    const tournament::EventPlayer* by_text(std::string_view text, TextPosition at) const;

    // Adds a player; number 0 takes the next after the highest. Refused: a number or a FIDE id
    // that the file has given already, or another player of an event that is paired has.
    std::uint32_t add(tournament::EventPlayer player, TextPosition at);
    // The players that were added, by number.
    std::vector<tournament::EventPlayer> added() const;

    // The team of this name, made when there is none.
    std::uint32_t team(std::string_view name, TextPosition at);
    std::vector<tournament::EventTeam> added_teams() const;

private:
    void index(const tournament::EventPlayer& player);
    // The number becomes another player's.
    void forget(std::uint32_t number);

    std::map<std::uint32_t, tournament::EventPlayer> players_;
    std::map<std::uint32_t, TextPosition> added_;
    std::map<std::string, std::uint32_t, std::less<>> fide_ids_;
    std::map<std::string, std::vector<std::uint32_t>, std::less<>> names_;
    std::map<std::string, std::uint32_t, std::less<>> teams_;
    std::vector<tournament::EventTeam> new_teams_;
    std::uint32_t highest_team_ = 0;
    bool paired_ = false;  // before that, a list may give players other numbers
};

// Where the parts of a pairing stand.
struct PairingPlaces {
    TextPosition board;
    TextPosition white;
    TextPosition black;
};

// The rounds of a file while it is read.
class Rounds {
public:
    // Refused: a board or a player twice in a round, a player against himself, too many boards.
    void add(std::uint32_t round, tournament::EventPairing pairing, const PairingPlaces& places);
    // There is this round, and this is when it starts.
    void starts(std::uint32_t round, std::string date);
    bool empty() const { return rounds_.empty(); }
    // Where the file does not name the board: a pair that is also in `present` keeps its board, and
    // the others sit at those that the round has free then.
    void seat_as_in(const tournament::Tournament& present);
    // By number. Other games without a board get those after the highest, in the order they came.
    std::vector<tournament::EventRound> take();

private:
    struct Part {
        tournament::EventRound round;
        std::vector<std::optional<TextPosition>> players;  // by number: where the file has it
        std::vector<std::optional<TextPosition>> boards;
        std::vector<std::uint32_t> free;  // boards of the event's round, ascending
        std::uint32_t games = 0;
    };
    std::map<std::uint32_t, Part> rounds_;
};

// "finished" when every game has a result, and there is one; else "drafted".
tournament::RoundState state_of(const tournament::EventRound& round);
// The order of a round's pairings: by board, byes last by player.
void sort_pairings(tournament::EventRound& round);

}  // namespace flagfall::formats
