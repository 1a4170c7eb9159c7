#include "tests/sim/clerk.hpp"

#include "common/base/limits.hpp"

namespace flagfall::sim {

namespace {

template <class Act>
Act of_round(std::uint32_t round) {
    Act act;
    act.round = round;
    return act;
}

}  // namespace

// Its draws are its own: other worlds stay as they were without it.
Clerk::Clerk(World& world, ArbiterdHost& office, Board first)
    : world_(world),
      office_(office),
      first_(first),
      random_(world.options.seed * 0x9E3779B97F4A7C15 + 7) {}

void Clerk::work() {
    world_.agenda.in(random_.between(milliseconds(100), milliseconds(1500)), [this] { work(); });
    if (!asked_) {
        if (world_.quiet) return;
        wire::EventCommand command;
        command.id = "clerk-" + std::to_string(++acts_);
        command.event = "open";
        command.by = "Jørgen Kontor";
        command.act = next();
        asked_ = std::move(command);
        shown_ = 0;
    } else {
        world_.marks.add("clerk_asked_again");
    }
    office_.act(*asked_, [this](const std::string& id, const arbiterd::EventAnswer& answer) {
        answered(id, answer);
    });
}

void Clerk::answered(const std::string& id, const arbiterd::EventAnswer& answer) {
    using Kind = arbiterd::EventAnswer::Kind;
    if (!asked_ || asked_->id != id || answer.kind == Kind::busy) return;
    const std::string& token =
        answer.kind == Kind::preview ? answer.confirm : answer.refusal.confirm;
    if (!token.empty() && token != asked_->confirm && shown_++ < 3) {  // asked again with it
        world_.marks.add(answer.kind == Kind::preview ? "clerk_saw_a_preview"
                                                      : "clerk_asked_first_" + answer.refusal.code);
        asked_->confirm = token;
        return;
    }
    if (answer.kind == Kind::preview) return asked_.reset();
    if (answer.kind == Kind::refused) {
        world_.marks.add("clerk_refused_" + answer.refusal.code);
    } else {
        world_.marks.add(answer.kind == Kind::done ? "clerk_done" : "clerk_repeated");
        if (const auto* many = std::get_if<wire::RuleBoards>(&asked_->act))
            world_.marks.add("clerk_" + std::visit([]<class Act>(const Act&) {
                                 return std::string(Act::type);
                             }, many->act));
        if (std::holds_alternative<wire::UndoStart>(asked_->act))
            world_.marks.add("clerk_undo_start");
        created_ = created_ || std::holds_alternative<wire::CreateEvent>(asked_->act);
        entered_ = entered_ || std::holds_alternative<wire::EnterPlayers>(asked_->act);
        if (std::holds_alternative<wire::ConfirmRound>(asked_->act) &&
            round_ < limits::event_rounds)
            ++round_;
    }
    asked_.reset();
}

wire::EventPairing Clerk::game(std::uint32_t which, bool swapped) const {
    wire::EventPairing pairing;
    pairing.board = board(which);
    pairing.white = 2 * which + (swapped ? 2 : 1);
    pairing.black = 2 * which + (swapped ? 1 : 2);
    return pairing;
}

std::vector<Board> Clerk::some_boards() {
    if (random_.chance(0.5)) return {};
    return {board(static_cast<std::uint32_t>(random_.below(2)))};
}

wire::RuleBoards Clerk::at_many() {
    wire::RuleBoards rule;
    if (random_.chance(0.5)) rule.round = round_;
    rule.boards = some_boards();
    switch (random_.below(4)) {
        case 0: rule.act = wire::PauseClock{}; break;
        case 1: rule.act = wire::AdjustClock{seconds(3), seconds(3)}; break;
        default: rule.act = wire::ResumeClock{};  // so that most games go on
    }
    return rule;
}

wire::EventAct Clerk::next() {
    if (!created_) {
        wire::CreateEvent create;
        create.info.name = "Åpent mesterskap";
        create.info.terms.time_control = std::to_string(random_.between(2, 12));
        return create;
    }
    if (!entered_) {
        wire::EnterPlayers enter;
        enter.players.resize(4);
        for (std::size_t i = 0; i < enter.players.size(); ++i)
            enter.players[i].name = "Spiller " + std::to_string(i + 1);
        return enter;
    }
    const auto which = static_cast<std::uint32_t>(random_.below(2));
    switch (random_.below(14)) {
        case 0: {
            auto pair = of_round<wire::SetPairings>(round_);
            pair.pairings = {game(0, random_.chance(0.5)), game(1, random_.chance(0.5))};
            return pair;
        }
        case 1:
        case 2: return of_round<wire::PublishRound>(round_);
        case 3: {
            auto prepare = of_round<wire::PrepareRound>(round_);
            prepare.boards = some_boards();
            return prepare;
        }
        case 4: {
            auto change = of_round<wire::ChangePairing>(round_);
            change.pairings = {game(which, random_.chance(0.5))};
            return change;
        }
        case 5: return of_round<wire::WithdrawPublication>(round_);
        case 6:
        case 7:
        case 8: {
            auto start = of_round<wire::StartRound>(round_);
            start.boards = some_boards();
            return start;
        }
        case 9: return of_round<wire::FinishRound>(round_);
        case 10: return of_round<wire::ConfirmRound>(round_);
        case 11: return at_many();
        case 12: {
            auto undo = of_round<wire::UndoStart>(round_);
            undo.boards = some_boards();
            return undo;
        }
        default: {
            auto enter = of_round<wire::EnterResult>(round_);
            enter.board = board(which);
            if (random_.chance(0.7)) enter.entered = {drawn(), "played", "", ""};
            return enter;
        }
    }
}

}  // namespace flagfall::sim
