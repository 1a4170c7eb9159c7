#include "clockd/core/scene.hpp"

#include <algorithm>
#include <iterator>

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
}

void expire(Scene& scene, Instant deadline) {
    const ChessClock& clock = scene.board.clock;
    const Side side = clock.turn();
    ChessClock after = clock;
    if (after.expire() == ChessClock::Expiry::period_ended) {
        wire::PeriodEnded event;
        event.side = side;
        event.period = after.period(side);
        return emit(scene, std::move(event), deadline);
    }
    wire::FlagFell event;
    event.side = side;
    event.ply = scene.board.ply;
    event.moves = clock.moves(side);
    event.moves_required = clock.moves_required(side);
    event.period = clock.period(side);
    event.last_period = clock.in_last_period(side);
    event.late = std::max(scene.now - deadline, Duration{});
    judge(scene.board, event);
    emit(scene, std::move(event), deadline);
}

// A scene for what nobody commanded.
Scene unattended(const Hall& hall, Board number, Instant now) {
    const Instant at = std::max(now, hall.at(number).last);
    return {number, Role::device, at, at, at, hall.at(number), {}};
}

void append(Events& all, Events more) {
    std::ranges::move(more, std::back_inserter(all));
}

}  // namespace

void time_passes(Scene& scene, Instant until) {
    while (const auto deadline = scene.board.clock.deadline()) {
        if (*deadline > until) return;
        expire(scene, *deadline);
    }
}

Events decide_time(const Hall& hall, Instant now, std::size_t most_boards) {
    Events events;
    if (hall.mode() == TimeMode::simulated) return events;
    for (const auto& [deadline, number] : hall.deadlines()) {
        if (deadline > now || most_boards == 0) break;
        --most_boards;
        Scene scene = unattended(hall, number, now);
        time_passes(scene, now);
        append(events, std::move(scene.events));
    }
    return events;
}

Events decide_boot(const Hall& hall, bool same_boot, Instant last_durable) {
    Events events;
    if (same_boot || hall.mode() == TimeMode::simulated) return events;
    for (const Board number : hall.boards()) {
        if (hall.at(number).phase != Phase::running) continue;
        Scene scene = unattended(hall, number, last_durable);
        time_passes(scene, scene.stamp);
        if (scene.board.phase == Phase::running) {
            wire::Paused event;
            event.by = "clockd";
            event.reason = "the machine was restarted; readings as last recorded (6.10)";
            emit(scene, std::move(event));
        }
        append(events, std::move(scene.events));
    }
    return events;
}

}  // namespace flagfall::clock
