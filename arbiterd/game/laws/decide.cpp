// Dispatch: what counts goes to the rule that judges it; the rest is voided with the reason.
#include "arbiterd/game/laws/decide.hpp"

#include <algorithm>
#include <variant>

#include "arbiterd/game/laws/board_reports.hpp"
#include "arbiterd/game/laws/claims.hpp"
#include "arbiterd/game/laws/dated_back.hpp"
#include "arbiterd/game/laws/draft.hpp"
#include "arbiterd/game/laws/draws.hpp"
#include "arbiterd/game/laws/endings.hpp"
#include "arbiterd/game/laws/flags.hpp"
#include "arbiterd/game/laws/interventions.hpp"
#include "arbiterd/game/laws/lost.hpp"
#include "arbiterd/game/laws/moves.hpp"
#include "arbiterd/game/laws/obligations.hpp"
#include "arbiterd/game/laws/of_acts.hpp"
#include "arbiterd/game/laws/questions.hpp"
#include "arbiterd/game/laws/refused.hpp"
#include "arbiterd/game/state/ids.hpp"
#include "arbiterd/game/words/options.hpp"
#include "arbiterd/game/words/text.hpp"
#include "common/base/check.hpp"

namespace flagfall::game {
namespace {

using Events = std::vector<wire::GameEvent>;

Events follow(const Games& games, const wire::LogOpened& e) {
    FF_CHECK(games.log.empty() || games.log == e.log);
    if (!games.log.empty()) return {};
    return {wire::LinkFollowed{.log = e.log, .time = e.time}};
}

template <class Event>
wire::EventVoided voided(const Event& e, Pos cause, std::string reason) {
    wire::EventVoided event;
    event.game = e.game;
    event.board = e.board;
    event.cause = cause;
    event.event = Event::type;
    event.reason = std::move(reason);
    FF_CHECK(cause > Pos{});
    FF_CHECK(!event.reason.empty());
    return event;
}

wire::QuestionPut terms_question(const wire::GameOpened& e, Pos cause, const Events& before) {
    FF_CHECK(cause > Pos{});
    FF_CHECK(!before.empty());  // the game is recorded first
    const auto asked = std::ranges::count_if(before, [](const wire::GameEvent& event) {
        return std::holds_alternative<wire::QuestionPut>(event);
    });
    wire::QuestionPut question;
    question.epoch = e.epoch;
    question.number = static_cast<std::uint32_t>(asked) + 1;
    question.game = e.game;
    question.board = e.board;
    question.cause = cause;
    question.about = Subject::terms;
    return question;
}

bool start_known(const wire::GameTerms& terms) {
    return terms.fen.empty() || chess::parse_position(terms.fen, variant_of(terms)).has_value();
}

// A game of the event in the same class of time control with another rule on who raises illegal
// moves (A.6, B.4: A.4 or A.5 for the whole event); the first one by id.
std::optional<Played> played_otherwise(const Games& games, const wire::GameTerms& terms,
                                       const Profile& profile) {
    if (profile.time_class == TimeClass::standard) return std::nullopt;
    std::vector<Played> all = games_of(games, terms.event);
    std::erase_if(all, [&](const Played& other) {
        return other.time_class != profile.time_class ||
               other.raised_by == profile.illegal_move_raised_by;
    });
    return all.empty() ? std::nullopt : std::optional(all.front());
}

Events open(const Games& games, const Input& input, const wire::GameOpened& e) {
    if (find(games, e.game)) return {voided(e, input.pos, "the record has a game of this id")};
    wire::GameRecorded recorded;
    recorded.game = e.game;
    recorded.board = e.board;
    recorded.cause = input.pos;
    recorded.terms = e.terms;
    const Resolved rules = resolve(e.terms);
    recorded.settings = game::recorded(rules.profile);
    recorded.epoch = e.epoch;
    recorded.readings = e.readings;
    FF_CHECK(!recorded.settings.empty());
    Events events{recorded};
    if (!rules.known) {
        wire::QuestionPut question = terms_question(e, input.pos, events);
        question.options = only_noted();
        question.text = sentence({"The rules profile is not known; by its time control the game "
                                  "is judged as ", rules.profile.id, "."});
        question.evidence = {fact("profile", e.terms.profile),
                             fact("judged_as", rules.profile.id)};
        events.emplace_back(std::move(question));
    }
    if (!rules.wrong.empty()) {
        wire::QuestionPut question = terms_question(e, input.pos, events);
        question.options = only_noted();
        question.text = "Some of the rules announced do not hold, and count for nothing; the "
                        "others do.";
        for (const std::string& wrong : rules.wrong)
            question.evidence.push_back(fact("wrong", wrong));
        fit(question);
        events.emplace_back(std::move(question));
    }
    if (const auto unlike = played_otherwise(games, e.terms, rules.profile)) {
        wire::QuestionPut question = terms_question(e, input.pos, events);
        question.article = "A.6";
        question.options = only_noted();
        question.text = "Another game of this event is played with another supervision; the Laws "
                        "ask for one for the whole event (A.6, B.4).";
        question.evidence = {fact("profile", rules.profile.id), fact("other_game", unlike->id),
                             fact("other_profile", unlike->profile)};
        events.emplace_back(std::move(question));
    }
    if (!start_known(e.terms)) {
        wire::QuestionPut question = terms_question(e, input.pos, events);
        question.options = see_before_start();
        question.article = "7.2";
        question.text = "The start position is not known: set the position.";
        question.evidence = {fact("variant", name(e.terms.variant)), fact("fen", e.terms.fen)};
        question.holds = true;
        events.emplace_back(std::move(question));
    } else if (auto ended = ended_position(start_of(e.terms), false)) {
        wire::QuestionPut question = terms_question(e, input.pos, events);
        question.about = Subject::position_ends;
        question.options = std::move(ended->options);
        for (wire::Pair& o : question.options) o.value = own_articles(rules.profile, o.value);
        question.article = own_article(rules.profile, ended->finish.article);
        question.text = std::move(ended->text);
        FF_CHECK(ended->finish.ending != Ending::none);
        question.basis.facts = wire::OfEnding{ended->finish.ending};
        question.evidence = std::move(ended->finish.evidence);
        question.holds = true;
        events.emplace_back(std::move(question));
    }
    return events;
}

// The kind of act of an event: it decides when the event counts.
enum class Act {
    on_board,  // depends on the position: void while a correction or a question is open
    talk,      // between the players: counts in any position, until the game is over
    by_clock,  // of the clock or of a person at it: only recorded
    by_time,   // of time alone: likewise, but never the effect of a command
};

template <class Event>
constexpr Act act_of() {
    using std::is_same_v;
    if constexpr (is_same_v<Event, wire::Made> || is_same_v<Event, wire::Pressed> ||
                  is_same_v<Event, wire::Claimed> || is_same_v<Event, wire::FlagFell> ||
                  is_same_v<Event, wire::PeriodEnded> ||
                  is_same_v<Event, wire::CompletedByNext>) {
        return Act::on_board;
    } else if constexpr (is_same_v<Event, wire::FlagReached> ||
                         is_same_v<Event, wire::DefaultTimePassed>) {
        return Act::by_time;
    } else if constexpr (std::is_base_of_v<wire::SideEvent, Event>) {
        return Act::talk;
    } else {
        return Act::by_clock;
    }
}

// Why an event does not count; empty if it does.
template <class Event>
std::string why_not(const Live& live, [[maybe_unused]] const Event& event) {
    if (live.result) {
        const bool kept = std::is_same_v<Event, wire::GameEnded> ||
                          std::is_same_v<Event, wire::GameReopened> ||
                          std::is_same_v<Event, wire::PressedLate>;
        return kept ? "" : "the game was over: " + std::string(name(live.result->ending));
    }
    if (act_of<Event>() != Act::on_board) return {};
    if constexpr (std::is_same_v<Event, wire::FlagFell>) {
        // The person who called the flag knows of the question.
        if (!event.by.empty() && live.hold == Hold::question) return {};
    }
    // The clock already has the time of the next period, whatever question is open. But a
    // correction on its way may take the period back with the press.
    if (std::is_same_v<Event, wire::PeriodEnded> && live.hold == Hold::question) return {};
    // A claim is kept and put to the arbiter, together with what holds the game or is on its way.
    if constexpr (std::is_same_v<Event, wire::Claimed>)
        if (live.hold == Hold::question || waits_for_arbiter(event.kind)) return {};
    switch (live.hold) {
        case Hold::none: return {};
        case Hold::correction: return "a ruling had undone the situation it happened in";
        case Hold::question:
            return sentence({"a question to the arbiter was open: ", held_about(live)});
    }
    return {};
}

void judge(Draft& d, const wire::GameStarted&) { d.add(wire::GameBegan{}); }
void judge(Draft& d, const wire::Made& e) { made(d, e); }
void judge(Draft& d, const wire::Pressed& e) { pressed(d, e); }
void judge(Draft& d, const wire::PressedLate& e) { pressed_late(d, e); }
void judge(Draft& d, const wire::DrawOffered& e) { draw_offered(d, e); }
void judge(Draft& d, const wire::DrawAccepted& e) { draw_accepted(d, e); }
void judge(Draft& d, const wire::DrawDeclined& e) { draw_declined(d, e); }
void judge(Draft& d, const wire::Resigned& e) { resigned(d, e); }
void judge(Draft& d, const wire::Claimed& e) { claimed(d, e); }
void judge(Draft& d, const wire::FlagFell& e) { flag_fell(d, e); }
void judge(Draft& d, const wire::PeriodEnded& e) { period_ended(d, e); }
void judge(Draft& d, const wire::Paused& e) { paused(d, e); }
void judge(Draft& d, const wire::Resumed& e) { resumed(d, e); }
void judge(Draft& d, const wire::ReadingSet& e) { reading_set(d, e); }
void judge(Draft& d, const wire::GameEnded& e) { game_ended(d, e); }
void judge(Draft& d, const wire::FlagReached& e) { flag_reached(d, e); }
void judge(Draft& d, const wire::CompletedByNext& e) { completed_by_next(d, e); }
void judge(Draft& d, const wire::DefaultTimePassed& e) { default_time_passed(d, e); }
void judge(Draft& d, const wire::Touched& e) { touched(d, e); }
void judge(Draft& d, const wire::Arrived& e) { d.add(wire::PlayerArrived{{}, e.side}); }
void judge(Draft& d, const wire::ControlSet& e) { control_set(d, e); }
void judge(Draft& d, const wire::GameReopened& e) { game_reopened(d, e); }

// The readings of a ReadingSet are those of its correction.
template <class Event>
const Both<Duration>& readings_of(const Event& e) {
    if constexpr (std::is_same_v<Event, wire::ReadingSet>) {
        return e.correction.readings;
    } else {
        return e.readings;
    }
}

// What the clock shows because of this event, whatever the record makes of it.
template <class Event>
Both<std::optional<Duration>> set_by(const Event& e) {
    Both<std::optional<Duration>> readings;
    if constexpr (std::is_same_v<Event, wire::ReadingSet> ||
                  std::is_same_v<Event, wire::ControlSet> ||
                  std::is_same_v<Event, wire::PeriodEnded>)
        for (const Side side : {Side::white, Side::black}) readings[side] = readings_of(e)[side];
    return readings;
}

// An event that does not count has stopped the clock anyway: either a person is asked already, or a
// correction is on its way, which the clock may still refuse.
template <class Event>
void stopped_by(Draft& draft, [[maybe_unused]] const Event& e) {
    if (draft.over()) return;
    if constexpr (std::is_same_v<Event, wire::FlagFell>) {
        stops(draft, name(Actor::clockd), "6.9", "flag_fall");
    } else if constexpr (std::is_same_v<Event, wire::Made>) {
        if (e.ending != Ending::none) stops(draft, name(e.side), "5.1.1", "made");
    } else if constexpr (std::is_same_v<Event, wire::Claimed>) {
        stands(draft, e.side, "6.11.2", "claim");
    }
}

// What the clock showed before the event, if the event reports it.
template <class Event>
std::optional<Both<Duration>> shown_before(const Event& e) {
    if constexpr (requires { e.before; }) {
        const auto& [white, black] = e.before.values;
        if (white && black) return Both<Duration>{{*white, *black}};
    }
    return std::nullopt;
}

// By how much the event was dated back, for the side that acted.
template <class Event>
Both<Duration> age_in(const Event& e) {
    Both<Duration> age{};
    if constexpr (requires { e.side; e.age; }) age[e.side] = age_that_counts(e.age);
    return age;
}

template <class Event>
Events in_game(const Games& games, const Input& input, const Event& e) {
    const Game* game = find(games, e.game);
    if (!game) return {voided(e, input.pos, "the record has no such game")};
    FF_CHECK(game->id == e.game);
    Draft draft(games, *game,
                {.cause = input.pos,
                 .at = input.at,
                 .epoch = e.epoch,
                 .readings = readings_of(e),
                 .before = shown_before(e),
                 .age = age_in(e),
                 .command = input.cmd_id});
    // If a flag falls as our command arrives, the event has the command's id but is not its effect.
    constexpr bool by_clock = act_of<Event>() == Act::by_clock;
    constexpr bool effect = by_clock && !std::is_same_v<Event, wire::GameStarted>;
    // With a command under way, the clock does not show yet what was ruled, unless somebody has
    // intervened since. Events that do not count report the readings, too.
    const auto see_to_flags = [&] {
        if (!draft.over() && all_stale(draft.live(), e.epoch))
            flags_set(draft, draft.occasion().readings);
    };
    if (effect && !input.cmd_id.empty() && settled(draft, input.cmd_id)) {
        see_to_flags();
        see_to_questions(draft);
        return draft.take();
    }
    // Acts of the players that the desk had reported to clockd.
    if constexpr (std::is_same_v<Event, wire::FlagFell> || std::is_same_v<Event, wire::Arrived>)
        settle_act(draft, input.cmd_id, std::is_same_v<Event, wire::FlagFell>);
    if constexpr (std::is_same_v<Event, wire::GameStarted>) settle_start(draft, input.cmd_id);
    // Commands of the events' office are in another outbox, but questions about them are answered.
    if (by_clock && !input.cmd_id.empty()) close_about(draft, input.cmd_id);
    std::string reason = why_not(draft.live(), e);
    if (reason.empty()) {
        judge(draft, e);
        if constexpr (requires { e.side; })
            if (!draft.voids()) ask_about_age(draft, Event::type, e.side, e.claimed_age, e.age);
        if (draft.voids()) stopped_by(draft, e);
    } else {
        stopped_by(draft, e);
        draft.not_counted(Event::type, std::move(reason), set_by(e));
    }
    close_standing_actions(draft);
    if (!draft.over()) close_absence_when_played(draft);
    see_to_flags();
    see_to_questions(draft);
    return draft.take();
}

// clockd reports something about a device at this board. If no game is there, its log is record
// enough.
template <class Event>
Events of_device(const Games& games, const Input& input, Board board, const Event& e,
                 void (*judge)(Draft&, const Event&)) {
    const auto at = games.at_board.find(board);
    const Game* game = at == games.at_board.end() ? nullptr : find(games, at->second);
    if (game == nullptr) return {};
    FF_CHECK(game->board == board);
    Draft draft(games, *game, {input.pos, input.at, game->live.epoch, game->live.readings});
    judge(draft, e);
    return draft.take();
}

}  // namespace

std::vector<wire::GameEvent> decide(const Games& games, const Input& input) {
    FF_CHECK(input.pos.value > 0);
    return std::visit(
        [&](const auto& e) -> Events {
            using Event = std::decay_t<decltype(e)>;
            if constexpr (std::is_same_v<Event, wire::LogOpened>) {
                return follow(games, e);
            } else if constexpr (std::is_same_v<Event, wire::DeviceCameTwice>) {
                return of_device(games, input, e.board, e, device_came_twice);
            } else if constexpr (std::is_same_v<Event, wire::EquipmentChanged>) {
                return of_device(games, input, e.facts.board.value_or(Board{}), e,
                                 equipment_changed);
            } else if constexpr (!std::is_base_of_v<wire::BoardEvent, Event>) {
                return {};  // clockd's own: its starts and its devices
            } else if constexpr (std::is_same_v<Event, wire::GameOpened>) {
                return open(games, input, e);
            } else {
                return in_game(games, input, e);
            }
        },
        input.event);
}

std::vector<wire::GameEvent> decide_refused(const Games& games, const Refusal& refusal) {
    FF_CHECK(!refusal.id.empty());
    for (const auto& [id, game] : games.by_id) {
        FF_CHECK(game.id == id);
        for (const Outstanding& outstanding : game.live.outbox) {
            if (id_of(outstanding.issued.command) != refusal.id) continue;
            Draft draft(games, game,
                        {outstanding.issued.cause, refusal.at, refusal.epoch, game.live.readings});
            refused(draft, outstanding, refusal);
            if (!draft.over() && draft.live().outbox.empty())
                flags_set(draft, draft.live().readings);
            see_to_questions(draft);
            return draft.take();
        }
    }
    return {};
}

}  // namespace flagfall::game
