#include "tests/sim/clerk.hpp"

#include "common/base/limits.hpp"

namespace flagfall::sim {

namespace {

std::string type_of(const wire::EventAct& act) {
    return std::visit([]<class Act>(const Act&) { return std::string(Act::type); }, act);
}

}  // namespace

// Its draws are separate: other worlds stay as they were without it.
Clerk::Clerk(World& world, ArbiterdHost& office, Board first)
    : world_(world),
      office_(office),
      first_(first),
      random_(world.options.seed * 0x9E3779B97F4A7C15 + 7) {}

void Clerk::work() {
    world_.agenda.in(random_.between(milliseconds(100), milliseconds(1500)), [this] { work(); });
    if (!asked_) {
        if (world_.quiet) return;
        ask(next());
    } else {
        world_.marks.add("clerk_asked_again");
    }
    office_.act(*asked_, [this](const std::string& id, const arbiterd::ActAnswer& answer) {
        answered(id, answer);
    });
}

void Clerk::ask(Wish wish) {
    wire::EventCommand command;
    command.id = wish.id.empty() ? "clerk-" + std::to_string(++acts_) : std::move(wish.id);
    command.event = std::move(wish.event);
    command.by = "Jørgen Kontor";
    command.if_match = wish.if_match;
    command.act = std::move(wish.act);
    asked_ = std::move(command);
    must_fail_ = std::move(wish.must_fail);
    shown_ = 0;
}

void Clerk::answered(const std::string& id, const arbiterd::ActAnswer& answer) {
    using Kind = arbiterd::ActAnswer::Kind;
    if (!asked_ || asked_->id != id || answer.kind == Kind::busy) return;
    if (!must_fail_.empty()) return must_be_refused(answer);
    const std::string& token =
        answer.kind == Kind::preview ? answer.confirm : answer.refusal.confirm;
    if (!token.empty() && token != asked_->confirm && shown_++ < 3) {  // asked again with it
        world_.marks.add(answer.kind == Kind::preview ? "clerk_saw_a_preview"
                                                      : "clerk_asked_first_" + answer.refusal.code);
        if (std::holds_alternative<wire::EnterResult>(asked_->act))
            world_.marks.add("clerk_heard_who_relies_on_a_result");
        asked_->confirm = token;
        return;
    }
    if (answer.kind == Kind::refused) world_.marks.add("clerk_refused_" + answer.refusal.code);
    if (answer.kind == Kind::done || answer.kind == Kind::repeated) was_done(*asked_, answer);
    asked_.reset();
}

void Clerk::was_done(const wire::EventCommand& command, const arbiterd::ActAnswer& answer) {
    using Kind = arbiterd::ActAnswer::Kind;
    world_.marks.add(answer.kind == Kind::done ? "clerk_done" : "clerk_repeated");
    world_.marks.add("clerk_" + type_of(command.act));
    done_ = command.id;
    if (const auto* many = std::get_if<wire::RuleBoards>(&command.act))
        world_.marks.add("clerk_" + std::visit([]<class Act>(const Act&) {
                             return std::string(Act::type);
                         }, many->act));
    if (command.event != "open") return;
    created_ = created_ || std::holds_alternative<wire::CreateEvent>(command.act);
    entered_ = entered_ || std::holds_alternative<wire::EnterPlayers>(command.act);
    if (std::holds_alternative<wire::ConfirmRound>(command.act) && round_ < limits::event_rounds)
        ++round_;
    if (const auto* again = std::get_if<wire::ReopenRound>(&command.act)) round_ = again->round;
    if (const auto* change = std::get_if<wire::ChangeEvent>(&command.act))
        sectors_ = change->info.sectors;
    check_kept();
}

// What no act of ours has removed, including a file that does not mention it.
void Clerk::check_kept() {
    const tournament::Tournament* event = known();
    if (!event) return;
    if (event->info.sectors != sectors_) world_.found(Board{}, "the event has lost its sectors");
    if (event->info.terms.time_control.empty())
        world_.found(Board{}, "the event has lost its time control");
    for (const auto& [number, round] : event->rounds)
        for (const wire::EventPairing& pairing : round.pairings)
            if (!pairing.bye && pairing.board != board(0) && pairing.board != board(1))
                world_.found(pairing.board, "round " + std::to_string(number) +
                                                " was moved to a board that nobody named");
}

void Clerk::must_be_refused(const arbiterd::ActAnswer& answer) {
    using Kind = arbiterd::ActAnswer::Kind;
    const std::string code = answer.kind == Kind::refused ? answer.refusal.code : "";
    if (code != must_fail_)
        world_.found(Board{}, "the office answers a wrong " + type_of(asked_->act) + " with \"" +
                                  code + "\" instead of " + must_fail_);
    world_.marks.add("clerk_mistaken_" + must_fail_);
    must_fail_.clear();
    asked_.reset();
}

}  // namespace flagfall::sim
