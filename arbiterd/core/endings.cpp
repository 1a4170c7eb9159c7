#include "arbiterd/core/mating.hpp"
#include "arbiterd/core/rules.hpp"
#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"

namespace flagfall::game {
namespace {

constexpr int plies_of_75_moves = 150;

int occurrences(const Draft& draft, const std::vector<Step>& line) {
    if (line.size() == 1 && !draft.has_new_positions()) {
        return draft.game().history.occurrences_after(line.front().after);
    }
    return with_line(draft, line).occurrences();
}

Finish mate_or_stalemate(const chess::Position& position, chess::Ending ending) {
    const Side loser = position.side_to_move();
    if (ending == chess::Ending::checkmate) {
        return {Ending::checkmate, "5.1.1",
                sentence({say(other(loser)), " has checkmated ", say(loser), "."}), {}};
    }
    return {Ending::stalemate, "5.2.1",
            sentence({say(loser), " has no legal move and is not in check: stalemate."}), {}};
}

// Mate has precedence over everything (9.6.2); of the draws, the order only chooses the article.
Finish judge(const Draft& draft, const std::vector<Step>& line) {
    const chess::Position& position = line.empty() ? draft.position() : line.back().after;
    const chess::Ending ending = chess::ending(position);
    if (ending != chess::Ending::none) return mate_or_stalemate(position, ending);
    if (proven_dead(position)) {
        return {Ending::dead_position, "5.2.2",
                "Neither player can checkmate by any series of legal moves: dead position.", {}};
    }
    if (occurrences(draft, line) >= 5) {
        return {Ending::fivefold, "9.6.1",
                "The same position has appeared for the fifth time.", {}};
    }
    if (position.halfmove_clock() >= plies_of_75_moves) {
        return {Ending::seventy_five_move, "9.6.2",
                "Each player has made 75 moves without a pawn move or a capture.", {}};
    }
    return {};
}

struct Doubt {
    std::string_view article;
    std::string_view about;
    std::string text;
};

// Loss, draw, or a question, by whether the opponent can mate; the evidence is added to.
void conclude_by_chances(Draft& draft, const chess::Position& position, Side loser,
                         const Both<Ending>& endings, const Doubt& doubt,
                         wire::Pairs evidence) {
    const Side winner = other(loser);
    const Chances found = chances(position, winner);
    evidence.push_back(fact("fen", chess::fen(position)));
    add_evidence(evidence, found);
    const auto [loss, draw] = endings.values;
    const std::string article(doubt.article);
    switch (found.verdict) {
        case mate::Verdict::winnable:
            draft.conclude({win_of(winner), loss, article}, doubt.about,
                           sentence({doubt.text, " ", say(winner), " wins."}),
                           std::move(evidence));
            return;
        case mate::Verdict::unwinnable:
            draft.conclude({drawn(), draw, article}, doubt.about,
                           sentence({doubt.text, " ", say(winner),
                                     " cannot mate by any series of legal moves: draw."}),
                           std::move(evidence));
            return;
        case mate::Verdict::undetermined: break;
    }
    draft.ask(doubt.article, doubt.about,
              sentence({doubt.text, " Can ", say(winner), " still mate? It was not found out."}),
              std::move(evidence), true, loss_or_draw(loser));
}

// US 14E, where the profile has it: true when it draws the game, or when it is the question.
bool decided_by_14e(Draft& draft, Side loser, wire::Pairs evidence) {
    if (draft.profile().material_to_win_on_time != WinOnTime::us_14e) return false;
    const chess::Position position = on_board(draft);
    const Side winner = other(loser);
    const Material found = material_14e(position, winner);
    if (found == Material::enough) return false;
    const std::string text = sentence({say(loser), "'s flag fell. "});
    evidence.push_back(fact("fen", chess::fen(position)));
    evidence.push_back(fact("material_14E", found == Material::too_little ? "too little"
                                                                          : "if a win is forced"));
    if (found == Material::too_little) {
        draft.conclude({drawn(), Ending::time_forfeit_draw, "14E"}, "flag_fall",
                       sentence({text, say(winner), " has too little to win on time: draw."}),
                       std::move(evidence));
        return true;
    }
    draft.ask("14E", "flag_fall",
              sentence({text, say(winner), " has too little to win on time, unless he has a "
                                           "forced win. Has he?"}),
              std::move(evidence), true, forced_win_options(loser));
    return true;
}

// III.5: the arbiter has postponed his decision until the flag fell; he decides now, unless the
// opponent cannot mate anyway (6.9).
bool claim_decides(Draft& draft, Side loser, wire::Pairs evidence) {
    if (!has_postponed_claim(draft, loser)) return false;
    const chess::Position position = on_board(draft);
    if (chances(position, other(loser)).verdict == mate::Verdict::unwinnable) return false;
    evidence.push_back(fact("fen", chess::fen(position)));
    draft.ask("III.5", "flag_fall",
              sentence({say(loser), "'s flag fell, and the decision on the draw claimed before was "
                                    "postponed: could ", say(other(loser)),
                        " not win by normal means, or did not try?"}),
              std::move(evidence), true, loss_or_draw(loser));
    return true;
}

wire::Pairs flag_facts(const Draft& draft, const wire::FlagFell& e, std::uint32_t moves) {
    wire::Pairs evidence{fact("moves_recorded", moves), fact("moves_required", e.moves_required),
                         fact("presses", e.moves), fact("period", e.period),
                         fact("noticed_late_us", e.late.us),
                         fact("clock_verdict", e.opponent_can_mate)};
    if (!e.by.empty()) evidence.push_back(fact("called_by", e.by));
    if (!e.line.empty()) evidence.push_back(fact("clock_line", e.line));
    add_pending(draft, evidence);
    add_recording(draft, evidence);
    return evidence;
}

}  // namespace

// The position is the one after them: they can no longer be others (4.7).
void add_pending(const Draft& draft, wire::Pairs& evidence) {
    for (const Pending& move : draft.live().pending) {
        evidence.push_back(fact("made_not_completed", move.text));
    }
}

Finish finish_after(const Draft& draft, const std::vector<Step>& line) {
    Finish finish = judge(draft, line);
    if (finish.ending == Ending::none) return finish;
    const chess::History all = with_line(draft, line);
    const chess::Position& last = all.current();
    finish.evidence.push_back(fact("fen", chess::fen(last)));
    if (finish.ending == Ending::dead_position) add_dead_evidence(finish.evidence, last);
    if (finish.ending == Ending::fivefold) {
        finish.evidence.push_back(fact("plies", plies_of_last(all, draft.game().base)));
    }
    if (finish.ending == Ending::seventy_five_move) {
        finish.evidence.push_back(fact("plies_without_capture_or_pawn_move",
                                       last.halfmove_clock()));
    }
    return finish;
}

void conclude(Draft& draft, const Finish& finish, Side mover) {
    FF_CHECK(finish.ending != Ending::none);
    const bool mate = finish.ending == Ending::checkmate;
    draft.conclude({mate ? win_of(mover) : drawn(), finish.ending, std::string(finish.article)},
                   "game_end", finish.text, finish.evidence);
}

void resigned(Draft& draft, const wire::Resigned& e) {
    const std::string text = sentence({say(e.side), " resigned."});
    if (draft.live().hold == Hold::question) {
        draft.ask("5.1.2", "resignation",
                  sentence({text, " It came while a question was open: ",
                            draft.live().hold_about, "."}),
                  {}, true, loss_or_draw(e.side));
        return;
    }
    wire::Pairs evidence;
    add_pending(draft, evidence);
    const std::uint32_t move = draft.counted().count / 2 + 1;
    const std::uint32_t from = draft.profile().resignation_from_move;
    if (move < from) {
        evidence.push_back(fact("move", move));
        if (!presses_only(draft)) {
            const chess::Position position = on_board(draft);
            evidence.push_back(fact("fen", chess::fen(position)));
            add_evidence(evidence, chances(position, other(e.side)));
        }
        stands(draft, e.side, "5.1.2", "resigned");
        draft.ask("5.1.2", "resignation",
                  sentence({text, " The event has announced that nobody may before move ",
                            std::to_string(from), ". End the game, or let play go on."}),
                  std::move(evidence), true, early_resignation_options(e.side));
        return;
    }
    if (presses_only(draft)) return resigned_at_presses(draft, e.side, std::move(evidence));
    conclude_by_chances(draft, on_board(draft), e.side,
                        {{Ending::resignation, Ending::resignation_draw}},
                        {"5.1.2", "resignation", text}, std::move(evidence));
}

// In the order of the Laws: a result already on the board would have ended the game at the move
// that brought it; then the move requirement (6.4); then 6.9.
void flag_fell(Draft& draft, const wire::FlagFell& e) {
    const std::uint32_t moves = moves_of(e.side, draft.game().first, draft.live().ply);
    wire::Pairs evidence = flag_facts(draft, e, moves);
    if (presses_only(draft)) return flag_at_presses(draft, e, std::move(evidence));
    if (draft.live().unruled) evidence.push_back(fact("illegal_move", draft.live().unruled->text));
    if (e.ply != draft.live().ply) {
        evidence.push_back(fact("clock_ply", e.ply.count));
        evidence.push_back(fact("record_ply", draft.live().ply.count));
        draft.ask("6.9", "flag_fall",
                  sentence({say(e.side), "'s flag fell, but the record does not have the moves "
                                         "that the clock counts. See the board."}),
                  std::move(evidence), true, loss_or_draw(e.side));
        return;
    }
    if (e.moves_required > 0 && moves >= e.moves_required) {
        draft.ask("6.4", "flag_fall",
                  sentence({say(e.side), "'s flag fell, but by the record the ",
                            std::to_string(e.moves_required),
                            " moves of the period were completed. Set the clock."}),
                  std::move(evidence), true, loss_or_draw(e.side));
        return;
    }
    if (decided_by_14e(draft, e.side, evidence)) return;
    if (claim_decides(draft, e.side, evidence)) return;
    conclude_by_chances(draft, on_board(draft), e.side,
                        {{Ending::time_forfeit, Ending::time_forfeit_draw}},
                        {"6.9", "flag_fall", sentence({say(e.side), "'s flag fell."})},
                        std::move(evidence));
}

// The time is out, but it is not for the clock to say that the flag has fallen (6.8).
void flag_reached(Draft& draft, const wire::FlagReached& e) {
    wire::ClockIntervention kept;
    kept.kind = "flag_reached";
    kept.by = "clockd";
    kept.article = "6.8";
    kept.reason = sentence({say(e.side), "'s time has run out"});
    kept.before = draft.live().readings;
    kept.after = draft.occasion().readings;
    kept.run = !e.freeze;
    draft.add(std::move(kept));
    const std::uint32_t moves = moves_of(e.side, draft.game().first, draft.live().ply);
    draft.ask("6.8", "flag",
              sentence({say(e.side), "'s time has run out. Is the flag called?"}),
              {fact("side", name(e.side)), fact("moves_recorded", moves),
               fact("moves_required", e.moves_required), fact("presses", e.moves),
               fact("period", e.period), fact("noticed_late_us", e.late.us)},
              false, flag_options(e.freeze));
}

void pressed_late(Draft& draft, const wire::PressedLate& e) {
    const Live& live = draft.live();
    const bool on_time = live.result && (live.result->ending == Ending::time_forfeit ||
                                         live.result->ending == Ending::time_forfeit_draw);
    if (!on_time && live.hold_about != "flag_fall") {
        draft.not_counted(wire::PressedLate::type, "nothing hangs on it: no flag decides here");
        return;
    }
    wire::Pairs evidence{fact("early_us", e.early.us)};
    if (!e.move.empty()) evidence.push_back(fact("move", e.move));
    draft.ask("6.8", "late_press",
              sentence({say(e.side), " pressed the clock before the flag fell, but the press "
                                     "arrived after the flag-fall was recorded. Does it count?"}),
              std::move(evidence), !live.result, late_press_options());
}

}  // namespace flagfall::game
