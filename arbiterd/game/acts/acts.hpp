// One function for each act of the desk; desk.cpp calls them. Each gives a refusal and has then
// added nothing that counts, or has added its events.
#pragma once

#include <optional>

#include "arbiterd/game/acts/desk.hpp"
#include "arbiterd/game/laws/draft.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {

using MaybeRefusal = std::optional<DeskRefusal>;

// `pointer`: the field of the command that is wrong, where it is one.
inline std::unexpected<DeskRefusal> refusal(std::string_view code, std::string text,
                                            std::string_view pointer = {}) {
    FF_CHECK(!code.empty() && !text.empty());
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
// Concludes a game, or changes the result of one that is over.
MaybeRefusal give_outcome(Draft& draft, const wire::Outcome& outcome, Subject about,
                          std::string text, wire::Pairs evidence, wire::Effect effect = {});
// Refuses while a command is on its way to the clock: what comes next must know what became of it.
MaybeRefusal under_way(const Draft& draft);
// The same, and when the game is over or has not begun.
MaybeRefusal not_in_play(const Draft& draft);
// Refuses while a question holds the game that playing on does not answer.
MaybeRefusal question_holds(const Draft& draft);
// Refuses while the clock stands by a flag or an end on the board: clockd takes no other time
// control before the clock is set.
MaybeRefusal takes_no_control(const Draft& draft);

// ---- desk.cpp ----------------------------------------------------------------------------------

// The position that an act wants after `ply` moves: the record's own, or the arbiter's.
struct Wanted {
    Ply ply;
    std::optional<chess::Position> position;  // when it is not the one on the record
    std::string fen;                          // when it is not the record's own at all
};
std::expected<Wanted, DeskRefusal> wanted_position(const Draft& draft, std::optional<Ply> ply,
                                                   const std::string& fen);
// Refuses readings that no clock can show.
MaybeRefusal bad_readings(const Both<Duration>& readings);
// A clock that is started at zero lets the flag fall at once, unless the end of a period adds time
// then or somebody has to call the flag (6.8).
MaybeRefusal no_time_left(const Draft& draft, const Both<Duration>& readings);

// `held`: the question that this answers held the game until now, so a running clock may be set.
MaybeRefusal set_clock(Draft& draft, const wire::DeskCommand& command, const wire::SetClock& set,
                       std::uint32_t answers = 0, bool held = false);

// ---- proposal.cpp ------------------------------------------------------------------------------

// What set_clock changes: readings, periods, the count of moves. Adds the facts, gives the text.
std::string describe_setting(const Draft& draft, const wire::SetClock& set,
                             const Both<Duration>& after, Ply ply, wire::Pairs& evidence);
// How the readings came about with which the game goes back to this position of the record: the
// clock's own, and what was changed since. Adds the facts, and gives the sentence.
std::string describe_readings(const Draft& draft, Ply ply, wire::Pairs& evidence);
// The same of the readings with which a game begins again: the control in force and corrections.
std::string describe_start(const Draft& draft, wire::Pairs& evidence);

// ---- answers.cpp -------------------------------------------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::AnswerQuestion&);
// Is the clock started with an answer by which play goes on? One that stands by an arbiter's own
// pause is not (6.11.3).
bool may_start(const Draft& draft);

// ---- illegal_actions.cpp: 7.2 to 7.5 ------------------------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::IllegalAction&);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::RestartGame&);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ReverseColours&);
// Moves that both players have completed; `made`: the last of them perhaps not pressed.
std::uint32_t moves_of_both(const Draft& draft, bool made);
// 7.5.5 for an action that a question was about, as its facts say. A claim has paused the clock: if
// it says what that shows, the clock runs on from there, else the arbiter resumes.
MaybeRefusal apply_offence(Draft& draft, const wire::DeskCommand& command,
                           const wire::AnswerQuestion& given, const Question& question);

// 7.5.5 for a reply that was illegal itself, to an illegal action that stands (1.4.1, A.5.4).
MaybeRefusal count_reply(Draft& draft, const wire::DeskCommand& command,
                         const wire::AnswerQuestion& given, const Question& question);

// ---- touch_move.cpp: Article 4, and the answers to questions of Articles 4 and 7 ---------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::BindMove&);
// The options offence, error, apply, stands and take_back, whatever the question is about.
MaybeRefusal answer_irregular(Draft& draft, const wire::DeskCommand& command,
                              const wire::AnswerQuestion& given, const Question& question);
// The last ply that this side completed; 0 when it has none.
Ply last_ply_of(const Draft& draft, Side side);

// ---- penalties.cpp: 12.9 ------------------------------------------------------------------------

// What is wrong with the text of a position, and what it should look like.
std::string bad_fen_text(chess::SetupErrors errors);
// Does a result by this article say that a player did not come (6.7.1)?
bool is_for_absence(const Draft& draft, std::string_view article);
// Why nobody forfeits this game: both players have made a move.
MaybeRefusal was_played(const Draft& draft);

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Penalise&);

// ---- undo.cpp: rulings taken back, at any depth -------------------------------------------

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::UndoRuling&);

// ---- loss.cpp: 7.5.5, when an illegal action no longer counts -----------------------------

// A loss by the number of illegal actions (7.5.5).
struct Loss {
    std::uint32_t ruling = 0;
    Side side{};      // whose
    Duration gained;  // by the press that the ruling is about
};

// The one that stands as the result, if it is one.
std::optional<Loss> loss_by_number(const Live& live);
// The answer to a loss that rests on an action that no longer counts (7.5.5): the game is opened
// again, and the action costs what a first one does.
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
// The same; `undoes`: the ruling that had taken an adjournment back and is taken back so.
MaybeRefusal adjourn(Draft& draft, const wire::DeskCommand& command, const wire::Adjourn& act,
                     std::uint32_t undoes);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::OpenSealed&);
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ResumeGame&);
// A sealed move belongs to the position that it was sealed in (I.2): the record of an adjourned
// game stands there, or after that move when the envelope is open. True of any other game.
bool stands_as_sealed(const Draft& draft);
// Of an act that would move an adjourned game elsewhere: what to do.
DeskRefusal envelope_elsewhere(const Draft& draft);

}  // namespace flagfall::game
