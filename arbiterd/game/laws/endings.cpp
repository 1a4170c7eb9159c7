#include "arbiterd/game/laws/endings.hpp"

#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/line.hpp"
#include "arbiterd/game/laws/mating.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/chess/movegen.hpp"

namespace flagfall::game {
namespace {

constexpr int plies_of_75_moves = 150;

int occurrences(const Draft& draft, const std::vector<Step>& line) {
    if (line.size() == 1 && !draft.has_new_positions()) {
        return draft.game().history.occurrences_after(line.front().after);
    }
    const int times = with_line(draft, line).occurrences();
    FF_CHECK(times >= 1);
    return times;
}

Finish mate_or_stalemate(const chess::Position& position, chess::Ending ending) {
    FF_CHECK(ending != chess::Ending::none);
    FF_CHECK(!chess::has_legal_move(position));
    const Side loser = position.side_to_move();
    if (ending == chess::Ending::checkmate) {
        return {Ending::checkmate, "5.1.1",
                sentence({say(other(loser)), " has checkmated ", say(loser), "."}), {}};
    }
    return {Ending::stalemate, "5.2.1",
            sentence({say(loser), " has no legal move and is not in check: stalemate."}), {}};
}

// Endings that the position alone brings about.
Finish judge_position(const chess::Position& position) {
    const chess::Ending ending = chess::ending(position);
    if (ending != chess::Ending::none) return mate_or_stalemate(position, ending);
    if (!proven_dead(position)) return {};
    return {Ending::dead_position, "5.2.2",
            "Neither player can checkmate by any series of legal moves: dead position.", {}};
}

// Mate takes precedence over everything (9.6.2); among draws, the order only chooses the article.
Finish judge(const Draft& draft, const std::vector<Step>& line) {
    const chess::Position& position = line.empty() ? draft.position() : line.back().after;
    if (Finish finish = judge_position(position); finish.ending != Ending::none) return finish;
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

// Adds the evidence that the position ends the game.
void add_position(Finish& finish, const chess::Position& position) {
    finish.evidence.push_back(fact("fen", chess::fen(position)));
    if (finish.ending == Ending::dead_position) add_dead_evidence(finish.evidence, position);
}

// The question about a position in which the game ends by `finish`.
std::optional<EndedPosition> ended(Finish finish, const chess::Position& position, bool began) {
    if (finish.ending == Ending::none) return std::nullopt;
    EndedPosition found;
    found.finish = std::move(finish);
    wire::Pairs& evidence = found.finish.evidence;
    FF_CHECK(!found.finish.text.empty());
    evidence.insert(evidence.begin(), fact("kind", name(found.finish.ending)));
    const Side winner = other(position.side_to_move());
    if (found.finish.ending == Ending::checkmate)
        found.options = {option(wins(winner),
                                sentence({say(winner), " wins: checkmate (5.1.1)"}))};
    else
        found.options = {option(Choice::draw, sentence({"draw (", found.finish.article, ")"}))};
    if (!began) {
        found.options.push_back(only_noted().front());
        found.text = sentence({"The game is set up in a position that ends it. ", found.finish.text,
                               " End it so, or take it back and set up another one."});
        return found;
    }
    for (wire::Pair& option : go_back_options({}))
        if (option.name == name(Choice::set_up)) found.options.push_back(std::move(option));
    found.text = sentence({"The position that stands by the record ends the game. ",
                           found.finish.text, " End it so, or set up what is on the board."});
    return found;
}

}  // namespace

// The position is the one after these moves: they can no longer be changed (4.7).
void add_pending(const Draft& draft, wire::Pairs& evidence) {
    for (const Pending& move : draft.live().pending) {
        evidence.push_back(fact("made_not_completed", move.text));
    }
}

Finish finish_after(const Draft& draft, const std::vector<Step>& line) {
    Finish finish = judge(draft, line);
    if (finish.ending == Ending::none) return finish;
    FF_CHECK(!finish.article.empty());
    FF_CHECK(!finish.text.empty());
    FF_CHECK(finish.evidence.empty());
    const chess::History all = with_line(draft, line);
    const chess::Position& last = all.current();
    add_position(finish, last);
    if (finish.ending == Ending::fivefold) {
        finish.evidence.push_back(fact("plies", plies_of_last(all, draft.game().base)));
    }
    if (finish.ending == Ending::seventy_five_move) {
        finish.evidence.push_back(fact("plies_without_capture_or_pawn_move",
                                       last.halfmove_clock()));
    }
    return finish;
}

std::optional<EndedPosition> ended_position(const chess::Position& position, bool began) {
    Finish finish = judge_position(position);
    add_position(finish, position);
    return ended(std::move(finish), position, began);
}

void report_ended(Draft& draft) {
    if (draft.over() || !position_known(draft) || draft.live().unruled) return;
    auto found = ended(finish_after(draft, {}), draft.position(), draft.live().began);
    if (!found) return;
    draft.ask(found->finish.article, Subject::position_ends, std::move(found->text),
              std::move(found->finish.evidence), true, std::move(found->options),
              {.facts = wire::OfEnding{found->finish.ending}});
}

void conclude(Draft& draft, const Finish& finish, Side mover, wire::Effect effect) {
    FF_CHECK(finish.ending != Ending::none);
    FF_CHECK(!finish.article.empty());
    FF_CHECK(!finish.evidence.empty());
    const bool mate = finish.ending == Ending::checkmate;
    draft.conclude({mate ? win_of(mover) : drawn(), finish.ending, std::string(finish.article)},
                   Subject::game_end, finish.text, finish.evidence, std::move(effect));
}

void conclude_by_chances(Draft& draft, const chess::Position& position, Side loser,
                         const Both<Ending>& endings, const Doubt& doubt,
                         wire::Pairs evidence) {
    const Side winner = other(loser);
    const Chances found = chances(position, winner);
    evidence.push_back(fact("fen", chess::fen(position)));
    add_evidence(evidence, found);
    const auto [loss, draw] = endings.values;
    FF_CHECK(loss != Ending::none);
    FF_CHECK(draw != Ending::none);
    FF_CHECK(!doubt.article.empty());
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
    ask_stopped(draft, name(loser), doubt.article, doubt.about,
                sentence({doubt.text, " Can ", say(winner), " still mate? It was not found out."}),
                std::move(evidence), loss_or_draw(loser));
}

mate::Verdict verdict_on_board(const Draft& draft, Side winner, wire::Pairs& evidence) {
    if (presses_only(draft)) return mate::Verdict::undetermined;
    const chess::Position position = on_board(draft);
    const Chances found = chances(position, winner);
    evidence.push_back(fact("fen", chess::fen(position)));
    add_evidence(evidence, found);
    return found.verdict;
}

void resigned(Draft& draft, const wire::Resigned& e) {
    const std::string text = sentence({say(e.side), " resigned."});
    if (draft.live().hold == Hold::question) {
        ask_stopped(draft, name(e.side), "5.1.2", Subject::resignation,
                    sentence({text, " It came while a question was open: ",
                              held_about(draft.live()), "."}),
                    {fact("side", name(e.side))}, loss_or_draw(e.side),
                    {.facts = wire::OfSide{e.side}});
        return;
    }
    wire::Pairs evidence;
    add_pending(draft, evidence);
    const std::uint32_t move = draft.counted().count / 2 + 1;
    const std::uint32_t from = draft.profile().resignation_from_move;
    if (move < from) {
        evidence.push_back(fact("move", move));
        const mate::Verdict verdict = verdict_on_board(draft, other(e.side), evidence);
        ask_stopped(draft, name(e.side), "5.1.2", Subject::resignation,
                    sentence({text, " The event has announced that nobody may before move ",
                              std::to_string(from), ". End the game, or let play go on."}),
                    std::move(evidence), early_resignation_options(e.side, verdict));
        return;
    }
    if (presses_only(draft)) return resigned_at_presses(draft, e.side, std::move(evidence));
    conclude_by_chances(draft, on_board(draft), e.side,
                        {{Ending::resignation, Ending::resignation_draw}},
                        {"5.1.2", Subject::resignation, text}, std::move(evidence));
}

}  // namespace flagfall::game
