// Hands: from what a board sees to the moves of a game. Fields that change only arm a timer; when
// the board has been still, the whole of it is compared with what the Laws allow. Pure: looks,
// presses and instants in, acts out.
//
// A move is made when the board shows it, and may be replaced or taken back until it is pressed
// (or until the other side has played and its own next move completes it). What fits nothing is
// reported with the board as it stands, and play goes on when it fits again.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "clockd/devices/placement.hpp"
#include "clockd/devices/ways.hpp"
#include "common/base/score.hpp"
#include "common/base/side.hpp"
#include "common/base/time.hpp"
#include "common/chess/position.hpp"

namespace flagfall::devices {

// How long hands are given. Scans of a board take a quarter of a second.
struct HandTimes {
    Duration settle = milliseconds(250);      // still for so long: a look counts
    Duration settle_low = milliseconds(100);  // the same when somebody has little time
    Duration scan = milliseconds(250);        // a change may be reported so late
    // A move that would end the game must stand: a queen that slides past a mate is no mate.
    Duration ending = seconds(3);
    Duration unmatched = seconds(3);  // before men where none may be are reported
    Duration in_hand = seconds(60);   // before men that are only missing are
    Duration press_wait = seconds(2);  // after a press, for a board that is never still
};

// ---- acts -----------------------------------------------------------------------------------

// A move was made (4.7). `replaces`: instead of the last one of the same side, which was not
// pressed.
struct Made {
    Side side{};
    chess::Move move;
    std::string uci;
    Instant at;           // when the board had it
    // The best explanation of several, or men are missing beside it: the moves of it, this one
    // among them, "e2e4 e7e5 g1f3". Empty: it is certain.
    std::string guessed;
    bool replaces = false;
    std::string touched;  // squares in the order they were left, "e1 h1": evidence for Article 4
};
// The last move was taken back before it was pressed.
struct TakenBack {
    Side side{};
    chess::Move move;
    Instant at;
};
// A pawn stands on the last rank and waits for its piece (3.7.3.3); once for a move.
struct PromotionWaits {
    Side side{};
    chess::Square from{};
    chess::Square to{};
    Instant at;
};
// The board shows what no legal move leads to, and goes on to; once until it fits again.
struct Unmatched {
    Placement placement;
    chess::Bitboard differs = 0;  // from the position of the game
    bool missing_only = false;    // men are missing, nothing stands where it may not
    bool set_up = false;          // it is the position that the game began with
    Instant at;
};
// It fits again.
struct Fits {
    Instant at;
};
// A press completed what is no legal move (7.5.1), or a pawn on the last rank (7.5.2).
struct Unlawful {
    Side side{};
    std::string uci;  // as well as it can be said; empty if no one move explains it
    Placement placement;
    chess::Bitboard differs = 0;
    bool pawn_waits = false;
    Instant at;  // of the press
};
// A press without a move (7.5.3). `seen`: the board was still, so that there was none.
struct NoMove {
    Side side{};
    Instant at;
    bool seen = true;
};
// Both kings in the centre: 1-0 on e4 and d5, 0-1 on d4 and e5, else a draw. What the players say,
// and never a move; a king's move to the centre that was not pressed is taken back before.
struct KingsSign {
    Score score;
    Instant at;
};
// What both kings in the centre of this board say, however it stands; nothing: they are not there.
std::optional<Score> sign_on(const Placement& board);

// The board stands the other way round than was thought.
struct Turned {
    bool turned = false;
    Instant at;
};

using HandAct = std::variant<Made, TakenBack, PromotionWaits, Unmatched, Fits, Unlawful, NoMove,
                             KingsSign, Turned>;
using HandActs = std::vector<HandAct>;

// ---- the recogniser -------------------------------------------------------------------------

class Hands {
public:
    explicit Hands(const chess::Position& start, HandTimes times = {});

    // What the board reports, by its own squares: one that changed, or all of them. A whole board
    // that is what was known changes nothing.
    void field(chess::Square square, chess::Piece piece, Instant at);
    void board(const Placement& placement, Instant at);
    // A player pressed their clock. Acts follow when the board has had time to report the move.
    void press(Side side, Instant at);

    // When wake() has something to do. A source whose fields may be lost reads the whole board at
    // that instant and reports it before.
    std::optional<Instant> deadline() const;
    HandActs wake(Instant now);

    // Somebody has little time: looks count sooner.
    void low_time(bool low) { low_ = low; }
    // The position is this one now (an arbiter restored it, or an illegal move stands). Nothing of
    // before can be taken back.
    void follow(const chess::Position& position);
    // The board stands with h8 where its a1 is.
    void turn(bool turned);

    const chess::Position& position() const { return current_; }
    const Placement& seen() const { return seen_; }
    bool turned() const { return turned_; }
    // Was a press given whose move is not known yet?
    bool weighs_press() const { return !presses_.empty(); }
    // Does the board show the position of the game?
    bool fits() const { return seen_ == Placement::of(current_); }
    // Was it reported that it does not, and not yet that it does again?
    bool reported_misfit() const { return misfit_reported_; }

private:
    struct Played {
        chess::Position before;
        chess::Move move;
        Instant at;
        bool pressed = false;
        Side side() const { return before.side_to_move(); }
    };
    struct Pressed {
        Side side{};
        Instant at;
    };
    // A square that changed: what came, or nothing.
    struct Change {
        chess::Square square{};
        chess::Piece piece;
    };
    // A move that would end the game, and since when it stands.
    struct Last {
        chess::Move move;
        Instant since;
    };
    enum class Misfit : std::uint8_t { none, under_way, strange };

    Duration still_for() const { return low_ ? times_.settle_low : times_.settle; }
    Instant due(const Pressed& pressed) const;
    void changed(chess::Square square, chess::Piece piece, Instant at);

    void judge(HandActs& acts);
    bool explain(HandActs& acts);
    bool exactly(HandActs& acts);
    bool taken_back(HandActs& acts);
    bool in_two(HandActs& acts, bool forced = false);
    bool in_several(HandActs& acts);
    void forget();
    bool seen_there(const chess::Position& from, chess::Move move) const;
    bool turned_round(HandActs& acts);
    bool kings_sign(HandActs& acts);
    void misfit(HandActs& acts);
    void report_misfit(HandActs& acts);
    void fit(HandActs& acts);
    void weigh_ending(HandActs& acts);

    bool judge_press(const Pressed& pressed, Instant now, HandActs& acts);
    bool completes(const Pressed& pressed);

    struct Making {
        std::string guessed{};
        bool replaces = false;
        std::optional<Instant> at = std::nullopt;  // when not at the last change
    };
    void make(chess::Move move, HandActs& acts, Making how);
    void make(chess::Move move, HandActs& acts) { make(move, acts, Making{}); }
    void make_ending(HandActs& acts);
    void take_back_to(std::size_t kept, HandActs& acts);
    void replace(std::size_t at, chess::Move move, HandActs& acts, std::string guessed = {});
    bool waits(chess::Move move);
    Instant patience_ends() const;
    std::string touched() const;
    TwoMoves likeliest(const chess::Position& from, const std::vector<TwoMoves>& ways,
                       std::string& guessed) const;

    HandTimes times_;
    chess::Position start_;
    chess::Position current_;
    std::vector<Played> played_;  // the last few moves, the last one last
    std::size_t open_ = 0;        // from this one on they may be replaced: at most two
    Placement seen_;          // by the squares of the game
    Instant changed_;         // when it became so
    bool settled_ = true;
    bool turned_ = false;
    bool low_ = false;
    std::vector<Change> trace_;  // since the last move, oldest first
    std::size_t fresh_ = 0;      // from here on: since the board last fitted
    std::optional<Last> ending_;
    Misfit misfit_ = Misfit::none;
    Instant misfit_since_;
    bool misfit_reported_ = false;
    bool pawn_reported_ = false;
    bool sign_reported_ = false;
    bool presses_known_ = false;    // there is a clock that reports them
    std::vector<Pressed> presses_;  // not judged yet
    bool press_waits_ = false;      // the first of them is due, and the board is not still
};

}  // namespace flagfall::devices
