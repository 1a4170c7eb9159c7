// Flags: who calls them, which fell first, what they decide (6.4, 6.8, 6.9, III.3.1, US 13C, 14E).
#include "arbiterd/game/laws/flags.hpp"

#include <algorithm>

#include "arbiterd/game/laws/dated_back.hpp"
#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/mating.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/quickplay.hpp"
#include "arbiterd/game/laws/time_trouble.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

// US 14E, if the profile has it: true if it draws the game or makes it a question.
bool decided_by_14e(Draft& draft, Side loser, wire::Pairs evidence, const wire::Basis& basis) {
    if (draft.profile().material_to_win_on_time != WinOnTime::us_14e) return false;
    const chess::Position position = on_board(draft);
    const Side winner = other(loser);
    FF_CHECK(!draft.over());
    const Material found = material_14e(position, winner);
    if (found == Material::enough) return false;
    const std::string text = sentence({say(loser), "'s flag fell. "});
    evidence.push_back(fact("fen", chess::fen(position)));
    evidence.push_back(fact("material_14E", found == Material::too_little ? "too little"
                                                                          : "if a win is forced"));
    if (found == Material::too_little) {
        draft.conclude({drawn(), Ending::time_forfeit_draw, "14E"}, Subject::flag_fall,
                       sentence({text, say(winner), " has too little to win on time: draw."}),
                       std::move(evidence));
        return true;
    }
    ask_stopped(draft, name(loser), "14E", Subject::flag_fall,
                sentence({text, say(winner), " has too little to win on time without a forced "
                                             "win. Is there one?"}),
                std::move(evidence), forced_win_options(loser), basis);
    return true;
}

// III.5: a draw claim was not decided before the flag fell: the arbiter decides now, unless the
// opponent cannot mate anyway (6.9).
bool claim_decides(Draft& draft, Side loser, wire::Pairs evidence, const wire::Basis& basis) {
    const std::vector<Question> open = draft.live().questions;
    const auto claim = [&](const Question& question) { return undecided_claim(question) == loser; };
    if (std::ranges::none_of(open, claim)) return false;
    const chess::Position position = on_board(draft);
    const Chances found = chances(position, other(loser));
    if (found.verdict == mate::Verdict::unwinnable) return false;
    evidence.push_back(fact("fen", chess::fen(position)));
    add_evidence(evidence, found);
    for (const Question& question : open)  // the new question includes this one
        if (claim(question)) draft.close(question, Closing::overtaken);
    ask_stopped(draft, name(loser), "III.5", Subject::flag_fall,
                sentence({say(loser), "'s flag fell, and the draw claimed before was not decided "
                                      "on: could ", say(other(loser)),
                          " not win by normal means, or did not try?"}),
                std::move(evidence), postponed_flag_options(loser), basis);
    return true;
}

// The last reading of this clock on the record before its time ran out.
Duration last_shown(const Game& game, Side side) {
    if (game.live.readings[side] > Duration{}) return game.live.readings[side];
    for (auto at = game.presses.rbegin(); at != game.presses.rend(); ++at)
        if (at->readings[side] > Duration{}) return at->readings[side];
    for (auto at = game.clocks.rbegin(); at != game.clocks.rend(); ++at)
        if ((*at)[side] > Duration{}) return (*at)[side];
    FF_CHECK(!game.clocks.empty());
    return std::max(game.at_start[side], Duration{});
}

// Proposed readings if the flag does not decide the game: as this turn began. The count of moves
// stays, so that the next period adds its time when it is reached. Nobody gets a clock at zero.
Both<Duration> proposed(const Draft& draft, const wire::FlagFacts& e) {
    const Game& game = draft.game();
    Both<Duration> readings = draft.occasion().readings;
    Duration& opponent = readings[other(e.side)];
    if (opponent <= Duration{}) opponent = last_shown(game, other(e.side));
    readings[e.side] = last_shown(game, e.side);
    FF_CHECK(readings[e.side] >= Duration{});
    FF_CHECK(opponent >= Duration{});
    return readings;
}

const wire::OfFlag* flag_in(const Question& question) {
    return facts_of<wire::OfFlag>(question);
}

void add_proposal(wire::Pairs& evidence, const Both<Duration>& readings) {
    evidence.push_back(fact("proposed_white_us", readings[Side::white].us));
    evidence.push_back(fact("proposed_black_us", readings[Side::black].us));
}

void add_first(const Draft& draft, wire::Pairs& evidence) {
    if (const auto first = first_flag(draft)) evidence.push_back(fact("fell_first", name(*first)));
}

std::string both_down(std::optional<Side> first) {
    return first ? sentence({" Both flags are down; ", say(*first), "'s fell first (III.3.1)."})
                 : std::string();
}

std::string whether_called(const wire::OfFlag& of) {
    return sentence({say(of.side), "'s time has run out. Is the flag called?",
                     both_down(of.fell_first)});
}

wire::Pairs options_of(const wire::OfFlag& of, bool freeze) {
    return of.fell_first ? both_flags_options(*of.fell_first, freeze, of.last_period)
                         : flag_options(freeze);
}

wire::Pairs flag_facts(const Draft& draft, const wire::FlagFell& e, std::uint32_t moves) {
    wire::Pairs evidence{fact("side", name(e.side)), fact("moves_recorded", moves),
                         fact("moves_required", e.moves_required), fact("presses", e.moves),
                         fact("clock_ply", e.ply.count), fact("period", e.period),
                         fact("last_period", e.last_period ? "yes" : "no"),
                         fact("noticed_late_us", e.late.us),
                         fact("clock_verdict", e.opponent_can_mate)};
    if (!e.by.empty()) evidence.push_back(fact("called_by", e.by));
    if (!e.line.empty()) evidence.push_back(fact("clock_line", e.line));
    add_first(draft, evidence);
    add_pending(draft, evidence);
    add_recording(draft, evidence);
    return evidence;
}

// The facts for the answers to a question about the flag.
wire::OfFlag flag_of(const Draft& draft, const wire::FlagFacts& e) {
    return {.side = e.side, .fell_first = first_flag(draft), .absent = {}, .ply = e.ply,
            .presses = e.moves, .moves_required = e.moves_required, .period = e.period,
            .last_period = e.last_period, .clock_verdict = {}};
}

wire::Basis basis_of(const Draft& draft, const wire::FlagFell& e) {
    FF_CHECK(e.period >= 1);
    wire::OfFlag facts = flag_of(draft, e);
    facts.clock_verdict = e.opponent_can_mate;
    return {.facts = std::move(facts), .proposed = wire::ClockTimes{proposed(draft, e)}};
}

// The clock let the flag fall by itself, but by the rules somebody must call it (6.8, 13C).
void ask_whether_called(Draft& draft, const wire::FlagFell& e, wire::Pairs evidence,
                        wire::Basis basis) {
    const bool players = draft.profile().flag_call == FlagCall::players;
    FF_CHECK(draft.profile().flag_call != FlagCall::automatic);
    FF_CHECK(basis.facts && std::holds_alternative<wire::OfFlag>(*basis.facts));
    std::get<wire::OfFlag>(*basis.facts).absent = e.absent;  // even the claimant may be absent
    ask_stopped(draft, name(Actor::clockd), "6.8", Subject::flag_fall,
                sentence({say(e.side), "'s time has run out, and the clock has stopped. ",
                          players ? "Only the players call flags: has the opponent claimed it?"
                                  : "Is the flag called?"}),
                std::move(evidence), called_flag_options(), std::move(basis));
}

// An adjourned game was resumed with a player absent, and no press since shows an arrival (I.10).
void add_absent_since(const Draft& draft, Both<bool>& absent) {
    for (const Question& question : draft.live().questions) {
        const auto* of = facts_of<wire::OfAbsence>(question);
        if (!of || of->resumed_at != draft.counted()) continue;
        for (const Side side : {Side::white, Side::black})
            absent[side] = absent[side] || of->absent[side];
    }
}

// Closes the former question about this flag, which is asked again now.
void close_same_flag(Draft& draft, Subject about, Side side) {
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open) {
        const auto* of = flag_in(question);
        if (of && of->side == side && question.about == about)
            draft.close(question, Closing::overtaken);
    }
}

bool is_down(const Both<Duration>& shown, Side side) { return shown[side] <= Duration{}; }

// If both flags are down: the one that fell first, whatever was set in between.
std::optional<Side> first_of(const Draft& draft, const Both<Duration>& shown) {
    if (!is_down(shown, Side::white) || !is_down(shown, Side::black)) return std::nullopt;
    if (const auto first = first_flag(draft)) return first;
    const Both<Pos>& fell = draft.live().fell;
    return fell[Side::black] < fell[Side::white] ? Side::black : Side::white;
}

void put_fact(wire::Pairs& evidence, wire::Pair pair) {
    const auto at = std::ranges::find(evidence, pair.name, &wire::Pair::name);
    if (at == evidence.end()) return evidence.push_back(std::move(pair));
    at->value = std::move(pair.value);
}

// The question as it would be asked with these readings.
Question renewed(const Draft& draft, Question question, const Both<Duration>& shown) {
    FF_CHECK(flag_in(question) != nullptr);
    wire::OfFlag of = *flag_in(question);
    of.fell_first = first_of(draft, shown);
    auto& proposed = question.basis.proposed;
    question.options = options_of(of, proposed.has_value());
    for (wire::Pair& option : question.options)
        option.value = own_articles(draft.profile(), option.value);
    question.text = own_articles(draft.profile(), whether_called(of));
    std::erase_if(question.evidence, [](const wire::Pair& p) { return p.name == "fell_first"; });
    if (of.fell_first) put_fact(question.evidence, fact("fell_first", name(*of.fell_first)));
    if (proposed && !draft.live().running && !is_down(shown, other(of.side))) {
        proposed->readings[other(of.side)] = shown[other(of.side)];
        for (const Side side : {Side::white, Side::black})
            put_fact(question.evidence, fact(sentence({"proposed_", name(side), "_us"}),
                                             proposed->readings[side].us));
    }
    question.basis.facts = std::move(of);
    return question;
}

// Is there already a question about this flag, or about both?
bool asked_of_flag(const Draft& draft, Side side, bool both) {
    return std::ranges::any_of(draft.live().questions, [&](const Question& question) {
        const auto* of = flag_in(question);
        return of && question.about == Subject::flag &&
               (both ? of->fell_first.has_value() : of->side == side);
    });
}

// 6.7.1: an absent player does not win by a flag, and loses by forfeit.
bool asked_about_absence(Draft& draft, const wire::FlagFell& e, const wire::Pairs& evidence,
                         wire::Basis basis) {
    Both<bool> absent = still_absent(draft, e.absent);
    add_absent_since(draft, absent);
    if (absent == Both<bool>{}) return false;
    FF_CHECK(basis.facts && std::holds_alternative<wire::OfFlag>(*basis.facts));
    std::get<wire::OfFlag>(*basis.facts).absent = absent;
    wire::Pairs facts = evidence;
    for (const Side side : {Side::white, Side::black})
        if (absent[side]) facts.push_back(fact("absent", name(side)));
    const std::string_view who = who_have(absent);
    ask_stopped(draft, name(e.side), "6.7.1", Subject::flag_fall,
                sentence({say(e.side), "'s flag fell, and as far as is known ", who,
                          " not come to the board."}),
                std::move(facts), absent_flag_options(e.side, absent), std::move(basis));
    return true;
}

// A command of a ruling that gives this side time, sets its clock or stops it.
bool keeps_flag_up(const wire::OfficeCommand& command, Side side) {
    if (const auto* adjust = std::get_if<wire::Adjust>(&command))
        return adjust->deltas[side] > Duration{};
    return std::holds_alternative<wire::SetReading>(command) ||
           std::holds_alternative<wire::SetControl>(command) ||
           std::holds_alternative<wire::Pause>(command);
}

// The flag fell before the clock had carried out a ruling that might have kept it up.
bool asked_about_ruling(Draft& draft, const wire::FlagFell& e, const wire::Pairs& evidence,
                        const wire::Basis& basis) {
    const std::vector<Outstanding>& outbox = draft.live().outbox;
    const auto at = std::ranges::find_if(outbox, [&](const Outstanding& out) {
        return out.issued.ruling > 0 && keeps_flag_up(out.issued.command, e.side);
    });
    if (at == outbox.end()) return false;
    const std::uint32_t ruling = at->issued.ruling;
    wire::Pairs facts = evidence;
    facts.push_back(fact("ruling", ruling));
    ask_stopped(draft, name(e.side), "6.9", Subject::flag_fall,
                sentence({say(e.side), "'s flag fell before the clock had carried out ruling ",
                          std::to_string(ruling),
                          ". If the ruling would have kept it up, play goes on with the times that "
                          "it gives."}),
                std::move(facts), loss_or_draw(e.side), basis);
    return true;
}

// A person who calls the flag knows how it fell.
bool called_by_arbiter(const wire::FlagFell& e) {
    const auto actor = actor_of(e.by);
    return !e.by.empty() && (!actor || *actor == Actor::arbiter || *actor == Actor::arbiterd);
}

}  // namespace

std::optional<Side> first_flag(const Draft& draft) {
    const std::vector<Side>& flags = draft.live().flags;
    FF_CHECK(flags.size() <= 2);
    return flags.size() == 2 ? std::optional(flags.front()) : std::nullopt;
}

// A flag is up when its clock shows time, and nobody can call it then (6.8). If one of two flags
// goes up, only the other can still be called (III.3.1).
void flags_set(Draft& draft, const Both<Duration>& shown) {
    const bool both = first_of(draft, shown).has_value();
    const std::vector<Question> open = draft.live().questions;
    for (const Question& question : open) {
        const auto* of = flag_in(question);
        if (!of || question.about != Subject::flag) continue;
        if (both && !of->fell_first && asked_of_flag(draft, of->side, true)) continue;
        const Question now = renewed(draft, question, shown);
        const bool down = is_down(shown, of->side);
        if (down && now.options == question.options && now.basis == question.basis) continue;
        draft.close(question, Closing::overtaken);
        if (down && !asked_of_flag(draft, of->side, both)) draft.ask_again(now);
    }
}

bool flag_waits_again(const Draft& draft, const Question& question, const Both<Duration>& shown) {
    const auto* of = flag_in(question);
    FF_CHECK(of != nullptr);
    FF_CHECK(question.about == Subject::flag);
    const bool both = first_of(draft, shown).has_value();
    return is_down(shown, of->side) && !asked_of_flag(draft, of->side, both);
}

void ask_of_flag_again(Draft& draft, const Question& question, const Both<Duration>& shown) {
    if (!flag_waits_again(draft, question, shown)) return;
    draft.ask_again(renewed(draft, question, shown));
    FF_CHECK(draft.live().questions.back().about == Subject::flag);
    // The clock stands for the flag again (freeze), and for no other reason.
    if (question.basis.proposed) close_overtaken(draft, Subject::pause);
}

// The order of the Laws: a result on the board would have ended the game with the move that led to
// it; then the number of moves required (6.4); then 6.9.
void flag_fell(Draft& draft, const wire::FlagFell& e) {
    const std::uint32_t moves = moves_of(e.side, draft.game().first, draft.live().ply);
    close_same_flag(draft, Subject::flag_fall, e.side);
    wire::Pairs evidence = flag_facts(draft, e, moves);
    const wire::Basis basis = basis_of(draft, e);
    wire::Pairs open = evidence;
    add_proposal(open, basis.proposed->readings);
    if (e.by.empty() && draft.profile().flag_call != FlagCall::automatic)
        return ask_whether_called(draft, e, std::move(open), basis);
    if (asked_about_absence(draft, e, open, basis)) return;
    if (presses_only(draft)) return flag_at_presses(draft, e, std::move(open), basis);
    if (draft.live().unruled) {
        evidence.push_back(fact("illegal_move", draft.live().unruled->text));
        open.push_back(evidence.back());
    }
    if (e.ply != draft.live().ply) {
        open.push_back(fact("record_ply", draft.live().ply.count));
        return ask_stopped(draft, name(e.side), "6.9", Subject::flag_fall,
                           sentence({say(e.side), "'s flag fell, but the record does not have the "
                                                  "moves that the clock counts. See the board."}),
                           std::move(open), loss_or_draw(e.side), basis);
    }
    if (e.moves_required > 0 && moves >= e.moves_required)
        return ask_stopped(draft, name(e.side), "6.4", Subject::flag_fall,
                           sentence({say(e.side), "'s flag fell, but by the record the ",
                                     std::to_string(e.moves_required),
                                     " moves of the period were completed. Set the clock."}),
                           std::move(open), loss_or_draw(e.side), basis);
    if (!called_by_arbiter(e) && falls_by_age(draft, e.side)) {
        open.push_back(fact("believed_us", draft.live().pressed_age.us));
        return ask_stopped(draft, name(e.side), "6.9", Subject::flag_fall,
                           sentence({say(e.side), "'s flag fell in time that ", say(other(e.side)),
                                     "'s device had dated back. If ", say(other(e.side)),
                                     " had not moved by then, give ", say(e.side),
                                     " that time back."}),
                           std::move(open), loss_or_draw(e.side), basis);
    }
    if (!called_by_arbiter(e) && asked_about_ruling(draft, e, open, basis)) return;
    if (decided_by_14e(draft, e.side, open, basis)) return;
    if (claim_decides(draft, e.side, open, basis)) return;
    conclude_by_chances(draft, on_board(draft), e.side,
                        {{Ending::time_forfeit, Ending::time_forfeit_draw}},
                        {"6.9", Subject::flag_fall, sentence({say(e.side), "'s flag fell."})},
                        std::move(evidence));
}

// The time is out, but the clock may not decide that the flag has fallen (6.8).
void flag_reached(Draft& draft, const wire::FlagReached& e) {
    const std::uint32_t moves = moves_of(e.side, draft.game().first, draft.live().ply);
    wire::Pairs evidence{fact("side", name(e.side)), fact("moves_recorded", moves),
                         fact("moves_required", e.moves_required), fact("presses", e.moves),
                         fact("period", e.period), fact("noticed_late_us", e.late.us)};
    wire::Basis basis{};
    if (e.freeze) {
        basis.proposed = wire::ClockTimes{proposed(draft, e)};
        FF_CHECK(draft.occasion().readings[e.side] == Duration{});
        add_proposal(evidence, basis.proposed->readings);
    }
    wire::ClockIntervention kept;
    kept.kind = Intervening::flag_reached;
    kept.by = name(Actor::clockd);
    kept.article = own_article(draft.profile(), "6.8");
    kept.reason = sentence({say(e.side), "'s time has run out"});
    kept.before = draft.live().clock_shows.value_or(draft.live().readings);
    kept.after = draft.occasion().readings;
    kept.run = !e.freeze;
    draft.add(std::move(kept));
    add_first(draft, evidence);
    close_same_flag(draft, Subject::flag, e.side);
    wire::OfFlag of = flag_of(draft, e);
    basis.facts = of;
    draft.ask("6.8", Subject::flag, whether_called(of), std::move(evidence), false,
              options_of(of, e.freeze), std::move(basis));
}

void pressed_late(Draft& draft, const wire::PressedLate& e) {
    const Live& live = draft.live();
    const bool on_time = live.result && (live.result->ending == Ending::time_forfeit ||
                                         live.result->ending == Ending::time_forfeit_draw);
    const bool asked =
        std::ranges::find(live.questions, Subject::flag_fall, &Question::about) !=
        live.questions.end();
    if (!on_time && !asked) {
        draft.not_counted(wire::PressedLate::type, "nothing hangs on it: no flag decides here");
        return;
    }
    wire::Pairs evidence{fact("early_us", e.early.us)};
    if (!e.move.empty()) evidence.push_back(fact("move", e.move));
    draft.ask("6.8", Subject::late_press,
              sentence({say(e.side), " pressed the clock before the flag fell, but the press "
                                     "arrived after the flag-fall was recorded. Does it count?"}),
              std::move(evidence), !live.result, late_press_options());
}

}  // namespace flagfall::game
