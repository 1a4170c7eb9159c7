// What arbiterd records: the game under the Laws. play_messages.hpp has the players' acts; here are
// rulings, questions, results, acts of persons, and the outbox.
#pragma once

#include "common/wire/desk_messages.hpp"
#include "common/wire/event_acts_messages.hpp"
#include "common/wire/one_of.hpp"
#include "common/wire/play_messages.hpp"
#include "common/wire/question_facts.hpp"

namespace flagfall::wire {

// A person acted at the desk; the consequences follow in the log.
struct DeskActed : GameEventBase {
    static constexpr std::string_view type = "desk_acted";
    std::string id;  // of the command
    std::string by;
    std::string article;
    std::string reason;
    DeskAct act;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("id", m.id);
        v("by", m.by);
        v.maybe("article", m.article);
        v.maybe("reason", m.reason);
        v("act", m.act);
    }
};

// The changes of a ruling, so that a later one can take it back.
struct Effect {
    Both<Duration> time;     // added to each clock; less than zero: taken off
    std::optional<Side> counted;  // an illegal action of this side was counted
    Ply counted_ply;         // for its move of this ply; 0: for none that can come back
    std::optional<Side> bound;    // this side must play a certain move (4.3)
    bool gives_result = false;    // or withdraws one
    std::optional<Outcome> result_before;  // of a ruling that does: the result until then
    std::uint32_t undoes = 0;   // the ruling that this one takes back
    std::uint32_t answers = 0;  // the question that it answers
    // The ruling whose clock change clockd refused: its time and control do not apply.
    std::uint32_t unmet = 0;
    bool moves = false;         // it changed which moves stand; the earlier ones are kept
    Ply announced;              // the move that was recorded as announced only (9.2.1); 0: none
    Duration gained;            // by the press that it rules on, and left on the clock
    bool resumes = false;       // it resumed an adjourned game; the adjournment is kept
    // The earlier period of a side that it put in another period of the time control; 0: none.
    Both<std::uint32_t> period_before{};
    bool waits = false;  // the game was over: the clock gets the time when it is reopened
    friend bool operator==(const Effect&, const Effect&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("white_time_us", m.time[Side::white]);
        v.maybe("black_time_us", m.time[Side::black]);
        v.maybe("counted", m.counted);
        v.maybe("counted_ply", m.counted_ply);
        v.maybe("bound", m.bound);
        v.maybe("gives_result", m.gives_result);
        v.maybe("result_before", m.result_before);
        v.maybe("undoes", m.undoes);
        v.maybe("answers", m.answers);
        v.maybe("unmet", m.unmet);
        v.maybe("moves", m.moves);
        v.maybe("announced_ply", m.announced);
        v.maybe("gained_us", m.gained);
        v.maybe("resumes", m.resumes);
        v.maybe("white_period_before", m.period_before[Side::white]);
        v.maybe("black_period_before", m.period_before[Side::black]);
        v.maybe("waits", m.waits);
    }
};

// A decision, its article and its evidence. `number` counts the rulings of one game.
struct RulingGiven : GameEventBase {
    static constexpr std::string_view type = "ruling_given";
    std::uint32_t number = 0;
    std::string by;       // "arbiterd", or the person
    std::string article;  // "7.5.5"
    Subject about{};
    Ply ply;
    std::string text;     // one sentence for people
    Pairs evidence;       // named facts for people, the most important first
    std::optional<Side> looked;  // of record_shown: the side that was shown it (A.4.3)
    Effect effect;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("number", m.number);
        v("by", m.by);
        v("article", m.article);
        v("about", m.about);
        v("ply", m.ply);
        v("text", m.text);
        v("evidence", m.evidence);
        v.maybe("looked", m.looked);
        Effect::describe(m.effect, v);
    }
};

// The commands of arbiterd to clockd for a game.
struct OfficeCommandTypes {
    using Variant = std::variant<SetReading, EndGame, Resume, Pause, Adjust, ReopenGame,
                                 SetControl, Arrive, CallFlag, StartGame>;
};
using OfficeCommand = OneOf<OfficeCommandTypes>;

// The data that the answers to a question depend on; no decision reads its texts or its evidence.
struct Basis {
    std::optional<QuestionFacts> facts{};
    // The readings of options that set the clock, if the arbiter gives none.
    std::optional<ClockTimes> proposed{};
    std::optional<OfficeCommand> command{};  // not carried out by clockd, as far as known
    std::uint32_t ruling = 0;                // that sent the command not carried out
    friend bool operator==(const Basis&, const Basis&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("facts", m.facts);
        v.maybe("proposed", m.proposed);
        v.maybe("command", m.command);
        v.maybe("ruling", m.ruling);
    }
};

// A question that the software cannot decide: it waits for a person.
struct QuestionPut : GameEventBase {
    static constexpr std::string_view type = "question_put";
    std::uint32_t number = 0;  // counts the questions of one game
    std::string article;
    Subject about{};
    std::string text;
    Pairs evidence;      // named facts for people
    bool holds = false;  // the players' acts do not count until a person sets the clocks,
                         // resumes the game or ends it
    Pairs options;       // the answers that the Laws allow: a name for programs, a text for people
    Basis basis;
    std::uint32_t asked_before = 0;  // the number that it had first; 0: it is new

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v.maybe("number", m.number);
        v("article", m.article);
        v("about", m.about);
        v("text", m.text);
        v("evidence", m.evidence);
        v.maybe("holds", m.holds);
        v.maybe("options", m.options);
        Basis::describe(m.basis, v);
        v.maybe("asked_before", m.asked_before);
    }
};

// The question waits no longer.
struct QuestionClosed : GameEventBase {
    static constexpr std::string_view type = "question_closed";
    std::uint32_t number = 0;
    Closing how{};
    std::string by;      // the person; empty for overtaken and game_over
    std::string option;  // the chosen one

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("number", m.number);
        v("how", m.how);
        v.maybe("by", m.by);
        v.maybe("option", m.option);
    }
};

struct ResultRecorded : GameEventBase {
    static constexpr std::string_view type = "result_recorded";
    Outcome outcome;
    std::string by;
    Ply ply;
    Both<Duration> readings;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        Outcome::describe(m.outcome, v);
        v("by", m.by);
        v("ply", m.ply);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
    }
};

// The result was withdrawn: the game goes on, paused until a person resumes it.
struct ResultWithdrawn : GameEventBase {
    static constexpr std::string_view type = "result_withdrawn";
    std::string by;
    std::string article;
    std::string reason;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("by", m.by);
        v.maybe("article", m.article);
        v("reason", m.reason);
    }
};

// Pieces were touched (Article 4), as a device detected or an arbiter ruled: the player cannot
// claim on that move any more (9.4), and has refused an offer (9.1.2.1). The arbiter decides what
// must be played.
struct TouchNoted : GameEventBase {
    static constexpr std::string_view type = "touch_noted";
    Side side{};
    std::string squares;
    bool adjusting = false;
    Ply ply;                   // of the intended move; 0: the player did not have the move
    std::uint32_t ruling = 0;  // of the person who ruled it; 0: a device detected it

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("squares", m.squares);
        v.maybe("adjusting", m.adjusting);
        v.maybe("ply", m.ply);
        v.maybe("ruling", m.ruling);
    }
};

struct PlayerArrived : GameEventBase {
    static constexpr std::string_view type = "player_arrived";
    Side side{};

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
    }
};

// The result is approved (8.7).
struct ResultApproved : GameEventBase {
    static constexpr std::string_view type = "result_approved";
    Party who{};
    std::string by;  // the person at the desk

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("who", m.who);
        v("by", m.by);
    }
};

// The game is adjourned: the text of the envelope (I.2); the players' names are the game's.
struct GameAdjourned : GameEventBase {
    static constexpr std::string_view type = "game_adjourned";
    std::string by;           // the person at the desk
    Side sealed_by{};
    std::uint32_t move = 0;   // number of the sealed move
    Ply ply;                  // moves completed before it
    std::string fen;          // the position right before it
    Both<Duration> readings;
    std::optional<Side> offer;  // the side whose draw offer is open
    std::string resumption;   // date, time and place

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("by", m.by);
        v("sealed_by", m.sealed_by);
        v("move", m.move);
        v("ply", m.ply);
        v("fen", m.fen);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
        v.maybe("offer", m.offer);
        v("resumption", m.resumption);
    }
};

// The envelope was opened (I.7).
struct SealedOpened : GameEventBase {
    static constexpr std::string_view type = "sealed_opened";
    Side side{};       // the side that had sealed it
    std::string text;  // as written
    SealedMove found{};
    std::uint32_t ruling = 0;  // under this number the game before it is kept; 0: it is not

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("text", m.text);
        v("found", m.found);
        v.maybe("ruling", m.ruling);
    }
};

// Clocks set, paused or resumed at clockd by a person or another program: kept for the record.
struct ClockIntervention : GameEventBase {
    static constexpr std::string_view type = "clock_intervention";
    Intervening kind{};
    std::string by;
    std::string article;
    std::string reason;
    std::string time_control;  // of control_set: the new one
    std::optional<PeriodTrigger> period_trigger{};  // of the new one
    std::optional<Side> side{};  // of period_ended: whose time ran out; nothing: not kept
    Both<Duration> before;
    Both<Duration> after;
    // What a correction added to each clock. It holds for earlier positions, too, if the game
    // goes back to one of them (6.10.2).
    Both<Duration> carried;
    bool run = false;  // does a clock run after it?
    std::uint32_t ruling = 0;  // that it carries out; 0: none, or one from before this was kept

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("kind", m.kind);
        v("by", m.by);
        v.maybe("article", m.article);
        v.maybe("reason", m.reason);
        v.maybe("time_control", m.time_control);
        v.maybe("period_trigger", m.period_trigger);
        v.maybe("side", m.side);
        v("before_white_us", m.before[Side::white]);
        v("before_black_us", m.before[Side::black]);
        v("after_white_us", m.after[Side::white]);
        v("after_black_us", m.after[Side::black]);
        v.maybe("carried_white_us", m.carried[Side::white]);
        v.maybe("carried_black_us", m.carried[Side::black]);
        v.maybe("run", m.run);
        v.maybe("ruling", m.ruling);
    }
};

// A person put the game back to the position after `ply`, or set one up: `fen` is given if it
// is not the record's own position at that ply, and the record goes on from there.
struct PositionRestored : GameEventBase {
    static constexpr std::string_view type = "position_restored";
    Ply ply;
    std::string fen;
    std::string by;
    std::string reason;
    std::uint32_t ruling = 0;  // under this number the earlier moves are kept; 0: not kept
    std::string voided;        // the moves that are removed, for people: "1. e4 e5 2. Nf3"

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("ply", m.ply);
        v.maybe("fen", m.fen);
        v("by", m.by);
        v("reason", m.reason);
        v.maybe("ruling", m.ruling);
        v.maybe("voided", m.voided);
    }
};

// A ruling took back one that had changed which moves stand: the moves that were kept under `kept`
// stand again, with their times, readings and repetitions. The moves that stood until now
// are kept under `ruling`.
struct MovesRestored : GameEventBase {
    static constexpr std::string_view type = "moves_restored";
    std::uint32_t kept = 0;    // the number under which they were kept
    std::uint32_t ruling = 0;  // the ruling that does it
    Ply ply;                   // of the last move of the record now
    std::string white;         // the players and their tags, from now on
    std::string black;
    Pairs tags;
    bool reversed = false;     // not the colours with which the game was opened
    std::string fen;           // of the initial position, as in GameTerms
    Both<Duration> readings;   // the earlier ones, to be set
    bool adjourned = false;    // the game is adjourned, again or still
    std::string sealed;        // if the envelope is open: the sealed move, as written
    std::optional<Ply> presses{};  // the number that counts now, if presses came back, too
    std::string by;
    std::string restored;      // the moves that come back, for people
    std::string voided;        // the moves that are removed

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("kept", m.kept);
        v("ruling", m.ruling);
        v("ply", m.ply);
        v("white", m.white);
        v("black", m.black);
        v.maybe("tags", m.tags);
        v.maybe("reversed", m.reversed);
        v.maybe("fen", m.fen);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
        v.maybe("adjourned", m.adjourned);
        v.maybe("sealed", m.sealed);
        v.maybe("presses", m.presses);
        v("by", m.by);
        v.maybe("restored", m.restored);
        v.maybe("voided", m.voided);
    }
};

// The game was cancelled and begins again at the same board (7.2.1, 7.3): all moves are void, and
// all counts start again.
struct GameRestarted : GameEventBase {
    static constexpr std::string_view type = "game_restarted";
    std::string white;  // the players and their tags, from now on
    std::string black;
    Pairs tags;
    bool reversed = false;  // not the colours with which the game was opened
    bool changed_seats = false;  // the player at White's side now sits at Black's (7.3)
    std::string fen;    // of the initial position
    Both<Duration> readings;  // initial ones, to be set
    std::string by;
    std::string article;
    std::uint32_t ruling = 0;  // under this number the cancelled game is kept
    std::string voided;        // its moves, for people

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("white", m.white);
        v("black", m.black);
        v.maybe("tags", m.tags);
        v.maybe("reversed", m.reversed);
        v.maybe("changed_seats", m.changed_seats);
        v("fen", m.fen);
        v("white_us", m.readings[Side::white]);
        v("black_us", m.readings[Side::black]);
        v("by", m.by);
        v("article", m.article);
        v.maybe("ruling", m.ruling);
        v.maybe("voided", m.voided);
    }
};

// An arbiter found that the players have the other colours than in the record (7.3).
struct ColoursReversed : GameEventBase {
    static constexpr std::string_view type = "colours_reversed";
    std::string white;  // the players, and their tags, by the colours as played
    std::string black;
    Pairs tags;
    bool reversed = false;  // not the colours with which the game was opened
    std::string by;
    std::string article;

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("white", m.white);
        v("black", m.black);
        v.maybe("tags", m.tags);
        v.maybe("reversed", m.reversed);
        v("by", m.by);
        v("article", m.article);
    }
};

// A player must play one of these moves, because they touched these pieces (4.3, 7.5.1, 9.5.3), or
// made this move (4.7). The arbiter decides about any other move that they complete.
struct MoveBound : GameEventBase {
    static constexpr std::string_view type = "move_bound";
    Side side{};
    Ply ply;
    std::string article;
    std::string squares;  // the squares touched, in order; may be empty
    std::string moves;    // UCI, space between
    std::uint32_t ruling = 0;  // that requires it

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("side", m.side);
        v("ply", m.ply);
        v("article", m.article);
        v.maybe("squares", m.squares);
        v("moves", m.moves);
        v("ruling", m.ruling);
    }
};

// An event of clockd's log that does not count: it happened in a situation that a ruling had
// already undone, or after the game was over.
struct EventVoided : GameEventBase {
    static constexpr std::string_view type = "event_voided";
    std::string event;  // its type
    std::string reason;
    Both<std::optional<Duration>> readings;  // that it set; empty if it set no clock

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("event", m.event);
        v("reason", m.reason);
        v.maybe("white_us", m.readings[Side::white]);
        v.maybe("black_us", m.readings[Side::black]);
    }
};

// The outbox: a command for clockd, kept until its effect is seen in clockd's log.
struct CommandIssued : GameEventBase {
    static constexpr std::string_view type = "command_issued";
    OfficeCommand command;
    std::string by;  // the person who ruled it at the desk; empty if arbiterd did
    std::uint32_t ruling = 0;  // that it carries out; 0: none
    bool places = false;       // the position was set with it, and the readings are for that

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("command", m.command);
        v.maybe("by", m.by);
        v.maybe("ruling", m.ruling);
        v.maybe("places", m.places);
    }
};
struct CommandSettled : GameEventBase {
    static constexpr std::string_view type = "command_settled";
    std::string id;
    Settling how{};
    std::string refused;  // of refused: clockd's code, if it gave one

    template <class M, class V>
    static void describe(M& m, V& v) {
        GameEventBase::describe(m, v);
        v("id", m.id);
        v("how", m.how);
        v.maybe("refused", m.refused);
    }
};

struct GameEventTypes {
    using Variant = std::variant<LinkFollowed, GameRecorded, GameBegan, MovePending, MoveRecorded,
                                 IrregularityFound, IllegalMoveSeen, IllegalMoveStood,
                                 DrawOfferMade, DrawOfferEnded, ClaimJudged, PenaltyGiven,
                                 RulingGiven, QuestionPut, QuestionClosed, ResultRecorded,
                                 ResultWithdrawn, ClockIntervention, PositionRestored, EventVoided,
                                 CommandIssued, CommandSettled, TouchNoted, PlayerArrived,
                                 DeskActed, GameRestarted, MoveBound, PressNoted, ResultApproved,
                                 GameAdjourned, SealedOpened, EventActed, HallCommandIssued,
                                 HallCommandSettled, HeadKept, ColoursReversed, MovesRestored>;
};
using GameEvent = OneOf<GameEventTypes>;

}  // namespace flagfall::wire
