// The messages of an arbiter at the desk to arbiterd: acts, each with the person, the article and
// the reason. Plain data, as in clock_messages.hpp; docs/desk.md describes the same for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/wire/clock_messages.hpp"
#include "common/wire/one_of.hpp"

namespace flagfall::wire {

// Answers a question of the queue with one of its options. The clock's times are for options
// that set it.
struct AnswerQuestion {
    static constexpr std::string_view type = "answer";
    std::uint32_t question = 0;
    std::string option;
    std::optional<Duration> white;
    std::optional<Duration> black;
    std::string text;  // the words that an option needs, such as the announced move
    friend bool operator==(const AnswerQuestion&, const AnswerQuestion&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("question", m.question);
        v("option", m.option);
        v.maybe("white_us", m.white);
        v.maybe("black_us", m.black);
        v.maybe("text", m.text);
    }
};

// Sets the result: ends a game, or corrects the result of one that is over
// (8.7, 12.9).
struct GiveResult {
    static constexpr std::string_view type = "give_result";
    Score score;
    std::string ending;  // name of an Ending; "arbiter-decision" when empty
    friend bool operator==(const GiveResult&, const GiveResult&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("score", m.score);
        v.maybe("ending", m.ending);
    }
};

// Sets the clock and, with `ply` or `fen`, the position (6.10, 7.1): a clock that stands.
struct SetClock {
    static constexpr std::string_view type = "set_clock";
    std::optional<Duration> white;  // left out: as the clock shows, in the same position
    std::optional<Duration> black;
    std::optional<Ply> ply;  // back to after so many plies of the record
    std::string fen;         // the arbiter's own position, with `ply`
    bool run = false;        // does the clock of the side on move run at once?
    Both<std::uint32_t> period{};  // of a side, from 1; 0: as before, or from the moves
    friend bool operator==(const SetClock&, const SetClock&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("white_us", m.white);
        v.maybe("black_us", m.black);
        v.maybe("ply", m.ply);
        v.maybe("fen", m.fen);
        v.maybe("run", m.run);
        v.maybe("white_period", m.period[Side::white]);
        v.maybe("black_period", m.period[Side::black]);
    }
};

// Adds time to a clock or takes it off, while it runs or stands (6.2.6, 12.5).
struct AdjustClock {
    static constexpr std::string_view type = "adjust_clock";
    Duration white;  // may be negative
    Duration black;
    friend bool operator==(const AdjustClock&, const AdjustClock&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("white_us", m.white);
        v.maybe("black_us", m.black);
    }
};

struct PauseClock {  // 6.11.1
    static constexpr std::string_view type = "pause_clock";
    friend bool operator==(const PauseClock&, const PauseClock&) = default;
    template <class M, class V>
    static void describe(M&, V&) {}
};

struct ResumeClock {  // 6.11.3
    static constexpr std::string_view type = "resume_clock";
    friend bool operator==(const ResumeClock&, const ResumeClock&) = default;
    template <class M, class V>
    static void describe(M&, V&) {}
};

// One of the penalties of 12.9.
struct Penalise {
    static constexpr std::string_view type = "penalise";
    Side side{};       // the offender
    PenaltyKind kind{};
    Duration time;     // for the two that change the clock
    std::optional<Score> score;  // for those that change points, and for a loss if the opponent
                                 // does not get the whole point
    std::string text;  // the amount of a fine, the rounds of an exclusion
    friend bool operator==(const Penalise&, const Penalise&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("side", m.side);
        v("kind", m.kind);
        v.maybe("time_us", m.time);
        v.maybe("score", m.score);
        v.maybe("text", m.text);
    }
};

// Takes back a ruling by this new one: time that it gave is taken off, what it counted is no longer
// counted, the result that it gave no longer stands.
struct UndoRuling {
    static constexpr std::string_view type = "undo";
    std::uint32_t ruling = 0;
    friend bool operator==(const UndoRuling&, const UndoRuling&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("ruling", m.ruling);
    }
};

// A note for the record that changes nothing.
struct Note {
    static constexpr std::string_view type = "note";
    std::string text;
    friend bool operator==(const Note&, const Note&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("text", m.text);
    }
};

// An arbiter counts a completed illegal action that they saw, or that was found later (7.5.1-5).
struct IllegalAction {
    static constexpr std::string_view type = "illegal_action";
    Side side{};       // the offender
    Irregularity kind{};     // one of 7.5.1 to 7.5.4
    std::optional<Ply> ply;  // of the action; after an illegal move the game goes back to before it
    std::string fen;         // the last position that can be identified, if the record has none
    std::optional<Duration> white;  // the readings of a game that goes back; proposed if left out
    std::optional<Duration> black;
    bool run = false;  // of a game that goes back: does the offender's clock run at once?
    std::string text;  // what was done, for people
    friend bool operator==(const IllegalAction&, const IllegalAction&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("side", m.side);
        v("kind", m.kind);
        v.maybe("ply", m.ply);
        v.maybe("fen", m.fen);
        v.maybe("white_us", m.white);
        v.maybe("black_us", m.black);
        v.maybe("run", m.run);
        v.maybe("text", m.text);
    }
};

// Cancels the game; it begins again at the same board: a wrong initial position (7.2.1), or
// colours reversed (7.3).
struct RestartGame {
    static constexpr std::string_view type = "restart_game";
    bool reversed_colours = false;  // the players sat wrong and change seats: names stay
    std::string fen;  // the correct initial position, if it is not the recorded one
    friend bool operator==(const RestartGame&, const RestartGame&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("reversed_colours", m.reversed_colours);
        v.maybe("fen", m.fen);
    }
};

// The players have the other colours than the record has: it is corrected from now on. The game
// goes on, or its result is that of the colours as they were played (7.3).
struct ReverseColours {
    static constexpr std::string_view type = "reverse_colours";
    friend bool operator==(const ReverseColours&, const ReverseColours&) = default;

    template <class M, class V>
    static void describe(M&, V&) {}
};

// A player must move or take what they touched (4.3-4.5).
struct BindMove {
    static constexpr std::string_view type = "bind_move";
    Side side{};
    std::string squares;  // in the order touched: "e1 h1"
    friend bool operator==(const BindMove&, const BindMove&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("side", m.side);
        v("squares", m.squares);
    }
};

// Keeps a scoresheet beside the record and compares it with the record (Article 8). A sheet entered
// again replaces the earlier one; it is kept whatever its content.
struct EnterSheet {
    static constexpr std::string_view type = "enter_sheet";
    std::string whose;     // "white", "black" or "arbiter" (an assistant's, 8.1.6, 8.5.1)
    std::string sheet;     // the text in the form of docs/scoresheets.md
    std::string language;  // "german"; detected if empty
    std::string notation;  // "algebraic", "iccf", "descriptive"; the same
    friend bool operator==(const EnterSheet&, const EnterSheet&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("whose", m.whose);
        v("sheet", m.sheet);
        v.maybe("language", m.language);
        v.maybe("notation", m.notation);
    }
};

// The moves of a board that reports presses only, from a scoresheet, during the game or after it.
struct EnterMoves {
    static constexpr std::string_view type = "enter_moves";
    std::string sheet;  // numbered; from any move that follows the ones entered before
    std::string language;
    std::string notation;
    std::optional<Ply> from;  // replaces earlier entries from this move on
    friend bool operator==(const EnterMoves&, const EnterMoves&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("sheet", m.sheet);
        v.maybe("language", m.language);
        v.maybe("notation", m.notation);
        v.maybe("from", m.from);
    }
};

// The clock was set wrong: another time control, and readings, from now on (6.10.2).
struct ChangeControl {
    static constexpr std::string_view type = "set_control";
    static constexpr std::string_view word_refusal = "bad_control";
    std::string time_control;    // as in GameTerms
    std::optional<PeriodTrigger> period_trigger{};  // as in GameTerms
    // The readings from now on; left out, for a clock that stands: the present ones, plus
    // or minus the difference that the new control would have made.
    std::optional<Duration> white;
    std::optional<Duration> black;
    friend bool operator==(const ChangeControl&, const ChangeControl&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("time_control", m.time_control);
        v.maybe("period_trigger", m.period_trigger);
        v.maybe("white_us", m.white);
        v.maybe("black_us", m.black);
    }
};

// A player signed, or the arbiter approves, the result (8.7).
struct Approve {
    static constexpr std::string_view type = "approve";
    Party who{};
    friend bool operator==(const Approve&, const Approve&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("who", m.who);
    }
};

// A player appeals (11.10): the appeal waits in the queue until it is decided.
struct Appeal {
    static constexpr std::string_view type = "appeal";
    Side side{};               // whose appeal it is
    std::uint32_t ruling = 0;  // against this ruling; 0: against none in the record
    std::string text;          // the player's words
    friend bool operator==(const Appeal&, const Appeal&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("side", m.side);
        v.maybe("ruling", m.ruling);
        v("text", m.text);
    }
};
struct DecideAppeal {
    static constexpr std::string_view type = "decide_appeal";
    std::uint32_t appeal = 0;  // number of its question
    bool upheld = false;
    std::string text;          // the decision, and the reason
    friend bool operator==(const DecideAppeal&, const DecideAppeal&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("appeal", m.appeal);
        v.maybe("upheld", m.upheld);
        v.maybe("text", m.text);
    }
};

// A player has come to the board (6.7.1).
struct Arrival {
    static constexpr std::string_view type = "arrival";
    Side side{};
    friend bool operator==(const Arrival&, const Arrival&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("side", m.side);
    }
};

// Adjourns the game with a sealed move (Guidelines I); the envelope's data come from the
// record.
struct Adjourn {
    static constexpr std::string_view type = "adjourn";
    Side sealed_by{};
    std::string resumption;  // date, time and place (I.2)
    friend bool operator==(const Adjourn&, const Adjourn&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("sealed_by", m.sealed_by);
        v("resumption", m.resumption);
    }
};
// Opens the envelope; judges the move as it is written (I.8).
struct OpenSealed {
    static constexpr std::string_view type = "open_sealed";
    std::string text;
    friend bool operator==(const OpenSealed&, const OpenSealed&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("text", m.text);
    }
};
// Resumes the game: the clock of the player who must reply to the sealed move starts (I.9).
struct ResumeGame {
    static constexpr std::string_view type = "resume_game";
    std::optional<Absentees> absent{};  // nothing: both are there
    friend bool operator==(const ResumeGame&, const ResumeGame&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("absent", m.absent);
    }
};

// The player on the move is shown the record of the game (A.4.3).
struct ShowRecord {
    static constexpr std::string_view type = "show_record";
    Side side{};
    friend bool operator==(const ShowRecord&, const ShowRecord&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("side", m.side);
    }
};

struct DeskActTypes {
    using Variant = std::variant<AnswerQuestion, GiveResult, SetClock, AdjustClock, PauseClock,
                                 ResumeClock, Penalise, UndoRuling, Note, IllegalAction,
                                 RestartGame, BindMove, EnterSheet, EnterMoves, ChangeControl,
                                 Approve, Appeal, DecideAppeal, Arrival, Adjourn, OpenSealed,
                                 ResumeGame, ShowRecord, ReverseColours>;
};
using DeskAct = OneOf<DeskActTypes>;

// An act as it is sent, with the person and the game.
struct DeskCommand {
    static constexpr std::string_view type = "desk";
    std::string id;       // chosen by the sender, unique in the record; repeating it is safe
    std::string game;
    std::string by;       // the arbiter's name
    std::string article;  // of the Laws; may be left out if the act has its own
    std::string reason;
    std::string confirm;  // the token of a preview, for acts that the players could not undo
    DeskAct act;
    friend bool operator==(const DeskCommand&, const DeskCommand&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("game", m.game);
        v("by", m.by);
        v.maybe("article", m.article);
        v.maybe("reason", m.reason);
        v.maybe("confirm", m.confirm);
        v("act", m.act);
    }
};

}  // namespace flagfall::wire
