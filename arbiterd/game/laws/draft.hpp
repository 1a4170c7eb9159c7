// A decision under way: the events so far, and the game as it stands after them. Only the small
// part of the game (Live) is copied.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "arbiterd/game/laws/decide.hpp"
#include "arbiterd/game/state/games.hpp"
#include "arbiterd/game/words/fit.hpp"

namespace flagfall::game {

// What a decision answers.
struct Occasion {
    Pos cause;
    Instant at;
    Epoch epoch;              // of the board after the event answered
    Both<Duration> readings;  // after the event answered
    std::string by{};         // the person at the desk; empty when arbiterd decides by itself
    std::string act{};        // id of the desk's command; empty when a clock event is answered
    // The readings right before the event answered, if the event reports them.
    std::optional<Both<Duration>> before{};
    Both<Duration> age{};     // of the act answered, for the side that acted, if it matters
    std::string cited{};      // the article that the person named
    std::vector<std::string> said{};  // in the person's own words, which stay as they are
    std::string command{};    // the id of the command that the event answered is the effect of
};

class Draft {
public:
    Draft(const Games& games, const Game& game, const Occasion& occasion);

    const Game& game() const { return game_; }
    const Profile& profile() const { return game_.profile; }
    const Live& live() const { return live_; }
    const Occasion& occasion() const { return occasion_; }
    bool over() const { return live_.result.has_value(); }
    // The game now at the clock of this board, if it is another one; else empty. clockd does not
    // open this game again while another one is there.
    const std::string& other_game() const { return other_game_; }

    // After the moves recorded so far, those of this decision included.
    const chess::Position& position() const;
    // The side whose next move the record waits for.
    Side to_move() const;
    // Moves completed, as far as they are counted: those of the record, or the presses of a board
    // that reports presses only.
    Ply counted() const { return live_.presses.value_or(live_.ply); }
    Ply next_ply() const { return {counted().count + 1}; }
    chess::Variant variant() const { return position().variant(); }

    // The positions of the game with those of this decision appended. A copy: for rare cases.
    chess::History history() const;
    bool has_new_positions() const { return line_ || !fresh_.empty(); }

    // Fills in game, board and cause, and appends.
    template <class Event>
    void add(Event event) {
        if constexpr (std::is_same_v<Event, wire::PressNoted>)  // the count is the position
            placed_ = placed_ || event.ruling > 0;
        if constexpr (std::is_same_v<Event, wire::PenaltyGiven>) will_show(event.after);
        if constexpr (requires { fit(event); }) fit(event);
        event.game = game_.id;
        event.board = game_.board;
        event.cause = occasion_.cause;
        event.epoch = occasion_.epoch;
        wire::GameEvent any{std::move(event)};
        apply_live(live_, position(), any);
        events_.push_back(std::move(any));
    }

    struct Completed {
        std::string written;
        Duration elapsed;
        CompletedBy by{};
        bool offer = false;   // the draw offer is marked on the scoresheet that it is entered from
        std::optional<Both<Duration>> readings = {};  // if not those of the occasion
    };
    // Records the next move, which must be legal.
    void record(chess::Move move, const Completed& how);
    // An illegal action stands (A.5.2): the record goes on from `after`, or waits for the reply if
    // there is no `after`.
    void let_stand(wire::IllegalMoveStood event, const std::optional<chess::Position>& after);
    // Sets a position that the record had, or one that a person set up. `keeps`: what stood before
    // it can come back when the next ruling is taken back.
    void restore(Ply ply, const chess::Position& position, std::string fen, std::string_view by,
                 std::string reason, bool keeps = false);
    // Brings back what was kept under a ruling that is now taken back, by the ruling `by` or (0) by
    // the next one. Returns the readings that belong to it.
    Both<Duration> bring_back(const TakenBack& kept, std::uint32_t by = 0);

    // The game is cancelled and a new one begins here. `reversed`: the players change seats; they
    // get the colours that they were paired with, whatever colours they were found to have.
    void restart(const chess::Position& start, bool reversed, std::string_view article);
    // The players have had the other colours than the record says (7.3).
    void reverse_colours(std::string_view article);

    void rule(std::string_view article, Subject about, std::string text, wire::Pairs evidence,
              wire::Effect effect = {});
    // The next ruling sets the clock to these readings, which its time effect does not express.
    void will_show(const Both<Duration>& readings) { will_show_ = readings; }
    // A result that stood before stands again: it is cited by the article that it was given by,
    // whatever that was.
    void cite_as_before(const wire::Outcome& outcome) { as_before_ = outcome.article; }
    // This player is shown the record (A.4.3).
    void rule_look(Side side, std::string_view article, std::string text, wire::Pairs evidence);
    // `options`: what the Laws allow, a name and a text each (see questions.cpp). `basis`: the
    // facts and values that the answers use.
    void ask(std::string_view article, Subject about, std::string text, wire::Pairs evidence,
             bool holds, wire::Pairs options = {}, wire::Basis basis = {});
    // Does the clock run on, given the commands that this act sends it?
    bool runs_on() const;
    // Puts the question once more, with a new number. This does not stop a clock that runs.
    void ask_again(const Question& question);
    // `by`: the person, for answered and intervention.
    void close(const Question& question, Closing how, std::string_view by = {},
               std::string_view option = {});
    // The open question of this number, or nullptr.
    const Question* question(std::uint32_t number) const;
    // The event answered does not count. `readings`: those that it set all the same, if any.
    void not_counted(std::string_view type, std::string reason,
                     const Both<std::optional<Duration>>& readings = {});
    bool voids() const { return voids_; }

    // Records ruling and result, and sends the command that stops the clock for good. Ends live
    // offers, and closes the questions that only matter in play.
    void conclude(const wire::Outcome& outcome, Subject about, std::string text,
                  wire::Pairs evidence, wire::Effect effect = {});
    // The same for a game that is already over: its clock stands already.
    void change_result(const wire::Outcome& outcome, Subject about, std::string text,
                       wire::Pairs evidence, wire::Effect effect);
    // The game is over: ends it at the clock, unless a command already does.
    void end_clock();
    // Sets the clock. The caller gives article, reason, readings, turn and run, the game the rest.
    void set_clock(wire::Correction correction);
    // Does nothing while another question still holds the game.
    void resume_clock();
    void pause_clock(std::string reason);
    void adjust_clock(const Both<Duration>& deltas, std::string article, std::string reason);
    void set_control(wire::NewControl control, const Both<Duration>& readings);
    // The same while the clock runs: `time` is added to what it shows, and the turn goes on.
    void change_control(wire::NewControl control, const Both<Duration>& time);
    void call_flag(Side side);
    void arrive(Side side);
    // Counts the sealed move at the clock before the envelope is opened: from now on the time runs
    // for the player who must reply to it (I.9).
    void start_reply_to_sealed(const Both<Duration>& readings, std::string article,
                               std::string reason);
    // What follows is ordered by this person, as they did it at the clock.
    void order_by(std::string_view by) { occasion_.by = by; }
    // The commands that follow carry out this earlier ruling.
    void carries_out(std::uint32_t ruling) { ruling_ = ruling; }
    // Numbers the next commands after this one: they belong to the same act.
    void numbers_on(const std::string& id);
    // The clock ran until the claim that is now judged stopped it.
    void claim_stopped_it() { ran_until_claim_ = true; }
    bool ran_until_claim() const { return ran_until_claim_; }
    // The next command expects the board as the one before leaves it (the next epoch).
    void then() { ++occasion_.epoch.count; }
    // There is no result any more; the draw offers that it ended stand again (9.1.2.1).
    void withdraw(wire::ResultWithdrawn event);
    // This side's draw offer, made with the move of this ply, stands again.
    void offer_again(Side side, Ply ply);
    // Withdraws the result and unlocks the clock, which stands until a person resumes the game.
    // `readings`: of the clock then; by default the last known ones. Commands for what the clock is
    // owed follow.
    void reopen_game(std::string article, std::string reason,
                     const std::optional<Both<Duration>>& readings = {});
    // The clock could not be opened again: the withdrawn result stands.
    void keep_result(std::string why);
    // Sends a command that had no effect again, with a new id and for the board as it is now.
    // `ruling`: the ruling that it still carries out; 0: the last of this decision.
    void send_again(const wire::OfficeCommand& command, std::uint32_t ruling = 0);
    // A command is no longer outstanding. `code`: clockd's refusal, if it refused.
    void settle(const std::string& id, Settling how, std::string_view code = {});
    // Sends a refused command again, with the board's present epoch and the next id.
    void issue_again(wire::CommandIssued refused);

    std::vector<wire::GameEvent> take() { return std::move(events_); }

    // The article that replaces this FIDE one under the rules in force; a person's own stays.
    std::string cite(std::string_view article) const;

private:
    std::string_view author() const;
    wire::RulingGiven ruling(std::string_view article, Subject about, std::string text,
                             wire::Pairs evidence);
    void record_result(const wire::Outcome& outcome);
    void go_on_from(Ply ply, const chess::Position& position);
    template <class Command>
    void issue(Command command);

    const Game& game_;
    std::string other_game_;
    Occasion occasion_;
    Live live_;
    std::vector<chess::Position> fresh_;  // positions of this decision, the current one last
    std::optional<chess::History> line_;  // replaces fresh_ if they do not continue the game's
    Ply base_;                            // of `line_`
    std::string source_;         // of command ids, "arb:LOG:CAUSE:"
    std::uint32_t issued_ = 0;  // commands so far that answer this cause
    std::uint32_t ruling_ = 0;  // the last of this decision, which the next commands carry out
    bool placed_ = false;       // a position was set by this decision
    std::optional<Both<std::uint32_t>> brought_;  // the periods of the moves brought back
    std::optional<Both<Duration>> will_show_;
    std::string as_before_;     // an article that is cited unchanged
    bool voids_ = false;            // the event answered does not count
    bool ran_until_claim_ = false;  // the clock, as far as the record knows
    std::vector<wire::GameEvent> events_;
};

}  // namespace flagfall::game
