#include "arbiterd/api/act_rules.hpp"

#include <algorithm>

#include "arbiterd/tournament/decide.hpp"
#include "arbiterd/tournament/notes.hpp"

namespace flagfall::api {

namespace {

using access::Reach;
using access::Role;
using access::Roles;

constexpr Roles chief = Role::chief_arbiter;
constexpr Roles pairers = Role::chief_arbiter | Role::pairing_program;
constexpr Roles readers = pairers | Roles(Role::broadcaster);

// The routine acts of a pairing program need no PIN; decisions do.
constexpr ActRule creating{pairers, Reach::office, Pin::not_asked};
constexpr ActRule preparing{pairers, Reach::event, Pin::not_asked};
constexpr ActRule changing_nothing{access::of_office, Reach::event, Pin::not_asked};
constexpr ActRule hiding{chief, Reach::event, Pin::asked};
constexpr ActRule publishing{pairers, Reach::hall, Pin::not_asked};
constexpr ActRule at_the_board{access::arbiters, Reach::board, Pin::asked};
constexpr ActRule under_way{access::arbiters, Reach::hall, Pin::asked};
constexpr ActRule confirming{chief, Reach::hall, Pin::asked};

// Preparing a round becomes a decision once it is under way or its games are at the clocks.
ActRule of_round(const tournament::Tournament* event, std::uint32_t number, ActRule before) {
    const tournament::EventRound* round = event ? tournament::find(*event, number) : nullptr;
    return round && tournament::has_started(*round) ? under_way : before;
}

// Does the imported round count as played although results are missing?
bool lacks_results(const tournament::EventRound& round) {
    return round.state >= tournament::RoundState::finished &&
           std::ranges::any_of(round.pairings, [](const tournament::EventPairing& p) {
               return !p.bye && !p.entered;
           });
}

// A file needs the rights of what it does: changing a round that is under way, or importing one
// that is under way, finished without all its results, or confirmed. A file that is refused changes
// nothing: who may decide about such a round gets the reason.
ActRule of_import(const tournament::Tournament* event, const wire::ImportEvent& act) {
    using enum tournament::RoundState;
    const tournament::Tournament none;
    const tournament::Tournament& present = event ? *event : none;
    const auto decides = [&](const tournament::EventRound& round) {
        const tournament::EventRound* known = tournament::find(present, round.number);
        return round.state == started || round.state == confirmed || lacks_results(round) ||
               (known && tournament::has_started(*known));
    };
    const bool scores = act.info && tournament::changes_points(present, *act.info);
    if (!scores && std::ranges::none_of(act.rounds, decides)) return preparing;
    const auto does = tournament::decide_import(present, act);
    if (!does) return changing_nothing;
    if (does->info && tournament::changes_points(present, *does->info)) return confirming;
    ActRule rule = preparing;
    for (const tournament::EventRound& round : does->rounds) {
        const tournament::EventRound* known = tournament::find(present, round.number);
        const tournament::RoundState before = known ? known->state : drafted;
        if (round.state == confirmed && before != confirmed) return confirming;
        if (before != round.state ? round.state == started || lacks_results(round)
                                  : known && tournament::has_started(*known))
            rule = under_way;
    }
    return rule;
}

// An act that names no boards is for all of them.
ActRule at_boards(const std::vector<Board>& boards, const std::string& sector) {
    const bool all = boards.empty() && sector.empty();
    return {access::arbiters, all ? Reach::hall : Reach::board, Pin::asked};
}

struct EventRules {
    const tournament::Tournament* event;

    ActRule operator()(const wire::CreateEvent&) { return creating; }
    // Changing the points of existing results is as serious as changing the results.
    ActRule operator()(const wire::ChangeEvent& a) {
        return event && tournament::changes_points(*event, a.info) ? confirming : preparing;
    }
    ActRule operator()(const wire::HideEvent&) { return hiding; }
    ActRule operator()(const wire::ShowEvent&) { return hiding; }
    ActRule operator()(const wire::EnterPlayers&) { return preparing; }
    ActRule operator()(const wire::RemovePlayer&) { return preparing; }
    ActRule operator()(const wire::WithdrawPlayer&) { return preparing; }
    ActRule operator()(const wire::RequestBye&) { return preparing; }
    ActRule operator()(const wire::SeedPlayers&) { return preparing; }
    ActRule operator()(const wire::EnterTeams&) { return preparing; }
    ActRule operator()(const wire::PlanRound&) { return preparing; }
    ActRule operator()(const wire::SetPairings& a) { return of_round(event, a.round, preparing); }
    ActRule operator()(const wire::ChangePairing& a) {
        return of_round(event, a.round, preparing);
    }
    ActRule operator()(const wire::ImportEvent& a) { return of_import(event, a); }
    ActRule operator()(const wire::PublishRound&) { return publishing; }
    ActRule operator()(const wire::WithdrawPublication& a) {
        return of_round(event, a.round, publishing);
    }
    ActRule operator()(const wire::PrepareRound&) {
        return {access::arbiters, Reach::hall, Pin::not_asked};
    }
    ActRule operator()(const wire::StartRound&) { return under_way; }
    ActRule operator()(const wire::FinishRound&) { return under_way; }
    ActRule operator()(const wire::ConfirmRound&) { return confirming; }
    ActRule operator()(const wire::ReopenRound&) { return confirming; }
    ActRule operator()(const wire::EnterResult&) { return at_the_board; }
    ActRule operator()(const wire::KeepMoves&) { return at_the_board; }
    ActRule operator()(const wire::Acknowledge&) { return {readers, Reach::event, Pin::not_asked}; }
    ActRule operator()(const wire::RuleBoards& a) { return at_boards(a.boards, a.sector); }
    ActRule operator()(const wire::UndoStart& a) { return at_boards(a.boards, a.sector); }
};

struct DeskRules {
    ActRule operator()(const wire::AnswerQuestion&) { return at_the_board; }
    ActRule operator()(const wire::GiveResult&) { return at_the_board; }
    ActRule operator()(const wire::SetClock&) { return at_the_board; }
    ActRule operator()(const wire::AdjustClock&) { return at_the_board; }
    ActRule operator()(const wire::PauseClock&) { return at_the_board; }
    ActRule operator()(const wire::ResumeClock&) { return at_the_board; }
    ActRule operator()(const wire::Penalise&) { return at_the_board; }
    ActRule operator()(const wire::UndoRuling&) { return at_the_board; }
    ActRule operator()(const wire::Note&) { return at_the_board; }
    ActRule operator()(const wire::IllegalAction&) { return at_the_board; }
    ActRule operator()(const wire::RestartGame&) { return at_the_board; }
    ActRule operator()(const wire::BindMove&) { return at_the_board; }
    ActRule operator()(const wire::EnterSheet&) { return at_the_board; }
    ActRule operator()(const wire::EnterMoves&) { return at_the_board; }
    ActRule operator()(const wire::ChangeControl&) { return at_the_board; }
    ActRule operator()(const wire::Approve&) { return at_the_board; }
    ActRule operator()(const wire::Appeal&) { return at_the_board; }
    ActRule operator()(const wire::DecideAppeal&) { return at_the_board; }
    ActRule operator()(const wire::Arrival&) { return at_the_board; }
    ActRule operator()(const wire::Adjourn&) { return at_the_board; }
    ActRule operator()(const wire::OpenSealed&) { return at_the_board; }
    ActRule operator()(const wire::ResumeGame&) { return at_the_board; }
    ActRule operator()(const wire::ShowRecord&) { return at_the_board; }
    ActRule operator()(const wire::ReverseColours&) { return at_the_board; }
};

}  // namespace

ActRule rule_of(const wire::EventAct& act, const tournament::Tournament* event) {
    return std::visit(EventRules{event}, act);
}
ActRule rule_of(const wire::DeskAct& act) { return std::visit(DeskRules{}, act); }

}  // namespace flagfall::api
