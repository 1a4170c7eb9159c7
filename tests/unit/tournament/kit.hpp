// An event's office with a hall behind it: clockd as far as the office needs it, which opens games,
// starts their clocks and ends them, and refuses when a test asks for it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/tournament/decide.hpp"
#include "arbiterd/tournament/setup.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/told.hpp"

namespace flagfall::test {

using tournament::RoundState;
using wire::Bye;
using wire::ResultKind;
using Events = std::vector<wire::GameEvent>;

inline wire::EventPlayer player(std::uint32_t number, const std::string& name) {
    wire::EventPlayer p;
    p.number = number;
    p.name = name;
    return p;
}

inline wire::EventPairing play(std::uint32_t board, std::uint32_t white, std::uint32_t black) {
    wire::EventPairing p;
    p.board = Board{board};
    p.white = white;
    p.black = black;
    return p;
}

inline wire::EventPairing bye(std::uint32_t who, Bye kind) {
    wire::EventPairing p;
    p.white = who;
    p.bye = kind;
    return p;
}

inline wire::EnteredResult entered(Score score, ResultKind kind = ResultKind::played) {
    wire::EnteredResult result;
    result.score = score;
    result.kind = kind;
    return result;
}

template <class Act>
Act of_round(std::uint32_t round) {
    Act act;
    act.round = round;
    return act;
}

inline wire::SetPairings pairings(std::uint32_t round, std::vector<wire::EventPairing> all) {
    auto act = of_round<wire::SetPairings>(round);
    act.pairings = std::move(all);
    return act;
}

inline wire::ChangePairing change(std::uint32_t round, std::vector<wire::EventPairing> some) {
    auto act = of_round<wire::ChangePairing>(round);
    act.pairings = std::move(some);
    return act;
}

inline wire::WithdrawPlayer withdraw(std::uint32_t number, std::uint32_t from) {
    wire::WithdrawPlayer act;
    act.number = number;
    act.from_round = from;
    return act;
}

inline wire::StartRound start(std::uint32_t round, std::vector<Board> boards = {}) {
    auto act = of_round<wire::StartRound>(round);
    act.boards = std::move(boards);
    return act;
}

inline wire::StartRound start_without_clocks(std::uint32_t round, std::vector<Board> boards = {}) {
    auto act = start(round, std::move(boards));
    act.without_clocks = true;
    return act;
}

inline wire::EnterResult result(std::uint32_t round, std::uint32_t board,
                                std::optional<wire::EnteredResult> entered) {
    auto act = of_round<wire::EnterResult>(round);
    act.board = Board{board};
    act.entered = std::move(entered);
    return act;
}

class Hotel {  // where the event is played
public:
    // `players` of them in the event "open", at 90 minutes and 30 seconds a move.
    explicit Hotel(std::uint32_t players = 0);

    // The act is carried out; what it leads to. Refused: nothing, with the reason in `no`.
    Events rule(const wire::EventAct& act, const std::string& event = "open");
    // Its code and pointer, such as "bad_date /info/ends"; "" when it was carried out.
    std::string refusal(const wire::EventAct& act, const std::string& event = "open");

    // clockd carries out what waits, in its order.
    void deliver();
    // And the events of the games' desks.
    void obey();
    // Each player makes `plies` moves in turn.
    void moves(std::uint32_t board, int plies);
    void end(std::uint32_t board, Score score);
    // Somebody pauses the clock there: "arbiter", "device"; "clockd" after a power cut.
    void pause(std::uint32_t board, const std::string& by);
    // The game of round 1 at this board, which stands, is adjourned after a move of both.
    void adjourn(std::uint32_t board);

    const tournament::Tournament& open() const { return tournaments.by_id.at("open"); }
    const wire::EventRound& round(std::uint32_t number) const { return open().rounds.at(number); }
    const wire::EventPairing& at(std::uint32_t number, std::uint32_t board) const;
    const game::Live& live(std::uint32_t number, std::uint32_t board) const;

    tournament::Tournaments tournaments;
    game::Games games;
    Events log;  // of both offices, with their positions from 1
    tournament::EventRefusal no;
    std::string by = "Änne Richter";
    std::string reason;
    std::string confirm;                   // sent with each act
    std::optional<std::int64_t> wall_ms;   // what the wall clock says
    std::optional<Pos> if_match;
    std::string refuse_next;  // clockd refuses the next open_game as board_busy, or the next of
                              // the others with another code
    Epoch refuse_epoch;       // and says that the board is in this epoch

    // What the office decided without an act of its own is recorded.
    void keep(const Events& events);

private:
    void came_true(const wire::ClockEvent& event, const std::string& cmd_id);
    std::string refused_at_clock(const wire::HallCommandIssued& issued) const;
    wire::ClockEvent effect(const wire::HallCommandIssued& issued) const;
    std::optional<wire::ClockEvent> effect(const game::Game& game,
                                           const wire::OfficeCommand& command) const;
    template <class Event>
    Event at_board(std::uint32_t board) const;

    Pos clock_;
    int acts_ = 0;
};

// Another event there, with players of its own.
inline void add_event(Hotel& hotel, const std::string& event, std::uint32_t players,
                      const std::string& control = "") {
    wire::CreateEvent create;
    create.info.name = event;
    create.info.terms.time_control = control;
    hotel.rule(create, event);
    wire::EnterPlayers enter;
    for (std::uint32_t i = 1; i <= players; ++i) enter.players.push_back(player(i, "Other"));
    hotel.rule(enter, event);
}

// The commands among the events, as "open 12", "start 12", "cancel 12".
std::vector<std::string> commands(const Events& events);

}  // namespace flagfall::test
