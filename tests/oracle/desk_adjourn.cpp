// Adjourned games: Guidelines I.
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

// Only a person who resumes it starts its clock (I.9).
bool Arbiter::waits_adjourned() const {
    return game_.adjourned && !game_.runs && !reply_runs();
}

void Arbiter::act(const wire::Adjourn& e) { adjourn(e, 0); }

// I.1: the player with the move seals it, and the clock stands. I.2: the text on the envelope.
void Arbiter::adjourn(const wire::Adjourn& e, std::uint32_t undoes) {
    in_play();
    complain_unless(!game_.adjourned, "a game is adjourned that is adjourned already");
    complain_unless(!game_.runs, "a game is adjourned, but its clock runs");
    complain_unless(undoes > 0 || game_.hold != Hold::question,
                    "a game is adjourned, but a question holds it");
    complain_unless(game_.standing.empty(), "a game is adjourned, but a move is not completed");
    complain_unless(e.sealed_by == mover(), show(e.sealed_by) + " seals without the move (I.1)");
    closings(Closing::intervention);
    closings(Closing::overtaken);  // about its board, and what it had closed before
    game_.named = true;
    const std::uint32_t ply = game_.line.ply();
    wire::GameAdjourned adjourned;
    adjourned.by = act_->by;
    adjourned.sealed_by = e.sealed_by;
    adjourned.move = (e.sealed_by == game_.first ? (ply + 1) / 2 : ply / 2) + 1;
    adjourned.ply = {ply};
    adjourned.fen = chess::fen(game_.line.current());
    adjourned.readings = game_.readings;
    for (const Side side : {Side::black, Side::white})
        if (game_.offer[side]) adjourned.offer = side;
    adjourned.resumption = e.resumption;
    want(std::move(adjourned));
    rule(article_or("I.2"), Subject::adjournment);
    wire::Effect effect;
    effect.undoes = undoes;
    check_effect(effect);
    game_.adjourned = Sealed{e.sealed_by,   ply, game_.line.current(), game_.rulings,
                             e.resumption, "",  game_.closed};
    const BoardClock* board = clock_.board(game_.board);
    if (!board) return;
    // The clock may have the sealed move already: the acts between two of its rows arrive together.
    const Timekeeper keeper = standing_clock(*board);
    game_.adjourned->spent =
        keeper.turn() == e.sealed_by ? keeper.spent(Instant{}) : keeper.last_spent();
}

// The clock still stands, and the questions that the adjournment had closed wait again.
void Arbiter::undo_adjournment() {
    const Sealed sealed = *game_.adjourned;
    complain_unless(sealed.move.empty(), "an adjournment ends, but the envelope is open");
    complain_unless(!game_.runs, "an adjournment ends, but the game was resumed");
    closings(Closing::overtaken);
    const std::string article = article_or("11.10");
    rule(article, Subject::undo);
    wire::Effect effect;
    effect.undoes = sealed.ruling;
    check_effect(effect);
    set_clock(game_.readings, false, !sealed.reply_runs, article);
    questions_again();
    check_asked_again(sealed.closed, game_.rulings);
}

// I.7: the sealed move is made on the board.
void Arbiter::act(const wire::OpenSealed& e) {
    in_play();
    if (!game_.adjourned) return complain("an envelope is opened, but the game is not adjourned");
    const Sealed sealed = *game_.adjourned;
    complain_unless(sealed.move.empty(), "an envelope is opened again");
    complain_unless(!game_.runs, "an envelope is opened, but the clock runs");
    complain_unless(game_.hold != Hold::question, "an envelope is opened in spite of a question");
    complain_unless(game_.line.ply() == sealed.ply &&
                        chess::same_position(game_.line.current(), sealed.before),
                    "an envelope is opened in another position than it was sealed in");
    const auto move = chess::parse_san(game_.line.current(), e.text);
    wire::SealedOpened opened;
    opened.side = sealed.by;
    opened.text = e.text;
    opened.found = move             ? SealedMove::legal
                   : e.text.empty() ? SealedMove::missing
                                    : word<SealedMove>(chess::name(move.error()));
    if (move) opened.ruling = game_.rulings + 1;
    want(opened);
    if (!move) return sealed_no_move(sealed.by);
    keep_game(false, true);
    game_.adjourned->move = e.text;
    const auto* recorded = in_answer<wire::MoveRecorded>();
    Duration gained = gained_by_next(sealed.by);
    // A clock that was set within the turn has forgotten the time used before; the record has not:
    // what a method gives back of it may differ by that amount.
    const BoardClock* board = clock_.board(game_.board);
    if (recorded && board && game_.control) {
        const Period& period =
            game_.control->sides[sealed.by].period(board->keeper.period(sealed.by));
        const bool by_use =
            period.method == Method::bronstein || period.method == Method::japanese;
        const Duration said = recorded->readings[sealed.by] - game_.readings[sealed.by];
        const bool near = said <= gained + period.bonus && gained <= said + period.bonus;
        if (by_use && near) gained = said;
    }
    Both<Duration> after = game_.readings;
    after[sealed.by] += gained;
    const Both<Duration> before = game_.readings;
    // The record decides how long its player thought.
    record_move({sealed.by, e.text, {}, {}}, *move, recorded ? recorded->elapsed : Duration{},
                CompletedBy::ruling, after);
    if (game_.presses) game_.readings = before;  // its clock shows the move when it is set
    // A move made on the board meanwhile is not the sealed move.
    if (!game_.standing.empty() && game_.standing.front().side == sealed.by)
        game_.standing.erase(game_.standing.begin());
    if (game_.presses) set_presses(game_.line.ply());
    const Ending ending = ending_by(Ending::none);
    if (ending != Ending::none) return finish_by_move(ending);
    const std::string article = article_or("I.9");
    rule(article, Subject::adjournment);
    check_effect({});
    set_clock(after, false, true, article);
}

// I.8: it loses, unless the opponent cannot mate.
void Arbiter::sealed_no_move(Side sealer) {
    const Side winner = other(sealer);
    const std::string can = verdict(game_.line.current(), winner);
    if (can != "winnable" && can != "unwinnable")
        return question("I.8", Subject::sealed_move, true);
    const Score score = can == "winnable" ? win_of(winner) : drawn();
    conclude({score, Ending::arbiter_decision, "I.8"}, Subject::sealed_move);
    check_effect({});
}

// I.9: the clock of the player who must reply to the sealed move starts; with the envelope closed
// only while they are absent.
void Arbiter::act(const wire::ResumeGame& e) {
    in_play();
    if (!game_.adjourned) return complain("a game is resumed that is not adjourned");
    const bool opened = !game_.adjourned->move.empty();
    const Side reply = other(game_.adjourned->by);
    const auto of_reply = reply == Side::white ? wire::Absentees::white : wire::Absentees::black;
    complain_unless(opened || e.absent == wire::Absentees::both || e.absent == of_reply,
                    show(reply) + " is there, but the envelope is not opened (I.7)");
    complain_unless(!game_.runs, "a game is resumed, but its clock runs");
    closings(Closing::intervention);
    complain_unless(game_.hold != Hold::question,
                    "a game is resumed, but a question holds it");
    keep_game(false, true);
    const std::string article = article_or("I.9");
    rule(article, Subject::adjournment);
    check_effect({});
    if (opened) start_clock();
    else start_reply(game_.readings, article);
    const bool asked = waits(Subject::default_time) && !in_answer<wire::QuestionPut>();
    if (e.absent && !asked) question("I.10", Subject::default_time, false);
}

// A player who must reply to a move that nobody knows uses their own time.
void Arbiter::start_reply(const Both<Duration>& readings, const std::string& article) {
    wire::SetReading command;
    wire::Correction& set = command.correction;
    set.readings = readings;
    set.turn = other(game_.adjourned->by);
    set.ply = {game_.adjourned->ply + 1};
    set.run = game_.hold != Hold::question;
    set.article = article;
    send(command);
    game_.hold = Hold::correction;
}

}  // namespace flagfall::oracle
