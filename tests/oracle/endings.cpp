// Resignation (5.1.2), the flag (6.9), a press that arrived too late, and the end of a game,
// at the clock, too.
#include <algorithm>

#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

using chess::Position;

// The position on the board: the record's position and the legal moves made from it. `kept` has
// what is not in the record.
const Position& Arbiter::on_board(std::vector<Position>& kept) const {
    kept = {game_.line.current()};
    for (const Standing& move : game_.standing) {
        if (move.reading.meaning != Meaning::legal) break;
        kept.push_back(chess::after(kept.back(), move.reading.move));
    }
    return kept.back();
}

// Can the winner mate by any series of legal moves? The finding of the record is accepted if its
// line mates, or if the material leaves no doubt; otherwise it is checked as far as required.
std::string Arbiter::verdict(const Position& position, Side winner) {
    const std::string found = fact("opponent_can_mate");
    const std::string wrong =
        wrong_verdict(position, winner, found, fact("line"), options_.deep);
    if (!wrong.empty()) complain("can the opponent mate: " + wrong);
    return cannot_mate_by_material(position, winner) ? "unwinnable" : found;
}

// US blitz: a player who claims an illegal move must have the material that wins on time, too.
std::string Arbiter::verdict_on_loss(const Position& position, Side winner) {
    const std::string can = verdict(position, winner);
    const Material material = game_.rules.us ? material_14e(position, winner) : Material::enough;
    if (can == "unwinnable" || material == Material::enough) return can;
    return material == Material::too_little ? "unwinnable" : "undetermined";
}

void Arbiter::on(const wire::Resigned& e) {
    if (game_.result) return voided();
    if (game_.hold == Hold::question || !game_.position_known || game_.presses)
        return stopped_question(std::string(name(e.side)), "5.1.2", Subject::resignation);
    std::vector<Position> kept;
    const Side winner = other(e.side);
    const std::string can = verdict(on_board(kept), winner);
    if (can == "winnable")
        finish({win_of(winner), Ending::resignation, "5.1.2"}, Subject::resignation);
    else if (can == "unwinnable")
        finish({drawn(), Ending::resignation_draw, "5.1.2"}, Subject::resignation);
    else
        stopped_question(std::string(name(e.side)), "5.1.2", Subject::resignation);
}

// The time is out; a person calls the flag, or does not (6.8).
void Arbiter::on(const wire::FlagReached& e) {
    if (game_.result) return voided();
    intervention(Intervening::flag_reached, "clockd", "6.8", "");
    // If it was asked about the same flag before, it is asked once.
    std::erase_if(game_.asked, [&](const Asked& asked) {
        if (!asked.flag_facts || asked.flag_facts->side != e.side) return false;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        return true;
    });
    question("6.8", Subject::flag, false);
    // III.3.1: if both flags are down, only the one that fell first can be called.
    const bool both = readings()[other(e.side)] <= Duration{};
    game_.asked.back().flag = both ? other(e.side) : e.side;
}

void Arbiter::on(const wire::FlagFell& e) {
    // The desk may have called it.
    const auto called = std::ranges::find(game_.outbox, case_.row.cmd_id, &Outstanding::id);
    if (called != game_.outbox.end() && std::holds_alternative<wire::CallFlag>(called->command)) {
        const std::string id = called->id;
        game_.outbox.erase(called);
        settle(id, Settling::done);
    }
    // The person who calls a flag knows the arbiter's other questions.
    const bool free = game_.hold == Hold::none ||
                      (!e.by.empty() && game_.hold == Hold::question);
    if (!game_.result && !free)
        intervention(Intervening::stopped, "clockd", "6.9", "");
    if (game_.result || !free) return voided();
    game_.flag_decided = true;
    std::erase_if(game_.asked, [&](const Asked& asked) {  // and is asked again, or decided
        if (asked.fallen != e.side) return false;
        want(wire::QuestionClosed{{}, asked.number, Closing::overtaken, "", ""});
        return true;
    });
    // The clock has dropped the flag, although it may not call it (6.8, US 13C).
    const std::string calls(game_.rules.flags);
    if (e.by.empty() && !calls.empty())
        return stopped_question("clockd", calls, Subject::flag_fall);
    judge_flag(e);
}

// A ruling would have kept this flag up, and the clock had not carried it out yet.
bool Arbiter::ruling_on_its_way(Side side) const {
    return std::ranges::any_of(game_.outbox, [&](const Outstanding& out) {
        if (out.ruling == 0) return false;
        const auto* adjust = std::get_if<wire::Adjust>(&out.command);
        const bool sets = std::holds_alternative<wire::SetReading>(out.command) ||
                          std::holds_alternative<wire::SetControl>(out.command) ||
                          std::holds_alternative<wire::Pause>(out.command);
        return sets || (adjust && adjust->deltas[side] > Duration{});
    });
}

void Arbiter::judge_flag(const wire::FlagFell& e) {
    const std::string loser(name(e.side));
    // 6.7.1: a player who has not come cannot win by a flag, and loses by forfeit.
    const auto away = [&](Side side) { return e.absent[side] && !has_come(side); };
    if (away(Side::white) || away(Side::black))
        return stopped_question(loser, "6.7.1", Subject::flag_fall);
    if (game_.presses) {
        const bool enough = e.moves_required > 0 && e.moves >= e.moves_required;
        const std::string judged = game_.rules.us ? "14E" : "6.9";
        return stopped_question(loser, enough ? "6.4" : judged, Subject::flag_fall);
    }
    if (!game_.position_known || e.ply.count != game_.line.ply())
        return stopped_question(loser, "6.9", Subject::flag_fall);
    // 6.4, from the record: has the player completed the moves of the period?
    const std::uint32_t ply = game_.line.ply();
    const std::uint32_t moves = e.side == game_.first ? (ply + 1) / 2 : ply / 2;
    if (e.moves_required > 0 && moves >= e.moves_required)
        return stopped_question(loser, "6.4", Subject::flag_fall);
    const bool by_device = e.by.empty() || e.by == "white" || e.by == "black" ||
                           e.by == "device" || e.by == "boards" || e.by == "clockd";
    if (by_device && (falls_by_age(e.side) || ruling_on_its_way(e.side)))
        return stopped_question(loser, "6.9", Subject::flag_fall);
    std::vector<Position> kept;
    const Side winner = other(e.side);
    const Material material = game_.rules.us ? material_14e(on_board(kept), winner)
                                             : Material::enough;
    if (material == Material::too_little)
        return finish({drawn(), Ending::time_forfeit_draw, "14E"}, Subject::flag_fall);
    if (material == Material::only_if_forced)
        return stopped_question(loser, "14E", Subject::flag_fall);
    const std::string can = verdict(on_board(kept), winner);
    // III.5: a decision that was postponed is due now, if the opponent can mate at all.
    if (can != "unwinnable" && postponed_decided(e.side))
        return stopped_question(loser, "III.5", Subject::flag_fall);
    if (can == "winnable")
        finish({win_of(winner), Ending::time_forfeit, "6.9"}, Subject::flag_fall);
    else if (can == "unwinnable")
        finish({drawn(), Ending::time_forfeit_draw, "6.9"}, Subject::flag_fall);
    else
        stopped_question(loser, "6.9", Subject::flag_fall);
}

void Arbiter::on(const wire::PressedLate&) {
    const bool decides = game_.result || waits(Subject::flag_fall);
    if (!game_.flag_decided || !decides) return voided();
    question("6.8", Subject::late_press, !game_.result);
}

void Arbiter::finish(const wire::Outcome& by_the_laws, Subject about) {
    wire::Outcome outcome = by_the_laws;
    outcome.article = cite(outcome.article);
    end_offer(Side::white, OfferEnd::game_over);
    end_offer(Side::black, OfferEnd::game_over);
    const std::string by = act_ != nullptr ? act_->by : "arbiterd";
    ruling(outcome.article, about, by);
    wire::ResultRecorded recorded;
    recorded.outcome = outcome;
    recorded.by = by;
    recorded.ply = {game_.line.ply()};
    recorded.readings = readings();
    want(recorded);
    game_.readings = readings();
    game_.result = outcome;
    game_.withdrawn.reset();
    waits_no_longer();
    drop_reopening();
    issue(outcome);
}

// ---- ended and opened again at the clock -----------------------------------------------------

bool Arbiter::reopens() const {
    return std::ranges::any_of(game_.outbox, [](const Outstanding& each) {
        return std::holds_alternative<wire::ReopenGame>(each.command);
    });
}

// It should be opened for a ruling, and has a new result since: that result stands, and ends it.
void Arbiter::ended_again() {
    voided();
    const bool ends = std::ranges::any_of(game_.outbox, [](const Outstanding& each) {
        return std::holds_alternative<wire::EndGame>(each.command);
    });
    game_.runs = game_.ended_at_clock = false;
    if (!ends) issue(*game_.result);
}

// A person withdraws the result; the questions that held the game no longer hold it.
void Arbiter::on(const wire::GameReopened& e) {
    const bool ours = std::ranges::find(game_.outbox, case_.row.cmd_id, &Outstanding::id) !=
                      game_.outbox.end();
    // An order that a restored record has lost: the game goes on, and a person hears of it.
    const bool lost = e.by == "arbiterd" && !ours && game_.result;
    if (lost && game_.reopenings.contains(case_.row.cmd_id)) return ended_again();
    if (settles(e.by)) {
        game_.runs = game_.ended_at_clock = false;
        game_.withdrawn.reset();
        return;
    }
    // The desk may have taken the result back already, and its own reopening is under way.
    if (!game_.result && !reopens()) return complain("reopened, but the record has no result");
    const std::vector<Asked> meanwhile = closed_meanwhile();
    Both<Duration> gained = without_gain();
    for (const Side side : {Side::white, Side::black}) gained[side] -= game_.readings[side];
    want(wire::ResultWithdrawn{{}, e.by, e.article, e.reason});
    offers_again();
    game_.result.reset();
    game_.withdrawn.reset();
    drop_ending();
    game_.hold = Hold::none;
    if (game_.readings != readings())
        intervention(Intervening::paused, e.by, e.article, e.reason);
    game_.named = true;
    game_.runs = game_.through = game_.ended_at_clock = game_.flag_decided = false;
    look_for_end();
    if (lost) {
        questions_again(true);
        check_asked_again(meanwhile, 0);
        return question("11.10", Subject::game_end, false);
    }
    order_by_ = e.by;
    if (const Kept* kept = open_with_game()) {
        stand_again(*kept);
        set_clock(game_.readings, false, true, cited(game_.rules, "11.10"));
    } else if (e.turn && (e.turn != clock_side() || e.ply != Ply{clock_ply()})) {
        // It stands where the game ended for the clock, and the record is elsewhere.
        set_clock(added_to(game_.readings, gained), false, true, cited(game_.rules, "11.10"));
    }
    pay_owed();
    questions_again(true);
    check_asked_again(meanwhile, 0);
}

void Arbiter::on(const wire::GameEnded& e) {
    game_.ended_at_clock = true;
    if (settles(e.by)) return;
    for (const Outstanding& command : std::exchange(game_.outbox, {})) {
        settle(command.id, Settling::game_ended);
        too_late(command);
    }
    if (!game_.result) flags_asked(true);
    if (game_.result == e.outcome) return;
    game_.flag_decided = e.outcome.ending == Ending::time_forfeit ||
                         e.outcome.ending == Ending::time_forfeit_draw;
    for (const Side side : {Side::white, Side::black}) end_offer(side, OfferEnd::game_over);
    ruling(e.outcome.article, Subject::game_end, e.by);
    wire::ResultRecorded recorded;
    recorded.outcome = e.outcome;
    recorded.by = e.by;
    recorded.ply = {game_.line.ply()};
    recorded.readings = e.readings;
    want(std::move(recorded));
    approved_again(e.outcome);
    game_.readings = e.readings;
    game_.result = e.outcome;
    game_.withdrawn.reset();
    waits_no_longer();
}

}  // namespace flagfall::oracle
