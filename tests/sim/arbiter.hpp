// An arbiter with a program: opens and starts the games, answers the record's questions, late and
// sometimes in conflict with a colleague, and now and then intervenes unasked.
#pragma once

#include <map>
#include <string>

#include "tests/sim/arbiterd_host.hpp"
#include "tests/sim/client.hpp"
#include "tests/sim/image.hpp"
#include "tests/sim/invariants.hpp"

namespace flagfall::sim {

// The games that are to be played, for all arbiters together.
struct Pairings {
    std::map<Board, int> left;  // games still to be opened
    int opened = 0;
};

class Arbiter : public Client {
public:
    // The chief opens and starts games; the deputies only rule.
    Arbiter(Hall& hall, ArbiterdHost& office, Pairings& pairings, bool chief);

    void begin();
    // True when every opened game is over, and none is left to open.
    bool finished() const;
    const std::map<Board, BoardImage>& boards() const { return boards_; }

protected:
    void on_event(const wire::EventFrame& frame) override;

private:
    void look();
    void look_at(Board board, BoardImage& image);
    void open(Board board);
    void rule_on(Board board, const BoardImage& image);
    void step_in(Board board, const BoardImage& image);
    void set_clock(Board board, const BoardImage& image, Ply ply, std::string fen, bool run);
    void end(Board board, const BoardImage& image);

    // arbiter_acts.cpp: true if it was done.
    bool adjust(Board board, const BoardImage& image);
    bool set_control(Board board, const BoardImage& image);
    bool reopen(Board board, const BoardImage& image);
    bool call_flag(Board board, const BoardImage& image);
    void add_settings(wire::GameTerms& terms);
    void add_quickplay(wire::GameTerms& terms, int number);
    void add_method(wire::GameTerms& terms, int number) const;

    // arbiter_desk.cpp
    bool is_desk_game(const std::string& game) const;
    bool at_the_desk(const BoardImage& image);
    void see_to_lost_commands();
    void rule(const std::string& game, const std::string& id, wire::DeskAct act);
    std::optional<wire::DeskAct> desk_act(const game::Game& game);
    std::optional<wire::DeskAct> any_desk_act(const game::Game& game);
    std::optional<wire::DeskAct> act_in_play(double what);

    wire::GameTerms terms(int number);
    std::string profile(int number) const;
    std::string time_control();

    template <class Command>
    Command command(Board board, const BoardImage& image) const {
        Command c;
        c.board = board;
        c.game = image.game;
        c.epoch = image.epoch;
        return c;
    }

    ArbiterdHost& office_;
    Pairings& pairings_;
    bool chief_;
    Standings standings_;
    std::map<Board, BoardImage> boards_;
    std::map<Board, Instant> rule_at_;  // when a waiting question will be answered
};

}  // namespace flagfall::sim
