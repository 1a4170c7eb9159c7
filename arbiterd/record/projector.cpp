#include "arbiterd/record/projector.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "arbiterd/record/projector_outbox.hpp"
#include "common/base/check.hpp"
#include "common/store/open.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::record {

namespace {

std::string json_text(const wire::Pairs& pairs) {
    nlohmann::ordered_json array = nlohmann::ordered_json::array();
    for (const wire::Pair& pair : pairs) array.push_back({pair.name, pair.value});
    return array.dump();
}

// The profile that the game is judged by.
std::string profile_of(const wire::GameRecorded& e) {
    const auto named = [](const wire::Pair& pair) { return pair.name == "profile"; };
    const auto found = std::ranges::find_if(e.settings, named);
    return found == e.settings.end() ? std::string() : found->value;
}

// One overload for each event that people want to read; the others leave no row.
struct Writer {
    store::Database& db;
    const LogPlace& place;

    template <class Event>
    void operator()(const Event&) {}

    void operator()(const wire::LinkFollowed& e) {
        db.run("INSERT OR REPLACE INTO record_mode VALUES (1, ?, ?)", e.log, e.time);
    }

    void operator()(const wire::GameRecorded& e) {
        const wire::GameTerms& t = e.terms;
        db.run("INSERT INTO game (game, event, round, board, white, black, time_control, variant,"
               " fen, profile, tags, white_us, black_us, version, opened, opened_wall_ms)"
               " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14, ?15)",
               e.game, t.event, t.round, e.board.number, t.white, t.black, t.time_control,
               name(t.variant.value_or(Variant::chess)), t.fen,
               profile_of(e), json_text(t.tags),
               e.readings[Side::white].us, e.readings[Side::black].us, place.pos.value,
               place.wall_ms);
    }

    void operator()(const wire::GameBegan& e) {
        db.run("UPDATE game SET started_wall_ms = ? WHERE game = ?", place.wall_ms, e.game);
        set_status(e.game);
    }

    void operator()(const wire::MoveRecorded& e) {
        db.run("INSERT INTO move VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", e.game,
               e.ply.count, e.board.number, name(e.side), e.san, e.uci, e.written,
               name(e.completed_by), e.marks, e.elapsed.us, e.readings[Side::white].us,
               e.readings[Side::black].us, place.at.us, place.wall_ms, e.cause.value);
        if (e.completed_by == wire::CompletedBy::sheet) {  // the clocks have gone on since
            db.run("UPDATE game SET plies = ? WHERE game = ?", e.ply.count, e.game);
            return;
        }
        // Sets the version here, too: a second update of the row would cost as much as this one.
        db.run("UPDATE game SET plies = ?, white_us = ?, black_us = ?, version = ? WHERE game = ?",
               e.ply.count, e.readings[Side::white].us, e.readings[Side::black].us,
               place.pos.value, e.game);
    }

    void operator()(const wire::PressNoted& e) {
        const bool set = e.how == wire::Pressing::set;
        if (set && e.ruling > 0) keep_all(e.game, e.ruling);
        if (set) db.run("DELETE FROM press WHERE game = ? AND ply > ?", e.game, e.ply.count);
        db.run("INSERT OR REPLACE INTO press VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", e.game,
               e.ply.count, e.board.number, name(e.side), name(e.how), e.elapsed.us,
               e.readings[Side::white].us, e.readings[Side::black].us, e.period, place.at.us,
               place.wall_ms, e.cause.value);
        set_readings(e.game, e.readings);
    }

    void operator()(const wire::IllegalMoveSeen& e) {
        if (e.cause > Pos{}) set_readings(e.game, e.readings);  // else a person opened it again
        db.run("UPDATE game SET open_ply = ? WHERE game = ?", e.ply.count, e.game);
    }

    // An illegal move that stands has a row like any other; its text is what was written.
    void operator()(const wire::IllegalMoveStood& e) {
        db.run("INSERT INTO move VALUES (?, ?, ?, ?, ?, ?, ?, 'stood', '', ?, ?, ?, ?, ?, ?)",
               e.game, e.ply.count, e.board.number, name(e.side), e.text.empty() ? "--" : e.text,
               e.squares, e.text, e.elapsed.us, e.readings[Side::white].us,
               e.readings[Side::black].us, place.at.us, place.wall_ms, e.cause.value);
        db.run("UPDATE game SET plies = ? WHERE game = ?", e.ply.count, e.game);
        // For the first of two, the press is past, and the clock may have been set since.
        if (replies(db, e)) set_readings(e.game, e.readings);
        if (e.goes_on) none_open(e.game);
    }

    void operator()(const wire::IrregularityFound& e) {
        if (!e.stands) put_right(e.game);
        db.run("INSERT INTO irregularity VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", place.pos.value,
               e.game, e.board.number, e.ply.count, name(e.side), name(e.kind), e.text, e.count,
               e.cause.value);
    }

    void operator()(const wire::DrawOfferMade& e) {
        db.run("INSERT INTO draw_offer VALUES (?, ?, ?, ?, ?, ?, '', ?)", place.pos.value, e.game,
               e.board.number, e.ply.count, name(e.side), name(e.how), e.cause.value);
        if (e.how == wire::Offering::offer)  // 8.1.5: recorded by both players as (=)
            db.run("UPDATE move SET marks = '(=)' WHERE game = ? AND ply = ? AND side = ?",
                   e.game, e.ply.count, name(e.side));
    }

    void operator()(const wire::DrawOfferEnded& e) {
        db.run("UPDATE draw_offer SET ended = ? WHERE game = ? AND side = ? AND ended = ''",
               name(e.how), e.game, name(e.side));
    }

    void operator()(const wire::ClaimJudged& e) {
        db.run("INSERT INTO claim VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", place.pos.value, e.game,
               e.board.number, e.ply.count, name(e.side), name(e.kind), e.move, e.right ? 1 : 0,
               e.facts, e.cause.value);
    }

    void operator()(const wire::PenaltyGiven& e) {
        db.run("INSERT INTO penalty VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
               place.pos.value, e.game, e.board.number, name(e.side), e.article, e.reason,
               e.to_opponent.us, e.taken_back.us, e.before[Side::white].us,
               e.before[Side::black].us, e.after[Side::white].us, e.after[Side::black].us,
               e.cause.value);
        set_readings(e.game, e.after);
    }

    void operator()(const wire::RulingGiven& e) {
        db.run("INSERT INTO ruling VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)", e.game,
               e.number, e.board.number, e.ply.count, e.by, e.article, name(e.about), e.text,
               json_text(e.evidence), place.at.us, place.wall_ms, e.cause.value, e.effect.undoes,
               e.effect.answers);
        note_undone(e);
        if (e.effect.resumes) keep_all(e.game, e.number);
        if (e.effect.unmet > 0) take_out(e);
        if (e.effect.undoes > 0 && e.about == wire::Subject::undo)  // the adjournment was an error
            end_adjournment(e.game, "AND EXISTS (SELECT 1 FROM ruling AS undone WHERE undone.game ="
                                    " adjournment.game AND undone.about = 'adjournment' AND"
                                    " undone.number = " + std::to_string(e.effect.undoes) +
                                    ") AND NOT EXISTS (SELECT 1 FROM restoration AS back WHERE"
                                    " back.game = adjournment.game AND back.ruling = " +
                                    std::to_string(e.number) + ")");
    }

    void operator()(const wire::QuestionPut& e) {
        db.run("INSERT INTO question (pos, game, number, board, article, about, text, evidence,"
               " options, holds, at_us, wall_ms, clock_pos)"
               " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
               place.pos.value, e.game, e.number, e.board.number, e.article, name(e.about), e.text,
               json_text(e.evidence), json_text(e.options), e.holds ? 1 : 0, place.at.us,
               place.wall_ms, e.cause.value);
        set_status(e.game);
        none_put_right(e.game);
        if (e.about == wire::Subject::foreign_game)
            db.run("UPDATE game SET foreign_game = 1 WHERE game = ?", e.game);
    }

    void operator()(const wire::QuestionClosed& e) {
        db.run("UPDATE question SET closed = ?, closed_by = ?, option = ?, closed_wall_ms = ?"
               " WHERE game = ? AND number = ?",
               name(e.how), e.by, e.option, place.wall_ms, e.game, e.number);
        set_status(e.game);
    }

    void operator()(const wire::DeskActed& e) {
        if (const auto* sheet = std::get_if<wire::EnterSheet>(&e.act))
            db.run("INSERT OR REPLACE INTO sheet VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", e.game,
                   sheet->whose, e.board.number, sheet->language, sheet->notation, sheet->sheet,
                   e.by, place.at.us, place.wall_ms, place.pos.value);
    }

    void operator()(const wire::ResultRecorded& e) {
        const Score& score = e.outcome.score;
        db.run("DELETE FROM approval WHERE game = ?", e.game);
        db.run("UPDATE game SET status = 'finished', result = ?, white_points = ?,"
               " black_points = ?, reason = ?, article = ?, decided_by = ?, plies = ?,"
               " white_us = ?, black_us = ?, ended_wall_ms = ?, revision = revision + 1"
               " WHERE game = ?",
               text(score), score.half_points[Side::white] / 2.0,
               score.half_points[Side::black] / 2.0, name(e.outcome.ending), e.outcome.article,
               e.by, e.ply.count, e.readings[Side::white].us, e.readings[Side::black].us,
               place.wall_ms, e.game);
    }

    void operator()(const wire::ResultApproved& e) {
        db.run("INSERT INTO approval VALUES (?, ?, ?, ?, ?, ?)", e.game, name(e.who),
               e.board.number, e.by, place.at.us, place.wall_ms);
    }

    void operator()(const wire::GameAdjourned& e) {
        db.run("INSERT INTO adjournment (pos, game, board, by, sealed_by, move, ply, fen, white_us,"
               " black_us, offer, resumption, wall_ms)"
               " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
               place.pos.value, e.game, e.board.number, e.by, name(e.sealed_by), e.move,
               e.ply.count, e.fen, e.readings[Side::white].us, e.readings[Side::black].us,
               e.offer ? name(*e.offer) : std::string_view(), e.resumption, place.wall_ms);
    }

    void operator()(const wire::SealedOpened& e) {
        if (e.ruling > 0) keep_all(e.game, e.ruling);
        db.run("UPDATE adjournment SET sealed = ?, found = ?, opened_wall_ms = ?"
               " WHERE game = ? AND resumed_wall_ms IS NULL",
               e.text, name(e.found), place.wall_ms, e.game);
    }

    void operator()(const wire::ResultWithdrawn& e) {
        db.run("DELETE FROM approval WHERE game = ?", e.game);
        // A sealed move that was not legal ended the game; now the envelope counts as closed again.
        db.run("UPDATE adjournment SET sealed = '', found = '', opened_wall_ms = NULL"
               " WHERE game = ? AND resumed_wall_ms IS NULL AND found NOT IN ('', 'legal')",
               e.game);
        db.run("UPDATE game SET status = 'playing', result = '*', white_points = NULL,"
               " black_points = NULL, reason = NULL, article = NULL, decided_by = NULL,"
               " ended_wall_ms = NULL, revision = revision + 1,"
               " reopened = iif(reopened = '', result || ' ' || reversed, reopened)"
               " WHERE game = ?",
               e.game);
        set_status(e.game);
    }

    void operator()(const wire::ClockIntervention& e) {
        db.run("INSERT INTO intervention VALUES (?, ?, ?,"
               " (SELECT coalesce((SELECT max(ply) FROM press WHERE game = ?), plies) FROM game"
               " WHERE game = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)",
               place.pos.value, e.game, e.board.number, e.game, e.game, name(e.kind), e.by,
               e.article, e.reason,
               e.before[Side::white].us, e.before[Side::black].us, e.after[Side::white].us,
               e.after[Side::black].us, e.run ? 1 : 0, e.cause.value, e.ruling);
        set_readings(e.game, e.after);
        if (e.run) play_on(e.game);
        using enum wire::Intervening;
        const bool at_clock = e.kind == resumed;  // whether the envelope is open or closed
        if (e.run && !replying_to_sealed(db, e.game))
            end_adjournment(e.game, at_clock ? "" : "AND opened_wall_ms IS NOT NULL");
        if (e.kind == control_set && !e.time_control.empty()) set_control(e);
    }

    // The scoresheet is the game as it stands; moves that were taken back are in
    // kept_move.
    void operator()(const wire::PositionRestored& e) {
        none_open(e.game);
        keep_moves(e.game, e.ruling, e.ply.count);
        db.run("INSERT INTO restoration VALUES (?, ?, ?, (SELECT plies FROM game WHERE game = ?),"
               " ?, ?, ?, ?, ?, ?, 0)",
               place.pos.value, e.game, e.board.number, e.game, e.ply.count, e.fen, e.by, e.reason,
               e.cause.value, e.ruling);
        db.run("DELETE FROM move WHERE game = ? AND ply > ?", e.game, e.ply.count);
        db.run("UPDATE game SET plies = ? WHERE game = ?", e.ply.count, e.game);
    }

    // The moves, positions and clock settings that count are those from before the ruling `kept`.
    void operator()(const wire::MovesRestored& e) {
        none_open(e.game);
        const std::int64_t since = kept_at(e);
        db.run("INSERT INTO kept_move SELECT ?1, ?2, NOT EXISTS (SELECT 1 FROM kept_move AS k WHERE"
               " k.game = move.game AND k.ruling = ?3 AND k.ply = move.ply AND k.uci = move.uci AND"
               " k.at_us = move.at_us), * FROM move WHERE game = ?4",
               place.pos.value, e.ruling, e.kept, e.game);
        db.run("DELETE FROM move WHERE game = ?", e.game);
        db.run("INSERT INTO move SELECT game, ply, board, side, san, uci, written, completed_by,"
               " marks, elapsed_us, white_us, black_us, at_us, wall_ms, clock_pos FROM kept_move"
               " WHERE game = ? AND ruling = ?",
               e.game, e.kept);
        db.run("DELETE FROM kept_move WHERE game = ? AND ruling = ?", e.game, e.kept);
        if (e.presses) bring_presses_back(e);
        for (const std::string table : {"restoration", "intervention"}) {
            db.run("UPDATE " + table + " SET undone = ?1 WHERE game = ?2 AND undone = 0 AND"
                   " (pos >= ?3 OR pos IN (SELECT pos FROM counts_again WHERE game = ?2"
                   " AND ruling = ?4))",
                   e.ruling, e.game, since, e.kept);
            db.run("INSERT INTO counts_again SELECT game, ?1, pos FROM " + table +
                   " WHERE game = ?2 AND undone = ?3",
                   e.ruling, e.game, e.kept);
            db.run("UPDATE " + table + " SET undone = 0 WHERE game = ? AND undone = ?", e.game,
                   e.kept);
        }
        db.run("INSERT INTO restoration VALUES (?, ?, ?, (SELECT plies FROM game WHERE game = ?),"
               " ?, '', ?, ?, ?, ?, -1)",
               place.pos.value, e.game, e.board.number, e.game, e.ply.count, e.by,
               "ruling " + std::to_string(e.kept) + " is taken back", e.cause.value, e.ruling);
        if (e.adjourned) bring_adjournment_back(e);
        else end_adjournment(e.game);
        db.run("UPDATE game SET white = ?1, black = ?2, tags = ?3, fen = ?4, plies = ?5,"
               " white_us = ?6, black_us = ?7, revision = revision + (reversed <> ?8),"
               " reversed = ?8 WHERE game = ?9",
               e.white, e.black, json_text(e.tags), e.fen, e.ply.count,
               e.readings[Side::white].us, e.readings[Side::black].us, e.reversed ? 1 : 0, e.game);
    }

    // Keeps the moves and presses of the game that was cancelled.
    void operator()(const wire::GameRestarted& e) {
        none_open(e.game);
        keep_moves(e.game, e.ruling, 0);
        if (e.ruling > 0) keep_presses(e.game, e.ruling);
        db.run("INSERT INTO restoration VALUES (?, ?, ?, (SELECT plies FROM game WHERE game = ?),"
               " 0, '', ?, ?, ?, ?, 0)",  // the start position is in `game`
               place.pos.value, e.game, e.board.number, e.game, e.by,
               "restarted: " + e.article, e.cause.value, e.ruling);
        db.run("DELETE FROM move WHERE game = ?", e.game);
        db.run("DELETE FROM press WHERE game = ?", e.game);
        end_adjournment(e.game);
        db.run("UPDATE game SET white = ?, black = ?, tags = ?, reversed = ?, fen = ?, plies = 0,"
               " white_us = ?, black_us = ?, revision = revision + 1 WHERE game = ?",
               e.white, e.black, json_text(e.tags), e.reversed ? 1 : 0, e.fen,
               e.readings[Side::white].us, e.readings[Side::black].us, e.game);
    }

    // The points stay with the colours, so the players have another result: a new revision.
    void operator()(const wire::ColoursReversed& e) {
        db.run("UPDATE game SET white = ?, black = ?, tags = ?, reversed = ?,"
               " revision = revision + 1 WHERE game = ?",
               e.white, e.black, json_text(e.tags), e.reversed ? 1 : 0, e.game);
        db.run("DELETE FROM approval WHERE game = ?", e.game);
    }

    void operator()(const wire::EventVoided& e) {
        db.run("INSERT INTO void_event VALUES (?, ?, ?, ?, ?, ?)", place.pos.value, e.game,
               e.board.number, e.event, e.reason, e.cause.value);
    }

    void operator()(const wire::CommandIssued& e) {
        project_issued(db, place, "game/" + e.game, std::nullopt, e);
    }

    void operator()(const wire::CommandSettled& e) {
        const bool done = e.how == wire::Settling::done;
        const std::string_view why = done                ? std::string_view()
                                     : e.refused.empty() ? name(e.how)
                                                         : std::string_view(e.refused);
        project_settled(db, place, e.id, why);
        if (done) show_set_clock(e);
    }

private:
    // The ruling that is taken back is undone; one that it had taken back itself stands again.
    void note_undone(const wire::RulingGiven& e) {
        std::int64_t by = e.number;
        std::int64_t at = e.effect.undoes;
        for (bool undone = true; at > 0; undone = !undone) {
            db.run("UPDATE ruling SET undone_by = ? WHERE game = ? AND number = ?",
                   undone ? by : 0, e.game, at);
            auto row = db.prepare("SELECT undoes FROM ruling WHERE game = ? AND number = ?");
            by = at;
            at = row.bind(e.game, by).step() ? row.integer(0) : 0;
        }
    }

    static constexpr std::uint32_t all_stay = std::numeric_limits<std::uint32_t>::max();

    bool is_kept(const std::string& table, const std::string& game, std::uint32_t ruling) {
        auto found = db.prepare("SELECT 1 FROM " + table + " WHERE game = ? AND ruling = ?");
        return found.bind(game, ruling).step();
    }

    // Keeps the moves as they stand before the event; those after `ply` become void. When a ruling
    // takes two events, the state before the first is kept.
    void keep_moves(const std::string& game, std::uint32_t ruling, std::uint32_t ply) {
        if (ruling > 0 && is_kept("kept_move", game, ruling)) {
            db.run("UPDATE kept_move SET void = 1 WHERE game = ? AND ruling = ? AND ply > ?", game,
                   ruling, ply);
            return;
        }
        db.run("INSERT INTO kept_move SELECT ?, ?, ply > ?, * FROM move WHERE game = ?",
               place.pos.value, ruling, ply, game);
    }

    void keep_presses(const std::string& game, std::uint32_t ruling) {
        if (is_kept("kept_press", game, ruling)) return;
        db.run("INSERT INTO kept_press SELECT ?, ?, * FROM press WHERE game = ?", place.pos.value,
               ruling, game);
    }

    // Keeps an open illegal action that is put right, under the number of the ruling that follows.
    void put_right(const std::string& game) {
        auto open = db.prepare("SELECT (SELECT coalesce(max(number), 0) + 1 FROM ruling WHERE"
                               " game = ?1) FROM game WHERE game = ?1 AND open_ply > 0");
        if (open.bind(game).step())
            keep_moves(game, static_cast<std::uint32_t>(open.integer(0)), all_stay);
        none_open(game);
    }

    // A person is asked instead, so no ruling follows: drops what was kept for it.
    void none_put_right(const std::string& game) {
        db.run("DELETE FROM kept_move WHERE game = ?1 AND ruling > (SELECT coalesce(max(number), 0)"
               " FROM ruling WHERE game = ?1) AND pos IN (SELECT pos FROM irregularity)",
               game);
    }

    // For opening an envelope, resuming a game or counting presses: no move becomes void yet.
    void keep_all(const std::string& game, std::uint32_t ruling) {
        keep_moves(game, ruling, all_stay);
        keep_presses(game, ruling);
    }

    // The adjournment in this position, with its envelope open or closed as it was.
    void bring_adjournment_back(const wire::MovesRestored& e) {
        const std::uint32_t since = e.sealed.empty() ? 0 : 1;
        db.run("UPDATE adjournment SET resumed_wall_ms = NULL, sealed = ?1,"
               " found = iif(?1 = '', '', 'legal'),"
               " opened_wall_ms = iif(?1 = '', NULL, coalesce(opened_wall_ms, ?2))"
               " WHERE pos = (SELECT max(pos) FROM adjournment WHERE game = ?3 AND ply = ?4)",
               e.sealed, place.wall_ms, e.game, e.ply.count - since);
    }

    void bring_presses_back(const wire::MovesRestored& e) {
        keep_presses(e.game, e.ruling);
        db.run("DELETE FROM press WHERE game = ?", e.game);
        db.run("INSERT INTO press SELECT game, ply, board, side, how, elapsed_us, white_us,"
               " black_us, period, at_us, wall_ms, clock_pos FROM kept_press"
               " WHERE game = ? AND ruling = ?",
               e.game, e.kept);
        db.run("DELETE FROM kept_press WHERE game = ? AND ruling = ?", e.game, e.kept);
    }

    // The position at which they were kept; what came later is about other moves.
    std::int64_t kept_at(const wire::MovesRestored& e) {
        auto row = db.prepare(
            "SELECT coalesce((SELECT min(pos) FROM restoration WHERE game = ?1 AND ruling = ?2),"
            " (SELECT min(pos) FROM kept_press WHERE game = ?1 AND ruling = ?2),"
            " (SELECT min(pos) FROM kept_move WHERE game = ?1 AND ruling = ?2), ?3)");
        return row.bind(e.game, e.kept, place.pos.value).step() ? row.integer(0)
                                                                : place.pos.value;
    }

    // The game goes on. If it has a result it stays adjourned, since the result may be taken back.
    void end_adjournment(const std::string& game, std::string_view when = "") {
        db.run("UPDATE adjournment SET resumed_wall_ms = ? WHERE game = ?"
               " AND resumed_wall_ms IS NULL " + std::string(when),
               place.wall_ms, game);
    }

    // Adds the new control to the list, which begins with the first one.
    void set_control(const wire::ClockIntervention& e) {
        db.run("UPDATE game SET time_controls = json_insert(iif(time_controls = '[]',"
               " json_array(json_array('0', time_control)), time_controls), '$[#]',"
               " json_array((SELECT CAST(coalesce(max(ply), game.plies) AS TEXT) FROM press"
               " WHERE press.game = game.game), ?)), time_control = ? WHERE game = ?",
               e.time_control, e.time_control, e.game);
    }

    // Undoes only what the other ruling did to the clock; its other effects stay.
    void take_out(const wire::RulingGiven& e) {
        db.run("UPDATE ruling SET undone_by = ? WHERE game = ? AND number = ?"
               " AND about = 'control'",
               e.number, e.game, e.effect.unmet);
        db.run("UPDATE game SET white_us = white_us + ?, black_us = black_us + ? WHERE game = ?",
               e.effect.time[Side::white].us, e.effect.time[Side::black].us, e.game);
    }

    // arbiterd set the clock itself, and no other event has the reading.
    void show_set_clock(const wire::CommandSettled& e) {
        db.run("UPDATE game SET white_us = o.white_us, black_us = o.black_us FROM outbox AS o"
               " WHERE game.game = ? AND o.id = ? AND o.white_us IS NOT NULL",
               e.game, e.id);
    }

    // A game that was opened again and goes on will have a result that nobody has confirmed yet.
    void play_on(const std::string& game) {
        db.run("UPDATE game SET reopened = 'played on' WHERE game = ? AND reopened <> ''", game);
    }

    void none_open(const std::string& game) {
        db.run("UPDATE game SET open_ply = 0 WHERE game = ? AND open_ply > 0", game);
    }

    // Of a game that is not over. A question about play puts it on hold; before the start, only a
    // question that holds the start does. Questions about the terms never do.
    void set_status(const std::string& game) {
        db.run("UPDATE game SET status = CASE WHEN EXISTS (SELECT 1 FROM question AS q"
               " WHERE q.game = ?1 AND q.closed = '' AND q.about <> ?2"
               " AND (game.started_wall_ms IS NOT NULL OR q.holds = 1)) THEN 'question'"
               " WHEN started_wall_ms IS NULL THEN 'ready' ELSE 'playing' END"
               " WHERE game = ?1 AND status <> 'finished'",
               game, name(wire::Subject::terms));
    }

    void set_readings(const std::string& game, const Both<Duration>& readings) {
        db.run("UPDATE game SET white_us = ?, black_us = ? WHERE game = ?",
               readings[Side::white].us, readings[Side::black].us, game);
    }
};

}  // namespace

void project_event(store::Database& database, const LogPlace& place, const wire::GameEvent& event) {
    std::visit(Writer{database, place}, event);
    const bool odds_changed = project_office(database, place, event);
    const bool result_changed = project_result(database, place, event);
    project_change(database, place, event, {result_changed, odds_changed});
}

std::optional<Side> replying_to_sealed(store::Database& database, const std::string& game) {
    auto r = database.prepare(
        "SELECT sealed_by = 'white' FROM adjournment AS j WHERE game = ? AND"
        " opened_wall_ms IS NULL AND resumed_wall_ms IS NULL AND EXISTS (SELECT 1 FROM"
        " intervention AS i JOIN ruling AS r ON r.game = i.game AND r.number = i.ruling WHERE"
        " i.game = j.game AND i.pos > j.pos AND i.undone = 0 AND i.run = 1 AND i.kind ="
        " 'set_reading' AND r.about = 'adjournment' AND NOT EXISTS (SELECT 1 FROM restoration AS b"
        " WHERE b.game = j.game AND b.pos > i.pos AND b.clock_pos > 0)) AND"
        " (SELECT plies FROM game WHERE game.game = j.game AND status <> 'finished') = j.ply");
    if (!r.bind(game).step()) return std::nullopt;
    return r.integer(0) != 0 ? Side::black : Side::white;
}

bool replies(store::Database& database, const wire::IllegalMoveStood& e) {
    auto r = database.prepare("SELECT 1 FROM move WHERE game = ? AND ply = ? AND"
                              " completed_by = 'stood' AND clock_pos = ?");
    return e.cause > Pos{} && r.bind(e.game, e.ply.count - 1, e.cause.value).step();
}

void RecordProjector::project(store::Database& database, const store::Row& row) {
    if (row.type == wire::MovePending::type) return;  // has no row, and is half of the log
    const auto event = wire::decode_game_event(row.type, row.body);
    FF_CHECK(event.has_value());  // we wrote it, perhaps in an earlier version
    project_event(database, row, *event);
}

// Creates the tables again, too: they may be those of an earlier version.
void RecordProjector::clear(store::Database& database) {
    for (const store::SchemaObject& object : store::beside_log(database))
        if (!is_cursor(object.name))
            database.execute("DROP " + object.type + " \"" + object.name + "\"");
    database.execute(embed::arbiterd_sql);
}

}  // namespace flagfall::record
