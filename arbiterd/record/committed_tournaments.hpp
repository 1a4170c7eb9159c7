// The events of a record: those that the office entered, and those that are known only from their
// games.
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
    // Reads what was committed since the last call, up to the position that it
    // returns. After a RecordError, call it again. The functions below read `record`
    // again.
    Pos update(Record& record);

    // Returns nullptr when there is no event of this id. The pointer is valid until update(). An
    // event that is known only from its games is built at the first call, from the record; this may
    // throw RecordError.
    const tournament::Tournament* find(std::string_view id) const;
    // Is it left out of the lists? Only the office hides an event.
    bool hidden(std::string_view id) const;
    // Did the office enter it? For others, players and rounds are derived from their games.
    bool entered(std::string_view id) const;
    std::vector<std::string> ids() const;

    // The round by the name that the games use ("1", "final"); nullptr when there is none.
    const tournament::EventRound* round_named(std::string_view id, std::string_view name) const;
    // Its name: the number, unless the event is known only from games that use other names.
    std::string name_of(std::string_view id, std::uint32_t round) const;

    // For each board of this round: the position of the last entry of the log that may have changed
    // the office's data of it (a result entered there, a game set up, or an act about more than one
    // board). What happens in the game does not count. Valid until update().
    ChangedAt changed_in(std::string_view id, std::uint32_t round) const;
    // The same for all boards at once.
    Pos changed(std::string_view id) const;
    // For each board of this round: the position at which what the office shows of it changed last.
    // Valid until update().
    ChangedAt shown_in(std::string_view id, std::uint32_t round) const;
    // The position at which the result at this board was entered or withdrawn last.
    Pos entered_at(std::string_view id, std::uint32_t round, Board board) const;
    // The position at which results of the round were acknowledged last.
    Pos acknowledged(std::string_view id, std::uint32_t round) const;

private:
    using AtBoard = std::pair<std::uint32_t, Board>;  // round and board
    struct Touched {
        Pos whole;
        std::map<AtBoard, Pos> boards;  // positions later than `whole`
        std::map<AtBoard, Pos> shown;   // the last change of each
        std::map<std::uint32_t, Pos> acknowledged;  // by round
    };
    // What an act may change, as it was: the event, or one of its rounds.
    struct Before {
        std::optional<tournament::Tournament> event;
        std::optional<tournament::EventRound> round;
    };
    // An event that is known only from its games.
    struct Implied {
        std::vector<RoundId> rounds;
        std::optional<tournament::Tournament> made;
        std::map<std::uint32_t, std::string> names;  // names of the rounds
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
    Pos games_at_;  // the last position at which a game was set up
    Record* record_ = nullptr;  // of the last update()
    bool unknown_ = true;        // implied_ was never filled, or filling it failed
    tournament::Tournaments tournaments_;
    mutable std::map<std::string, Implied, std::less<>> implied_;
    std::map<std::string, Touched, std::less<>> touched_;
};

}  // namespace flagfall::record
