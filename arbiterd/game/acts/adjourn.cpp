// Adjourned games: Guidelines I.
#include <algorithm>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/laws/board_reports.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/irregular.hpp"
#include "arbiterd/game/laws/mating.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/undo_effects.hpp"
#include "arbiterd/game/state/shifts.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

MaybeRefusal not_adjourned(const Draft& draft) {
    if (auto no = not_in_play(draft)) return no;
    if (!draft.live().adjourned) return refuse("not_adjourned", "the game is not adjourned");
    if (draft.live().running)
        return refuse("clock_running", "pause the clock first: the player has come");
    return std::nullopt;
}

const Ruled* ruled(const Live& live, std::uint32_t number) {
    const auto at = std::ranges::find(live.ruled, number, &Ruled::number);
    return at == live.ruled.end() ? nullptr : &*at;
}

bool sealed_here(const Draft& draft, const Adjourned& adjourned) {
    return draft.live().ply == adjourned.ply &&
           chess::same_position(draft.position(), adjourned.before);
}

std::optional<Side> alive_offer(const Live& live) {
    for (const Side side : {Side::white, Side::black})
        if (live.offer[side]) return side;
    return std::nullopt;
}

// A legal move goes on the record; an undo can take it back into the envelope.
wire::SealedOpened opened(const Draft& draft, const std::string& text, SealedMove found) {
    wire::SealedOpened e;
    FF_CHECK(draft.live().adjourned.has_value());
    e.side = draft.live().adjourned->sealed_by;
    e.text = text;
    e.found = found;
    if (found == SealedMove::legal) e.ruling = draft.live().rulings + 1;
    return e;
}

SealedMove wrong_with(chess::TextError error) {
    switch (error) {
        case chess::TextError::malformed: return SealedMove::malformed;
        case chess::TextError::illegal: return SealedMove::illegal;
        case chess::TextError::ambiguous: return SealedMove::ambiguous;
    }
    return SealedMove::malformed;
}

// I.8: lost, unless the opponent cannot mate by any series of legal moves (5.2.2, 6.9).
void lose(Draft& draft, const std::string& written, SealedMove found_out) {
    const std::string_view why = name(found_out);
    FF_CHECK(draft.live().adjourned.has_value());
    const Side loser = draft.live().adjourned->sealed_by;
    const Side winner = other(loser);
    const Chances found = chances(draft.position(), winner);
    wire::Pairs evidence{fact("sealed", written), fact("found", why),
                         fact("fen", chess::fen(draft.position()))};
    add_evidence(evidence, found);
    const std::string text =
        sentence({say(loser), "'s sealed move (", written,
                  ") is no legal move of the position, or not clearly one (", why, "). "});
    if (found.verdict == mate::Verdict::undetermined) {
        return draft.ask("I.8", Subject::sealed_move,
                         sentence({text, "Can ", say(winner), " still mate? It was not found "
                                                              "out."}),
                         std::move(evidence), true, win_or_draw(loser));
    }
    const bool lost = found.verdict == mate::Verdict::winnable;
    draft.conclude({lost ? win_of(winner) : drawn(), Ending::arbiter_decision, "I.8"},
                   Subject::sealed_move,
                   lost ? sentence({text, say(winner), " wins."})
                        : sentence({text, "But ", say(winner),
                                    " cannot mate by any series of legal moves: draw."}),
                   std::move(evidence));
}

Both<bool> by_side(std::optional<wire::Absentees> who) {
    return {{who == wire::Absentees::white || who == wire::Absentees::both,
             who == wire::Absentees::black || who == wire::Absentees::both}};
}

}  // namespace

bool stands_as_sealed(const Draft& draft) {
    const auto& adjourned = draft.live().adjourned;
    if (!adjourned) return true;
    const std::uint32_t since = adjourned->opened ? 1 : 0;
    FF_CHECK(adjourned->ruling >= 1);
    if (draft.live().ply.count != adjourned->ply.count + since) return false;
    if (since == 0) return sealed_here(draft, *adjourned);
    const chess::History all = draft.history();
    return all.ply() > 0 && chess::same_position(all.at(all.ply() - 1), adjourned->before);
}

DeskRefusal envelope_elsewhere(const Draft& draft) {
    FF_CHECK(draft.live().adjourned.has_value());
    const Adjourned& adjourned = *draft.live().adjourned;
    const std::string ruling = std::to_string(adjourned.ruling);
    if (!stands_as_sealed(draft))
        return {"adjourned",
                sentence({"the sealed move belongs to the position after ply ",
                          std::to_string(adjourned.ply.count), ", which does not stand any more: "
                          "set it at the clock, or take the adjournment back (undo, ruling ",
                          ruling, ")"})};
    return {"adjourned",
            sentence({"the game is adjourned, and the sealed move belongs to the position after "
                      "ply ", std::to_string(adjourned.ply.count), ". First open the "
                      "envelope and resume the game, or take the adjournment back (undo, ruling ",
                      ruling, adjourned.opened ? ", after that which opened the envelope)" : ")"})};
}

// The player has sealed and stopped the clock (I.1); the data on the envelope is kept (I.2).
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Adjourn& act) {
    return adjourn(draft, command, act, 0);
}

MaybeRefusal adjourn(Draft& draft, const wire::DeskCommand& command, const wire::Adjourn& act,
                     std::uint32_t undoes) {
    if (auto no = not_in_play(draft)) return no;
    const Live& live = draft.live();
    if (live.adjourned) return refuse("adjourned", "the game is adjourned already");
    if (live.running)
        return refuse("clock_running", "the clock is running: pause it before the move is sealed");
    if (undoes == 0 && live.hold == Hold::question)
        return refuse("question_open", "a question holds the game: answer it first");
    if (!live.pending.empty() || live.unruled)
        return refuse("move_under_way", "a move stands on the board that is not completed");
    if (!position_known(draft))
        return refuse("no_moves", "the position stands on the envelope (I.2), and this board "
                                  "reports presses only: enter the moves from a scoresheet first");
    const Ruled* const again = undoes == 0 ? nullptr : ruled(live, undoes);
    if (again && again->adjourned && !sealed_here(draft, *again->adjourned))
        return refuse("later_position", "the game no longer stands where the move was sealed: "
                                        "adjourn it again, with another envelope");
    if (act.sealed_by != draft.to_move())
        return refuse("not_on_move", "the player who has the move seals it (I.1)");
    if (act.resumption.empty())
        return refuse("text_missing", "resumption: date, time and place (I.2)", "/act/resumption");
    // If it is adjourned again as it was, its questions are those that were open then.
    Ruled as_before;
    if (again && again->adjourned) as_before.closed = again->adjourned->closed;
    if (undoes == 0) close_by_intervention(draft, command.by);
    else answer_again(draft, as_before);
    close_about_board(draft);
    wire::GameAdjourned e;
    e.by = command.by;
    e.sealed_by = act.sealed_by;
    e.move = moves_of(act.sealed_by, draft.game().first, live.ply) + 1;
    e.ply = live.ply;
    e.fen = chess::fen(draft.position());
    e.readings = live.readings;
    e.offer = alive_offer(live);
    e.resumption = act.resumption;
    wire::Pairs evidence{fact("sealed_by", name(act.sealed_by)), fact("move", e.move),
                         fact("fen", e.fen), fact("white_us", e.readings[Side::white].us),
                         fact("black_us", e.readings[Side::black].us),
                         fact("resumption", act.resumption)};
    if (e.offer) evidence.push_back(fact("draw_offer_of", name(*e.offer)));
    FF_CHECK(e.move >= 1);
    draft.add(std::move(e));
    FF_CHECK(stands_as_sealed(draft));
    wire::Effect effect;
    effect.undoes = undoes;
    draft.rule(article_of(command, "I.2"), Subject::adjournment,
               sentence({"The game is adjourned; ", say(act.sealed_by),
                         " has sealed a move. It is resumed: ", act.resumption, ". ",
                         command.reason}),
               std::move(evidence), effect);
    return std::nullopt;
}

// I.7, I.8. A sealed move that ends the game does so even if a player is absent (I.10).
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::OpenSealed& act) {
    if (auto no = not_adjourned(draft)) return no;
    if (draft.live().adjourned->opened)
        return refuse("opened_already", "the envelope was opened before");
    if (draft.live().hold == Hold::question)
        return refuse("question_open", "a question holds the game: answer it first");
    if (!position_known(draft))
        return refuse("no_moves", "this board reports presses only: enter the moves from "
                                  "a scoresheet first");
    if (!stands_as_sealed(draft)) return envelope_elsewhere(draft);
    const Side side = draft.live().adjourned->sealed_by;
    const auto move = chess::parse_san(draft.position(), act.text);
    if (!move) {
        const SealedMove why = act.text.empty() ? SealedMove::missing : wrong_with(move.error());
        draft.add(opened(draft, act.text, why));
        lose(draft, act.text, why);
        return std::nullopt;
    }
    draft.add(opened(draft, act.text, SealedMove::legal));
    FF_CHECK(draft.live().adjourned->opened);
    // The move is completed, although its clock was stopped and not pressed.
    const Duration gained = gained_by_next(draft.game(), side);
    FF_CHECK(gained >= Duration{});
    Both<Duration> readings = draft.live().readings;
    readings[side] += gained;
    draft.record(*move, {.written = act.text, .elapsed = used_of_turn(draft.game(), side),
                         .by = CompletedBy::ruling, .readings = readings});
    FF_CHECK(stands_as_sealed(draft));  // one move after the sealed position
    if (presses_only(draft)) count_presses(draft, draft.live().ply);
    wire::Effect effect;
    effect.moves = true;
    const Finish finish = finish_after(draft, {});
    if (finish.ending != Ending::none) {
        conclude(draft, finish, side, std::move(effect));
        return std::nullopt;
    }
    const std::string article = article_of(command, "I.9");
    const std::string text =
        sentence({"The envelope is opened, and ", say(side), "'s sealed move ", act.text,
                  " is made on the board. ",
                  gained > Duration{} ? sentence({"It gains ", say(side), " ",
                                                  clock_text(gained), " (6.3). "})
                                      : "",
                  command.reason});
    draft.will_show(readings);
    draft.rule(article, Subject::adjournment, text, {fact("sealed", act.text)},
               std::move(effect));
    // The turn that this move ends goes on if the move goes back into the envelope.
    draft.set_clock({.readings = readings, .turn = draft.to_move(), .ply = {}, .run = false,
                     .fen = {}, .article = article, .reason = text, .answers = {},
                     .goes_on = true});
    return std::nullopt;
}

// I.9 to I.11: starts the clock of the player who must reply to the sealed move, present or not.
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ResumeGame& act) {
    if (auto no = not_adjourned(draft)) return no;
    const Both<bool> absent = by_side(act.absent);
    FF_CHECK(act.absent.has_value() == (absent[Side::white] || absent[Side::black]));
    FF_CHECK(draft.live().adjourned.has_value());
    const Adjourned adjourned = *draft.live().adjourned;
    const Side reply = other(adjourned.sealed_by);
    if (!adjourned.opened && !absent[reply])
        return refuse("sealed", sentence({"open the envelope first: ", say(reply), " is there "
                                                                                   "(I.7, I.9)"}));
    if (auto no = question_holds(draft)) return no;
    if (!adjourned.opened && !stands_as_sealed(draft)) return envelope_elsewhere(draft);
    close_by_intervention(draft, command.by, Seen::resumed);
    const std::string article = article_of(command, "I.9");
    const std::string text = sentence({"The game is resumed; ", say(reply),
                                       "'s clock is started. ", command.reason});
    wire::Pairs evidence{fact("envelope", adjourned.opened ? "opened" : "closed")};
    if (act.absent) evidence.push_back(fact("absent", name(*act.absent)));
    wire::Effect effect;
    effect.moves = effect.resumes = true;
    draft.rule(article, Subject::adjournment, text, std::move(evidence), std::move(effect));
    if (adjourned.opened) draft.resume_clock();
    else draft.start_reply_to_sealed(draft.live().readings, article, text);
    const wire::QuestionFacts facts = wire::OfAbsence{absent, draft.counted()};
    if (!act.absent || asked_of(draft, Subject::default_time, facts)) return std::nullopt;
    const Duration limit =
        draft.game().terms.default_time.value_or(draft.profile().default_time);
    draft.ask("I.10", Subject::default_time,
              sentence({"The game is resumed without ",
                        act.absent == wire::Absentees::both ? "the players" : name(*act.absent),
                        ". Who comes after the default time (", seconds_text(limit),
                        ") loses, unless the arbiter decides otherwise."}),
              {fact("absent", name(*act.absent)), fact("default_time_us", limit.us),
               fact("ply", draft.counted().count)},
              false, forfeit_options(absent), {.facts = facts});
    return std::nullopt;
}

}  // namespace flagfall::game
