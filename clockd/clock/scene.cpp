#include "clockd/clock/scene.hpp"

#include <algorithm>
#include <iterator>

#include "common/base/check.hpp"

namespace flagfall::clock {

namespace {

// Article 6.9 asks for the position. A move made but not pressed does not count as completed, yet
// it stands on the board and can no longer be another one (4.7).
void judge(const BoardState& board, wire::FlagFell& event) {
    const auto position = on_board(board);
    event.opponent_can_mate = "unknown";
    if (!position) return;
    MateVerdict verdict = mate_verdict(*position, other(event.side));
    event.opponent_can_mate = std::move(verdict.verdict);
    event.line = std::move(verdict.line);
    FF_CHECK(!event.opponent_can_mate.empty());
}

wire::FlagFacts flag_facts(const BoardState& board, Side side, Duration late) {
    const ChessClock& clock = board.clock;
    wire::FlagFacts facts;
    facts.side = side;
    facts.ply = board.ply;
    facts.moves = clock.moves(side);
    facts.moves_required = clock.moves_required(side);
    facts.period = clock.period(side);
    FF_CHECK(facts.period >= 1);
    FF_CHECK(late >= Duration{});
    FF_CHECK(facts.moves <= board.ply.count);
    facts.last_period = clock.in_last_period(side);
    facts.late = late;
    for (const Side each : {Side::white, Side::black}) facts.absent[each] = !board.arrived[each];
    return facts;
}

// The arbiter decides whether an absent player loses (6.7.1).
void miss(Scene& scene, Instant deadline) {
    FF_CHECK(scene.board.default_at == deadline);
    wire::DefaultTimePassed event;
    for (const Side side : {Side::white, Side::black})
        event.absent[side] = !scene.board.arrived[side];
    FF_CHECK(event.absent[Side::white] || event.absent[Side::black]);
    event.late = std::max(scene.now - deadline, Duration{});
    emit(scene, std::move(event), deadline);
}

void expire(Scene& scene, Instant deadline) {
    const ChessClock& clock = scene.board.clock;
    FF_CHECK(clock.deadline() == deadline);
    const Side side = clock.turn();
    ChessClock after = clock;
    if (after.expire() == ChessClock::Expiry::period_ended) {
        wire::PeriodEnded event;
        event.side = side;
        event.period = after.period(side);
        return emit(scene, std::move(event), deadline);
    }
    const Duration late = std::max(scene.now - deadline, Duration{});
    if (scene.board.flags_are_called) {
        wire::FlagReached event{flag_facts(scene.board, side, late), scene.board.freeze};
        return emit(scene, std::move(event), deadline);
    }
    wire::FlagFell event{flag_facts(scene.board, side, late), {}, {}, {}};
    judge(scene.board, event);
    emit(scene, std::move(event), deadline);
}

// A scene without a command.
Scene unattended(const Boards& boards, Board number, Instant now) {
    const Instant at = std::max(now, boards.at(number).last);
    return {number, Role::device, at, at, at, boards.at(number), {}};
}

void append(Events& all, Events more) {
    std::ranges::move(more, std::back_inserter(all));
}

}  // namespace

void time_passes(Scene& scene, Instant until) {
    while (const auto deadline = scene.board.deadline()) {
        if (*deadline > until) return;
        FF_CHECK(*deadline >= scene.board.last);
        const std::size_t before = scene.events.size();
        if (scene.board.default_at == deadline) miss(scene, *deadline);
        else expire(scene, *deadline);
        FF_CHECK(scene.events.size() > before);  // otherwise it would never end
    }
}

void call_flag(Scene& scene, Side side) {
    FF_CHECK(scene.board.clock.flag_down(side, scene.stamp));
    const auto zero = scene.board.zero_at[side];
    const Duration late = zero ? scene.stamp - *zero : Duration{};
    wire::FlagFell event{flag_facts(scene.board, side, late), std::string(name(scene.by)), {}, {}};
    judge(scene.board, event);
    emit(scene, std::move(event));
    FF_CHECK(scene.board.phase == Phase::flag_fallen);
}

Events decide_time(const Boards& boards, Instant now, std::size_t most_boards,
                   const std::set<Board>& waiting) {
    Events events;
    if (boards.mode() == TimeMode::simulated) return events;
    for (const auto& [deadline, number] : boards.deadlines()) {
        if (deadline > now || most_boards == 0) break;
        if (waiting.contains(number)) continue;
        --most_boards;
        Scene scene = unattended(boards, number, now);
        time_passes(scene, now);
        FF_CHECK(!scene.events.empty());
        append(events, std::move(scene.events));
    }
    return events;
}

bool is_played(const BoardState& board) {
    return board.ply > Ply{} || !board.pending[Side::white].empty() ||
           !board.pending[Side::black].empty() || board.phase == Phase::flag_fallen ||
           board.phase == Phase::stopped;
}

Events decide_boot(const Boards& boards, bool same_boot, Instant last_durable) {
    Events events;
    if (same_boot || boards.mode() == TimeMode::simulated) return events;
    for (const Board number : boards.numbers()) {
        if (boards.at(number).phase != Phase::running) continue;
        Scene scene = unattended(boards, number, last_durable);
        time_passes(scene, scene.stamp);
        if (scene.board.phase == Phase::running) {
            wire::Paused event;
            event.by = "clockd";
            event.reason = "the machine was restarted; readings as last recorded (6.10)";
            if (scene.board.default_at)
                event.reason += "; the default time is no longer watched (6.7.1)";
            emit(scene, std::move(event));
        }
        FF_CHECK(!scene.board.clock.running());  // its instants end with the boot
        append(events, std::move(scene.events));
    }
    return events;
}

}  // namespace flagfall::clock
