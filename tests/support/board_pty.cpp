// Electronic boards on a pseudo-terminal, for tests with the real gateway:
//     board_pty SERIAL...
// prints the terminal's path, then reads from its input: hands, "SERIAL e2 -" or "SERIAL e4 P", and
// what is done to the clock beside the board, "SERIAL clock 600 590 right": its two times in
// seconds, and which of them runs; "stands" if none does. After "SERIAL mute" the board says
// nothing any more.
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>

#include "common/base/now.hpp"
#include "common/chess/types.hpp"
#include "tests/support/boards.hpp"

using namespace flagfall;

namespace {

chess::Piece piece_from(char letter) {
    constexpr std::string_view letters = "PNBRQKpnbrqk";
    const std::size_t at = letters.find(letter);
    if (at == std::string_view::npos) return {};
    return {at < 6 ? Side::white : Side::black, static_cast<chess::Kind>(at % 6)};
}

// A clock that runs by itself and whose flag stays at zero.
struct Ticking {
    Duration left;
    Duration right;
    std::string runs;    // "left", "right", "stands"
    devices::Hand lever = devices::Hand::left;
    Instant since;

    devices::ClockReading at(Instant now) const {
        devices::ClockReading reading;
        const auto shown = [&](Duration time, bool running) {
            const Duration used = running ? now - since : Duration{};
            const Duration rest = std::max(time - used, Duration{});
            const bool down = running && rest <= Duration{};
            return devices::ShownTime{seconds(rest.us / 1'000'000), down, down, false};
        };
        reading.left = shown(left, runs == "left");
        reading.right = shown(right, runs == "right");
        reading.runs = runs != "stands";
        reading.to_move = lever;
        reading.right_lever_up = lever == devices::Hand::left;
        return reading;
    }
};
std::map<std::string, Ticking> clocks;

void set_clock(const std::string& serial, std::istringstream& words) {
    std::int64_t left = 0;
    std::int64_t right = 0;
    Ticking& clock = clocks[serial];
    words >> left >> right >> clock.runs;
    clock.left = seconds(left);
    clock.right = seconds(right);
    clock.since = now();
    if (clock.runs == "left") clock.lever = devices::Hand::left;
    if (clock.runs == "right") clock.lever = devices::Hand::right;
}

void move_hand(test::WiredLine& line, const std::string& text) {
    std::istringstream words(text);
    std::string serial, square, piece;
    words >> serial >> square;
    if (square == "clock") return set_clock(serial, words);
    words >> piece;
    for (std::size_t n = 0; n < line.size(); ++n)
        if (line.board(n).serial() == serial && square.size() == 2 && piece.size() == 1)
            line.board(n).put(chess::square_at(square[0] - 'a', square[1] - '1'),
                              piece_from(piece[0]), now());
        else if (line.board(n).serial() == serial && square == "mute")
            line.board(n).mute = true;
}

// Takes the complete lines out of the bytes that were read.
void hands(test::WiredLine& line, std::string& read) {
    for (std::size_t end = read.find('\n'); end != std::string::npos; end = read.find('\n')) {
        move_hand(line, read.substr(0, end));
        read.erase(0, end + 1);
    }
}

int serve(test::WiredLine& line, int terminal) {
    std::string read;
    for (;;) {
        pollfd wait[] = {{terminal, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
        if (::poll(wait, 2, 2) < 0) return 1;
        char bytes[512];
        if ((wait[1].revents & (POLLIN | POLLHUP)) != 0) {
            const ssize_t got = ::read(STDIN_FILENO, bytes, sizeof bytes);
            if (got <= 0) return 0;
            read.append(bytes, static_cast<std::size_t>(got));
            hands(line, read);
        }
        const Instant at = now();
        for (std::size_t n = 0; n < line.size(); ++n)
            if (const auto clock = clocks.find(line.board(n).serial()); clock != clocks.end())
                line.board(n).show(clock->second.at(at));
        if ((wait[0].revents & POLLIN) != 0) {
            const ssize_t got = ::read(terminal, bytes, sizeof bytes);
            if (got > 0) line.write({bytes, static_cast<std::size_t>(got)}, at);
        }
        line.tick(at);
        const std::string out = line.read(at);
        if (!out.empty() && ::write(terminal, out.data(), out.size()) < 0) return 1;
    }
}

}  // namespace

int main(int argc, char** argv) {
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0) return 1;
    // Kept open here, so that the terminal does not close together with the gateway.
    const int other = ::open(::ptsname(terminal), O_RDWR | O_NOCTTY);
    termios raw{};
    ::tcgetattr(other, &raw);
    ::cfmakeraw(&raw);
    ::tcsetattr(other, TCSANOW, &raw);
    test::WiredLine line(1);
    for (int n = 1; n < argc; ++n)
        line.add(argv[n]).set_up(devices::Placement::of(chess::start_position()), now());
    std::printf("%s\n", ::ptsname(terminal));
    std::fflush(stdout);
    return serve(line, terminal);
}
