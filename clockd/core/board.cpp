#include "clockd/core/board.hpp"

#include <array>

namespace flagfall::clock {

std::string_view name(Phase phase) {
    static constexpr std::array<std::string_view, 7> names{
        "empty", "ready", "running", "paused", "flag_fallen", "stopped", "over"};
    return names[static_cast<std::size_t>(phase)];
}

bool may_be_adjusted(Phase phase) {
    return phase == Phase::ready || phase == Phase::running || phase == Phase::paused;
}

Both<std::uint32_t> BoardState::moves_of(Ply completed) const {
    Both<std::uint32_t> moves;
    moves[first] = (completed.count + 1) / 2;
    moves[other(first)] = completed.count / 2;
    return moves;
}

Side BoardState::turn_after(Ply completed) const {
    return completed.count % 2 == 0 ? first : other(first);
}

std::optional<chess::Position> on_board(const BoardState& board) {
    if (!board.shadow.known()) return std::nullopt;
    chess::Position position = board.shadow.position();
    for (const Side side : {board.turn(), other(board.turn())}) {
        const auto next = after_text(position, board.pending[side]);
        if (!next) break;
        position = *next;
    }
    return position;
}

namespace {

chess::Position start_of(const wire::GameTerms& terms) {
    if (terms.fen.empty() && terms.variant != "chess960") return chess::start_position();
    const auto variant =
        terms.variant == "chess960" ? chess::Variant::chess960 : chess::Variant::chess;
    const std::string fen = terms.fen.empty() ? chess::fen(chess::start_position()) : terms.fen;
    const auto position = chess::parse_position(fen, variant);
    FF_CHECK(position.has_value());
    return *position;
}

PeriodTrigger trigger_of(std::string_view name) {
    return name == "zero" ? PeriodTrigger::zero : PeriodTrigger::moves;
}

void stop(BoardState& board, Phase phase, Instant at) {
    board.clock.stop(at);
    board.phase = phase;
}

}  // namespace

void happen(BoardState& board, const wire::GameOpened& event, Instant) {
    FF_CHECK(board.phase == Phase::empty || board.phase == Phase::over);
    const auto control = parse_time_control(event.terms.time_control);
    FF_CHECK(control.has_value());
    const PeriodTrigger trigger = trigger_of(event.terms.period_trigger);
    const chess::Position start = start_of(event.terms);
    BoardState opened;
    opened.game = event.game;
    opened.phase = Phase::ready;
    opened.epoch = opened.fence = board.epoch;
    opened.last = board.last;
    opened.first = start.side_to_move();
    opened.clock = ChessClock(*control, trigger, opened.first);
    opened.shadow = Shadow(start);
    board = std::move(opened);
}

void happen(BoardState& board, const wire::GameStarted&, Instant at) {
    FF_CHECK(board.phase == Phase::ready);
    board.clock.start(at);
    board.phase = Phase::running;
    board.started = true;
}

void happen(BoardState& board, const wire::Made& event, Instant at) {
    FF_CHECK(board.phase == Phase::running);
    board.pending[event.side] = event.text;
    if (event.ending != Ending::none) stop(board, Phase::stopped, at);
}

void happen(BoardState& board, const wire::Pressed& event, Instant at) {
    FF_CHECK(board.phase == Phase::running && event.side == board.turn());
    FF_CHECK(event.ply.count == board.ply.count + 1);
    board.clock.press(at);
    board.ply = event.ply;
    board.shadow.complete(board.pending[event.side]);
    board.pending[event.side].clear();
}

void happen(BoardState& board, const wire::PressedLate&, Instant) {
    FF_CHECK(board.flag_at.has_value());
}

void happen(BoardState&, const wire::DrawOffered&, Instant) {}
void happen(BoardState&, const wire::DrawAccepted&, Instant) {}
void happen(BoardState&, const wire::DrawDeclined&, Instant) {}

void happen(BoardState& board, const wire::Resigned&, Instant at) {
    FF_CHECK(board.phase == Phase::running || board.phase == Phase::paused);
    stop(board, Phase::stopped, at);
}

void happen(BoardState& board, const wire::Claimed&, Instant at) {
    FF_CHECK(board.phase == Phase::running || board.phase == Phase::paused);
    stop(board, Phase::paused, at);
}

void happen(BoardState& board, const wire::FlagFell& event, Instant at) {
    FF_CHECK(board.phase == Phase::running && event.side == board.turn());
    FF_CHECK(board.clock.deadline() == at);
    const auto expiry = board.clock.expire();
    FF_CHECK(expiry == ChessClock::Expiry::flag_fell);
    board.phase = Phase::flag_fallen;
    board.flag_at = at;
}

void happen(BoardState& board, const wire::PeriodEnded& event, Instant at) {
    FF_CHECK(board.phase == Phase::running && event.side == board.turn());
    FF_CHECK(board.clock.deadline() == at);
    const auto expiry = board.clock.expire();
    FF_CHECK(expiry == ChessClock::Expiry::period_ended);
}

void happen(BoardState& board, const wire::Paused&, Instant at) {
    FF_CHECK(board.phase == Phase::running);
    stop(board, Phase::paused, at);
}

void happen(BoardState& board, const wire::Resumed& event, Instant at) {
    FF_CHECK(board.phase == Phase::paused && event.turn == board.turn());
    board.clock.start(at);
    board.phase = Phase::running;
}

void happen(BoardState& board, const wire::ReadingSet& event, Instant at) {
    FF_CHECK(board.phase != Phase::empty && board.phase != Phase::over);
    const wire::Correction& correction = event.correction;
    if (event.adjusted) return board.clock.assign(correction.readings, at);
    FF_CHECK(board.phase != Phase::ready || !correction.run);
    const bool before_start = board.phase == Phase::ready;
    board.clock.set(correction.readings, correction.turn, board.moves_of(correction.ply));
    // When only the clock is set, what stands on the board stays there.
    const bool position_stays = correction.fen.empty() && correction.ply == board.ply;
    if (!position_stays) board.pending = {};
    board.ply = correction.ply;
    board.shadow.correct(correction.ply, correction.fen);
    board.flag_at.reset();
    if (correction.run) board.clock.start(at);
    board.phase = correction.run ? Phase::running : before_start ? Phase::ready : Phase::paused;
}

void happen(BoardState& board, const wire::GameEnded& event, Instant at) {
    FF_CHECK(board.phase != Phase::empty && board.phase != Phase::over);
    stop(board, Phase::over, at);
    board.score = event.outcome.score;
}

void happen(BoardState& board, const wire::ControlSet& event, Instant at) {
    FF_CHECK(may_be_adjusted(board.phase));
    const auto control = parse_time_control(event.control.time_control);
    FF_CHECK(control.has_value());
    board.clock.set_control(*control, trigger_of(event.control.period_trigger), event.readings);
    if (event.run) board.clock.start(at);
}

void happen(BoardState& board, const wire::GameReopened&, Instant) {
    FF_CHECK(board.phase == Phase::over);
    board.phase = board.started ? Phase::paused : Phase::ready;
    board.score = {};
    board.flag_at.reset();
}

}  // namespace flagfall::clock
