// Commands without effect: clockd says that it obeyed but its log does not show it, or it refuses,
// or it does not answer. A person gets a question.
#include <algorithm>

#include "arbiterd/service/arbiter_impl.hpp"
#include "arbiterd/service/limits.hpp"
#include "common/ops/log.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::arbiterd {

namespace {

// After a suspend, answers that arrived meanwhile have not been read yet.
constexpr Duration longest_tick = seconds(2);
constexpr Duration patience = milliseconds(limits::unanswered_ms);

// Nothing for a game that was not set up: the record does not know that game.
std::optional<wire::OfficeCommand> about_a_game(const wire::HallCommandIssued& issued) {
    return std::visit(
        [](const auto& command) -> std::optional<wire::OfficeCommand> {
            using Command = std::decay_t<decltype(command)>;
            if constexpr (std::is_same_v<Command, wire::OpenGame>)
                return std::nullopt;
            else
                return command;
        },
        issued.command);
}

}  // namespace

// The events up to the answer's position have been read, or are still to be.
void ArbiterService::Impl::on_ack(const wire::Ack& ack) {
    if (!let_in) return;
    outbox.answered(ack.id, ack.pos);
    check_effects();
}

void ArbiterService::Impl::check_effects() {
    for (const std::string& id : outbox.without_effect(followed)) lost(id, game::Lost::no_effect);
}

void ArbiterService::Impl::on_tick() {
    const Instant now = ports.now();
    const Duration passed = std::min(now - ticked.value_or(now), longest_tick);
    ticked = now;
    put_away();
    if (!subscribed || virtual_time()) return;
    if (auto head = heads_sent.due(now)) ports.send(wire::encode(wire::ToClockd{std::move(*head)}));
    if (ports.full()) return;
    check_effects();
    for (const std::string& id : outbox.unanswered(passed, patience))
        lost(id, game::Lost::no_answer);
}

void ArbiterService::Impl::lost(const std::string& id, game::Lost how) {
    if (ports.full()) return;  // after the one before it; on_tick retries
    const auto game = outbox.game_of(id);
    if (!game) return;  // settled meanwhile
    const Instant at = virtual_time() ? last_at : ports.now();
    std::vector<wire::GameEvent> decided;
    try {
        auto tried = attempt([&] {
            auto of_game = game::decide_lost(games, *game, id, how, at);
            return of_game.empty() ? hall_lost(id, how, {}) : of_game;
        });
        if (!tried)
            ops::log(ops::Level::error, "the software failed at a command that was lost",
                     {{"id", id}, {"what", tried.error()}});
        else
            decided = std::move(*tried);
    } catch (const game::PastUnreadable& no) {
        return log_unreadable(no);  // on_tick retries
    }
    outbox.asked(id);
    ops::log(ops::Level::error, "a command for clockd came to nothing",
             {{"id", id},
              {"game", *game},
              {"why", how == game::Lost::no_answer ? "no answer" : "no effect"}});
    record(std::move(decided), {ports.now(), ports.boot(), ports.wall_ms()});
}

// A game that could not be set up leaves its board; the round shows this.
std::vector<wire::GameEvent> ArbiterService::Impl::hall_lost(const std::string& id, game::Lost how,
                                                             std::string_view code) {
    const auto out =
        std::ranges::find_if(tournaments.outbox, [&](const tournament::Outstanding& o) {
            return tournament::command_of(o.issued).id == id;
        });
    if (out == tournaments.outbox.end()) return {};
    const auto command = about_a_game(out->issued);
    const Instant at = virtual_time() ? last_at : ports.now();
    std::vector<wire::GameEvent> decided;
    if (command) decided = game::decide_hall_lost(games, *command, how, code, at);
    if (how == game::Lost::no_effect || (how == game::Lost::no_answer && !decided.empty()))
        decided.insert(
            decided.begin(),
            wire::HallCommandSettled{out->issued.event, id,
                                     how == game::Lost::no_effect ? "no_effect" : "no_answer"});
    return decided;
}

}  // namespace flagfall::arbiterd
