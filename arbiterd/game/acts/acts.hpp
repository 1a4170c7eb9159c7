// One function for each act of the desk, called by desk.cpp. Each either returns a refusal, and has
// then added nothing that counts, or adds its events.
#pragma once

#include <optional>

#include "arbiterd/game/acts/desk.hpp"
#include "arbiterd/game/laws/draft.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {

using MaybeRefusal = std::optional<DeskRefusal>;

// `pointer`: the field of the command that is wrong, if it is one.
inline std::unexpected<DeskRefusal> refusal(std::string_view code, std::string text,
                                            std::string_view pointer = {}) {
    FF_CHECK(!code.empty());
    FF_CHECK(!text.empty());
    FF_CHECK(pointer.empty() || pointer.front() == '/');
    return std::unexpected(DeskRefusal{std::string(code), std::move(text), std::string(pointer)});
}
inline MaybeRefusal refuse(std::string_view code, std::string text,
                           std::string_view pointer = {}) {
    return refusal(code, std::move(text), pointer).error();
}

// The command's article, or the act's own.
std::string article_of(const wire::DeskCommand& command, std::string_view otherwise);
// "1:30:00" or "-0:02:00", for texts.
std::string clock_text(Duration time);
// Concludes the game, or changes the result of a game that is over.
MaybeRefusal give_outcome(Draft& draft, const wire::Outcome& outcome, Subject about,
                          std::string text, wire::Pairs evidence, wire::Effect effect = {});
// Refuses to reopen the game at its clock if that has another game by now: clockd would refuse.
MaybeRefusal has_other_game(const Draft& draft);
// Refuses (`times_missing`) because the time of this side was left out; `why`: what for, or how
// both would be known.
MaybeRefusal time_missing(Side side, std::string_view why);
// The text of that refusal (`board_busy`); `why` names the other game.
std::string cannot_open_again(const std::string& why);
// Refuses while a command is on its way to the clock: the next act depends on its outcome.
MaybeRefusal under_way(const Draft& draft);
// The same, and also refuses if the game is over or has not begun.
MaybeRefusal not_in_play(const Draft& draft);
// Refuses while a question holds the game and playing on does not answer it.
MaybeRefusal question_holds(const Draft& draft);
// Refuses while the clock stands because of a flag or an end on the board: clockd accepts no other
// time control before the clock is set.
MaybeRefusal takes_no_control(const Draft& draft);

// ---- desk.cpp ----------------------------------------------------------------------------------

// The position that an act asks for after `ply` moves: the record's own, or the arbiter's.
struct Wanted {
    Ply ply;
    std::optional<chess::Position> position;  // if the act names a ply or a position
    std::string fen;                          // if the record has not this position after `ply`
};
std::expected<Wanted, DeskRefusal> wanted_position(const Draft& draft, std::optional<Ply> ply,
                                                   const std::string& fen);
// Refuses readings that no clock can show.
MaybeRefusal bad_readings(const Both<Duration>& readings);
// Refuses to start a clock at zero, where the flag would fall at once. Accepted if the end of a
// period adds time then, or if somebody has to call the flag (6.8).
MaybeRefusal no_time_left(const Draft& draft, const Both<Duration>& readings);

// `held`: the question that this answers held the game so far, so a running clock may be set.
MaybeRefusal set_clock(Draft& draft, const wire::DeskCommand& command, const wire::SetClock& set,
                       std::uint32_t answers = 0, bool held = false);

// ---- proposal.cpp ------------------------------------------------------------------------------

// Describes what set_clock changes: readings, periods, moves. Adds facts, returns the text.
std::string describe_setting(const Draft& draft, const wire::SetClock& set,
                             const Both<Duration>& after, Ply ply, wire::Pairs& evidence);
// Explains the readings with which the game goes back to this position of the record: those of the
// clock, and the changes since. Adds the facts and returns the sentence.
std::string describe_readings(const Draft& draft, Ply ply, wire::Pairs& evidence);
// The same for the start of a game that begins again: the control in force, and corrections.
std::string describe_start(const Draft& draft, wire::Pairs& evidence);

// ---- answers.cpp -------------------------------------------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::AnswerQuestion&);
// May an answer by which play goes on start the clock? Not if it stands by an arbiter's own pause
// (6.11.3).
bool may_start(const Draft& draft);

// ---- illegal_actions.cpp: 7.2 to 7.5 ------------------------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::IllegalAction&);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::RestartGame&);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ReverseColours&);
// Moves that both players have completed. `made`: the last one may be made and not pressed.
std::uint32_t moves_of_both(const Draft& draft, bool made);
// Applies 7.5.5 to the action that a question is about, by its facts. If a claim paused the clock
// and reports the readings, the clock runs on from them; otherwise the arbiter resumes.
MaybeRefusal apply_offence(Draft& draft, const wire::DeskCommand& command,
                           const wire::AnswerQuestion& given, const Question& question,
                           Choice choice);

// Applies 7.5.5 to an illegal reply to an illegal action that stands (1.4.1, A.5.4).
MaybeRefusal count_reply(Draft& draft, const wire::DeskCommand& command,
                         const wire::AnswerQuestion& given, const Question& question);

// ---- touch_move.cpp: Article 4, and the answers to questions of Articles 4 and 7 ---------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::BindMove&);
// The options offence, error, apply, stands and take_back, for every subject.
MaybeRefusal answer_irregular(Draft& draft, const wire::DeskCommand& command,
                              const wire::AnswerQuestion& given, const Question& question,
                              Choice choice);
// The last ply that this side completed; 0 when it has none.
Ply last_ply_of(const Draft& draft, Side side);

// ---- penalties.cpp: 12.9 ------------------------------------------------------------------------

// What is wrong with the FEN of a position, and what it should look like.
std::string bad_fen_text(chess::SetupErrors errors);
// Does a result by this article mean that a player did not come (6.7.1)?
bool is_for_absence(const Draft& draft, std::string_view article);
// Refuses a forfeit if both players have made a move: the game was played.
MaybeRefusal was_played(const Draft& draft);

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Penalise&);

// ---- undo.cpp: rulings taken back, at any depth -------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::UndoRuling&);

// ---- loss.cpp: 7.5.5, when an illegal action no longer counts -----------------------------

// A loss by the number of illegal actions (7.5.5).
struct Loss {
    std::uint32_t ruling = 0;
    Side side{};      // the loser
    Duration gained;  // by the press that the ruling concerns
};

// The present result as such a loss; nothing if it is none.
std::optional<Loss> loss_by_number(const Live& live);
// The answer to a loss that depends on an action that no longer counts (7.5.5): the game is
// reopened, and the action costs what a first one does.
MaybeRefusal reopen_loss(Draft& draft, const wire::DeskCommand& command,
                         const wire::AnswerQuestion& given, const Question& question);

// ---- sheets.cpp: scoresheets, and the moves of boards that report presses only -------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::EnterSheet&);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::EnterMoves&);

// ---- formalities.cpp: 6.10.2, 6.7.1, 8.7, 11.10 ------------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ChangeControl&);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Approve&);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Appeal&);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::DecideAppeal&);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Arrival&);

// ---- adjourn.cpp: Guidelines I ------------------------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Adjourn&);
// The same; `undoes`: the ruling that had taken an adjournment back and is taken back by this.
MaybeRefusal adjourn(Draft& draft, const wire::DeskCommand& command, const wire::Adjourn& act,
                     std::uint32_t undoes);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::OpenSealed&);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ResumeGame&);
// A sealed move belongs to its position (I.2): is the record of an adjourned game there, or after
// that move if the envelope is open? True if the game is not adjourned.
bool stands_as_sealed(const Draft& draft);
// The refusal of an act that would move an adjourned game elsewhere: says what to do.
DeskRefusal envelope_elsewhere(const Draft& draft);

}  // namespace flagfall::game
