#include "tests/oracle/clock.hpp"

#include <algorithm>
#include <iterator>

#include "common/base/limits.hpp"
#include "tests/support/board_event.hpp"

namespace flagfall::oracle {
namespace {

using test::board_event;

template <class... Kinds>
bool is_one_of(const wire::ClockEvent& event) {
    return (std::holds_alternative<Kinds>(event) || ...);
}

// Readings that a log row shows; those of a correction are among its figures.
const Both<Duration>& shown_by(const wire::ClockEvent& event) {
    if (const auto* set = std::get_if<wire::ReadingSet>(&event)) return set->correction.readings;
    return board_event(event)->readings;
}

constexpr std::string_view phase_names[] = {"empty",       "ready",   "running", "paused",
                                            "flag_fallen", "stopped", "over"};

}  // namespace

const BoardClock* ClockJudge::board(Board number) const {
    const auto found = boards_.find(number.number);
    return found == boards_.end() ? nullptr : found->second.get();
}

BoardClock& ClockJudge::at(Board number) {
    auto& board = boards_[number.number];
    if (!board) board = std::make_unique<BoardClock>();
    return *board;
}

void ClockJudge::complain(std::string text) {
    const wire::BoardEvent* e = board_event(row_->event);
    complaints_.add(e ? e->game : "", row_->pos, {}, std::move(text));
}

void ClockJudge::see(const ClockRow& row) {
    row_ = &row;
    around_ = {};
    log_order();
    command_once();
    const wire::BoardEvent* e = board_event(row.event);
    BoardClock* board = e ? &at(e->board) : nullptr;
    if (board) {
        around_.was = board->phase;
        around_.ran = board->keeper.running();
    }
    std::visit([&](const auto& each) { event(each); }, row.event);
    if (board) {
        around_.is = board->phase;
        around_.runs = board->keeper.running();
        around_.readings = shown_by(row.event);
        around_.epoch = board->epoch;
    }
    previous_ = &row;
}

void ClockJudge::log_order() {
    const Pos must{previous_ ? previous_->pos.value + 1 : 1};
    if (row_->pos != must) complain("position " + show(row_->pos) + " comes after " +
                                    show(Pos{must.value - 1}));
    if (!previous_ && !std::holds_alternative<wire::LogOpened>(row_->event))
        complain("the log does not begin with log_opened");
    if (boot_.empty() || std::holds_alternative<wire::Booted>(row_->event)) return;
    if (row_->boot != boot_) complain("the row is of boot " + show(row_->boot) + ", but clockd "
                                      "runs in " + show(boot_));
}

// P2: a command acts once, and its events are together. Time acts without a command; a flag-fall
// that a command discovers has the command's id and is not its act.
void ClockJudge::command_once() {
    const std::string& id = row_->cmd_id;
    const wire::ClockEvent& event = row_->event;
    const auto* fell = std::get_if<wire::FlagFell>(&event);
    const bool by_time = is_one_of<wire::PeriodEnded, wire::FlagReached,
                                   wire::DefaultTimePassed>(event);
    if (by_time || (fell && fell->by.empty())) return;
    const auto* paused = std::get_if<wire::Paused>(&event);
    const auto* revoked = std::get_if<wire::DeviceRevoked>(&event);
    const bool by_itself = is_one_of<wire::LogOpened, wire::Booted, wire::DeviceEnrolled,
                                     wire::DeviceCameTwice, wire::HeadKept,
                                     wire::EquipmentChanged>(event) ||
                           (paused && paused->by == "clockd") ||
                           (revoked && revoked->by == "clockd");
    if (by_itself || id.empty()) {
        if (by_itself != id.empty()) complain(by_itself ? "an event of clockd's own has a command"
                                                        : "an event without its command");
        return;
    }
    if (is_one_of<wire::PressedLate>(event)) {
        if (!late_.insert(id).second) complain("a late press is noted twice: " + show(id));
        return;
    }
    if (acted_.insert(id).second) return;
    const auto* press = std::get_if<wire::Pressed>(&event);
    const auto* made = previous_ ? std::get_if<wire::Made>(&previous_->event) : nullptr;
    const auto* completed =
        previous_ ? std::get_if<wire::CompletedByNext>(&previous_->event) : nullptr;
    const auto* next = std::get_if<wire::Made>(&event);
    const bool same_command = previous_ && previous_->cmd_id == id && previous_->at == row_->at;
    const bool with_its_move =
        press && made && press->board == made->board && press->side == made->side;
    const bool completes =
        next && completed && next->board == completed->board && next->side == completed->side;
    if (!same_command || !(with_its_move || completes))
        complain("command " + show(id) + " acts twice");
}

// Instants of a board never go back, and no clock runs past its deadline undetected.
void ClockJudge::instant(BoardClock& board, bool own_deadline) {
    if (row_->at < board.last) complain("the instant is before the board's last event");
    board.last = row_->at;
    const auto deadline = board.keeper.deadline();
    if (!own_deadline && board.default_at && row_->at >= *board.default_at)
        complain("the default time was over and no default_time_passed says so");
    if (own_deadline) {
        if (!deadline)
            complain("the time runs out, but no clock runs");
        else if (row_->at != *deadline)
            complain("the time ran out at " + std::to_string(deadline->us) + ", not at " +
                     std::to_string(row_->at.us));
    } else if (deadline && row_->at >= *deadline) {
        complain("the time had run out at " + std::to_string(deadline->us) +
                 " and no flag_fell says so");
    }
}

// P4: readings change only by elapsed time, by what a press adds, and by corrections.
void ClockJudge::check_readings(BoardClock& board, const Both<Duration>& shown) {
    const Both<Duration> must = board.keeper.readings(row_->at);
    if (shown == must) return;
    complain("readings are " + show(shown) + ", must be " + show(must));
    board.keeper.believe(shown, row_->at);
}

BoardClock& ClockJudge::of(const wire::BoardEvent& e, bool intervention) {
    BoardClock& board = at(e.board);
    if (board.game != e.game) complain("the board's game is " + show(board.game));
    const Epoch must{board.epoch.count + (intervention ? 1U : 0U)};
    same("epoch", e.epoch, must);
    board.epoch = e.epoch;
    return board;
}

void ClockJudge::event(const wire::LogOpened& e) {
    if (previous_) complain("log_opened is not the first row");
    log_ = e.log;
    mode_ = e.time;
    boot_ = row_->boot;
}

void ClockJudge::event(const wire::Booted& e) {
    same("the boot of the row", row_->boot, e.boot);
    const bool another = !boot_.empty() && boot_ != e.boot;
    boot_ = e.boot;
    if (!another || mode_ == "virtual") return;
    for (auto& [number, board] : boards_) {
        if (board->keeper.running())
            complain("the clock of board " + std::to_string(number) +
                     " runs over a power cut (6.10)");
        board->last = {};
        board->fell_at.reset();
        board->default_at.reset();
    }
}

void ClockJudge::event(const wire::GameOpened& e) {
    BoardClock& board = at(e.board);
    if (board.phase != ClockPhase::empty && board.phase != ClockPhase::over)
        complain("the board's game is not over");
    if (!games_.insert(e.game).second) complain("a game of this id was opened before");
    same("epoch", e.epoch, board.epoch);
    // An instant may equal the last game's end, but never be before it.
    if (row_->at < board.last && mode_ == "real")
        complain("the instant is before the board's last event");
    const Epoch epoch = board.epoch;
    board = {};
    board.epoch = epoch;
    board.game = e.game;
    board.last = row_->at;
    board.phase = ClockPhase::ready;
    board.variant = e.terms.variant.value_or(Variant::chess);
    const auto start = e.terms.fen.empty()
                           ? chess::start_position()
                           : chess::parse_position(e.terms.fen, board.variant);
    if (start) {
        board.shadow = Shadow(*start);
        board.first = start->side_to_move();
    } else {
        complain("the starting position cannot be read");
    }
    board.called = e.terms.flag_call == wire::FlagCall::arbiter ||
                   e.terms.flag_call == wire::FlagCall::players;
    board.freeze = e.terms.freeze;
    board.default_time = e.terms.default_time;
    const auto control = parse_time_control(e.terms.time_control);
    if (!control) return complain("the time control cannot be read");
    const PeriodTrigger trigger = e.terms.period_trigger.value_or(PeriodTrigger::moves);
    board.keeper = Timekeeper(*control, trigger, board.first);
    check_readings(board, e.readings);
}

void ClockJudge::event(const wire::GameStarted& e) {
    BoardClock& board = of(e, false);
    if (board.phase != ClockPhase::ready)
        complain("started, but the phase is " +
                 std::string(phase_names[static_cast<std::size_t>(board.phase)]));
    board.last = row_->at;
    board.phase = ClockPhase::running;
    board.started = true;
    if (board.default_time && !(board.here[Side::white] && board.here[Side::black]))
        board.default_at = row_->at + *board.default_time;
    check_readings(board, e.readings);
    board.keeper.start(row_->at);
}

void ClockJudge::event(const wire::Made& e) {
    BoardClock& board = of(e, false);
    instant(board, false);
    if (board.phase != ClockPhase::running) complain("a move, but the clock does not run");
    const bool reply = e.side != board.keeper.turn();
    if (reply && !board.shadow.has_move())
        complain("a move of the side that does not have the move");
    if (!reply && board.shadow.has_reply())
        complain("a move is replaced after the opponent replied to it");
    same("ply", e.ply, Ply{board.ply.count + (reply ? 2U : 1U)});
    same("elapsed", e.elapsed, reply ? Duration{} : board.keeper.spent(row_->at));
    check_readings(board, e.readings);
    came(board, e.side);
    board.shadow.made(reply, e.text);
    const chess::Position* after = board.shadow.after_made(reply);
    const Ending must = after ? ending_on_board(*after) : Ending::none;
    // A position may be dead for other reasons than its material (5.2.2).
    const bool dead = e.ending == Ending::dead_position && must == Ending::none && after;
    if (!dead) same("ending", e.ending, must);
    if (dead && options_.deep) {
        for (const Side side : {Side::white, Side::black}) {
            const std::string wrong = wrong_verdict(*after, side, "unwinnable", "", true);
            if (!wrong.empty()) complain("dead_position: " + wrong);
        }
    }
    if (e.ending == Ending::none) return;
    board.phase = ClockPhase::stopped;
    board.default_at.reset();
    board.keeper.stop(row_->at);
}

// A player who acts has come; once both have, nobody watches the default time.
void ClockJudge::came(BoardClock& board, Side side) {
    board.here[side] = true;
    if (board.here[other(side)]) board.default_at.reset();
}

void ClockJudge::event(const wire::Arrived& e) {
    BoardClock& board = of(e, false);
    instant(board, false);
    if (board.here[e.side]) complain("arrived twice");
    if (board.phase != ClockPhase::ready && board.phase != ClockPhase::running &&
        board.phase != ClockPhase::paused)
        complain("arrived, but the game is not going on");
    check_readings(board, e.readings);
    came(board, e.side);
}

void ClockJudge::event(const wire::DefaultTimePassed& e) {
    BoardClock& board = of(e, false);
    if (board.default_at != row_->at) complain("the default time is over at another instant");
    board.default_at.reset();
    instant(board, false);
    for (const Side side : {Side::white, Side::black})
        if (e.absent[side] == board.here[side]) complain("who is absent is another");
    if (e.late < Duration{}) complain("the default time noticed before it was over");
    check_readings(board, e.readings);
}

void ClockJudge::event(const wire::CompletedByNext& e) {
    BoardClock& board = of(e, false);
    instant(board, false);
    if (board.phase != ClockPhase::running) complain("a next move, but the clock does not run");
    same("the side", e.side, board.keeper.turn());
    if (!board.shadow.has_move() || !board.shadow.has_reply())
        complain("a next move, but there is no move with its reply");
    same("ply", e.ply, Ply{board.ply.count + 2});
    same("gained", e.gained, board.keeper.complete_two(row_->at));
    check_readings(board, e.readings);
    board.ply = e.ply;
    board.fell_at.reset();
    board.shadow.pressed();
    board.shadow.pressed();
}

void ClockJudge::event(const wire::Pressed& e) {
    BoardClock& board = of(e, false);
    instant(board, false);
    if (board.phase != ClockPhase::running) complain("a press, but the clock does not run");
    same("the presser", e.side, board.keeper.turn());
    same("ply", e.ply, Ply{board.ply.count + 1});
    same("made", e.made, board.shadow.has_move());
    const bool dry = board.keeper.dry(board.keeper.turn());
    const PressFigures must = board.keeper.press(row_->at);
    same("elapsed", e.elapsed, must.elapsed);
    same("gained", e.gained, must.gained);
    same("margin", e.margin, must.margin);
    same("period", e.period, must.period);
    came(board, e.side);
    board.fell_at.reset();
    if (e.margin <= Duration{} && !dry && !board.keeper.counts_up(e.side))
        complain("a press at or after the deadline");
    around_.before = must.before;
    check_readings(board, e.readings);
    board.ply = e.ply;
    board.shadow.pressed();
    if (e.ply.count > limits::game_plies) complain("more plies than a game may have");
}

void ClockJudge::event(const wire::PressedLate& e) {
    BoardClock& board = of(e, false);
    if (row_->at < board.last) complain("the instant is before the board's last event");
    board.last = row_->at;
    if (!board.fell_at)
        complain("a late press, but no flag fell");
    else
        same("the late presser", e.side, board.fell);
    if (e.early <= Duration{}) complain("a late press that was not made before the flag fell");
    check_readings(board, e.readings);
}

void ClockJudge::said(const wire::SideEvent& e) {
    BoardClock& board = of(e, false);
    instant(board, false);
    if (board.phase != ClockPhase::running && board.phase != ClockPhase::paused)
        complain("a player's word, but the game is not going on");
    check_readings(board, e.readings);
    came(board, e.side);
}

void ClockJudge::event(const wire::Resigned& e) {
    said(e);
    BoardClock& board = at(e.board);
    board.keeper.stop(row_->at);
    board.phase = ClockPhase::stopped;
    board.default_at.reset();
}

void ClockJudge::event(const wire::Claimed& e) {
    said(e);
    BoardClock& board = at(e.board);
    if (board.keeper.running()) {
        board.keeper.stop(row_->at);
        board.until_judged = true;
    }
    board.phase = ClockPhase::paused;
}

void ClockJudge::event(const wire::FlagFell& e) {
    BoardClock& board = of(e, false);
    const bool by_call = !e.by.empty();
    instant(board, !by_call);
    flag_facts(board, e);
    board.default_at.reset();
    board.phase = ClockPhase::flag_fallen;
    if (by_call) {
        if (!board.called || e.readings[e.side] > Duration{})
            complain("a flag is called that is not at zero");
        if (board.keeper.running()) board.keeper.stop(row_->at);
    } else {
        if (board.called) complain("the clock calls a flag that is for a person to call (6.8)");
        same("the flag's side", e.side, board.keeper.turn());
        board.keeper.fall();
        board.fell_at = row_->at;
        board.fell = e.side;
    }
    check_readings(board, e.readings);
    flag_verdict(board, e);
}

// What clockd reports about a side whose time is out.
void ClockJudge::flag_facts(BoardClock& board, const wire::FlagFacts& e) {
    const Timekeeper& keeper = board.keeper;
    same("ply", e.ply, board.ply);
    same("moves", e.moves, keeper.moves(e.side));
    same("moves_required", e.moves_required, keeper.moves_required(e.side));
    same("period", e.period, keeper.period(e.side));
    same("last_period", e.last_period, keeper.in_last_period(e.side));
    if (e.late < Duration{}) complain("a flag noticed before it fell");
    for (const Side side : {Side::white, Side::black})
        if (e.absent[side] == board.here[side]) complain("who has not come is another");
    Timekeeper next = keeper;
    const bool now = keeper.deadline() == row_->at;
    if (now && next.next_period_begins())
        complain("the flag fell, but the next period begins (6.3.1)");
}

void ClockJudge::event(const wire::FlagReached& e) {
    BoardClock& board = of(e, false);
    instant(board, true);
    flag_facts(board, e);
    same("the flag's side", e.side, board.keeper.turn());
    if (!board.called) complain("the flag waits to be called, but the clock is to see it");
    same("freeze", e.freeze, board.freeze);
    board.keeper.run_dry();
    board.fell_at = row_->at;
    board.fell = e.side;
    check_readings(board, e.readings);
    if (!e.freeze) return;
    board.keeper.stop(row_->at);
    board.phase = ClockPhase::paused;
}

void ClockJudge::flag_verdict(BoardClock& board, const wire::FlagFell& e) {
    if (board.shadow.doubtful()) return;
    const chess::Position* position = board.shadow.on_board();
    if (!position || e.opponent_can_mate == "unknown") {
        if (position || e.opponent_can_mate != "unknown")
            complain("can the opponent mate: " + e.opponent_can_mate + ", but the position is " +
                     (position ? "known" : "unknown"));
        return;
    }
    const std::string wrong = wrong_verdict(*position, other(e.side), e.opponent_can_mate,
                                            e.line, options_.deep);
    if (!wrong.empty()) complain("flag_fell: " + wrong);
}

void ClockJudge::event(const wire::PeriodEnded& e) {
    BoardClock& board = of(e, false);
    instant(board, true);
    same("the side whose period ended", e.side, board.keeper.turn());
    if (!board.keeper.next_period_begins()) complain("a period ended without its moves (6.3.1)");
    same("period", e.period, board.keeper.period(e.side));
    check_readings(board, e.readings);
}

void ClockJudge::event(const wire::Paused& e) {
    BoardClock& board = of(e, true);
    instant(board, false);
    const bool for_claim = board.until_judged && e.by != "boards";
    if (board.phase != ClockPhase::running && !(board.phase == ClockPhase::paused && for_claim))
        complain("paused, but the clock does not run");
    board.until_judged = false;
    if (e.by == "clockd" && mode_ == "virtual") complain("virtual time knows no power cut");
    check_readings(board, e.readings);
    board.keeper.stop(row_->at);
    board.phase = ClockPhase::paused;
}

void ClockJudge::event(const wire::Resumed& e) {
    BoardClock& board = of(e, true);
    instant(board, false);
    if (board.phase != ClockPhase::paused) complain("resumed, but the clock is not paused");
    same("turn", e.turn, board.keeper.turn());
    check_readings(board, e.readings);
    board.until_judged = false;
    board.keeper.start(row_->at);
    board.phase = ClockPhase::running;
}

void ClockJudge::event(const wire::ReadingSet& e) {
    BoardClock& board = of(e, true);
    instant(board, false);
    const wire::Correction& set = e.correction;
    if (e.adjusted) return adjusted(board, set);
    if (set.changed_seats) std::swap(board.here[Side::white], board.here[Side::black]);
    const bool ready = board.phase == ClockPhase::ready;
    if (board.phase == ClockPhase::over || board.phase == ClockPhase::empty)
        complain("a correction of a game that is over");
    if (ready && set.run) complain("a correction starts a game that was not started");
    const Side first = board.first;
    const Side turn = set.ply.count % 2 == 0 ? first : other(first);
    same("turn", set.turn, turn);
    Both<std::uint32_t> moves;
    moves[first] = (set.ply.count + 1) / 2;
    moves[other(first)] = set.ply.count / 2;
    for (const Side side : {Side::white, Side::black})
        if (set.period[side] != 0 && !board.keeper.possible(side, set.period[side], moves[side]))
            return complain("the correction has a period that the control does not have");
    board.keeper.set(set.readings, turn, moves, set.goes_on, row_->at, set.period);
    const bool clock_only = set.fen.empty() && set.ply == board.ply;
    board.ply = set.ply;
    board.fell_at = {};
    std::optional<chess::Position> given;
    if (!set.fen.empty()) {
        const auto position = chess::parse_position(set.fen, board.variant);
        if (!position || position->side_to_move() != turn)
            complain("the position of the correction cannot be");
        else
            given = *position;
    }
    board.shadow.corrected(set.ply.count, given, clock_only);
    if (ready) return;
    board.until_judged = false;
    board.phase = set.run ? ClockPhase::running : ClockPhase::paused;
    if (set.run) board.keeper.start(row_->at);
}

// Time was added or taken off: only this may change.
void ClockJudge::adjusted(BoardClock& board, const wire::Correction& set) {
    const bool standing =
        board.phase == ClockPhase::ready || board.phase == ClockPhase::paused;
    if (!standing && board.phase != ClockPhase::running)
        complain("time is added, but the game is not going on");
    same("turn", set.turn, board.keeper.turn());
    same("ply", set.ply, board.ply);
    same("run", set.run, board.phase == ClockPhase::running);
    if (!set.fen.empty()) complain("adding time sets a position");
    board.keeper.believe(set.readings, row_->at);
}

void ClockJudge::event(const wire::ControlSet& e) {
    BoardClock& board = of(e, true);
    instant(board, false);
    const bool standing =
        board.phase == ClockPhase::ready || board.phase == ClockPhase::paused;
    if (!standing && board.phase != ClockPhase::running)
        complain("another time control, but the game is not going on");
    same("run", e.run, board.phase == ClockPhase::running);
    const auto control = parse_time_control(e.control.time_control);
    if (!control) return complain("the time control cannot be read");
    board.keeper.another(*control, e.control.period_trigger.value_or(PeriodTrigger::moves),
                         e.readings, e.goes_on, row_->at);
    if (e.run) board.keeper.start(row_->at);
    check_readings(board, e.readings);
}

void ClockJudge::event(const wire::GameReopened& e) {
    BoardClock& board = of(e, true);
    if (row_->at < board.last) complain("the instant is before the board's last event");
    board.last = row_->at;
    if (board.phase != ClockPhase::over) complain("reopened, but the game is not over");
    if (e.turn) same("turn", *e.turn, board.keeper.turn());
    if (e.ply) same("ply", e.ply->count, board.ply.count);
    board.phase = board.started ? ClockPhase::paused : ClockPhase::ready;
    board.until_judged = false;
    board.fell_at.reset();
    check_readings(board, e.readings);
}

void ClockJudge::event(const wire::GameEnded& e) {
    BoardClock& board = of(e, true);
    instant(board, false);
    if (board.phase == ClockPhase::over || board.phase == ClockPhase::empty)
        complain("the game is ended twice");
    check_readings(board, e.readings);
    if (board.keeper.running()) board.keeper.stop(row_->at);
    board.phase = ClockPhase::over;
    board.default_at.reset();
}

}  // namespace flagfall::oracle
