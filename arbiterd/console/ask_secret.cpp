#include "arbiterd/console/ask_secret.hpp"

#include <fcntl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>

#include "arbiterd/access/limits.hpp"

namespace flagfall::console {

namespace {

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

volatile std::sig_atomic_t caught = 0;

// While it exists, signals that would leave the terminal without echo are deferred.
class HeldSignals {
public:
    HeldSignals() {
        caught = 0;
        struct sigaction note{};
        note.sa_handler = [](int signal) { caught = signal; };
        sigemptyset(&note.sa_mask);
        for (std::size_t i = 0; i < ending_signals.size(); ++i)
            sigaction(ending_signals.at(i), &note, &before_.at(i));  // no SA_RESTART: read() ends
    }
    ~HeldSignals() {
        for (std::size_t i = 0; i < ending_signals.size(); ++i)
            sigaction(ending_signals.at(i), &before_.at(i), nullptr);
        if (caught != 0) std::raise(caught);
    }
    HeldSignals(const HeldSignals&) = delete;
    HeldSignals& operator=(const HeldSignals&) = delete;

private:
    std::array<struct sigaction, ending_signals.size()> before_{};
};

void say(int file, std::string_view text) {
    [[maybe_unused]] const auto written = ::write(file, text.data(), text.size());
}

// A line without its end; nothing at the end of input or after a signal.
bool read_line(int file, std::string& line) {
    char c = 0;
    for (;;) {
        const ssize_t size = ::read(file, &c, 1);
        if (caught != 0 || size == 0) return false;
        if (size < 0 && errno == EINTR) continue;
        if (size < 0) return false;
        if (c == '\n') return true;
        if (line.size() <= limits::password_bytes) line += c;
    }
}

}  // namespace

std::expected<std::string, std::string> ask_secret(const std::string& prompt,
                                                   const char* terminal) {
    const int file = ::open(terminal, O_RDWR | O_CLOEXEC | O_NOCTTY);
    termios before{};
    if (file < 0 || tcgetattr(file, &before) != 0) {
        if (file >= 0) ::close(file);
        return std::unexpected("there is no terminal to ask on; use --password-stdin");
    }
    std::string line;
    bool read = false;
    {
        const HeldSignals held;
        termios mute = before;
        mute.c_lflag &= ~static_cast<tcflag_t>(ECHO);
        tcsetattr(file, TCSAFLUSH, &mute);
        say(file, prompt);
        read = read_line(file, line);
        tcsetattr(file, TCSAFLUSH, &before);
        say(file, "\n");
    }
    ::close(file);
    if (!read) return std::unexpected("nothing was typed");
    return line;
}

}  // namespace flagfall::console
