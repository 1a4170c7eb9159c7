// A game of the record, as the oracle's own arbiter has it, and the rulings of its chains.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/oracle/clock.hpp"
#include "tests/oracle/line.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/state.hpp"

namespace flagfall::oracle {

// A game of the record.
struct Game {
    std::string id;
    Board board;
    Rules rules{"fide-standard", minutes(2)};
    Line line;
    chess::Variant variant = chess::Variant::chess;
    bool position_known = true;
    std::optional<std::uint32_t> presses;  // of both sides, on a board that reports nothing else
    bool follows_board = false;  // the clock beside an electronic board is the game's
    std::map<std::uint32_t, AtPress> at_presses;  // by their count
    Side first = Side::white;
    std::vector<Standing> standing;  // at most two: a move and the reply to it
    Both<std::optional<Ply>> offer;    // that stands, and the move it belongs to
    Both<std::optional<Ply>> offered;  // the last one made, for the mark beside the move
    std::optional<RefusedByTouch> refused_by_touch;
    Both<bool> offer_at_end;         // one stood until the game was over, or ended it
    Both<std::uint32_t> illegal;     // illegal actions (7.5.5)
    Both<std::uint32_t> offers;      // draw offers, and claims that were wrong (11.5)
    std::vector<std::pair<Side, std::uint32_t>> wrong;  // claims, with the ruling that says so
    Both<bool> came{};               // to the board: reported, or seen to make a move
    bool seats_changed = false;      // by the players (7.3), an odd number of times
    bool clock_seats_changed = false;  // the same, as clockd has it
    std::vector<Announced> announced;
    std::vector<Obliged> obliged;
    std::vector<Felt> felt;
    std::vector<Offended> offended;
    std::optional<Open> open;
    std::vector<std::uint32_t> stood;  // plies of illegal actions that stand
    Both<bool> touched;              // a piece must be moved (4.3): no claim on this move (9.4)
    Hold hold = Hold::none;
    bool began = false;
    bool runs = false;               // does a clock run, or will it by what the record has ordered?
    bool clock_runs = false;         // did one run after the last event at the board?
    bool named = false;              // it stands, and an arbiter knows why: they start it again
    bool through = false;  // a flag or the end on the board has stopped it: only setting starts it
    bool paused = false;  // an arbiter has paused it; it has neither run nor been set since
    std::optional<wire::Outcome> result;
    std::optional<wire::Outcome> withdrawn;  // at the desk, while the clock does not know it
    std::vector<Outstanding> outbox;
    std::set<std::string> reopenings;  // the ids of all commands to open it again, ever
    std::uint32_t rulings = 0;
    std::uint32_t to_record = 0;     // its pause was sent to set the clock to the record
    std::uint32_t questions = 0;     // put so far
    std::vector<Asked> asked;        // those that wait
    std::map<std::uint32_t, Asked> known;  // every question put so far, by its number
    // What the clock goes on with when the arbiter answers without times: as the record proposed
    // it with the question of this number, and as the clock was changed since.
    struct Proposed {
        Both<Duration> readings;
        std::uint32_t since = 0;  // the ruling that the question was put with
    };
    std::map<std::uint32_t, Proposed> proposed;
    std::uint32_t offers_to_ask = 0;  // 11.5; 0: nobody is asked
    bool asks_about_change = false;  // the rule `made_move_changed` was announced
    std::optional<Changed> changed;
    Both<Duration> readings;         // the last ones the record knows
    std::uint32_t ends = 0;          // how often the game has ended
    Both<Duration> dated_back{};     // by each side's presses, since a person was asked of it
    Duration pressed_age{};          // by the last press
    Both<Duration> owed{};           // by rulings taken back since the game is over
    Both<Duration> untaken{};        // that undos would have taken from empty clocks; not above 0
    std::optional<Unshown> penalty;  // among them
    bool flag_decided = false;       // the flag ended the game, or it is the question
    bool ended_at_clock = false;
    bool clock_let_be = false;       // a person decided that the clock does not learn of the end
    // A complaint was made, and what follows would only repeat it; or the rules are not known here.
    bool lost = false;
    // From this event on other rules than those known here decide: nothing more is judged.
    bool beyond = false;
    std::string left;  // why the oracle gave up on the game, if it did

    // What rulings of persons may take back, put right or exchange.
    std::vector<Given> given;
    std::optional<wire::Outcome> noted;  // the result after the rulings in `given`
    std::uint32_t noted_ply = 0;         // completed after them
    std::vector<Approval> approvals;     // of it, and of others since the game ended
    std::vector<Asked> closed;           // by the act of the desk under way, before its ruling
    std::map<std::uint32_t, Kept> kept;  // by the ruling that changed which moves stand
    chess::Position start = chess::start_position();
    Both<Duration> at_start;   // of a game that begins again
    std::optional<Control> control;
    wire::NewControl in_force;         // as it was written
    std::vector<Controlled> controls;  // those before it, oldest first
    bool other_control = false;        // the clock took another one after the game was over
    std::optional<Sealed> adjourned;
    std::string white;         // who plays with which colour, by the record
    std::string black;
    bool reversed = false;     // not as the game was opened
};

// In an expected setting: a period that the oracle does not work out.
inline constexpr std::uint32_t any_period = 0xFFFFFFFF;
// The periods to set with another position: as given, or none. Where periods begin as the clock
// runs down, the moves do not show them, and any that the control has may be set: the clock's log
// is judged for that.
Both<std::uint32_t> periods_there(const Game& game, const Both<std::uint32_t>& given);

// Is what is asked so of interest when the game is over?
bool outlives_game(Subject about);
// The ruling of this number, unless it changed nothing: nullptr.
const Given* ruling_of(const Game& game, std::uint32_t number);
// The first ruling of a chain: of one ruling, and of those that took it back or restored it.
std::uint32_t root_of(const Game& game, std::uint32_t ruling);
// The last ruling of the chain.
std::uint32_t tip_of(const Game& game, std::uint32_t ruling);
// The ruling of a chain that is in force, `last` being its last: an undo that the clock refused has
// changed nothing, nor has one that was taken back and given again while the game was over.
// nullptr: none.
const Given* in_force(const Game& game, const Given* last);
// What giving or taking so much comes to at clocks with these readings, of which an earlier undo
// could not take so much.
Both<Duration> comes_to(const Both<Duration>& readings, const Both<Duration>& wanted,
                        const Both<Duration>& untaken);
// A ruling that is given, before it is among the others; one that gave nothing after all; a person
// sets the clock; the game goes back; moves come back, by taking back the ruling of this number.
void enter(Game& game, Given& given);
void strike(Game& game, std::uint32_t ruling);
void enter_setting(Game& game, const wire::ClockIntervention& e);
void enter_place(Game& game);
void enter_return(Game& game, const Kept& kept, std::uint32_t number);
// An undo that takes nothing from an empty clock.
void enter_unsent(Game& game, const Given& given);
// The clocks were changed at each moment, by this ruling or by none.
void book(Game& game, const Both<Duration>& time, std::uint32_t ruling);
// The clock was put right by it: that holds for a game that begins again, and for the one before.
bool corrects_start(const Game& game, const Given& ruling);
// Does the ruling of this number stand? One that changed nothing does.
bool stands(const Game& game, std::uint32_t ruling);
// Does it once the ruling `undoes` is taken back, too?
bool stands_with(const Game& game, std::uint32_t ruling, std::uint32_t undoes);
// The ruling of a person, of another chain than that of `root`, that stands and has answered or
// closed the question. 0: none.
std::uint32_t closed_elsewhere(const Game& game, const Asked& asked, std::uint32_t root);
// What the rows say that the oracle does not work out itself, but goes on from: the commands as
// they were sent, the options offered, and what rulings changed.
void note(Game& game, std::span<const GameRow> rows);

}  // namespace flagfall::oracle
