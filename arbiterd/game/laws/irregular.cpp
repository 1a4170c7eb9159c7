// Article 7: the position goes back, times are set, and the second offence loses.
#include "arbiterd/game/laws/irregular.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/mating.hpp"
#include "arbiterd/game/laws/obligations.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/laws/touch.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

void find(Draft& draft, const Offence& offence, Irregularity kind, std::uint32_t count) {
    wire::IrregularityFound e;
    e.side = offence.side;
    e.ply = draft.next_ply();
    e.kind = kind;
    e.text = offence.text;
    e.count = count;
    draft.add(std::move(e));
}

// The readings of the press itself.
Both<Duration> pressed_readings(const Draft& draft, const Offence& offence) {
    return offence.at_press.value_or(draft.occasion().readings);
}

// The readings as if the press had not happened: takes away what it added. The opponent's time has
// not run yet, since the readings are those of the press itself.
Both<Duration> before_press(const Draft& draft, const Offence& offence) {
    Both<Duration> readings = pressed_readings(draft, offence);
    readings[offence.side] -= offence.gained;
    FF_CHECK(readings[offence.side] >= Duration{});
    return readings;
}

// The piece of a move written by its squares, if it is the offender's and could move: the
// replacement must be made with it (4.3, 7.5.1). Other notations name no square.
std::optional<std::string> touched_piece(const chess::Position& position, std::string_view text) {
    if (text.size() < 4) return std::nullopt;
    for (const std::size_t at : {0U, 2U}) {
        if (text[at] < 'a' || text[at] > 'h') return std::nullopt;
        if (text[at + 1] < '1' || text[at + 1] > '8') return std::nullopt;
    }
    const chess::Square from = chess::square_at(text[0] - 'a', text[1] - '1');
    const chess::Bitboard own = position.pieces(position.side_to_move());
    if (!chess::contains(own, from)) return std::nullopt;
    if (chess::legal_moves(position, chess::bit(from), ~chess::Bitboard{0}).empty()) {
        return std::nullopt;
    }
    return std::string(text.substr(0, 2));
}

wire::Pairs facts(const Draft& draft, const Offence& offence, const IllegalActionKind& what,
                  std::uint32_t count) {
    wire::Pairs evidence{fact("kind", name(what.kind))};
    if (!offence.text.empty()) evidence.push_back(fact("move", offence.text));
    evidence.push_back(fact("count", count));
    evidence.push_back(fact("fen", chess::fen(draft.position())));
    evidence.push_back(fact("gained_us", offence.gained.us));
    if (const auto square = touched_piece(draft.position(), offence.text)) {
        evidence.push_back(fact("must_move_from", *square));
    }
    return evidence;
}

// The effect that a later ruling would take back. `ply`: of the move for which it was counted.
wire::Effect effect_of(const Draft& draft, Side offender, Ply ply) {
    wire::Effect effect;
    effect.time[other(offender)] = draft.profile().penalty;
    effect.counted = offender;
    effect.counted_ply = ply;
    FF_CHECK(ply > Ply{});
    FF_CHECK(effect.time[other(offender)] >= Duration{});
    return effect;
}

// The arbiter decides the penalty of a repeated offence if no number of them loses (US 11D).
void ask_about_repetition(Draft& draft, Side side, std::uint32_t count) {
    const Profile& profile = draft.profile();
    FF_CHECK(count >= 1);
    const wire::OfSide facts{side, count};
    if (count < profile.illegal_actions_to_lose ||
        asked_of(draft, Subject::repeated_offence, facts))
        return;
    wire::Pairs evidence{fact("side", name(side)), fact("count", count)};
    mate::Verdict can = verdict_on_board(draft, other(side), evidence);
    if (!presses_only(draft))
        can = by_material(profile, on_board(draft), other(side), can, evidence);
    draft.ask("11D", Subject::repeated_offence,
              sentence({say(side), " has completed ", std::to_string(count),
                        " illegal actions. Is there a further penalty?"}),
              std::move(evidence), false, repetition_options(side, can),
              {.facts = facts});
}

// If the arbiter must decide, the clock stands with the readings before the press.
void lose_at_press(Draft& draft, const Offence& offence, const IllegalActionKind& what,
                   wire::Pairs evidence) {
    wire::Effect counted;
    counted.counted = offence.side;
    counted.gained = offence.gained;
    if (lose(draft, offence.side, what, draft.position(), std::move(evidence), counted)) return;
    draft.set_clock({.readings = before_press(draft, offence), .turn = offence.side, .ply = {},
                     .run = false, .fen = {}, .article = "7.5.5",
                     .reason = "second illegal action; the arbiter decides", .answers = {},
                     .goes_on = true});
}

// Applies all of 7.5.5 to an action after which the position goes back.
void illegal_action(Draft& draft, const Offence& offence, const IllegalActionKind& what) {
    const std::uint32_t count = draft.live().illegal[offence.side] + 1;
    wire::Pairs evidence = facts(draft, offence, what, count);
    find(draft, offence, what.kind, count);
    FF_CHECK(draft.live().illegal[offence.side] == count);
    FF_CHECK(draft.live().pending.empty());
    if (loses(draft, count)) return lose_at_press(draft, offence, what, std::move(evidence));
    Both<Duration> after = before_press(draft, offence);
    after[other(offence.side)] += draft.profile().penalty;
    give_penalty(draft, offence.side, "7.5.5", name(what.kind), pressed_readings(draft, offence),
                 after, offence.gained);
    const std::string text =
        sentence({said(draft, offence.side, what),
                  ": the position before it is restored, what the press added is taken away, ",
                  say(other(offence.side)), " gets ",
                  penalty_text(draft.profile()), " (", penalty_articles(draft.profile(), "7.5.5"),
                  ")."});
    add_penalty_article(evidence, draft.profile());
    bind_to_touched(draft, draft.position(), draft.next_ply(),
                    touched_by(draft.position(), offence.text), what.article);
    draft.rule(what.article, Subject::illegal_move, text, std::move(evidence),
               effect_of(draft, offence.side, draft.next_ply()));
    draft.set_clock({.readings = after, .turn = offence.side, .ply = {},
                     .run = goes_on_by_itself(draft), .fen = {}, .article = "7.5.5",
                     .reason = text, .answers = {},
                     .goes_on = true});
    ask_about_repetition(draft, offence.side, count);
}

// The clock stands as before the press until it is ruled (7.5.3). `asks`: what of the press.
void ask_about_press(Draft& draft, const Offence& offence, std::string_view asks,
                     wire::Pairs options) {
    const IllegalActionKind& what = illegal_action_kind(Irregularity::press_without_move);
    const std::uint32_t count = draft.live().illegal[offence.side];
    wire::Pairs evidence = facts(draft, offence, what, count);
    evidence.push_back(fact("side", name(offence.side)));
    evidence.push_back(fact("ply", draft.next_ply().count));
    const Both<Duration> after = before_press(draft, offence);
    find(draft, offence, what.kind, count);
    const std::string text = sentence({say(offence.side), " ", asks});
    draft.ask(what.article, Subject::press_without_move, text, std::move(evidence), true,
              std::move(options),
              {.facts = wire::OfAction{offence.side, what.kind, draft.next_ply(), offence.text}});
    draft.set_clock({.readings = after, .turn = offence.side, .ply = {}, .run = false, .fen = {},
                     .article = "7.1", .reason = text, .answers = {},
                     .goes_on = true});
}

}  // namespace

const IllegalActionKind& illegal_action_kind(Irregularity kind) {
    const auto* const at = std::ranges::find(illegal_action_kinds, kind, &IllegalActionKind::kind);
    FF_CHECK(at != std::end(illegal_action_kinds));
    FF_CHECK(!at->article.empty());
    return *at;
}

bool goes_on_by_itself(const Draft& draft) {
    return (draft.live().running || draft.ran_until_claim()) && draft.profile().automatic_resume;
}

std::string said(const Draft& draft, Side offender, const IllegalActionKind& kind) {
    return sentence({say(offender), " ", kind.says, " (",
                     own_article(draft.profile(), kind.article), ")"});
}

bool loses(const Draft& draft, std::uint32_t count) {
    return draft.profile().repeated_offence == RepeatedOffence::loss &&
           count >= draft.profile().illegal_actions_to_lose;
}

bool lose(Draft& draft, Side offender, const IllegalActionKind& kind,
          const chess::Position& position, wire::Pairs evidence, const wire::Effect& effect) {
    FF_CHECK(!draft.over());
    FF_CHECK(loses(draft, draft.live().illegal[offender]));
    const Side winner = other(offender);
    const std::uint32_t count = draft.live().illegal[offender];
    const std::string text =
        sentence({said(draft, offender, kind),
                  "; it is the completed illegal action that loses the game (",
                  own_article(draft.profile(), "7.5.5"), "). "});
    const auto ask = [&](std::string_view whether) {
        draft.ask("7.5.5", Subject::illegal_move, sentence({text, whether}), std::move(evidence),
                  true, loss_or_draw(offender), {.facts = wire::OfSide{offender, count}});
        return false;
    };
    if (!position_known(draft))
        return ask(sentence({"This board reports presses only: can ", say(winner),
                             " mate by any series of legal moves?"}));
    Chances found = chances(position, winner);
    add_evidence(evidence, found);
    found.verdict = by_material(draft.profile(), position, winner, found.verdict, evidence);
    if (found.verdict == mate::Verdict::undetermined)
        return ask(sentence({"Can ", say(winner), " still mate? It was not found out."}));
    if (found.verdict == mate::Verdict::winnable) {
        draft.conclude({win_of(winner), Ending::illegal_move_forfeit, "7.5.5"},
                       Subject::illegal_move, sentence({text, say(winner), " wins."}),
                       std::move(evidence), effect);
        return true;
    }
    draft.conclude({drawn(), Ending::illegal_move_draw, "7.5.5"}, Subject::illegal_move,
                   sentence({text, "But ", say(winner),
                             " cannot mate by any series of legal moves: draw."}),
                   std::move(evidence), effect);
    return true;
}

void give_penalty(Draft& draft, Side offender, std::string_view article, std::string_view reason,
                  const Both<Duration>& before, const Both<Duration>& after, Duration taken_back) {
    FF_CHECK(!reason.empty());
    FF_CHECK(taken_back >= Duration{});
    FF_CHECK(draft.profile().penalty >= Duration{});
    wire::PenaltyGiven e;
    e.side = offender;
    e.article = own_article(draft.profile(), article);
    e.reason = reason;
    e.to_opponent = draft.profile().penalty;
    e.taken_back = taken_back;
    e.before = before;
    e.after = after;
    draft.add(std::move(e));
}

void illegal_move(Draft& draft, const Offence& offence) {
    if (left_open(draft, offence, Irregularity::illegal_move)) return;
    illegal_action(draft, offence, illegal_action_kind(Irregularity::illegal_move));
}

void press_without_move(Draft& draft, const Offence& offence) {
    const IllegalActionKind& what = illegal_action_kind(Irregularity::press_without_move);
    if (!draft.profile().press_without_move_is_illegal)
        return ask_about_press(draft, offence,
                               sentence({what.says, ": in error, or an offence?"}),
                               press_without_move_options());
    if (left_open(draft, offence, Irregularity::press_without_move)) return;
    illegal_action(draft, offence, what);
}

void unseen_press(Draft& draft, const Offence& offence) {
    ask_about_press(draft, offence,
                    "pressed the clock, and the electronic board could not be seen: was there "
                    "a move?",
                    unseen_press_options());
}

// The pawn becomes a queen and the move stands as completed by the press. The increment stays:
// the move is completed, and there will be no second press for it.
void promotion_not_completed(Draft& draft, const Offence& offence, chess::Move queen) {
    FF_CHECK(queen.is_promotion());
    if (draft.profile().promotion_not_completed == Unpromoted::question) {
        return unreadable_move(draft, offence, "pawn not replaced");
    }
    if (left_open(draft, offence, Irregularity::promotion_not_completed)) return;
    const IllegalActionKind& what = illegal_action_kind(Irregularity::promotion_not_completed);
    const std::uint32_t count = draft.live().illegal[offence.side] + 1;
    if (loses(draft, count)) {
        return illegal_action(draft, offence, what);
    }
    wire::Pairs evidence = facts(draft, offence, what, count);
    evidence.push_back(fact("increment", "kept: the move stands and is not pressed again"));
    find(draft, offence, what.kind, count);
    draft.record(queen,
                 {.written = offence.text, .elapsed = offence.elapsed, .by = CompletedBy::ruling});
    const std::string text =
        sentence({said(draft, offence.side, what), ": the pawn is replaced by a queen, ",
                  say(other(offence.side)), " gets ",
                  penalty_text(draft.profile()), " (", penalty_articles(draft.profile(), "7.5.5"),
                  ")."});
    FF_CHECK(draft.to_move() == other(offence.side));
    const Finish finish = finish_after(draft, {});
    if (finish.ending != Ending::none) {
        draft.rule(what.article, Subject::illegal_move,
                   sentence({said(draft, offence.side, what),
                             ": the pawn is replaced by a queen, which ends the game."}),
                   std::move(evidence));
        return conclude(draft, finish, offence.side);
    }
    Both<Duration> after = pressed_readings(draft, offence);
    after[other(offence.side)] += draft.profile().penalty;
    give_penalty(draft, offence.side, "7.5.5", name(what.kind), pressed_readings(draft, offence),
                 after);
    add_penalty_article(evidence, draft.profile());
    draft.rule(what.article, Subject::illegal_move, text, std::move(evidence),
               effect_of(draft, offence.side, draft.live().ply));
    draft.set_clock({.readings = after, .turn = other(offence.side), .ply = {},
                     .run = goes_on_by_itself(draft), .fen = {}, .article = "7.5.2",
                     .reason = text, .answers = {}});
    ask_about_repetition(draft, offence.side, count);
}

void announced_move_not_played(Draft& draft, const Offence& offence) {
    const Announced* announced = announced_in(draft.live(), draft.position());
    FF_CHECK(announced);
    FF_CHECK(!announced->uci.empty());
    const std::string uci = announced->uci;
    const IllegalActionKind what{Irregularity::announced_move_not_played, "9.5.3",
                            "did not play the move announced with the claim"};
    const std::uint32_t count = draft.live().illegal[offence.side];
    wire::Pairs evidence = facts(draft, offence, what, count);
    evidence.push_back(fact("announced", uci));
    const Both<Duration> after = before_press(draft, offence);
    find(draft, offence, what.kind, count);
    const std::string text =
        sentence({said(draft, offence.side, what),
                  ": the position before it is restored, and ", uci,
                  " must be played."});
    draft.rule(what.article, Subject::announced_move_not_played, text, std::move(evidence));
    draft.set_clock({.readings = after, .turn = offence.side, .ply = {},
                     .run = goes_on_by_itself(draft), .fen = {}, .article = "9.5.3",
                     .reason = text, .answers = {},
                     .goes_on = true});
}

// Unreadable text of a device does not show an illegal move: nobody is penalised. The clock stands
// as before the press; the move is entered again when the arbiter resumes.
void unreadable_move(Draft& draft, const Offence& offence, std::string_view why) {
    const IllegalActionKind what{Irregularity::unreadable_move, "7.5.1", ""};
    const std::uint32_t count = draft.live().illegal[offence.side];
    wire::Pairs evidence = facts(draft, offence, what, count);
    evidence.push_back(fact("text", why));
    const Both<Duration> after = before_press(draft, offence);
    find(draft, offence, what.kind, count);
    const std::string text =
        sentence({say(offence.side), " pressed the clock, but the move ",
                  offence.text.empty() ? "is missing" : "cannot be read (", why,
                  offence.text.empty() ? "" : ")",
                  ". See the board, resume, and have the move entered and pressed again."});
    draft.ask(what.article, Subject::unreadable_move, text, std::move(evidence), false,
              see_and_resume());
    draft.set_clock({.readings = after, .turn = offence.side, .ply = {}, .run = false, .fen = {},
                     .article = "7.1", .reason = text, .answers = {},
                     .goes_on = true});
}

}  // namespace flagfall::game
