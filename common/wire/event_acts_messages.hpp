// The acts of the event's office, and what arbiterd's log keeps of them. Acts have absolute
// values, so that applying one is an assignment. Plain data, as in clock_messages.hpp.
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
    EventInfo info;  // complete; but TRF records stay if none are given
    friend bool operator==(const ChangeEvent&, const ChangeEvent&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("info", m.info);
    }
};

// Leaves an event that was made by mistake out of lists; it accepts no act but show_event.
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

// Enters players, or replaces their details, each by its number; number 0 gets the next free
// number.
struct EnterPlayers {
    static constexpr std::string_view type = "enter_players";
    std::vector<EventPlayer> players;
    friend bool operator==(const EnterPlayers&, const EnterPlayers&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("players", m.players);
    }
};

// Removes a player who was never paired from the list.
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
    // Rounds that have started without the player, who had withdrawn from them: from now on they
    // have the bye Z there; arbiterd fills it in.
    std::vector<std::uint32_t> absent;
    friend bool operator==(const WithdrawPlayer&, const WithdrawPlayer&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("number", m.number);
        v("from_round", m.from_round);
        v.maybe("absent", m.absent);
    }
};

// A player asks for byes in future rounds, or takes the request back.
struct RequestBye {
    static constexpr std::string_view type = "request_bye";
    std::uint32_t number = 0;
    std::vector<std::uint32_t> rounds;
    std::optional<Bye> bye{};  // none that is allocated; nothing: taken back
    friend bool operator==(const RequestBye&, const RequestBye&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("number", m.number);
        v("rounds", m.rounds);
        v.maybe("bye", m.bye);
    }
};

// Numbers the players by rating, title and name (C.04.2, 2.2), before round 1 is paired.
struct SeedPlayers {
    static constexpr std::string_view type = "seed_players";
    std::vector<std::uint32_t> order;  // the present numbers, number 1 first; arbiterd fills it in
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
// unless these players are paired.
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

// Single boards: replaces what was there, and any other pairing of their players.
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

// An act that names only a round.
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
// Changes a confirmed round back to finished, or a finished one to started.
struct ReopenRound : RoundAct {
    static constexpr std::string_view type = "reopen_round";
};

// Sets up the games at the clocks, which stand.
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

// Starts White's clocks (6.6); in a round that has started, those of late boards.
struct StartRound : RoundAct {
    static constexpr std::string_view type = "start_round";
    std::vector<Board> boards;     // empty: all
    bool without_clocks = false;   // without our clocks: results are entered
    std::string despite;  // the doubts that were confirmed; arbiterd fills it in
    std::optional<PlayTerms> terms{};  // the round's terms at its start; arbiterd fills it in
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

// The result of a board without a game at a clock; without a result, withdraws it.
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

// The moves of a board without a game at a clock, from another system, for review. They
// change no result and no clock.
struct KeepMoves : RoundAct {
    static constexpr std::string_view type = "keep_moves";
    Board board;
    std::string sheet;        // PGN of one game; arbiterd keeps only its moves
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

// The outcome of an act for many boards at one of them.
struct AtBoard {
    Board board;
    std::string game;     // at this board; empty: none
    std::string refused;  // why the act is not possible there, a code; empty: carried out
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

// Acts of the desk that are possible at many boards.
struct BoardActTypes {
    using Variant = std::variant<PauseClock, ResumeClock, AdjustClock, ChangeControl>;
};
using BoardAct = OneOf<BoardActTypes>;

// One act of the desk at many boards: of a round, a sector, a list, or all where the event has a
// game. Each gets its own ruling; where the act is not possible, the board is left unchanged.
struct RuleBoards {
    static constexpr std::string_view type = "rule_boards";
    std::uint32_t round = 0;    // 0: the present game of each board
    std::string sector;         // empty: all
    std::vector<Board> boards;  // empty: all
    std::string article;        // as in DeskCommand
    BoardAct act;
    std::vector<AtBoard> games;  // the outcome; arbiterd fills it in
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
    std::vector<AtBoard> games;  // with the games that are taken back; arbiterd fills it in
    bool whole = false;          // no game of the round has begun after it; arbiterd fills it in
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

// The content of a file. An empty list changes nothing; other lists replace the present one, rounds
// each by its number. In a round that has started, pairings and results stay, unless `replace`
// gives the file priority; in a confirmed one, and for games at clocks, they always stay.
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

// An act as it is sent, with the person and the event.
struct EventCommand {
    static constexpr std::string_view type = "event";
    std::string id;     // chosen by the sender, unique in the record; repeating it is safe
    std::string event;  // as in URLs
    std::string by;     // the person, or the program
    std::string reason;
    std::optional<Pos> if_match;  // the revision that the sender has seen
    std::string confirm;  // the token of the preview that was shown
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
    std::string print;  // digest of the act as it was sent, to recognise it when it is sent again
    EventAct act;       // with the fields that arbiterd fills in

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

// The event's outbox, like CommandIssued: the game is in the record only after clockd's log has
// it. An open_game makes its game the board's game; end_game takes back a game that was
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
    std::string refused;  // clockd's refusal code; empty if its effect was seen

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("event", m.event);
        v("id", m.id);
        v.maybe("refused", m.refused);
    }
};

}  // namespace flagfall::wire
