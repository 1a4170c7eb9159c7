// The event (the chess tournament) as its office enters it. Plain data, as in clock_messages.hpp.
// event_acts_messages.hpp has the acts; docs/event.md describes both for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/score.hpp"
#include "common/base/time.hpp"
#include "common/wire/clock_commands.hpp"
#include "common/wire/describe.hpp"
#include "common/wire/words.hpp"

namespace flagfall::wire {

// A round for which a player has asked for a bye.
struct RequestedBye {
    std::uint32_t round = 0;
    Bye bye{};  // none that is allocated
    friend bool operator==(const RequestedBye&, const RequestedBye&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("round", m.round);
        v("bye", m.bye);
    }
};

// One player of an event.
struct EventPlayer {
    std::uint32_t number = 0;   // starting rank (TRF 001), from 1, unique in the event
    std::string name;           // any script; "Last, First" if that is known
    std::string title;          // "GM", "WFM", ...
    std::string sex;            // "m", "w" or empty
    std::uint32_t rating = 0;   // 0: none
    std::string federation;     // "NOR"
    std::string fide_id;        // digits
    std::string birth;          // "1990" or "1990-11-30"
    std::string club;
    std::uint32_t team = 0;     // number of an EventTeam; 0: none
    std::uint32_t withdrawn_from = 0;  // first round not played any more; 0: plays
    std::vector<RequestedBye> byes;    // asked for, by round
    friend bool operator==(const EventPlayer&, const EventPlayer&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("number", m.number);
        v("name", m.name);
        v.maybe("title", m.title);
        v.maybe("sex", m.sex);
        v.maybe("rating", m.rating);
        v.maybe("federation", m.federation);
        v.maybe("fide_id", m.fide_id);
        v.maybe("birth", m.birth);
        v.maybe("club", m.club);
        v.maybe("team", m.team);
        v.maybe("withdrawn_from", m.withdrawn_from);
        v.maybe("byes", m.byes);
    }
};

struct EventTeam {
    std::uint32_t number = 0;  // from 1
    std::string name;
    std::string federation;
    friend bool operator==(const EventTeam&, const EventTeam&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("number", m.number);
        v("name", m.name);
        v.maybe("federation", m.federation);
    }
};

// A part of a hall that one arbiter is responsible for: the boards from `first` to `last`.
struct EventSector {
    std::string name;
    std::string hall;
    Board first;
    Board last;
    friend bool operator==(const EventSector&, const EventSector&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("name", m.name);
        v.maybe("hall", m.hall);
        v("first", m.first);
        v("last", m.last);
    }
};

// Points, in halves of a point, for each outcome of a game (TRF26 162).
struct EventScoring {
    std::uint32_t win = 2;
    std::uint32_t draw = 1;
    std::uint32_t loss = 0;
    std::uint32_t absent = 0;        // zero-point bye, lost by forfeit
    std::uint32_t pairing_bye = 2;   // pairing-allocated bye (U)
    // This side wins with a draw, and the other loses (Armageddon): this is what counts; the
    // game itself remains a draw.
    std::optional<Side> draw_odds{};
    friend bool operator==(const EventScoring&, const EventScoring&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("win", m.win);
        v("draw", m.draw);
        v("loss", m.loss);
        v("absent", m.absent);
        v("pairing_bye", m.pairing_bye);
        v.maybe("draw_odds", m.draw_odds);
    }
};

// The terms of the games of an event; a round or a board may have others. Empty: not given.
struct PlayTerms {
    std::string time_control;  // as in GameTerms
    std::string profile;
    Pairs rules;
    std::optional<Variant> variant{};
    std::optional<Duration> default_time;  // 6.7.1
    std::string fen;      // start position, as in GameTerms; Chess960 has one of its own
    std::optional<Reporting> reports{};  // as in GameTerms
    std::optional<Timing> timing{};      // as in GameTerms
    friend bool operator==(const PlayTerms&, const PlayTerms&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("time_control", m.time_control);
        v.maybe("profile", m.profile);
        v.maybe("rules", m.rules);
        v.maybe("variant", m.variant);
        v.maybe("default_time_us", m.default_time);
        v.maybe("fen", m.fen);
        v.maybe("reports", m.reports);
        v.maybe("timing", m.timing);
    }
};

// The details of an event as a whole.
struct EventInfo {
    std::string name;
    std::string place;
    std::string federation;
    std::string begins;         // "2026-11-21"
    std::string ends;
    std::string chief_arbiter;
    std::vector<std::string> deputies;
    std::string kind;           // TRF 092, "Individual: Swiss-System"
    std::string pairing_system;  // TRF26 192, "FIDE_DUTCH"
    std::uint32_t rounds = 0;   // planned; 0: not known
    PlayTerms terms;
    EventScoring scoring;
    std::vector<EventSector> sectors;
    std::vector<std::string> trf_records;  // lines of a TRF that Flagfall only stores, verbatim
    friend bool operator==(const EventInfo&, const EventInfo&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("name", m.name);
        v.maybe("place", m.place);
        v.maybe("federation", m.federation);
        v.maybe("begins", m.begins);
        v.maybe("ends", m.ends);
        v.maybe("chief_arbiter", m.chief_arbiter);
        v.maybe("deputies", m.deputies);
        v.maybe("kind", m.kind);
        v.maybe("pairing_system", m.pairing_system);
        v.maybe("rounds", m.rounds);
        v.maybe("terms", m.terms);
        v.maybe("scoring", m.scoring);
        v.maybe("sectors", m.sectors);
        v.maybe("trf_records", m.trf_records);
    }
};

// A result that the office enters for a board without one of our clocks.
struct EnteredResult {
    Score score;
    ResultKind kind{};    // played, forfeit or unrated
    std::string by;
    std::string article;  // of the Laws, if there is one
    friend bool operator==(const EnteredResult&, const EnteredResult&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("score", m.score);
        v("kind", m.kind);
        v.maybe("by", m.by);
        v.maybe("article", m.article);
    }
};

// Two players at a board, or one player and a bye.
struct EventPairing {
    Board board;               // 0 for a bye
    std::uint32_t white = 0;   // players' numbers; for a bye `white` is the player
    std::uint32_t black = 0;   // 0 for a bye
    std::optional<Bye> bye{};  // nothing: a game
    PlayTerms terms;           // the board's own terms, if any
    std::string game;          // id of its game at clockd; empty if there is none yet
    std::optional<EnteredResult> entered;
    std::uint32_t revision = 0;  // of the board's result: never used again in this round
    friend bool operator==(const EventPairing&, const EventPairing&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v.maybe("board", m.board);
        v("white", m.white);
        v.maybe("black", m.black);
        v.maybe("bye", m.bye);
        v.maybe("terms", m.terms);
        v.maybe("game", m.game);
        v.maybe("entered", m.entered);
        v.maybe("revision", m.revision);
    }
};

struct EventRound {
    std::uint32_t number = 0;  // from 1
    RoundState state{};
    std::string starts;        // RFC 3339, "2026-11-21T14:00:00+01:00"
    PlayTerms terms;           // the round's own terms, if any
    std::optional<PlayTerms> began_with{};  // the round's and the event's at its start: they hold
    std::vector<EventPairing> pairings;  // by board; byes last
    friend bool operator==(const EventRound&, const EventRound&) = default;

    template <class M, class V>
    static void describe(M& m, V& v) {
        v("number", m.number);
        v("state", m.state);
        v.maybe("starts", m.starts);
        v.maybe("terms", m.terms);
        v.maybe("began_with", m.began_with);
        v.maybe("pairings", m.pairings);
    }
};

}  // namespace flagfall::wire
