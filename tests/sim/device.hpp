// The device at a board, which reports both players' acts, and two players who think,
// err, claim, offer, dream and press twice.
#pragma once

#include <string>
#include <vector>

#include "tests/sim/client.hpp"
#include "tests/sim/image.hpp"

namespace flagfall::sim {

class Device : public Client {
public:
    Device(Hall& hall, Board board);

    const BoardImage& image() const { return image_; }

protected:
    void on_event(const wire::EventFrame& frame) override;
    void on_answer(const Intent& intent, const wire::Ack* ack,
                   const wire::Refused* refused) override;
    void on_welcome() override { think(); }
    void on_view(const wire::BoardView& view, const std::string& question) override;

private:
    void think();
    void ask();
    Duration thinking_time();
    void act();
    void act_off_turn();
    bool act_unplayed(Side side);
    bool talk(Side side);
    bool claim(Side side);
    void play(Side side);
    void make_next(Side side);
    bool tell(Side side);
    void claim_for_time(Side side);
    void complete(Side side);
    void press_at_the_brink(Side side);
    std::string choose_move(const chess::Position& position);
    std::string choose_wrong_move(const chess::Position& position);
    std::string written(const chess::Position& position, chess::Move move);

    template <class Command>
    Command command() const {
        Command c;
        c.board = board_;
        c.game = image_.game;
        c.epoch = image_.epoch;
        return c;
    }
    void make(Side side, const std::string& text);
    void press(Side side, const std::string& text = {}, bool exact = false);
    void wait_for_flag();

    const PlayerManners& manners_;
    Board board_;
    BoardImage image_;
    std::vector<chess::Move> last_moves_;
    Instant busy_until_{};  // waiting for a deadline, ready to press
    std::uint64_t thought_ = 0;
};

}  // namespace flagfall::sim
