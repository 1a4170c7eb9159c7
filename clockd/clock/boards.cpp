#include "clockd/clock/boards.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "common/base/check.hpp"
#include "common/base/limits.hpp"

namespace flagfall::clock {

namespace {

constexpr std::array<std::string_view, 5> role_names{"device", "arbiter", "arbiterd", "display",
                                                     "boards"};

}  // namespace

std::string_view name(Role role) {
    FF_CHECK(static_cast<std::size_t>(role) < role_names.size());
    return role_names[static_cast<std::size_t>(role)];
}

std::optional<Role> role_from(std::string_view name) {
    for (std::size_t i = 0; i < role_names.size(); ++i)
        if (role_names[i] == name) return static_cast<Role>(i);
    return std::nullopt;
}

const BoardState& Boards::at(Board board) const {
    static const BoardState empty;
    FF_CHECK(board.number >= 1);
    FF_CHECK(board.number <= limits::boards);
    return board.number <= boards_.size() ? boards_[board.number - 1] : empty;
}

bool Boards::has_game(std::string_view game) const {
    return std::ranges::any_of(boards_, [&](const BoardState& board) {
        return board.phase != Phase::empty && board.game == game;
    });
}

std::vector<Board> Boards::numbers() const {
    std::vector<Board> numbers;
    for (std::uint32_t n = 1; n <= boards_.size(); ++n)
        if (at({n}).phase != Phase::empty) numbers.push_back({n});
    return numbers;
}

BoardState& Boards::board(Board number) {
    FF_CHECK(number.number >= 1);
    FF_CHECK(number.number <= limits::boards);
    if (number.number > boards_.size()) boards_.resize(number.number);
    return boards_[number.number - 1];
}

// Instants of the boot that ended have no meaning now; no clock may still run in it.
void Boards::booted(const std::string& boot, Instant at) {
    FF_CHECK(!boot.empty());
    if (mode_ == TimeMode::real && boot != boot_) {
        for (BoardState& board : boards_) {
            if (board.phase == Phase::empty) continue;
            FF_CHECK(!board.clock.running());
            FF_CHECK(board.phase != Phase::running);
            board.last = board.turn_began = at;
            board.flag_at.reset();
            board.zero_at = {};
            board.default_at.reset();  // nobody knows any more when it would end (6.10.1)
        }
        deadlines_.clear();
    }
    boot_ = boot;
}

template <class Event>
void Boards::happened(const Event& event, Instant at) {
    if constexpr (std::is_same_v<Event, wire::GameOpened>) FF_CHECK(!has_game(event.game));
    BoardState& state = board(event.board);
    if (const auto deadline = state.deadline()) {
        const bool was_known = deadlines_.erase({*deadline, event.board}) == 1;
        FF_CHECK(was_known);
    }
    clock::apply(state, event, at);
    if (const auto deadline = state.deadline()) {
        const bool is_new = deadlines_.insert({*deadline, event.board}).second;
        FF_CHECK(is_new);
        FF_CHECK(*deadline >= at);  // what time did until then came before
    }
}

void apply(Boards& boards, const wire::ClockEvent& event, Instant at) {
    std::visit(
        [&](const auto& e) {
            using Event = std::decay_t<decltype(e)>;
            if constexpr (std::is_same_v<Event, wire::LogOpened>)
            {
                FF_CHECK(boards.boards_.empty());
                FF_CHECK(boards.boot_.empty());  // it comes first
                FF_CHECK(boards.deadlines_.empty());
                boards.mode_ = e.time == "virtual" ? TimeMode::simulated : TimeMode::real;
            }
            else if constexpr (std::is_same_v<Event, wire::Booted>)
                boards.booted(e.boot, at);
            else if constexpr (std::is_base_of_v<wire::BoardEvent, Event>)
                boards.happened(e, at);
            // otherwise a device's event, which concerns no clock
        },
        event);
}

std::optional<Instant> next_deadline(const Boards& boards, const std::set<Board>& waiting) {
    if (boards.mode() == TimeMode::simulated) return std::nullopt;
    for (const auto& [deadline, board] : boards.deadlines())
        if (!waiting.contains(board)) return deadline;
    return std::nullopt;
}

wire::BoardView view(const Boards& boards, Board board, Instant at) {
    const BoardState& state = boards.at(board);
    Instant when = std::max(at, state.last);
    if (const auto deadline = state.clock.deadline()) when = std::min(when, *deadline);

    wire::BoardView view;
    view.board = board;
    view.game = state.game;
    view.phase = name(state.phase);
    view.epoch = state.epoch;
    view.ply = state.ply;
    view.turn = state.turn();
    FF_CHECK(when >= state.last || state.clock.deadline() == when);
    view.readings = state.clock.readings(when);
    view.at = when;
    if (state.phase == Phase::over) view.result = text(state.score);
    return view;
}

const wire::Command& common(const wire::ClockCommand& command) {
    return std::visit([](const auto& c) -> const wire::Command& { return c; }, command);
}

}  // namespace flagfall::clock
