// The tables of the events' offices: what the acts assign, as rows.
#include "arbiterd/record/projector_outbox.hpp"
#include "arbiterd/tournament/tournaments.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::record {

namespace {

struct Writer {
    store::Database& db;
    const LogPlace& place;

    template <class Event>
    void operator()(const Event&) {}

    void operator()(const wire::EventActed& e) {
        const std::string_view type =
            std::visit([]<class Act>(const Act&) { return Act::type; }, e.act);
        db.run("INSERT INTO event_act VALUES (?, ?, ?, ?, ?, ?, ?, ?)", place.pos.value, e.id,
               e.event, e.by, e.reason, type, place.at.us, place.wall_ms);
        std::visit([&](const auto& act) { write(e.event, act); }, e.act);
        if (tournament::changes_event(e.act)) touch(e.event);
    }

    void operator()(const wire::HallCommandIssued& e) {
        project_issued(db, place, "event/" + e.event, e.round, e);
        if (!std::holds_alternative<wire::OpenGame>(e.command)) return;
        db.run("UPDATE pairing SET game = ? WHERE event = ? AND round = ? AND board = ?", e.game,
               e.event, e.round, e.board.number);
        touch(e.event);
    }

    void operator()(const wire::HallCommandSettled& e) {
        project_settled(db, place, e.id, e.refused);
        if (e.refused.empty()) return;
        db.run("UPDATE pairing SET game = '' WHERE event = ? AND game <> '' AND game ="
               " (SELECT game FROM outbox WHERE id = ? AND command = 'open_game')",
               e.event, e.id);
        if (db.changes() > 0) touch(e.event);
    }

private:
    void touch(const std::string& event) {
        db.run("UPDATE tournament SET revision = ?, changed_wall_ms = ? WHERE event = ?",
               place.pos.value, place.wall_ms, event);
    }

    void info(const std::string& event, const wire::EventInfo& i) {
        db.run("INSERT INTO tournament (event, name, place, federation, begins, ends,"
               " chief_arbiter, info, revision, created_wall_ms, changed_wall_ms)"
               " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (event) DO UPDATE SET"
               " name = excluded.name, place = excluded.place,"
               " federation = excluded.federation, begins = excluded.begins, ends = excluded.ends,"
               " chief_arbiter = excluded.chief_arbiter, info = excluded.info",
               event, i.name, i.place, i.federation, i.begins, i.ends, i.chief_arbiter,
               wire::encode_part(i), place.pos.value, place.wall_ms, place.wall_ms);
    }

    void players(const std::string& event, const std::vector<wire::EventPlayer>& all) {
        for (const wire::EventPlayer& p : all) {
            db.run("INSERT OR REPLACE INTO tournament_player"
                   " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                   event, p.number, p.name, p.title, p.sex, p.rating, p.federation, p.fide_id,
                   p.birth, p.club, p.team, p.withdrawn_from);
            db.run("DELETE FROM requested_bye WHERE event = ? AND number = ?", event, p.number);
            for (const wire::RequestedBye& asked : p.byes)
                db.run("INSERT INTO requested_bye VALUES (?, ?, ?, ?)", event, p.number,
                       asked.round, asked.bye);
        }
    }

    void hidden(const std::string& event, bool is) {
        db.run("UPDATE tournament SET hidden = ? WHERE event = ?", is ? 1 : 0, event);
    }

    // The player's bye of one round, with its pairing where the round is paired; "": taken back.
    void ask(const std::string& event, std::uint32_t player, std::uint32_t number,
             const std::string& bye) {
        db.run("DELETE FROM requested_bye WHERE event = ? AND number = ? AND round = ?", event,
               player, number);
        if (!bye.empty())
            db.run("INSERT INTO requested_bye VALUES (?, ?, ?, ?)", event, player, number, bye);
        auto any = db.prepare("SELECT 1 FROM pairing WHERE event = ? AND round = ?");
        if (!any.bind(event, number).step()) return;
        db.run("DELETE FROM pairing WHERE event = ? AND round = ? AND white = ?"
               " AND bye IN ('F', 'H', 'Z')",
               event, number, player);
        if (bye.empty()) return;
        wire::EventPairing added;
        added.white = player;
        added.bye = bye;
        pairing(event, number, added);
    }

    // The old numbers are negative meanwhile, so that no two players have the same.
    void renumber(const char* table, const std::string& event,
                  const std::vector<std::uint32_t>& order) {
        const std::string update = "UPDATE " + std::string(table) + " SET number = ";
        db.run(update + "-number WHERE event = ?", event);
        std::uint32_t next = 0;
        for (const std::uint32_t before : order)
            db.run(update + "? WHERE event = ? AND number = ?", ++next, event,
                   -static_cast<std::int64_t>(before));
    }

    void teams(const std::string& event, const std::vector<wire::EventTeam>& all) {
        for (const wire::EventTeam& t : all)
            db.run("INSERT OR REPLACE INTO tournament_team VALUES (?, ?, ?, ?)", event, t.number,
                   t.name, t.federation);
    }

    void pairing(const std::string& event, std::uint32_t round, const wire::EventPairing& p) {
        const auto& r = p.entered;
        const auto maybe = [&](std::string_view value) {
            return r ? std::optional(value) : std::nullopt;
        };
        db.run("INSERT INTO pairing VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", event, round,
               p.board.number, p.white, p.black, p.bye, wire::encode_part(p.terms), p.game,
               maybe(r ? text(r->score) : ""), maybe(r ? r->kind : std::string_view()),
               maybe(r ? r->by : std::string_view()), maybe(r ? r->article : std::string_view()),
               p.revision);
    }

    void round(const std::string& event, std::uint32_t number) {
        db.run("INSERT OR IGNORE INTO tournament_round (event, round) VALUES (?, ?)", event,
               number);
    }

    void pairings(const std::string& event, std::uint32_t number,
                  const std::vector<wire::EventPairing>& all) {
        round(event, number);
        db.run("DELETE FROM pairing WHERE event = ? AND round = ?", event, number);
        for (const wire::EventPairing& p : all) pairing(event, number, p);
    }

    void state(const std::string& event, std::uint32_t number, std::string_view now) {
        db.run("UPDATE tournament_round SET state = ? WHERE event = ? AND round = ?", now, event,
               number);
    }

    void plan(const std::string& event, std::uint32_t number, const std::string& starts,
              const wire::PlayTerms& terms) {
        round(event, number);
        db.run("UPDATE tournament_round SET starts = ?, terms = ? WHERE event = ? AND round = ?",
               starts, wire::encode_part(terms), event, number);
    }

    void write(const std::string& event, const wire::CreateEvent& a) { info(event, a.info); }
    void write(const std::string& event, const wire::ChangeEvent& a) { info(event, a.info); }
    void write(const std::string& event, const wire::HideEvent&) { hidden(event, true); }
    void write(const std::string& event, const wire::ShowEvent&) { hidden(event, false); }
    void write(const std::string& event, const wire::EnterPlayers& a) {
        players(event, a.players);
    }
    void write(const std::string& event, const wire::RemovePlayer& a) {
        db.run("DELETE FROM tournament_player WHERE event = ? AND number = ?", event, a.number);
        db.run("DELETE FROM requested_bye WHERE event = ? AND number = ?", event, a.number);
    }
    void write(const std::string& event, const wire::RequestBye& a) {
        for (const std::uint32_t round : a.rounds) ask(event, a.number, round, a.bye);
    }
    void write(const std::string& event, const wire::SeedPlayers& a) {
        renumber("tournament_player", event, a.order);
        renumber("requested_bye", event, a.order);
    }
    void write(const std::string& event, const wire::WithdrawPlayer& a) {
        db.run("UPDATE tournament_player SET withdrawn_from = ? WHERE event = ? AND number = ?",
               a.from_round, event, a.number);
    }
    void write(const std::string& event, const wire::EnterTeams& a) { teams(event, a.teams); }
    void write(const std::string& event, const wire::PlanRound& a) {
        plan(event, a.number, a.starts, a.terms);
    }
    void write(const std::string& event, const wire::SetPairings& a) {
        pairings(event, a.round, a.pairings);
    }
    void write(const std::string& event, const wire::ChangePairing& a) {
        for (const wire::EventPairing& p : a.pairings)
            db.run("DELETE FROM pairing WHERE event = ?1 AND round = ?2 AND ((board = ?3 AND"
                   " board > 0) OR white IN (?4, ?5) OR (black > 0 AND black IN (?4, ?5)))",
                   event, a.round, p.board.number, p.white, p.black);
        for (const wire::EventPairing& p : a.pairings) pairing(event, a.round, p);
    }
    void write(const std::string& event, const wire::PublishRound& a) {
        state(event, a.round, "published");
    }
    void write(const std::string& event, const wire::WithdrawPublication& a) {
        state(event, a.round, "drafted");
        db.run("UPDATE pairing SET game = '' WHERE event = ? AND round = ?", event, a.round);
    }
    void write(const std::string&, const wire::PrepareRound&) {}
    void write(const std::string& event, const wire::StartRound& a) {
        state(event, a.round, "started");
    }
    void write(const std::string& event, const wire::FinishRound& a) {
        state(event, a.round, "finished");
    }
    void write(const std::string& event, const wire::ConfirmRound& a) {
        state(event, a.round, "confirmed");
    }
    void write(const std::string& event, const wire::ReopenRound& a) {
        db.run("UPDATE tournament_round SET state = iif(state = 'confirmed', 'finished',"
               " 'started') WHERE event = ? AND round = ?",
               event, a.round);
    }
    void write(const std::string& event, const wire::EnterResult& a) {
        const auto& r = a.entered;
        std::optional<std::string_view> score, kind, by, article;
        if (r) score = text(r->score), kind = r->kind, by = r->by, article = r->article;
        db.run("UPDATE pairing SET score = ?, kind = ?, by = ?, article = ?, revision = ?"
               " WHERE event = ? AND round = ? AND board = ?",
               score, kind, by, article, a.revision, event, a.round, a.board.number);
    }
    void write(const std::string& event, const wire::ImportEvent& a) {
        if (a.info) info(event, *a.info);
        if (!a.players.empty()) {
            db.run("DELETE FROM tournament_player WHERE event = ?", event);
            db.run("DELETE FROM requested_bye WHERE event = ?", event);
        }
        players(event, a.players);
        if (!a.teams.empty()) db.run("DELETE FROM tournament_team WHERE event = ?", event);
        teams(event, a.teams);
        for (const wire::EventRound& r : a.rounds) {
            plan(event, r.number, r.starts, r.terms);
            state(event, r.number, r.state);
            pairings(event, r.number, r.pairings);
        }
    }
    void write(const std::string&, const wire::RuleBoards&) {}  // its games say it
    void write(const std::string& event, const wire::UndoStart& a) {
        if (a.whole) state(event, a.round, "published");
    }
    void write(const std::string& event, const wire::Acknowledge& a) {
        db.run("INSERT OR REPLACE INTO acknowledgement VALUES (?, ?, ?, ?, ?, ?, ?)", event,
               a.consumer, a.round, a.board.number, a.revision, place.pos.value, place.wall_ms);
    }
};

}  // namespace

void project_office(store::Database& database, const LogPlace& place,
                    const wire::GameEvent& event) {
    std::visit(Writer{database, place}, event);
}

}  // namespace flagfall::record
