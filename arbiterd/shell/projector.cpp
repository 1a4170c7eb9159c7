#include "arbiterd/shell/projector.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "common/base/check.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::arbiterd {

namespace {

std::string json_text(const wire::Pairs& pairs) {
    nlohmann::ordered_json array = nlohmann::ordered_json::array();
    for (const wire::Pair& pair : pairs) array.push_back({pair.name, pair.value});
    return array.dump();
}

// The one the game is judged by; records of long ago have only the name.
std::string profile_of(const wire::GameRecorded& e) {
    const auto named = [](const wire::Pair& pair) { return pair.name == "profile"; };
    const auto found = std::ranges::find_if(e.settings, named);
    if (found != e.settings.end()) return found->value;
    return e.terms.profile.empty() ? "fide-standard" : e.terms.profile;
}

// One overload for each event that people want to read; the others leave no row.
struct Writer {
    log::Database& db;
    const Place& place;

    template <class Event>
    void operator()(const Event&) {}

    // What is told of the game has changed, and so its ETag.
    void touch(const std::string& game) {
        db.run("UPDATE game SET version = version + 1 WHERE game = ?", game);
    }

    void operator()(const wire::LinkFollowed& e) {
        db.run("INSERT OR REPLACE INTO record_mode VALUES (1, ?, ?)", e.log, e.time);
    }

    void operator()(const wire::GameRecorded& e) {
        const wire::GameTerms& t = e.terms;
        db.run("INSERT INTO game (game, event, round, board, white, black, time_control, variant,"
               " fen, profile, tags, white_us, black_us, opened_wall_ms)"
               " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
               e.game, t.event, t.round, e.board.number, t.white, t.black, t.time_control,
               t.variant.empty() ? "chess" : t.variant, t.fen,
               profile_of(e), json_text(t.tags),
               e.readings[Side::white].us, e.readings[Side::black].us, place.wall_ms);
    }

    void operator()(const wire::GameBegan& e) {
        db.run("UPDATE game SET status = iif(status = 'ready', 'playing', status),"
               " started_wall_ms = ?, version = version + 1 WHERE game = ?",
               place.wall_ms, e.game);
    }

    void operator()(const wire::MoveRecorded& e) {
        db.run("INSERT INTO move VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", e.game,
               e.ply.count, e.board.number, name(e.side), e.san, e.uci, e.written,
               e.completed_by, e.marks, e.elapsed.us, e.readings[Side::white].us,
               e.readings[Side::black].us, place.at.us, place.wall_ms, e.cause.value);
        if (e.completed_by == "sheet") {  // entered later: the clocks are elsewhere by now
            db.run("UPDATE game SET plies = ?, version = version + 1 WHERE game = ?", e.ply.count,
                   e.game);
            return;
        }
        db.run("UPDATE game SET plies = ?, white_us = ?, black_us = ?, version = version + 1"
               " WHERE game = ?",
               e.ply.count, e.readings[Side::white].us, e.readings[Side::black].us, e.game);
    }

    void operator()(const wire::PressNoted& e) {
        if (e.how == "set") db.run("DELETE FROM press WHERE game = ? AND ply > ?", e.game,
                                   e.ply.count);
        db.run("INSERT OR REPLACE INTO press VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", e.game,
               e.ply.count, e.board.number, name(e.side), e.how, e.elapsed.us,
               e.readings[Side::white].us, e.readings[Side::black].us, e.period, place.at.us,
               place.wall_ms, e.cause.value);
        set_readings(e.game, e.readings);
    }

    // An illegal move that stands is a row like others; the text is what was written.
    void operator()(const wire::IllegalMoveStood& e) {
        db.run("INSERT INTO move VALUES (?, ?, ?, ?, ?, ?, ?, 'stood', '', ?, ?, ?, ?, ?, ?)",
               e.game, e.ply.count, e.board.number, name(e.side), e.text.empty() ? "--" : e.text,
               e.squares, e.text, e.elapsed.us, e.readings[Side::white].us,
               e.readings[Side::black].us, place.at.us, place.wall_ms, e.cause.value);
        db.run("UPDATE game SET plies = ?, white_us = ?, black_us = ?, version = version + 1"
               " WHERE game = ?",
               e.ply.count, e.readings[Side::white].us, e.readings[Side::black].us, e.game);
    }

    void operator()(const wire::IrregularityFound& e) {
        db.run("INSERT INTO irregularity VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", place.pos.value,
               e.game, e.board.number, e.ply.count, name(e.side), e.kind, e.text, e.count,
               e.cause.value);
    }

    void operator()(const wire::DrawOfferMade& e) {
        db.run("INSERT INTO draw_offer VALUES (?, ?, ?, ?, ?, ?, '', ?)", place.pos.value, e.game,
               e.board.number, e.ply.count, name(e.side), e.how, e.cause.value);
        if (e.how == "offer")  // 8.1.5: recorded by both players as (=)
            db.run("UPDATE move SET marks = '(=)' WHERE game = ? AND ply = ? AND side = ?",
                   e.game, e.ply.count, name(e.side));
    }

    void operator()(const wire::DrawOfferEnded& e) {
        db.run("UPDATE draw_offer SET ended = ? WHERE game = ? AND side = ? AND ended = ''",
               e.how, e.game, name(e.side));
    }

    void operator()(const wire::ClaimJudged& e) {
        db.run("INSERT INTO claim VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", place.pos.value, e.game,
               e.board.number, e.ply.count, name(e.side), e.kind, e.move, e.right ? 1 : 0,
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
        touch(e.game);
        db.run("INSERT INTO ruling VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)", e.game,
               e.number, e.board.number, e.ply.count, e.by, e.article, e.about, e.text,
               json_text(e.evidence), place.at.us, place.wall_ms, e.cause.value, e.effect.undoes,
               e.effect.answers);
        if (e.effect.undoes > 0)
            db.run("UPDATE ruling SET undone_by = ? WHERE game = ? AND number = ?", e.number,
                   e.game, e.effect.undoes);
        if (e.effect.unmet > 0)  // of another ruling, what it did besides holds
            db.run("UPDATE ruling SET undone_by = ? WHERE game = ? AND number = ?"
                   " AND about = 'control'",
                   e.number, e.game, e.effect.unmet);
        if (e.effect.undoes > 0 && e.about == "undo")  // adjourned in error
            end_adjournment(e.game, "AND EXISTS (SELECT 1 FROM ruling AS undone WHERE undone.game ="
                                    " adjournment.game AND undone.about = 'adjournment' AND"
                                    " undone.number = " + std::to_string(e.effect.undoes) + ")");
    }

    void operator()(const wire::QuestionPut& e) {
        touch(e.game);
        db.run("INSERT INTO question (pos, game, number, board, article, about, text, evidence,"
               " options, holds, at_us, wall_ms, clock_pos)"
               " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
               place.pos.value, e.game, e.number, e.board.number, e.article, e.about, e.text,
               json_text(e.evidence), json_text(e.options), e.holds ? 1 : 0, place.at.us,
               place.wall_ms, e.cause.value);
        db.run("UPDATE game SET status = 'question', version = version + 1"
               " WHERE game = ? AND (status = 'playing' OR (status = 'ready' AND ?))",
               e.game, e.holds ? 1 : 0);
    }

    void operator()(const wire::QuestionClosed& e) {
        touch(e.game);
        db.run("UPDATE question SET closed = ?, closed_by = ?, option = ?, closed_wall_ms = ?"
               " WHERE game = ? AND number = ?",
               e.how, e.by, e.option, place.wall_ms, e.game, e.number);
        db.run("UPDATE game SET status = iif(started_wall_ms IS NULL, 'ready', 'playing'),"
               " version = version + 1 WHERE game = ?1 AND status = 'question' AND NOT EXISTS"
               " (SELECT 1 FROM question WHERE game = ?1 AND closed = '')",
               e.game);
    }

    void operator()(const wire::DeskActed& e) {
        db.run("INSERT INTO desk_act VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", place.pos.value, e.id,
               e.game, e.board.number, e.by, e.article, e.reason, wire::encode_act(e.act),
               place.at.us, place.wall_ms);
        if (const auto* sheet = std::get_if<wire::EnterSheet>(&e.act))
            db.run("INSERT OR REPLACE INTO sheet VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", e.game,
                   sheet->whose, e.board.number, sheet->language, sheet->notation, sheet->sheet,
                   e.by, place.at.us, place.wall_ms, place.pos.value);
    }

    void operator()(const wire::ResultRecorded& e) {
        const Score& score = e.outcome.score;
        db.run("DELETE FROM approval WHERE game = ?", e.game);
        end_adjournment(e.game);
        db.run("UPDATE game SET status = 'finished', result = ?, white_points = ?,"
               " black_points = ?, reason = ?, article = ?, decided_by = ?, plies = ?,"
               " white_us = ?, black_us = ?, ended_wall_ms = ?, revision = revision + 1,"
               " version = version + 1"
               " WHERE game = ?",
               text(score), score.half_points[Side::white] / 2.0,
               score.half_points[Side::black] / 2.0, name(e.outcome.ending), e.outcome.article,
               e.by, e.ply.count, e.readings[Side::white].us, e.readings[Side::black].us,
               place.wall_ms, e.game);
    }

    void operator()(const wire::ResultApproved& e) {
        touch(e.game);
        db.run("INSERT INTO approval VALUES (?, ?, ?, ?, ?, ?)", e.game, e.who, e.board.number,
               e.by, place.at.us, place.wall_ms);
        db.run("UPDATE game SET version = version + 1 WHERE game = ?", e.game);
    }

    void operator()(const wire::GameAdjourned& e) {
        touch(e.game);
        db.run("INSERT INTO adjournment (pos, game, board, by, sealed_by, move, ply, fen, white_us,"
               " black_us, offer, resumption, wall_ms)"
               " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
               place.pos.value, e.game, e.board.number, e.by, name(e.sealed_by), e.move,
               e.ply.count, e.fen, e.readings[Side::white].us, e.readings[Side::black].us, e.offer,
               e.resumption, place.wall_ms);
        db.run("UPDATE game SET version = version + 1 WHERE game = ?", e.game);
    }

    void operator()(const wire::SealedOpened& e) {
        db.run("UPDATE adjournment SET sealed = ?, found = ?, opened_wall_ms = ?"
               " WHERE game = ? AND resumed_wall_ms IS NULL",
               e.text, e.found, place.wall_ms, e.game);
        db.run("UPDATE game SET version = version + 1 WHERE game = ?", e.game);
    }

    void operator()(const wire::ResultWithdrawn& e) {
        db.run("DELETE FROM approval WHERE game = ?", e.game);
        db.run("UPDATE adjournment SET resumed_wall_ms = NULL WHERE game = ? AND resumed_wall_ms ="
               " (SELECT ended_wall_ms FROM game WHERE game = ?)",  // which the result ended
               e.game, e.game);
        db.run("UPDATE game SET status = iif(started_wall_ms IS NULL, 'ready', 'playing'),"
               " result = '*', white_points = NULL, black_points = NULL, reason = NULL,"
               " article = NULL, decided_by = NULL, ended_wall_ms = NULL, revision = revision + 1,"
               " version = version + 1 WHERE game = ?",
               e.game);
    }

    void operator()(const wire::ClockIntervention& e) {
        db.run("INSERT INTO intervention VALUES (?, ?, ?,"
               " (SELECT coalesce((SELECT max(ply) FROM press WHERE game = ?), plies) FROM game"
               " WHERE game = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
               place.pos.value, e.game, e.board.number, e.game, e.game, e.kind, e.by,
               e.article, e.reason,
               e.before[Side::white].us, e.before[Side::black].us, e.after[Side::white].us,
               e.after[Side::black].us, e.run ? 1 : 0, e.cause.value);
        set_readings(e.game, e.after);
        if (e.run) end_adjournment(e.game, "AND opened_wall_ms IS NOT NULL");
        if (e.kind == "control_set" && !e.time_control.empty()) set_control(e);
        if (e.kind == "set_reading" || e.kind == "resumed")  // a person has answered
            db.run("UPDATE game SET status = iif(started_wall_ms IS NULL, 'ready', 'playing')"
                   " WHERE game = ?1 AND status = 'question' AND NOT EXISTS"
                   " (SELECT 1 FROM question WHERE game = ?1 AND closed = '' AND holds = 1)",
                   e.game);
    }

    // Moves taken back stay in the event log; the scoresheet is the game as it stands.
    void operator()(const wire::PositionRestored& e) {
        db.run("INSERT INTO restoration VALUES (?, ?, ?, (SELECT plies FROM game WHERE game = ?),"
               " ?, ?, ?, ?, ?)",
               place.pos.value, e.game, e.board.number, e.game, e.ply.count, e.fen, e.by, e.reason,
               e.cause.value);
        db.run("DELETE FROM move WHERE game = ? AND ply > ?", e.game, e.ply.count);
        db.run("UPDATE game SET plies = ?, version = version + 1 WHERE game = ?", e.ply.count,
               e.game);
    }

    // The game that was cancelled stays in the event log.
    void operator()(const wire::GameRestarted& e) {
        db.run("INSERT INTO restoration VALUES (?, ?, ?, (SELECT plies FROM game WHERE game = ?),"
               " 0, '', ?, ?, ?)",  // `game` has the position it begins from
               place.pos.value, e.game, e.board.number, e.game, e.by,
               "restarted: " + e.article, e.cause.value);
        db.run("DELETE FROM move WHERE game = ?", e.game);
        end_adjournment(e.game);
        db.run("UPDATE game SET white = ?, black = ?, tags = ?, reversed = ?, fen = ?, plies = 0,"
               " white_us = ?, black_us = ?, revision = revision + 1, version = version + 1"
               " WHERE game = ?",
               e.white, e.black, json_text(e.tags), e.reversed ? 1 : 0, e.fen,
               e.readings[Side::white].us, e.readings[Side::black].us, e.game);
    }

    // Points go to the players by the colours they had: the result is another one for them.
    void operator()(const wire::ColoursReversed& e) {
        db.run("UPDATE game SET white = ?, black = ?, tags = ?, reversed = ?,"
               " revision = revision + 1, version = version + 1 WHERE game = ?",
               e.white, e.black, json_text(e.tags), e.reversed ? 1 : 0, e.game);
    }

    void operator()(const wire::EventVoided& e) {
        db.run("INSERT INTO void_event VALUES (?, ?, ?, ?, ?, ?)", place.pos.value, e.game,
               e.board.number, e.event, e.reason, e.cause.value);
    }

    void operator()(const wire::CommandIssued& e) {
        const std::string& id =
            std::visit([](const auto& c) -> const std::string& { return c.id; }, e.command);
        db.run("INSERT INTO outbox (id, game, board, pos) VALUES (?, ?, ?, ?)", id, e.game,
               e.board.number, place.pos.value);
    }

    void operator()(const wire::CommandSettled& e) {
        db.run("UPDATE outbox SET settled = ?, refused = ? WHERE id = ?", place.pos.value,
               e.refused, e.id);
    }

private:
    // The game goes on, or is over.
    void end_adjournment(const std::string& game, std::string_view when = "") {
        db.run("UPDATE adjournment SET resumed_wall_ms = ? WHERE game = ?"
               " AND resumed_wall_ms IS NULL " + std::string(when),
               place.wall_ms, game);
    }

    // The control in force, and those before it.
    void set_control(const wire::ClockIntervention& e) {
        db.run("UPDATE game SET time_controls = json_insert(iif(time_controls = '[]',"
               " json_array(json_array('0', time_control)), time_controls), '$[#]',"
               " json_array((SELECT CAST(coalesce(max(ply), game.plies) AS TEXT) FROM press"
               " WHERE press.game = game.game), ?)), time_control = ? WHERE game = ?",
               e.time_control, e.time_control, e.game);
    }

    void set_readings(const std::string& game, const Both<Duration>& readings) {
        db.run("UPDATE game SET white_us = ?, black_us = ?, version = version + 1 WHERE game = ?",
               readings[Side::white].us, readings[Side::black].us, game);
    }
};

}  // namespace

void project_event(log::Database& database, const Place& place, const wire::GameEvent& event) {
    std::visit(Writer{database, place}, event);
    project_office(database, place, event);
    project_change(database, place, event);
}

void RecordProjector::project(log::Database& database, const log::Row& row) {
    const auto event = wire::decode_game_event(row.type, row.body);
    FF_CHECK(event.has_value());  // we wrote it ourselves, a moment or a version ago
    project_event(database, row, *event);
}

void RecordProjector::clear(log::Database& database) {
    database.execute(
        "DELETE FROM move; DELETE FROM ruling; DELETE FROM irregularity; DELETE FROM penalty;"
        "DELETE FROM claim; DELETE FROM draw_offer; DELETE FROM intervention;"
        "DELETE FROM restoration; DELETE FROM question; DELETE FROM void_event; DELETE FROM outbox;"
        "DELETE FROM desk_act; DELETE FROM press; DELETE FROM sheet;"
        "DELETE FROM approval; DELETE FROM adjournment;"
        "DELETE FROM tournament; DELETE FROM tournament_player; DELETE FROM requested_bye;"
        "DELETE FROM tournament_team;"
        "DELETE FROM tournament_round; DELETE FROM pairing; DELETE FROM event_act;"
        "DELETE FROM hall_outbox; DELETE FROM acknowledgement; DELETE FROM change;"
        "DELETE FROM record_mode; DELETE FROM game;");
}

}  // namespace flagfall::arbiterd
