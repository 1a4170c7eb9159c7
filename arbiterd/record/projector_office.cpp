// Writes the tables of the office's acts: the rounds' states, for the change feed, and what
// programs have acknowledged. Tournaments themselves are read from the log
// (committed_tournaments.hpp).
#include <algorithm>

#include "arbiterd/record/projector_outbox.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::record {

namespace {

using wire::RoundState;

struct Writer {
    store::Database& db;
    const LogPlace& place;
    bool odds_changed = false;

    template <class Event>
    void operator()(const Event&) {}

    void operator()(const wire::DeskActed& e) { acted(wire::DeskActed::type, e.id); }
    void operator()(const wire::LinkFollowed&) { topic("log"); }
    void operator()(const wire::GameRecorded&) { topic("players"); }
    void operator()(const wire::GameRestarted&) { topic("players"); }
    void operator()(const wire::MovesRestored&) { topic("players"); }
    void operator()(const wire::ColoursReversed&) { topic("players"); }
    void operator()(const wire::EventActed& e) {
        topic("tournament");
        acted(wire::EventActed::type, e.id);
        std::visit([&](const auto& act) { write(e.event, act); }, e.act);
    }
    void operator()(const wire::HallCommandIssued& e) {
        topic("tournament");
        project_issued(db, place, "event/" + e.event, e.round, e);
    }
    void operator()(const wire::HallCommandSettled& e) {
        topic("tournament");
        project_settled(db, place, e.id, e.refused);
    }

private:
    void topic(std::string_view name) {
        db.run("INSERT INTO log_topic VALUES (?, ?)", name, place.pos.value);
    }

    void acted(std::string_view type, const std::string& id) {
        db.run("INSERT OR IGNORE INTO acted VALUES (?, ?, ?)", type, id, place.pos.value);
    }

    void round(const std::string& event, std::uint32_t number) {
        db.run("INSERT OR IGNORE INTO tournament_round (event, round) VALUES (?, ?)", event,
               number);
    }

    void state(const std::string& event, std::uint32_t number, RoundState now) {
        db.run("UPDATE tournament_round SET state = ? WHERE event = ? AND round = ?", name(now),
               event, number);
    }

    void plan(const std::string& event, std::uint32_t number, const std::string& starts) {
        round(event, number);
        db.run("UPDATE tournament_round SET starts = ? WHERE event = ? AND round = ?", starts,
               event, number);
    }

    // Deletes the plans of rounds beyond the last one.
    void info(const std::string& event, const wire::EventInfo& info) {
        odds(event, info);
        if (info.rounds > 0)
            db.run("DELETE FROM tournament_round WHERE event = ? AND round > ?", event,
                   info.rounds);
    }

    void odds(const std::string& event, const wire::EventInfo& info) {
        auto r = db.prepare("SELECT side FROM draw_odds WHERE event = ?");
        const std::string before = r.bind(event).step() ? r.text(0) : std::string();
        const auto side = info.scoring.draw_odds;
        odds_changed = before != (side ? name(*side) : "");
        if (!odds_changed) return;
        db.run("DELETE FROM draw_odds WHERE event = ?", event);
        if (side) db.run("INSERT INTO draw_odds VALUES (?, ?)", event, name(*side));
    }

    template <class Act>
    void write(const std::string&, const Act&) {}

    void write(const std::string& event, const wire::CreateEvent& a) { odds(event, a.info); }
    void write(const std::string& event, const wire::ChangeEvent& a) { info(event, a.info); }

    void write(const std::string& event, const wire::PlanRound& a) {
        plan(event, a.number, a.starts);
    }
    void write(const std::string& event, const wire::SetPairings& a) { round(event, a.round); }
    void write(const std::string& event, const wire::PublishRound& a) {
        state(event, a.round, RoundState::published);
    }
    void write(const std::string& event, const wire::WithdrawPublication& a) {
        state(event, a.round, RoundState::drafted);
    }
    void write(const std::string& event, const wire::StartRound& a) {
        state(event, a.round, RoundState::started);
    }
    void write(const std::string& event, const wire::FinishRound& a) {
        state(event, a.round, RoundState::finished);
    }
    void write(const std::string& event, const wire::ConfirmRound& a) {
        state(event, a.round, RoundState::confirmed);
    }
    void write(const std::string& event, const wire::ReopenRound& a) {
        db.run("UPDATE tournament_round SET state = iif(state = 'confirmed', 'finished',"
               " 'started') WHERE event = ? AND round = ?",
               event, a.round);
    }
    void write(const std::string& event, const wire::UndoStart& a) {
        if (a.whole) state(event, a.round, RoundState::published);
    }
    void write(const std::string& event, const wire::ImportEvent& a) {
        if (a.info) info(event, *a.info);
        for (const wire::EventRound& r : a.rounds) {
            plan(event, r.number, r.starts);
            state(event, r.number, r.state);
        }
    }
    // Kept moves belong to players, so they follow the players' new numbers.
    void write(const std::string& event, const wire::SeedPlayers& a) {
        if (a.order.empty()) return;
        // The new number of each old one; some old numbers may be unused.
        std::vector<std::size_t> now(std::ranges::max(a.order) + 1);
        for (std::size_t i = 0; i < a.order.size(); ++i) now[a.order[i]] = i + 1;
        std::string numbers;
        for (const std::size_t number : now)
            numbers += (numbers.empty() ? "[" : ",") + std::to_string(number);
        // Makes them negative first, because a new number may also be an old one.
        db.run("UPDATE kept_moves SET"
               " white = -json_extract(?1, '$[' || white || ']'),"
               " black = -json_extract(?1, '$[' || black || ']') WHERE event = ?2",
               numbers + "]", event);
        db.run("UPDATE kept_moves SET white = -white, black = -black WHERE event = ?", event);
    }
    void write(const std::string& event, const wire::RemovePlayer& a) {
        db.run("DELETE FROM kept_moves WHERE event = ?1 AND (white = ?2 OR black = ?2)", event,
               a.number);
    }
    void write(const std::string& event, const wire::KeepMoves& a) {
        db.run("INSERT OR REPLACE INTO kept_moves VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", event,
               a.round, a.board.number, a.white, a.black, a.sheet, a.source, place.pos.value,
               place.wall_ms);
    }
    void write(const std::string& event, const wire::Acknowledge& a) {
        db.run("INSERT OR REPLACE INTO acknowledgement VALUES (?, ?, ?, ?, ?, ?, ?)", event,
               a.consumer, a.round, a.board.number, a.revision, place.pos.value, place.wall_ms);
    }
};

}  // namespace

bool project_office(store::Database& database, const LogPlace& place,
                    const wire::GameEvent& event) {
    Writer writer{database, place};
    std::visit(writer, event);
    return writer.odds_changed;
}

}  // namespace flagfall::record
