// Draw claims: 9.2 (threefold), 9.3 (fifty moves), 9.4, 9.5.
#include "arbiterd/game/laws/claims.hpp"

#include <algorithm>
#include <iterator>

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/draws.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/flags.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/irregular.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/obligations.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/quickplay.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/laws/touch.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

enum class Right { claimant_may, touched, not_on_move };

// A player has the move as soon as the opponent's is made (1.3), pressed or not; touching a
// piece loses the claim on that move (9.4), whether a device felt it or an arbiter ruled so.
Right right_of(const Draft& draft, Side side, const std::vector<Step>& line) {
    const Live& live = draft.live();
    if (live.pending.empty() && draft.to_move() != side) return Right::not_on_move;
    if (!live.pending.empty() && live.pending.back().side == side) return Right::touched;
    if (line.size() != live.pending.size()) return Right::not_on_move;
    if (live.pending.empty() && live.touched) return Right::touched;
    return touched_in(live, on_board(draft)) ? Right::touched : Right::claimant_may;
}

// The claim paused the clock; or, if it is answered at the desk, its question did. Must be called
// before the claim is judged, because judging records the pause.
bool runs_again(const Draft& draft) {
    const bool at_desk = !draft.occasion().by.empty();
    return at_desk ? draft.profile().automatic_resume : goes_on_by_itself(draft);
}

struct Judgement {
    bool right = false;
    Ending ending{};
    std::string_view article;
    std::string facts;
};

Judgement judge(const Draft& draft, const chess::History& claimed, bool threefold,
                bool announced) {
    if (threefold) {
        return {.right = claimed.threefold(), .ending = Ending::threefold,
                .article = announced ? "9.2.1" : "9.2.2",
                .facts = "plies " + plies_of_last(claimed, draft.game().base)};
    }
    return {.right = claimed.fifty_moves(), .ending = Ending::fifty_move,
            .article = announced ? "9.3.1" : "9.3.2",
            .facts = std::to_string(claimed.current().halfmove_clock()) +
                     " plies without capture or pawn move"};
}

// The move announced with the claim, in the position on the board.
struct Announcement {
    std::string written;  // as announced; empty if the claim is without a move
    std::optional<chess::Move> move;
    std::string san;
    std::string uci;
};

void add_judged(Draft& draft, const wire::Claimed& e, const Announcement& announced, Ply ply,
                const Judgement& judgement) {
    FF_CHECK(!judgement.facts.empty());
    FF_CHECK(announced.move.has_value() == !announced.uci.empty());
    FF_CHECK(e.kind == ClaimKind::threefold || e.kind == ClaimKind::fifty_move);
    wire::ClaimJudged judged;
    judged.side = e.side;
    judged.kind = e.kind;
    judged.ply = ply;
    judged.move = announced.move ? announced.san : announced.written;
    judged.uci = announced.uci;
    judged.right = judgement.right;
    judged.facts = judgement.facts;
    draft.add(std::move(judged));
}

wire::Pairs facts(const wire::Claimed& e, const Announcement& announced,
                  const chess::Position& position, const Judgement& judgement) {
    wire::Pairs evidence{fact("kind", name(e.kind))};
    if (!announced.written.empty()) evidence.push_back(fact("announced", announced.written));
    evidence.push_back(fact("facts", judgement.facts));
    evidence.push_back(fact("fen", chess::fen(position)));
    return evidence;
}

// 9.5.2. The end of the game completes the moves on the board and the announced one
// (6.2.1.1).
void grant(Draft& draft, const wire::Claimed& e, const std::vector<Step>& line,
           const Announcement& announced, const Judgement& judgement, wire::Pairs evidence) {
    FF_CHECK(judgement.right);
    FF_CHECK(judgement.ending == Ending::threefold || judgement.ending == Ending::fifty_move);
    FF_CHECK(announced.written.empty() || announced.move);
    record_line(draft, line);
    wire::Effect effect;
    if (announced.move) {
        draft.record(*announced.move,
                     {.written = announced.written, .elapsed = {}, .by = CompletedBy::end});
        effect.announced = draft.live().ply;
    }
    draft.conclude({drawn(), judgement.ending, std::string(judgement.article)}, Subject::claim,
                   sentence({say(e.side), "'s claim is right (", judgement.article,
                             "): the game is drawn (9.5.2)."}),
                   std::move(evidence), std::move(effect));
    FF_CHECK(draft.over());
}

// The claim remains as a draw offer (9.1.2.3, III.4).
void offer_by_claim(Draft& draft, Side claimant) {
    if (draft.live().offer[claimant]) return;
    wire::DrawOfferMade offer;
    offer.side = claimant;
    offer.ply = offered_ply(draft, claimant);
    offer.how = Offering::claim;
    draft.add(std::move(offer));
    FF_CHECK(draft.live().offer[claimant]);
}

// The move that an earlier claim in this position announced and that must still be played, in SAN,
// if it is not this one.
std::optional<std::string> announced_first(const Draft& draft, const Announcement& announced) {
    const chess::Position board = on_board(draft);
    const Announced* first = announced_in(draft.live(), board);
    if (!first || first->uci == announced.uci) return std::nullopt;
    const auto move = chess::parse_uci(board, first->uci);
    FF_CHECK(move.has_value());
    return chess::san(board, *move);
}

// Illegal announced moves bind the player to another move with the same piece (9.5.3), if the text
// shows which piece that is. Returns the words for it.
std::string bind_to_announced(Draft& draft, const std::string& written) {
    const chess::Position board = on_board(draft);
    FF_CHECK(!written.empty());
    const auto piece = announced_piece(board, written);
    if (piece.empty())
        return sentence({"; the announced move ", written, " is illegal, and its text does not say "
                         "which piece it is: if you know it, another move with that piece must be "
                         "played: bind the player"});
    const auto ply = draft.live().ply.count + legal_pending(draft).size() + 1;
    if (bind_to_touched(draft, board, {static_cast<std::uint32_t>(ply)}, piece, "9.5.3"))
        return "; the announced move is illegal, another one with that piece must be played (4.3)";
    return "; the announced move is illegal, and its piece has no legal move: any move may be "
           "played (4.5)";
}

// What 9.5.3 requires of the claimant's next move, as words after the penalty.
std::string what_must_be_played(Draft& draft, const Announcement& announced) {
    if (presses_only(draft))
        return announced.written.empty()
                   ? ""
                   : sentence({"; ", announced.written, " must be played, or, if it is "
                               "illegal, another move with its piece"});
    if (const auto first = announced_first(draft, announced))
        return sentence({", and ", *first, ", announced first, must be played"});
    if (announced.move) return sentence({", and ", announced.san, " must be played"});
    if (announced.written.empty()) return "";
    if (!readable_announcement(draft, announced.written))
        return sentence({"; ", announced.written, " names no move of the position"});
    return bind_to_announced(draft, announced.written);
}

// 9.5.3.
void reject(Draft& draft, const wire::Claimed& e, const Announcement& announced,
            wire::Pairs evidence, bool runs, wire::Effect effect = {}) {
    const Side opponent = other(e.side);
    FF_CHECK(!draft.over());
    FF_CHECK(draft.profile().penalty >= Duration{});
    Both<Duration> after = draft.occasion().readings;
    after[opponent] += draft.profile().penalty;
    give_penalty(draft, e.side, "9.5.3", "claim_not_right", draft.occasion().readings, after);
    offer_by_claim(draft, e.side);
    const std::string text = sentence({say(e.side), "'s claim is not right: ", say(opponent),
                                       " gets ", penalty_text(draft.profile()), " (",
                                       penalty_articles(draft.profile(), "9.5.3"), ")",
                                       what_must_be_played(draft, announced), "."});
    add_penalty_article(evidence, draft.profile());
    effect.time[opponent] = draft.profile().penalty;
    const Both<Duration> given = effect.time;
    draft.rule("9.5.3", Subject::claim, text, std::move(evidence), std::move(effect));
    if (draft.live().running && !draft.occasion().by.empty())  // the record lags behind the clock
        draft.adjust_clock(given, "9.5.3", text);
    else
        draft.set_clock({.readings = after, .turn = draft.to_move(), .ply = {},
                         .run = runs, .fen = {}, .article = "9.5.3",
                         .reason = text, .answers = {}, .goes_on = true});
    ask_about_distraction(draft, e.side);
}

// Judges the claim by the position and by the move that it announces.
Judgement judge_named(const Draft& draft, const wire::Claimed& e, const chess::History& claimed,
                      const Announcement& announced) {
    Judgement judgement =
        judge(draft, claimed, e.kind == ClaimKind::threefold, !e.move.empty());
    const bool illegal = !e.move.empty() && !announced.move;
    const auto first = announced_first(draft, announced);
    const bool changed = first && announced.move;
    if (illegal) judgement.facts = "the announced move is illegal";
    if (changed) judgement.facts = *first + " was announced first and cannot be changed (9.2.1)";
    judgement.right = judgement.right && !illegal && !changed;
    FF_CHECK(!judgement.article.empty());
    FF_CHECK(!judgement.facts.empty());
    return judgement;
}

void judge_claim(Draft& draft, const wire::Claimed& e, const std::vector<Step>& line) {
    chess::History claimed = with_line(draft, line);
    Announcement announced{.written = e.move, .move = {}, .san = {}, .uci = {}};
    const chess::Position board = claimed.current();
    if (!e.move.empty()) {
        const auto move = chess::parse_san(board, e.move);
        if (!move && move.error() != chess::TextError::illegal) {
            stands(draft, e.side, "9.5.1", "claim");
            return draft.ask("9.5", Subject::claim,
                             sentence({say(e.side), " announced a move with the claim that "
                                                    "cannot be read: what was it?"}),
                             {fact("announced", e.move), fact("text", name(move.error())),
                              fact("fen", chess::fen(board)), fact("claimant", name(e.side)),
                              fact("kind", name(e.kind))},
                             true, announced_move_options(), {.facts = facts_of(e)});
        }
        if (move) {
            announced.move = *move;
            announced.san = chess::san(board, *move);
            announced.uci = chess::uci(board, *move);
            claimed.play(*move);
        }
    }
    FF_CHECK(line.size() == draft.live().pending.size());
    const Judgement judgement = judge_named(draft, e, claimed, announced);
    const Ply ply{draft.game().base.count + static_cast<std::uint32_t>(claimed.ply())};
    wire::Pairs evidence = facts(e, announced, claimed.current(), judgement);
    add_touches(draft, evidence);
    const bool runs = runs_again(draft);
    add_judged(draft, e, announced, ply, judgement);
    if (judgement.right) return grant(draft, e, line, announced, judgement, std::move(evidence));
    reject(draft, e, announced, std::move(evidence), runs);
}

// Claims other than draws; a person decides them.
struct ForArbiter {
    ClaimKind kind{};
    Subject about{};
    std::string_view article;  // empty: the profile's
    std::string_view says;     // after "White "
};
constexpr ForArbiter for_arbiter[]{
    {ClaimKind::flag, Subject::claim_flag, "6.8", "claims that the opponent's flag has fallen"},
    {ClaimKind::illegal_move, Subject::claim_illegal_move, "",
     "claims that the opponent has completed an illegal move"},
    {ClaimKind::touch_move, Subject::claim_touch_move, "4.8",
     "claims that the opponent must move or take a piece touched"},
    {ClaimKind::quickplay_increment, Subject::claim_quickplay_increment, "III.4",
     "asks for an increment of five seconds for both"},
    {ClaimKind::quickplay_draw, Subject::claim_quickplay_draw, "III.5",
     "claims a draw: the opponent does not try to win, or cannot"},
    {ClaimKind::losing_chances, Subject::claim_losing_chances, "14H",
     "claims a draw for insufficient losing chances"},
    {ClaimKind::other, Subject::claim_other, "6.11.2", "calls the arbiter"},
};

wire::Pairs options_of(const Draft& draft, const wire::Claimed& e) {
    if (e.kind == ClaimKind::flag) {
        const auto first = first_flag(draft);
        const bool down = draft.occasion().readings[other(e.side)] <= Duration{};
        return first ? both_claimed_options(draft.profile(), e.side, *first)
                     : claimed_flag_options(draft.profile(), down);
    }
    if (e.kind == ClaimKind::touch_move)
        return {option(Choice::resume, "it is not right, or too late (4.8), or you have bound the "
                                       "player: the clock runs on"),
                option(Choice::set_clock,
                       "the same with the times given; a move that was completed goes back first, "
                       "when you set the clock with its ply; then bind")};
    const wire::Pairs options = quickplay_options(draft, e);
    return options.empty() ? see_and_resume() : options;
}

// The side whose time ran out first, if a flag is claimed and both are down (III.3.1).
std::optional<Side> flag_claimed_first(const Draft& draft, const wire::Claimed& e) {
    return e.kind == ClaimKind::flag ? first_flag(draft) : std::nullopt;
}

std::string both_flags(const Draft& draft, const wire::Claimed& e) {
    const auto first = flag_claimed_first(draft, e);
    return first ? sentence({" Both flags are down; ", say(*first), "'s fell first (III.3.1)."})
                 : std::string();
}

// Includes what the clock showed.
wire::Pairs claim_facts(const Draft& draft, const wire::Claimed& e) {
    const Both<Duration>& readings = draft.occasion().readings;
    wire::Pairs evidence{fact("side", name(e.side)), fact("text", e.text)};
    if (!e.move.empty()) evidence.push_back(fact("announced", e.move));
    evidence.push_back(fact("white_us", readings[Side::white].us));
    evidence.push_back(fact("black_us", readings[Side::black].us));
    const auto first = flag_claimed_first(draft, e);
    if (first) evidence.push_back(fact("fell_first", name(*first)));
    add_position(draft, evidence);
    add_pending(draft, evidence);
    add_touches(draft, evidence);
    return evidence;
}

// III.6: no arbiter is present; the claim ends the game, and the result follows.
void refer(Draft& draft, const wire::Claimed& e) {
    wire::Pairs evidence = claim_facts(draft, e);
    const Side opponent = other(e.side);
    wire::Pairs options{option(Choice::draw, "the claim is right: draw"),
                        option(wins(opponent), "it is not: the claim ended the game, which is "
                                               "lost")};
    draft.ask("III.6", Subject::claim_referred,
              sentence({say(e.side), " claims a draw and no arbiter is there: the claim ends the "
                                     "game and is referred to one, with the written claim and "
                                     "the position that both players have verified."}),
              std::move(evidence), true, std::move(options), {.facts = facts_of(e)});
}

// A draw claim while the position is not on the record: an arbiter judges it.
void claimed_unseen(Draft& draft, const wire::Claimed& e) {
    const auto& action = draft.live().unruled;
    wire::Pairs evidence{fact("claimant", name(e.side)), fact("kind", name(e.kind))};
    if (!e.move.empty()) evidence.push_back(fact("announced", e.move));
    if (action) evidence.push_back(fact("illegal_move", action->text));
    stands(draft, e.side, "9.5.1", "claim");
    draft.ask("9.5", Subject::claim,
              sentence({"A draw was claimed while ",
                        action ? "an illegal action was not ruled on"
                               : "the envelope with the sealed move was closed",
                        ": the record does not have the position."}),
              std::move(evidence), true, unjudged_claim_options(), {.facts = facts_of(e)});
}

void put_to_arbiter(Draft& draft, const wire::Claimed& e) {
    if (quickplay_refused(draft, e)) return;
    const ClaimKind kind = e.kind;
    const auto* const known = std::ranges::find(for_arbiter, kind, &ForArbiter::kind);
    FF_CHECK(known != std::end(for_arbiter));
    FF_CHECK(known->about != Subject::claim);  // that is for draws, which are judged here
    ForArbiter what = *known;
    if (what.article.empty()) what.article = draft.profile().illegal_move_article;
    stands(draft, e.side, what.article, "claim");
    if (kind == ClaimKind::quickplay_increment) offer_by_claim(draft, e.side);
    if (kind == ClaimKind::quickplay_draw && !draft.profile().arbiter_present)
        return refer(draft, e);
    wire::OfClaim facts = facts_of(e);
    facts.fell_first = flag_claimed_first(draft, e);
    draft.ask(what.article, what.about,
              sentence({say(e.side), " ", what.says, ".", both_flags(draft, e)}),
              claim_facts(draft, e), true, options_of(draft, e), {.facts = std::move(facts)});
}

}  // namespace

bool waits_for_arbiter(ClaimKind kind) {
    return kind == ClaimKind::flag || kind == ClaimKind::illegal_move ||
           kind == ClaimKind::touch_move || kind == ClaimKind::other;
}

wire::OfClaim facts_of(const wire::Claimed& e) {
    return {.claimant = e.side, .kind = e.kind, .announced = e.move, .fell_first = {}};
}

void claimed(Draft& draft, const wire::Claimed& e) {
    const bool left_open = draft.profile().illegal_move_raised_by != RaisedBy::software ||
                           draft.live().unruled || !draft.live().stood.empty();
    const ClaimKind kind = e.kind;
    const bool under_way = draft.live().hold == Hold::correction;
    if (kind == ClaimKind::illegal_move && left_open && !presses_only(draft) && !under_way)
        return claim_illegal_move(draft, e);
    const bool threefold = kind == ClaimKind::threefold;
    if (!threefold && kind != ClaimKind::fifty_move) return put_to_arbiter(draft, e);
    if (draft.live().hold == Hold::question) {  // kept: it waits its turn
        stands(draft, e.side, "9.5.1", "claim");
        return draft.ask("9.5", Subject::claim,
                         sentence({say(e.side), " claimed a draw while a question was open: ",
                                   held_about(draft.live()), "."}),
                         {fact("claimant", name(e.side)), fact("kind", name(e.kind)),
                          fact("announced", e.move)},
                         true, unjudged_claim_options(), {.facts = facts_of(e)});
    }
    if (draft.live().unruled || reply_runs(draft.live())) return claimed_unseen(draft, e);
    if (presses_only(draft)) return claim_at_presses(draft, e);
    const std::vector<Step> line = legal_pending(draft);
    wire::Pairs evidence{fact("kind", name(e.kind)), fact("fen", chess::fen(draft.position()))};
    add_touches(draft, evidence);
    switch (right_of(draft, e.side, line)) {
        case Right::not_on_move:
            return refuse_claim(draft, e.side, threefold ? "9.2" : "9.3",
                                sentence({say(e.side), " does not have the move and cannot "
                                                       "claim: play goes on."}),
                                std::move(evidence));
        case Right::touched:
            return refuse_claim(draft, e.side, "9.4",
                                sentence({say(e.side), " has touched a piece and cannot claim on "
                                                       "this move: play goes on."}),
                                std::move(evidence));
        case Right::claimant_may: return judge_claim(draft, e, line);
    }
}

void refuse_claim(Draft& draft, Side claimant, std::string_view article, std::string text,
                  wire::Pairs evidence) {
    const bool runs = runs_again(draft);
    note_pause(draft, claimant, article);
    draft.rule(article, Subject::claim, std::move(text), std::move(evidence));
    if (runs && !draft.live().running) draft.resume_clock();
}

void note_pause(Draft& draft, Side claimant, std::string_view article) {
    const bool at_desk = !draft.occasion().by.empty();  // then the question has stopped the clock
    const bool stopped = draft.live().running || draft.live().hold == Hold::question;
    if (!stopped || at_desk) return;
    FF_CHECK(!draft.over());
    if (draft.live().running) draft.claim_stopped_it();
    stands(draft, claimant, article, "claim");
}

bool readable_announcement(const Draft& draft, const std::string& text) {
    const auto move = chess::parse_san(on_board(draft), text);
    return move || move.error() == chess::TextError::illegal;
}

void claim_not_right(Draft& draft, const wire::Claimed& e, wire::Effect effect, wire::Pairs said) {
    const Announcement announced{.written = e.move, .move = {}, .san = {}, .uci = {}};
    const Judgement judgement{.right = false, .ending = {}, .article = "9.5.3",
                              .facts = "by the arbiter's ruling"};
    const bool runs = runs_again(draft);
    add_judged(draft, e, announced, draft.counted(), judgement);
    wire::Pairs evidence = facts(e, announced, on_board(draft), judgement);
    if (presses_only(draft)) {
        evidence.pop_back();  // the position is not known
        add_position(draft, evidence);
    }
    evidence.insert(evidence.end(), said.begin(), said.end());
    reject(draft, e, announced, std::move(evidence), runs, std::move(effect));
}

}  // namespace flagfall::game
