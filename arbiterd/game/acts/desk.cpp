#include "arbiterd/game/acts/desk.hpp"

#include <algorithm>
#include <cstdio>

#include "arbiterd/game/acts/acts.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/of_acts.hpp"
#include "arbiterd/game/laws/presses.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/standing.hpp"
#include "arbiterd/game/state/readings.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"

namespace flagfall::game {
namespace {

MaybeRefusal answer_first(const Question& question) {
    FF_CHECK(question.holds);
    std::string options;
    for (const wire::Pair& option : question.options)
        options += (options.empty() ? "" : ", ") + option.name;
    return refuse("question_open", sentence({"question ", std::to_string(question.number), " (",
                                             name(question.about),
                                             ") holds the game: answer it first, with ", options}));
}

// A question asks whether the clock stands elsewhere than the record: only its answer `resume` sets
// the clock to the record first.
MaybeRefusal clock_is_apart(const Draft& draft) {
    if (draft.live().adjourned) return std::nullopt;
    for (const Question& question : draft.live().questions)
        if (question.holds && may_be_apart(question)) return answer_first(question);
    return std::nullopt;
}

// The endings that give_result may name.
constexpr std::string_view ending_list =
    "checkmate, resignation, resignation-draw, stalemate, dead-position, agreement, time-forfeit, "
    "time-forfeit-draw, illegal-move-forfeit, illegal-move-draw, threefold, fifty-move, fivefold, "
    "seventy-five-move, forfeit, arbiter-decision";

// A game that was cancelled only accepts notes.
MaybeRefusal not_cancelled(const Games& games, const Game& game, const wire::DeskCommand& command) {
    const auto& result = game.live.result;
    if (!result || result->ending != Ending::cancelled) return std::nullopt;
    if (std::holds_alternative<wire::Note>(command.act)) return std::nullopt;
    const std::string other = other_at_board(games, game);
    return refuse("game_cancelled",
                  sentence({"this game was taken back, it is in no result; ",
                            other.empty() ? "the board has no other"
                                          : "the board's present game is ",
                            other}));
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::SetClock& set) {
    return set_clock(draft, command, set);
}

// The article of a result, if its ending has only one; a new result for a game that is over is the
// arbiter's by 8.7. Empty: the arbiter must name it. US Chess has its own rules.
std::string_view article_for(const Draft& draft, Ending ending) {
    if (draft.profile().material_to_win_on_time == WinOnTime::us_14e) return {};
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
        case Ending::arbiter_decision: return draft.over() ? "8.7" : "";
        case Ending::none:
        case Ending::cancelled: break;
    }
    return {};
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::GiveResult& give) {
    auto ending = give.ending.empty() ? std::optional(Ending::arbiter_decision)
                                      : ending_from(give.ending);
    if (ending == Ending::arbiter_decision && is_for_absence(draft, command.article))
        ending = Ending::forfeit;
    if (ending == Ending::cancelled)
        return refuse("bad_ending", "ending: games are taken back by changing their pairing",
                      "/act/ending");
    if (!ending || *ending == Ending::none)
        return refuse("bad_ending", "ending: one of " + std::string(ending_list), "/act/ending");
    if (!fits(*ending, give.score))
        return refuse("bad_ending",
                      give.ending.empty()
                          ? sentence({"score: a forfeit is 1-0, 0-1 or 0-0 (",
                                      draft.cite("6.7.1"), "), not ", text(give.score)})
                          : sentence({"ending: no game ends ", text(give.score), " by ",
                                      name(*ending), "; leave it out for a decision of "
                                                     "the arbiter"}),
                      "/act/ending");
    if (*ending == Ending::forfeit)
        if (auto no = was_played(draft)) return no;
    const std::string article = article_of(command, article_for(draft, *ending));
    if (article.empty())
        return refuse("no_article",
                      "article: say which article the result rests on, or with "
                      "`ending` how the game ended",
                      "/article");
    wire::Pairs evidence{fact("result_before", result_text(draft.live()))};
    if (!draft.over()) add_pending(draft, evidence);
    if (!command.reason.empty()) evidence.push_back(fact("reason", command.reason));
    const std::string said = command.reason.empty() ? "" : " " + command.reason;
    return give_outcome(draft, {give.score, *ending, article}, Subject::result,
                        sentence({"The arbiter gives the result ", text(give.score), ".", said}),
                        std::move(evidence));
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::AdjustClock& adjust) {
    if (auto no = not_in_play(draft)) return no;
    constexpr Duration most = minutes(24 * 60);
    const Both<Duration> deltas{{adjust.white, adjust.black}};
    const auto pointer = [](Side side) {
        return side == Side::white ? "/act/white_us" : "/act/black_us";
    };
    for (const Side side : {Side::white, Side::black})
        if (deltas[side] > most || deltas[side] < Duration{} - most)
            return refuse("bad_time", "at most a day can be added or taken off", pointer(side));
    for (const Side side : {Side::white, Side::black})
        if (draft.live().readings[side] + deltas[side] < Duration{})
            return refuse(
                "bad_time",
                sentence({say(side), " had only ", clock_text(draft.live().readings[side]),
                          " left at the last move"}),
                pointer(side));
    if (deltas == Both<Duration>{})
        return refuse("nothing_to_change",
                      "white_us or black_us (--white, --black): give the time to add",
                      "/act/white_us");
    wire::Effect effect;
    effect.time = deltas;
    const std::string article = article_of(command, "12.5");
    draft.rule(article, Subject::clock,
               sentence({"White's clock gets ", clock_text(adjust.white), ", Black's ",
                         clock_text(adjust.black), ". ", command.reason}),
               {fact("white_time_us", adjust.white.us), fact("black_time_us", adjust.black.us)},
               effect);
    draft.adjust_clock(deltas, article, command.reason);
    return std::nullopt;
}

// A claim stops the clock until it is answered. A person who pauses it meanwhile wants it to stand
// after the answer, too, just like a pause at the clock.
bool stopped_by_call(const Live& live) {
    return !live.named_pause && !live.locked && std::ranges::any_of(live.questions, is_call);
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::PauseClock&) {
    if (auto no = not_in_play(draft)) return no;
    if (!draft.live().running && !stopped_by_call(draft.live()))
        return refuse("clock_stands", "no clock is running at this board");
    draft.rule(article_of(command, "6.11.1"), Subject::pause,
               sentence({"The clock is paused. ", command.reason}), {});
    draft.pause_clock(command.reason);
    return std::nullopt;
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ResumeClock&) {
    if (auto no = not_in_play(draft)) return no;
    if (draft.live().running)
        return refuse("clock_running", "the clock of the side on move is running");
    if (const auto& adjourned = draft.live().adjourned; adjourned && !reply_runs(draft.live())) {
        if (adjourned->opened) return act(draft, command, wire::ResumeGame{});
        return refuse("adjourned", "the game is adjourned, and the envelope closed: open it. "
                                   "If the player who must reply is absent, resume the game and "
                                   "name them as absent: that starts their clock");
    }
    if (auto no = question_holds(draft)) return no;
    if (auto no = clock_is_apart(draft)) return no;
    if (auto no = no_time_left(draft, draft.live().readings)) return no;
    close_by_intervention(draft, command.by, Seen::resumed);
    draft.rule(article_of(command, "6.11.3"), Subject::resume,
               sentence({"Play goes on. ", command.reason}), {});
    draft.resume_clock();
    return std::nullopt;
}

MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::Note& note) {
    if (note.text.empty())
        return refuse("text_missing", "text: must not be empty", "/act/text");
    draft.rule(article_of(command, "12.2"), Subject::note, note.text, {});
    return std::nullopt;
}

// A.4.3: the player on move may ask, a limited number of times for each game.
MaybeRefusal act(Draft& draft, const wire::DeskCommand& command, const wire::ShowRecord& show) {
    if (auto no = not_in_play(draft)) return no;
    if (show.side != draft.to_move())
        return refuse("not_on_move", "only the player on the move may ask to see the record");
    const std::uint32_t most = draft.profile().record_looks;
    const std::uint32_t looks = draft.live().looks[show.side] + 1;
    if (most > 0 && looks > most)
        return refuse("no_more_looks", sentence({say(show.side), " has seen the record ",
                                                 std::to_string(most), " times already"}));
    draft.rule_look(show.side, article_of(command, "A.4.3"),
                    sentence({say(show.side), " is shown the record. ", command.reason}),
                    {fact("side", name(show.side)), fact("looks", looks), fact("of", most)});
    return std::nullopt;
}

wire::DeskActed as_event(const wire::DeskCommand& command) {
    wire::DeskActed e;
    e.id = command.id;
    e.by = command.by;
    e.article = command.article;
    e.reason = command.reason;
    e.act = command.act;
    return e;
}

// The last ply after which this position was on the record.
std::optional<Ply> recorded_ply(const Draft& draft, const std::string& fen) {
    if (fen.empty() || presses_only(draft)) return std::nullopt;
    const auto read = chess::parse_position(fen, draft.variant());
    if (!read) return std::nullopt;
    for (std::uint32_t ply = draft.live().ply.count + 1; ply-- > draft.game().base.count;) {
        const chess::Position* own = recorded_position(draft, Ply{ply});
        if (own && chess::same_position(*own, *read)) return Ply{ply};
    }
    return std::nullopt;
}

// The legal move from the record to the wanted position: it is then recorded, and no earlier move
// is cut off.
std::optional<chess::Move> leading_move(const Draft& draft, const Wanted& want) {
    if (want.fen.empty() || want.ply == Ply{} || presses_only(draft)) return std::nullopt;
    const chess::Position* before = recorded_position(draft, Ply{want.ply.count - 1});
    if (!before) return std::nullopt;
    for (const chess::Move move : chess::legal_moves(*before))
        if (chess::same_position(chess::after(*before, move), *want.position)) return move;
    return std::nullopt;
}

// Sets the position; if other moves stand after it, the former ones are kept under the next ruling.
void set_position(Draft& draft, const wire::DeskCommand& command, const Wanted& want,
                  const Both<Duration>& readings, bool moves) {
    FF_CHECK(want.position.has_value());
    FF_CHECK(readings[Side::white] >= Duration{});
    FF_CHECK(readings[Side::black] >= Duration{});
    const auto move = leading_move(draft, want);
    if (!move)
        return draft.restore(want.ply, *want.position, want.fen, command.by, command.reason,
                             moves);
    const Ply before{want.ply.count - 1};
    const chess::Position from = *recorded_position(draft, before);
    draft.restore(before, from, {}, command.by, command.reason, true);
    draft.record(*move, {.written = chess::san(from, *move),
                         .elapsed = {},
                         .by = CompletedBy::ruling,
                         .readings = readings});
}

// Is it the question whether a loss stands (7.5.5)?
bool doubts_loss(const wire::GameEvent& event) {
    const auto* asked = std::get_if<wire::QuestionPut>(&event);
    return asked && asked->about == Subject::loss;
}

// Does it call the flag, which ends the game?
bool calls_flag(const wire::GameEvent& event) {
    const auto* issued = std::get_if<wire::CommandIssued>(&event);
    return issued && std::holds_alternative<wire::CallFlag>(issued->command);
}

}  // namespace

std::string article_of(const wire::DeskCommand& command, std::string_view otherwise) {
    return command.article.empty() ? std::string(otherwise) : command.article;
}

std::string clock_text(Duration time) {
    const std::int64_t whole = (time.us < 0 ? -time.us : time.us) / 1'000'000;
    char text[32];
    std::snprintf(text, sizeof text, "%s%lld:%02lld:%02lld", time.us < 0 ? "-" : "",
                  static_cast<long long>(whole / 3600), static_cast<long long>(whole / 60 % 60),
                  static_cast<long long>(whole % 60));
    return text;
}

MaybeRefusal bad_readings(const Both<Duration>& readings) {
    constexpr Duration most = seconds(limits::period_seconds) * limits::periods;
    for (const Side side : {Side::white, Side::black})
        if (readings[side] < Duration{} || readings[side] > most)
            return refuse("bad_time", "a reading is from 0 to " + clock_text(most),
                          side == Side::white ? "/act/white_us" : "/act/black_us");
    return std::nullopt;
}

MaybeRefusal no_time_left(const Draft& draft, const Both<Duration>& readings) {
    const Side side = clock_side(draft);
    const Game& game = draft.game();
    if (readings[side] > Duration{} || draft.profile().flag_call != FlagCall::automatic)
        return std::nullopt;
    const TimeControl* control = game.control ? &(*game.control)[side] : nullptr;
    const bool more = control && (control->enters_overtime(game.period[side]) ||
                                  (game.trigger == PeriodTrigger::zero &&
                                   !control->is_last(game.period[side])));
    if (more) return std::nullopt;
    return refuse("no_time_left",
                  sentence({say(side), " has the move and no time left, the flag would fall at "
                                       "once: give time first, or set the clock"}));
}

namespace {

// A side without a given time keeps its clock's reading: that must be known, and must belong to the
// position that stands.
MaybeRefusal times_missing(const Draft& draft, const wire::SetClock& set) {
    if (set.white && set.black) return std::nullopt;
    const auto missing = [&](std::string_view why) {
        return time_missing(set.white ? Side::black : Side::white, why);
    };
    if (set.ply || !set.fen.empty()) return missing("with a position both are needed");
    if (draft.live().running) return missing("the clock runs, so both are needed");
    if (!set.white && !set.black && set.period == Both<std::uint32_t>{})
        return missing("give the readings to set");
    return std::nullopt;
}

MaybeRefusal bad_periods(const Draft& draft, const wire::SetClock& set, Ply ply) {
    for (const Side side : {Side::white, Side::black}) {
        const std::uint32_t period = set.period[side];
        if (period != 0 && draft.live().adjourned)
            return refuse("adjourned", "the game is adjourned: resume it, then set the period",
                          side == Side::white ? "/act/white_period" : "/act/black_period");
        if (period == 0 || may_be_in(draft.game(), side, period, ply)) continue;
        return refuse("bad_period",
                      sentence({say(side), " cannot be in period ", std::to_string(period),
                                " of ", control_of(draft.game()), " after ply ",
                                std::to_string(ply.count)}),
                      side == Side::white ? "/act/white_period" : "/act/black_period");
    }
    return std::nullopt;
}

}  // namespace

std::expected<Wanted, DeskRefusal> wanted_position(const Draft& draft, std::optional<Ply> ply,
                                                   const std::string& fen) {
    Wanted result{.ply = ply.value_or(draft.counted()), .position = {}, .fen = {}};
    if (result.ply.count > limits::game_plies)
        return refusal("bad_ply", "ply is at most " + std::to_string(limits::game_plies),
                       "/act/ply");
    if (const auto known = ply ? std::nullopt : recorded_ply(draft, fen)) result.ply = *known;
    const chess::Position* own = recorded_position(draft, result.ply);
    if (fen.empty() && presses_only(draft)) return result;
    if (fen.empty()) {
        if (!own)
            return refusal("bad_ply",
                           "the record has plies " + std::to_string(draft.game().base.count) +
                               " to " + std::to_string(draft.live().ply.count) +
                               "; give the position as fen",
                           "/act/ply");
        if (ply) result.position = *own;
        return result;
    }
    const auto read = chess::parse_position(fen, draft.variant());
    if (!read) return refusal("bad_fen", bad_fen_text(read.error()), "/act/fen");
    const bool even = (result.ply.count - draft.game().base.count) % 2 == 0;
    const Side first = draft.game().history.at(0).side_to_move();
    if (read->side_to_move() != (even ? first : other(first)))
        return refusal("bad_fen",
                       sentence({"fen: it is ", say(read->side_to_move()),
                                 "'s move there, and after ply ",
                                 std::to_string(result.ply.count),
                                 " the other side's: change the ply by one, or the side in the "
                                 "fen"}),
                       "/act/fen");
    result.position = *read;
    if (!own || !chess::same_position(*own, *read)) result.fen = fen;
    return result;
}

MaybeRefusal give_outcome(Draft& draft, const wire::Outcome& outcome, Subject about,
                          std::string text, wire::Pairs evidence, wire::Effect effect) {
    if (!draft.over()) {
        draft.conclude(outcome, about, std::move(text), std::move(evidence), std::move(effect));
        return std::nullopt;
    }
    if (draft.live().result == outcome)
        return refuse("nothing_to_change", "the game already has this result");
    draft.change_result(outcome, about, std::move(text), std::move(evidence), std::move(effect));
    FF_CHECK(draft.live().result->score == outcome.score);
    return std::nullopt;
}

MaybeRefusal not_in_play(const Draft& draft) {
    if (draft.over()) return refuse("game_over", "the game is over: only its result can change");
    if (!draft.live().began) return refuse("not_begun", "the game has not been started");
    return under_way(draft);
}

MaybeRefusal question_holds(const Draft& draft) {
    const Question* question = held_by(draft);
    return question ? answer_first(*question) : std::nullopt;
}

MaybeRefusal time_missing(Side side, std::string_view why) {
    return refuse("times_missing",
                  sentence({"white_us and black_us (--white, --black): ", why}),
                  side == Side::white ? "/act/white_us" : "/act/black_us");
}

MaybeRefusal has_other_game(const Draft& draft) {
    const std::string& other = draft.other_game();
    if (other.empty()) return std::nullopt;
    return refuse("board_busy",
                  cannot_open_again("the clock of board " +
                                    std::to_string(draft.game().board.number) + " has game " +
                                    other + " now"));
}

std::string cannot_open_again(const std::string& why) {
    return why + ": this game cannot be opened there again, and its result stands until you give "
                 "another (result)";
}

MaybeRefusal takes_no_control(const Draft& draft) {
    if (!draft.live().locked) return std::nullopt;
    if (auto no = question_holds(draft)) return no;
    return refuse("clock_stands", "the clock stands by a flag or by the end of the game on the "
                                  "board: set the clock first");
}

MaybeRefusal under_way(const Draft& draft) {
    const bool corrected = draft.over() || draft.live().hold != Hold::correction;
    if (draft.live().outbox.empty() && corrected) return std::nullopt;
    return refuse("correction_under_way",
                  "a command is on its way to the clock: try again in a moment, or when the link "
                  "to clockd is back");
}

MaybeRefusal set_clock(Draft& draft, const wire::DeskCommand& command, const wire::SetClock& set,
                       std::uint32_t answers, bool held) {
    if (auto no = not_in_play(draft)) return no;
    held = held || draft.live().hold == Hold::question;
    const std::optional<Adjourned> adjourned = draft.live().adjourned;
    if (adjourned && answers == 0 && (set.run || set.ply || !set.fen.empty()))
        return refuse("adjourned", sentence({"the game is adjourned: only its times can be set, "
                                             "unless you resume it, or take the adjournment back "
                                             "(undo, ruling ",
                                             std::to_string(adjourned->ruling), ")"}));
    if (draft.live().running && !held)
        return refuse("clock_running", "pause the clock first, or only add or take off time");
    if (auto no = times_missing(draft, set)) return no;
    const Both<Duration> before = draft.live().readings;
    const Both<Duration> after{{set.white.value_or(before[Side::white]),
                                set.black.value_or(before[Side::black])}};
    if (auto bad = bad_readings(after)) return bad;
    auto want = wanted_position(draft, set.ply, set.fen);
    if (!want) return want.error();
    if (auto bad = bad_periods(draft, set, want->ply)) return bad;
    wire::Effect effect;
    effect.answers = answers;
    for (const Side side : {Side::white, Side::black})
        effect.time[side] = after[side] - before[side];
    for (const Side side : {Side::white, Side::black})
        if (set.period[side] != 0) effect.period_before[side] = draft.game().period[side];
    wire::Pairs evidence;
    std::string text = describe_setting(draft, set, after, want->ply, evidence);
    add_pending(draft, evidence);
    if (want->position) {
        evidence.push_back(fact("from_ply", draft.counted().count));
        evidence.push_back(fact("to_ply", want->ply.count));
        evidence.push_back(fact("fen", chess::fen(*want->position)));
        text += " The position after ply " + std::to_string(want->ply.count) + " stands.";
    }
    if (!command.reason.empty()) text += " " + command.reason;
    const std::string article = article_of(command, want->position ? "7.1" : "6.10.2");
    close_by_intervention(draft, command.by,
                          want->position ? Seen::position_set : Seen::clock_set);
    if (set.run && answers == 0)  // an answer sets the clock, which another question may hold
        if (auto no = question_holds(draft)) return no;
    // A move that was not pressed is lost, too, and so is an open illegal action.
    const bool more = !draft.live().pending.empty() || draft.live().unruled;
    effect.moves = want->ply != draft.counted() || !want->fen.empty() ||
                   (want->position && more);
    if (want->position) set_position(draft, command, *want, after, effect.moves);
    if (presses_only(draft)) count_presses(draft, want->ply, true);
    if (auto no = set.run ? no_time_left(draft, after) : std::nullopt) return no;
    if (want->position) report_ended(draft);
    draft.will_show(after);
    draft.rule(article, want->position ? Subject::position : Subject::clock, text,
               std::move(evidence), effect);
    // The clock of the player who must reply to the sealed move runs on (I.9).
    if (adjourned && !adjourned->opened && draft.live().running && set.run && !want->position) {
        draft.start_reply_to_sealed(after, article, text);
        return std::nullopt;
    }
    // Nothing changes at the clock: the turn then goes on with the time already used.
    const bool same =
        !want->position && after == before && set.period == Both<std::uint32_t>{};
    draft.set_clock({.readings = after, .turn = draft.to_move(), .ply = {}, .run = set.run,
                     .fen = {}, .article = article, .reason = text, .answers = {},
                     .goes_on = same, .period = set.period});
    return std::nullopt;
}

namespace {

// All texts in a person's own words.
std::vector<std::string> said(const wire::DeskCommand& command) {
    std::vector<std::string> words{command.reason};
    const auto add_text = [&](const auto& act) {
        if constexpr (requires { act.text; }) words.push_back(act.text);
    };
    std::visit(add_text, command.act);
    return words;
}

}  // namespace

std::expected<std::vector<wire::GameEvent>, DeskRefusal> decide_desk(
    const Games& games, Instant at, const wire::DeskCommand& command) {
    const Game* game = find(games, command.game);
    if (!game) return refusal("unknown_game", "game: the record has no game of this id", "/game");
    if (command.by.empty()) return refusal("no_name", "by: say who rules", "/by");
    if (auto gone = not_cancelled(games, *game, command)) return std::unexpected(*gone);
    Draft draft(games, *game,
                {.cause = {},
                 .at = at,
                 .epoch = game->live.epoch,
                 .readings = game->live.readings,
                 .by = command.by,
                 .act = command.id,
                 .cited = command.article,
                 .said = said(command)});
    draft.add(as_event(command));
    // Checked only if the game was where it was sealed: a person at the clock may have moved it.
    const bool as_sealed = draft.live().adjourned && stands_as_sealed(draft);
    const auto refusal =
        std::visit([&](const auto& what) { return act(draft, command, what); }, command.act);
    if (refusal) return std::unexpected(*refusal);
    const bool opens = draft.live().withdrawn && !game->live.withdrawn;
    if (auto no = opens ? has_other_game(draft) : std::nullopt) return std::unexpected(*no);
    if (as_sealed && !draft.over() && !stands_as_sealed(draft))
        return std::unexpected(envelope_elsewhere(draft));
    close_standing_actions(draft);
    if (!draft.over()) close_absence_when_played(draft);
    see_to_questions(draft);
    std::vector<wire::GameEvent> events = draft.take();
    FF_CHECK(!events.empty());
    FF_CHECK(std::holds_alternative<wire::DeskActed>(events.front()));
    return events;
}

namespace {

bool sets_period(const wire::GameEvent& event) {
    const auto* issued = std::get_if<wire::CommandIssued>(&event);
    const auto* set = issued ? std::get_if<wire::SetReading>(&issued->command) : nullptr;
    return set && set->correction.period != Both<std::uint32_t>{};
}

}  // namespace

bool needs_confirmation(const std::vector<wire::GameEvent>& events) {
    return std::ranges::any_of(events, [](const wire::GameEvent& event) {
        return std::holds_alternative<wire::ResultRecorded>(event) ||
               std::holds_alternative<wire::ResultWithdrawn>(event) ||
               std::holds_alternative<wire::PositionRestored>(event) ||
               std::holds_alternative<wire::GameRestarted>(event) ||
               std::holds_alternative<wire::MovesRestored>(event) ||
               std::holds_alternative<wire::ColoursReversed>(event) || calls_flag(event) ||
               doubts_loss(event) || sets_period(event);
    });
}

}  // namespace flagfall::game
