// What the oracle's arbiter remembers of a game: moves, touches, rulings, questions and commands.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/time_control.hpp"
#include "common/chess/position.hpp"
#include "common/wire/game_messages.hpp"
#include "tests/oracle/board_reading.hpp"

namespace flagfall::oracle {

using wire::ClaimKind;
using wire::Closing;
using wire::CompletedBy;
using wire::Intervening;
using wire::Irregularity;
using wire::OfferEnd;
using wire::Offering;
using wire::SealedMove;
using wire::Settling;
using wire::Subject;

// Whether what the players do counts at the moment.
enum class Hold : std::uint8_t {
    none,
    correction,  // a ruling has undone the situation, and the clock does not show it yet
    question,    // a person must act
};

// A move that stands on the board and is not completed.
struct Standing {
    Side side = Side::white;
    std::string text;
    Duration elapsed;
    Reading reading;  // in the position it was made in; unreadable when that is not one
};

// A move announced with a wrong claim: the side to move in this position must play it (9.5.3).
struct Announced {
    std::uint32_t ply = 0;  // of the move
    chess::Position in;
    chess::Move move;
    std::uint32_t ruling = 0;  // on the claim: it binds while that stands
};

// Moves one of which must be played in this position, since a piece was touched (4.3).
struct Obliged {
    std::uint32_t ply = 0;  // of the move
    chess::Position in;
    std::vector<chess::Move> moves;
    std::string article;
    std::uint32_t ruling = 0;  // that says so: it binds while that stands
    std::optional<chess::Move> played{};  // of a question: what was played instead
};

// The last offer that a player refused by a touch that an arbiter ruled (9.1.2.1).
struct RefusedByTouch {
    Side offerer{};
    std::optional<Ply> offered;  // the offer's move
    std::uint32_t counted = 0;   // moves completed then
    std::uint32_t ruling = 0;
};

// A piece that a device felt being touched by who had the move (9.4).
struct Felt {
    Side side = Side::white;
    std::uint32_t ply = 0;  // of the move that it was to be
    chess::Position in;
    std::uint32_t ruling = 0;  // the touch counts while this ruling stands
};

// A ruling has changed the record's readings, and the clock has not said that it shows them.
struct Unshown {
    Both<Duration> before;
    Both<Duration> after;
};

// A command that the record has issued and not settled.
struct Outstanding {
    std::string id;
    Pos cause;
    std::uint32_t number = 0;  // of the commands with this cause
    decltype(wire::CommandIssued::command) command;
    std::string by{};  // the person who ruled it at the desk; empty: arbiterd did by itself
    bool corrects_start = false;  // time that holds for a game that begins again, too
    std::uint32_t ruling = 0;     // that it is of
    bool places = false;          // a position is set with it
    std::vector<std::string> former{};  // ids: one that was sent before may be done late
};

// The record's word of this name, which must be one.
template <wire::Word E>
E word(std::string_view name) {
    return wire::from_name<E>(name).value();
}

// Readings with this time added; no clock shows less than nothing.
Both<Duration> added_to(Both<Duration> readings, const Both<Duration>& time);

// A question that waits for a person.
struct Asked {
    std::uint32_t number = 0;
    std::uint32_t first = 0;  // the number under which it was put first
    Subject about{};
    std::string article{};
    bool holds = false;
    std::uint32_t since = 0;  // rulings given when it was put
    std::vector<std::string> options{};  // that the record offers
    std::string command{};  // the id of what it is about, if it is about one
    std::optional<Obliged> broken{};  // what the move that it is about does not accord with
    std::optional<wire::OfficeCommand> refused{};  // that it is about
    std::uint32_t refused_ruling = 0;              // that had sent it
    Side flag = Side::white;  // of a flag: which one may be called
    std::optional<wire::OfFlag> flag_facts{};
    std::optional<wire::Claimed> claim{};  // that it is about
    std::optional<wire::OfSide> of{};  // the side that it is about
    std::string guessed{};  // the moves of an electronic board that it is about
    std::optional<wire::OfEquipment> board{};  // that it is about
    std::optional<wire::OfSign> sign{};        // that it is about
    std::optional<Side> fallen{};  // of a flag-fall that does not decide by itself: whose
    std::optional<wire::IllegalMoveSeen> action{};  // that is open (A.5.2)
    std::optional<wire::OfFlag> fell{};    // all that is known of that
    bool shadow = false;  // of a position: the clock saw the game end at the board's move
    std::optional<Side> presser{};         // of a press without a move
    std::uint32_t pressed_ply = 0;         // the move that it was pressed for
    std::optional<std::uint32_t> offer{};  // of an agreement: the number of its offer
    Side offerer = Side::white;
};

// The time control in force, of both sides, and how its periods end: by "moves" or at "zero".
struct Control {
    Both<TimeControl> sides;
    PeriodTrigger trigger{};
};
std::optional<Control> control_named(const std::string& text,
                                     std::optional<PeriodTrigger> trigger);

// The control that was in force until a ruling of a person (0: of nobody) set another.
struct Controlled {
    std::uint32_t ruling = 0;
    wire::NewControl before;
};

// A game that is adjourned with a sealed move (Guidelines I).
struct Sealed {
    Side by = Side::white;
    std::uint32_t ply = 0;     // moves before it
    chess::Position before;
    std::uint32_t ruling = 0;  // that adjourned the game
    std::string resumption;
    std::string move{};        // as written; empty while the envelope is closed
    std::vector<Asked> closed{};  // by the act of the desk
    bool reply_runs = false;      // the clock of who must reply, with the envelope closed (I.10)
    Duration spent{};             // of the turn that the sealed move ended
};

struct Approval {  // of a result (8.7), with the players by side of then
    wire::Party who{};
    std::string by;
    wire::Outcome of{};
    bool reversed = false;
    // Who signs a score signs it by whatever it was given; a game that was not played has another.
    bool stands(const wire::Outcome& now, bool reversed_now) const {
        const auto not_played = [](const wire::Outcome& o) {
            const bool other = o.ending == Ending::forfeit || o.ending == Ending::cancelled;
            return other ? o.ending : Ending::none;
        };
        return of.score == now.score && not_played(of) == not_played(now) &&
               reversed == reversed_now;
    }
};

// A ruling of the record that changed something, as far as a further one may take it back.
struct Given {
    std::uint32_t number = 0;
    Subject about{};
    wire::Effect effect;
    std::optional<wire::Outcome> before{};  // the result before it
    std::vector<Asked> closed{};            // by the act of the desk that it is of
    std::vector<Asked> claims{};            // that waited when its result ended the game
    std::optional<wire::Outcome> gave{};    // the result that it gave
    std::vector<Approval> approvals{};      // until it, since the game ended
    std::optional<Sealed> adjourned{};      // that it took back
    bool undone = false;
    bool refusal = false;  // the clock did not do what the ruling that it takes back says
    bool withdrawn = false;  // its result was, at the clock
    std::string sent{};      // the id of its last command
    bool failed = false;     // the clock has not done what that says
    // A person at the clock has withdrawn all that it said.
    bool only_gave_result() const {
        return withdrawn && !effect.counted && !effect.moves && !effect.bound &&
               effect.time == Both<Duration>{} && effect.announced == Ply{};
    }
    // It was taken back, or given again, while the game was over: the clock gets it later.
    bool for_later() const {
        return end > 0 && !undone && effect.undoes > 0 && !effect.gives_result;
    }
    std::uint32_t end = 0;   // given while the game was over, which end of it; 0: in play
    Both<Duration> carried{};  // by which it changed the readings of earlier moments
    Both<Duration> present{};  // that the clocks have by it now, were they below zero
    bool set_clock = false;    // a clock, to what a person read
    Both<Duration> untaken_then{};  // Game::untaken until this undo
};

// An illegal action that was counted, for the move of this ply.
struct Offended {
    Side side = Side::white;
    std::uint32_t ply = 0;
    std::uint32_t ruling = 0;  // the action counts while this ruling stands
    bool asked = false;        // no ruling: a person was asked what it costs
};

// An illegal action that is open until the opponent has made their next move (A.5.2); a reply on a
// board that is no position stands until it is pressed (A.5.4).
struct Open {
    wire::IllegalMoveSeen seen;
    std::string reply;
    Duration reply_elapsed;
    std::uint32_t rulings = 0;  // given before the press that completed it
    Both<Duration> given{};     // to either clock since
};

// The press that completed an illegal action: what the clocks showed after it, the presser's right
// before it, and how long the turn had taken.
struct AtPress {
    Both<Duration> readings;
    Duration before;
    Duration elapsed;
};

// A loss by the number of illegal actions (7.5.5): the ruling that gave it, and the side that lost.
struct LossByNumber {
    std::uint32_t ruling = 0;
    Side side = Side::white;
    Duration gained{};  // by the press that completed the action
};

// An illegal action that a person counts.
struct Counting {
    std::uint32_t answers = 0;  // the question that this answers, if any
    std::optional<Both<Duration>> shown{};  // the clock stands at this, and will run on
    bool again = false;  // by another press than the one that was counted for this move
    bool stays = false;  // a press has completed it, and the moves are as they are to be
};

struct Game;

// A game as it stood before a ruling changed which moves stand.
struct Kept {
    bool whole = false;  // the game began again
    bool adjourned = false;  // what became of the envelope is kept, too
    bool presses = false;    // and the count of presses
    bool open = false;       // an illegal action that was open was put right
    Both<Duration> given{};  // since then, by rulings that put the clock right
    std::optional<Both<Duration>> shown{};  // when the ruling was carried out
    bool by_hand = false;    // somebody set the clock since, and how much that gave is not judged
    std::shared_ptr<const Game> before;
};

// What is asked when a legal move that was made is replaced before the press (4.4.4, 4.7).
struct Changed {
    std::uint32_t ply = 0;     // of the move
    std::uint32_t number = 0;  // of the question
    chess::Position in;
    chess::Move first;         // that binds
    std::string article;
};

// In expected commands: an epoch that only clockd's refusal named.
inline constexpr Epoch any_epoch{0xFFFFFFFF};

// What a game was announced as, and what that makes a penalty under 7.5.5 and 9.5.3.
struct Rules {
    std::string_view name;
    Duration penalty;
    bool by_a3 = false;  // A.3 makes it so, and every ruling with a penalty says that
    std::string_view window{};  // the article by which an illegal action may stand
    bool us = false;            // of US Chess
    bool ten_moves = false;     // what stands may be put right as long (US 11A)
    Duration to_players{};      // with less on a clock only the players bring it up (US 11D1, 11H)
    std::uint32_t losing = 2;   // the illegal action of a player that loses (7.5.5); 0: none does
    Duration delay{};           // that a director sets on a clock (US 14H)
    // What an event announces besides.
    std::string_view flags{};    // the article by which somebody calls a flag; empty: the clock
    bool quickplay = false;      // Guideline III
    bool losing_chances = false; // US 14H
    bool arbiter = true;         // is there to decide (III.6)
    std::string_view unknown{};  // a setting that says otherwise than what is judged here
};
// Nothing for a name that nobody knows.
std::optional<Rules> rules_named(std::string_view name);
// What the terms announce besides is in the rules then. False when some of it cannot hold.
bool announce(Rules& rules, const wire::GameTerms& terms);
// What wins on time must be able to do under US Chess (14E).
enum class Material : std::uint8_t { enough, too_little, only_if_forced };
Material material_14e(const chess::Position& position, Side winner);
// The article as the game's rules number it: US Chess has numbers of its own.
std::string cited(const Rules& rules, const std::string& article);
// What holds when none was announced.
Rules rules_of(std::string_view time_control);

}  // namespace flagfall::oracle
