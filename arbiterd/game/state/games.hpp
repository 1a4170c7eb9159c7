// Every game as the record knows it. Only applying the recorded events, in their order, builds this
// state, so that a restart gives the same games.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "arbiterd/game/state/profile.hpp"
#include "arbiterd/game/state/recording.hpp"
#include "arbiterd/sheets/reconcile.hpp"
#include "common/chess/history.hpp"
#include "common/wire/game_messages.hpp"

namespace flagfall::game {

using wire::Choice;
using wire::ClaimKind;
using wire::Closing;
using wire::CompletedBy;
using wire::Intervening;
using wire::Irregularity;
using wire::OfferEnd;
using wire::Offering;
using wire::Party;
using wire::Pressing;
using wire::SealedMove;
using wire::Settling;
using wire::Subject;

// A move that was made on the board and is not completed yet (6.2.1).
struct Pending {
    Side side{};
    std::string text;
    Pos at;            // its position in clockd's log
    Duration elapsed;  // of the turn, when it was made
    friend bool operator==(const Pending&, const Pending&) = default;
};

// A move announced with a wrong claim: the claimant must play it (9.5.3) in the position in which
// it was announced. If the opponent's move that led there is replaced or taken back, the
// announcement binds nobody, unless that position comes back.
struct Announced {
    Ply ply;  // of the announced move
    chess::Position before;
    std::string uci;
    std::uint32_t ruling = 0;  // the ruling that the claim was wrong
    friend bool operator==(const Announced&, const Announced&) = default;
};

// An illegal action that was completed and not corrected automatically. The record waits before it,
// while the clock has gone on (A.5.2).
struct Unruled {
    Side side{};
    Ply ply;  // of the illegal action
    Irregularity kind{};
    std::string text;
    std::string squares;  // as in illegal_move_seen
    Duration elapsed;
    Duration gained;
    Both<Duration> readings;  // at the press
    // The opponent's move on a board that is no legal position; it closes the window (A.5.2).
    std::string reply;
    Duration reply_elapsed;
    std::uint32_t rulings = 0;  // given before the action was seen
    Both<Duration> given{};     // added to each clock since the press, by rulings and corrections
    friend bool operator==(const Unruled&, const Unruled&) = default;
};

// An illegal action that stands: it can no longer be corrected.
struct Stood {
    Side side{};
    Ply ply;
    std::string before;  // FEN, for going back where that is allowed (US 11A)
    friend bool operator==(const Stood&, const Stood&) = default;
};

// A player must play one of these moves (4.3, 4.7), in the position to which they belong.
struct Bound {
    Ply ply;  // of the move to be made
    chess::Position before;
    std::string article;
    std::string squares;       // touched, in their order; may be empty
    std::string moves;         // UCI, space between
    std::uint32_t ruling = 0;  // the ruling that says so
    friend bool operator==(const Bound&, const Bound&) = default;
};

// A claim that was judged wrong; it counts while the ruling stands (11.5).
struct WrongClaim {
    Side side{};
    std::uint32_t ruling = 0;
    friend bool operator==(const WrongClaim&, const WrongClaim&) = default;
};

// A draw offer that a player refused by a touch that a ruling says (9.1.2.1). It is alive again if
// the ruling is taken back before the player makes another move.
struct RefusedByTouch {
    Side offerer{};
    Ply offered_at;            // as in Live
    Ply counted;               // moves completed then
    std::uint32_t ruling = 0;  // that says so
    friend bool operator==(const RefusedByTouch&, const RefusedByTouch&) = default;
};

// Pieces that a player touched, as a device felt or an arbiter ruled: one entry for each player,
// move and source. Kept for the move under way and the one before it.
struct Touch {
    Side side{};
    Ply ply;                   // of the move it was made for
    chess::Position before;    // also says whether the opponent's move is still the same
    std::string squares;       // in order; empty if not known
    bool adjusting = false;    // announced first (4.2.1)
    bool counts = false;       // the player had the move and cannot claim on it any more (9.4)
    std::uint32_t ruling = 0;  // the ruling that says so; 0: a device
    friend bool operator==(const Touch&, const Touch&) = default;
};

// An illegal action that was counted for a move that the record has not replaced since: a further
// one within the same move is not counted.
struct Offended {
    Side side{};
    Ply ply;
    std::uint32_t ruling = 0;  // 0: a person was asked for the penalty
    friend bool operator==(const Offended&, const Offended&) = default;
};

// A command for clockd whose effect was not seen yet. All of them are the outbox.
struct Outstanding {
    wire::CommandIssued issued;
    // Its ids before it was sent again: one of those commands may have reached clockd after all.
    std::vector<std::string> former{};
    friend bool operator==(const Outstanding&, const Outstanding&) = default;
};

// A question that waits for a person.
struct Question {
    std::uint32_t number = 0;
    std::uint32_t first = 0;  // the number under which it was first put
    std::string article;
    Subject about{};
    bool holds = false;
    wire::Pairs options;
    wire::Basis basis{};     // facts and values that its answers use
    std::string text{};      // for people; repeated when the question is put again
    wire::Pairs evidence{};  // the same
    std::uint32_t since = 0;  // number of the last ruling when it was put
    friend bool operator==(const Question&, const Question&) = default;
};

// The game is adjourned with a sealed move (Guidelines I).
struct Adjourned {
    Side sealed_by{};
    std::uint32_t ruling = 0;        // the ruling that adjourned the game
    bool opened = false;             // the envelope was opened, and the move counts
    bool reply_runs = false;  // envelope closed, but the replying player's clock was started (I.10)
    std::string resumption;          // date, time and place
    Ply ply;                         // completed before the sealed move
    chess::Position before;          // the position in which the move was sealed
    std::string sealed{};            // the move as written, once the envelope is open
    std::vector<Question> closed{};  // questions closed by the act that adjourned the game
    friend bool operator==(const Adjourned&, const Adjourned&) = default;
};

// Approval of a result by a player's signature or by the arbiter (8.7). `by`: the person who noted
// it at the desk. `of`, `reversed`: the result at that time, and whether colours were reversed.
struct Approval {
    Party who{};
    std::string by;
    wire::Outcome of{};
    bool reversed = false;
    friend bool operator==(const Approval&, const Approval&) = default;
};

// A time control that was corrected (6.10.2): at each moment of the game the clocks show what the
// present control gives for the moves completed, instead of what the former one gave.
struct OtherControl {
    Both<TimeControl> former;
    Both<TimeControl> present;
    friend bool operator==(const OtherControl&, const OtherControl&) = default;
};

// By how much the clocks were changed at each moment of a game.
struct Shift {
    Both<Duration> time{};  // the same at each moment
    std::vector<OtherControl> controls{};
    friend bool operator==(const Shift&, const Shift&) = default;
};

// A ruling that was given, with what a later ruling needs to take it back.
struct Ruled {
    std::uint32_t number = 0;
    Subject about{};
    wire::Effect effect;
    bool undone = false;
    bool refusal = false;  // it says that the clock did not carry out the ruling it undoes
    bool withdrawn = false;  // its result was withdrawn at the clock: it gives none any more
    bool called = false;     // clockd called the flag for it, and the flag has fallen
    bool failed = false;     // the clock refused its last command, or never answered
    bool set_clock = false;  // it set a clock to the times that a person gave
    std::optional<Side> looked{};  // the player who was shown the record (A.4.3)
    std::optional<wire::Outcome> gave{};   // the result that it gave, or restored
    // Approvals of the result that it replaced, and those that were set aside then.
    std::vector<Approval> approvals{};
    std::optional<Adjourned> adjourned{};  // the adjournment that it ended
    std::vector<Question> closed{};        // by its act of the desk or by its result
    // Questions asked after it by its act of the desk, and when the clock refused its commands.
    std::vector<std::uint32_t> asked{};
    std::uint32_t end = 0;       // which end of the game it was given after; 0: in play
    std::uint32_t unmet_by = 0;  // the ruling that says that the clock did not carry it out
    Shift carried{};             // its change of the readings of earlier moments
    Both<Duration> present{};    // what it adds to the present readings, even if below zero
    Both<Duration> owes{};       // its change of Live::untaken since the clock was set
    friend bool operator==(const Ruled&, const Ruled&) = default;
};

struct Game;

// A game as it stood before a ruling changed which moves stand. It comes back when that ruling is
// taken back.
struct TakenBack {
    std::uint32_t ruling = 0;
    bool whole = false;      // the game began again: players and all counts come back, too
    bool presses = false;    // the number of presses changed, too
    bool adjourned = false;  // an envelope was opened, or a game resumed
    bool open = false;       // an open illegal action was corrected (A.5.2)
    std::optional<Ply> left{};  // plies on the record once it was corrected, or had gone back
    std::uint32_t of = 0;    // Game::begun of that game
    Shift given{};           // time that rulings have given to the clocks since
    Both<Duration> more{};   // plus this much for the last readings
    // What the clock showed when the ruling was carried out: it had run on since the last readings
    // of the record. Nothing while that is not known.
    std::optional<Both<Duration>> shown{};
    std::shared_ptr<const Game> before;
};

// Why the players' acts at a board do not count at present.
enum class Hold : std::uint8_t {
    none,
    correction,  // an irregularity was found; clockd's log does not show its correction yet
    question,    // a person must decide first
};

// All of a game but its positions: small, so that a decision can work on a copy.
struct Live {
    bool began = false;
    bool running = false;  // a clock, as far as the record knows; a claim pauses it
    // The clock stands because of a flag, a resignation or a move that ended the game for clockd:
    // only setting it starts it.
    bool locked = false;
    // The clock stands by a named pause: a person paused it, set it to stand, adjourned or reopened
    // the game, or noted why it stands. A person starts it again (6.11.3). The value: that person.
    std::optional<std::string> named_pause{};
    bool paused = false;  // by an arbiter; the clock has neither run nor been set since
    Both<std::optional<Question>> flag_asked{};  // the last question about this side's flag (6.8)
    // The clock got another control while the record had the game over, and goes by it.
    bool other_control = false;
    bool paused_together = false;  // with other boards by one act; it has not run since
    bool touched = false;       // the player on move has touched a piece on this move (9.4)
    Both<bool> came{};          // the player has come: reported, or seen to make a move (6.7.1)
    // The players have changed seats an odd number of times (7.3); the same as clockd has it.
    bool seats_changed = false;
    bool clock_seats_changed = false;
    bool reversed = false;  // colours are the other way round than when the game was opened (7.3)
    std::vector<Approval> approvals{};  // of the result (8.7)
    std::vector<Approval> set_aside{};  // those of other results; they may hold again
    Both<bool> offer{};         // a draw offer of this side is alive (9.1.2.1)
    Both<bool> offer_at_end{};  // ended or accepted with the result that stands
    std::optional<RefusedByTouch> refused_by_touch{};  // the last one
    std::optional<Adjourned> adjourned;
    Hold hold = Hold::none;
    Ply ply;                                  // moves recorded, of both sides together
    Both<Ply> offered_at;                     // the ply of its last offer, for the (=)
    Both<std::uint32_t> illegal{};            // illegal actions completed (7.5.5)
    Both<std::uint32_t> offers_and_claims{};  // draw offers, and wrong claims, ever
    std::vector<WrongClaim> wrong_claims{};
    Both<std::uint32_t> looks{};              // times the record was shown on request (A.4.3)
    std::uint32_t rulings = 0;
    std::uint32_t asked = 0;       // questions put so far
    std::uint32_t before_act = 0;  // rulings given before the last act of the desk
    std::uint32_t ends = 0;   // number of times the game has ended; more than one if reopened
    Epoch epoch;              // of the board, as far as the record knows
    // Presses of both sides together, on a board that reports presses only. Then `ply` counts the
    // moves entered from scoresheets, and the position on the board is not known.
    std::optional<Ply> presses;
    Both<Duration> readings;  // the last that the record knows
    // What rulings taken back could not take from a clock that came to zero; never above zero.
    Both<Duration> untaken{};
    // What the clock shows, if a ruling's change of the readings has not reached it yet, or if an
    // event that does not count set it.
    std::optional<Both<Duration>> clock_shows;
    std::optional<wire::Outcome> result;
    std::optional<wire::Outcome> withdrawn;  // until the clock is open again
    std::vector<Pending> pending;      // in the order made; a second one is the reply to the first
    std::vector<Announced> announced;  // moves still to be played (9.5.3): one for each position
    std::vector<Bound> bound;          // touched pieces (4.3): the last entry for a position holds
    std::vector<Touch> touches;        // of this move and the last
    std::vector<Offended> offended;    // illegal actions counted, by move
    std::optional<Unruled> unruled;
    std::vector<Stood> stood;
    std::vector<Ruled> ruled;         // those that changed something
    std::vector<Question> questions;  // open ones, oldest first
    std::vector<Question> closed;     // by the act of the desk under way, before its ruling
    std::vector<std::string> sent_as;  // former ids of the command to be sent again next
    std::vector<Outstanding> outbox;
    // Ids of commands to open the game again that were settled, and not seen to have done it: one
    // of them may still do it.
    std::vector<std::string> reopenings{};
    std::vector<Side> flags;            // sides whose time is out, in the order in which it ran out
    Both<Pos> fell;                     // where clockd's log has the last flag-fall of each side
    std::optional<Subject> hold_about;  // subject of the question that holds
    std::string control;                // the time control; empty: that of the game's terms
    Both<Duration> dated_back{};        // by each side's presses, since a person was asked about it
    Duration pressed_age{};             // age of the last press
    friend bool operator==(const Live&, const Live&) = default;
};

// A press of a board that reports presses only.
struct Press {
    Ply ply;
    Pos at;  // its position in clockd's log
    Duration elapsed;
    Both<Duration> readings;
    friend bool operator==(const Press&, const Press&) = default;
};

// How play on such a board ended, if a position is needed to judge it (5.1.2, 6.9).
struct Unjudged {
    Subject about{};  // flag_fall or resignation
    Side side{};      // whose
    Ply presses;
    friend bool operator==(const Unjudged&, const Unjudged&) = default;
};

// A change of the time control (6.10.2).
struct ControlChange {
    Ply ply;                     // plies completed before it
    std::string time_control;    // from now on
    PeriodTrigger period_trigger{};
    std::string by;
    std::string article;
    std::uint32_t ruling = 0;  // a person's ruling that it carries out; 0: none
    friend bool operator==(const ControlChange&, const ControlChange&) = default;
};

// A period that ended by time (trigger "zero", overtime), not by moves.
struct PeriodEnd {
    Ply ply;  // completed before it
    Both<std::uint32_t> before;
    friend bool operator==(const PeriodEnd&, const PeriodEnd&) = default;
};

// Time that a ruling or a correction gave or took: it also holds for the positions up to `ply` when
// the game goes back to one of them.
struct ClockChange {
    Ply ply;
    Shift shift;
    std::string article;
    friend bool operator==(const ClockChange&, const ClockChange&) = default;
};

// The game went back to an earlier position, and its clock is to be set.
struct WentBack {
    Ply ply;
    std::uint32_t rulings = 0;  // rulings given before
    friend bool operator==(const WentBack&, const WentBack&) = default;
};

struct Game {
    std::string id;
    Board board;
    wire::GameTerms terms;
    Profile profile;
    // The initial readings by the control in force, with the corrections of the clock that still
    // apply: a game that begins again starts with them.
    Both<Duration> at_start;
    std::uint32_t begun = 0;  // the ruling that began it again; 0: as it was opened
    // The readings after each ply of `history`, including later changes; clocks show none of them
    // below zero (clock_after). The same holds for at_start.
    std::vector<Both<Duration>> clocks{};
    std::vector<ClockChange> changes = {};  // changes that `clocks` includes, oldest first
    std::optional<WentBack> went_back = {};  // until the clock is set
    chess::History history;    // from `base` on; the current position is the one after live.ply
    Ply base;                  // more than 0 only after a person set up another position
    Side first = Side::white;  // the side that moves at ply 1
    std::vector<sheets::RecordedMove> moves = {};  // from `base` on
    std::vector<Press> presses = {};               // of a board that reports presses only
    std::optional<Unjudged> unjudged = {};
    // For the duty to record (8.4); nothing if the time control cannot be read.
    std::optional<Both<TimeControl>> control = {};  // the one in force
    std::vector<ControlChange> controls = {};       // oldest first
    PeriodTrigger trigger = PeriodTrigger::moves;
    Both<std::uint32_t> period{{1, 1}};
    std::vector<PeriodEnd> ended = {};  // periods that ended by time, oldest first
    Both<RecordingMemory> memory = {};
    std::vector<TakenBack> taken_back = {};  // what rulings may bring back; see taken_back.hpp
    Live live;
};
bool operator==(const Game& a, const Game& b);

// What a later game of the same event is compared with.
struct Played {
    std::string id;
    TimeClass time_class{};
    RaisedBy raised_by{};  // illegal moves
    std::string profile;   // its id
};

// The games of the record that are not in memory. Both functions may throw PastUnreadable.
class PastGames {
public:
    virtual ~PastGames() = default;
    // The game as its events give it, or nullptr. Valid until the decision under way is recorded.
    virtual const Game* find(const std::string& id) = 0;
    // The games of this event that the record has, in any order.
    virtual std::vector<Played> of_event(const std::string& event) = 0;
};

// The record cannot be read at present, so that nothing can be decided about this game. Nothing has
// changed: the same input may come again.
struct PastUnreadable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Games {
    std::string log;   // id of the clock log the record follows
    std::string time;  // "real" or "virtual"
    // By id. With `past`: only live games and the latest one of each board.
    std::map<std::string, Game, std::less<>> by_id;
    std::map<Board, std::string> at_board;  // the latest game of each board
    PastGames* past = nullptr;              // has the other games; nullptr: there are none
};
bool operator==(const Games& a, const Games& b);  // of what is in memory

// The facts of a question if they are of this kind, else nullptr.
template <class Facts>
const Facts* facts_of(const Question& question) {
    return question.basis.facts ? std::get_if<Facts>(&*question.basis.facts) : nullptr;
}

// Is it about the age of a side's acts? Other things are reported late, too.
inline bool of_an_age(const Question& question) {
    return question.about == Subject::dated_back && facts_of<wire::OfSide>(question) != nullptr;
}

// The game of this id, or nullptr. Throws PastUnreadable.
const Game* find(const Games& games, const std::string& id);

// The game now at the clock of this game's board, if it is another one; else empty.
std::string other_at_board(const Games& games, const Game& game);

// All games of this event, in memory or not. Throws PastUnreadable.
std::vector<Played> games_of(const Games& games, const std::string& event);

// What a later game of its event is compared with.
Played played(const Game& game);

// The time control in force, in the notation of GameTerms.
const std::string& control_of(const Game& game);

// The time control after this many changes, and how its periods end.
wire::NewControl control_after(const Game& game, std::size_t changes);

// Must this side record now, with this much time left (8.4, A.2)?
Recording recording_of(const Game& game, Side side, Duration left);

// Moves of one side among the first `ply` moves of a game in which `first` moves first.
std::uint32_t moves_of(Side side, Side first, Ply ply);

// Applies the event to the state. Cannot fail: the event was decided on this very state; any other
// event stops the process. Call it as game::apply: plain apply() on a variant also finds
// std::apply.
void apply(Games& games, const wire::GameEvent& event);

// Applies the event to the part of a game without its positions, for decisions under way.
// `position` is the one after live.ply.
void apply_live(Live& live, const chess::Position& position, const wire::GameEvent& event);

// The position on the board: after the pending moves, as far as they are legal.
chess::Position on_board(const Live& live, const chess::Position& position);

// Is the envelope closed while the clock of the player who must reply was started (I.10)?
bool reply_runs(const Live& live);

// Is the envelope closed, and was no clock started?
bool waits_for_envelope(const Live& live);

// Has this party approved the result (8.7)?
bool approved_by(const Live& live, Party who);
// Approvals that hold again: the same score for the same players, both played or both not.
std::vector<Approval> approved_before(const Live& live);
constexpr Party party_of(Side side) { return side == Side::white ? Party::white : Party::black; }

// Does the ruling with this number stand? True for 0 and for a ruling that changed nothing.
bool stands(const Live& live, std::uint32_t ruling);

// Has the side on move in this position touched a piece on this move (9.4)? Nullptr if it has not.
const Touch* touched_in(const Live& live, const chess::Position& position);
// The draw offers and wrong claims of this side that count (11.5).
std::uint32_t offers_that_count(const Live& live, Side side);

// The position before the move with this ply, as far as the pending moves lead.
chess::Position position_before(const Live& live, const chess::Position& position, Ply ply);

// What binds the side to move in this position; nullptr if nothing does.
const Bound* bound_in(const Live& live, const chess::Position& position);

// The positions of a game that goes on after `ply` moves from a position that a person set up or an
// illegal move led to. Those before it count for repetition as far as its halfmove clock reaches.
chess::History gone_on(const Game& game, Ply ply, const chess::Position& position);

// The variant that the terms name; orthodox chess when they name none.
chess::Variant variant_of(const wire::GameTerms& terms);

// The initial position of the terms; the orthodox one if they name none, or none that is possible.
chess::Position start_of(const wire::GameTerms& terms);

// The move that was announced in this position and must be played; nullptr if there is none.
const Announced* announced_in(const Live& live, const chess::Position& position);

}  // namespace flagfall::game
