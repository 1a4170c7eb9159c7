// The rulings by subject; decide.cpp has already sorted out what does not count.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "arbiterd/core/draft.hpp"
#include "common/mate/mate.hpp"

namespace flagfall::game {

// ---- line.cpp: moves on the board that are not completed ---------------------------------------

struct Step {
    chess::Move move;
    chess::Position after;
};
// The pending moves, in order, as far as they are legal; shorter than live().pending when one
// of them is illegal or cannot be read.
std::vector<Step> legal_pending(const Draft& draft);

// The position on the board: after the pending moves, as far as they are legal.
chess::Position on_board(const Draft& draft);

// The game up to the end of the line. A copy, so only for the rare cases.
chess::History with_line(const Draft& draft, const std::vector<Step>& line);

// Records all pending moves, which must be legal, as completed by ending the game (6.2.1.1).
void record_line(Draft& draft, const std::vector<Step>& line);

// ---- endings.cpp: how games end (5, 6.9, 9.6) --------------------------------------------------

// A draw or mate that the position itself, or the repetition, brings about without a claim.
struct Finish {
    Ending ending = Ending::none;
    std::string_view article;
    std::string text;
    wire::Pairs evidence;
};
// Judges the position after `line`, moves that are legal from the draft's position; an empty
// line judges the draft's position itself, reached by a move of this decision.
Finish finish_after(const Draft& draft, const std::vector<Step>& line);
void conclude(Draft& draft, const Finish& finish, Side mover, wire::Effect effect = {});

// A position that ends the game though no move brought it about: it was set up, or stands again
// since a ruling was taken back. As a question.
struct EndedPosition {
    Finish finish;
    std::string text;
    wire::Pairs options;
};
// Mate, stalemate and proven dead positions. Before the start no position is set up (`began` is
// false): another game is.
std::optional<EndedPosition> ended_position(const chess::Position& position, bool began);
// Puts that question of the draft's own position, if it is such a one, or the fifth of its kind, or
// the 75th move (9.6). It holds the game.
void report_ended(Draft& draft);

// Moves that stand on the board and do not count as completed are evidence (6.2.1).
void add_pending(const Draft& draft, wire::Pairs& evidence);
// Who had not to record when a flag fell, and must bring his scoresheet up to date (8.5.1, 8.5.2).
void add_recording(const Draft& draft, wire::Pairs& evidence);
// The same as a sentence; empty when both had to record.
std::string sheets_to_update(const Draft& draft, Both<Duration> readings);
struct Doubt {
    std::string_view article;
    Subject about{};
    std::string text;
};
// Loss, draw, or a question, by whether the opponent can mate; the evidence is added to. `endings`:
// of the loss and of the draw.
void conclude_by_chances(Draft& draft, const chess::Position& position, Side loser,
                         const Both<Ending>& endings, const Doubt& doubt, wire::Pairs evidence);
void resigned(Draft& draft, const wire::Resigned& e);

// ---- flags.cpp: 6.4, 6.8, 6.9, III.3.1 ---------------------------------------------------------

void flag_fell(Draft& draft, const wire::FlagFell& e);
void pressed_late(Draft& draft, const wire::PressedLate& e);
void flag_reached(Draft& draft, const wire::FlagReached& e);
// The clock shows this, or will when the next ruling is carried out: what is asked of a flag that
// is not down then waits no longer (6.8), and of one of two it is asked as of one (III.3.1).
void flags_set(Draft& draft, const Both<Duration>& shown);
// What was asked of a flag once more, if it is down with these readings and not asked of already.
void ask_of_flag_again(Draft& draft, const Question& question, const Both<Duration>& shown);
// Whose flag fell first, when both are down; nothing when they are not.
std::optional<Side> first_flag(const Draft& draft);
// The article by which a flag is called.
std::string_view flag_article(const Profile& profile);

// ---- presses.cpp: boards that report presses only -----------------------------------------------

// Then the record does not have the position on the board, and nothing is judged on it.
bool presses_only(const Draft& draft);
// Of such a board: when the moves of all presses were entered.
bool position_known(const Draft& draft);
// The position as evidence; of such a board the counts, and the position that was entered.
void add_position(const Draft& draft, wire::Pairs& evidence);
void press_noted(Draft& draft, const wire::Pressed& e);
// A person sets the count. `keeps`: the presses before can come back, when the ruling that is
// given next is taken back.
void count_presses(Draft& draft, Ply ply, bool keeps = false);
void made_at_presses(Draft& draft, const wire::Made& e);
void flag_at_presses(Draft& draft, const wire::FlagFell& e, wire::Pairs evidence,
                     wire::Basis basis);
void resigned_at_presses(Draft& draft, Side side, wire::Pairs evidence);
void claim_at_presses(Draft& draft, const wire::Claimed& e);
void set_at_presses(Draft& draft, const wire::ReadingSet& e);

// ---- moves.cpp: made and pressed (4.7, 6.2) ----------------------------------------------------

// What the display gained by the press. Time of a simple delay was never taken off it, so giving
// that back adds nothing: the margin counts the delay, the reading does not.
Duration shown_gain(const wire::Pressed& e);
// A press that does not follow from the record: put to the arbiter, holding the game.
void out_of_step(Draft& draft, const wire::Pressed& e);
void made(Draft& draft, const wire::Made& e);
void pressed(Draft& draft, const wire::Pressed& e);
void completed_by_next(Draft& draft, const wire::CompletedByNext& e);

// ---- irregular.cpp: Article 7 ------------------------------------------------------------------

// Can an illegal action of this side be counted for the last move it completed, or makes?
bool countable(const Draft& draft, Side side);

// Does the clock run when the office has ruled on what players did? One that an arbiter or a player
// had paused before stands until a person resumes it (6.11.3).
bool goes_on_by_itself(const Draft& draft);

// Something irregular that the offender completed or, with `gained` zero, that ended in a made
// move. Readings are those of the draft's occasion.
struct Offence {
    Side side{};
    std::string text;  // the move as written; empty when there was none
    Duration gained;   // on the display, by the press
    Duration elapsed{};  // of the turn
    // The readings at the press, when it is ruled on later than at the press; nothing: now.
    std::optional<Both<Duration>> at_press = {};
};
void illegal_move(Draft& draft, const Offence& offence);
void press_without_move(Draft& draft, const Offence& offence);
void promotion_not_completed(Draft& draft, const Offence& offence, chess::Move queen);
void announced_move_not_played(Draft& draft, const Offence& offence);
// Not an offence: the device's text names no move, or several. The arbiter sees to it.
void unreadable_move(Draft& draft, const Offence& offence, std::string_view why);

// The readings of the press itself.
Both<Duration> pressed_readings(const Draft& draft, const Offence& offence);

// The illegal actions of 7.5, as records, questions and the desk name them.
struct IllegalActionKind {
    Irregularity kind{};
    std::string_view article;
    std::string_view says;  // after "White "
};
inline constexpr IllegalActionKind illegal_action_kinds[]{
    {Irregularity::illegal_move, "7.5.1", "completed an illegal move"},
    {Irregularity::promotion_not_completed, "7.5.2",
     "pressed the clock without replacing the promoted pawn"},
    {Irregularity::press_without_move, "7.5.3", "pressed the clock without making a move"},
    {Irregularity::two_hands, "7.5.4", "used two hands for one move and pressed the clock"},
};
// Of one of these four.
const IllegalActionKind& illegal_action_kind(Irregularity kind);

// "White completed an illegal move (7.5.1)"
std::string said(const Draft& draft, Side offender, const IllegalActionKind& kind);
// 7.5.5: does the illegal action of this number lose the game?
bool loses(const Draft& draft, std::uint32_t count);
// 7.5.5: lost, unless the opponent cannot mate from the position before the irregularity. False
// when that was not found out, or the position is not known: then the arbiter is asked, and the
// caller sees to the clock. `effect`: of the ruling.
bool lose(Draft& draft, Side offender, const IllegalActionKind& kind,
          const chess::Position& position, wire::Pairs evidence, const wire::Effect& effect);
// Records the time that the opponent gets (7.5.5, 9.5.3); `before` and `after`: the readings.
void give_penalty(Draft& draft, Side offender, std::string_view article, std::string_view reason,
                  const Both<Duration>& before, const Both<Duration>& after,
                  Duration taken_back = {});

// ---- standing.cpp: illegal actions that are not put right by themselves (A.5.2, A.5.4, US 11) ---

// True when the profile leaves the action to the arbiter and the players: it is recorded and, when
// the arbiter is to see it, put to him, and the game goes on.
bool left_open(Draft& draft, const Offence& offence, Irregularity kind);
// Made or pressed while such an action is open. True when that is all there is to it.
bool made_after_open(Draft& draft, const wire::Made& e);
void pressed_after_open(Draft& draft, const wire::Pressed& e);
// The opponent claims it.
void claim_illegal_move(Draft& draft, const wire::Claimed& e);
// Is an illegal action completed with this ply still put right? (7.5.1, A.5.2, US 11A)
bool correctable(const Draft& draft, Ply ply);
// 7.5.5 for the open action, as ruled by a person or claimed; false when none is correctable.
bool apply_illegal_action(Draft& draft);
// Whose clock runs, as far as the record knows: after an open action it is the opponent's.
Side clock_side(const Draft& draft);
// May what was wrong with the set-up, the colours or the clock's setting still be changed? (A.5.1)
bool set_up_correctable(const Draft& draft);

// ---- obligations.cpp: 4.3 to 4.8, moves that a player is bound to ------------------------------

// A device felt pieces being touched. Who has the move (1.3) and did not adjust them (4.2.1) cannot
// claim on this move (9.4), and refuses the opponent's offer (9.1.2.1).
void touched(Draft& draft, const wire::Touched& e);
// The next ruling says that this player touched these pieces before the move of this ply.
void note_touch(Draft& draft, Side side, Ply ply, std::string_view squares);
// The touches of this move and the last that stand, to judge a claim by.
void add_touches(const Draft& draft, wire::Pairs& evidence);

// The player on move must play what follows from the touches (touch.hpp); false, and nothing was
// added, when any legal move may be played (4.5). The ruling that says so is the next one.
bool bind_to_touched(Draft& draft, const chess::Position& position, Ply ply,
                     std::span<const chess::Square> touched, std::string_view article);
// What binds the side on move in this position, when the move is not one of its; nothing if it is.
std::optional<Bound> broken_by(const Draft& draft, const chess::Position& position,
                               chess::Move move);
// A move that touch-move does not allow was completed, or would end the game; the arbiter is
// asked. It is no illegal move. `before`: the readings that are proposed if it goes back.
void touch_not_kept(Draft& draft, const Offence& offence, const Bound& bound,
                    const Both<Duration>& before, bool holds);
// A legal move that was made is replaced by another before the press (4.4.4, 4.7).
void made_move_changed(Draft& draft, const Pending& first, const std::string& second);
// Is it open whether the move that stands on the board last may replace the one made before it?
bool asked_about_change(const Draft& draft);
// That move would end the game: the question about it holds the game from now on (5.1.1).
void changed_move_waits(Draft& draft);

// ---- draws.cpp: 9.1 and 5.2.3 ------------------------------------------------------------------

// The opponent touched a piece: an offer of the other side is refused (9.1.2.1). `how`: moved, or
// touched when nothing was moved yet.
void touch_refuses_offer(Draft& draft, Side toucher, OfferEnd how = OfferEnd::moved);
// The ply an offer of this side goes with: the move it is making, else the one it made last.
Ply offered_ply(const Draft& draft, Side side);
void draw_offered(Draft& draft, const wire::DrawOffered& e);
void draw_accepted(Draft& draft, const wire::DrawAccepted& e);
void draw_declined(Draft& draft, const wire::DrawDeclined& e);

// ---- claims.cpp: 9.2 to 9.5 --------------------------------------------------------------------

void claimed(Draft& draft, const wire::Claimed& e);
// What is claimed; clockd lets no other words through.
ClaimKind kind_of(const wire::Claimed& e);
// What the answers to a question about it go by.
wire::OfClaim facts_of(const wire::Claimed& e);
// The claim is none that may be made: a ruling says why, and play goes on.
void refuse_claim(Draft& draft, Side claimant, std::string_view article, std::string text,
                  wire::Pairs evidence);
// The clock ran until a claim that is refused paused it; does it stand on? `runs_again`: a ruling
// of the software starts it, as far as that may.
bool claim_leaves_standing(const Draft& draft, bool runs_again);
// Does the text name one move, legal or not, of the position on the board?
bool readable_announcement(const Draft& draft, const std::string& text);
// 9.5.3 for a claim that a person found wrong.
void claim_not_right(Draft& draft, const wire::Claimed& e);

// ---- quickplay.cpp: games without increment (Guidelines III, US 14H) ---------------------------

// True when the claim cannot be made: it is refused by ruling.
bool quickplay_refused(Draft& draft, const wire::Claimed& e);
// What the arbiter may answer to such a claim.
wire::Pairs quickplay_options(const Draft& draft, const wire::Claimed& e);
// The time control with this bonus for every move of both from now on.
std::string with_bonus(const Draft& draft, Method method, Duration bonus);
// The decision on this player's claim was postponed, and still waits.
bool has_postponed_claim(const Draft& draft, Side side);

// ---- interventions.cpp: clocks set by persons, and our own commands coming back ----------------

// The record's own position after `ply` moves, or nullptr when it has none.
const chess::Position* recorded_position(const Draft& draft, Ply ply);
// Asks about the position that somebody set (7.1). Before the start the desk sets no clock, and
// does not offer it.
void ask_position(Draft& draft, std::string text, wire::Pairs evidence);
void paused(Draft& draft, const wire::Paused& e);
void period_ended(Draft& draft, const wire::PeriodEnded& e);
void resumed(Draft& draft, const wire::Resumed& e);
void reading_set(Draft& draft, const wire::ReadingSet& e);
void game_ended(Draft& draft, const wire::GameEnded& e);
// Of those who were away by the clock: who has not come by the record either, which has no move of
// theirs and no word that they are here (6.7.1).
Both<bool> still_absent(const Draft& draft, Both<bool> absent);
// "White has", "both players have": of those who are absent.
std::string_view who_have(const Both<bool>& absent);
void default_time_passed(Draft& draft, const wire::DefaultTimePassed& e);
// May it still be answered with a forfeit?
bool forfeits_still(const Draft& draft, const Question& question);
// What was asked of those who were away, once more, if it may: it says who has come since.
void ask_of_absence_again(Draft& draft, Question question);
// When both players have made a move, the game is played and nobody loses by default: closes the
// question about the forfeit (6.7.1).
void close_absence_when_played(Draft& draft);
void control_set(Draft& draft, const wire::ControlSet& e);
// Asks about a clock that stands while nothing else is asked, nothing is on its way to it, and
// nobody has named a pause: otherwise no one would start it again.
void ask_of_frozen_clock(Draft& draft);
void game_reopened(Draft& draft, const wire::GameReopened& e);
// The clock stands since a player claimed, or resigned and is not believed.
void stands(Draft& draft, Side side, std::string_view article, std::string_view reason);
// The clock stands by a flag, a resignation or a move that ended the game for clockd, and a person
// is asked: only setting it starts it again. `by`: the side, or clockd.
void stops(Draft& draft, std::string_view by, std::string_view article, std::string_view reason);
// Somebody's pause found the clock standing: now the record knows it, too.
void stands_already(Draft& draft, std::string_view by, std::string_view reason);
// Puts a question that holds the game, of a clock that stops() has stopped.
void ask_stopped(Draft& draft, std::string_view by, std::string_view article, Subject about,
                 std::string text, wire::Pairs evidence, wire::Pairs options,
                 wire::Basis basis = {});
// The command waits no longer, nor what was asked about it; `code` as for Draft::settle().
void settle(Draft& draft, const std::string& id, Settling how, std::string_view code = {});
// The flag-fall or the arrival that the desk reported to clockd: the command is settled.
void settle_act(Draft& draft, const std::string& cmd_id, bool flag);
// The start that the desk sent to clockd once more: the command is settled.
void settle_start(Draft& draft, const std::string& cmd_id);
// True when the event is the effect of one of our commands; it is settled then.
bool settled(Draft& draft, const std::string& cmd_id);

// ---- refused.cpp: what clockd did not carry out -------------------------------------------------

void refused(Draft& draft, const Outstanding& outstanding, const Refusal& refusal);
// The same of a command that no clock carries out any more, the game being over: a person's ruling
// that says it changed the clock is taken back, and nobody is asked.
void came_too_late(Draft& draft, const wire::CommandIssued& issued, const Refusal& refusal);

// ---- lost.cpp: commands that came to nothing ----------------------------------------------------

void ask_about_command(Draft& draft, const wire::OfficeCommand& command, Lost how,
                       std::string_view code);
// It was carried out after all: what was asked about it waits no longer.
void close_about(Draft& draft, const std::string& id);
// It waits no longer for its effect, if it still did.
void drop_command(Draft& draft, const wire::OfficeCommand& command, Settling how);

// ---- dated_back.cpp: what devices say that nobody can check -------------------------------------

// An act of this type was sent late: a question when much of its age was believed, or was not.
void ask_about_age(Draft& draft, std::string_view type, Side side, Duration claimed,
                   Duration believed);
void device_came_twice(Draft& draft, const wire::DeviceCameTwice& e);

// ---- questions.cpp: what may be answered, and when it waits no longer ---------------------------

// Ends both players' offers: the game is over.
void end_offers(Draft& draft);
// Is it asked of a result, or of something else that waits though the game is over?
bool outlives_game(const Question& question);
// The game is over: what only mattered in play waits no longer.
void close_at_end(Draft& draft);
// Another game begins: what was asked of the one that is cancelled waits no longer.
void close_at_restart(Draft& draft);
// What a person has done to the clock, and so has seen to.
enum class Seen : std::uint8_t { resumed, clock_set, position_set };
// Closes the questions that it answers: those of which it is one of the options. A position that is
// set answers what was asked of the position before it. What waits for something else waits on.
void close_by_intervention(Draft& draft, std::string_view by, Seen seen = Seen::position_set);
// The first question that holds the game and that playing on does not answer; nullptr if none.
const Question* held_by(const Draft& draft);

// Is it about something that a player claims? Then the claim has paused the clock.
bool of_claim(Subject about);
// Whose the question is: who did what it is about, or claims it. Nothing when it is nobody's.
std::optional<Side> side_in(const Question& question);
// Who did what it is about: the opponent of who claims it.
std::optional<Side> offender_in(const Question& question);
// What the question that holds the game is about, for people.
std::string_view held_about(const Live& live);

// Is the same thing, by its facts, asked already and not answered?
bool asked_of(const Draft& draft, Subject about, const wire::QuestionFacts& facts);
// What was asked about this has been settled by what happened since.
void close_overtaken(Draft& draft, Subject about);
// Illegal actions that were left open and that nobody can bring up any more stand (A.5.2): what was
// asked about them waits no longer. In desk_irregular.cpp, where `apply` judges the same.
void close_standing_actions(Draft& draft);

// Options, each as the desk's `answer` names it, and as people read it.
wire::Pairs win_or_draw(Side loser);            // by whether the other side can mate
wire::Pairs loss_or_draw(Side loser);           // and, with times, play on
wire::Pairs see_and_resume();                   // the clock stands and somebody has to look
wire::Pairs see_before_start();                 // the same when nothing runs on yet
wire::Pairs see_board(bool began);              // one of these
wire::Pairs announced_move_options();           // of a claim whose move cannot be read
wire::Pairs agreement_options();
wire::Pairs late_press_options();
wire::Pairs only_noted();
wire::Pairs touch_options();             // of a move that touch-move does not allow
wire::Pairs press_without_move_options();  // 7.5.3: error or offence
wire::Pairs illegal_action_options();    // A.5.2
wire::Pairs claimed_illegal_options(bool countable);
wire::Pairs illegal_reply_options(Side offender);  // 1.4.1, A.5.4
wire::Pairs loss_options();              // 7.5.5: it rests on an action that no longer counts
wire::Pairs forfeit_options(const Both<bool>& absent);
wire::Pairs command_options();                  // clockd did not carry out a command
wire::Pairs refused_options(bool again);        // it refused one; `again`: it may take it yet
wire::Pairs control_options(bool again);        // the same of a time control
wire::Pairs flag_options(bool freeze);
wire::Pairs both_flags_options(Side first, bool freeze, bool last_period);  // III.3.1
wire::Pairs claimed_flag_options(const Profile& profile);
wire::Pairs both_claimed_options(const Profile& profile, Side claimant, Side first);
wire::Pairs called_flag_options();              // it fell by the clock's setting, uncalled
wire::Pairs absent_flag_options(Side loser, const Both<bool>& absent);  // 6.7.1
wire::Pairs forced_win_options(Side loser);     // US 14E
wire::Pairs postponed_flag_options(Side loser);  // III.5
// `can`: whether the other side can mate, as far as it was found out.
wire::Pairs early_resignation_options(Side loser, mate::Verdict can);
wire::Pairs early_offer_options();
wire::Pairs consent_options();                  // 9.1.1
wire::Pairs repetition_options(Side offender);  // US 11D
wire::Pairs go_back_options(std::string_view draw);  // with a text: a draw is possible, too
wire::Pairs unjudged_claim_options();
wire::Pairs distraction_options();
wire::Pairs postponed_options();
wire::Pairs appeal_options();
// Is there an answer of this name to questions of this subject? answers.cpp carries it out.
bool answerable(Subject about, std::string_view option);

// ---- draws.cpp: offers and claims that pile up (11.5) ------------------------------------------

void ask_about_distraction(Draft& draft, Side side);

// ---- text.cpp: what people read ----------------------------------------------------------------

// The present result as evidence, "1-0 checkmate 5.1.1"; "*" while there is none.
std::string result_text(const Live& live);
// The ruling gives another result than the present one, or withdraws it.
void change_from(const Live& live, wire::Effect& effect);
// "2 minutes".
std::string seconds_text(Duration time);
std::string penalty_text(const Profile& profile);
// The article of the profile's own rules for this one of the Laws: 11D for 7.5.5 under US Chess.
std::string_view own_article(const Profile& profile, std::string_view article);
// A text in which nobody is quoted, with every article of the Laws as own_article() has it.
std::string own_articles(const Profile& profile, std::string text);
// "7.5.5", or "7.5.5, A.3" where another article says how long the penalty is.
std::string penalty_articles(const Profile& profile, std::string_view article);
void add_penalty_article(wire::Pairs& evidence, const Profile& profile);
// The moves of the game after `ply`, for people: "6 plies: 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", and what
// stands on the board without being completed. Of many the first and the last; empty when there is
// none. Of a board that reports presses only, how many presses are not counted.
std::string moves_after(const Game& game, Ply ply);
// The plies at which the last position of the game stood on the board: "8 16 24".
std::string plies_of_last(const chess::History& history, Ply base);

// ---- small helpers -----------------------------------------------------------------------------

inline wire::Pair fact(std::string_view name, std::string_view value) {
    return {std::string(name), std::string(value)};
}
inline wire::Pair fact(std::string_view name, std::int64_t value) {
    return {std::string(name), std::to_string(value)};
}
inline std::string sentence(std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text += part;
    return text;
}

}  // namespace flagfall::game
