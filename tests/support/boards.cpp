#include "tests/support/boards.hpp"

#include <algorithm>
#include <utility>

namespace flagfall::test {

using namespace devices;
using chess::Piece;
using chess::Square;

namespace {

constexpr Duration byte_time = microseconds(1'000'000 / bytes_per_second);
constexpr Duration soon = milliseconds(250);
constexpr std::size_t memory_bytes = 8'000;

const Placement& start_placement() {
    static const Placement placement = Placement::of(chess::start_position());
    return placement;
}

}  // namespace

// ---- one board ------------------------------------------------------------------------------

std::uint16_t WiredBoard::address() const {
    return static_cast<std::uint16_t>(std::stoul(serial_) & highest_address);
}

void WiredBoard::note(const Note& note) {
    const std::string bytes = bytes_of(note);
    pending_ += bytes;
    memory_ += bytes;
    if (memory_.size() > memory_bytes) {  // the oldest half is overwritten
        memory_.erase(0, memory_bytes / 2);
        start_ = start_ > memory_bytes / 2 ? start_ - memory_bytes / 2 : 0;
    }
}

void WiredBoard::put(Square square, Piece piece, Instant at) {
    if (now_.at(square) == piece) return;
    now_.put(square, piece);
    note({.what = Note::What::change, .square = square, .piece = piece,
          .soon = changed_ && at - *changed_ < soon});
    changed_ = at;
    fresh_ += {static_cast<char>(field_of(square)), static_cast<char>(code_of(piece))};
    if (now_ == start_placement()) note({.what = Note::What::begin});
    if (now_ == start_placement().turned()) note({.what = Note::What::begin_turned});
}

void WiredBoard::set_up(const Placement& placement, Instant at) {
    for (Square square = 0; square < 64; ++square) put(square, placement.at(square), at);
}

void WiredBoard::note_time(Hand hand, Duration time) {
    note({.what = Note::What::time, .hand = hand, .time = time});
}

std::string WiredBoard::memory_from_start() const { return memory_.substr(start_); }

// ---- the line -------------------------------------------------------------------------------

WiredBoard& WiredLine::add(const std::string& serial) { return boards_.emplace_back(serial); }

std::optional<Instant> WiredLine::next() const {
    if (bytes_.empty()) return std::nullopt;
    return bytes_.front().at;
}

std::string WiredLine::read(Instant at) {
    std::string out;
    for (; !bytes_.empty() && bytes_.front().at <= at; bytes_.pop_front())
        out += bytes_.front().value;
    return out;
}

void WiredLine::say_bytes(std::string bytes, Instant at) {
    const auto any = [&] { return dice_.below(static_cast<std::uint32_t>(bytes.size())); };
    if (chance(mischief_.short_of)) bytes.erase(any(), 1);
    if (chance(mischief_.bent) && !bytes.empty())
        bytes[any()] ^= static_cast<char>(1U << dice_.below(7));
    if (chance(mischief_.garbage))
        for (std::uint32_t n = dice_.below(6) + 1; n > 0; --n)
            bytes.insert(bytes.begin(), static_cast<char>(dice_.below(256)));
    Instant when = std::max(at, free_at_);
    for (const char byte : bytes) {
        when = when + byte_time;
        bytes_.push_back({when, byte});
    }
    free_at_ = when;
    ++answers_;
}

void WiredLine::say(const Frame& frame, Instant at) {
    const auto bytes = encode(frame, mode_);
    FF_CHECK(bytes);
    if (chance(mischief_.lost)) return;
    const Instant from = at + milliseconds(chance(mischief_.slow) ? 60 : 2);
    say_bytes(*bytes, from);
    if (chance(mischief_.twice)) say_bytes(*bytes, from);
}

Frame WiredLine::clock_of(WiredBoard& board, std::uint16_t address, Instant at) {
    Frame frame{Content::clock, address, board.clock_ ? bytes_of(*board.clock_)
                                                      : bytes_of(NoClock{})};
    if (chance(mischief_.zero_clock)) say({Content::clock, address, std::string(7, 0)}, at);
    return frame;
}

void WiredLine::write(std::string_view bytes, Instant at) {
    for (const char byte : bytes) {
        const bool begins = (static_cast<unsigned char>(byte) & 0x80) != 0;
        if (begins) command_.clear();
        if (!begins && command_.empty()) {
            on_single(byte, at);
            continue;
        }
        command_ += byte;
        if (command_.size() < 4) continue;
        const auto command = bus_command(std::exchange(command_, {}));
        if (command && mode_ == LineMode::bus && !chance(mischief_.deaf)) on_bus(*command, at);
    }
}

void WiredLine::on_single(char code, Instant at) {
    if (chance(mischief_.deaf)) return;
    if (code == single::to_bus) {
        mode_ = LineMode::bus;
        updates_ = false;
        return;
    }
    mode_ = LineMode::single;
    for (WiredBoard& board : boards_) {
        if (board.mute) continue;
        const auto reply = [&](Content content, std::string data) {
            say({content, 0, std::move(data)}, at);
        };
        switch (code) {
            case single::reset: updates_ = false; break;
            case single::send_changes:
                updates_ = true;
                board.fresh_.clear();
                break;
            case single::send_board: reply(Content::board, fields_of(board.now_)); break;
            case single::send_clock: say(clock_of(board, 0, at), at); break;
            case single::send_serial: reply(Content::serial, board.serial_); break;
            case single::send_version: reply(Content::version, {1, 8}); break;
            case single::send_battery: reply(Content::battery, {80, 0, 0, 0, 0, 0, 0, 0, 0}); break;
            case single::send_memory: {
                const bool stray = board.stray > 0 && board.stray-- > 0;
                std::string memory = board.memory_;
                if (stray) memory.insert(1, 1, '\x7e');
                reply(Content::memory, memory);
                break;
            }
            case single::send_address:
                reply(Content::address, {static_cast<char>(board.address() >> 7),
                                         static_cast<char>(board.address() & 0x7f)});
                break;
            case single::send_trademark:
                reply(Content::trademark, board.other_make
                                              ? "Somebody else's board, made elsewhere"
                                              : "Digital Game Technology\r\nVersion 1.8\r\n");
                break;
            default: break;
        }
    }
}

void WiredLine::on_bus(const BusCommand& command, Instant at) {
    for (WiredBoard& board : boards_) {
        if (board.mute) continue;
        if (command.code == bus::Code::ping && command.address == 0) {
            if (std::exchange(board.ignores_ping_, false)) continue;
            const auto bytes = encode({Content::ping, board.address(), {}}, LineMode::bus);
            const Instant when = at + milliseconds(dice_.below(1'100));
            std::deque<Byte>& line = bytes_;
            for (std::size_t n = 0; n < bytes->size(); ++n)
                line.push_back({when + byte_time * static_cast<std::int64_t>(n), (*bytes)[n]});
        } else if (command.address == board.address()) {
            answer(board, command, at);
        }
    }
    std::ranges::stable_sort(bytes_, {}, &Byte::at);  // answers to one ping run into each other
}

void WiredLine::answer(WiredBoard& board, const BusCommand& command, Instant at) {
    const std::uint16_t address = board.address();
    switch (command.code) {
        case bus::Code::changes:
            board.last_answer_ = std::exchange(board.pending_, {});
            return say({Content::changes, address, board.last_answer_}, at);
        case bus::Code::repeat_changes:
            return say({Content::changes, address, board.last_answer_}, at);
        case bus::Code::board: return say({Content::board, address, fields_of(board.now_)}, at);
        case bus::Code::clock: return say(clock_of(board, address, at), at);
        case bus::Code::version: return say({Content::version, address, {1, 8}}, at);
        case bus::Code::ping: return say({Content::ping, address, {}}, at);
        case bus::Code::ignore_ping:
            board.ignores_ping_ = true;
            return say({Content::ping, address, {}}, at);
        case bus::Code::from_start:
            if (board.forgets) return;
            return say({Content::memory, address, board.memory_from_start()}, at);
        case bus::Code::set_start: {
            board.start_ = board.memory_.size();
            const std::string told = std::exchange(board.pending_, {});
            board.note({.what = Note::What::start});
            if (board.writes_men) {
                board.note({.what = Note::What::empty});
                for (const Square square : chess::squares(board.now_.occupied()))
                    board.note({.what = Note::What::change, .square = square,
                                .piece = board.now_.at(square), .soon = true});
            }
            board.pending_ = told;
            return say({Content::start_kept, address, {}}, at + milliseconds(20));
        }
        default: return;
    }
}

void WiredLine::tick(Instant at) {
    if (mode_ != LineMode::single || !updates_) return;
    for (WiredBoard& board : boards_) {
        std::string fresh = std::exchange(board.fresh_, {});
        if (board.mute) continue;
        for (std::size_t n = 0; n + 3 < fresh.size(); n += 2)
            if (chance(mischief_.reordered))
                std::rotate(fresh.begin() + static_cast<std::ptrdiff_t>(n),
                            fresh.begin() + static_cast<std::ptrdiff_t>(n) + 2,
                            fresh.begin() + static_cast<std::ptrdiff_t>(n) + 4);
        for (std::size_t n = 0; n + 1 < fresh.size(); n += 2) {
            say({Content::field, 0, fresh.substr(n, 2)}, at);
            if (chance(mischief_.field_twice)) say({Content::field, 0, fresh.substr(n, 2)}, at);
        }
        if (board.clock_ == board.sent_clock_) continue;
        board.sent_clock_ = board.clock_;
        say(clock_of(board, 0, at), at);
    }
}

}  // namespace flagfall::test
