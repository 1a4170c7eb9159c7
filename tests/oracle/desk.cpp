// The rulings of an arbiter at the desk of arbiterd. What they had to decide is taken as given;
// whether it is within the Laws, and what must follow from it, is judged.
#include <algorithm>
#include <array>
#include <utility>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {

using chess::Position;

std::vector<wire::GameEvent> Arbiter::ruled() {
    game_.beyond = false;
    act_ = std::get_if<wire::DeskActed>(&case_.answer.front().event);
    if (act_ == nullptr) return came_to_nothing();
    shown_ = game_.readings;
    game_.closed.clear();
    want(*act_);
    complain_unless(!act_->by.empty(), "a ruling of nobody");
    if (!game_.position_known)
        leave("a ruling on a position that is not known");
    else
        std::visit([&](const auto& what) { act(what); }, act_->act);
    if (!game_.beyond) {
        actions_asked();
        claims_asked();
        flags_asked();
        flags_not_forgotten();
        absence_asked();
        waits_still();
    }
    // A press that arrived too late matters only if a flag decides the game.
    if (!game_.result) game_.flag_decided = game_.flag_decided && waits(Subject::flag_fall);
    return std::move(want_);
}

// A command that clockd refused, did not answer, or reported as done though its log lacks it.
std::vector<wire::GameEvent> Arbiter::came_to_nothing() {
    const auto* settled = std::get_if<wire::CommandSettled>(&case_.answer.front().event);
    const bool known = settled && settled->how == Settling::refused &&
                       !settled->refused.empty();
    const auto of_the_desk = [&](const Outstanding& each) {
        return known && each.id == settled->id && !each.by.empty();
    };
    if (std::ranges::any_of(game_.outbox, of_the_desk))
        return refused(settled->id, settled->refused);
    if (settled && settled->how == Settling::no_effect) return without_effect(settled->id);
    const auto* put = std::get_if<wire::QuestionPut>(&case_.answer.front().event);
    if (put && put->basis.command) return unanswered(*put->basis.command);
    leave("what became of a command");
    return {};
}

void Arbiter::leave(std::string_view why) {
    game_.left = why;
    game_.beyond = true;
}

// Sheets, and moves entered from them.
template <class Act>
void Arbiter::act(const Act&) {
    leave(Act::type);
}

void Arbiter::in_play() {
    complain_unless(!game_.result, "a ruling on play, but the game is over");
}

std::string Arbiter::article_or(std::string_view otherwise) const {
    return act_->article.empty() ? cited(game_.rules, std::string(otherwise)) : act_->article;
}

void Arbiter::rule(const std::string& article, Subject about) {
    ruling(article, about, act_->by);
}

// The changes that the ruling states, so that it can be taken back.
void Arbiter::check_effect(const wire::Effect& must) {
    undoes_ = must.undoes;
    const auto* given = in_answer<wire::RulingGiven>();
    if (given == nullptr) return;
    const wire::Effect& is = given->effect;
    complain_unless(is.time == must.time, "the ruling gives " + show(is.time) + ", must give " +
                                              show(must.time));
    complain_unless(is.waits == must.waits,
                    is.waits ? "the time waits that the clock gets now"
                             : "the game is over, and the time does not wait until it is not");
    complain_unless(is.undoes == must.undoes, "the ruling takes back ruling " + show(is.undoes) +
                                                  ", must be " + show(must.undoes));
    complain_unless(is.answers == must.answers, "the ruling answers question " +
                                                    show(is.answers) + ", must be " +
                                                    show(must.answers));
    const auto whose = [](const std::optional<Side>& side) {
        return side ? std::string(name(*side)) : "nobody";
    };
    complain_unless(is.counted == must.counted, "the ruling counts an illegal action of " +
                                                    whose(is.counted) + ", must be " +
                                                    whose(must.counted));
    complain_unless(is.bound == must.bound, "the ruling binds " + whose(is.bound) +
                                                ", must bind " + whose(must.bound));
    complain_unless(is.counted_ply == must.counted_ply,
                    "the ruling counts for ply " + show(is.counted_ply) + ", must be " +
                        show(must.counted_ply));
}

void Arbiter::act(const wire::Note&) {
    rule(article_or("12.2"), Subject::note);
    check_effect({});
}

void Arbiter::act(const wire::ShowRecord& e) {
    in_play();
    complain_unless(e.side == mover(), "only the player on the move may see the record (A.4.3)");
    rule(article_or("A.4.3"), Subject::record_shown);
    check_effect({});
}

// clockd knows who has come; its event is the record's.
void Arbiter::act(const wire::Arrival& e) {
    in_play();
    wire::Arrive command;
    command.side = e.side;
    send(command);
}

void Arbiter::act(const wire::PauseClock&) {
    in_play();
    rule(article_or("6.11.1"), Subject::pause);
    check_effect({});
    game_.paused = true;
    wire::Pause command;
    command.reason = act_->reason;
    send(command);
}

void Arbiter::act(const wire::ResumeClock&) {
    in_play();
    if (game_.adjourned && !reply_runs()) return act(wire::ResumeGame{});
    closings(Closing::intervention);
    complain_unless(game_.hold != Hold::question, "play goes on, but a question holds the game");
    rule(article_or("6.11.3"), Subject::resume);
    check_effect({});
    start_clock();
}

void Arbiter::give_time(const Both<Duration>& deltas, const std::string& article,
                        Subject about) {
    in_play();
    for (const Side side : {Side::white, Side::black})
        complain_unless(game_.readings[side] + deltas[side] >= Duration{},
                        show(side) + " has less time than is taken off");
    wire::Effect effect;
    effect.time = deltas;
    adjust(effect, article, about);
}

void Arbiter::adjust(const wire::Effect& effect, const std::string& article, Subject about) {
    rule(article, about);
    check_effect(effect);
    add_time(effect.time, article, act_->reason);
}

// A flag, or the end of the game at the clock, leaves a clock that gets time only when it is set.
void Arbiter::add_time(const Both<Duration>& time, const std::string& article,
                       const std::string& reason) {
    // A penalty of this ruling is in the record's readings, but not on the clock yet.
    const bool unshown = game_.penalty && game_.penalty->after == game_.readings;
    const Both<Duration> shown = unshown ? game_.penalty->before : game_.readings;
    if (game_.through) return set_clock(added_to(shown, time), false, true, article);
    wire::Adjust command;
    command.deltas = time;
    command.article = article;
    command.reason = reason;
    send(command);
}

void Arbiter::act(const wire::AdjustClock& e) {
    give_time({{e.white, e.black}}, article_or("12.5"), Subject::clock);
}

// 8.7: the persons who have signed or approve.
void Arbiter::act(const wire::Approve& e) {
    complain_unless(game_.result.has_value(), "a result is approved that there is not");
    wire::ResultApproved approved;
    approved.who = e.who;
    approved.by = act_->by;
    want(approved);
}

// 11.10.
void Arbiter::act(const wire::Appeal&) { question(article_or("11.10"), Subject::appeal, false); }

void Arbiter::act(const wire::DecideAppeal& e) {
    const auto at = std::ranges::find(game_.asked, e.appeal, &Asked::number);
    if (at == game_.asked.end() || at->about != Subject::appeal)
        return complain("an appeal is decided that does not wait");
    game_.closed.push_back(*at);
    game_.asked.erase(at);
    const std::string option = e.upheld ? "upheld" : "dismissed";
    want(wire::QuestionClosed{{}, e.appeal, Closing::answered, act_->by, option});
    rule(article_or("11.10"), Subject::appeal);
    wire::Effect effect;
    effect.answers = e.appeal;
    check_effect(effect);
}

// 7.3: the colours of the players from now on.
void Arbiter::act(const wire::ReverseColours&) {
    std::swap(game_.white, game_.black);
    game_.reversed = !game_.reversed;
    wire::ColoursReversed reversed;
    reversed.white = game_.white;
    reversed.black = game_.black;
    reversed.reversed = game_.reversed;
    reversed.by = act_->by;
    reversed.article = article_or("7.3");
    rule(reversed.article, Subject::colours);
    check_effect({});
    want(std::move(reversed));
    if (game_.result) approved_again(*game_.result);
}

// ---- questions --------------------------------------------------------------------------------

bool Arbiter::wants_closed(std::uint32_t number) const {
    return std::ranges::any_of(want_, [&](const wire::GameEvent& event) {
        const auto* closed = std::get_if<wire::QuestionClosed>(&event);
        return closed && closed->number == number;
    });
}

// The record says which questions an act settles besides its own: they must have waited.
void Arbiter::closings(Closing how) {
    for (const GameRow& row : case_.answer) {
        const auto* closed = std::get_if<wire::QuestionClosed>(&row.event);
        if (closed == nullptr || closed->how != how) continue;
        if (closed->number > game_.questions) continue;  // asked by this act, and judged after it
        if (wants_closed(closed->number)) continue;      // with the command that it was about
        const auto at = std::ranges::find(game_.asked, closed->number, &Asked::number);
        if (at == game_.asked.end()) {
            complain("question " + show(closed->number) + " is closed, but does not wait");
            continue;
        }
        game_.closed.push_back(*at);
        game_.asked.erase(at);
        const std::string by = how == Closing::intervention ? act_->by : "";
        want(wire::QuestionClosed{{}, closed->number, how, by, ""});
    }
    if (game_.hold == Hold::question) held_by_questions();
}

// The question that the ruling taken back had answered is asked again. `only_known`: one that
// is asked for the first time follows from something else.
void Arbiter::questions_again(bool only_known) {
    for (const GameRow& row : case_.answer) {
        const auto* put = std::get_if<wire::QuestionPut>(&row.event);
        // commands_still() handles one that replaces a question that waits.
        const bool waits = put != nullptr && put->about == Subject::clock_command &&
                           std::ranges::find(game_.asked, put->asked_before, &Asked::number) !=
                               game_.asked.end();
        if (put != nullptr && put->number > game_.questions && !waits &&
            (!only_known || put->asked_before > 0))
            ask_again(*put);
    }
}

void Arbiter::ask_again(const wire::QuestionPut& put) {
    // While an illegal action is open, questions about the position before it wait.
    complain_unless(put.about != Subject::position_ends ||
                        (game_.open && put.asked_before > 0) ||
                        put.article == cited(game_.rules, std::string(article_of_end())),
                    "it is asked of a position that does not stand any more");
    const auto before = game_.known.find(put.asked_before);
    const bool known = before != game_.known.end();
    question(put.article, put.about, put.holds, known ? before->second.refused_ruling : 0);
    if (const auto* of = put.basis.facts ? std::get_if<wire::OfFlag>(&*put.basis.facts) : nullptr;
        of && put.about == Subject::flag) {
        game_.asked.back().flag_facts = *of;
        game_.asked.back().flag = of->fell_first.value_or(of->side);
    }
    if (!known) return;
    game_.asked.back().first = before->second.first;
    game_.asked.back().broken = before->second.broken;
    game_.asked.back().action = before->second.action;
    const auto* side = put.basis.facts ? std::get_if<wire::OfSide>(&*put.basis.facts) : nullptr;
    game_.asked.back().of = side ? std::optional(*side) : before->second.of;  // as they count now
    game_.asked.back().guessed = before->second.guessed;
    game_.asked.back().claim = before->second.claim;
    game_.asked.back().offer = before->second.offer;
    game_.asked.back().offerer = before->second.offerer;
    game_.asked.back().presser = before->second.presser;
    game_.asked.back().refused = before->second.refused;
    game_.asked.back().refused_ruling = before->second.refused_ruling;
    game_.asked.back().pressed_ply = before->second.pressed_ply;
    if (before->second.claim) game_.asked.back().flag = before->second.flag;
}

// No question that waited before the ruling is lost with it; the outcome of a command is known.
void Arbiter::check_asked_again(const std::vector<Asked>& closed, std::uint32_t undone) {
    constexpr std::array known{Subject::clock_command, Subject::game_end, Subject::refused,
                               Subject::loss};
    const auto answered = [&](const Asked& asked) {
        return std::ranges::any_of(game_.given, [&](const Given& each) {
            return !each.undone && !each.only_gave_result() && each.effect.answers > 0 &&
                   root_of(game_, each.number) != root_of(game_, undone) &&
                   std::ranges::any_of(each.closed, [&](const Asked& was) {
                       return was.number == each.effect.answers && was.first == asked.first;
                   });
        });
    };
    // If a person at the clock withdrew the result; its later outcome is another matter.
    const auto put_since = [&](const Asked& asked) {
        return std::ranges::any_of(game_.known, [&](const auto& each) {
            return each.second.first == asked.first && each.first > asked.number;
        });
    };
    for (const Asked& asked : closed) {
        const bool settled = answered(asked) ||  // by a ruling that stands again
                             put_since(asked) ||
                             std::ranges::find(known, asked.about) != known.end() ||
                             (game_.result && !outlives_game(asked.about)) ||
                             asked.about == Subject::flag ||  // flags_not_forgotten()
                             (asked.about == Subject::pause && game_.runs) ||
                             // A.5.2: moves were made since, so it is open no longer.
                             (asked.action && asked.action->ply.count != counted() + 1) ||
                             (asked.about == Subject::default_time && counted() > 1 &&
                              asked.article != "I.10") ||
                             (asked.about == Subject::position_ends &&
                              cited(game_.rules, std::string(article_of_end())) !=
                                  asked.article) ||
                             rests_on_nothing(asked);
        complain_unless(settled || waits(asked.about),
                        "question " + show(asked.number) + " is not asked again");
    }
}

// ---- clocks -----------------------------------------------------------------------------------

// A flag, or the end of the game at the clock, leaves a clock that starts only when it is set.
void Arbiter::start_clock() {
    if (!command_in_answer<wire::SetReading>()) return send(wire::Resume{});
    wire::SetReading command;
    wire::Correction& set = command.correction;
    set.readings = game_.readings;
    set.turn = clock_side();
    set.ply = {clock_ply()};
    set.run = set.goes_on = true;
    set.article = "6.11.3";
    send(command);
    game_.hold = Hold::correction;
}

// The clock shows the record: until then nothing counts.
void Arbiter::set_clock(Both<Duration> readings, bool run, bool goes_on,
                        const std::string& article, const Both<std::uint32_t>& period) {
    for (const Side side : {Side::white, Side::black})
        complain_unless(readings[side] >= Duration{}, "a clock is set to less than nothing");
    wire::SetReading command;
    wire::Correction& set = command.correction;
    set.readings = readings;
    set.turn = clock_side();
    set.ply = {clock_ply()};
    set.run = run && game_.hold != Hold::question && !waits_adjourned();
    const bool known = !game_.presses || (placed_ && board_known());
    const bool ahead = game_.open || reply_runs();
    if (game_.standing.empty() && known && !ahead) set.fen = chess::fen(game_.line.current());
    set.article = article;
    set.goes_on = goes_on;
    set.period = period;
    send(command);
    game_.hold = Hold::correction;
}

void Arbiter::act(const wire::SetClock& e) {
    const bool placed = places(e);
    set_by_desk(e, article_or(placed ? "7.1" : "6.10.2"), 0);
}

void Arbiter::set_by_desk(const wire::SetClock& set, const std::string& article,
                          std::uint32_t answers) {
    in_play();
    const Both<Duration> before = game_.readings;
    const Both<Duration> after{{set.white.value_or(before[Side::white]),
                                set.black.value_or(before[Side::black])}};
    complain_unless((set.white && set.black) || (!places(set) && !game_.runs),
                    "the clock is set to times that nobody gave");
    closings(Closing::intervention);
    const bool placed = places(set);
    complain_unless(!set.run || answers > 0 || game_.hold != Hold::question,
                    "the clock is started, but a question holds the game");
    complain_unless(!game_.adjourned || answers > 0 || (!set.run && !placed),
                    "the game is adjourned, and its clock is started or its position set");
    if (placed && !place(set, after)) return;
    if (game_.presses) count_by_desk(set);
    if (placed) look_for_end();
    rule(article, placed ? Subject::position : Subject::clock);
    wire::Effect effect;
    for (const Side side : {Side::white, Side::black})
        effect.time[side] = after[side] - before[side];
    effect.answers = answers;
    check_effect(effect);
    const bool sealed = game_.adjourned && game_.adjourned->move.empty();
    if (sealed && game_.runs && set.run && !placed) return start_reply(after, article);
    const bool same = !placed && after == before && set.period == Both<std::uint32_t>{};
    set_clock(after, set.run, same, article, set.period);
}

// ---- positions --------------------------------------------------------------------------------

// The present game can come back when the next ruling is taken back.
void Arbiter::keep_game(bool whole, bool adjourned, bool presses, std::uint32_t under) {
    const auto before = std::make_shared<Game>(game_);
    before->kept.clear();
    if (under == 0) under = game_.rulings + 1;
    game_.kept.insert({under, Kept{.whole = whole,
                                   .adjourned = adjourned,
                                   .presses = presses || whole || adjourned,
                                   .before = before}});
}

// The position after `ply` stands again; `fen` if the record goes on from another position.
void Arbiter::restore(std::uint32_t ply, const std::string& fen) {
    wire::PositionRestored restored;
    restored.ply = {ply};
    restored.fen = fen;
    restored.by = act_->by;
    restored.reason = act_->reason;
    // When a question is answered, the record adds words before the arbiter's reason.
    const auto* recorded = in_answer<wire::PositionRestored>();
    if (recorded && recorded->reason.ends_with(act_->reason)) restored.reason = recorded->reason;
    want(std::move(restored));
    placed_ = true;
    const bool same_move = fen.empty() && ply == game_.line.ply();
    if (fen.empty()) game_.line.back_to(ply);
    begin_over(!same_move);
}

// On a board that reports only presses, the count alone is not a position.
bool Arbiter::places(const wire::SetClock& set) const {
    return !set.fen.empty() || (set.ply && !game_.presses);
}

bool Arbiter::place(const wire::SetClock& set, const Both<Duration>& after) {
    if (!set.fen.empty()) {
        const auto given = chess::parse_position(set.fen, game_.variant);
        complain_unless(given.has_value(), "a position is set up that none can be");
        if (!given) return false;
        if (game_.presses) return place_at_presses(*given, set), true;
        keep_game(false);
        return place(*given, set, after);
    }
    if (!game_.line.has(set.ply->count)) {
        complain("the record has no position after ply " + show(*set.ply));
        return false;
    }
    keep_game(false);
    restore(set.ply->count, "");
    return true;
}

// A position in the record is that one, and a position after a move is from that move.
bool Arbiter::place(const Position& given, const wire::SetClock& set,
                    const Both<Duration>& after) {
    const Line& line = game_.line;
    std::uint32_t ply = set.ply ? set.ply->count : line.ply();
    if (!set.ply) {
        for (std::uint32_t at = line.ply() + 1; at-- > line.first_ply();) {
            if (!chess::same_position(line.at(at), given)) continue;
            ply = at;
            break;
        }
    }
    if (line.has(ply) && chess::same_position(line.at(ply), given)) {
        restore(ply, "");
        return true;
    }
    if (ply > 0 && line.has(ply - 1)) {
        const Position from = line.at(ply - 1);
        for (const chess::Move move : chess::legal_moves(from)) {
            if (!chess::same_position(chess::after(from, move), given)) continue;
            restore(ply - 1, "");
            shown_ = after;
            record_move({from.side_to_move(), chess::san(from, move), {}, {}}, move, {},
                        CompletedBy::ruling);
            return true;
        }
    }
    game_.line = Line(game_.line, given, ply);
    restore(ply, set.fen);
    return true;
}

// ---- results ----------------------------------------------------------------------------------

void Arbiter::conclude(const wire::Outcome& by_the_laws, Subject about,
                       const std::vector<Approval>& approved) {
    wire::Outcome outcome = by_the_laws;
    const bool over = game_.result.has_value();
    if (over && about == Subject::undo) as_before_ = outcome.article;  // as the arbiter named it
    outcome.article = cite(outcome.article);
    // A result from before may be one that was not given at the desk; points are taken off, too.
    const bool points = about == Subject::penalty && over && game_.result->ending == outcome.ending;
    complain_unless(about == Subject::undo || points || fits(outcome.ending, outcome.score),
                    "no game ends " + std::string(text(outcome.score)) + " by " +
                        show(outcome.ending));
    for (const Side side : {Side::white, Side::black})
        if (!over) end_offer(side, OfferEnd::game_over);
    rule(outcome.article, about);
    wire::ResultRecorded recorded;
    recorded.outcome = outcome;
    recorded.by = act_->by;
    recorded.ply = {game_.line.ply()};
    recorded.readings = readings();
    want(std::move(recorded));
    approved_again(outcome, approved);
    game_.result = outcome;
    game_.withdrawn.reset();
    game_.flag_decided = outcome.ending == Ending::time_forfeit ||
                         outcome.ending == Ending::time_forfeit_draw;
    if (over) return;  // the clock stands already
    waits_no_longer();
    if (game_.hold == Hold::question) held_by_questions();
    drop_reopening();
    issue(outcome);
}

namespace {

// The article of a result, if its ending has only one.
std::string_view article_of(Ending ending, bool over) {
    switch (ending) {
        case Ending::checkmate: return "5.1.1";
        case Ending::resignation:
        case Ending::resignation_draw: return "5.1.2";
        case Ending::stalemate: return "5.2.1";
        case Ending::dead_position: return "5.2.2";
        case Ending::agreement: return "5.2.3";
        case Ending::time_forfeit:
        case Ending::time_forfeit_draw: return "6.9";
        case Ending::illegal_move_forfeit:
        case Ending::illegal_move_draw: return "7.5.5";
        case Ending::threefold: return "9.2";
        case Ending::fifty_move: return "9.3";
        case Ending::fivefold: return "9.6.1";
        case Ending::seventy_five_move: return "9.6.2";
        case Ending::forfeit: return "6.7.1";
        default: return over ? "8.7" : "";
    }
}

}  // namespace

void Arbiter::act(const wire::GiveResult& e) {
    const bool over = game_.result.has_value();
    const bool played = counted() + game_.standing.size() >= 2;
    Ending ending = e.ending.empty() ? Ending::arbiter_decision
                                     : ending_from(e.ending).value_or(Ending::none);
    // 6.7.1: a player who did not come has lost a game that is not played.
    const bool absence = act_->article == "6.7.1" || act_->article == cite("6.7.1");
    if (ending == Ending::arbiter_decision && absence) ending = Ending::forfeit;
    complain_unless(ending != Ending::none && ending != Ending::cancelled,
                    "no game ends by " + show(e.ending));
    complain_unless(ending != Ending::forfeit || !played,
                    "a game that was played is lost by forfeit (6.7.1)");
    const std::string article = article_or(article_of(ending, over));
    complain_unless(!article.empty(), "a result that rests on no article");
    conclude({e.score, ending, article}, Subject::result);
    check_effect({});
}

// The game goes on when a person resumes it, with the clock as in the record.
void Arbiter::reopen(const std::string& article, const std::string& reason,
                     const Both<Duration>& shown) {
    want(wire::ResultWithdrawn{{}, act_->by, article, reason});
    offers_again();
    game_.withdrawn = std::exchange(game_.result, std::nullopt);
    game_.hold = Hold::none;
    game_.named = true;
    game_.runs = game_.through = game_.flag_decided = false;
    wire::ReopenGame command;
    command.article = article;
    command.reason = reason;
    send(command);
    look_for_end();
    if (game_.other_control && !control_owed()) {
        wire::SetControl control;
        control.control = game_.in_force;
        control.control.article = article;
        control.control.reason = reason;
        control.readings = shown;
        send(control);
    }
    set_clock(shown, false, true, article);
    pay_owed();
}

}  // namespace flagfall::oracle
