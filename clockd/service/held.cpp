#include "clockd/service/held.hpp"

#include <algorithm>
#include <utility>

#include "clockd/service/limits.hpp"

namespace flagfall::clockd {

namespace {

Board board_of(const Arrived& one) { return clock::common(one.command).board; }

}  // namespace

Instant instant_of(const Arrived& one) {
    const Duration age = clock::common(one.command).age;
    return one.at - std::min(age, one.believed.value_or(age));
}

std::set<Board> HeldPresses::boards() const {
    std::set<Board> all;
    for (const auto& [board, here] : boards_) all.insert(all.end(), board);
    return all;
}

const Arrived* HeldPresses::press_at(Board board) const {
    const auto found = boards_.find(board);
    return found != boards_.end() && found->second.until ? &found->second.all.front() : nullptr;
}

Arrived* HeldPresses::find(const Act& act) {
    for (auto& [board, here] : boards_)
        for (Arrived& one : here.all)
            if (one.act.sender == act.sender && one.act.id == act.id) return &one;
    return nullptr;
}

void HeldPresses::hold(Arrived press, Instant until) {
    const Board board = board_of(press);
    press.held = press.waited = true;
    AtBoard& here = boards_[board];
    here.all.push_front(std::move(press));
    here.until = until;
}

bool HeldPresses::has_room_for(const Arrived& one) const {
    const std::deque<Arrived>& all = boards_.at(board_of(one)).all;
    const auto of_sender = std::ranges::count_if(
        all, [&](const Arrived& other) { return other.act.sender == one.act.sender; });
    return static_cast<std::size_t>(of_sender) < limits::waiting_of_sender;
}

void HeldPresses::behind(Arrived one) {
    one.waited = true;
    std::deque<Arrived>& all = boards_.at(board_of(one)).all;
    all.push_back(std::move(one));
}

bool HeldPresses::completes(const Arrived& one) const {
    const Arrived* press = press_at(board_of(one));
    const auto* move = std::get_if<wire::MakeMove>(&one.command);
    return press != nullptr && move != nullptr && one.guest.role == clock::Role::boards &&
           move->side == std::get<wire::Press>(press->command).side;
}

std::optional<Arrived> HeldPresses::early_move(Board board) {
    if (press_at(board) == nullptr) return std::nullopt;
    std::deque<Arrived>& all = boards_.at(board).all;
    const auto found =
        std::ranges::find_if(all, [this](const Arrived& one) { return completes(one); });
    if (found == all.end()) return std::nullopt;
    std::optional<Arrived> move = std::move(*found);
    all.erase(found);
    return move;
}

void HeldPresses::weighed(const wire::PressWeighed& weighed) {
    const Arrived* press = press_at(weighed.board);
    if (press == nullptr || press->act.id != weighed.id || press->act.sender != weighed.sender ||
        clock::common(press->command).game != weighed.game)
        return;
    boards_.at(weighed.board).until.reset();
}

void HeldPresses::forget(std::uint32_t device) {
    for (const Board board : boards()) {
        AtBoard& here = boards_.at(board);
        if (here.all.front().guest.device == device) here.until.reset();
        std::erase_if(here.all,
                      [device](const Arrived& one) { return one.guest.device == device; });
        drop_if_empty(board);
    }
}

std::optional<Arrived> HeldPresses::next(Board board, Instant now) {
    const auto found = boards_.find(board);
    if (found == boards_.end()) return std::nullopt;
    AtBoard& here = found->second;
    if (here.until && *here.until > now) return std::nullopt;
    std::optional<Arrived> one = std::move(here.all.front());
    here.all.pop_front();
    if (here.until) one->unseen = true;  // the gateway did not answer in time
    here.until.reset();
    drop_if_empty(board);
    return one;
}

std::optional<Instant> HeldPresses::deadline() const {
    std::optional<Instant> first;
    for (const auto& [board, here] : boards_)
        if (here.until) first = first ? std::min(*first, *here.until) : *here.until;
    return first;
}

void HeldPresses::drop_if_empty(Board board) {
    if (boards_.at(board).all.empty()) boards_.erase(board);
}

}  // namespace flagfall::clockd
