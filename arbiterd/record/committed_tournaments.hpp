// The events of a record: those that the office has entered, and those that are known from their
// games only.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/record/boards.hpp"
#include "arbiterd/tournament/tournament.hpp"
#include "arbiterd/tournament/tournaments.hpp"

namespace flagfall::record {

// All events, kept up to date from the committed log. Used on one thread.
class CommittedTournaments {
public:
    // Takes in what was committed since the last time, and says up to where. Throws RecordError;
    // then call it again. The record is read again by what follows.
    Pos update(Record& record);

    // Nullptr when there is no event of this id. What it points to is good until update(). An
    // event that is known from its games only is made when somebody asks for it first, so it is
    // read then, and that may throw RecordError.
    const tournament::Tournament* find(std::string_view id) const;
    // Is it out of the lists? Only the office hides an event.
    bool hidden(std::string_view id) const;
    // Has the office entered it? Of others, players and rounds are made from their games.
    bool entered(std::string_view id) const;
    std::vector<std::string> ids() const;

    // The round as the games name it ("1", "final"); nullptr when there is none.
    const tournament::EventRound* round_named(std::string_view id, std::string_view name) const;
    // Its name: the number, unless the event is known from games that name their rounds otherwise.
    std::string name_of(std::string_view id, std::uint32_t round) const;

    // Of a board of this round, where the log last has something that may change what the office
    // has of it: a result entered there, a game set up, or an act that is about more than one
    // board. What happens in the game is not counted. Good until update().
    ChangedAt changed_in(std::string_view id, std::uint32_t round) const;
    // The same of all boards at once.
    Pos changed(std::string_view id) const;
    // Of a board of this round, where the log last changed what the office shows of it. Good until
    // update().
    ChangedAt shown_in(std::string_view id, std::uint32_t round) const;
    // Where the result that is entered at this board was entered, or withdrawn, last.
    Pos entered_at(std::string_view id, std::uint32_t round, Board board) const;
    // Where results of the round were last acknowledged.
    Pos acknowledged(std::string_view id, std::uint32_t round) const;

private:
    using AtBoard = std::pair<std::uint32_t, Board>;  // of a round
    struct Touched {
        Pos whole;
        std::map<AtBoard, Pos> boards;  // later than that
        std::map<AtBoard, Pos> shown;   // where each was changed last
        std::map<std::uint32_t, Pos> acknowledged;  // by round
    };
    // What an act may change: the event, or one of its rounds.
    struct Before {
        std::optional<tournament::Tournament> event;
        std::optional<tournament::EventRound> round;
    };
    // An event that is known from its games only.
    struct Implied {
        std::vector<RoundId> rounds;
        std::optional<tournament::Tournament> made;
        std::map<std::uint32_t, std::string> names;  // of rounds
    };
    void note_rounds(Record& record, const std::set<std::string>& events, bool all);
    const Implied* implied(std::string_view id) const;
    void take_in(const wire::GameEvent& event, Pos pos);
    void touch(const wire::GameEvent& event, Pos pos);
    void note_replaced(const wire::HallCommandIssued& out, Pos pos);
    void touch_shown(const tournament::Tournament& now, std::uint32_t reached,
                     const Before& before, Pos pos);
    void touch_result(const std::string& event, const AtBoard& at, Pos pos);
    void touch_board(const std::string& event, std::uint32_t round, Board board, Pos pos);
    void touch_whole(const std::string& event, Pos pos);

    Pos read_to_;
    Pos games_at_;  // where a game was set up last
    Record* record_ = nullptr;  // of the last update()
    bool unknown_ = true;        // implied_ is of nothing yet, or a call failed before its end
    tournament::Tournaments tournaments_;
    mutable std::map<std::string, Implied, std::less<>> implied_;
    std::map<std::string, Touched, std::less<>> touched_;
};

}  // namespace flagfall::record
