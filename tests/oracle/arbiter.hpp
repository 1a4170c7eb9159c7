// The oracle's own arbiter: what must follow under the Laws from one event of clockd's log, as the
// events that arbiterd's record must then hold. Texts for people are left out.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "common/base/time_control.hpp"
#include "tests/oracle/clock.hpp"
#include "tests/oracle/line.hpp"
#include "tests/oracle/oracle.hpp"

namespace flagfall::oracle {

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

// A move announced with a wrong claim: whoever has the move in this position must play it (9.5.3).
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
};

// A piece that a device felt being touched by who had the move (9.4).
struct Felt {
    Side side = Side::white;
    std::uint32_t ply = 0;  // of the move that it was to be
    chess::Position in;
    std::uint32_t ruling = 0;  // the touch counts while this ruling stands
};

// A command that the record has issued and not settled.
struct Outstanding {
    std::string id;
    Pos cause;
    std::uint32_t number = 0;  // of the commands with this cause
    decltype(wire::CommandIssued::command) command;
    std::string by{};  // the person who ruled it at the desk; empty: arbiterd did by itself
    bool corrects_start = false;  // time that holds for a game that begins again, too
    Both<Duration> time{};        // that the ruling gave
    std::uint32_t ruling = 0;     // that it is of
};

// The record's word of this name, which must be one.
template <wire::Word E>
E word(std::string_view name) {
    return wire::from_name<E>(name).value();
}

// A question that waits for a person.
struct Asked {
    std::uint32_t number = 0;
    Subject about{};
    std::string article{};
    bool holds = false;
    std::vector<std::string> options{};  // that the record offers
    std::string command{};  // the id of what it is about, if it is about one
    std::optional<Obliged> broken{};  // what the move that it is about does not accord with
    std::optional<wire::OfficeCommand> refused{};  // that it is about
    std::uint32_t refused_ruling = 0;              // that had sent it
    Side flag = Side::white;  // of a flag: which one may be called
    std::optional<wire::OfFlag> flag_facts{};
    std::optional<wire::Claimed> claim{};  // that it is about
    std::optional<Side> fallen{};  // of a flag-fall that does not decide by itself: whose
    std::optional<std::uint32_t> offer{};  // of an agreement: the number of its offer
    Side offerer = Side::white;
};

// The time control in force, of both sides, and how its periods end: by "moves" or at "zero".
struct Control {
    Both<TimeControl> sides;
    std::string trigger;
};
std::optional<Control> control_named(const std::string& text, const std::string& trigger);

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
};

// A ruling of the record that changed something, as far as a further one may take it back.
struct Given {
    std::uint32_t number = 0;
    Subject about{};
    wire::Effect effect;
    std::optional<wire::Outcome> before{};  // the result before it
    std::vector<Asked> closed{};            // by the act of the desk that it is of
    std::optional<wire::Outcome> gave{};    // the result that it gave
    std::optional<Sealed> adjourned{};      // that it took back
    bool undone = false;
    bool refusal = false;  // the clock did not do what the ruling that it takes back says
};

// An illegal action that was counted, for the move of this ply.
struct Offended {
    Side side = Side::white;
    std::uint32_t ply = 0;
    std::uint32_t ruling = 0;  // the action counts while this ruling stands
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
};

struct Game;

// A game as it stood before a ruling changed which moves stand.
struct Kept {
    bool whole = false;  // the game began again
    bool adjourned = false;  // what became of the envelope is kept, too
    Both<Duration> given{};  // since then, by rulings that put the clock right
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
    bool us = false;     // of US Chess: judged until something happens that its rules decide
};
// Nothing for a name that nobody knows.
std::optional<Rules> rules_named(std::string_view name);
// The article as the game's rules number it: US Chess has numbers of its own.
std::string cited(const Rules& rules, const std::string& article);
// What holds when none was announced.
Rules rules_of(std::string_view time_control);

// A game of the record.
struct Game {
    std::string id;
    Board board;
    Rules rules{"fide-standard", minutes(2)};
    Line line;
    chess::Variant variant = chess::Variant::chess;
    bool position_known = true;
    Side first = Side::white;
    std::vector<Standing> standing;  // at most two: a move and the reply to it
    Both<std::optional<Ply>> offer;    // that stands, and the move it belongs to
    Both<std::optional<Ply>> offered;  // the last one made, for the mark beside the move
    Both<bool> offer_at_end;         // one stood until the game was over, or ended it
    Both<std::uint32_t> illegal;     // illegal actions (7.5.5)
    Both<std::uint32_t> offers;      // draw offers, and claims that were wrong (11.5)
    Both<bool> came{};               // to the board: reported, or seen to make a move
    std::vector<Announced> announced;
    std::vector<Obliged> obliged;
    std::vector<Felt> felt;
    std::vector<Offended> offended;
    Both<bool> touched;              // a piece must be moved (4.3): no claim on this move (9.4)
    Hold hold = Hold::none;
    bool began = false;
    bool runs = false;               // does a clock run, or will it by what the record has ordered?
    bool named = false;              // it stands, and an arbiter knows why: they start it again
    std::optional<wire::Outcome> result;
    std::optional<wire::Outcome> withdrawn;  // at the desk, while the clock does not know it
    std::vector<Outstanding> outbox;
    std::uint32_t rulings = 0;
    std::uint32_t questions = 0;     // put so far
    std::vector<Asked> asked;        // those that wait
    std::map<std::uint32_t, Asked> known;  // every question put so far, by its number
    bool asks_about_change = false;  // the rule `made_move_changed` was announced
    std::optional<Changed> changed;
    Both<Duration> readings;         // the last ones the record knows
    bool flag_decided = false;       // the flag ended the game, or it is the question
    bool ended_at_clock = false;
    // A complaint was made, and what follows would only repeat it; or the rules are not known here.
    bool lost = false;
    // From this event on other rules than those known here decide: nothing more is judged.
    bool beyond = false;
    std::string left;  // why the oracle gave up on the game, if it did

    // What rulings of persons may take back, put right or exchange.
    std::vector<Given> given;
    std::optional<wire::Outcome> noted;  // the result after the rulings in `given`
    std::vector<Asked> closed;           // by the act of the desk under way, before its ruling
    std::map<std::uint32_t, Kept> kept;  // by the ruling that changed which moves stand
    chess::Position start = chess::start_position();
    Both<Duration> at_start;   // of a game that begins again
    std::optional<Control> control;
    wire::NewControl in_force;         // as it was written
    std::vector<Controlled> controls;  // those before it, oldest first
    std::optional<Sealed> adjourned;
    std::string white;         // who plays with which colour, by the record
    std::string black;
    bool reversed = false;     // not as the game was opened
};

// Is what is asked so of interest when the game is over?
bool outlives_game(Subject about);
// The ruling of this number, unless it changed nothing: nullptr.
const Given* ruling_of(const Game& game, std::uint32_t number);
// The first ruling of a chain: of one ruling, and of those that took it back or restored it.
std::uint32_t root_of(const Game& game, std::uint32_t ruling);
// Does the ruling of this number stand? One that changed nothing does.
bool stands(const Game& game, std::uint32_t ruling);
// What the rows say that the oracle does not work out itself, but goes on from: the commands as
// they were sent, the options offered, and what rulings changed.
void note(Game& game, std::span<const GameRow> rows);

// One row of clockd's log with all that the arbiter may look at.
struct Case {
    const ClockRow& row;
    const Around& around;
    std::span<const GameRow> answer;  // the rows of the record that answer it
};

class Arbiter {
public:
    Arbiter(Game& game, const Case& what, const ClockJudge& clock, Complaints& complaints,
            const Options& options)
        : game_(game), case_(what), clock_(clock), complaints_(complaints), options_(options) {}

    // What must be recorded, in no promised order; the game is afterwards as after it.
    std::vector<wire::GameEvent> answer();
    // The same for a refusal of one of our commands by clockd.
    std::vector<wire::GameEvent> refused(const std::string& id, const std::string& code);
    // The same for what a person ruled at the desk: the rows begin with the act, or with what
    // became of a command.
    std::vector<wire::GameEvent> ruled();

private:
    // moves.cpp: moves made and completed
    void on(const wire::Made& e);
    bool beyond_us() const;
    bool asked_about_change() const;
    void ask_about_change(bool holds);
    void overtaken(Subject about);
    void move_changed(const Standing& first, const std::string& second);
    void on(const wire::Pressed& e);
    void on(const wire::CompletedByNext& e);
    Ending ending_by(Ending clock_says) const;
    const chess::Move* announced_in(const chess::Position& position) const;
    bool may_be_played(const Standing& move) const;
    void not_ended(const wire::Made& e);
    void finish_by_move(Ending ending);
    void complete_standing();
    void record_move(const Standing& move, chess::Move legal, Duration elapsed,
                     CompletedBy by);

    // penalties.cpp: Article 7
    void illegal_action(Side side, const Standing* move);
    void promote(Side side, const Standing& move, const wire::PenaltyGiven& given);
    void announced_not_played(Side side, const Standing& move);
    void unreadable(Side side, const Standing* move);
    void second_offence(Side side);
    wire::Correction restored(Side turn) const;
    void check_touched_piece(Side side, const Standing& move);
    void check_cited(const std::string& article);

    // touch.cpp: the piece of an illegal move must move (4.3)
    void oblige(Side side, const chess::Position& in, std::uint32_t ply, const std::string& text,
                const std::string& article);
    void bind(Side side, const chess::Position& in, std::uint32_t ply,
              const std::vector<chess::Move>& moves, const std::string& article);
    void note_touched(Side side, const chess::Position& in, std::uint32_t ply,
                      const std::string& squares);
    void add_bound(const Obliged& broken);
    std::optional<Obliged> broken_touch(const chess::Position& in, chess::Move move) const;
    std::optional<Obliged> broken_on_board() const;
    void touch_question(const Obliged& broken, bool holds);
    Ending ending_of_standing();
    void move_stands(const Asked& question);
    void move_goes_back(const Asked& question, const wire::AnswerQuestion& e);

    // claims.cpp: draws by claim and by agreement
    void on(const wire::Claimed& e);
    void on(const wire::DrawOffered& e);
    void on(const wire::DrawAccepted& e);
    void on(const wire::DrawDeclined& e);
    void refuse_claim(const std::string& article);
    bool has_touched(Side side) const;
    void right_claim(const wire::Claimed& e, std::optional<chess::Move> announced);
    void wrong_claim(const wire::Claimed& e, const wire::ClaimJudged& judged,
                     std::optional<chess::Move> announced);
    void check_told_move();
    void refuse_another_move(std::optional<chess::Move> announced, wire::ClaimJudged& judged);
    void make_offer(Side side, Offering how);
    void end_offer(Side side, OfferEnd how);
    void offer_again(Side side, std::optional<Ply> ply);
    void offers_again();

    // endings.cpp: resignation, the flag, the end
    void on(const wire::Resigned& e);
    void on(const wire::FlagFell& e);
    void on(const wire::PressedLate& e);
    void on(const wire::FlagReached& e);
    std::string verdict(const chess::Position& position, Side winner);
    const chess::Position& on_board(std::vector<chess::Position>& kept) const;
    void finish(const wire::Outcome& by_the_laws, Subject about);

    // persons.cpp: what persons do at the clock, and what becomes of our commands
    void on(const wire::LogOpened&) {}
    void on(const wire::Booted&) {}
    void on(const wire::DeviceEnrolmentOpened&) {}
    void on(const wire::DeviceEnrolled&) {}
    void on(const wire::DeviceRevoked&) {}
    void on(const wire::HeadKept&) {}
    void on(const wire::DeviceCameTwice&);  // arbiter.cpp
    void on(const wire::GameOpened& e);
    void on(const wire::GameStarted& e);
    void on(const wire::PeriodEnded& e);
    void on(const wire::Paused& e);
    void on(const wire::Resumed& e);
    void on(const wire::ReadingSet& e);
    void on(const wire::GameEnded& e);
    void on(const wire::ControlSet& e);
    void on(const wire::DefaultTimePassed& e);
    void on(const wire::Touched& e);
    void on(const wire::Arrived& e);
    void on(const wire::GameReopened& e);
    void person_set(const wire::ReadingSet& e);
    void start_anew(bool free);
    bool settles(const std::string& by);
    bool reopens() const;  // a reopening by the desk is on its way
    bool does(const wire::OfficeCommand& command) const;
    void carried_out(const Outstanding& done);
    void clock_was_set();
    void believe_run();
    void says_control(const wire::NewControl& control, std::uint32_t ruling);
    void intervention(Intervening kind, const std::string& by, const std::string& article,
                      const std::string& reason, std::uint32_t ruling = 0);

    // refused.cpp: what clockd does not carry out
    void settle(const std::string& id, Settling how, const std::string& code = "");
    void does_not_hold(const Outstanding& command, const std::string& article);
    void too_late(const Outstanding& command);
    void result_stands(const Outstanding& command);
    void not_paused(const Outstanding& command, const wire::Pause& pause,
                    const std::string& code);
    void not_done(const Outstanding& command, const std::string& code);

    // desk.cpp: what an arbiter rules at the desk
    void act(const wire::Note& e);
    void act(const wire::ShowRecord& e);
    void act(const wire::Arrival& e);
    void act(const wire::PauseClock& e);
    void act(const wire::ResumeClock& e);
    void act(const wire::AdjustClock& e);
    void act(const wire::SetClock& e);
    void act(const wire::Penalise& e);
    void act(const wire::GiveResult& e);
    void act(const wire::Approve& e);
    void act(const wire::Appeal& e);
    void act(const wire::DecideAppeal& e);
    void act(const wire::ReverseColours& e);
    void act(const wire::BindMove& e);
    void act(const wire::IllegalAction& e);
    void act(const wire::EnterSheet& e);
    void act(const wire::RestartGame& e);
    void act(const wire::ChangeControl& e);
    void act(const wire::Adjourn& e);
    void act(const wire::OpenSealed& e);
    void act(const wire::ResumeGame& e);
    void act(const wire::UndoRuling& e);
    void act(const wire::AnswerQuestion& e);
    template <class Act>
    void act(const Act& e);  // what is not judged yet
    std::vector<wire::GameEvent> came_to_nothing();
    void leave(std::string_view why);
    void in_play();
    std::string article_or(std::string_view otherwise) const;
    void rule(const std::string& article, Subject about);
    void check_effect(const wire::Effect& must);
    void give_time(const Both<Duration>& deltas, const std::string& article, Subject about);
    void conclude(const wire::Outcome& outcome, Subject about);
    void closings(Closing how);
    void questions_again(bool only_known = false);
    void ask_again(const wire::QuestionPut& put);
    void call_flag(const Asked& question);
    void send_again(const Asked& question);
    std::vector<wire::GameEvent> unanswered(const wire::OfficeCommand& command);
    void drop(const wire::OfficeCommand& command, Settling how);
    void let_be(const Asked& question);
    void check_asked_again(const std::vector<Asked>& closed);
    Both<Duration> readings_under(const wire::ChangeControl& e, const Control& control);
    void take_control(const wire::NewControl& control);
    std::optional<Both<Duration>> control_back(const Given& tip, const Both<Duration>& time);
    void start_clock();
    void set_clock(Both<Duration> readings, bool run, bool goes_on, const std::string& article);
    // desk_irregular.cpp
    bool counted_for(Side side, std::uint32_t ply) const;
    std::uint32_t ply_of(const wire::IllegalAction& e) const;
    void count_action(const wire::IllegalAction& e, const Counting& how);
    bool goes_back_before(const wire::IllegalAction& e, std::uint32_t ply);
    Both<Duration> readings_back(const wire::IllegalAction& e) const;
    void lose(Side side, const wire::Effect& effect, bool back);
    std::optional<LossByNumber> loss_by_number() const;
    void loss_asked(const Both<std::uint32_t>& illegal,
                    const std::optional<LossByNumber>& given_now);
    void reopen_loss(const Asked& question, const wire::AnswerQuestion& e);

    void set_by_desk(const wire::SetClock& set, const std::string& article, std::uint32_t answers);
    bool place(const wire::SetClock& set, const Both<Duration>& after);
    bool place(const chess::Position& given, const wire::SetClock& set,
               const Both<Duration>& after);
    void restore(std::uint32_t ply, const std::string& fen);
    void reopen(const std::string& article, const std::string& reason);
    void keep_game(bool whole, bool adjourned = false);
    bool waits_adjourned() const;
    void adjourn(const wire::Adjourn& e, std::uint32_t undoes);
    void undo_adjournment();
    void sealed_no_move(Side sealer);
    void start_reply(const Both<Duration>& readings, const std::string& article);
    void begin_again(const wire::GameRestarted& again, const chess::Position& start);
    const Kept* bring_back(std::uint32_t number);
    void stand_again(const Kept& kept);
    Both<Duration> take_time(const Both<Duration>& given, const std::string& article);
    void undo_result(const Given& tip);
    void lose_again(Side side);
    void answer(const Asked& question, const wire::AnswerQuestion& e);
    // The ruling answers the question, by its article unless the arbiter names one, and changes
    // nothing by itself.
    void answered(const Asked& question);
    wire::SetClock clock_set(const wire::AnswerQuestion& e) const;
    void judge_claim(const Asked& question, const std::string& move);
    void claim_is_wrong(const Asked& question);
    void position_again(const Asked& question, const wire::AnswerQuestion& e,
                        const std::string& fen);
    bool decides(const Asked& question, const wire::AnswerQuestion& e);
    void goes_on_after(const Asked& question, bool must_run);
    void frozen_asked();
    // The first of the rows of this kind, or nullptr; and of the commands issued.
    template <class Event>
    const Event* in_answer() const {
        for (const GameRow& row : case_.answer)
            if (const auto* event = std::get_if<Event>(&row.event)) return event;
        return nullptr;
    }
    template <class Command>
    const Command* command_in_answer() const {
        for (const GameRow& row : case_.answer)
            if (const auto* issued = std::get_if<wire::CommandIssued>(&row.event))
                if (const auto* command = std::get_if<Command>(&issued->command)) return command;
        return nullptr;
    }

    // arbiter.cpp: what every one of them uses
    template <class Event>
    void sent_late(const Event& e);
    bool waits(Subject about) const;
    void voided();
    // `by` is empty: by the person who acts at the desk, else by arbiterd.
    void ruling(const std::string& article, Subject about, const std::string& by = "");
    void stopped_question(const std::string& by, const std::string& article,
                          Subject about);
    void look_for_end();
    void claim_for_arbiter(const wire::Claimed& e, bool held);
    void question(const std::string& article, Subject about, bool holds);
    void seen_to(const std::string& by);
    void waits_no_longer();
    void issue(wire::Correction correction);
    void issue(const wire::Outcome& outcome);
    void issue_resume();
    void send(const wire::OfficeCommand& command);
    void held_by_questions();
    // flags.cpp
    bool effect_of_ours() const;
    std::optional<Both<Duration>> to_be_shown() const;
    void flags_asked();
    void flags_not_forgotten();
    bool has_come(Side side) const;
    void absence_asked();
    template <class Command>
    void issue_command(Command command);
    void want(wire::GameEvent event) { want_.push_back(std::move(event)); }
    // What the record's rulings and questions about the row name as evidence; "" if they do not.
    std::string fact(std::string_view name) const;
    void complain(std::string text);
    Side mover() const { return game_.line.current().side_to_move(); }
    const Both<Duration>& readings() const;
    void complain_unless(bool right, const std::string& text) {
        if (!right) complain(text);
    }

    Game& game_;
    const Case& case_;
    const ClockJudge& clock_;
    Complaints& complaints_;
    const Options& options_;
    std::vector<wire::GameEvent> want_;
    std::uint32_t commands_ = 0;
    Pos cause_;           // of a refused command
    std::string source_;  // of its id, which goes on with a number
    const wire::DeskActed* act_ = nullptr;   // what a person did at the desk
    std::optional<Both<Duration>> shown_;    // the readings that such an act rests on
    std::optional<Kept> back_;               // what such an act has brought back
};

}  // namespace flagfall::oracle
