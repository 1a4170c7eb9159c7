#include "tests/fuzz/hall_play.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <type_traits>
#include <utility>

#include "common/base/check.hpp"
#include "common/base/limits.hpp"
#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::fuzz {

namespace {

// ---- what every event promises ----------------------------------------------------------------

bool positive(const Both<Duration>& readings) {
    return readings[Side::white].us >= 0 && readings[Side::black].us >= 0;
}

// Readings change only by elapsed time, by the gain of a press and by named corrections.
// During a delay (`delays`) the display stands still, and the press gives back what it saved.
template <class Event>
void check_time(const clock::BoardState& before, bool delays, const Event& event, Instant at) {
    if constexpr (std::is_same_v<Event, wire::ReadingSet>) {
        FF_CHECK(event.readings == event.correction.readings);
        FF_CHECK(!event.adjusted || event.correction.run == before.clock.running());
    } else if constexpr (std::is_same_v<Event, wire::ControlSet>) {
        FF_CHECK(event.run == before.clock.running());
    } else if constexpr (!std::is_same_v<Event, wire::GameOpened> &&
                         !std::is_same_v<Event, wire::PeriodEnded>) {
        FF_CHECK(at >= before.last);
        const Side turn = before.turn();
        const Both<Duration> old = before.clock.readings(before.last);
        const bool runs = before.clock.running();
        const bool counts = runs && !before.clock.at_zero(turn);
        const Duration passed = counts ? at - before.last : Duration{};
        Duration gained;
        Duration most = passed;
        if constexpr (std::is_same_v<Event, wire::Pressed>) {
            FF_CHECK(runs && event.side == turn && event.gained.us >= 0);
            FF_CHECK(event.margin.us > 0 || before.clock.at_zero(turn));
            gained = event.gained;
            if (counts) most = event.elapsed;
        }
        Duration other_gained;
        if constexpr (std::is_same_v<Event, wire::CompletedByNext>) {
            gained = event.gained[turn];
            other_gained = event.gained[other(turn)];
        }
        FF_CHECK(event.readings[other(turn)] == old[other(turn)] + other_gained);
        const Duration lost = old[turn] + gained - event.readings[turn];
        FF_CHECK(lost.us >= 0 && (delays ? lost <= most : lost == passed));
    }
}

template <class Event>
void check_event(const clock::Boards& hall, const std::set<Board>& delays, const Event& event,
                 Instant at) {
    if constexpr (std::is_base_of_v<wire::BoardEvent, Event>) {
        FF_CHECK(positive(clock::readings_of(event)));
        const clock::BoardState& before = hall.at(event.board);
        FF_CHECK(event.epoch >= before.epoch);
        check_time(before, delays.contains(event.board), event, at);
    }
}

// What clockd and arbiterd will read from the log.
wire::ClockEvent read_back(const wire::ClockEvent& event) {
    const std::string body = wire::encode_body(event);
    auto again = wire::decode_clock_event(wire::type_of(event), body);
    if (!again) std::fprintf(stderr, "%s: %s\n", body.c_str(), again.error().text.c_str());
    FF_CHECK(again.has_value());
    FF_CHECK(wire::encode_body(*again) == body);
    return std::move(*again);
}

void check_refusal(const clock::Refusal& refusal) {
    FF_CHECK(!refusal.code.empty() && !refusal.text.empty());
    const wire::Refused line{"id", refusal.code, refusal.text, {}, {}};
    FF_CHECK(wire::decode_from_clockd(wire::encode(wire::FromClockd{line})).has_value());
}

}  // namespace

// ---- the hall ---------------------------------------------------------------------------------

HallPlay::HallPlay(bool virtual_time) {
    const Instant at = virtual_time ? Instant{} : now_;
    take({at, wire::LogOpened{"log", virtual_time ? "virtual" : "real", "test"}}, "");
    take({at, wire::Booted{boot_, "test"}}, "");
}

void HallPlay::take(const clock::Stamped& stamped, const std::string& cmd_id) {
    const auto note = [&](Board board, const std::string& time_control) {
        if (time_control.find('d') != std::string::npos) delays_.insert(board);
        else delays_.erase(board);
    };
    if (const auto* opened = std::get_if<wire::GameOpened>(&stamped.event))
        note(opened->board, opened->terms.time_control);
    std::visit([&](const auto& event) { check_event(hall_, delays_, event, stamped.at); },
               stamped.event);
    if (const auto* set = std::get_if<wire::ControlSet>(&stamped.event))
        note(set->board, set->control.time_control);
    apply(hall_, stamped.event, stamped.at);
    log_.push_back({{static_cast<std::int64_t>(log_.size()) + 1}, cmd_id, stamped});
}

clock::Decision HallPlay::give(const wire::ClockCommand& command, clock::Role by) {
    const std::string line = wire::encode(wire::ToClockd{command});
    const auto message = wire::decode_to_clockd(line);
    if (!message || line.size() > limits::line_bytes) return {};
    const auto& read = std::get<wire::ClockCommand>(*message);
    const std::string& id = clock::common(read).id;
    if (done_.contains(id)) return {};
    clock::Decision decision = clock::decide(hall_, read, now_, by);
    for (const clock::Stamped& stamped : decision.events) take(stamped, id);
    if (decision.refusal)
        check_refusal(*decision.refusal);
    else if (!decision.events.empty())
        done_.insert(id);
    return decision;
}

void HallPlay::pass(Duration time) {
    now_ = now_ + time;
    if (virtual_time()) return;
    for (clock::Events events; !(events = clock::decide_time(hall_, now_)).empty();)
        for (const clock::Stamped& stamped : events) take(stamped, "");
    FF_CHECK(!next_deadline(hall_) || *next_deadline(hall_) > now_);
}

void HallPlay::pass_to_deadline(Duration beyond) {
    const auto deadline = next_deadline(hall_);
    if (deadline && *deadline + beyond > now_) pass(*deadline + beyond - now_);
}

void HallPlay::reboot(Duration lost) {
    restart();
    if (virtual_time()) return;
    for (const clock::Stamped& stamped : clock::decide_boot(hall_, false, now_ - lost))
        take(stamped, "");
    boot_ = "boot-" + std::to_string(log_.size());
    now_ = {5'000'000};  // time begins again with each boot
    take({now_, wire::Booted{boot_, "test"}}, "");
}

void HallPlay::restart() {
    clock::Boards again = replayed();
    FF_CHECK(again == hall_);
    hall_ = std::move(again);
}

clock::Boards HallPlay::replayed() const {
    clock::Boards again;
    for (const Logged& line : log_)
        apply(again, read_back(line.stamped.event), line.stamped.at);
    return again;
}

// ---- choices ----------------------------------------------------------------------------------

namespace {

constexpr std::array<std::uint32_t, 8> boards{1, 1, 1, 1, 2, 2, 3, 4097};
constexpr std::array<const char*, 12> controls{
    "300",   "5+3",         "2/20:10+2", "10b3",        "10d3",       "1/10d3:5d3",
    "1/9:1/8:7", "W10+1-B1/5:5", "1",     "40/5400+30:1800+30", "2/3:2/3+1", "86400+86400"};
constexpr std::array<const char*, 4> triggers{"", "moves", "zero", ""};
constexpr std::array<const char*, 6> flag_calls{"", "", "automatic", "players", "arbiter", ""};
constexpr std::array<const char*, 14> fens{
    "",
    "",
    "",
    "7k/4p3/8/8/8/8/4P3/7K w - - 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 0 1",
    "8/8/8/4k3/8/8/3KP3/8 b - - 98 120",
    "8/8/8/4k3/8/8/3KN3/8 w - - 149 120",
    "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "R6k/6pp/8/8/8/8/8/K7 b - - 0 1",
    "8/8/4k3/p1p1p1p1/P1P1P1P1/4K3/8/8 w - - 0 1"};
constexpr std::array<const char*, 10> texts{"e4", "Ke3", "e8",  "O-O", "0-1",
                                            "a8=Q", "--", "Nf3", "e2e4", "Qh5#"};
constexpr std::array<const char*, 9> profiles{
    "",      "fide-standard", "fide-rapid",      "fide-blitz",   "rapid",
    "blitz", "fide-rapid-a5", "uschess-regular", "uschess-blitz"};
constexpr std::array<std::array<const char*, 2>, 6> rules{{{"penalty_seconds", "30"},
                                                           {"draw_offers", "never"},
                                                           {"resignation_from_move", "3"},
                                                           {"illegal_move_window", "next-move"},
                                                           {"illegal_actions_to_lose", "0"},
                                                           {"speed", "9"}}};

const clock::BoardState& state_of(const HallPlay& play, Board board) {
    static const clock::BoardState none;
    return board.number <= limits::boards ? play.boards().at(board) : none;
}

// A text such as people write: mostly letters, sometimes another script or a control character.
std::string words(Bytes& bytes, std::size_t most) {
    static constexpr std::array<std::string_view, 6> rare{"é", "♘", "\t", "\"", "\x7f", "棋"};
    std::string text;
    for (const char c : bytes.text(most)) {
        const auto value = static_cast<unsigned char>(c);
        if (value >= ' ' && value < 0x7f)
            text += c;
        else
            text += rare[value % rare.size()];
    }
    return text;
}

Side any_side(Bytes& bytes, const clock::BoardState& board) {
    return bytes.chance(4) ? other(board.turn()) : board.turn();
}

// Mostly a legal move of the position in which the side is to move, as far as clockd knows it.
std::string any_move(Bytes& bytes, const clock::BoardState& board, Side side) {
    switch (bytes.below(8)) {
        case 6: return bytes.pick(texts);
        case 7: return words(bytes, 12);
        default: break;
    }
    std::optional<chess::Position> position;
    if (board.shadow.known()) position = board.shadow.position();
    if (side != board.turn()) position = clock::on_board(board);
    if (!position) return bytes.pick(texts);
    const chess::MoveList moves = chess::legal_moves(*position);
    if (moves.empty()) return "e4";
    const chess::Move move = moves[bytes.below(moves.size())];
    return bytes.chance(4) ? chess::uci(*position, move) : chess::san(*position, move);
}

// `age` is too long if it must be refused; the epoch and the game are mostly the right ones.
void fill(Bytes& bytes, const HallPlay& play, wire::Command& command, std::size_t number) {
    const clock::BoardState& board = state_of(play, command.board);
    command.id = "c" + std::to_string(number);
    command.game = board.game.empty() ? "g0" : board.game;
    command.epoch = board.epoch;
    const bool is_virtual = play.virtual_time();
    if (is_virtual) command.at = std::max(play.now(), board.last);
    switch (bytes.below(24)) {
        case 23: command.age = microseconds(bytes.quantity()); break;
        case 22: command.age = microseconds(bytes.integer()); break;
        case 21: command.epoch.count = static_cast<std::uint32_t>(bytes.quantity()); break;
        case 20: command.game = "g" + std::to_string(bytes.below(8)); break;
        case 19: command.at = Instant{bytes.integer()}; break;
        case 18: command.at.reset(); break;
        default: break;
    }
    if (is_virtual && command.at && bytes.chance(2))
        command.at = *command.at + microseconds(bytes.quantity());
}

template <class Command>
Command command_at(Bytes& bytes, const HallPlay& play, std::size_t number, Board board) {
    Command command;
    command.board = board;
    fill(bytes, play, command, number);
    if constexpr (requires { command.side; }) command.side = any_side(bytes, state_of(play, board));
    return command;
}

wire::OpenGame opening(Bytes& bytes, wire::OpenGame command, std::size_t number) {
    if (!bytes.chance(16)) command.game = "g" + std::to_string(number);
    wire::GameTerms& terms = command.terms;
    terms.event = "open";
    terms.round = std::to_string(1 + bytes.below(2));
    terms.white = bytes.chance(4) ? words(bytes, 20) : "A";
    terms.black = "B";
    terms.time_control = bytes.chance(16) ? words(bytes, 20) : bytes.pick(controls);
    terms.period_trigger = from_name<PeriodTrigger>(bytes.pick(triggers));
    terms.fen = bytes.chance(16) ? words(bytes, 80) : bytes.pick(fens);
    const bool shredder = terms.fen.find(" HFhf ") != std::string::npos;
    if (shredder || bytes.chance(8)) terms.variant = Variant::chess960;
    terms.profile = bytes.pick(profiles);
    if (bytes.chance(4)) {
        const auto& rule = rules[bytes.below(rules.size())];
        terms.rules.push_back({rule[0], rule[1]});
    }
    terms.flag_call = from_name<wire::FlagCall>(bytes.pick(flag_calls));
    terms.freeze = bytes.chance(4);
    if (bytes.chance(4)) terms.default_time = microseconds(bytes.quantity());
    if (bytes.chance(4)) terms.tags.push_back({words(bytes, 12), words(bytes, 40)});
    return command;
}

wire::SetReading correction(Bytes& bytes, const HallPlay& play, wire::SetReading command) {
    const clock::BoardState& board = state_of(play, command.board);
    wire::Correction& set = command.correction;
    set.ply = board.ply;
    switch (bytes.below(4)) {
        case 1: set.ply.count -= set.ply.count > 0 ? 1 : 0; break;
        case 2:
            set.ply.count = static_cast<std::uint32_t>(bytes.below(limits::game_plies + 2));
            break;
        default: break;
    }
    set.turn = board.turn_after(set.ply);
    if (bytes.chance(16)) set.turn = other(set.turn);
    for (Duration& reading : set.readings.values) reading = microseconds(bytes.quantity());
    if (bytes.chance(32)) set.readings[Side::white] = microseconds(bytes.integer());
    set.run = bytes.chance(2);
    if (bytes.chance(4)) set.fen = bytes.pick(fens);
    set.article = bytes.chance(4) ? words(bytes, 8) : "7.1";
    set.reason = words(bytes, 8);
    if (bytes.chance(4)) set.answers.value = bytes.quantity();
    return command;
}

wire::Touch touch(Bytes& bytes, wire::Touch command) {
    command.squares = bytes.chance(4) ? words(bytes, 20) : "e1 h1";
    command.adjusting = bytes.chance(4);
    return command;
}

wire::Adjust adjustment(Bytes& bytes, wire::Adjust command) {
    for (Duration& delta : command.deltas.values)
        delta = microseconds(bytes.chance(2) ? bytes.quantity() : -bytes.quantity());
    if (bytes.chance(16)) command.deltas[Side::white] = microseconds(bytes.integer());
    command.reason = words(bytes, 8);
    return command;
}

wire::SetControl new_control(Bytes& bytes, wire::SetControl command) {
    command.control.time_control = bytes.chance(16) ? words(bytes, 20) : bytes.pick(controls);
    command.control.period_trigger = from_name<PeriodTrigger>(bytes.pick(triggers));
    for (Duration& reading : command.readings.values) reading = microseconds(bytes.quantity());
    return command;
}

wire::EndGame ending(Bytes& bytes, wire::EndGame command) {
    static constexpr std::array<const char*, 6> scores{"1-0", "0-1",   "1/2-1/2",
                                                       "0-0", "1/2-0", "0-1/2"};
    command.outcome.score = *score_from(bytes.pick(scores));
    command.outcome.ending = static_cast<flagfall::Ending>(1 + bytes.below(14));
    command.outcome.article = "5.1.1";
    return command;
}

template <class Command>
Command with_move(Bytes& bytes, const HallPlay& play, Command command,
                  std::string Command::*text) {
    command.*text = any_move(bytes, state_of(play, command.board), command.side);
    return command;
}

wire::Claim claim(Bytes& bytes, const HallPlay& play, wire::Claim command) {
    using enum wire::ClaimKind;
    static constexpr std::array kinds{threefold, fifty_move, touch_move, flag,
                                      wire::ClaimKind::other};
    command.kind = bytes.pick(kinds);
    if (bytes.chance(2)) return with_move(bytes, play, std::move(command), &wire::Claim::move);
    return command;
}

}  // namespace

wire::ClockCommand any_command(Bytes& bytes, const HallPlay& play, std::size_t number) {
    const Board board{bytes.pick(boards)};
    const auto make = [&]<class Command>(std::type_identity<Command>) {
        return command_at<Command>(bytes, play, number, board);
    };
    const std::size_t kind = bytes.below(32);
    if (state_of(play, board).phase == clock::Phase::empty && kind < 20)
        return opening(bytes, make(std::type_identity<wire::OpenGame>{}), number);
    switch (kind) {
        case 0: return opening(bytes, make(std::type_identity<wire::OpenGame>{}), number);
        case 1: return make(std::type_identity<wire::StartGame>{});
        case 2: return make(std::type_identity<wire::OfferDraw>{});
        case 3: return make(std::type_identity<wire::AcceptDraw>{});
        case 4: return make(std::type_identity<wire::DeclineDraw>{});
        case 5: return make(std::type_identity<wire::Resign>{});
        case 6: return claim(bytes, play, make(std::type_identity<wire::Claim>{}));
        case 7: return make(std::type_identity<wire::Pause>{});
        case 8:
        case 9: return make(std::type_identity<wire::Resume>{});
        case 10: return correction(bytes, play, make(std::type_identity<wire::SetReading>{}));
        case 11: return ending(bytes, make(std::type_identity<wire::EndGame>{}));
        case 12: return make(std::type_identity<wire::Wait>{});
        case 13:
        case 14: return make(std::type_identity<wire::Press>{});
        case 15:
        case 16:
        case 17:
            return with_move(bytes, play, make(std::type_identity<wire::MakeMove>{}),
                             &wire::MakeMove::text);
        case 24:
        case 25: return adjustment(bytes, make(std::type_identity<wire::Adjust>{}));
        case 26: return new_control(bytes, make(std::type_identity<wire::SetControl>{}));
        case 27: return make(std::type_identity<wire::ReopenGame>{});
        case 28:
        case 29: return make(std::type_identity<wire::CallFlag>{});
        case 30: return make(std::type_identity<wire::Arrive>{});
        case 31: return touch(bytes, make(std::type_identity<wire::Touch>{}));
        default:
            if (state_of(play, board).phase == clock::Phase::ready)
                return make(std::type_identity<wire::StartGame>{});
            return with_move(bytes, play, make(std::type_identity<wire::Press>{}),
                             &wire::Press::move);
    }
}

bool any_step(Bytes& bytes, HallPlay& play) {
    switch (bytes.below(16)) {
        case 0: play.pass(microseconds(bytes.quantity())); return false;
        case 1: play.pass(seconds(static_cast<std::int64_t>(bytes.below(16)))); return false;
        case 2: play.pass_to_deadline({}); return false;
        case 3: play.pass_to_deadline(microseconds(bytes.chance(2) ? 1 : -1)); return false;
        case 4:
            if (bytes.chance(2)) play.reboot(microseconds(bytes.quantity()));
            else play.restart();
            return false;
        default: break;
    }
    const clock::Role by = bytes.chance(4) ? clock::Role::arbiter : clock::Role::device;
    play.give(any_command(bytes, play, play.log().size()), by);
    return true;
}

}  // namespace flagfall::fuzz
