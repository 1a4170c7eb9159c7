// The change feed: what consumers get of each event, in the table `change`.
// docs/event.md has the table of types and bodies.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "arbiterd/record/boards.hpp"
#include "arbiterd/record/projector.hpp"
#include "arbiterd/record/result_words.hpp"
#include "common/wire/codec.hpp"
#include "common/wire/codec_writer.hpp"

namespace flagfall::record {

namespace {

using nlohmann::ordered_json;
using wire::RoundState;

std::int64_t ms(Duration d) { return d.us / 1000; }

// A board's result for consumers, in the words of the results.
ordered_json result_json(const GameRow& game, std::optional<Side> draw_odds) {
    ordered_json body{{"score", game.result}};
    for (const auto& [colour, side] : {std::pair("white", Side::white), {"black", Side::black}})
        body[colour] = game.points[side] ? ordered_json(*game.points[side]) : ordered_json();
    body["kind"] = name(game.kind);
    const tournament::BoardResult result = result_of(game);
    body["rated"] = is_rated(result, draw_odds);
    if (const auto side = draw_counts_for(result, draw_odds)) body["drawCountsFor"] = name(*side);
    body["reversed"] = game.reversed;
    body["reason"] = name(game.reason);
    body["article"] = game.article;
    body["status"] = name(game.status);
    body["approval"] = name(game.approval);
    body["revision"] = game.revision;
    body["version"] = game.version;
    return body;
}

// What the projector itself has written; a damaged file stops no log.
template <wire::Word E>
E word_in(const std::string& text) {
    return wire::from_name<E>(text).value_or(E{});
}

struct Writer {
    store::Database& db;
    const LogPlace& place;
    bool odds_changed;

    template <class Event>
    void operator()(const Event&) {}

    // ---- games ------------------------------------------------------------------------------

    void operator()(const wire::GameRecorded& e) {
        game(e, "game", true,
             {{"state", "ready"}, {"white", e.terms.white}, {"black", e.terms.black},
              {"timeControl", e.terms.time_control}});
    }
    void operator()(const wire::GameBegan& e) { game(e, "game", true, {{"state", "playing"}}); }
    void operator()(const wire::GameAdjourned& e) {
        game(e, "game", true, {{"state", "adjourned"}, {"resumption", e.resumption}});
    }
    void operator()(const wire::MoveRecorded& e) { move(e, e.san, e.uci); }
    // The press that completed it started the opponent's clock (A.5.2).
    void operator()(const wire::IllegalMoveSeen& e) {
        if (e.cause > Pos{}) clock(e, "illegal_move", e.readings, true);
    }
    void operator()(const wire::IllegalMoveStood& e) {
        move(e, e.text.empty() ? "--" : e.text, e.squares);
    }
    // A person who sets the clock for other moves also sets the side to move.
    void operator()(const wire::PositionRestored& e) {
        std::string json = "{";
        wire::FieldWriter body(json, true);
        body("gameId", e.game);
        body("ply", e.ply);
        body("fen", e.fen);
        auto set = db.prepare("SELECT run <> 0 FROM intervention WHERE game = ? AND clock_pos = ?");
        if (e.cause > Pos{} && set.bind(e.game, e.cause.value).step()) {
            add_readings(body, shown(e.game));
            add_turn(body, e, set.integer(0) != 0);
        }
        game(e, "position", true, json + '}');
    }
    void operator()(const wire::GameRestarted& e) {
        game(e, "position", true,
             {{"ply", 0}, {"fen", e.fen}, {"white", e.white}, {"black", e.black},
              {"revision", revision(e.game)}});
    }
    // The scoresheet has the restored moves. If the colours change as well, so does the result of
    // each player.
    void operator()(const wire::MovesRestored& e) {
        if (reported_reversed(e.game).value_or(e.reversed) != e.reversed) return result(e);
        game(e, "position", true,
             {{"ply", e.ply.count}, {"fen", ""}, {"white", e.white}, {"black", e.black},
              {"revision", revision(e.game)}});
    }
    // Reports the result again: for the players it has changed.
    void operator()(const wire::ColoursReversed& e) {
        auto r = db.prepare("SELECT result <> '*' FROM game WHERE game = ?");
        if (r.bind(e.game).step() && r.integer(0) != 0) return result(e);
        game(e, "position", true,
             {{"white", e.white}, {"black", e.black}, {"revision", revision(e.game)}});
    }
    void operator()(const wire::ResultRecorded& e) {
        if (e.outcome.ending == Ending::cancelled)
            return game(e, "game", true, {{"state", "cancelled"}});
        result(e);
    }
    // The row also has the clock of the open game, which is stopped.
    void operator()(const wire::ResultWithdrawn& e) { result(e, true); }
    void operator()(const wire::ResultApproved& e) { result(e); }
    // For a penalty that did not reach the clock: the readings without it.
    void operator()(const wire::RulingGiven& e) {
        if (e.effect.unmet > 0 && e.effect.time != Both<Duration>{})
            return clock(e, "penalty", shown(e.game), std::nullopt);
        game(e, "ruling", false,
             {{"number", e.number}, {"article", e.article}, {"about", name(e.about)},
              {"ply", e.ply.count}, {"text", e.text}, {"by", e.by}});
    }
    void operator()(const wire::QuestionPut& e) {
        game(e, "question", false,
             {{"number", e.number}, {"article", e.article}, {"about", name(e.about)},
              {"text", e.text}, {"holds", e.holds}});
    }
    void operator()(const wire::QuestionClosed& e) {
        if (about(e.game, e.number) == name(wire::Subject::appeal)) return result(e);
        game(e, "question", false, {{"number", e.number}, {"closed", name(e.how)}, {"by", e.by}});
    }
    // The row of the question itself has the result.
    void operator()(const wire::DeskActed& e) {
        if (const auto* decided = std::get_if<wire::DecideAppeal>(&e.act))
            game(e, "question", false,
                 {{"number", decided->appeal}, {"closed", "answered"}, {"by", e.by}});
    }
    void operator()(const wire::ClockIntervention& e) { clock(e, name(e.kind), e.after, e.run); }
    // A clock that a person set has an event of its own.
    void operator()(const wire::CommandSettled& e) {
        auto r = db.prepare("SELECT runs <> 0, white_us IS NOT NULL FROM outbox WHERE id = ? AND"
                            " runs IS NOT NULL AND NOT EXISTS (SELECT 1 FROM intervention AS i"
                            " WHERE i.game = outbox.game AND i.clock_pos = ?)");
        if (e.how != wire::Settling::done || !r.bind(e.id, e.cause.value).step()) return;
        const bool runs = r.integer(0) != 0;
        const bool set = r.integer(1) != 0;
        clock(e, set ? "set_reading" : runs ? "resumed" : "paused", shown(e.game), runs);
    }
    void operator()(const wire::PenaltyGiven& e) { clock(e, "penalty", e.after, std::nullopt); }
    void operator()(const wire::PressNoted& e) {
        const bool pressed = e.how == wire::Pressing::press;
        clock(e, "press", e.readings, pressed ? std::optional(true) : std::nullopt);
    }

    // ---- offices ----------------------------------------------------------------------------

    void operator()(const wire::EventActed& e) {
        std::visit([&](const auto& act) { office(e.event, act); }, e.act);
    }
    void operator()(const wire::HallCommandSettled& e) {
        if (e.refused.empty()) return;
        auto out = db.prepare("SELECT round, board, game, command FROM outbox WHERE id = ?");
        if (!out.bind(e.id).step()) return;
        const ordered_json body{{"gameId", out.text(2)}, {"command", out.text(3)},
                                {"refused", e.refused}};
        row(e.event, out.text(0), out.integer(1), "hall", false, body);
    }

    // The result as the table `game` has it after the event.
    void result(const wire::GameEventBase& e, bool withdrawn = false) {
        auto r = db.prepare("SELECT status, result, white_points, black_points, kind, approval,"
                            " reason, article, reversed, revision, version, event FROM game"
                            " WHERE game = ?");
        if (!r.bind(e.game).step()) return;
        GameRow row;
        row.status = word_in<wire::GameStatus>(r.text(0));
        row.result = r.text(1);
        if (!r.null(2)) row.points = {{r.real(2), r.real(3)}};
        row.kind = word_in<wire::ResultKind>(r.text(4));
        row.approval = word_in<wire::ApprovalState>(r.text(5));
        row.reason = ending_from(r.text(6)).value_or(Ending::none);
        row.article = r.text(7);
        row.reversed = r.integer(8) != 0;
        row.revision = r.integer(9);
        row.version = r.integer(10);
        ordered_json json = result_json(row, odds_of(r.text(11)));
        if (withdrawn) json.update(stands(e));
        game(e, "result", true, json);
    }

private:
    std::optional<Side> odds_of(const std::string& event) {
        auto r = db.prepare("SELECT side = 'white' FROM draw_odds WHERE event = ?");
        if (!r.bind(event).step()) return std::nullopt;
        return r.integer(0) != 0 ? Side::white : Side::black;
    }

    void row(std::string_view event, const std::optional<std::string>& round,
             std::optional<std::int64_t> board, std::string_view type, bool is_public,
             const ordered_json& body) {
        db.run("INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?)", place.pos.value, event, round,
               board, type, is_public ? 1 : 0, body.dump(), place.wall_ms);
    }

    void game(const wire::GameEventBase& e, std::string_view type, bool is_public,
              const ordered_json& said) {
        ordered_json body{{"gameId", e.game}};
        body.update(said);
        game(e, type, is_public, body.dump());
    }

    // A game that another program opened has no result in the event.
    void game(const wire::GameEventBase& e, std::string_view type, bool is_public,
              const std::string& body) {
        db.run("INSERT INTO change SELECT ?1, event, round, ?2, ?3, ?4, ?5, ?6 FROM game"
               " WHERE game = ?7 AND (foreign_game = 0 OR ?3 <> 'result')",
               place.pos.value, e.board.number, type, is_public ? 1 : 0, body, place.wall_ms,
               e.game);
    }

    template <class Move>
    void move(const Move& e, const std::string& san, const std::string& uci) {
        // Written as text directly: building a JSON tree for each move of a hall costs too much.
        std::string json = "{";
        wire::FieldWriter body(json, true);
        body("gameId", e.game);
        body("ply", e.ply);
        body("side", e.side);
        body("san", san);
        body("uci", uci);
        bool timed = true;  // nobody knows what the clocks showed at a move of a scoresheet alone
        if constexpr (requires { e.completed_by; })
            timed = e.completed_by != wire::CompletedBy::sheet || e.readings != Both<Duration>{};
        if (timed) add_readings(body, e.readings);
        body("elapsedMs", ms(e.elapsed));
        // clockd accepts a press only while a clock runs, and then the other clock runs. The press
        // of an illegal move that stands is past, except of a reply that stands by the same press.
        if constexpr (requires { e.completed_by; }) {
            if (e.completed_by == wire::CompletedBy::press) add_turn(body, e, true, other(e.side));
        } else if (replies(db, e)) {
            add_turn(body, e, true);
        }
        game(e, "move", true, json + '}');
    }

    static void add_readings(wire::FieldWriter& body, const Both<Duration>& readings) {
        body("whiteMs", ms(readings[Side::white]));
        body("blackMs", ms(readings[Side::black]));
    }

    // The instant of the readings on the clocks' own scale, the side whose clock is to run, and
    // whether it runs, if the event says so. The epoch is the board's after the event that was
    // answered. `turn`: the side, if it does not follow from the moves.
    void add_turn(wire::FieldWriter& body, const wire::GameEventBase& e, std::optional<bool> runs,
                  std::optional<Side> turn = {}) {
        body("atUs", place.at);
        body("epoch", e.epoch);
        if (!turn) turn = mover(e.game);
        if (turn) body("turn", *turn);
        if (runs) body("runs", *runs);
    }

    std::optional<Side> mover(const std::string& game) {
        auto r = db.prepare("SELECT coalesce((SELECT max(ply) FROM press AS p WHERE p.game ="
                            " game.game), max(plies, open_ply)),"
                            " substr(fen, instr(fen, ' ') + 1, 1) = 'b' FROM game WHERE game = ?");
        if (!r.bind(game).step()) return std::nullopt;
        const bool of_first = r.integer(0) % 2 == 0;
        const bool black_began = r.integer(1) != 0;
        return of_first == black_began ? Side::black : Side::white;
    }

    ordered_json stands(const wire::GameEventBase& e) {
        std::string json = "{";
        wire::FieldWriter body(json, true);
        add_readings(body, shown(e.game));
        add_turn(body, e, false, replying_to_sealed(db, e.game));
        return ordered_json::parse(json + '}');
    }

    void clock(const wire::GameEventBase& e, std::string_view kind,
               const Both<Duration>& readings, std::optional<bool> runs) {
        std::string json = "{";
        wire::FieldWriter body(json, true);
        body("gameId", e.game);
        body("kind", std::string(kind));
        add_readings(body, readings);
        add_turn(body, e, runs, replying_to_sealed(db, e.game));
        game(e, "clock", true, json + '}');
    }

    std::int64_t revision(const std::string& game) {
        auto r = db.prepare("SELECT revision FROM game WHERE game = ?");
        return r.bind(game).step() ? r.integer(0) : 0;
    }

    Both<Duration> shown(const std::string& game) {
        auto r = db.prepare("SELECT white_us, black_us FROM game WHERE game = ?");
        if (!r.bind(game).step()) return {};
        return {{Duration{r.integer(0)}, Duration{r.integer(1)}}};
    }

    // Whether the colours were reversed when the present result was reported; nothing when there is
    // no such report.
    std::optional<bool> reported_reversed(const std::string& game) {
        auto r = db.prepare("SELECT c.body FROM change AS c JOIN game AS g"
                            " ON c.event = g.event AND c.board = g.board"
                            " WHERE g.game = ? AND g.result <> '*' AND c.type = 'result'"
                            " ORDER BY c.pos DESC");
        for (r.bind(game); r.step();) {
            const auto body = ordered_json::parse(r.text(0));
            // A result that the office entered has no game and no colours.
            if (body.value("gameId", "") == game && body.contains("reversed"))
                return body.at("reversed").get<bool>();
        }
        return std::nullopt;
    }

    std::string about(const std::string& game, std::uint32_t question) {
        auto asked = db.prepare("SELECT about FROM question WHERE game = ? AND number = ?");
        return asked.bind(game, question).step() ? asked.text(0) : std::string();
    }

    // ---- the acts ---------------------------------------------------------------------------

    template <class Act>
    void of_event(const std::string& event, const Act&, std::string_view type, ordered_json body) {
        body["act"] = Act::type;
        row(event, std::nullopt, std::nullopt, type, true, body);
    }

    template <class Entered>
    static ordered_json numbers(const std::vector<Entered>& entered) {
        ordered_json all = ordered_json::array();
        for (const Entered& one : entered) all.push_back(one.number);
        return all;
    }

    void office(const std::string& event, const wire::CreateEvent& a) {
        of_event(event, a, "event", {{"name", a.info.name}});
    }
    void office(const std::string& event, const wire::ChangeEvent& a) {
        ordered_json body{{"name", a.info.name}};
        if (odds_changed) body["rounds"] = rounds_with_others(event, {});
        of_event(event, a, "event", body);
    }
    void office(const std::string& event, const wire::HideEvent& a) {
        of_event(event, a, "event", {{"hidden", true}});
    }
    void office(const std::string& event, const wire::ShowEvent& a) {
        of_event(event, a, "event", {{"hidden", false}});
    }
    void office(const std::string& event, const wire::ImportEvent& a) {
        of_event(event, a, "event", {{"rounds", rounds_with_others(event, numbers(a.rounds))}});
    }
    // The rounds whose results consumers must read again: `of_file`, or all with other draw odds.
    ordered_json rounds_with_others(const std::string& event, const ordered_json& of_file) {
        std::set<std::uint32_t> rounds;
        for (const auto& round : of_file) rounds.insert(round.get<std::uint32_t>());
        auto r = db.prepare("SELECT round FROM tournament_round WHERE event = ?");
        if (odds_changed)
            for (r.bind(event); r.step();)
                rounds.insert(static_cast<std::uint32_t>(r.integer(0)));
        ordered_json all = ordered_json::array();
        for (const std::uint32_t round : rounds) all.push_back(round);
        return all;
    }
    void office(const std::string& event, const wire::EnterPlayers& a) {
        of_event(event, a, "players", {{"players", numbers(a.players)}});
    }
    void office(const std::string& event, const wire::RemovePlayer& a) {
        of_event(event, a, "players", {{"players", {a.number}}});
    }
    void office(const std::string& event, const wire::WithdrawPlayer& a) {
        of_event(event, a, "players",
                 {{"players", {a.number}}, {"withdrawnFrom", a.from_round}});
    }
    // Drafted pairings are not public. A requested bye in published pairings is public at once.
    void office(const std::string& event, const wire::RequestBye& a) {
        std::vector<std::uint32_t> rounds = a.rounds;
        std::erase_if(rounds, [&](std::uint32_t round) {
            return state_of(event, round) == RoundState::drafted;
        });
        const bool is_public = !rounds.empty();
        row(event, std::nullopt, std::nullopt, "players", is_public,
            {{"players", {a.number}}, {"rounds", is_public ? rounds : a.rounds},
             {"bye", name(a.bye)}, {"act", wire::RequestBye::type}});
    }
    void office(const std::string& event, const wire::SeedPlayers& a) {
        of_event(event, a, "players", {{"order", a.order}});
    }
    void office(const std::string& event, const wire::EnterTeams& a) {
        of_event(event, a, "players", {{"teams", numbers(a.teams)}});
    }
    void office(const std::string& event, const wire::PlanRound& a) {
        round_of(event, a.number, wire::PlanRound::type);
    }
    template <class Act>
        requires std::is_base_of_v<wire::RoundAct, Act>
    void office(const std::string& event, const Act& a) {
        round_of(event, a.round, Act::type);
    }
    void office(const std::string& event, const wire::SetPairings& a) {
        pairings(event, a.round, wire::SetPairings::type, a.pairings);
    }
    void office(const std::string& event, const wire::ChangePairing& a) {
        pairings(event, a.round, wire::ChangePairing::type, a.pairings);
    }
    void office(const std::string& event, const wire::EnterResult& a) {
        wire::EventPairing pairing;
        pairing.entered = a.entered;
        pairing.revision = a.revision;
        GameRow entered;
        enter(entered, pairing, state_of(event, a.round) == RoundState::confirmed);
        entered.version = place.pos.value;
        row(event, std::to_string(a.round), a.board.number, "result", true,
            result_json(entered, odds_of(event)));
    }
    void office(const std::string&, const wire::PrepareRound&) {}  // the games have their own rows
    void office(const std::string&, const wire::Acknowledge&) {}
    void office(const std::string&, const wire::KeepMoves&) {}
    void office(const std::string&, const wire::RuleBoards&) {}  // likewise

    void round_of(const std::string& event, std::uint32_t number, std::string_view act) {
        auto r = db.prepare("SELECT state, starts FROM tournament_round WHERE event = ? AND"
                            " round = ?");
        if (!r.bind(event, number).step()) return;
        ordered_json body{{"state", r.text(0)}, {"starts", r.text(1)}, {"act", act}};
        if (act == wire::ReopenRound::type) body["confirmed"] = confirmed_games(event, number);
        row(event, std::to_string(number), std::nullopt, "round", true, body);
    }

    // The games whose result is confirmed even without the round (by both players and the arbiter).
    ordered_json confirmed_games(const std::string& event, std::uint32_t number) {
        ordered_json games = ordered_json::array();
        auto r = db.prepare("SELECT game FROM game WHERE event = ? AND round = ? AND"
                            " approval = 'confirmed' ORDER BY board");
        for (r.bind(event, std::to_string(number)); r.step();) games.push_back(r.text(0));
        return games;
    }

    RoundState state_of(const std::string& event, std::uint32_t round) {
        auto r = db.prepare("SELECT state FROM tournament_round WHERE event = ? AND round = ?");
        if (!r.bind(event, round).step()) return RoundState::drafted;
        return wire::from_name<RoundState>(r.text(0)).value_or(RoundState::drafted);
    }

    // Drafted pairings are for the office only.
    void pairings(const std::string& event, std::uint32_t number, std::string_view act,
                  const std::vector<wire::EventPairing>& changed) {
        ordered_json all = ordered_json::array();
        for (const wire::EventPairing& p : changed) {
            ordered_json one{{"white", p.white}};
            if (p.board != Board{}) one["board"] = p.board.number;
            if (p.black != 0) one["black"] = p.black;
            if (p.bye) one["bye"] = name(*p.bye);
            if (p.entered) one["resultStays"] = true;
            all.push_back(std::move(one));
        }
        row(event, std::to_string(number), std::nullopt, "pairings",
            state_of(event, number) != RoundState::drafted,
            {{"pairings", all}, {"act", act}});
    }
};

}  // namespace

void project_change(store::Database& database, const LogPlace& place, const wire::GameEvent& event,
                    Results results) {
    Writer writer{database, place, results.odds_changed};
    // Each position has one row: a changed result is more important than what else happened.
    if (!results.result_changed || std::holds_alternative<wire::ResultRecorded>(event) ||
        std::holds_alternative<wire::ResultWithdrawn>(event))
        return std::visit(writer, event);
    std::visit(
        [&]<class Event>(const Event& e) {
            if constexpr (std::is_base_of_v<wire::GameEventBase, Event>) writer.result(e);
        },
        event);
}

}  // namespace flagfall::record
