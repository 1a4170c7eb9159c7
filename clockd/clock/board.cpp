#include "clockd/clock/board.hpp"

#include <algorithm>
#include <array>

#include "clockd/clock/boards.hpp"
#include "common/base/check.hpp"
#include "common/base/limits.hpp"

namespace flagfall::clock {

std::string_view name(Phase phase) {
    static constexpr std::array<std::string_view, 7> names{
        "empty", "ready", "running", "paused", "flag_fallen", "stopped", "over"};
    FF_CHECK(static_cast<std::size_t>(phase) < names.size());
    return names[static_cast<std::size_t>(phase)];
}

bool may_be_adjusted(Phase phase) {
    return phase == Phase::ready || phase == Phase::running || phase == Phase::paused;
}

Both<std::uint32_t> BoardState::moves_of(Ply completed) const {
    Both<std::uint32_t> moves;
    moves[first] = (completed.count + 1) / 2;
    moves[other(first)] = completed.count / 2;
    FF_CHECK(moves[Side::white] + moves[Side::black] == completed.count);
    return moves;
}

std::optional<Instant> BoardState::deadline() const {
    const auto flag = clock.deadline();
    if (!flag || !default_at) return flag ? flag : default_at;
    return std::min(*flag, *default_at);
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
    const auto variant = terms.variant.value_or(Variant::chess);
    if (terms.fen.empty() && variant == Variant::chess) return chess::start_position();
    const std::string fen = terms.fen.empty() ? chess::fen(chess::start_position()) : terms.fen;
    const auto position = chess::parse_position(fen, variant);
    FF_CHECK(position.has_value());
    return *position;
}

void start(BoardState& board, Instant at) {
    FF_CHECK(!board.game.empty());
    FF_CHECK(board.phase != Phase::over);
    board.clock.start(at);
    board.turn_began = at;
}

void stop(BoardState& board, Phase phase, Instant at) {
    board.clock.stop(at);
    board.phase = phase;
    board.paused_by_gateway = board.stopped_by_claim = false;
    if (phase != Phase::paused) board.default_at.reset();
    FF_CHECK(!board.clock.running());
}

// Do the clock's moves of each side agree with the board's plies?
bool moves_agree(const BoardState& board) {
    const Both<std::uint32_t> moves = board.moves_of(board.ply);
    return board.clock.moves(Side::white) == moves[Side::white] &&
           board.clock.moves(Side::black) == moves[Side::black];
}

// The game is being played: its clock runs, or is paused.
bool in_play(const BoardState& board) {
    return board.phase == Phase::running || board.phase == Phase::paused;
}

// A flag event must have the same facts as the clock.
void check_facts(const BoardState& board, const wire::FlagFacts& facts) {
    FF_CHECK(facts.ply == board.ply);
    FF_CHECK(facts.moves == board.clock.moves(facts.side));
    FF_CHECK(facts.period == board.clock.period(facts.side));
    FF_CHECK(facts.last_period == board.clock.in_last_period(facts.side));
    FF_CHECK(facts.late >= Duration{});
}

// A player who acts has arrived.
void arrive(BoardState& board, Side side) {
    board.arrived[side] = true;
    if (board.arrived[other(side)]) board.default_at.reset();
}

}  // namespace

void check_promises(const BoardState& board) {
    FF_CHECK(board.clock.running() == (board.phase == Phase::running));
    FF_CHECK((board.phase == Phase::empty) == board.game.empty());
    FF_CHECK(board.fence <= board.epoch);
    FF_CHECK(board.turn_began <= board.last);
    FF_CHECK(!board.default_at || (board.default_time && board.started));
    FF_CHECK(!board.default_at || !board.arrived[Side::white] || !board.arrived[Side::black]);
    FF_CHECK(board.started || board.phase == Phase::empty || board.phase == Phase::ready ||
             board.phase == Phase::over);
    FF_CHECK(board.phase == Phase::over || board.score == Score{});
    FF_CHECK(board.phase == Phase::empty || moves_agree(board));
    FF_CHECK(!board.zero_at[Side::white] || board.flags_are_called);
    FF_CHECK(!board.zero_at[Side::black] || board.flags_are_called);
    FF_CHECK(!board.flag_at || *board.flag_at <= board.last);
    FF_CHECK(board.phase != Phase::ready || !board.started);
    FF_CHECK(!board.paused_by_gateway || (board.follows_board && board.phase == Phase::paused));
    FF_CHECK(!board.follows_board || board.flags_are_called);
    FF_CHECK(!board.stopped_by_claim || board.phase == Phase::paused);
    FF_CHECK(!board.stopped_by_claim || !board.paused_by_gateway);
    FF_CHECK(!board.default_at || in_play(board));
    FF_CHECK(board.phase == Phase::empty || board.turn() == board.turn_after(board.ply));
    FF_CHECK(board.started || board.pending[board.turn()].empty());
    // Only a move that was made can have a reply.
    FF_CHECK(board.pending[other(board.turn())].empty() || !board.pending[board.turn()].empty());
    FF_CHECK(board.ply.count <= limits::game_plies);
    for (const auto& zero_at : board.zero_at.values)
        FF_CHECK(!zero_at || *zero_at <= board.last);
}

void happen(BoardState& board, const wire::GameOpened& event, Instant) {
    FF_CHECK(board.phase == Phase::empty || board.phase == Phase::over);
    const auto control = parse_time_control(event.terms.time_control);
    FF_CHECK(control.has_value());
    const PeriodTrigger trigger = event.terms.period_trigger.value_or(PeriodTrigger::moves);
    const chess::Position start = start_of(event.terms);
    BoardState opened;
    opened.game = event.game;
    opened.players[Side::white] = event.terms.white;
    opened.players[Side::black] = event.terms.black;
    opened.phase = Phase::ready;
    opened.epoch = opened.fence = board.epoch;
    opened.last = board.last;
    opened.first = start.side_to_move();
    opened.clock = ChessClock(*control, trigger, opened.first);
    opened.shadow = Shadow(start);
    opened.flags_are_called =
        event.terms.flag_call.value_or(wire::FlagCall::automatic) !=
        wire::FlagCall::automatic;
    opened.freeze = event.terms.freeze;
    opened.default_time = event.terms.default_time;
    opened.presses_only = event.terms.reports == wire::Reporting::presses;
    opened.follows_board = event.terms.timing == wire::Timing::board_clock;
    FF_CHECK(opened.turn() == opened.first);
    FF_CHECK(!opened.clock.running());
    board = std::move(opened);
}

void happen(BoardState& board, const wire::GameStarted&, Instant at) {
    FF_CHECK(board.phase == Phase::ready);
    FF_CHECK(!board.default_at);
    FF_CHECK(!board.started);
    start(board, at);
    board.phase = Phase::running;
    board.started = true;
    const bool all_here = board.arrived[Side::white] && board.arrived[Side::black];
    if (board.default_time && !all_here) board.default_at = at + *board.default_time;
}

void happen(BoardState& board, const wire::Made& event, Instant at) {
    FF_CHECK(board.phase == Phase::running);
    FF_CHECK(!event.text.empty());
    FF_CHECK(event.side == board.turn() || !board.pending[board.turn()].empty());
    FF_CHECK(event.ply.count == board.ply.count + (event.side == board.turn() ? 1 : 2));
    FF_CHECK(event.elapsed >= Duration{});
    FF_CHECK(event.uncertainty >= Duration{});
    if (!board.pending[event.side].empty()) ++board.acts;
    board.pending[event.side] = event.text;
    board.offer[other(event.side)] = false;  // a piece was touched (9.1.2.1)
    arrive(board, event.side);
    if (event.ending != Ending::none) stop(board, Phase::stopped, at);
}

void happen(BoardState& board, const wire::Pressed& event, Instant at) {
    FF_CHECK(board.phase == Phase::running);
    FF_CHECK(event.side == board.turn());
    FF_CHECK(event.ply.count == board.ply.count + 1);
    FF_CHECK(event.made != board.pending[event.side].empty());
    FF_CHECK(event.elapsed >= Duration{});
    FF_CHECK(event.margin >= Duration{});
    FF_CHECK(event.period >= 1);
    board.clock.press(at);
    FF_CHECK(board.turn() == other(event.side));
    board.turn_began = at;
    arrive(board, event.side);
    board.flag_at.reset();
    board.ply = event.ply;
    board.shadow.complete(board.pending[event.side]);
    board.pending[event.side].clear();
    if (board.presses_only) board.offer[other(event.side)] = false;
    board.acts = 0;
}

void happen(BoardState& board, const wire::PressedLate& event, Instant) {
    FF_CHECK(board.flag_at.has_value());
    FF_CHECK(event.early >= Duration{});
    FF_CHECK(event.side == board.turn());
}

void happen(BoardState& board, const wire::DrawOffered& event, Instant) {
    FF_CHECK(in_play(board));
    arrive(board, event.side);
    board.offer[event.side] = true;
    ++board.acts;
}
void happen(BoardState& board, const wire::DrawAccepted& event, Instant) {
    FF_CHECK(board.offer[other(event.side)]);
    FF_CHECK(in_play(board));
    arrive(board, event.side);
    ++board.acts;
}
void happen(BoardState& board, const wire::DrawDeclined& event, Instant) {
    FF_CHECK(in_play(board));
    arrive(board, event.side);
    board.offer[other(event.side)] = false;
    ++board.acts;
}

void happen(BoardState& board, const wire::Resigned& event, Instant at) {
    FF_CHECK(in_play(board));
    arrive(board, event.side);
    stop(board, Phase::stopped, at);
}

void happen(BoardState& board, const wire::Claimed& event, Instant at) {
    FF_CHECK(in_play(board));
    arrive(board, event.side);
    // An incorrect claim stays as an offer (9.1.2.3), and a request under III.4 is one.
    const bool of_draw = event.kind == wire::ClaimKind::threefold ||
                         event.kind == wire::ClaimKind::fifty_move ||
                         event.kind == wire::ClaimKind::quickplay_increment;
    board.offer[event.side] = board.offer[event.side] || of_draw;
    ++board.acts;
    const bool by_claim = board.phase == Phase::running || board.stopped_by_claim;
    stop(board, Phase::paused, at);
    board.stopped_by_claim = by_claim;
}

void happen(BoardState& board, const wire::FlagFell& event, Instant at) {
    check_facts(board, event);
    if (!event.by.empty()) {
        FF_CHECK(in_play(board));
        FF_CHECK(board.clock.flag_down(event.side, at));
        return stop(board, Phase::flag_fallen, at);
    }
    FF_CHECK(board.phase == Phase::running);
    FF_CHECK(event.side == board.turn());
    FF_CHECK(board.clock.deadline() == at);
    const auto expiry = board.clock.expire();
    FF_CHECK(expiry == ChessClock::Expiry::flag_fell);
    stop(board, Phase::flag_fallen, at);
    board.flag_at = at;
    FF_CHECK(board.clock.readings(at)[event.side] == Duration{});
}

void happen(BoardState& board, const wire::FlagReached& event, Instant at) {
    FF_CHECK(board.flags_are_called);
    FF_CHECK(event.freeze == board.freeze);
    check_facts(board, event);
    FF_CHECK(board.phase == Phase::running);
    FF_CHECK(event.side == board.turn());
    FF_CHECK(board.clock.deadline() == at);
    board.clock.run_on_at_zero();
    FF_CHECK(board.clock.at_zero(event.side));
    board.flag_at = board.zero_at[event.side] = at;
    if (event.freeze) stop(board, Phase::paused, at);
}

void happen(BoardState& board, const wire::CompletedByNext& event, Instant at) {
    FF_CHECK(board.phase == Phase::running);
    FF_CHECK(event.side == board.turn());
    FF_CHECK(event.ply.count == board.ply.count + 2);
    FF_CHECK(!board.pending[Side::white].empty());
    FF_CHECK(!board.pending[Side::black].empty());
    FF_CHECK(event.gained[Side::white] >= Duration{});
    FF_CHECK(event.gained[Side::black] >= Duration{});
    board.clock.complete_by_next(at);
    FF_CHECK(board.turn() == event.side);  // the turn goes on
    board.ply = event.ply;
    for (const Side side : {event.side, other(event.side)}) {
        board.shadow.complete(board.pending[side]);
        board.pending[side].clear();
    }
    FF_CHECK(board.ply.count <= limits::game_plies);
    board.acts = 0;
    board.flag_at.reset();
}

// The side that has the move, and has not made it, refuses an offer by touching (9.1.2.1).
bool refuses_offer(const BoardState& board, const wire::Touched& event) {
    if (event.adjusting || board.phase != Phase::running) return false;
    const bool replies = !board.pending[board.turn()].empty();
    return event.side == (replies ? other(board.turn()) : board.turn()) &&
           board.pending[event.side].empty();
}

void happen(BoardState& board, const wire::Touched& event, Instant) {
    FF_CHECK(!event.squares.empty());
    FF_CHECK(in_play(board));
    if (refuses_offer(board, event)) board.offer[other(event.side)] = false;
    arrive(board, event.side);
    ++board.acts;
}
void happen(BoardState& board, const wire::Arrived& event, Instant) {
    FF_CHECK(!board.arrived[event.side]);
    arrive(board, event.side);
}

void happen(BoardState& board, const wire::DefaultTimePassed& event, Instant at) {
    FF_CHECK(board.default_at == at);
    FF_CHECK(board.default_time.has_value());
    FF_CHECK(event.late >= Duration{});
    FF_CHECK(event.absent[Side::white] || event.absent[Side::black]);
    for (const Side side : {Side::white, Side::black})
        FF_CHECK(event.absent[side] != board.arrived[side]);
    board.default_at.reset();
}

void happen(BoardState& board, const wire::PeriodEnded& event, Instant at) {
    FF_CHECK(board.phase == Phase::running);
    FF_CHECK(event.side == board.turn());
    FF_CHECK(board.clock.deadline() == at);
    const auto expiry = board.clock.expire();
    FF_CHECK(expiry == ChessClock::Expiry::period_ended);
    FF_CHECK(event.period == board.clock.period(event.side));
    FF_CHECK(board.clock.running());  // the game goes on
}

void happen(BoardState& board, const wire::Paused& event, Instant at) {
    FF_CHECK(board.phase == Phase::running || board.stopped_by_claim);
    stop(board, Phase::paused, at);
    FF_CHECK(!event.by.empty());
    board.paused_by_gateway = board.follows_board && event.by == name(Role::boards);
}

void happen(BoardState& board, const wire::Resumed& event, Instant at) {
    FF_CHECK(board.phase == Phase::paused);
    FF_CHECK(event.turn == board.turn());
    FF_CHECK(board.started);
    board.acts = 0;
    board.paused_by_gateway = board.stopped_by_claim = false;
    start(board, at);
    board.phase = Phase::running;
}

void happen(BoardState& board, const wire::ReadingSet& event, Instant at) {
    FF_CHECK(board.phase != Phase::empty);
    FF_CHECK(board.phase != Phase::over);
    const wire::Correction& correction = event.correction;
    FF_CHECK(correction.ply.count <= limits::game_plies);
    FF_CHECK(correction.readings[Side::white] >= Duration{});
    FF_CHECK(correction.readings[Side::black] >= Duration{});
    if (event.adjusted) return board.clock.assign(correction.readings, at);
    FF_CHECK(board.phase != Phase::ready || !correction.run);
    FF_CHECK(correction.turn == board.turn_after(correction.ply));
    const bool before_start = board.phase == Phase::ready;
    board.paused_by_gateway = board.stopped_by_claim = false;
    if (correction.changed_seats) std::swap(board.arrived[Side::white], board.arrived[Side::black]);
    board.clock.stop(at);
    board.clock.set(correction.readings, correction.turn, board.moves_of(correction.ply),
                    correction.goes_on, correction.period);
    // When only the clock is set, the moves on the board stay there.
    const bool position_stays = correction.fen.empty() && correction.ply == board.ply;
    if (!position_stays) board.pending = {};
    board.acts = 0;
    board.ply = correction.ply;
    board.shadow.correct(correction.ply, correction.fen);
    board.flag_at.reset();
    FF_CHECK(board.turn() == correction.turn);
    FF_CHECK(!board.clock.running());
    if (correction.run) start(board, at);
    board.phase = correction.run ? Phase::running : before_start ? Phase::ready : Phase::paused;
}

void happen(BoardState& board, const wire::GameEnded& event, Instant at) {
    FF_CHECK(board.phase != Phase::empty);
    FF_CHECK(board.phase != Phase::over);
    stop(board, Phase::over, at);  // an offer stands again when the game is opened again (9.1.2.1)
    FF_CHECK(!board.default_at);
    FF_CHECK(!event.by.empty());
    board.score = event.outcome.score;
}

void happen(BoardState& board, const wire::ControlSet& event, Instant at) {
    FF_CHECK(may_be_adjusted(board.phase));
    FF_CHECK(event.run == (board.phase == Phase::running));
    const auto control = parse_time_control(event.control.time_control);
    FF_CHECK(control.has_value());
    if (event.goes_on) board.clock.stop(at);
    board.clock.set_control(*control,
                            event.control.period_trigger.value_or(PeriodTrigger::moves),
                            event.readings, event.goes_on);
    FF_CHECK(!board.clock.running());
    if (!event.run) return;
    if (event.goes_on) board.clock.start(at);
    else start(board, at);
}

void happen(BoardState& board, const wire::GameReopened& event, Instant) {
    FF_CHECK(!event.by.empty());
    FF_CHECK(!event.turn || *event.turn == board.turn());
    FF_CHECK(!event.ply || *event.ply == board.ply);
    FF_CHECK(board.phase == Phase::over);
    FF_CHECK(!board.clock.running());
    FF_CHECK(!board.default_at);
    board.phase = board.started ? Phase::paused : Phase::ready;
    board.score = {};
    board.flag_at.reset();
}

}  // namespace flagfall::clock
