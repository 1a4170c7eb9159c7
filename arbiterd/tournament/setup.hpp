// The games of a round at clockd: their terms, and the commands to set them up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/game/state/games.hpp"
#include "arbiterd/tournament/check.hpp"
#include "arbiterd/tournament/tournaments.hpp"

namespace flagfall::tournament {

// Replaces the PGN tags of this colour with those of the player, as the player list has them
// now.
void put_player_tags(wire::Pairs& tags, const Tournament& event, Side side,
                     const EventPlayer& player);

// The terms of the board, the round or the event; each value from the first of these that has it. A
// round that has started keeps the terms of round and event that it began with.
wire::PlayTerms terms_of(const Tournament& event, const EventRound& round,
                         const EventPairing& pairing);

// How a game of this pairing is opened: names, terms, the clock settings of the profile, and the
// PGN tags of event and players.
wire::GameTerms game_terms(const Tournament& event, const EventRound& round,
                           const EventPairing& pairing);

// Checks that the profile and the rules that would apply to this board are consistent.
MaybeRefusal check_board_terms(const Tournament& event, const EventRound& round,
                               const EventPairing& pairing, const std::string& at);

// Has the game begun, or does it have a result?
bool has_begun(const game::Games& games, const std::string& game);

// Was a command to start its clock sent and not answered yet?
bool start_under_way(const Tournaments& tournaments, const std::string& game);

// Collects the commands that an act sends to the clocks. Their ids are made from the act's.
class Setup {
public:
    Setup(const Tournaments& tournaments, const game::Games& games, const Tournament& event,
          std::string act, Instant at)
        : tournaments_(tournaments), games_(games), event_(event), act_(std::move(act)), at_(at) {}

    // Sets the game up, unless the board has one; puts its id into `pairing`. Refuses while another
    // game is at the board.
    MaybeRefusal open(const EventRound& round, EventPairing& pairing, const std::string& at);
    // Starts White's clock, unless it was started before.
    void start(const EventRound& round, const EventPairing& pairing);
    // Cancels a game that was set up and is not played; `article`: the article of the Laws, if any.
    void cancel(const EventRound& round, const EventPairing& pairing,
                const std::string& article = {});

    // May the game at this board still be taken back (no move made, no result)?
    MaybeRefusal may_cancel(const EventPairing& pairing, const std::string& at) const;

    // Returns the commands in this order: games taken back, games opened, clocks started.
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

// The command with this id that clockd's log does not have yet; nullptr: none.
const wire::HallCommandIssued* outstanding(const Tournaments& tournaments,
                                           const std::string& cmd_id);

// "hall:ACT:start:12", also from "hall:ACT:start:12:e3", its attempt in epoch 3.
std::string first_id(const std::string& id);

// The act which this command of the office follows from; empty: no command of it, or one that is
// outstanding.
std::string act_of(const Tournaments& tournaments, const std::string& cmd_id);

// The question "foreign_game": this game of an event of the office counts for no pairing, since
// another program has opened it, or an act that the record does not have (`cmd_id` is a command of
// the office). It comes after what clockd's event has `decided`.
wire::QuestionPut ask_about_foreign(const Tournament& event, const wire::GameRecorded& game,
                                    std::string_view cmd_id,
                                    const std::vector<wire::GameEvent>& decided);

// What an event of clockd, on which the games have `decided`, also means for the office; returns
// both. A command of ours was carried out. Or a game was opened that fits no board: a person is
// asked (ask_about_foreign). Or the act that has ordered it is `lost`: the record does not have it,
// since it was restored from a backup of before. Where round, board, players and terms are still
// the same, what the act did is recorded then, before `decided`: the game is its board's, a round
// whose clocks run has started, a game that was taken back leaves a free board.
std::vector<wire::GameEvent> decide_office(const Tournaments& tournaments,
                                           std::vector<wire::GameEvent> decided,
                                           const game::Input& input, bool lost);

// clockd refused the command. A start or an end that an intervention made stale is sent again with
// the board's present epoch. A game that could not be opened is not the board's, unless it is there
// already; one that was played before it could be taken back is.
std::vector<wire::GameEvent> decide_refused(const Tournaments& tournaments,
                                            const game::Games& games, const std::string& cmd_id,
                                            const std::string& code, Epoch epoch, Instant at);

// clockd has refused `issued`, an end that was to take a game back, since the game was played
// meanwhile. The game stays with all that happened in it, and its record says so. Board and round
// become as they were before, unless others are there by now.
std::vector<wire::GameEvent> decide_stays(const Tournaments& tournaments, const game::Games& games,
                                          const wire::HallCommandIssued& issued, Instant at);

}  // namespace flagfall::tournament
