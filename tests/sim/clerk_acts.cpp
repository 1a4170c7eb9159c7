// What the clerk does next.
#include <algorithm>
#include <array>
#include <utility>

#include "arbiterd/formats/export.hpp"
#include "arbiterd/formats/import.hpp"
#include "common/base/limits.hpp"
#include "tests/sim/clerk.hpp"
#include "tests/support/event_files.hpp"

namespace flagfall::sim {

namespace {

constexpr std::uint32_t nobody = 99;    // a player that no event has
constexpr std::uint32_t no_round = 77;  // a round that no event has

template <class Act>
Act of_number(std::uint32_t round) {
    Act act;
    act.round = round;
    return act;
}

wire::CreateEvent creation(std::string name, std::string time_control) {
    wire::CreateEvent create;
    create.info.name = std::move(name);
    create.info.terms.time_control = std::move(time_control);
    return create;
}

wire::EnterPlayers players(std::uint32_t count) {
    wire::EnterPlayers enter;
    enter.players.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        enter.players[i].name = "Spiller " + std::to_string(i + 1);
        enter.players[i].rating = 1500 + 10 * i;  // so that seeding changes their order
    }
    return enter;
}

}  // namespace

const tournament::Tournament* Clerk::known() const {
    const tournament::Tournaments* tournaments = office_.tournaments();
    return tournaments ? tournament::find(*tournaments, "open") : nullptr;
}

// A board of the round under way, as far as the clerk can see.
std::optional<wire::RoundState> Clerk::state() const {
    const tournament::Tournament* event = known();
    const tournament::EventRound* round = event ? tournament::find(*event, round_) : nullptr;
    if (!round || round->pairings.empty()) return std::nullopt;
    return round->state;
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

// Mostly a player who sits at no board.
std::uint32_t Clerk::some_player() {
    return static_cast<std::uint32_t>(random_.chance(0.1) ? random_.between(1, 4)
                                                          : random_.between(5, 6));
}

std::uint32_t Clerk::some_round() {
    return round_ + static_cast<std::uint32_t>(random_.below(2));
}

Clerk::Wish Clerk::next() {
    if (!created_) return {creation("Åpent mesterskap", std::to_string(random_.between(2, 12)))};
    if (!entered_) return {players(6)};
    const double what = random_.unit();
    if (what < 0.12) return of_players();
    if (what < 0.20) return from_file();
    if (what < 0.28) return other_event();
    if (what < 0.36) return mistaken();
    if (what < 0.42) return of_plans();
    if (what < 0.56) return at_boards();
    return of_round();
}

Clerk::Wish Clerk::of_players() {
    switch (random_.below(6)) {
        case 0:
        case 1: {
            constexpr std::array<std::optional<wire::Bye>, 5> kinds{  // as often taken back
                wire::Bye::half, wire::Bye::full, wire::Bye::zero};
            wire::RequestBye ask;
            ask.number = some_player();
            ask.rounds = {some_round()};
            ask.bye = kinds[random_.below(kinds.size())];
            return {ask};
        }
        case 2:
        case 3: {
            wire::WithdrawPlayer withdraw;
            withdraw.number = some_player();
            if (random_.chance(0.5)) withdraw.from_round = some_round();
            return {withdraw};
        }
        case 4: return {wire::SeedPlayers{}};
        default: {
            if (random_.chance(0.3))
                return {wire::RemovePlayer{5 + static_cast<std::uint32_t>(random_.below(3))}};
            wire::EnterPlayers late;
            late.players.resize(1);
            late.players[0].number = static_cast<std::uint32_t>(random_.between(5, 7));
            late.players[0].name = "Sein " + std::to_string(late.players[0].number);
            return {late};
        }
    }
}

Clerk::Wish Clerk::of_plans() {
    switch (random_.below(4)) {
        case 0: {
            wire::EnterTeams enter;
            enter.teams = {{1, "Bergen", "NOR"}};
            return {enter};
        }
        case 1: {
            wire::PlanRound plan;
            plan.number = some_round();
            if (random_.chance(0.5)) plan.starts = "2026-11-21T14:00:00+01:00";
            return {plan};
        }
        case 2: {
            const tournament::Tournament* event = known();
            wire::ChangeEvent change;
            if (!event) return {players(6)};
            change.info = event->info;
            change.info.name = "Åpent mesterskap";
            change.info.sectors = {{"A", "", board(0), board(0)}};
            return {change};
        }
        default: {
            auto told = of_number<wire::Acknowledge>(round_);
            told.consumer = "swiss";
            told.board = random_.chance(0.5) ? Board{} : board(0);
            return {told};
        }
    }
}

// The result for which the round waits, and often another one.
Clerk::Wish Clerk::of_round() {
    using enum wire::RoundState;
    const auto state = random_.chance(0.5) ? this->state() : std::nullopt;
    const std::uint64_t what = state == drafted     ? 1
                               : state == published ? 6
                               : state == started   ? 9
                               : state == finished  ? 10
                                                    : random_.below(13);
    const auto which = static_cast<std::uint32_t>(random_.below(2));
    switch (what) {
        case 0: {
            auto pair = of_number<wire::SetPairings>(round_);
            pair.pairings = {game(0, random_.chance(0.5)), game(1, random_.chance(0.5))};
            return {pair};
        }
        case 1:
        case 2: return {of_number<wire::PublishRound>(round_)};
        case 3: {
            auto prepare = of_number<wire::PrepareRound>(round_);
            prepare.boards = some_boards();
            return {prepare};
        }
        case 4: {
            auto change = of_number<wire::ChangePairing>(round_);
            change.pairings = {game(which, random_.chance(0.5))};
            return {change};
        }
        case 5: return {of_number<wire::WithdrawPublication>(round_)};
        case 6:
        case 7:
        case 8: {
            auto start = of_number<wire::StartRound>(round_);
            start.boards = some_boards();
            start.without_clocks = random_.chance(0.05);
            return {start};
        }
        case 9: return {of_number<wire::FinishRound>(round_)};
        case 10: return {of_number<wire::ConfirmRound>(round_)};
        case 11: return {of_number<wire::ReopenRound>(random_.chance(0.5) ? round_ : round_ - 1)};
        default: {
            auto enter = of_number<wire::EnterResult>(round_);
            enter.board = board(which);
            if (random_.chance(0.7)) enter.entered = {drawn(), wire::ResultKind::played, "", ""};
            return {enter};
        }
    }
}

wire::RuleBoards Clerk::at_many() {
    wire::RuleBoards rule;
    if (random_.chance(0.5)) rule.round = round_;
    rule.boards = some_boards();
    switch (random_.below(5)) {
        case 0: rule.act = wire::PauseClock{}; break;
        case 1: rule.act = wire::AdjustClock{seconds(3), seconds(3)}; break;
        case 2: {
            wire::ChangeControl control;
            control.time_control = "20+1";
            control.white = control.black = seconds(15);
            rule.act = control;
            break;
        }
        default: rule.act = wire::ResumeClock{};  // so that most games go on
    }
    return rule;
}

Clerk::Wish Clerk::at_boards() {
    if (random_.chance(0.6)) return {at_many()};
    auto undo = of_number<wire::UndoStart>(round_);
    undo.boards = some_boards();
    return {undo};
}

// What no office may do, in whatever state.
Clerk::Wish Clerk::mistaken() {
    Wish wish;
    switch (random_.below(10)) {
        case 0: wish = {wire::WithdrawPlayer{nobody, 0, {}}, "open", "unknown_player"}; break;
        case 1:
            wish = {wire::RequestBye{nobody, {1}, wire::Bye::half}, "open", "unknown_player"};
            break;
        case 2:
            wish = {wire::RequestBye{1, {limits::event_rounds + 1}, wire::Bye::half}, "open",
                    "bad_number"};
            break;
        case 3: wish = {of_number<wire::PublishRound>(no_round), "open", "unknown_round"}; break;
        case 4: {
            wire::RuleBoards rule = at_many();
            rule.boards.clear();
            if (random_.chance(0.5)) rule.round = no_round;
            else rule.sector = "balcony";
            wish = {rule, "open", rule.round == no_round ? "unknown_round" : "unknown_sector"};
            break;
        }
        case 5: wish = {creation("Igjen", "10"), "open", "event_exists"}; break;
        case 6: {  // an earlier act, with other content
            wire::EnterPlayers enter = players(1);
            enter.players[0].name = "Dobbel " + std::to_string(acts_);
            wish = {enter, "open", "id_used"};
            wish.id = done_;
            break;
        }
        case 7:
            wish = {wire::SeedPlayers{}, "open", "changed_meanwhile"};
            wish.if_match = Pos{1};
            break;
        case 8: {  // a file with a player who is not in the event
            wire::ImportEvent file;
            file.rounds.resize(1);
            file.rounds[0].number = limits::event_rounds;
            file.rounds[0].pairings = {game(0, false)};
            file.rounds[0].pairings[0].white = nobody;
            wish = {file, "open", "unknown_player"};
            break;
        }
        default:
            if (round_ == 1) return {of_number<wire::FinishRound>(no_round), "open",
                                     "unknown_round"};
            wish = {wire::HideEvent{}, "open", "has_game"};
    }
    return wish;
}

// Created by mistake, at the same boards.
Clerk::Wish Clerk::other_event() {
    if (!std::exchange(other_, true)) return {creation("Feil", "5"), "feil"};
    switch (random_.below(7)) {
        case 0: return {players(2), "feil"};
        case 1: {
            auto pair = of_number<wire::SetPairings>(1);
            pair.pairings = {game(0, random_.chance(0.5))};
            return {pair, "feil"};
        }
        case 2: return {of_number<wire::PublishRound>(1), "feil"};
        case 3:
        case 4: return {of_number<wire::WithdrawPublication>(1), "feil"};
        case 5: return {wire::HideEvent{}, "feil"};
        default: return {wire::ShowEvent{}, "feil"};
    }
}

// ---- files --------------------------------------------------------------------------------------

namespace {

// A name, a result or a pairing differs from the event's.
void change(tournament::Tournament& event, std::uint32_t round, Random& random) {
    if (random.chance(0.3) && !event.players.empty()) {
        tournament::EventPlayer& player = event.players.begin()->second;
        player.name = player.name.ends_with(" jr") ? "Spiller 1" : player.name + " jr";
    }
    const auto found = event.rounds.find(round);
    if (found == event.rounds.end()) return;
    for (wire::EventPairing& pairing : found->second.pairings) {
        if (pairing.bye) continue;
        if (random.chance(0.2)) std::swap(pairing.white, pairing.black);
        if (random.chance(0.3)) pairing.entered = {drawn(), wire::ResultKind::played, "", ""};
    }
}

}  // namespace

Clerk::Wish Clerk::from_file() {
    const tournament::Tournament* event = known();
    if (!event || event->players.empty()) return of_plans();
    constexpr std::array formats{formats::Format::trf16, formats::Format::trf26,
                                 formats::Format::csv, formats::Format::json};
    const formats::Format format = formats[random_.below(formats.size())];
    const auto paired = [](const auto& round) { return !round.second.pairings.empty(); };
    if (format == formats::Format::csv && !std::ranges::any_of(event->rounds, paired))
        return of_plans();  // there is nothing to write
    tournament::Tournament told = *event;
    change(told, round_, random_);
    const bool csv = format == formats::Format::csv;
    std::string text = test::written(format, told, csv ? formats::Results{}
                                                       : formats::entered_results(told));
    const bool broken = format != formats::Format::json && random_.chance(0.2);
    if (broken) text += "001 what is this\n";
    const auto file = formats::read(format, text, event, 0);
    if (broken && file) world_.found(Board{}, "a broken file was read: " + text);
    if (!broken && !file && !text.empty())
        world_.found(Board{}, "our own " + std::string(formats::name(format)) + " is not read: " +
                                  formats::text(file.error()) + "\n" + text);
    if (!file) return world_.marks.add("clerk_file_refused"), of_plans();
    world_.marks.add("clerk_file_" + std::string(formats::name(format)));
    wire::ImportEvent act = formats::import_of(*file);
    act.replace = random_.chance(0.3);
    return {std::move(act)};
}

}  // namespace flagfall::sim
