#include "arbiterd/service/outbox.hpp"

#include "arbiterd/service/limits.hpp"
#include "common/base/check.hpp"

namespace flagfall::arbiterd {

template <class Issued>
void Outbox::add(Stream stream, const Issued& issued, Pos pos) {
    std::visit(
        [&](const auto& command) {
            const bool is_new =
                all_.try_emplace(command.id, Command{stream, pos, issued.game, command}).second;
            FF_CHECK(is_new);
            waiting_.emplace(std::pair(stream, pos), command.id);
        },
        issued.command);
}

void Outbox::settle(const std::string& id) {
    const auto command = all_.find(id);
    if (command == all_.end()) return;
    waiting_.erase({command->second.stream, command->second.pos});
    all_.erase(command);
}

void Outbox::take(const wire::GameEvent& event, Pos pos) {
    if (const auto* ruled = std::get_if<wire::CommandIssued>(&event))
        add(Stream::games, *ruled, pos);
    else if (const auto* acted = std::get_if<wire::HallCommandIssued>(&event))
        add(Stream::tournaments, *acted, pos);
    else if (const auto* done = std::get_if<wire::CommandSettled>(&event))
        settle(done->id);
    else if (const auto* over = std::get_if<wire::HallCommandSettled>(&event))
        settle(over->id);
}

void Outbox::start_over() {
    for (auto& [id, command] : all_) {
        command.sent = false;
        command.waited = {};
        waiting_.insert_or_assign({command.stream, command.pos}, id);
    }
}

// Sends a few at a time: a whole round at once would overflow the link's queue.
const wire::ClockCommand* Outbox::next(Pos durable) {
    if (all_.size() - waiting_.size() >= limits::commands_under_way) return nullptr;
    for (auto at = waiting_.begin(); at != waiting_.end(); ++at) {
        if (at->first.second > durable) continue;
        Command& command = all_.find(at->second)->second;
        waiting_.erase(at);
        command.sent = true;
        return &command.command;
    }
    return nullptr;
}

void Outbox::answered(const std::string& id, Pos effect) {
    const auto command = all_.find(id);
    if (command != all_.end()) command->second.effect = effect;
}

std::vector<std::string> Outbox::without_effect(Pos followed) const {
    std::vector<std::string> ids;
    for (const auto& [id, command] : all_)
        if (!command.asked && command.effect && *command.effect <= followed) ids.push_back(id);
    return ids;
}

std::vector<std::string> Outbox::unanswered(Duration passed, Duration patience) {
    std::vector<std::string> ids;
    for (auto& [id, command] : all_) {
        if (command.asked || command.effect || !command.sent) continue;
        command.waited += passed;
        if (command.waited >= patience) ids.push_back(id);
    }
    return ids;
}

std::optional<std::string> Outbox::game_of(const std::string& id) const {
    const auto command = all_.find(id);
    return command == all_.end() ? std::nullopt : std::optional(command->second.game);
}

void Outbox::asked(const std::string& id) {
    if (const auto command = all_.find(id); command != all_.end()) command->second.asked = true;
}

}  // namespace flagfall::arbiterd
