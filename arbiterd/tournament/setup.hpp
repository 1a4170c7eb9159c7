// The games of a round at clockd: what they are set up with, and the commands for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arbiterd/game/state/games.hpp"
#include "arbiterd/tournament/check.hpp"
#include "arbiterd/tournament/tournaments.hpp"

namespace flagfall::tournament {

// The PGN tags of a player with this colour, as the list of players has them now, in the place of
// those that are there.
void put_player_tags(wire::Pairs& tags, const Tournament& event, Side side,
                     const EventPlayer& player);

// The terms of the board, the round or the event; each value from the first of these that has it.
// Of a round that has started those of round and event are the ones that it began with.
wire::PlayTerms terms_of(const Tournament& event, const EventRound& round,
                         const EventPairing& pairing);

// How a game of this pairing is opened: names, terms, what the profile asks of the clock, and the
// PGN tags for event and players.
wire::GameTerms game_terms(const Tournament& event, const EventRound& round,
                           const EventPairing& pairing);

// The profile and rules that would judge this board hold together.
MaybeRefusal check_board_terms(const Tournament& event, const EventRound& round,
                               const EventPairing& pairing, const std::string& at);

// Collects the commands that an act sends to the hall. Their ids are made from the act's.
class Setup {
public:
    Setup(const Tournaments& tournaments, const game::Games& games, const Tournament& event,
          std::string act, Instant at)
        : tournaments_(tournaments), games_(games), event_(event), act_(std::move(act)), at_(at) {}

    // The game is set up, unless the board has one; gives its id in `pairing`. Refused while
    // another game is at the board.
    MaybeRefusal open(const EventRound& round, EventPairing& pairing, const std::string& at);
    // White's clock is started, unless it was before.
    void start(const EventRound& round, const EventPairing& pairing);
    // The game, which was set up, is not played; `article`: by which article of the Laws.
    void cancel(const EventRound& round, const EventPairing& pairing,
                const std::string& article = {});

    // May the game at this board still be taken back: no move was made, it has no result?
    MaybeRefusal may_cancel(const EventPairing& pairing, const std::string& at) const;

    // Is a start of its clock sent, and not answered yet?
    bool start_under_way(const std::string& game) const;

    // Games taken back, games opened, clocks started: in this order.
    std::vector<wire::GameEvent> take();

private:
    struct Wanted {
        std::vector<wire::HallCommandIssued> cancelled, opened, started;
    };
    template <class Command>
    wire::HallCommandIssued command(const EventRound& round, Board board, const std::string& game,
                                    const std::string& what, Command command) const;
    bool taken(const std::string& game) const;
    bool cancels(const std::string& game) const;
    std::string busy_with(Board board) const;
    std::string free_id(const EventRound& round, Board board) const;

    const Tournaments& tournaments_;
    const game::Games& games_;
    const Tournament& event_;
    std::string act_;
    Instant at_;
    Wanted wanted_;
};

// A game that another program has opened in an event of the office counts for no pairing: among
// what follows from clockd's event (`decided`) it is put to the arbiter as the question
// "foreign_game". Nothing for games that the office set up, and for other events.
std::vector<wire::GameEvent> decide_foreign(const Tournaments& tournaments,
                                            const std::vector<wire::GameEvent>& decided);

// The command `cmd_id` was carried out: clockd's log has it. Nothing when it is none of ours.
std::vector<wire::GameEvent> decide_seen(const Tournaments& tournaments, const std::string& cmd_id);

// clockd did not carry it out. A start or an end that did not know of an intervention is issued
// again with the board's present epoch; a game that could not be opened is not the board's.
std::vector<wire::GameEvent> decide_refused(const Tournaments& tournaments,
                                            const game::Games& games, const std::string& cmd_id,
                                            const std::string& code, Epoch epoch, Instant at);

}  // namespace flagfall::tournament
