// Moves made (4.7) and completed (6.2.1), and the games they end (5.1.1, 5.2, 9.6).
#include <algorithm>

#include "common/chess/notation.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

using chess::Position;

// The move does not count. If clockd saw it end the game, the clock stands nevertheless.
void Arbiter::made_in_vain(const wire::Made& e) {
    if (!game_.result && e.ending != Ending::none)
        intervention(Intervening::stopped, std::string(name(e.side)), "5.1.1", "");
    voided();
}

// Of several moves of a board that was not followed, which others explain as well.
void Arbiter::ask_of_order(const std::string& guessed) {
    if (guessed.find(' ') == std::string::npos) return;
    for (const Asked& asked : game_.asked)
        if (asked.about == Subject::dated_back && asked.guessed == guessed) return;
    question("8.1.1", Subject::dated_back, false);
    game_.asked.back().guessed = guessed;
}

void Arbiter::on(const wire::Made& e) {
    const bool counts = !game_.result && game_.hold == Hold::none;
    if (game_.presses && counts) return made_at_presses(e);
    if (game_.open && counts && made_after_open(e)) return;
    const bool mine = e.side == mover();
    const bool reply = !mine && game_.standing.size() >= 1;
    // A move may be replaced until the opponent has replied to it.
    const bool replaced_too_late = mine && game_.standing.size() == 2;
    if (!counts || (!mine && !reply) || replaced_too_late) return made_in_vain(e);

    game_.came[e.side] = true;
    want(wire::MovePending{{}, e.side, e.text, e.elapsed});
    // A piece is touched: the opponent's offer is gone (9.1.2.1).
    end_offer(other(e.side), OfferEnd::moved);
    if (!game_.standing.empty() && game_.standing.back().side == e.side)
        move_changed(Standing(game_.standing.back()), e.text);
    game_.standing.resize(reply ? 1 : 0);
    game_.standing.push_back({e.side, e.text, e.elapsed, {}});
    ask_of_order(e.guessed);

    // The line is played on for a moment to see the consequences of the move.
    const std::uint32_t ply = game_.line.ply();
    if (reply) {
        const Reading& first = game_.standing.front().reading;
        if (first.meaning != Meaning::legal) return not_ended(e);  // a reply to what is no move
        game_.line.play(first.move);
    }
    const Reading reading = read(game_.line.current(), e.text);
    game_.standing.back().reading = reading;
    Ending ending = Ending::none;
    if (reading.meaning == Meaning::legal) {
        game_.line.play(reading.move);
        // For a later move on the clock the record has another position.
        const bool same_move = e.ply == Ply{game_.line.ply()};
        ending = ending_by(same_move ? e.ending : Ending::none);
    }
    game_.line.back_to(ply);
    // A reply to a move that must be taken back does not end the game either.
    if (ending == Ending::none || (reply && !may_be_played(game_.standing.front())))
        return not_ended(e);
    if (!may_be_played(game_.standing.back())) {
        // If the clock goes on, there is time until the press.
        if (e.ending == Ending::none) return;
        announced_not_played(e.side, game_.standing.back());
        return intervention(Intervening::stopped, std::string(name(e.side)), "9.5.3", "");
    }
    // 5.1.1: only a move that accords with Article 4 ends the game.
    if (const auto broken = broken_on_board()) {
        if (e.ending != Ending::none)
            intervention(Intervening::stopped, std::string(name(e.side)), broken->article, "");
        return touch_question(*broken, true);
    }
    if (asked_about_change()) {  // nor does one that can no longer be made
        if (e.ending != Ending::none)
            intervention(Intervening::stopped, std::string(name(e.side)), "4.7", "");
        overtaken(Subject::made_move_changed);
        return ask_about_change(true);
    }
    finish_by_move(ending);
}

// Is the question about the last move on the board?
bool Arbiter::asked_about_change() const {
    const auto waits_still = [&](const Asked& asked) {
        return asked.number == game_.changed->number;
    };
    return game_.changed && std::ranges::any_of(game_.asked, waits_still) &&
           game_.changed->ply == game_.line.ply() + game_.standing.size();
}

// 4.7, 4.4.4: a legal move that was made cannot become another one; the first of them is binding.
void Arbiter::move_changed(const Standing& first, const std::string& second) {
    if (!game_.asks_about_change) return;
    const std::uint32_t ply =
        game_.line.ply() + static_cast<std::uint32_t>(game_.standing.size());
    Position before = game_.line.current();
    if (game_.standing.size() == 2) {
        if (game_.standing.front().reading.meaning != Meaning::legal) return;
        before = chess::after(before, game_.standing.front().reading.move);
    }
    std::optional<chess::Move> binds;
    if (first.reading.meaning == Meaning::legal) binds = first.reading.move;
    if (asked_about_change()) {
        binds = game_.changed->first;
        overtaken(Subject::made_move_changed);
    }
    if (!binds) return;
    const Reading now = read(before, second);
    const bool legal = now.meaning == Meaning::legal;
    if (legal && now.move == *binds) return;
    const bool another_piece = legal && now.move.is_promotion() && binds->is_promotion() &&
                               now.move.from() == binds->from() && now.move.to() == binds->to();
    const std::string article = another_piece ? "4.4.4" : "4.7";
    game_.changed = Changed{ply, 0, before, *binds, article};
    ask_about_change(false);
}

void Arbiter::ask_about_change(bool holds) {
    Changed& of = *game_.changed;
    of.number = game_.questions + 1;
    question(of.article, Subject::made_move_changed, holds);
    game_.asked.back().broken = Obliged{of.ply, of.in, {of.first}, of.article, 0};
}

// 9.5.3: an announced move must be played in the position in which it was announced; in
// another position nobody has claimed anything.
const chess::Move* Arbiter::announced_in(const Position& position) const {
    for (const Announced& each : game_.announced)
        if (stands(game_, each.ruling) && chess::same_position(each.in, position))
            return &each.move;
    return nullptr;
}

bool Arbiter::may_be_played(const Standing& move) const {
    Position before = game_.line.current();
    if (move.side != before.side_to_move())
        before = chess::after(before, game_.standing.front().reading.move);
    const chess::Move* bound = announced_in(before);
    return !bound || *bound == move.reading.move;
}

// The clock stops at a move that it takes for the end of the game; otherwise a person must look.
void Arbiter::not_ended(const wire::Made& e) {
    if (e.ending != Ending::none)
        stopped_question(std::string(name(e.side)), "5.1.1", Subject::position);
}

// The end by the position, repetitions and the count of quiet moves; mate comes first (9.6.2).
// Only dead positions (5.2.2) with too little material are determined here; for others
// the word of the clock or the record is accepted.
Ending Arbiter::ending_by(Ending clock_says) const {
    const Line& line = game_.line;
    const Ending on_board = ending_on_board(line.current());
    if (on_board != Ending::none) return on_board;
    bool dead = clock_says == Ending::dead_position;
    for (const GameRow& row : case_.answer) {
        if (const auto* result = std::get_if<wire::ResultRecorded>(&row.event))
            dead = dead || result->outcome.ending == Ending::dead_position;
        // A move that would end the game is held while there is a question about it (4.3, 4.7).
        if (const auto* put = std::get_if<wire::QuestionPut>(&row.event))
            dead = dead || (put->holds && (put->about == Subject::touch_move ||
                                           put->about == Subject::made_move_changed));
    }
    if (dead) return Ending::dead_position;
    if (line.occurrences().size() >= 5) return Ending::fivefold;
    if (line.quiet() >= 150) return Ending::seventy_five_move;
    return Ending::none;
}

// The end of the game completes the moves on the board (6.2.1.1), and its
// result follows from the last of them.
void Arbiter::finish_by_move(Ending ending) {
    complete_standing();
    const Side winner = other(mover());
    switch (ending) {
        case Ending::checkmate: return finish({win_of(winner), ending, "5.1.1"}, Subject::game_end);
        case Ending::stalemate: return finish({drawn(), ending, "5.2.1"}, Subject::game_end);
        case Ending::dead_position: return finish({drawn(), ending, "5.2.2"}, Subject::game_end);
        case Ending::fivefold: return finish({drawn(), ending, "9.6.1"}, Subject::game_end);
        default: return finish({drawn(), ending, "9.6.2"}, Subject::game_end);
    }
}

void Arbiter::complete_standing() {
    const std::vector<Standing> standing = std::move(game_.standing);
    game_.standing.clear();
    for (const Standing& move : standing)
        record_move(move, move.reading.move, move.elapsed, CompletedBy::end);
}

void Arbiter::record_move(const Standing& move, chess::Move legal, Duration elapsed,
                          CompletedBy by, const std::optional<Both<Duration>>& after) {
    wire::MoveRecorded recorded;
    const Position& before = game_.line.current();
    recorded.side = move.side;
    recorded.uci = chess::uci(before, legal);
    recorded.san = chess::san(before, legal);
    recorded.written = move.text;
    recorded.elapsed = elapsed;
    recorded.readings = after.value_or(readings());
    if (act_) to_show(recorded.readings);
    game_.readings = recorded.readings;
    recorded.completed_by = by;
    recorded.age = age_of(move.side);
    pressed_at(move.side, recorded.age);
    game_.line.play(legal);
    placed_ = true;
    recorded.ply = {game_.line.ply()};
    // 8.1.5: an offer made with this move is recorded with it.
    if (game_.offered[move.side] == recorded.ply) recorded.marks = "(=)";
    std::erase_if(game_.announced,
                  [&](const Announced& each) { return each.ply <= game_.line.ply(); });
    std::erase_if(game_.obliged,
                  [&](const Obliged& each) { return each.ply <= game_.line.ply(); });
    // Pressed again: the action that was counted belongs to another press.
    if (by != CompletedBy::ruling)
        std::erase_if(game_.offended, [&](const Offended& each) {
            return each.side == move.side && each.ply == game_.line.ply();
        });
    game_.touched[move.side] = false;
    want(std::move(recorded));
}

// 6.2.1.2: both moves are completed, if they can be.
void Arbiter::on(const wire::CompletedByNext& e) {
    if (game_.result || game_.hold != Hold::none) return voided();
    if (game_.presses) return set_presses(e.ply.count);
    const std::vector<Standing> moves = game_.standing;
    const bool legal = moves.size() == 2 && moves[0].side == e.side &&
                       e.ply.count == game_.line.ply() + 2 &&
                       moves[0].reading.meaning == Meaning::legal &&
                       moves[1].reading.meaning == Meaning::legal && may_be_played(moves[0]) &&
                       may_be_played(moves[1]);
    if (!legal) return question("7.5.1", Subject::completed_by_next, true);
    game_.standing.clear();
    std::vector<Obliged> not_kept;
    for (const Standing& move : moves) {
        const auto broken = broken_touch(game_.line.current(), move.reading.move);
        if (broken) not_kept.push_back(*broken);
        record_move(move, move.reading.move, move.elapsed, CompletedBy::next_move);
    }
    for (const Obliged& broken : not_kept) touch_question(broken, false);
}

void Arbiter::on(const wire::Pressed& e) {
    if (game_.result || game_.hold != Hold::none) return voided();
    if (game_.presses) return press_counts(e);
    if (game_.open) return pressed_after_open(e);
    // A press that does not follow from the record cannot be judged.
    if (!game_.position_known || e.ply.count != game_.line.ply() + 1 || e.side != mover())
        return question("7.1", Subject::position, true);
    // The clock has a move that did not count when it was made: it cannot be judged.
    if (game_.standing.empty() && e.made) return unreadable(e.side, nullptr);
    if (game_.standing.empty() && e.unseen) return press_asked(e.side);
    if (game_.standing.empty()) return illegal_action(e.side, nullptr);
    const Standing move = game_.standing.front();
    switch (move.reading.meaning) {
        case Meaning::unreadable: return unreadable(e.side, &move);
        case Meaning::illegal:
        case Meaning::unpromoted: return illegal_action(e.side, &move);
        case Meaning::legal: break;
    }
    if (!may_be_played(move)) return announced_not_played(e.side, move);
    game_.standing.erase(game_.standing.begin());
    const auto broken = broken_touch(game_.line.current(), move.reading.move);
    record_move(move, move.reading.move, e.elapsed, CompletedBy::press);
    if (broken) touch_question(*broken, false);
}

}  // namespace flagfall::oracle
