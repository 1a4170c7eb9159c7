// Decides commands: each handler sees the board as time left it, then refuses or emits events.
//
// Codes of refusals, by cause:
//   who and where   unknown_board unknown_game game_exists board_busy
//   epoch fence     stale_epoch epoch_ahead
//   stamps          real_time time_missing time_out_of_order bad_time bad_age
//   state           not_started already_started already_running not_running not_your_turn
//                   reply_pending too_many_moves flag_fallen game_stopped game_over game_not_over
//                   game_begun already_arrived flag_up too_many_acts no_offer
//   content         bad_game bad_time_control bad_period_trigger bad_variant bad_fen bad_move
//                   bad_claim bad_reading bad_ply bad_turn bad_period bad_default_time
//                   bad_flag_call bad_reports bad_timing bad_squares
#include <algorithm>

#include "clockd/clock/limits.hpp"
#include "clockd/clock/scene.hpp"
#include "common/base/check.hpp"
#include "common/base/control_words.hpp"
#include "common/base/limits.hpp"

namespace flagfall::clock {
namespace {

using MaybeRefusal = std::optional<Refusal>;

MaybeRefusal refuse(std::string code, std::string text) {
    FF_CHECK(!code.empty());
    FF_CHECK(!text.empty());
    return Refusal{std::move(code), std::move(text)};
}

// An instant or age beyond this is an error of the sender, far from any overflow.
constexpr std::int64_t longest_us = 100LL * 365 * 24 * 3600 * 1'000'000;
constexpr Duration longest_age = minutes(24 * 60);
constexpr std::size_t move_bytes = 64;  // of the text of one move

// ---- what the state allows ------------------------------------------------------------------

MaybeRefusal over_or_fallen(const BoardState& board) {
    switch (board.phase) {
        case Phase::ready: return refuse("not_started", "the game has not been started");
        case Phase::flag_fallen: return refuse("flag_fallen", "the flag has fallen");
        case Phase::stopped: return refuse("game_stopped", "the game has ended on the board");
        case Phase::over: return refuse("game_over", "the game is over");
        default: return std::nullopt;
    }
}

MaybeRefusal not_running(const BoardState& board) {
    if (board.phase == Phase::paused) return refuse("not_running", "the clock is paused");
    return over_or_fallen(board);
}

MaybeRefusal bad_move(std::string_view text) {
    const bool printable = std::ranges::none_of(
        text, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
    if (!text.empty() && text.size() <= move_bytes && printable) return std::nullopt;
    return refuse("bad_move", "a move has 1 to " + std::to_string(move_bytes) +
                                  " bytes and no control characters");
}

MaybeRefusal too_many_moves(const BoardState& board, std::uint32_t more) {
    FF_CHECK(board.ply.count <= limits::game_plies);
    if (board.ply.count + more <= limits::game_plies) return std::nullopt;
    return refuse("too_many_moves", "a game has at most " + std::to_string(limits::game_plies) +
                                        " moves of both sides together");
}

// No game is like this: the device is broken, or tries to fill the log.
MaybeRefusal too_many_acts(const Scene& scene) {
    if (scene.by != Role::device || scene.board.acts < limits::acts_of_turn) return std::nullopt;
    return refuse("too_many_acts",
                  "too many acts in this turn: press the clock, or call the arbiter");
}

MaybeRefusal bad_readings(const Both<Duration>& readings) {
    constexpr Duration most = seconds(limits::period_seconds) * limits::periods;
    for (const Duration reading : readings.values)
        if (reading < Duration{} || reading > most)
            return refuse("bad_reading", "a reading is from 0 to " +
                                             std::to_string(most.us / minutes(60).us) + " hours");
    return std::nullopt;
}

// `beside`: the clock beside the board is the game's.
MaybeRefusal bad_control(const std::string& time_control, bool beside) {
    const auto control = parse_time_control(time_control);
    if (!control) return refuse("bad_time_control", "time_control, " + text(control.error()));
    const std::string why = beside ? no_board_clock(*control) : "";
    if (!why.empty()) return refuse("bad_timing", "timing board_clock: " + why);
    return std::nullopt;
}

// ---- opening --------------------------------------------------------------------------------

MaybeRefusal bad_terms(const wire::GameTerms& terms) {
    const bool beside = terms.timing == wire::Timing::board_clock;
    if (auto bad = bad_control(terms.time_control, beside)) return bad;
    if (terms.default_time && (*terms.default_time < Duration{} ||
                               *terms.default_time > longest_age))
        return refuse("bad_default_time", "default_time_us is from 0 to " +
                                              std::to_string(longest_age.us));
    if (beside && terms.flag_call.value_or(wire::FlagCall::automatic) == wire::FlagCall::automatic)
        return refuse("bad_flag_call", "with timing board_clock somebody calls the flag: flag_call "
                                       "is arbiter or players");
    if (terms.fen.empty()) return std::nullopt;
    const auto variant = terms.variant.value_or(Variant::chess);
    if (const auto position = chess::parse_position(terms.fen, variant); !position)
        return refuse("bad_fen", "fen: " + chess::text(position.error()));
    return std::nullopt;
}

MaybeRefusal open(const Boards& boards, bool used_before, Scene& scene,
                  const wire::OpenGame& command) {
    if (command.game.empty() || command.game.size() > limits::id_bytes)
        return refuse("bad_game", "a game id has 1 to " + std::to_string(limits::id_bytes) +
                                      " bytes");
    if (used_before || boards.has_game(command.game))
        return refuse("game_exists", "a game with this id was opened before");
    if (scene.board.phase != Phase::empty && scene.board.phase != Phase::over)
        return refuse("board_busy", "game " + scene.board.game + " is not over");
    if (auto bad = bad_terms(command.terms)) return bad;
    wire::GameOpened event;
    event.game = command.game;
    event.terms = command.terms;
    scene.board.game = command.game;
    emit(scene, std::move(event));
    return std::nullopt;
}

// ---- commands at a board with a game --------------------------------------------------------

// A gateway reports what the clock beside the board does, if that is the game's clock. It starts
// no clock that a person has paused.
MaybeRefusal not_the_gateways(const Scene& scene, const wire::ClockCommand& command) {
    if (scene.by != Role::boards) return std::nullopt;
    const bool sets_clock = std::holds_alternative<wire::StartGame>(command) ||
                            std::holds_alternative<wire::Adjust>(command) ||
                            std::holds_alternative<wire::Resume>(command);
    if (!sets_clock) return std::nullopt;
    if (!scene.board.follows_board)
        return refuse("not_allowed", "this game's clock is clockd's, not the one at the board");
    const bool resumes = std::holds_alternative<wire::Resume>(command);
    if (resumes && scene.board.phase == Phase::paused && !scene.board.paused_by_gateway)
        return refuse("not_allowed", "a person has paused this clock");
    return std::nullopt;
}

MaybeRefusal handle(Scene&, const wire::OpenGame&) { return std::nullopt; }  // see open()
MaybeRefusal handle(Scene&, const wire::Wait&) { return std::nullopt; }      // only time passes

MaybeRefusal handle(Scene& scene, const wire::StartGame&) {
    if (scene.board.phase == Phase::over) return over_or_fallen(scene.board);
    if (scene.board.phase != Phase::ready)
        return refuse("already_started", "the game has been started");
    emit(scene, wire::GameStarted{});
    return std::nullopt;
}

// How a made move ends the game, as far as the shadow knows.
Ending ending_by(const BoardState& board, Side side, std::string_view move) {
    if (!board.shadow.known()) return Ending::none;
    std::optional<chess::Position> position = board.shadow.position();
    if (side != board.turn()) {
        FF_CHECK(!board.pending[board.turn()].empty());  // it is a reply
        position = after_text(*position, board.pending[board.turn()]);
    }
    if (position) position = after_text(*position, move);
    return position ? ending_of(*position) : Ending::none;
}

void make(Scene& scene, Side side, const std::string& text, const wire::MakeMove& from = {}) {
    const bool on_turn = side == scene.board.turn();
    wire::Made event;
    event.side = side;
    event.ply.count = scene.board.ply.count + (on_turn ? 1 : 2);
    event.text = text;
    if (on_turn) event.elapsed = scene.board.clock.elapsed(scene.stamp);
    event.ending = ending_by(scene.board, side, text);
    event.uncertainty = from.uncertainty;
    event.guessed = from.guessed;
    emit(scene, std::move(event));
}

// A made move may be replaced until the press, but not once the opponent has replied (6.2.2): what
// the player makes then is their next move, and completes both (6.2.1.2). The same move sent
// again is not another one.
MaybeRefusal complete_answered(Scene& scene, const std::string& next) {
    const BoardState& board = scene.board;
    const Side side = board.turn();
    if (board.pending[other(side)].empty()) return std::nullopt;
    if (next == board.pending[side])
        return refuse("reply_pending", "the opponent has replied to this move");
    if (auto no = too_many_moves(board, 3)) return no;
    ChessClock after = board.clock;
    wire::CompletedByNext event;
    event.side = side;
    event.ply.count = board.ply.count + 2;
    event.gained = after.complete_by_next(scene.stamp);
    emit(scene, std::move(event));
    return std::nullopt;
}

MaybeRefusal handle(Scene& scene, const wire::MakeMove& command) {
    const BoardState& board = scene.board;
    if (auto bad = bad_move(command.text)) return bad;
    if (auto bad = command.guessed.empty() ? std::nullopt : bad_move(command.guessed)) return bad;
    if (command.uncertainty < Duration{} || command.uncertainty > longest_age)
        return refuse("bad_age", "uncertainty_us is from 0 to " + std::to_string(longest_age.us));
    if (auto no = not_running(board)) return no;
    if (auto no = too_many_moves(board, 2)) return no;
    const bool first = board.pending[command.side].empty();  // else it replaces that one
    if (auto no = first ? std::nullopt : too_many_acts(scene)) return no;
    if (command.side == board.turn()) {
        if (auto no = complete_answered(scene, command.text)) return no;
    } else if (board.pending[board.turn()].empty()) {
        return refuse("not_your_turn", "the opponent has not made a move");
    }
    make(scene, command.side, command.text, command);
    return std::nullopt;
}

void press(Scene& scene, Side side) {
    ChessClock after = scene.board.clock;
    const ChessClock::Press press = after.press(scene.stamp);
    wire::Pressed event;
    event.side = side;
    event.ply.count = scene.board.ply.count + 1;
    event.made = !scene.board.pending[side].empty();
    event.unseen = scene.unseen && !event.made;
    event.elapsed = press.elapsed;
    event.gained = press.gained;
    event.margin = press.margin;
    event.period = press.period;
    emit(scene, std::move(event));
}

// A fact for the arbiter: a press made before the flag fell, and reported after the flag-fall was
// recorded, perhaps after it ended the game, which the device did not know yet.
void note_late(Scene& scene, const wire::Press& command) {
    const BoardState& board = scene.board;
    if (command.game != board.game || command.side != board.turn()) return;
    if (!board.flag_at || scene.raw >= *board.flag_at) return;
    if (!command.move.empty() && bad_move(command.move)) return;
    // What time did before the press came is before it in the log: the clock may have gone on at
    // zero, or with time that was given since.
    const Instant came = std::max(scene.now, board.last);
    time_passes(scene, came);
    wire::PressedLate event;
    event.side = command.side;
    event.move = command.move;
    event.early = *board.flag_at - scene.raw;
    event.claimed_age = scene.claimed_age;
    event.age = scene.age;
    emit(scene, std::move(event), came);
}

MaybeRefusal handle(Scene& scene, const wire::Press& command) {
    const BoardState& board = scene.board;
    if (!command.move.empty())
        if (auto bad = bad_move(command.move)) return bad;
    if (auto no = not_running(board)) return no;
    if (command.side != board.turn())
        return refuse("not_your_turn", "the opponent's clock is running");
    if (auto no = too_many_moves(board, 1)) return no;
    if (!command.move.empty() && command.move != board.pending[command.side]) {
        if (auto no = complete_answered(scene, command.move)) return no;
        make(scene, command.side, command.move);
        if (board.phase != Phase::running) return std::nullopt;  // the move ended the game
    }
    press(scene, command.side);
    return std::nullopt;
}

template <class Event>
MaybeRefusal by_side(Scene& scene, Side side) {
    if (auto no = over_or_fallen(scene.board)) return no;
    if (!std::is_same_v<Event, wire::Resigned>)
        if (auto no = too_many_acts(scene)) return no;
    Event event;
    event.side = side;
    emit(scene, std::move(event));
    return std::nullopt;
}

MaybeRefusal handle(Scene& scene, const wire::OfferDraw& command) {
    return by_side<wire::DrawOffered>(scene, command.side);
}
MaybeRefusal handle(Scene& scene, const wire::AcceptDraw& command) {
    if (auto no = over_or_fallen(scene.board)) return no;
    if (!scene.board.offer[other(command.side)])
        return refuse("no_offer", "the opponent has offered no draw that still stands");
    return by_side<wire::DrawAccepted>(scene, command.side);
}
MaybeRefusal handle(Scene& scene, const wire::DeclineDraw& command) {
    return by_side<wire::DrawDeclined>(scene, command.side);
}
MaybeRefusal handle(Scene& scene, const wire::Resign& command) {
    return by_side<wire::Resigned>(scene, command.side);
}

MaybeRefusal handle(Scene& scene, const wire::Claim& command) {
    if (!command.move.empty())
        if (auto bad = bad_move(command.move)) return bad;
    if (auto no = over_or_fallen(scene.board)) return no;
    if (auto no = too_many_acts(scene)) return no;
    wire::Claimed event;
    event.side = command.side;
    event.kind = command.kind;
    event.move = command.move;
    event.text = command.text;
    emit(scene, std::move(event));
    return std::nullopt;
}

MaybeRefusal handle(Scene& scene, const wire::Arrive& command) {
    if (scene.board.phase != Phase::ready)
        if (auto no = over_or_fallen(scene.board)) return no;
    if (scene.board.arrived[command.side])
        return refuse("already_arrived", "the player is here");
    wire::Arrived event;
    event.side = command.side;
    emit(scene, std::move(event));
    return std::nullopt;
}

// "e1" or "e1 h1": squares with one space between.
bool names_squares(std::string_view text) {
    constexpr std::size_t most = 16;
    if (text.size() % 3 != 2 || text.size() > 3 * most) return false;
    for (std::size_t at = 0; at < text.size(); at += 3) {
        if (text[at] < 'a' || text[at] > 'h' || text[at + 1] < '1' || text[at + 1] > '8')
            return false;
        if (at > 0 && text[at - 1] != ' ') return false;
    }
    return true;
}

MaybeRefusal handle(Scene& scene, const wire::Touch& command) {
    if (!names_squares(command.squares))
        return refuse("bad_squares", "squares are 1 to 16 such as \"e1 h1\"");
    if (auto no = over_or_fallen(scene.board)) return no;
    if (auto no = too_many_acts(scene)) return no;
    wire::Touched event;
    event.side = command.side;
    event.squares = command.squares;
    event.adjusting = command.adjusting;
    emit(scene, std::move(event));
    return std::nullopt;
}

// ---- interventions --------------------------------------------------------------------------

// What the clock shows right before.
Both<std::optional<Duration>> shown(const Scene& scene) {
    const Both<Duration> readings = scene.board.clock.readings(scene.stamp);
    return {{readings[Side::white], readings[Side::black]}};
}

// A claim stops the clock only until it is ruled on; a person who pauses it then wants it to stand
// after the ruling, too. A clock beside the board that stands with the claim is nobody's pause.
MaybeRefusal handle(Scene& scene, const wire::Pause& command) {
    const bool may_go_on = scene.board.stopped_by_claim && scene.by != Role::boards;
    if (!may_go_on)
        if (auto no = not_running(scene.board)) return no;
    wire::Paused event;
    event.by = name(scene.by);
    event.reason = command.reason;
    emit(scene, std::move(event));
    return std::nullopt;
}

MaybeRefusal handle(Scene& scene, const wire::Resume&) {
    if (scene.board.phase == Phase::running)
        return refuse("already_running", "the clock is running");
    if (auto no = over_or_fallen(scene.board)) return no;
    wire::Resumed event;
    event.by = name(scene.by);
    event.turn = scene.board.turn();
    emit(scene, std::move(event));
    return std::nullopt;
}

MaybeRefusal bad_correction(const BoardState& board, const wire::Correction& correction) {
    if (auto bad = bad_readings(correction.readings)) return bad;
    if (correction.ply.count > limits::game_plies)
        return refuse("bad_ply", "ply is at most " + std::to_string(limits::game_plies));
    if (correction.turn != board.turn_after(correction.ply))
        return refuse("bad_turn", "after this many plies it is the other side's turn");
    const Both<std::uint32_t> moves = board.moves_of(correction.ply);
    for (const Side side : {Side::white, Side::black}) {
        const std::uint32_t period = correction.period[side];
        if (period != 0 && !board.clock.may_be_in(side, period, moves[side]))
            return refuse("bad_period",
                          "the time control has no such period after this many moves");
    }
    if (correction.fen.empty()) return std::nullopt;
    const auto position = chess::parse_position(correction.fen, board.shadow.variant());
    if (!position) return refuse("bad_fen", "fen: " + chess::text(position.error()));
    if (position->side_to_move() != correction.turn)
        return refuse("bad_turn", "fen and turn disagree");
    return std::nullopt;
}

MaybeRefusal handle(Scene& scene, const wire::SetReading& command) {
    if (scene.board.phase == Phase::over) return over_or_fallen(scene.board);
    if (scene.board.phase == Phase::ready && command.correction.run)
        return refuse("not_started", "the game has not been started");
    if (auto bad = bad_correction(scene.board, command.correction)) return bad;
    wire::ReadingSet event;
    event.by = name(scene.by);
    event.correction = command.correction;
    event.before = shown(scene);
    emit(scene, std::move(event));
    return std::nullopt;
}

MaybeRefusal handle(Scene& scene, const wire::EndGame& command) {
    if (scene.board.phase == Phase::over) return over_or_fallen(scene.board);
    if (command.outcome.ending == Ending::cancelled && is_played(scene.board))
        return refuse("game_begun", "a move was made: the game is not taken back");
    wire::GameEnded event;
    event.by = name(scene.by);
    event.outcome = command.outcome;
    emit(scene, std::move(event));
    return std::nullopt;
}

MaybeRefusal handle(Scene& scene, const wire::CallFlag& command) {
    if (auto no = over_or_fallen(scene.board)) return no;
    const BoardState& board = scene.board;
    // A clock that counts up has no flag, whatever the control before it left.
    const bool called = board.flags_are_called || board.clock.at_zero(command.side);
    if (!called || !board.clock.flag_down(command.side, scene.stamp))
        return refuse("flag_up", "the time of this side has not run out");
    call_flag(scene, command.side);
    return std::nullopt;
}

// Refuses once the flag has fallen or the game has ended on the board: set the whole clock then.
MaybeRefusal fixed(const BoardState& board) {
    if (may_be_adjusted(board.phase)) return std::nullopt;
    return over_or_fallen(board);
}

// Sets `readings` to what the clock shows plus this time; leaves them as they are if refused.
MaybeRefusal add_time(const Scene& scene, const Both<Duration>& deltas, Both<Duration>& readings) {
    Both<Duration> after = scene.board.clock.readings(scene.stamp);
    for (const Side side : {Side::white, Side::black}) {
        const Duration delta = deltas[side];
        if (delta > Duration{longest_us} || delta < Duration{-longest_us})
            return refuse("bad_reading", "so much time cannot be added or taken off");
        after[side] += delta;
    }
    if (auto bad = bad_readings(after)) return bad;
    readings = after;
    return std::nullopt;
}

MaybeRefusal handle(Scene& scene, const wire::Adjust& command) {
    const BoardState& board = scene.board;
    if (auto no = fixed(board)) return no;
    Both<Duration> readings;
    if (auto bad = add_time(scene, command.deltas, readings)) return bad;
    wire::ReadingSet event;
    event.by = name(scene.by);
    event.adjusted = true;
    event.before = shown(scene);
    event.correction.readings = readings;
    event.correction.turn = board.turn();
    event.correction.ply = board.ply;
    event.correction.run = board.phase == Phase::running;
    event.correction.article = command.article;
    event.correction.reason = command.reason;
    emit(scene, std::move(event));
    return std::nullopt;
}

MaybeRefusal handle(Scene& scene, const wire::SetControl& command) {
    if (auto no = fixed(scene.board)) return no;
    if (auto bad = bad_control(command.control.time_control, scene.board.follows_board))
        return bad;
    Both<Duration> readings = command.readings;
    if (auto bad = command.relative ? add_time(scene, command.readings, readings)
                                    : bad_readings(readings))
        return bad;
    wire::ControlSet event;
    event.by = name(scene.by);
    event.control = command.control;
    event.readings = readings;
    event.run = scene.board.phase == Phase::running;
    event.goes_on = command.relative;
    event.before = shown(scene);
    emit(scene, std::move(event));
    return std::nullopt;
}

MaybeRefusal handle(Scene& scene, const wire::ReopenGame& command) {
    if (scene.board.phase != Phase::over)
        return refuse("game_not_over", "the game is not over");
    wire::GameReopened event;
    event.by = name(scene.by);
    event.article = command.article;
    event.reason = command.reason;
    event.turn = scene.board.turn();
    event.ply = scene.board.ply;
    emit(scene, std::move(event));
    return std::nullopt;
}

// ---- what comes before ----------------------------------------------------------------------

// Fills in the instants, or refuses the command with what is wrong with them.
MaybeRefusal stamp(const Boards& boards, const wire::ClockCommand& command,
                   std::optional<Duration> believed, Scene& scene) {
    const wire::Command& shared = common(command);
    const Instant last = scene.board.last;
    if (shared.age < Duration{} || shared.age > longest_age)
        return refuse("bad_age", "age_us is from 0 to " + std::to_string(longest_age.us));
    if (boards.mode() == TimeMode::real) {
        if (shared.at || std::holds_alternative<wire::Wait>(command))
            return refuse("real_time", "this log keeps real time: no at_us, no wait");
    } else if (shared.at) {
        if (shared.at->us < 0 || shared.at->us > longest_us)
            return refuse("bad_time", "at_us is from 0 to " + std::to_string(longest_us));
        if (*shared.at < last && scene.by != Role::arbiterd)
            return refuse("time_out_of_order", "at_us is before the board's last event, " +
                                                   std::to_string(last.us));
        scene.now = std::max(*shared.at, last);
    } else {
        if (scene.by == Role::device)
            return refuse("time_missing", "this log keeps virtual time: at_us is needed");
        scene.now = last;
    }
    scene.claimed_age = shared.age;
    scene.age = std::min(shared.age, believed.value_or(shared.age));
    scene.raw = scene.now - scene.age;
    scene.stamp = std::max(scene.raw, last);
    FF_CHECK(scene.age <= scene.claimed_age);
    return std::nullopt;
}

// Acts of players count in every epoch since the fence: time that was only added or taken off
// meanwhile undoes nothing. A person who intervenes must know everything.
template <class Command>
constexpr bool by_player = std::is_same_v<Command, wire::MakeMove> ||
                           std::is_same_v<Command, wire::Press> ||
                           std::is_same_v<Command, wire::Pause> ||
                           (std::is_base_of_v<wire::SideCommand, Command> &&
                            !std::is_same_v<Command, wire::CallFlag>);

Epoch oldest_epoch(const BoardState& board, const wire::ClockCommand& command) {
    const bool of_player = std::visit(
        []<class Command>(const Command&) { return by_player<Command>; }, command);
    return of_player ? board.fence : board.epoch;
}

MaybeRefusal wrong_game(const Scene& scene, const wire::Command& command, Epoch oldest) {
    if (scene.board.phase == Phase::empty || command.game != scene.board.game)
        return refuse("unknown_game", scene.board.phase == Phase::empty
                                          ? "no game was opened at this board"
                                          : "this board's game is " + scene.board.game);
    if (command.epoch < oldest)
        return refuse("stale_epoch", "the board is in epoch " +
                                         std::to_string(scene.board.epoch.count));
    if (command.epoch > scene.board.epoch)
        return refuse("epoch_ahead", "the board is only in epoch " +
                                         std::to_string(scene.board.epoch.count));
    return std::nullopt;
}

MaybeRefusal play(const Boards& boards, const wire::ClockCommand& command,
                  std::optional<Duration> believed, bool used_before, Scene& scene) {
    if (auto no = stamp(boards, command, believed, scene)) return no;
    if (const auto* opening = std::get_if<wire::OpenGame>(&command))
        return open(boards, used_before, scene, *opening);
    if (const auto* press = std::get_if<wire::Press>(&command)) note_late(scene, *press);
    scene.stamp = std::max(scene.stamp, scene.board.last);
    const Epoch oldest = oldest_epoch(scene.board, command);
    if (auto no = wrong_game(scene, common(command), oldest)) return no;
    time_passes(scene, scene.stamp);
    if (auto no = not_the_gateways(scene, command)) return no;
    return std::visit([&](const auto& c) { return handle(scene, c); }, command);
}

}  // namespace

Decision decide(const Boards& boards, const wire::ClockCommand& command, Instant at, Role by,
                std::optional<Duration> believed, bool used_before, bool unseen) {
    const Board number = common(command).board;
    if (number.number < 1 || number.number > limits::boards)
        return {{}, refuse("unknown_board", "boards are from 1 to " +
                                                std::to_string(limits::boards))};
    Scene scene{number, by, at, at, at, boards.at(number), {}, {}, {}, unseen};
    MaybeRefusal refusal = play(boards, command, believed, used_before, scene);
    FF_CHECK(std::ranges::is_sorted(scene.events, {}, &Stamped::at));
    return {std::move(scene.events), std::move(refusal)};
}

}  // namespace flagfall::clock
