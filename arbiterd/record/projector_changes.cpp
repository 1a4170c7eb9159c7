// The change feed: what consumers get of each event, in the table `change`.
// docs/event.md has the table of types and bodies.
#include <nlohmann/json.hpp>

#include "arbiterd/record/projector.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::record {

namespace {

using nlohmann::ordered_json;

std::int64_t ms(Duration d) { return d.us / 1000; }

// How a score came about, as the results say it.
std::string_view kind_of(std::string_view reason, bool moved) {
    return reason == "forfeit" && !moved ? "forfeit" : "played";
}

struct Writer {
    store::Database& db;
    const LogPlace& place;

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
    void operator()(const wire::IllegalMoveStood& e) {
        move(e, e.text.empty() ? "--" : e.text, e.squares);
    }
    void operator()(const wire::PositionRestored& e) {
        game(e, "position", true, {{"ply", e.ply.count}, {"fen", e.fen}});
    }
    void operator()(const wire::GameRestarted& e) {
        game(e, "position", true,
             {{"ply", 0}, {"fen", e.fen}, {"white", e.white}, {"black", e.black}});
    }
    // The scoresheet has the moves that came back.
    void operator()(const wire::MovesRestored& e) {
        game(e, "position", true,
             {{"ply", e.ply.count}, {"fen", ""}, {"white", e.white}, {"black", e.black}});
    }
    // And the result again: for the players it is another one.
    void operator()(const wire::ColoursReversed& e) {
        auto r = db.prepare("SELECT result <> '*' FROM game WHERE game = ?");
        if (r.bind(e.game).step() && r.integer(0) != 0) return result(e);
        game(e, "position", true, {{"white", e.white}, {"black", e.black}});
    }
    void operator()(const wire::ResultRecorded& e) {
        if (e.outcome.ending == Ending::cancelled)
            return game(e, "game", true, {{"state", "cancelled"}});
        result(e);
    }
    void operator()(const wire::ResultWithdrawn& e) { result(e); }
    void operator()(const wire::ResultApproved& e) { result(e); }
    void operator()(const wire::RulingGiven& e) {
        game(e, "ruling", false,
             {{"number", e.number}, {"article", e.article}, {"about", name(e.about)},
              {"ply", e.ply.count}, {"text", e.text}, {"by", e.by}});
    }
    void operator()(const wire::QuestionPut& e) {
        game(e, "question", false,
             {{"number", e.number}, {"article", e.article}, {"about", name(e.about)},
              {"text", e.text}, {"holds", e.holds}});
    }
    // An appeal makes the result another kind of result: the feed reports that where it begins and
    // ends, and the question with the other row.
    void operator()(const wire::QuestionClosed& e) {
        if (about(e.game, e.number) == name(wire::Subject::appeal)) return result(e);
        game(e, "question", false, {{"number", e.number}, {"closed", name(e.how)}, {"by", e.by}});
    }
    void operator()(const wire::DeskActed& e) {
        if (const auto* decided = std::get_if<wire::DecideAppeal>(&e.act))
            game(e, "question", false,
                 {{"number", decided->appeal}, {"closed", "answered"}, {"by", e.by}});
        if (std::holds_alternative<wire::Appeal>(e.act)) result(e, "appealed");
    }
    void operator()(const wire::ClockIntervention& e) { clock(e, name(e.kind), e.after, e.run); }
    void operator()(const wire::PenaltyGiven& e) { clock(e, "penalty", e.after, std::nullopt); }
    void operator()(const wire::PressNoted& e) { clock(e, "press", e.readings, std::nullopt); }

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

private:
    void row(std::string_view event, std::optional<std::string> round,
             std::optional<std::int64_t> board, std::string_view type, bool is_public,
             const ordered_json& body) {
        db.run("INSERT INTO change VALUES (?, ?, ?, ?, ?, ?, ?, ?)", place.pos.value, event, round,
               board, type, is_public ? 1 : 0, body.dump(), place.wall_ms);
    }

    void game(const wire::GameEventBase& e, std::string_view type, bool is_public,
              const ordered_json& said) {
        ordered_json body{{"gameId", e.game}};
        body.update(said);
        db.run("INSERT INTO change SELECT ?, event, round, ?, ?, ?, ?, ? FROM game WHERE game = ?",
               place.pos.value, e.board.number, type, is_public ? 1 : 0, body.dump(),
               place.wall_ms, e.game);
    }

    template <class Move>
    void move(const Move& e, const std::string& san, const std::string& uci) {
        game(e, "move", true,
             {{"ply", e.ply.count}, {"side", name(e.side)}, {"san", san}, {"uci", uci},
              {"whiteMs", ms(e.readings[Side::white])}, {"blackMs", ms(e.readings[Side::black])},
              {"elapsedMs", ms(e.elapsed)}});
    }

    void clock(const wire::GameEventBase& e, std::string_view kind,
               const Both<Duration>& readings, std::optional<bool> runs) {
        ordered_json body{{"kind", kind}, {"whiteMs", ms(readings[Side::white])},
                          {"blackMs", ms(readings[Side::black])}};
        if (runs) body["runs"] = *runs;
        game(e, "clock", true, body);
    }

    std::string about(const std::string& game, std::uint32_t question) {
        auto asked = db.prepare("SELECT about FROM question WHERE game = ? AND number = ?");
        return asked.bind(game, question).step() ? asked.text(0) : std::string();
    }

    // As it stands after the event; an appeal is open from its act on.
    void result(const wire::GameEventBase& e, std::string_view status = "") {
        auto r = db.prepare(
            "SELECT result, white_points, black_points, reason, article,"
            " plies >= 2 OR EXISTS (SELECT 1 FROM press AS p WHERE p.game = game.game AND"
            "  p.ply >= 2), revision,"
            " CASE WHEN EXISTS (SELECT 1 FROM question AS q WHERE q.game = game.game"
            "  AND q.closed = '' AND q.about = 'appeal') THEN 'appealed'"
            " WHEN (SELECT count(*) FROM approval AS a WHERE a.game = game.game) = 3"
            "  THEN 'confirmed' ELSE 'provisional' END, reversed FROM game WHERE game = ?");
        if (!r.bind(e.game).step()) return;
        const bool over = !r.null(1);
        ordered_json body{{"score", r.text(0)}};
        body["white"] = over ? ordered_json(r.real(1)) : ordered_json(nullptr);
        body["black"] = over ? ordered_json(r.real(2)) : ordered_json(nullptr);
        const bool moved = r.integer(5) != 0;
        body["kind"] = over ? std::string(kind_of(r.text_view(3), moved)) : "pending";
        body["rated"] = over && moved;
        body["reversed"] = r.integer(8) != 0;
        body["reason"] = r.text(3);
        body["article"] = r.text(4);
        body["status"] = status.empty() ? r.text(7) : std::string(status);
        body["revision"] = r.integer(6);
        game(e, "result", true, body);
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
        of_event(event, a, "event", {{"name", a.info.name}});
    }
    void office(const std::string& event, const wire::HideEvent& a) {
        of_event(event, a, "event", {{"hidden", true}});
    }
    void office(const std::string& event, const wire::ShowEvent& a) {
        of_event(event, a, "event", {{"hidden", false}});
    }
    void office(const std::string& event, const wire::ImportEvent& a) {
        of_event(event, a, "event", {{"rounds", numbers(a.rounds)}});
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
    // Drafted pairings are not public; a requested bye is reported with its round.
    void office(const std::string& event, const wire::RequestBye& a) {
        row(event, std::nullopt, std::nullopt, "players", false,
            {{"players", {a.number}}, {"rounds", a.rounds}, {"bye", a.bye},
             {"act", wire::RequestBye::type}});
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
        ordered_json body{{"score", a.entered ? text(a.entered->score) : "*"}};
        const auto points = [&](Side side) {
            return a.entered ? ordered_json(a.entered->score.half_points[side] / 2.0)
                             : ordered_json(nullptr);
        };
        body["white"] = points(Side::white);
        body["black"] = points(Side::black);
        const std::string& how = a.entered ? a.entered->kind : "";
        body["kind"] = !a.entered ? "pending" : how == "forfeit" ? "forfeit" : "played";
        body["rated"] = how == "played";
        body["reversed"] = false;
        body["reason"] = "";
        body["article"] = a.entered ? a.entered->article : "";
        body["status"] = "provisional";
        body["revision"] = a.revision;
        row(event, std::to_string(a.round), a.board.number, "result", true, body);
    }
    void office(const std::string&, const wire::PrepareRound&) {}  // its games have own rows
    void office(const std::string&, const wire::Acknowledge&) {}
    void office(const std::string&, const wire::RuleBoards&) {}  // likewise

    void round_of(const std::string& event, std::uint32_t number, std::string_view act) {
        auto r = db.prepare("SELECT state, starts FROM tournament_round WHERE event = ? AND"
                            " round = ?");
        if (!r.bind(event, number).step()) return;
        row(event, std::to_string(number), std::nullopt, "round", true,
            {{"state", r.text(0)}, {"starts", r.text(1)}, {"act", act}});
    }

    // A draft is the office's own matter.
    void pairings(const std::string& event, std::uint32_t number, std::string_view act,
                  const std::vector<wire::EventPairing>& told) {
        ordered_json all = ordered_json::array();
        for (const wire::EventPairing& p : told) {
            ordered_json one{{"white", p.white}};
            if (p.board != Board{}) one["board"] = p.board.number;
            if (p.black != 0) one["black"] = p.black;
            if (!p.bye.empty()) one["bye"] = p.bye;
            all.push_back(std::move(one));
        }
        auto r = db.prepare("SELECT state FROM tournament_round WHERE event = ? AND round = ?");
        const bool drafted = !r.bind(event, number).step() || r.text_view(0) == "drafted";
        row(event, std::to_string(number), std::nullopt, "pairings", !drafted,
            {{"pairings", all}, {"act", act}});
    }
};

}  // namespace

void project_change(store::Database& database, const LogPlace& place,
                    const wire::GameEvent& event) {
    std::visit(Writer{database, place}, event);
}

}  // namespace flagfall::record
