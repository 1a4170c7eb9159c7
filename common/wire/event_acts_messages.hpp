// What the event's office does: acts, and what arbiterd's log keeps of them. Acts hold absolute
// values, so that applying one is assigning. Plain data, as in clock_messages.hpp.
#pragma once

#include "common/wire/desk_messages.hpp"
#include "common/wire/event_messages.hpp"
#include "common/wire/one_of.hpp"

namespace flagfall::wire {

// ---- the event and who plays ----------------------------------------------------------------

struct CreateEvent {
    static constexpr std::string_view type = "create_event";
    EventInfo info;
    friend bool operator==(const CreateEvent&, const CreateEvent&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("info", m.info);
    }
};

struct ChangeEvent {
    static constexpr std::string_view type = "change_event";
    EventInfo info;  // whole, but that records of a TRF stay when none are given
    friend bool operator==(const ChangeEvent&, const ChangeEvent&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("info", m.info);
    }
};

// An event that was made by mistake is left out of lists, and takes no act but show_event.
struct HideEvent {
    static constexpr std::string_view type = "hide_event";
    friend bool operator==(const HideEvent&, const HideEvent&) = default;

    template <class M, class V>
    static void describe(M&, V&) {}
};

struct ShowEvent {
    static constexpr std::string_view type = "show_event";
    friend bool operator==(const ShowEvent&, const ShowEvent&) = default;

    template <class M, class V>
    static void describe(M&, V&) {}
};

// Players are entered, or their details replaced, each by its number; number 0 takes the next free
// one.
struct EnterPlayers {
    static constexpr std::string_view type = "enter_players";
    std::vector<EventPlayer> players;
    friend bool operator==(const EnterPlayers&, const EnterPlayers&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("players", m.players);
    }
};

// A player who was never paired is taken off the list.
struct RemovePlayer {
    static constexpr std::string_view type = "remove_player";
    std::uint32_t number = 0;
    friend bool operator==(const RemovePlayer&, const RemovePlayer&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("number", m.number);
    }
};

struct WithdrawPlayer {
    static constexpr std::string_view type = "withdraw_player";
    std::uint32_t number = 0;
    std::uint32_t from_round = 0;  // the first one not played any more; 0: plays again
    // Rounds that have started without the player, and that they had withdrawn from: they have the
    // bye Z there from now on; arbiterd fills it in.
    std::vector<std::uint32_t> absent;
    friend bool operator==(const WithdrawPlayer&, const WithdrawPlayer&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("number", m.number);
        v("from_round", m.from_round);
        v.maybe("absent", m.absent);
    }
};

// A player asks for byes in rounds to come, or takes that back.
struct RequestBye {
    static constexpr std::string_view type = "request_bye";
    std::uint32_t number = 0;
    std::vector<std::uint32_t> rounds;
    std::string bye;  // "F", "H", "Z"; empty: taken back
    friend bool operator==(const RequestBye&, const RequestBye&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("number", m.number);
        v("rounds", m.rounds);
        v.maybe("bye", m.bye);
    }
};

// Players get their numbers by rating, title and name (C.04.2, 2.2), before round 1 is paired.
struct SeedPlayers {
    static constexpr std::string_view type = "seed_players";
    std::vector<std::uint32_t> order;  // the numbers so far, number 1 first; arbiterd fills it in
    friend bool operator==(const SeedPlayers&, const SeedPlayers&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("order", m.order);
    }
};

// As EnterPlayers.
struct EnterTeams {
    static constexpr std::string_view type = "enter_teams";
    std::vector<EventTeam> teams;
    friend bool operator==(const EnterTeams&, const EnterTeams&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("teams", m.teams);
    }
};

// ---- a round's life -------------------------------------------------------------------------

struct PlanRound {
    static constexpr std::string_view type = "plan_round";
    std::uint32_t number = 0;
    std::string starts;
    PlayTerms terms;
    friend bool operator==(const PlanRound&, const PlanRound&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("number", m.number);
        v.maybe("starts", m.starts);
        v.maybe("terms", m.terms);
    }
};

// All pairings of a round that has not started. Byes F, H and Z that players have asked for stay,
// unless it pairs those players.
struct SetPairings {
    static constexpr std::string_view type = "set_pairings";
    std::uint32_t round = 0;
    std::vector<EventPairing> pairings;
    friend bool operator==(const SetPairings&, const SetPairings&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("round", m.round);
        v("pairings", m.pairings);
    }
};

// Single boards: what stood at them, and any other pairing of their players, is replaced.
struct ChangePairing {
    static constexpr std::string_view type = "change_pairing";
    std::uint32_t round = 0;
    std::vector<EventPairing> pairings;
    friend bool operator==(const ChangePairing&, const ChangePairing&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("round", m.round);
        v("pairings", m.pairings);
    }
};

// An act that names a round and no more.
struct RoundAct {
    std::uint32_t round = 0;
    friend bool operator==(const RoundAct&, const RoundAct&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("round", m.round);
    }
};
struct PublishRound : RoundAct {
    static constexpr std::string_view type = "publish_round";
};
struct WithdrawPublication : RoundAct {
    static constexpr std::string_view type = "withdraw_publication";
};
struct FinishRound : RoundAct {
    static constexpr std::string_view type = "finish_round";
};
struct ConfirmRound : RoundAct {
    static constexpr std::string_view type = "confirm_round";
};
// A confirmed round is finished again, a finished one started.
struct ReopenRound : RoundAct {
    static constexpr std::string_view type = "reopen_round";
};

// The games are set up at the clocks, which stand.
struct PrepareRound : RoundAct {
    static constexpr std::string_view type = "prepare_round";
    std::vector<Board> boards;  // empty: all
    friend bool operator==(const PrepareRound&, const PrepareRound&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        RoundAct::describe(m, v);
        v.maybe("boards", m.boards);
    }
};

// White's clocks are started (6.6); of a round that has started, those of late boards.
struct StartRound : RoundAct {
    static constexpr std::string_view type = "start_round";
    std::vector<Board> boards;     // empty: all
    bool without_clocks = false;   // of ours: results are entered
    std::string despite;  // the doubts that were confirmed; arbiterd fills it in
    std::optional<PlayTerms> terms{};  // what the round begins with; arbiterd fills it in
    friend bool operator==(const StartRound&, const StartRound&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        RoundAct::describe(m, v);
        v.maybe("boards", m.boards);
        v.maybe("without_clocks", m.without_clocks);
        v.maybe("despite", m.despite);
        v.maybe("terms", m.terms);
    }
};

// The result of a board without a game at a clock; none withdraws it.
struct EnterResult : RoundAct {
    static constexpr std::string_view type = "enter_result";
    Board board;
    std::optional<EnteredResult> entered;
    std::uint32_t revision = 0;  // of the pairing; arbiterd counts
    friend bool operator==(const EnterResult&, const EnterResult&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        RoundAct::describe(m, v);
        v("board", m.board);
        v.maybe("entered", m.entered);
        v.maybe("revision", m.revision);
    }
};

// The moves of a board without a game at a clock, as another system has them: for review. They
// change no result and no clock.
struct KeepMoves : RoundAct {
    static constexpr std::string_view type = "keep_moves";
    Board board;
    std::string sheet;        // PGN of one game; arbiterd leaves its moves in it and no more
    std::string source;       // the other system: a file, a URL
    std::uint32_t white = 0;  // who played; arbiterd fills it in
    std::uint32_t black = 0;
    friend bool operator==(const KeepMoves&, const KeepMoves&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        RoundAct::describe(m, v);
        v("board", m.board);
        v("sheet", m.sheet);
        v("source", m.source);
        v.maybe("white", m.white);
        v.maybe("black", m.black);
    }
};

// ---- many boards at once ----------------------------------------------------------------------

// What an act for many boards comes to at one of them.
struct AtBoard {
    Board board;
    std::string game;     // that stands there; empty: none
    std::string refused;  // why the act does not fit there, a code; empty: it is carried out
    std::string text;     // the same for people
    friend bool operator==(const AtBoard&, const AtBoard&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("board", m.board);
        v.maybe("game", m.game);
        v.maybe("refused", m.refused);
        v.maybe("text", m.text);
    }
};

// Acts of the desk that make sense at many boards.
struct BoardActTypes {
    using Variant = std::variant<PauseClock, ResumeClock, AdjustClock, ChangeControl>;
};
using BoardAct = OneOf<BoardActTypes>;

// One act of the desk at many boards: of a round, a sector, a list, or all where the event has a
// game. Each is ruled on by itself; where it does not fit, the board is left as it is.
struct RuleBoards {
    static constexpr std::string_view type = "rule_boards";
    std::uint32_t round = 0;    // 0: the present game of each board
    std::string sector;         // empty: all
    std::vector<Board> boards;  // empty: all
    std::string article;        // as in DeskCommand
    BoardAct act;
    std::vector<AtBoard> games;  // what becomes of it; arbiterd fills it in
    friend bool operator==(const RuleBoards&, const RuleBoards&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("round", m.round);
        v.maybe("sector", m.sector);
        v.maybe("boards", m.boards);
        v.maybe("article", m.article);
        v("act", m.act);
        v.maybe("games", m.games);
    }
};

// Clocks were started that should not have been (6.6): games without a move are taken back and set
// up again, with their initial times. A round of which no other game has begun is published again.
struct UndoStart : RoundAct {
    static constexpr std::string_view type = "undo_start";
    std::string sector;          // as in RuleBoards
    std::vector<Board> boards;
    std::vector<AtBoard> games;  // with the game that is taken back; arbiterd fills it in
    bool whole = false;          // no game of the round has begun after it; likewise
    friend bool operator==(const UndoStart&, const UndoStart&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        RoundAct::describe(m, v);
        v.maybe("sector", m.sector);
        v.maybe("boards", m.boards);
        v.maybe("games", m.games);
        v.maybe("whole", m.whole);
    }
};

// ---- other programs -------------------------------------------------------------------------

// What a file brought. A list that is empty leaves what is there; others replace it, rounds each
// by its number. Of a round that has started pairings and results stay, unless `replace` says that
// the file knows better; of a confirmed one, and of games at clocks, in any case.
struct ImportEvent {
    static constexpr std::string_view type = "import_event";
    std::optional<EventInfo> info;
    std::vector<EventPlayer> players;
    std::vector<EventTeam> teams;
    std::vector<EventRound> rounds;
    bool replace = false;
    friend bool operator==(const ImportEvent&, const ImportEvent&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("info", m.info);
        v.maybe("players", m.players);
        v.maybe("teams", m.teams);
        v.maybe("rounds", m.rounds);
        v.maybe("replace", m.replace);
    }
};

// Another program has the result of this revision.
struct Acknowledge : RoundAct {
    static constexpr std::string_view type = "acknowledge";
    std::string consumer;  // "swiss-manager"
    Board board;           // 0: the whole round
    std::int64_t revision = 0;
    friend bool operator==(const Acknowledge&, const Acknowledge&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("consumer", m.consumer);
        RoundAct::describe(m, v);
        v.maybe("board", m.board);
        v("revision", m.revision);
    }
};

struct EventActTypes {
    using Variant = std::variant<CreateEvent, ChangeEvent, HideEvent, ShowEvent, EnterPlayers,
                                 RemovePlayer, WithdrawPlayer, RequestBye, SeedPlayers, EnterTeams,
                                 PlanRound, SetPairings, ChangePairing, PublishRound,
                                 WithdrawPublication, PrepareRound, StartRound, FinishRound,
                                 ConfirmRound, ReopenRound, EnterResult, KeepMoves, ImportEvent,
                                 Acknowledge, RuleBoards, UndoStart>;
};
using EventAct = OneOf<EventActTypes>;

// An act as it is sent: the person, and the event.
struct EventCommand {
    static constexpr std::string_view type = "event";
    std::string id;     // chosen by the sender, unique in the record; repeating it is safe
    std::string event;  // as in URLs
    std::string by;     // the person, or the program
    std::string reason;
    std::optional<Pos> if_match;  // the revision that the sender has seen
    std::string confirm;  // the token of what was shown before it is done
    EventAct act;
    friend bool operator==(const EventCommand&, const EventCommand&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("id", m.id);
        v("event", m.event);
        v("by", m.by);
        v.maybe("reason", m.reason);
        v.maybe("if_match", m.if_match);
        v.maybe("confirm", m.confirm);
        v("act", m.act);
    }
};

// ---- in arbiterd's log ----------------------------------------------------------------------

// The office acted; its commands for clockd follow in the log.
struct EventActed {
    static constexpr std::string_view type = "event_acted";
    std::string event;
    std::string id;  // of the command
    std::string by;
    std::string reason;
    std::string print;  // of the act as it was sent, to know it when it is sent again
    EventAct act;       // with what was left to arbiterd filled in

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("event", m.event);
        v("id", m.id);
        v("by", m.by);
        v.maybe("reason", m.reason);
        v.maybe("print", m.print);
        v("act", m.act);
    }
};

// The event's outbox, as CommandIssued: the game is not in the record before clockd's log shows
// it. An open_game makes its game the one of the board; end_game takes back a game that was
// set up and is not played.
struct HallCommandIssued {
    static constexpr std::string_view type = "hall_command_issued";
    std::string event;
    std::uint32_t round = 0;
    Board board;
    std::string game;
    std::variant<OpenGame, StartGame, EndGame> command;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("event", m.event);
        v("round", m.round);
        v("board", m.board);
        v("game", m.game);
        v("command", m.command);
    }
};

struct HallCommandSettled {
    static constexpr std::string_view type = "hall_command_settled";
    std::string event;
    std::string id;
    std::string refused;  // clockd's refusal code; empty when its effect was seen

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("event", m.event);
        v("id", m.id);
        v.maybe("refused", m.refused);
    }
};

}  // namespace flagfall::wire
