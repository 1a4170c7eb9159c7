#include "common/net/loop.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <system_error>
#include <utility>
#include <vector>

#include <boost/asio/buffer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include "common/base/check.hpp"
#include "common/base/now.hpp"

namespace flagfall::net {

namespace asio = boost::asio;

struct Loop::Impl {
    asio::io_context io{1};
    asio::executor_work_guard<asio::io_context::executor_type> work{io.get_executor()};
};

Loop::Loop() : impl_(std::make_unique<Impl>()) {}
Loop::~Loop() = default;

void Loop::run() { impl_->io.run(); }

bool Loop::run_until(const std::function<bool()>& done, Duration guard) {
    const Instant end = now() + guard;
    // `done` may look at things that wake no handler, so it is called every few milliseconds, too.
    while (!done()) {
        if (now() >= end || impl_->io.stopped()) return false;
        impl_->io.run_one_for(std::chrono::milliseconds(2));
    }
    return true;
}

void Loop::post(std::function<void()> task) { asio::post(impl_->io, std::move(task)); }

void Loop::stop() { impl_->io.stop(); }

asio::io_context& Loop::io() { return impl_->io; }

namespace {

// The steady clock stops while the machine sleeps, so no sleep is longer than this.
constexpr Duration longest_sleep = seconds(1);

}  // namespace

struct Timer::Impl : std::enable_shared_from_this<Timer::Impl> {
    explicit Impl(asio::io_context& io) : timer(io) {}

    // A sleep that ends before then goes on: its end looks again. So a deadline that each request
    // of a connection moves costs one sleep a second.
    void arm() {
        const Instant from = now();
        const Duration wait = std::clamp(at - from, Duration{}, longest_sleep);
        if (asleep && ends <= from + wait) return;
        asleep = true;
        ends = from + wait;
        timer.expires_after(std::chrono::microseconds(wait.us));
        timer.async_wait([weak = weak_from_this(), mine = ++sleeps](const auto& error) {
            const auto self = weak.lock();
            // A handler that was already queued when its sleep was replaced comes without an error.
            if (!self || error || mine != self->sleeps) return;
            self->woken();
        });
    }

    void woken() {
        asleep = false;
        if (!wake) return;
        if (now() < at) return arm();
        const auto call = std::exchange(wake, nullptr);
        call();
    }

    asio::steady_timer timer;
    Instant at;                  // of the wake-up
    Instant ends;                // of the sleep
    std::function<void()> wake;  // null: no wake-up
    std::uint64_t sleeps = 0;
    bool asleep = false;
};

Timer::Timer(Loop& loop) : impl_(std::make_shared<Impl>(loop.io())) {}
Timer::~Timer() { cancel(); }

void Timer::wake_at(Instant at, std::function<void()> wake) {
    FF_CHECK(wake != nullptr);
    impl_->at = at;
    impl_->wake = std::move(wake);
    impl_->arm();
}

void Timer::wake_in(Duration wait, std::function<void()> wake) {
    wake_at(now() + wait, std::move(wake));
}

void Timer::cancel() { impl_->wake = nullptr; }

namespace {

// The ends of the pipes that the signals' handlers write to.
std::atomic<int> stop_pipe{-1};
std::atomic<int> reload_pipe{-1};
std::atomic<bool> stopping{false};

void note(int pipe, int signal) {
    const int before = errno;
    const auto byte = static_cast<unsigned char>(signal);
    [[maybe_unused]] const auto written = ::write(pipe, &byte, 1);
    errno = before;
}

// The second signal ends the process whatever the loop is doing, even if it has ended already.
extern "C" void note_stop(int signal) {
    if (stopping.exchange(true)) std::_Exit(128 + signal);
    note(stop_pipe, signal);
}

extern "C" void note_reload(int signal) { note(reload_pipe, signal); }

void set_action(int signal, void (*action)(int)) {
    struct sigaction wanted {};
    wanted.sa_handler = action;
    wanted.sa_flags = SA_RESTART;
    ::sigaction(signal, &wanted, nullptr);
}

// Passes signals to the loop. Asio's own signal_set does not notice when the system refuses to
// watch its pipe, and then no signal would ever end the process; this one throws.
struct SignalWatch : std::enable_shared_from_this<SignalWatch> {
    SignalWatch(asio::io_context& io, std::atomic<int>& end, std::vector<int> which,
                void (*action)(int), std::function<void(int)> on_signal)
        : pipe(io), writing_end(end), signals(std::move(which)), call(std::move(on_signal)) {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
            throw std::system_error(errno, std::generic_category(), "a pipe for signals");
        writing_end = ends[1];
        boost::system::error_code error;
        pipe.assign(ends[0], error);
        if (!error) pipe.non_blocking(true, error);  // said once, so that no read has to
        if (error) throw std::system_error(error, "a pipe for signals");
        for (const int each : signals) set_action(each, action);
    }

    ~SignalWatch() {
        for (const int each : signals) set_action(each, SIG_DFL);
        ::close(writing_end.exchange(-1));
    }

    void wait() {
        pipe.async_read_some(asio::buffer(&signal, 1),
                             [self = shared_from_this()](const auto& error, std::size_t) {
                                 if (error) return;
                                 const int came = self->signal;
                                 self->wait();
                                 self->call(came);
                             });
    }

    asio::posix::stream_descriptor pipe;
    std::atomic<int>& writing_end;
    const std::vector<int> signals;
    std::function<void(int)> call;
    unsigned char signal = 0;
};

}  // namespace

void on_stop_signal(Loop& loop, std::function<void(int signal)> stop) {
    FF_CHECK(stop != nullptr);
    stopping = false;
    std::make_shared<SignalWatch>(loop.io(), stop_pipe, std::vector{SIGTERM, SIGINT}, note_stop,
                                  std::move(stop))
        ->wait();
}

void on_reload_signal(Loop& loop, std::function<void()> reload) {
    FF_CHECK(reload != nullptr);
    std::make_shared<SignalWatch>(loop.io(), reload_pipe, std::vector{SIGHUP}, note_reload,
                                  [reload = std::move(reload)](int) { reload(); })
        ->wait();
}

void ignore_sigpipe() { std::signal(SIGPIPE, SIG_IGN); }

void use_all_descriptors() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

}  // namespace flagfall::net
