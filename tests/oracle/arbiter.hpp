// The oracle's own arbiter: what must follow under the Laws from one event of clockd's log, as the
// events that arbiterd's record must then hold. Texts for people are left out.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/time_control.hpp"
#include "tests/oracle/clock.hpp"
#include "tests/oracle/game.hpp"
#include "tests/oracle/line.hpp"
#include "tests/oracle/oracle.hpp"
#include "tests/oracle/state.hpp"

namespace flagfall::oracle {

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
        : game_(game), case_(what), clock_(clock), complaints_(complaints), options_(options),
          asked_before_(game.questions) {}

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
    bool asked_about_change() const;
    void ask_about_change(bool holds);
    void overtaken(Subject about);
    void move_changed(const Standing& first, const std::string& second);
    void on(const wire::Pressed& e);
    void on(const wire::CompletedByNext& e);
    // presses.cpp: boards that report presses only
    void made_at_presses(const wire::Made& e);
    void press_counts(const wire::Pressed& e);
    void set_presses(std::uint32_t count, std::uint32_t ruling = 0);
    void set_at_presses(const wire::ReadingSet& e);
    void place_at_presses(const chess::Position& given, const wire::SetClock& set);
    void count_by_desk(const wire::SetClock& set);

    // open_actions.cpp: illegal actions that may stand (A.5.2)
    void leave_open(Side side, const Standing* move, Irregularity kind);
    void on_board_after_open(const Standing& reply);
    bool made_after_open(const wire::Made& e);
    void pressed_after_open(const wire::Pressed& e);
    void complete_reply(const wire::Pressed& e, const chess::Setup& board);
    void stand(const wire::IllegalMoveSeen& seen, const std::string& before,
               const std::string& fen, bool goes_on);
    void moves_before_settled();
    void apply_open();
    void apply_action(const Asked& asked);
    void apply_claimed(const Asked& asked, bool two_hands);
    void claim_open(const wire::Claimed& e);
    void open_again(const Game& before, std::uint32_t root);
    void actions_asked();
    void claims_asked();
    bool countable(Side side) const;
    void actions_counted(Side side, std::uint32_t ply);
    std::uint32_t moves_made() const;
    Side clock_side() const;
    bool reply_runs() const;
    bool reply_counted() const;
    bool waits_for_envelope() const;
    bool let_go_on(std::uint32_t root, Side side) const;
    bool was_announced(const Given& ruling) const;
    std::uint32_t clock_ply() const;
    std::string window() const;
    bool left_to_others() const;
    bool may_be_put_right(std::uint32_t ply) const;

    Ending ending_by(Ending clock_says) const;
    const chess::Move* announced_in(const chess::Position& position) const;
    bool may_be_played(const Standing& move) const;
    void not_ended(const wire::Made& e);
    void finish_by_move(Ending ending);
    void complete_standing();
    void record_move(const Standing& move, chess::Move legal, Duration elapsed, CompletedBy by,
                     const std::optional<Both<Duration>>& after = {});
    Timekeeper standing_clock(const BoardClock& board) const;
    Duration gained_by_next(Side side) const;

    // penalties.cpp: Article 7
    void illegal_action(Side side, const Standing* move);
    void promote(Side side, const Standing& move, const wire::PenaltyGiven& given);
    void announced_not_played(Side side, const Standing& move);
    void press_asked(Side side);
    bool loses(std::uint32_t count) const;
    void repetition_asked(Side side);
    Duration before_press() const;
    void unreadable(Side side, const Standing* move);
    void second_offence(Side side);
    wire::Correction restored(Side turn) const;
    void check_touched_piece(Side side, const Standing& move);
    void check_cited(const std::string& article);
    void penalty_added(Side gets, const std::string& article);  // desk_irregular.cpp
    void clock_lacks(const wire::PenaltyGiven& given);          // likewise

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
    bool is_there(const Obliged& broken) const;
    bool rests_on_nothing(const Asked& asked) const;
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
    std::uint32_t offers_counted(Side side, std::uint32_t undoes = 0) const;
    void count_wrong_claim(Side side);
    void claim_waits(const wire::Claimed& e, const std::string& stops,
                     const std::string& article);
    void right_claim(const wire::Claimed& e, std::optional<chess::Move> announced);
    void wrong_claim(const wire::Claimed& e, const wire::ClaimJudged& judged,
                     std::optional<chess::Move> announced);
    void check_told_move();
    void refuse_another_move(std::optional<chess::Move> announced, wire::ClaimJudged& judged);
    void make_offer(Side side, Offering how);
    void distraction_asked(Side side);
    void end_offer(Side side, OfferEnd how);
    void offer_again(Side side, std::optional<Ply> ply);
    void offers_again();

    // quickplay.cpp: games without increment (Guidelines III, US 14H)
    std::string why_no_quickplay(const wire::Claimed& e) const;
    bool in_last_period(Side side) const;
    bool answers_quickplay(const Asked& asked, const std::string& option);
    void new_control(const Asked& asked, Method method, Duration bonus,
                     const Both<Duration>& time);
    void goes_on_with(const Asked& asked, const Both<Duration>& time);
    void decision_postponed(const Asked& asked);
    bool postponed_decided(Side side);

    // endings.cpp: resignation, the flag, the end
    void on(const wire::Resigned& e);
    void on(const wire::FlagFell& e);
    void on(const wire::PressedLate& e);
    void on(const wire::FlagReached& e);
    void judge_flag(const wire::FlagFell& e);
    std::string verdict_on_loss(const chess::Position& position, Side winner);
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
    void on(const wire::EquipmentChanged& e);  // equipment.cpp
    void board_missed(const wire::EquipmentChanged& e);
    void sign_shown(const wire::EquipmentChanged& e);
    bool moves_expected() const;
    template <class Same>
    bool answered_once(Same same) const;
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
    bool made_on_board(std::uint32_t ply) const;
    void complete_first();
    void person_set(const wire::ReadingSet& e);
    void board_clock_jumped(const wire::ReadingSet& e);
    void begin_over(bool free);
    bool settles(const std::string& by);
    bool reopens() const;  // a reopening by the desk is on its way
    void ended_again();
    bool does(const wire::OfficeCommand& command) const;
    void carried_out(const Outstanding& done);
    void stand_for_call(const Outstanding& done);
    void clock_was_set();
    void to_show(const Both<Duration>& after);
    void believe_run();
    void says_control(const wire::NewControl& control, std::uint32_t ruling);
    void intervention(Intervening kind, const std::string& by, const std::string& article,
                      const std::string& reason, std::uint32_t ruling = 0);

    // refused.cpp: what clockd does not carry out
    void settle(const std::string& id, Settling how, const std::string& code = "");
    void does_not_hold(const Outstanding& command, const std::string& article);
    void clock_not_done(const Outstanding& command);
    void flags_again();
    bool for_later(const Outstanding& command);
    void refused_anew();
    void too_late(const Outstanding& command);
    void result_stands();
    bool answered_beside(std::uint32_t ruling) const;
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
    void act(const wire::EnterMoves& e);
    void enter_again_from(std::uint32_t keep);
    void record_entered(chess::Move move, const std::string& text, bool counts);
    void ask_after_the_fact(Meaning trouble);
    std::string shown_by_moves() const;
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
    void add_time(const Both<Duration>& time, const std::string& article,
                  const std::string& reason);
    // Rules, and sends the clock the effect's time.
    void adjust(const wire::Effect& effect, const std::string& article, Subject about);
    // `approved`: until another ruling had taken this result away.
    void conclude(const wire::Outcome& outcome, Subject about,
                  const std::vector<Approval>& approved = {});
    void closings(Closing how);
    bool wants_closed(std::uint32_t number) const;
    void questions_again(bool only_known = false);
    void ask_again(const wire::QuestionPut& put);
    void call_flag(const Asked& question);
    void flag_called(const Asked& question);
    void count_press(const Asked& question);
    void send_again(const Asked& question);
    std::vector<wire::GameEvent> unanswered(const wire::OfficeCommand& command);
    std::vector<wire::GameEvent> without_effect(const std::string& id);
    void drop(const wire::OfficeCommand& command, Settling how);
    bool set_in_time(const Asked& asked) const;
    void issue_again(Outstanding command);
    void open_already(const Outstanding& reopens);
    void let_be(const Asked& question);
    void drop_reopening();
    void drop_ending();
    bool ends_open_game(const wire::OfficeCommand& command) const;
    void check_asked_again(const std::vector<Asked>& closed, std::uint32_t undone);
    Both<Duration> readings_under(const wire::ChangeControl& e, const Control& control);
    void take_control(const wire::NewControl& control);
    std::optional<Both<Duration>> control_back(const Given& tip, const Both<Duration>& time);
    std::optional<wire::NewControl> control_owed() const;
    Both<Duration> clock_back(const Given& tip, const std::string& article);
    wire::Effect taken_later(const Given& tip, wire::Effect effect);
    Both<std::uint32_t> periods_back(const Given& tip) const;
    Both<Duration> set_periods(const Both<Duration>& time, const Both<std::uint32_t>& periods,
                               const std::string& article);
    void granted_back(const Kept& kept, const std::string& article);
    void start_clock();
    void set_clock(Both<Duration> readings, bool run, bool goes_on, const std::string& article,
                   const Both<std::uint32_t>& period = {});
    // illegal_actions.cpp
    bool counted_for(Side side, std::uint32_t ply, std::uint32_t after = 0) const;
    std::uint32_t ply_of(const wire::IllegalAction& e) const;
    void count_action(const wire::IllegalAction& e, const Counting& how);
    bool goes_back_before(const wire::IllegalAction& e, std::uint32_t ply);
    Both<Duration> readings_back(const wire::IllegalAction& e) const;
    // `back`: the readings to which the game goes back.
    void lose(Side side, const wire::Effect& effect, const std::optional<Both<Duration>>& back);
    std::optional<LossByNumber> loss_by_number() const;
    Both<Duration> without_gain(std::uint32_t ruling = 0) const;
    bool ruled_to_stand(const LossByNumber& loss, const wire::OfSide& of) const;
    void loss_asked(const Both<std::uint32_t>& illegal,
                    const std::optional<LossByNumber>& given_now);
    void loss_stands_again(std::uint32_t withdrawn_by);
    void reopen_loss(const Asked& question, const wire::AnswerQuestion& e);

    void set_by_desk(const wire::SetClock& set, const std::string& article, std::uint32_t answers);
    bool place(const wire::SetClock& set, const Both<Duration>& after);
    bool place(const chess::Position& given, const wire::SetClock& set,
               const Both<Duration>& after);
    void restore(std::uint32_t ply, const std::string& fen);
    void reopen(const std::string& article, const std::string& reason,
                const Both<Duration>& shown);
    // Under this ruling's number; 0: the next one's.
    void keep_game(bool whole, bool adjourned = false, bool presses = false,
                   std::uint32_t under = 0);
    bool places(const wire::SetClock& set) const;
    bool waits_adjourned() const;
    void adjourn(const wire::Adjourn& e, std::uint32_t undoes);
    void undo_adjournment();
    void sealed_no_move(Side sealer);
    void start_reply(const Both<Duration>& readings, const std::string& article);
    void begin_again(const wire::GameRestarted& again, const chess::Position& start);
    const Kept* bring_back(std::uint32_t number, std::uint32_t by = 0);
    const Kept* moves_back(const Given& tip, std::uint32_t root);
    void follow_offer(std::uint32_t root, std::uint32_t undoes, bool again);
    void claims_wait_again(const Given& tip);
    void check_asked(std::uint32_t undoes, const Both<std::uint32_t>& illegal);
    const Kept* open_with_game();
    void take_game(const Game& before, std::uint32_t number);
    std::vector<Asked> closed_meanwhile() const;
    void stand_again(const Kept& kept);
    Both<Duration> take_time(const Given& undone, const std::string& article);
    void approved_again(const wire::Outcome& outcome, std::vector<Approval> before = {});
    void undo_result(const Given& tip, bool moves, const wire::Effect& effect);
    void lose_again(Side side);
    void answer(const Asked& question, const wire::AnswerQuestion& e);
    // The ruling answers the question, by its article unless the arbiter names one, and changes
    // nothing by itself.
    void answered(const Asked& question);
    wire::SetClock clock_set(const wire::AnswerQuestion& e) const;
    void time_for(const Asked& question, Side side);
    void judge_claim(const Asked& question, const std::string& move);
    void claim_is_wrong(const Asked& question);
    void position_again(const Asked& question, const wire::AnswerQuestion& e,
                        const std::string& fen);
    bool decides(const Asked& question, const wire::AnswerQuestion& e);
    void goes_on_after(const Asked& question, bool must_run);
    void resume_after(const Asked& question);
    void clock_goes_on(bool must_run);
    void clock_started(bool must_run);
    void goes_on_by_record();
    void stopped_to_go_on(const Outstanding& pause);
    void delay_still();
    void frozen_asked();
    void waits_still();
    void commands_still();
    void loss_still();
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
    Duration age_of(Side side) const;
    void pressed_at(Side side, Duration age);
    bool falls_by_age(Side side) const;
    bool ruling_on_its_way(Side side) const;
    bool waits(Subject about) const;
    void voided();
    void made_in_vain(const wire::Made& e);
    void ask_of_order(const std::string& guessed);
    // `by` is empty: by the person who acts at the desk, else by arbiterd.
    void ruling(const std::string& article, Subject about, const std::string& by = "");
    void stopped_question(const std::string& by, const std::string& article,
                          Subject about);
    void look_for_end();
    std::string_view article_of_end() const;
    void claim_for_arbiter(const wire::Claimed& e);
    // `sent_by`: the ruling that sent the command that it is about.
    void question(const std::string& article, Subject about, bool holds,
                  std::uint32_t sent_by = 0);
    std::uint32_t number_of_question(Subject about) const;
    void seen_to(const std::string& by);
    void waits_no_longer();
    void issue(wire::Correction correction);
    void issue(const wire::Outcome& outcome);
    void issue_resume();
    void send(const wire::OfficeCommand& command);
    void held_by_questions();
    // flags.cpp
    bool effect_of_ours() const;
    std::string cite(const std::string& article) const;
    std::optional<Both<Duration>> to_be_shown() const;
    void flags_asked(bool ends = false);
    void flags_not_forgotten();
    bool has_come(Side side) const;
    void absence_asked();
    template <class Command>
    void issue_command(Command command);
    bool clock_seats() const;
    void change_seats();
    void want(wire::GameEvent event) { want_.push_back(std::move(event)); }
    // How the record closes this question in the answer to the row; nullptr: it does not.
    const wire::QuestionClosed* closing_of(std::uint32_t question) const;
    // What the record's rulings and questions about the row name as evidence; "" if they do not.
    std::string fact(std::string_view name) const;
    void complain(std::string text);
    // Moves that were completed; on a board that reports presses only, the presses.
    // Time was given to the clocks, or taken from them, by this ruling (0: by none).
    void clock_changed(const Both<Duration>& time, std::uint32_t ruling = 0);
    std::optional<Both<Duration>> carried_back(std::uint32_t ruling) const;
    void pay_owed();
    void pay(const Both<Duration>& time);
    void changed_by(const Outstanding& done);
    void changed_by_hand(const wire::ReadingSet& e);
    Both<Duration> times_of(const wire::AnswerQuestion& e, const Both<Duration>& otherwise) const;
    std::uint32_t counted() const { return game_.presses.value_or(game_.line.ply()); }
    // Are its moves, entered from a scoresheet, as many as its presses?
    bool board_known() const { return counted() == game_.line.ply(); }
    Side mover() const;
    const Both<Duration>& readings() const;
    void complain_unless(bool right, const std::string& text) {
        if (!right) complain(text);
    }

    Game& game_;
    const Case& case_;
    const ClockJudge& clock_;
    Complaints& complaints_;
    const Options& options_;
    std::uint32_t asked_before_;  // how many questions there were before this case
    std::vector<wire::GameEvent> want_;
    std::uint32_t commands_ = 0;
    std::vector<std::string> sent_as_;  // the former ids of the command that is sent again next
    Pos cause_;           // of a refused command
    std::string source_;  // of its id, which goes on with a number
    const wire::DeskActed* act_ = nullptr;   // what a person did at the desk
    std::optional<Both<Duration>> shown_;    // the readings that such an act rests on
    std::optional<Kept> back_;               // what such an act has brought back
    std::optional<AtPress> pressed_;         // of an illegal action that is put right
    std::uint32_t undoes_ = 0;               // the ruling that is taken back
    bool placed_ = false;                    // a position, or a move, is another than before
    std::string order_by_;                   // who orders what follows, but for an act of the desk
    std::string as_before_;                  // the article of a result that stands again
};

}  // namespace flagfall::oracle
