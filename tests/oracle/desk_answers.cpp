// The arbiter's answers at the desk to the questions that wait.
#include <algorithm>
#include <array>

#include "tests/oracle/arbiter.hpp"

namespace flagfall::oracle {
namespace {

// The question that a ruling answers, by the number that it had first.
std::uint32_t answered_first(const Given& given) {
    const auto at = std::ranges::find(given.closed, given.effect.answers, &Asked::number);
    return at == given.closed.end() ? 0 : at->first;
}

// The question that the ruling had answered has another answer since.
bool answered_since(const Game& game, std::uint32_t ruling) {
    const Given* given = ruling_of(game, ruling);
    const std::uint32_t first = given && given->undone ? answered_first(*given) : 0;
    return first > 0 && std::ranges::any_of(game.given, [&](const Given& each) {
        return !each.undone && !each.only_gave_result() && answered_first(each) == first;
    });
}

}  // namespace

void Arbiter::act(const wire::AnswerQuestion& e) {
    const auto at = std::ranges::find(game_.asked, e.question, &Asked::number);
    if (at == game_.asked.end())
        return complain("question " + show(e.question) + " is answered, but does not wait");
    const Asked asked = *at;
    game_.closed.push_back(asked);
    if (std::ranges::find(asked.options, e.option) == asked.options.end())
        return complain("the answer " + show(e.option) + " was not offered");
    game_.asked.erase(at);
    want(wire::QuestionClosed{{}, e.question, Closing::answered, act_->by, e.option});
    if (game_.hold == Hold::question) held_by_questions();
    answer(asked, e);
}

void Arbiter::answered(const Asked& asked) {
    rule(article_or(asked.article), asked.about);
    wire::Effect effect;
    effect.answers = asked.number;
    check_effect(effect);
}

void Arbiter::answer(const Asked& asked, const wire::AnswerQuestion& e) {
    constexpr std::array<std::string_view, 5> words{"noted", "wait", "no_draw", "upheld",
                                                    "dismissed"};
    const std::string article = article_or(asked.article);
    const bool only_words = std::ranges::find(words, e.option) != words.end() ||
                            (asked.about == Subject::agreement && e.option == "play_on") ||
                            (asked.about == Subject::loss && e.option == "stands");
    wire::Effect effect;
    effect.answers = asked.number;
    const bool of_clock = asked.holds || asked.about == Subject::refused ||
                          asked.about == Subject::control;
    if (e.option == "noted" && of_clock && !game_.runs) game_.named = true;
    if (decides(asked, e) || only_words) {
        if (only_words) rule(article, asked.about);
        return check_effect(effect);
    }
    if (e.option == "resume") return resume_after(asked);
    if (e.option == "play_on" || e.option == "reject" || e.option == "error")
        return goes_on_after(asked, true);
    if (asked.claim && answers_quickplay(asked, e.option)) return;
    if (e.option == "offence" && asked.presser) return count_press(asked);
    if (e.option == "call" && asked.fell) return flag_called(asked);
    if (e.option == "leave") return goes_on_after(asked, false);
    if (e.option == "stands") return move_stands(asked);
    if (e.option == "take_back" && asked.broken) return move_goes_back(asked, e);
    if (e.option == "apply" && asked.action) return apply_action(asked);
    const bool two_hands = e.option == "two_hands";
    if ((e.option == "apply" || two_hands) && asked.claim) return apply_claimed(asked, two_hands);
    if (e.option == "again" && asked.refused) return send_again(asked);
    if (e.option == "let_be" && asked.refused) return let_be(asked);
    if (e.option == "call" && asked.about == Subject::flag) return call_flag(asked);
    if (e.option == "reopen" && asked.about == Subject::loss) return reopen_loss(asked, e);
    if (e.option == "move_was" && asked.claim) return judge_claim(asked, e.text);
    if (e.option == "claim_wrong" && asked.claim) return claim_is_wrong(asked);
    if (e.option == "go_back") return position_again(asked, e, "");
    if (e.option == "set_up") return position_again(asked, e, e.text);
    if (e.option == "warn") {
        rule(article_or("12.9.1"), asked.about);
        return check_effect(effect);
    }
    if (e.option == "call" && asked.about == Subject::claim_flag) return call_flag(asked);
    if (e.option == "time" && asked.of) return time_for(asked, other(asked.of->side));
    if (e.option == "press_counts") {  // 6.8: the flag had not fallen
        rule(article, asked.about);
        check_effect(effect);
        if (!game_.result) return;
        reopen(article, act_->reason, game_.readings);
        return questions_again(true);
    }
    if (e.option != "set_clock" && e.option != "no_scoresheet")  // US 13C7
        return leave("the answer " + e.option + " to " + std::string(name(asked.about)));
    // A running clock without new times keeps its times.
    const bool sealed = game_.adjourned && game_.adjourned->move.empty();
    if (game_.runs && !e.white && !e.black && !sealed && !game_.proposed.contains(e.question))
        return resume_after(asked);
    set_by_desk(clock_set(e), article.empty() ? "6.10.2" : article, asked.number);
}

// The times given, or those that the record has proposed with the question, plus the changes
// at the clock since.
Both<Duration> Arbiter::times_of(const wire::AnswerQuestion& e,
                                 const Both<Duration>& otherwise) const {
    const auto proposed = game_.proposed.find(e.question);
    const Both<Duration>& times =
        proposed != game_.proposed.end() ? proposed->second.readings : otherwise;
    return {{e.white.value_or(times[Side::white]), e.black.value_or(times[Side::black])}};
}

// If the record has proposed nothing, its word is accepted; the clock runs.
wire::SetClock Arbiter::clock_set(const wire::AnswerQuestion& e) const {
    const auto* sent = command_in_answer<wire::SetReading>();
    const Both<Duration> times = times_of(e, sent ? sent->correction.readings : game_.readings);
    wire::SetClock set;
    set.white = times[Side::white];
    set.black = times[Side::black];
    set.run = true;
    return set;
}

// 9.2.1, 9.3.1: the claim is judged with the move that the arbiter has determined.
void Arbiter::judge_claim(const Asked& asked, const std::string& move) {
    answered(asked);
    wire::Claimed claim = *asked.claim;
    claim.move = move;
    claim.readings = game_.readings;
    std::vector<chess::Position> kept;
    complain_unless(read(on_board(kept), move).meaning != Meaning::unreadable,
                    "a claim is judged with a move that nobody can read");
    on(claim);
}

// 9.5.3: the move of the claim does not exist, or is illegal.
void Arbiter::claim_is_wrong(const Asked& asked) {
    wire::Claimed claim = *asked.claim;
    claim.readings = game_.readings;
    wire::ClaimJudged judged;
    judged.side = claim.side;
    judged.kind = claim.kind;
    judged.ply = {counted()};
    judged.move = claim.move;
    want(judged);
    count_wrong_claim(claim.side);
    wrong_claim(claim, judged, std::nullopt);
    wire::Effect effect;
    effect.answers = asked.number;
    effect.time[other(claim.side)] = game_.rules.penalty;
    check_effect(effect);
}

// The record's position is on the board again, or another position.
void Arbiter::position_again(const Asked& asked, const wire::AnswerQuestion& e,
                             const std::string& fen) {
    wire::SetClock set = clock_set(e);
    set.ply = {fen.empty() ? game_.line.ply() : counted()};
    set.fen = fen;
    const auto given = chess::parse_position(fen, game_.variant);
    if (given && given->side_to_move() != mover()) set.ply->count += 1;
    set_by_desk(set, article_or(asked.article), asked.number);
}

// 12.9.2: for a disturbance.
void Arbiter::time_for(const Asked& asked, Side side) {
    in_play();
    const std::string article = article_or("12.9.2");
    rule(article, asked.about);
    wire::Effect effect;
    effect.answers = asked.number;
    effect.time[side] = game_.rules.penalty;
    check_effect(effect);
    add_time(effect.time, article, act_->reason);
}

// 6.8: the clock judges the call of the flag that fell first; its flag-fall is judged then.
void Arbiter::call_flag(const Asked& asked) {
    answered(asked);
    wire::CallFlag command;
    command.side = asked.flag;
    send(command);
}

// The clock had dropped the flag by itself: with the call it is judged.
void Arbiter::flag_called(const Asked& asked) {
    answered(asked);
    std::erase_if(game_.asked, [&](const Asked& other) {  // about the same flag
        if (other.about != Subject::flag_fall || other.fallen != asked.fallen) return false;
        want(wire::QuestionClosed{{}, other.number, Closing::overtaken, "", ""});
        return true;
    });
    wire::FlagFell fell;
    fell.side = asked.fell->side;
    fell.absent = asked.fell->absent;
    fell.ply = asked.fell->ply;
    fell.moves = asked.fell->presses;
    fell.moves_required = asked.fell->moves_required;
    fell.by = act_->by;
    game_.flag_decided = true;
    judge_flag(fell);
}

// A press without a move was an offence: 7.5.5 is applied, and the clock that it stopped goes on.
void Arbiter::count_press(const Asked& asked) {
    wire::IllegalAction act;
    act.side = *asked.presser;
    act.kind = Irregularity::press_without_move;
    if (asked.pressed_ply <= game_.line.ply()) act.ply = {asked.pressed_ply};  // moves followed
    Counting how{.answers = asked.number, .shown = {}, .again = true, .stays = true};
    if (!game_.runs) how.shown = game_.readings;
    count_action(act, how);
}

// The command that clockd refused is sent again. If the refusal took the ruling back, the answer
// takes the refusal back.
void Arbiter::send_again(const Asked& asked) {
    wire::OfficeCommand command = *asked.refused;
    const std::string article = article_or(asked.article);
    const bool waits_still = std::ranges::any_of(game_.outbox, [&](const Outstanding& each) {
        return each.id == asked.command;
    });
    wire::Effect effect;
    effect.answers = asked.number;
    const Given* refusal = nullptr;
    for (const Given& each : game_.given)
        if (each.refusal && each.effect.undoes == asked.refused_ruling)
            refusal = &each;
    // A later ruling that was taken back since leads back to the refusal.
    if (refusal && !refusal->undone && !waits_still)
        effect.undoes = tip_of(game_, root_of(game_, refusal->number));
    if (answered_since(game_, root_of(game_, effect.undoes))) effect.undoes = 0;
    const std::uint32_t root = root_of(game_, effect.undoes);
    rule(article, asked.about);
    const auto* adjust = std::get_if<wire::Adjust>(&command);
    auto* set = std::get_if<wire::SetControl>(&command);
    if (adjust && !waits_still) effect.time = adjust->deltas;
    const auto* setting = std::get_if<wire::SetReading>(&command);
    if (set && !waits_still && set->relative) effect.time = set->readings;
    const bool sets = setting || (set && !set->relative && !game_.runs);
    if (sets && !waits_still)
        for (const Side side : {Side::white, Side::black})
            effect.time[side] = (setting ? setting->correction.readings : set->readings)[side] -
                                game_.readings[side];
    check_effect(effect);
    const bool unanswered = asked.about == Subject::clock_command;
    if (unanswered || asked.about == Subject::game_end) drop(*asked.refused, Settling::sent_again);
    if (const auto* reading = std::get_if<wire::SetReading>(&command);
        reading && !game_.result) {
        const bool sealed =
            game_.adjourned && reading->correction.ply.count == game_.adjourned->ply + 1;
        complain_unless(sealed || (reading->correction.ply.count == clock_ply() &&
                                   reading->correction.turn == clock_side()),
                        "the clock is set again for another move than the record's");
        game_.hold = Hold::correction;
    }
    if (set && !unanswered) {
        set->control.article = article;
        set->control.reason = act_->reason;
    }
    // The result may have changed since then.
    auto* end = std::get_if<wire::EndGame>(&command);
    if (end && game_.result) end->outcome = *game_.result;
    send(command);
    if (root == 0) return;
    closings(Closing::overtaken);
    questions_again(true);
    if (effect.undoes > 0) check_asked(effect.undoes, game_.illegal);
}

// An answer that ends the game, or gives it another result.
bool Arbiter::decides(const Asked& asked, const wire::AnswerQuestion& e) {
    const std::string& option = e.option;
    const bool forfeit = option.starts_with("forfeit_");
    Score score;  // both lose
    if (option == "white_wins" || option == "forfeit_black") score = win_of(Side::white);
    else if (option == "black_wins" || option == "forfeit_white") score = win_of(Side::black);
    else if (option == "draw") score = drawn();
    else if (option != "forfeit_both") return false;
    std::string article = article_or(asked.article);
    const bool flags = asked.about == Subject::flag || asked.about == Subject::claim_flag;
    if (flags && option == "draw") article = article_or("III.3.1");
    if (asked.about == Subject::agreement && asked.article == "9.1.2.1")
        article = article_or("5.2.3");
    // A flag of a player who was there after all is decided by 6.9, whatever the question was.
    if (asked.about == Subject::flag_fall && asked.article == cite("6.7.1") && !forfeit)
        article = article_or("6.9");
    // The record decides how the game ended, as far as such games can end like that.
    const auto* recorded = in_answer<wire::ResultRecorded>();
    Ending ending = recorded ? recorded->outcome.ending : Ending::arbiter_decision;
    if (forfeit) ending = Ending::forfeit;
    conclude({score, ending, article}, asked.about);
    return true;
}

// The clock that stands for the question goes on, unless another question still holds the game.
void Arbiter::goes_on_after(const Asked& asked, bool must_run) {
    answered(asked);
    clock_goes_on(must_run);
}

void Arbiter::resume_after(const Asked& asked) {
    answered(asked);
    const bool apart = asked.about == Subject::correction ||
                       (asked.about == Subject::position && !asked.shadow);
    if (apart) return goes_on_by_record();
    clock_started(true);
}

// The clock is set to the moves of the record, and is stopped for that if it runs.
void Arbiter::goes_on_by_record() {
    game_.to_record = game_.runs ? game_.rulings : 0;
    if (!game_.began || waits_for_envelope()) return;
    if (game_.runs) {
        wire::Pause pause;
        pause.reason = "the clock is set to the moves of the record";
        return send(pause);
    }
    set_clock(game_.readings, true, true, "6.11.3");
}

void Arbiter::stopped_to_go_on(const Outstanding& pause) {
    if (pause.ruling == 0 || pause.ruling != game_.to_record || game_.result) return;
    game_.runs = false;
    order_by_ = pause.by;
    goes_on_by_record();
    order_by_.clear();
}

// If an arbiter has paused the clock, only a resumption starts it.
void Arbiter::clock_goes_on(bool must_run) {
    if (game_.runs || !game_.paused) return clock_started(must_run);
    complain_unless(!command_in_answer<wire::Resume>(),
                    "the clock is started, but an arbiter has paused it");
}

void Arbiter::clock_started(bool must_run) {
    const bool held = waits_for_envelope() || game_.hold == Hold::question;
    if (command_in_answer<wire::Resume>() || command_in_answer<wire::SetReading>()) {
        complain_unless(!held,
                        "the clock is started, but a question or an envelope holds the game");
        return start_clock();
    }
    complain_unless(!must_run || held || game_.runs || !game_.began,
                    "play goes on, but the clock is not started");
}

}  // namespace flagfall::oracle
