// Every game as the record knows it. This state is built by applying the recorded events in their
// order and by nothing else, so a restart gives the same games.
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

// A move that stands on the board and is not completed (6.2.1).
struct Pending {
    Side side{};
    std::string text;
    Pos at;            // where clockd's log has it
    Duration elapsed;  // of the turn, when it was made
    friend bool operator==(const Pending&, const Pending&) = default;
};

// A move announced with a claim that was wrong: the claimant must play it (9.5.3) in the position
// it was announced in. When the opponent's move that led there is replaced or taken back, it binds
// nobody, unless that position comes back.
struct Announced {
    Ply ply;  // that it will be
    chess::Position before;
    std::string uci;
    std::uint32_t ruling = 0;  // that the claim was wrong
    friend bool operator==(const Announced&, const Announced&) = default;
};

// An illegal action that was completed and not put right by itself. The record waits before it,
// while the clock has gone on (A.5.2).
struct Unruled {
    Side side{};
    Ply ply;  // that the action would be
    Irregularity kind{};
    std::string text;
    std::string squares;  // as in illegal_move_seen
    Duration elapsed;
    Duration gained;
    Both<Duration> readings;  // at the press
    // Made by the opponent, when the board before it was no position; the window is closed then.
    std::string reply;
    Duration reply_elapsed;
    std::uint32_t rulings = 0;  // given before it was seen
    Both<Duration> given{};     // to either clock since the press, by rulings and corrections
    friend bool operator==(const Unruled&, const Unruled&) = default;
};

// An illegal action that stands.
struct Stood {
    Side side{};
    Ply ply;
    std::string before;  // FEN, to go back to where that is allowed (US 11A)
    friend bool operator==(const Stood&, const Stood&) = default;
};

// A player must play one of these moves (4.3, 4.7): in the position that they belong to.
struct Bound {
    Ply ply;  // that it will be
    chess::Position before;
    std::string article;
    std::string squares;       // touched, in their order; may be empty
    std::string moves;         // UCI, space between
    std::uint32_t ruling = 0;  // that says so
    friend bool operator==(const Bound&, const Bound&) = default;
};

// Pieces that a player touched, as a device felt or an arbiter ruled: one for each player, move and
// source. Kept for the move under way and the one before it.
struct Touch {
    Side side{};
    Ply ply;                   // of the move that it was to be
    chess::Position before;    // it, to be the same touch when the opponent's move is another
    std::string squares;       // in their order; empty when it is not known which
    bool adjusting = false;    // announced before (4.2.1)
    bool counts = false;       // the player had the move: no claim on it any more (9.4)
    std::uint32_t ruling = 0;  // that says so; 0: a device
    friend bool operator==(const Touch&, const Touch&) = default;
};

// An illegal action that was counted for a move that the record has not replaced since: another
// one inside the same move is not counted again.
struct Offended {
    Side side{};
    Ply ply;
    std::uint32_t ruling = 0;  // 0: a person was asked what it costs
    friend bool operator==(const Offended&, const Offended&) = default;
};

// A command for clockd whose effect was not seen yet: the outbox.
struct Outstanding {
    wire::CommandIssued issued;
    // The ids that it had before it was sent again: one of them may have reached clockd after all.
    std::vector<std::string> former{};
    friend bool operator==(const Outstanding&, const Outstanding&) = default;
};

// A question that waits for a person.
struct Question {
    std::uint32_t number = 0;
    std::uint32_t first = 0;  // the number that it was put under first
    std::string article;
    Subject about{};
    bool holds = false;
    wire::Pairs options;
    wire::Basis basis{};     // what its answers go by
    std::string text{};      // for people, to be put again with it
    wire::Pairs evidence{};  // the same
    std::uint32_t since = 0;  // the last ruling given when it was put
    friend bool operator==(const Question&, const Question&) = default;
};

// The game is adjourned with a sealed move (Guidelines I).
struct Adjourned {
    Side sealed_by{};
    std::uint32_t ruling = 0;        // that adjourned it
    bool opened = false;             // the envelope was, and the move counts
    bool reply_runs = false;  // it is closed, and the clock of who must reply was started (I.10)
    std::string resumption;          // date, time and place
    Ply ply;                         // completed before the sealed move
    chess::Position before;          // that it was sealed in
    std::string sealed{};            // the move as written, once the envelope is open
    std::vector<Question> closed{};  // by the act of the desk that adjourned it
    friend bool operator==(const Adjourned&, const Adjourned&) = default;
};

// Who has approved a result: a player who signed, or the arbiter (8.7); `by`: the person who noted
// it at the desk.
struct Approval {
    Party who{};
    std::string by;
    friend bool operator==(const Approval&, const Approval&) = default;
};

// A time control that was put right (6.10.2): at each moment of the game the clocks show what the
// present one gives by the moves completed, where they showed what the former one gives.
struct OtherControl {
    Both<TimeControl> former;
    Both<TimeControl> present;
    friend bool operator==(const OtherControl&, const OtherControl&) = default;
};

// By how much a clock was changed at each moment of a game.
struct Shift {
    Both<Duration> time{};  // at every one
    std::vector<OtherControl> controls{};
    friend bool operator==(const Shift&, const Shift&) = default;
};

// A ruling that was given, as far as a further one may take it back.
struct Ruled {
    std::uint32_t number = 0;
    Subject about{};
    wire::Effect effect;
    bool undone = false;
    bool refusal = false;  // it says that the clock did not do what the ruling it undoes says
    bool withdrawn = false;  // its result was, at the clock: it gives none any more
    bool called = false;     // it had clockd call the flag, which has fallen since
    bool failed = false;     // the clock refused its last command, or never answered
    std::optional<Side> looked{};  // who was shown the record (A.4.3)
    std::optional<wire::Outcome> gave{};   // the result that it gave, or gave back
    std::vector<Approval> approvals{};     // of the result that it put another in the place of
    std::optional<Adjourned> adjourned{};  // that the game was until it said otherwise
    std::vector<Question> closed{};        // by the act of the desk that it is of, or by its result
    // By the act of the desk that it is of, after it, and when the clock refused what it sent.
    std::vector<std::uint32_t> asked{};
    std::uint32_t end = 0;       // given while the game was over, which end of it; 0: in play
    std::uint32_t unmet_by = 0;  // the ruling that says that the clock did not do it
    Shift carried{};             // by which it changed the readings of earlier moments
    Both<Duration> present{};    // what it adds to the readings of now, were they below zero
    friend bool operator==(const Ruled&, const Ruled&) = default;
};

struct Game;

// A game as it stood before a ruling changed which moves stand. It comes back when that ruling is
// taken back.
struct TakenBack {
    std::uint32_t ruling = 0;
    bool whole = false;      // the game began again: the players, and all that was counted
    bool presses = false;    // the count of presses changed, too
    bool adjourned = false;  // an envelope was opened, or a game resumed
    bool open = false;       // an illegal action that was open was put right (A.5.2)
    Ply left;                // of that: the moves that the record had then
    std::uint32_t of = 0;    // Game::begun of the game that it was
    Shift given{};           // time that rulings have given to the clocks since
    Both<Duration> more{};   // and beyond that to the last readings
    // What the clock showed when the ruling was carried out: it had run on since the record's last
    // readings. Nothing as long as that is not known.
    std::optional<Both<Duration>> shown{};
    std::shared_ptr<const Game> before;
};

// Why the players' acts at a board do not count at present.
enum class Hold : std::uint8_t {
    none,
    correction,  // an irregularity was found, its correction is not seen in clockd's log yet
    question,    // a person must decide first
};

// Everything about a game but its positions: small, so that a decision works on a copy.
struct Live {
    bool began = false;
    bool running = false;  // a clock, as far as the record knows; a claim pauses it
    // It stands by a flag, a resignation or a move that ended the game for clockd: only setting it
    // makes it run.
    bool locked = false;
    // It stands by a named pause: a person paused it, set it to stand, adjourned or reopened the
    // game, or noted why it stands. A person starts it again (6.11.3). The value: who that was.
    std::optional<std::string> named_pause{};
    bool paused = false;  // an arbiter has paused it; it has neither run nor been set since
    Both<std::optional<Question>> flag_asked{};  // what was asked last of this side's flag (6.8)
    // The clock was given another control while the record had the game over: it goes by that one.
    bool other_control = false;
    bool paused_together = false;  // with other boards by one act, and it has not run since
    bool touched = false;       // the player on move has touched a piece on this move (9.4)
    Both<bool> came{};          // to the board: reported, or seen to make a move (6.7.1)
    // The players have changed seats, an odd number of times (7.3); the same as clockd has it.
    bool seats_changed = false;
    bool clock_seats_changed = false;
    std::vector<Approval> approvals{};  // of the result (8.7)
    Both<bool> offer{};         // a draw offer of this side is alive (9.1.2.1)
    Both<bool> offer_at_end{};  // one was until the result that stands, or was accepted with it
    std::optional<Adjourned> adjourned;
    Hold hold = Hold::none;
    Ply ply;                                  // moves recorded, both sides together
    Both<Ply> offered_at;                     // the ply its last offer goes with, for the (=)
    Both<std::uint32_t> illegal{};            // illegal actions completed (7.5.5)
    Both<std::uint32_t> offers_and_claims{};  // draw offers, and claims that were wrong (11.5)
    Both<std::uint32_t> looks{};              // at the record, on request (A.4.3)
    std::uint32_t rulings = 0;
    std::uint32_t asked = 0;       // questions put so far
    std::uint32_t before_act = 0;  // rulings given before the last act of the desk
    std::uint32_t ends = 0;   // how often the game has ended; more than once where it was reopened
    Epoch epoch;              // of the board, as far as the record knows
    // Presses of both sides together, of a board that reports presses only. Then `ply` counts the
    // moves entered from scoresheets, and the position on the board is not known.
    std::optional<Ply> presses;
    Both<Duration> readings;  // the last the record knows
    // What rulings taken back would have taken from a clock that came to zero; never above zero.
    Both<Duration> untaken{};
    // What the clock shows, while a ruling has changed them and has not reached it, or where it was
    // set by what does not count.
    std::optional<Both<Duration>> clock_shows;
    std::optional<wire::Outcome> result;
    std::optional<wire::Outcome> withdrawn;  // the result, until the clock is open again
    std::vector<Pending> pending;      // in the order made; a second one is the reply to the first
    std::vector<Announced> announced;  // to be played still (9.5.3): one for each position
    std::vector<Bound> bound;          // touched pieces (4.3): the last for a position holds
    std::vector<Touch> touches;        // of this move and the last
    std::vector<Offended> offended;    // illegal actions counted, by move
    std::optional<Unruled> unruled;
    std::vector<Stood> stood;
    std::vector<Ruled> ruled;         // those that changed something
    std::vector<Question> questions;  // that are open, oldest first
    std::vector<Question> closed;     // by the act of the desk under way, before its ruling
    std::vector<std::string> sent_as;  // the former ids of the command that is sent again next
    std::vector<Outstanding> outbox;
    std::vector<Side> flags;            // whose time is out, in the order in which it ran out
    Both<Pos> fell;                     // where clockd's log has each side's time run out last
    std::optional<Subject> hold_about;  // of the question that holds
    std::string control;                // the time control; empty: that of the game's terms
    Both<Duration> dated_back{};        // by each side's presses, since a person was asked of it
    Duration pressed_age{};             // by the last press
    friend bool operator==(const Live&, const Live&) = default;
};

// A press of a board that reports presses only.
struct Press {
    Ply ply;
    Pos at;  // where clockd's log has it
    Duration elapsed;
    Both<Duration> readings;
    friend bool operator==(const Press&, const Press&) = default;
};

// How the play of such a board ended, when that needs a position to be judged (5.1.2, 6.9).
struct Unjudged {
    Subject about{};  // flag_fall or resignation
    Side side{};      // whose
    Ply presses;
    friend bool operator==(const Unjudged&, const Unjudged&) = default;
};

// Another time control than the one before counts from here (6.10.2).
struct ControlChange {
    Ply ply;                     // completed before it
    std::string time_control;    // from now on
    PeriodTrigger period_trigger{};
    std::string by;
    std::string article;
    std::uint32_t ruling = 0;  // of a person that it carries out; 0: of none
    friend bool operator==(const ControlChange&, const ControlChange&) = default;
};

// A period that ended by its time (trigger "zero", overtime), not by its moves.
struct PeriodEnd {
    Ply ply;  // completed before it
    Both<std::uint32_t> before;
    friend bool operator==(const PeriodEnd&, const PeriodEnd&) = default;
};

// Time that a ruling gave or took, or a correction: it holds for positions up to `ply`, too, when
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
    std::uint32_t rulings = 0;  // given before
    friend bool operator==(const WentBack&, const WentBack&) = default;
};

struct Game {
    std::string id;
    Board board;
    wire::GameTerms terms;
    Profile profile;
    // The initial readings by the control in force and the corrections since it was put right: a
    // game that begins again has them.
    Both<Duration> at_start;
    std::uint32_t begun = 0;  // the ruling with which it began again; 0: as it was opened
    // The readings after each ply of `history`, with what was changed since; as a clock shows them,
    // none is below zero (clock_after). The same holds for at_start.
    std::vector<Both<Duration>> clocks{};
    std::vector<ClockChange> changes = {};  // that are in `clocks`, oldest first
    std::optional<WentBack> went_back = {};  // until the clock is set
    chess::History history;    // from `base` on; the current position is the one after live.ply
    Ply base;                  // more than 0 only after a person set up another position
    Side first = Side::white;  // whose move ply 1 is
    std::vector<sheets::RecordedMove> moves = {};  // from `base` on
    std::vector<Press> presses = {};               // of a board that reports presses only
    std::optional<Unjudged> unjudged = {};
    // For the duty to record (8.4); nothing when the time control cannot be read.
    std::optional<Both<TimeControl>> control = {};  // the one in force
    std::vector<ControlChange> controls = {};       // oldest first
    PeriodTrigger trigger = PeriodTrigger::moves;
    Both<std::uint32_t> period{{1, 1}};
    std::vector<PeriodEnd> ended = {};  // periods that ended by their time, oldest first
    Both<RecordingMemory> memory = {};
    bool reversed = false;  // the players have the other colours than it was opened with (7.3)
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

// The games of the record that are not in memory. Both functions throw PastUnreadable.
class PastGames {
public:
    virtual ~PastGames() = default;
    // The game as its events give it, or nullptr. Valid until the decision under way is recorded.
    virtual const Game* find(const std::string& id) = 0;
    // The games of this event that were opened, as far as the record has them; in any order.
    virtual std::vector<Played> of_event(const std::string& event) = 0;
};

// The record cannot be read at present, so nothing can be decided about this game. Nothing has
// changed: the same input may come again.
struct PastUnreadable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct Games {
    std::string log;   // id of the clock log the record follows
    std::string time;  // "real" or "virtual"
    // By id. With `past`: those that are live, and the latest of each board.
    std::map<std::string, Game, std::less<>> by_id;
    std::map<Board, std::string> at_board;  // the latest game of each board
    PastGames* past = nullptr;              // has the others; nullptr: there are none
};
bool operator==(const Games& a, const Games& b);  // of what is in memory

// The facts of a question, when they are of this kind; nullptr otherwise.
template <class Facts>
const Facts* facts_of(const Question& question) {
    return question.basis.facts ? std::get_if<Facts>(&*question.basis.facts) : nullptr;
}

// The game of this id, or nullptr. Throws PastUnreadable.
const Game* find(const Games& games, const std::string& id);

// The games of this event by their ids, those in memory and the others. Throws PastUnreadable.
std::vector<Played> games_of(const Games& games, const std::string& event);

// What a later game of its event is compared with.
Played played(const Game& game);

// The time control in force, in the notation of GameTerms.
const std::string& control_of(const Game& game);

// The time control after so many of its changes, and how its periods end.
wire::NewControl control_after(const Game& game, std::size_t changes);

// Must this side record now, with so much on its clock (8.4, A.2)?
Recording recording_of(const Game& game, Side side, Duration left);

// Moves of one side among the first `ply` moves of a game in which `first` moves first.
std::uint32_t moves_of(Side side, Side first, Ply ply);

// Does to the state what the event says. Cannot fail: the event was decided from this very
// state, and one that was not stops the process. Call it as game::apply: plain apply() on a
// variant also finds std::apply.
void apply(Games& games, const wire::GameEvent& event);

// The part of it that concerns a game without its positions; for decisions under way. `position`
// is the one after live.ply.
void apply_live(Live& live, const chess::Position& position, const wire::GameEvent& event);

// The position on the board: after the pending moves, as far as they are legal.
chess::Position on_board(const Live& live, const chess::Position& position);

// Is the envelope closed, and the clock of who must reply to the sealed move was started (I.10)?
bool reply_runs(const Live& live);

// Is the envelope closed, and nobody's clock was started?
bool waits_for_envelope(const Live& live);

// Has this party approved the result (8.7)?
bool approved_by(const Live& live, Party who);
constexpr Party party_of(Side side) { return side == Side::white ? Party::white : Party::black; }

// Does the ruling of this number stand? One that changed nothing, or none (0), does.
bool stands(const Live& live, std::uint32_t ruling);

// Has the side on move in this position touched a piece on this move (9.4)? Nullptr if it has not.
const Touch* touched_in(const Live& live, const chess::Position& position);

// The position that a move of this ply is, or was, to be made in, as far as the pending moves lead.
chess::Position position_before(const Live& live, const chess::Position& position, Ply ply);

// What binds the side on move in this position; nullptr if nothing does.
const Bound* bound_in(const Live& live, const chess::Position& position);

// The positions of a game that goes on after `ply` moves from one that a person set up, or that an
// illegal move led to: those before it count for repetition as far as its halfmove clock reaches.
chess::History gone_on(const Game& game, Ply ply, const chess::Position& position);

// The variant that the terms name; orthodox chess when they name none.
chess::Variant variant_of(const wire::GameTerms& terms);

// The initial position that the terms name; the orthodox one when they name none that can be.
chess::Position start_of(const wire::GameTerms& terms);

// The move that was announced in this position and must be played; nullptr if none was.
const Announced* announced_in(const Live& live, const chess::Position& position);

}  // namespace flagfall::game
