#include "tests/sim/device.hpp"

#include <algorithm>
#include <array>

#include "common/chess/movegen.hpp"
#include "common/chess/notation.hpp"
#include "common/wire/codec.hpp"

namespace flagfall::sim {

using Phase = BoardImage::Phase;

Device::Device(Hall& hall, Board board)
    : Client(hall, "device", board), manners_(hall.world.options.players), board_(board) {}

void Device::on_event(const wire::EventFrame& frame) {
    image_.see(frame, world_.now());
    std::visit([&](const auto& e) { ++world_.types["clockd/event/" + std::string(e.type)]; },
               frame.event);
    think();
}

void Device::on_answer(const Intent&, const wire::Ack*, const wire::Refused*) { think(); }

// The display must follow from the events, at the instant of the display (P4).
void Device::on_view(const wire::BoardView& view, const std::string& question) {
    const bool same = view.game == image_.game && view.epoch == image_.epoch &&
                      view.ply == image_.ply && view.at >= image_.at;
    const bool running = view.phase == "running" && image_.phase == Phase::running;
    if (!same || !running || image_.other_than_down || image_.boot != world_.machine.boot()) return;
    world_.marks.add("running_clock_shown");
    Both<Duration> must = image_.readings;
    must[image_.turn] -= view.at - image_.at;
    if (must[image_.turn].us < 0) return;  // a period ended, and we do not know it yet
    if (question.empty() || world_.options.virtual_time || must[image_.turn].us == 0) return;
    const Instant asked = world_.machine.instant(Instant{std::stoll(question)});
    if (view.at < asked)
        world_.found(board_, "the board was shown as it was " +
                                 std::to_string((asked - view.at).us) +
                                 " us before the question (P4)");
    if (view.readings != must)
        world_.found(board_, "the board showed " + std::to_string(view.readings.values[0].us) +
                                 "/" + std::to_string(view.readings.values[1].us) +
                                 " us, but it was " + std::to_string(must.values[0].us) + "/" +
                                 std::to_string(must.values[1].us) + " (P4)");
}

void Device::ask() {
    wire::GetBoard get;
    get.id = std::to_string(world_.now().us);  // identifies the instant
    get.board = board_;
    ++world_.types["clockd/get_board"];
    say(wire::encode(wire::ToClockd{get}));
}

// ---- when ---------------------------------------------------------------------------------

void Device::think() {
    const std::uint64_t thought = ++thought_;
    const Duration wait = std::max(thinking_time(), busy_until_ - world_.now());
    world_.agenda.in(wait, [this, thought] {
        if (thought == thought_) act();
    });
}

Duration Device::thinking_time() {
    if (image_.phase != Phase::running) return random_.between(milliseconds(50), seconds(5));
    const Duration left = image_.readings[image_.turn];
    if (world_.whim(random_, manners_.dream)) return left + milliseconds(200);
    return random_.skewed(milliseconds(5), std::max(milliseconds(20), Duration{left.us / 4}));
}

// ---- what ---------------------------------------------------------------------------------

void Device::act() {
    if (!idle() && !world_.whim(random_, manners_.stale)) return;  // think() comes with the answer
    switch (image_.phase) {
        case Phase::running: break;
        case Phase::empty:
        case Phase::over: return;
        default: return act_off_turn();
    }
    const Side side = image_.turn;
    if (random_.chance(0.05)) ask();
    if (world_.whim(random_, manners_.out_of_turn)) {
        world_.marks.add("acted_out_of_turn");
        if (random_.chance(0.5)) press(other(side));
        else make(other(side), "e4");
        return;
    }
    if (world_.whim(random_, manners_.pause)) {
        auto pause = command<wire::Pause>();
        pause.reason = "no queen at hand";
        return submit(pause);
    }
    if (talk(side) || claim(side) || tell(side) || act_unplayed(side)) return;
    play(side);
}

// The clock stands: nobody should act, but somebody does.
void Device::act_off_turn() {
    if (!world_.whim(random_, manners_.out_of_turn)) return think();
    world_.marks.add("acted_off_clock");
    press(image_.turn, "Nf3");
}

bool Device::talk(Side side) {
    if (world_.whim(random_, manners_.resign)) {
        auto resign = command<wire::Resign>();
        resign.side = random_.chance(0.8) ? side : other(side);
        return submit(resign), true;
    }
    for (const Side offerer : {Side::white, Side::black}) {
        if (!image_.offer[offerer] || !world_.whim(random_, manners_.accept)) continue;
        if (random_.chance(0.3)) {
            auto decline = command<wire::DeclineDraw>();
            decline.side = other(offerer);
            return submit(decline), true;
        }
        auto accept = command<wire::AcceptDraw>();
        accept.side = other(offerer);
        return submit(accept), true;
    }
    if (world_.whim(random_, manners_.offer)) {
        auto offer = command<wire::OfferDraw>();
        offer.side = random_.chance(0.8) ? side : other(side);
        submit(offer);  // and plays on
    }
    return false;
}

bool Device::claim(Side side) {
    const auto& position = image_.position();
    const bool ripe = position && (image_.occurrences() >= 3 || position->halfmove_clock() >= 100);
    const bool nearly = position && !ripe && (image_.occurrences() == 2 ||
                                              position->halfmove_clock() >= 98);
    const bool now = (ripe || nearly) && world_.whim(random_, manners_.claim);
    if (!now && !world_.whim(random_, manners_.claim_at_random)) return false;
    auto claim = command<wire::Claim>();
    claim.side = random_.chance(0.9) ? side : other(side);
    const bool fifty = position && position->halfmove_clock() >= 98;
    claim.kind = fifty == random_.chance(0.9) ? wire::ClaimKind::fifty_move
                                               : wire::ClaimKind::threefold;
    if (position && (nearly || random_.chance(0.4)))
        claim.move = random_.chance(0.9) ? choose_move(*position) : choose_wrong_move(*position);
    return submit(claim), true;
}

// A move is on the board, or none is made at all.
bool Device::act_unplayed(Side side) {
    if (!image_.pending[side].empty()) {
        const auto& position = image_.position();
        if (position && world_.whim(random_, manners_.replace_move)) {
            world_.marks.add("move_replaced");
            make(side, choose_move(*position));
        } else if (!image_.pending[other(side)].empty() &&
                   world_.whim(random_, manners_.next_unpressed)) {
            make_next(side);
        } else if (position && image_.pending[other(side)].empty() &&
                   world_.whim(random_, manners_.reply_early)) {
            world_.marks.add("replied_before_press");
            const auto next = after_text(*position, image_.pending[side]);
            make(other(side), next && chess::has_legal_move(*next) ? choose_move(*next) : "Kd1");
        } else {
            complete(side);
        }
        return true;
    }
    if (!world_.whim(random_, manners_.no_move)) return false;
    return press(side), true;
}

// The next move, although neither the one before nor the reply was pressed (6.2.1.2).
void Device::make_next(Side side) {
    if (random_.chance(0.1)) return make(side, image_.pending[side]);  // sent twice
    world_.marks.add("next_move_unpressed");
    std::optional<chess::Position> at = image_.position();
    for (const Side mover : {side, other(side)})
        if (at) at = after_text(*at, image_.pending[mover]);
    const std::string text = at && chess::has_legal_move(*at) ? choose_move(*at) : "Kd1";
    if (random_.chance(0.5)) return make(side, text);
    press(side, text);
}

// No moves, but reports: players have come, a piece was touched, the arbiter is called.
bool Device::tell(Side side) {
    if (world_.whim(random_, manners_.arrive) && image_.ply.count < 2) {
        auto arrive = command<wire::Arrive>();
        arrive.side = random_.chance(0.5) ? side : other(side);
        return submit(arrive), true;
    }
    if (world_.whim(random_, manners_.touch)) {
        auto touch = command<wire::Touch>();
        touch.side = side;
        touch.squares = random_.chance(0.1) ? "e9" : random_.chance(0.5) ? "e1 h1" : "e2";
        touch.adjusting = random_.chance(0.3);
        submit(touch);  // and plays on
    }
    if (!image_.for_time.empty() && world_.whim(random_, manners_.quickplay))
        return claim_for_time(side), true;
    if (!world_.whim(random_, manners_.call)) return false;
    using wire::ClaimKind;
    constexpr std::array kinds{ClaimKind::flag,           ClaimKind::illegal_move,
                               ClaimKind::touch_move,     ClaimKind::other,
                               ClaimKind::quickplay_draw, ClaimKind::losing_chances,
                               ClaimKind::quickplay_increment};
    auto claim = command<wire::Claim>();
    claim.side = random_.chance(0.9) ? side : other(side);
    claim.kind = kinds[random_.below(kinds.size())];
    claim.text = "please look";
    return submit(claim), true;
}

// The time is short: an increment, or a draw. Sometimes by the player who is not on move.
void Device::claim_for_time(Side side) {
    auto claim = command<wire::Claim>();
    claim.side = random_.chance(0.95) ? side : other(side);
    claim.kind = image_.for_time[random_.below(image_.for_time.size())];
    claim.text = "he only shuffles";
    submit(claim);
}

void Device::play(Side side) {
    const auto& position = image_.position();
    if (!position) {  // after an illegal move: mostly the player waits for the arbiter
        if (random_.chance(0.2) || world_.quiet) press(side, "Nc6");
        else think();
        return;
    }
    if (!chess::has_legal_move(*position)) return think();
    std::string text;
    if (world_.whim(random_, manners_.unreadable)) text = "?!";
    else if (world_.whim(random_, manners_.illegal)) text = choose_wrong_move(*position);
    else text = choose_move(*position);
    if (world_.options.virtual_time && world_.whim(random_, 0.02)) return wait_for_flag();
    if (world_.whim(random_, manners_.brink)) {
        make(side, text);
        return press_at_the_brink(side);
    }
    if (world_.whim(random_, manners_.separate)) return make(side, text);  // the press comes later
    press(side, text);
    if (world_.whim(random_, manners_.press_twice)) {
        world_.marks.add("pressed_twice");
        press(side, text);
    }
}

void Device::complete(Side side) {
    press(side);
    if (world_.whim(random_, manners_.press_twice)) press(side);
}

// Within two microseconds before or after the deadline.
void Device::press_at_the_brink(Side side) {
    if (image_.boot != world_.machine.boot() || world_.options.virtual_time) return;
    const Duration left = image_.readings[side];
    const Instant deadline = world_.machine.world(image_.at + left);
    const Instant when = deadline + microseconds(random_.between(-2, 2));
    busy_until_ = when + milliseconds(1);
    if (world_.fault(random_, 0.3)) {
        // The process sleeps past the deadline: lines that came before it must count nevertheless.
        world_.agenda.at(when - milliseconds(3), [this] {
            world_.marks.add("asleep_at_the_brink");
            hall_.clockd.stop(random_.between(milliseconds(4), milliseconds(60)));
        });
    }
    world_.agenda.at(when, [this, side, game = image_.game] {
        if (image_.phase != Phase::running || image_.turn != side || image_.game != game) return;
        world_.marks.add("pressed_at_the_brink");
        press(side, {}, true);
    });
}

// Virtual time only: informs clockd that time has passed.
void Device::wait_for_flag() {
    auto wait = command<wire::Wait>();
    const Duration left = image_.readings[image_.turn];
    world_.agenda.in(left + milliseconds(1), [this, wait] {
        if (wait.game == image_.game) submit(wait);
        think();
    });
}

// ---- moves --------------------------------------------------------------------------------

std::string Device::choose_move(const chess::Position& position) {
    const chess::MoveList moves = chess::legal_moves(position);
    if (moves.size() == 0) return "e4";
    chess::Move move = moves[random_.below(moves.size())];
    if (manners_.shuffle > 0 && random_.chance(manners_.shuffle)) {
        // Back to where a piece came from, if possible; otherwise some quiet move of a piece.
        for (const chess::Move m : moves) {
            const bool back = std::ranges::any_of(last_moves_, [&](chess::Move l) {
                return l.from() == m.to() && l.to() == m.from();
            });
            const bool quiet = position.kind_at(m.from()) != chess::Kind::pawn &&
                               position.kind_at(m.to()) == chess::Kind::none;
            if (back) {
                move = m;
                break;
            }
            if (quiet) move = m;
        }
    } else if (random_.chance(0.3)) {
        for (const chess::Move m : moves)
            if (chess::gives_check(position, m) || position.kind_at(m.to()) != chess::Kind::none)
                move = m;
    }
    last_moves_.push_back(move);
    if (last_moves_.size() > 4) last_moves_.erase(last_moves_.begin());
    std::string text = written(position, move);
    if (move.is_promotion() && world_.whim(random_, manners_.pawn_stays)) {
        world_.marks.add("promotion_without_a_piece");
        return chess::uci(position, move).substr(0, 4);
    }
    return text;
}

std::string Device::written(const chess::Position& position, chess::Move move) {
    return random_.chance(0.5) ? chess::uci(position, move) : chess::san(position, move);
}

std::string Device::choose_wrong_move(const chess::Position& position) {
    for (int tries = 0; tries < 20; ++tries) {
        const auto from = static_cast<chess::Square>(random_.below(64));
        const auto to = static_cast<chess::Square>(random_.below(64));
        const std::string text = chess::square_name(from) + chess::square_name(to);
        if (from != to && !chess::parse_uci(position, text)) return text;
    }
    return "a1a8";
}

// ---- commands -----------------------------------------------------------------------------

void Device::make(Side side, const std::string& text) {
    auto move = command<wire::MakeMove>();
    move.side = side;
    move.text = text;
    submit(move);
}

void Device::press(Side side, const std::string& text, bool exact) {
    auto press = command<wire::Press>();
    press.side = side;
    press.move = text;
    submit(press, exact);
}

}  // namespace flagfall::sim
