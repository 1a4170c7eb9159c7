#include "tests/oracle/arbiter.hpp"

#include <algorithm>
#include <array>

namespace flagfall::oracle {

// What a person has named stays; the rest follows the numbers of the game's rules.
std::string Arbiter::cite(const std::string& article) const {
    const bool named = (act_ != nullptr && article == act_->article) || article == as_before_;
    return named ? article : cited(game_.rules, article);
}

// What the record has ordered is done: what follows was judged with the order.
bool Arbiter::effect_of_ours() const {
    const wire::ClockEvent& event = case_.row.event;
    const bool of_clock = std::holds_alternative<wire::Paused>(event) ||
                          std::holds_alternative<wire::Resumed>(event) ||
                          std::holds_alternative<wire::ReadingSet>(event) ||
                          std::holds_alternative<wire::ControlSet>(event) ||
                          std::holds_alternative<wire::GameEnded>(event) ||
                          std::holds_alternative<wire::GameReopened>(event);
    return of_clock && std::ranges::find(game_.outbox, case_.row.cmd_id, &Outstanding::id) !=
                           game_.outbox.end();
}

std::vector<wire::GameEvent> Arbiter::answer() {
    const bool ours = effect_of_ours();
    game_.clock_runs = case_.around.runs;
    std::visit([&](const auto& e) { on(e); }, case_.row.event);
    std::visit([&](const auto& e) { sent_late(e); }, case_.row.event);
    // A claim stops the clock only until it is judged; the ruling says whether the clock goes on.
    if (!std::holds_alternative<wire::Claimed>(case_.row.event) &&
        case_.around.ran != case_.around.runs)
        game_.runs = case_.around.runs;
    // The order that carries out the penalty says whether the clock goes on.
    const auto* judged = in_answer<wire::ClaimJudged>();
    if (judged && !judged->right && !game_.adjourned) game_.runs = false;
    actions_asked();
    claims_asked();
    if (!ours) absence_asked();
    flags_asked();
    const auto* set = std::get_if<wire::ReadingSet>(&case_.row.event);
    if (set && !set->adjusted) game_.runs = set->correction.run;
    waits_still();
    return std::move(want_);
}

bool Arbiter::waits(Subject about) const {
    return std::ranges::find(game_.asked, about, &Asked::about) != game_.asked.end();
}

// The age of this side's act that is answered; zero for an age that every act may have.
Duration Arbiter::age_of(Side side) const {
    return std::visit(
        [&](const auto& e) {
            if constexpr (requires { e.side; e.age; }) {
                if (act_ == nullptr && e.side == side && e.age > milliseconds(100)) return e.age;
            }
            return Duration{};
        },
        case_.row.event);
}

void Arbiter::pressed_at(Side side, Duration age) {
    game_.dated_back[side] += age;
    game_.pressed_age = age;
}

// A person looks at an age of ten seconds that was accepted, or one second that was refused; also
// at the ages of a side's presses, if they add up to a thirtieth of the time for sixty moves.
template <class Event>
void Arbiter::sent_late(const Event& e) {
    if constexpr (requires { e.side; e.claimed_age; }) {
        const bool counted = std::ranges::none_of(want_, [](const wire::GameEvent& event) {
            return std::holds_alternative<wire::EventVoided>(event);
        });
        Duration most = seconds(10);
        if (game_.control)
            most = std::clamp(
                Duration{std::max(sixty_move_sum(game_.control->sides[Side::white]),
                                  sixty_move_sum(game_.control->sides[Side::black])).us / 30},
                seconds(1), most);
        const bool often = age_of(e.side) > Duration{} && game_.dated_back[e.side] >= most;
        const bool much = e.age >= seconds(10) || e.claimed_age - e.age >= seconds(1) || often;
        const bool asked = std::ranges::any_of(game_.asked, [](const Asked& each) {
            return each.about == Subject::dated_back && each.of;
        });
        if (!much || !counted || game_.result || asked) return;
        question("6.2", Subject::dated_back, false);
        game_.asked.back().of = wire::OfSide{e.side, 0};
        game_.dated_back = {};
    }
}

// 6.9: did the flag fall in time that the opponent's device may have used?
bool Arbiter::falls_by_age(Side side) const {
    return game_.pressed_age >= seconds(1) ||
           std::ranges::any_of(game_.asked, [&](const Asked& asked) {
               return asked.about == Subject::dated_back && asked.of &&
                      asked.of->side == other(side);
           });
}

void Arbiter::on(const wire::DeviceCameTwice&) {
    // It leaves no row in a game that is over, so it may have come before an act opened this game.
    if (game_.withdrawn && case_.answer.empty()) return;
    if (!game_.result && !waits(Subject::device_twice))
        question("11.3", Subject::device_twice, false);
}

void Arbiter::complain(std::string text) {
    const Pos first = case_.answer.empty() ? Pos{} : case_.answer.front().pos;
    complaints_.add(game_.id, case_.row.pos, first, std::move(text));
}

const Both<Duration>& Arbiter::readings() const {
    return shown_ ? *shown_ : case_.around.readings;
}

void Arbiter::voided() {
    wire::EventVoided void_event;
    void_event.event = std::visit([](const auto& e) { return std::string(e.type); },
                                  case_.row.event);
    if (void_event.event == wire::ControlSet::type) game_.other_control = true;
    if (game_.result || std::holds_alternative<wire::ControlSet>(case_.row.event) ||
        std::holds_alternative<wire::ReadingSet>(case_.row.event) ||
        std::holds_alternative<wire::PeriodEnded>(case_.row.event))
    {
        for (const Side side : {Side::white, Side::black})
            void_event.readings[side] = readings()[side];
        game_.penalty = Unshown{readings(), game_.readings};
    }
    want(std::move(void_event));
}

void Arbiter::ruling(const std::string& article, Subject about,
                     const std::string& by) {
    wire::RulingGiven given;
    given.number = ++game_.rulings;
    given.by = !by.empty() ? by : act_ != nullptr ? act_->by : "arbiterd";
    given.article = cite(article);
    given.about = about;
    given.ply = {counted()};
    want(std::move(given));
}

// The order in which the record puts its questions is not judged.
std::uint32_t Arbiter::number_of_question(Subject about) const {
    const auto is_free = [&](std::uint32_t number) {
        return number > asked_before_ &&
               std::ranges::find(game_.asked, number, &Asked::number) == game_.asked.end();
    };
    for (const GameRow& row : case_.answer)
        if (const auto* put = std::get_if<wire::QuestionPut>(&row.event))
            if (put->about == about && is_free(put->number)) return put->number;
    return game_.questions + 1;
}

void Arbiter::question(const std::string& article, Subject about, bool holds,
                       std::uint32_t sent_by) {
    wire::QuestionPut put;
    put.article = cite(article);
    put.about = about;
    put.holds = holds;
    put.basis.ruling = sent_by;
    put.number = number_of_question(about);
    ++game_.questions;
    game_.asked.push_back({put.number, 0, about, put.article, holds});
    want(std::move(put));
    if (holds) game_.hold = Hold::question;
}

// The last question about this waits no longer; another one takes its place.
void Arbiter::overtaken(Subject about) {
    for (auto at = game_.asked.rbegin(); at != game_.asked.rend(); ++at) {
        if (at->about != about) continue;
        want(wire::QuestionClosed{{}, at->number, Closing::overtaken, "", ""});
        game_.asked.erase(std::next(at).base());
        return;
    }
}

// For a clock that stands until it is set: the record reports this first.
void Arbiter::stopped_question(const std::string& by, const std::string& article,
                               Subject about) {
    intervention(Intervening::stopped, by, article, "");
    question(article, about, true);
}

// A question is put about a position that was set up, or stands again, and that ends the game, and
// about the fifth repetition and the 75th quiet move (9.6). Only dead positions with too
// little material are determined here; for others the record's word is accepted.
void Arbiter::look_for_end() {
    const std::string_view article = article_of_end();
    if (!article.empty()) question(std::string(article), Subject::position_ends, true);
}

// The article by which the position of the record ends the game.
std::string_view Arbiter::article_of_end() const {
    if (!game_.position_known || !board_known() || game_.open) return "";
    const Line& line = game_.line;
    Ending ending = ending_on_board(line.current());
    for (const GameRow& row : case_.answer)
        if (const auto* put = std::get_if<wire::QuestionPut>(&row.event))
            if (ending == Ending::none && put->about == Subject::position_ends &&
                put->article == cited(game_.rules, "5.2.2"))
                ending = Ending::dead_position;
    if (ending == Ending::none && line.occurrences().size() >= 5) ending = Ending::fivefold;
    if (ending == Ending::none && line.quiet() >= 150) ending = Ending::seventy_five_move;
    switch (ending) {
        case Ending::none: return "";
        case Ending::checkmate: return "5.1.1";
        case Ending::stalemate: return "5.2.1";
        case Ending::fivefold: return "9.6.1";
        case Ending::seventy_five_move: return "9.6.2";
        default: return "5.2.2";
    }
}

// A person looked at the board and set or resumed its clock: questions about the position and
// the clock are answered, and everything that held the game.
void Arbiter::seen_to(const std::string& by) {
    std::erase_if(game_.asked, [&](const Asked& asked) {
        constexpr std::array lasting{
            Subject::late_press,     Subject::game_end,        Subject::default_time,
            Subject::draw_offer,     Subject::appeal,          Subject::flag,
            Subject::illegal_move,   Subject::loss,            Subject::sheet,
            Subject::after_the_fact, Subject::claim_postponed, Subject::distraction,
            Subject::clock_command,  Subject::dated_back,      Subject::device_twice,
            Subject::foreign_game,   Subject::refused,         Subject::board_gone,
            Subject::board_shows,    Subject::board_sign};
        const bool lasts = std::ranges::find(lasting, asked.about) != lasting.end();
        if (lasts && !asked.holds) return false;
        want(wire::QuestionClosed{{}, asked.number, Closing::intervention, by, ""});
        return true;
    });
}

bool outlives_game(Subject about) {
    constexpr std::array last{
        Subject::late_press,     Subject::game_end,      Subject::appeal,
        Subject::sheet,          Subject::after_the_fact, Subject::clock_command,
        Subject::dated_back,     Subject::device_twice,  Subject::foreign_game,
        Subject::loss};
    return std::ranges::find(last, about) != last.end();
}

// The game is over; only questions about the result, persons and devices still
// matter.
void Arbiter::waits_no_longer() {
    const bool taken_back = game_.result && game_.result->ending == Ending::cancelled;
    std::erase_if(game_.asked, [&](const Asked& asked) {
        if (outlives_game(asked.about) && !taken_back) return false;
        want(wire::QuestionClosed{{}, asked.number, Closing::game_over, "", ""});
        return true;
    });
}

// What is offered can be carried out, and somebody is asked about things that are not right.
void Arbiter::waits_still() {
    loss_still();
    commands_still();
    delay_still();
    frozen_asked();
}

namespace {

// May the clock stand until this is answered?
bool may_stand_for(const Asked& asked) {
    switch (asked.about) {
        case Subject::appeal:
        case Subject::default_time:
        case Subject::terms:
        case Subject::claim_postponed:
        case Subject::dated_back:
        case Subject::device_twice:
        case Subject::foreign_game:
        case Subject::board_gone:
        case Subject::board_sign:
        case Subject::distraction: return asked.holds;
        default: return true;
    }
}

}  // namespace

// Nobody starts a clock that stands although nobody has named a pause and nothing is asked: then
// an arbiter is asked.
void Arbiter::frozen_asked() {
    if (game_.result || !game_.began || game_.runs || game_.named || waits_for_envelope() ||
        !game_.outbox.empty() || std::ranges::any_of(game_.asked, may_stand_for))
        return;
    question("6.11.3", Subject::pause, false);
}

// The game is held until the last question that holds it is closed.
void Arbiter::held_by_questions() {
    const bool held = std::ranges::any_of(game_.asked, &Asked::holds);
    game_.hold = held ? Hold::question : Hold::none;
}

// The seats of the players in clockd once it has carried out its commands.
bool Arbiter::clock_seats() const {
    bool changed = game_.clock_seats_changed;
    for (const Outstanding& sent : game_.outbox) {
        const auto* set = std::get_if<wire::SetReading>(&sent.command);
        if (set && set->correction.changed_seats) changed = !changed;
    }
    return changed;
}

template <class Command>
void Arbiter::issue_command(Command command) {
    // A ruling at the desk answers an act, not an event.
    const bool answers = act_ == nullptr && source_.empty();
    const Pos cause = act_ != nullptr ? Pos{} : answers ? case_.row.pos : cause_;
    const std::string made = act_ != nullptr ? "desk:" + act_->id : show(cause);
    const std::string source = source_.empty() ? "arb:" + clock_.log() + ":" + made + ":" : source_;
    command.id = source + std::to_string(++commands_);
    command.board = game_.board;
    command.game = game_.id;
    // A command sent again after a refusal has the epoch that the refusal named; one from the
    // desk has the record's.
    const bool first = answers && order_by_.empty();  // one after the other, otherwise
    command.epoch = first ? case_.around.epoch : any_epoch;
    if constexpr (requires { command.correction.article; })
        command.correction.article = cite(command.correction.article);
    else if constexpr (requires { command.outcome.article; })
        command.outcome.article = cite(command.outcome.article);
    else if constexpr (std::is_same_v<Command, wire::Adjust>)
        command.article = cite(command.article);
    if constexpr (std::is_same_v<Command, wire::SetReading>)
        command.correction.changed_seats = clock_seats() != game_.seats_changed;
    if constexpr (std::is_same_v<Command, wire::SetReading>) {
        const auto* noted = in_answer<wire::PressNoted>();
        if (placed_ || (noted && noted->how == wire::Pressing::set))  // other moves or presses
            command.correction.period =
                periods_there(back_ ? *back_->before : game_, command.correction.period);
    }
    command.at.reset();
    if (answers) command.at = case_.row.at;
    wire::CommandIssued issued;
    issued.by = act_ != nullptr ? act_->by : order_by_;
    game_.outbox.push_back({command.id, cause, commands_, command, issued.by});
    game_.outbox.back().former = std::exchange(sent_as_, {});
    if constexpr (std::is_same_v<Command, wire::ReopenGame>) game_.reopenings.insert(command.id);
    issued.command = std::move(command);
    want(std::move(issued));
}

void Arbiter::issue(wire::Correction correction) {
    wire::SetReading command;
    command.correction = std::move(correction);
    issue_command(std::move(command));
}

void Arbiter::issue(const wire::Outcome& outcome) {
    wire::EndGame command;
    command.outcome = outcome;
    issue_command(std::move(command));
}

// An event that stops the clock before that finds it standing, and orders it only once.
void Arbiter::issue_resume() {
    issue_command(wire::Resume{});
    game_.runs = false;
}

void Arbiter::send(const wire::OfficeCommand& command) {
    std::visit([&](const auto& each) { issue_command(each); }, command);
}

const wire::QuestionClosed* Arbiter::closing_of(std::uint32_t question) const {
    for (const GameRow& row : case_.answer) {
        const auto* closed = std::get_if<wire::QuestionClosed>(&row.event);
        if (closed && closed->number == question) return closed;
    }
    return nullptr;
}

std::string Arbiter::fact(std::string_view name) const {
    for (const GameRow& row : case_.answer) {
        const wire::Pairs* facts = nullptr;
        if (const auto* given = std::get_if<wire::RulingGiven>(&row.event))
            facts = &given->evidence;
        if (const auto* put = std::get_if<wire::QuestionPut>(&row.event)) facts = &put->evidence;
        if (!facts) continue;
        for (const wire::Pair& pair : *facts)
            if (pair.name == name) return pair.value;
    }
    return "";
}

}  // namespace flagfall::oracle
