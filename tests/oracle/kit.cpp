#include "tests/oracle/kit.hpp"

#include <utility>

#include "arbiterd/game/acts/desk.hpp"
#include "tests/support/catch.hpp"

namespace flagfall::oracle::test {

using clock::Role;
using Catch::Matchers::Contains;

Pair::Pair(const std::string& time) {
    take({{}, wire::LogOpened{"log", time, "test"}}, "");
    take({{}, wire::Booted{boot_, "test"}}, "");
}

void Pair::take(const clock::Stamped& stamped, const std::string& id) {
    const auto* booted = std::get_if<wire::Booted>(&stamped.event);
    if (booted) boot_ = booted->boot;
    const Pos pos{static_cast<std::int64_t>(clock.size()) + 1};
    apply(hall_, stamped.event, stamped.at);
    clock.push_back({pos, stamped.at, boot_, 0, id, stamped.event});
    keep(game::decide(office_, {pos, stamped.at, 0, id, stamped.event}));
}

void Pair::keep(const std::vector<wire::GameEvent>& events) {
    for (const wire::GameEvent& event : events) {
        game::apply(office_, event);
        record.push_back({Pos{static_cast<std::int64_t>(record.size()) + 1}, event});
        if (const auto* issued = std::get_if<wire::CommandIssued>(&event))
            outbox_.push_back(*issued);
    }
}

void Pair::send(wire::CommandIssued issued) {
    std::visit(
        [&](auto& command) {
            command.at.reset();  // as the shell does in real time
            const clock::Decision decision = decide(hall_, command, now, Role::arbiterd);
            for (const clock::Stamped& stamped : decision.events)
                take(stamped, command.id);
            if (!decision.refusal) return;
            keep(game::decide_refused(office_, {command.id, decision.refusal->code, "",
                                                hall_.at(command.board).epoch, now}));
        },
        issued.command);
}

void Pair::deliver() {
    while (!outbox_.empty()) {
        wire::CommandIssued issued = std::move(outbox_.front());
        outbox_.erase(outbox_.begin());
        send(std::move(issued));
    }
}

void Pair::lose(bool effect) {
    const wire::CommandIssued issued = std::move(outbox_.front());
    outbox_.erase(outbox_.begin());
    const std::string id = std::visit([](const auto& command) { return command.id; },
                                      issued.command);
    const game::Lost how = effect ? game::Lost::no_effect : game::Lost::no_answer;
    keep(game::decide_lost(office_, issued.game, id, how, now));
}

template <class Command>
Command Pair::make(Side side) const {
    Command command;
    command.board = {1};
    command.game = game_;
    command.epoch = hall_.at(command.board).epoch;
    if constexpr (requires { command.side; }) command.side = side;
    return command;
}

template <class Command>
void Pair::tell(Command command, Role by) {
    now = now + seconds(1);
    command.id = "c" + std::to_string(++numbers_);
    const clock::Decision decision = decide(hall_, command, now, by);
    for (const clock::Stamped& stamped : decision.events)
        take(stamped, command.id);
    INFO((decision.refusal ? decision.refusal->text : ""));
    CHECK_FALSE(decision.refusal);
    if (prompt) deliver();
}

void Pair::open(const std::string& time_control, const std::string& fen,
                PeriodTrigger trigger, Variant variant) {
    wire::OpenGame command;
    command.board = {1};
    game_ = command.game = "g" + std::to_string(++games_);
    command.terms = {.event = "e", .round = "1", .white = "A", .black = "B",
                     .time_control = time_control, .period_trigger = trigger,
                     .variant = variant, .fen = fen, .profile = profile, .rules = rules, .tags = {},
                     .default_time = {}, .flag_call = flag_call, .freeze = freeze,
                     .reports = reports};
    tell(command, Role::arbiter);
    if (starts) tell(make<wire::StartGame>({}), Role::arbiter);
}

void Pair::move(Side side, const std::string& text) {
    auto command = make<wire::MakeMove>(side);
    command.text = text;
    tell(command);
}
void Pair::press(Side side, const std::string& text) {
    auto command = make<wire::Press>(side);
    command.move = text;
    tell(command);
}
void Pair::offer(Side side) { tell(make<wire::OfferDraw>(side)); }
void Pair::accept(Side side) { tell(make<wire::AcceptDraw>(side)); }
void Pair::decline(Side side) { tell(make<wire::DeclineDraw>(side)); }
void Pair::resign(Side side) { tell(make<wire::Resign>(side)); }
void Pair::claim(Side side, const std::string& kind, const std::string& text) {
    auto command = make<wire::Claim>(side);
    command.kind = wire::from_name<wire::ClaimKind>(kind).value();
    command.move = text;
    tell(command);
}
void Pair::pause(Role by) {
    auto command = make<wire::Pause>({});
    command.reason = "a test";
    tell(command, by);
}
void Pair::resume() { tell(make<wire::Resume>({}), Role::arbiter); }
void Pair::set(const wire::Correction& correction) {
    auto command = make<wire::SetReading>({});
    command.correction = correction;
    tell(command, Role::arbiter);
}
void Pair::end(const wire::Outcome& outcome) {
    auto command = make<wire::EndGame>({});
    command.outcome = outcome;
    tell(command, Role::arbiter);
}

void Pair::give(wire::ClockCommand command, Role by) {
    std::visit(
        [&](auto& c) {
            static_cast<wire::Command&>(c) = make<wire::Command>({});
            tell(c, by);
        },
        command);
}

void Pair::rule(wire::DeskAct act, const std::string& article) {
    now = now + seconds(1);
    wire::DeskCommand command;
    command.id = "d" + std::to_string(++numbers_);
    command.game = game_;
    command.by = "Anna Berg";
    command.article = article;
    command.reason = "a test";
    command.act = std::move(act);
    const auto decided = game::decide_desk(office_, now, command);
    INFO((decided ? "" : decided.error().text));
    REQUIRE(decided.has_value());
    keep(*decided);
    if (prompt) deliver();
}

void Pair::play(const std::string& moves) {
    std::string rest = moves + " ";
    while (!rest.empty()) {
        const std::size_t space = rest.find(' ');
        press(hall_.at({1}).turn(), rest.substr(0, space));
        rest.erase(0, space + 1);
    }
}

void Pair::report(wire::EquipmentChanged event) {
    now = now + seconds(1);
    take({now, std::move(event)}, "");
}

void Pair::wait(Duration time) {
    now = now + time;
    for (clock::Events more; !(more = decide_time(hall_, now)).empty();)
        for (const clock::Stamped& stamped : more) take(stamped, "");
    if (prompt) deliver();
}

void Pair::boot(const std::string& name) {
    const bool same = name == boot_;
    for (const clock::Stamped& stamped : decide_boot(hall_, same, now)) take(stamped, "");
    if (!same) now = {5'000'000};
    take({now, wire::Booted{name, "test"}}, "");
}

std::vector<Complaint> Pair::judged(bool finished) const {
    Options options;
    options.finished = finished;
    return judge(clock, record, options);
}

std::string said(const std::vector<Complaint>& complaints) {
    std::string out;
    for (const Complaint& complaint : complaints) out += text(complaint) + "\n";
    return out;
}

wire::SetClock clocks(Duration white_time, Duration black_time, bool run) {
    wire::SetClock act;
    act.white = white_time;
    act.black = black_time;
    act.run = run;
    return act;
}

wire::AnswerQuestion answer(std::uint32_t question, const std::string& option) {
    wire::AnswerQuestion act;
    act.question = question;
    act.option = option;
    return act;
}

void judged_clean(Pair& pair) {
    CHECK(said(pair.judged()) == "");
    last<wire::RulingGiven>(pair.record).number += 1;
    CHECK_THAT(said(pair.judged()), Contains("number is"));
}

void plays_on(Pair& pair, const std::string& moves) {
    pair.play(moves);
    REQUIRE(said(pair.judged()) == "");
    auto& san = last<wire::MoveRecorded>(pair.record).san;
    const std::string right = std::exchange(san, "Ka1");
    CHECK_THAT(said(pair.judged()), Contains("san is \"Ka1\""));
    san = right;
}

Pair begun() {
    Pair pair;
    pair.open("5400+30");
    pair.play("e4 e5 Nf3 Nc6");
    return pair;
}

}  // namespace flagfall::oracle::test
