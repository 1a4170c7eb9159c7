// The event loop and its timer, without Asio's headers.
//
// The whole net module uses callbacks, not coroutines: drain() has to
// read every socket from inside a timer's handler, so no suspended coroutine may own a socket's
// buffer. All reads and writes are non-blocking calls made when a socket is ready.
#pragma once

#include <functional>
#include <memory>

#include "common/base/time.hpp"

namespace boost::asio {
class io_context;
}

namespace flagfall::net {

// One thread's loop. Everything built on a Loop is used on the thread that runs it; only post()
// and stop() may be called from other threads. A Loop must outlive what was built on it.
class Loop {
public:
    Loop();
    ~Loop();
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    // Runs handlers until stop(); returns at once if stop() was called before.
    void run();

    // Runs handlers until `done()` returns true (true) or `guard` has passed (false); calls `done`
    // after every handler. For tests and tools that wait for something.
    bool run_until(const std::function<bool()>& done, Duration guard);

    // Runs `task` on the loop's thread, after the handler that runs now. Thread-safe.
    void post(std::function<void()> task);

    // Makes run() return after the handler that runs now. Thread-safe.
    void stop();

    // For the few files that need Asio itself.
    boost::asio::io_context& io();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// One pending wake-up. It only wakes: the callback reads now() and decides.
class Timer {
public:
    explicit Timer(Loop& loop);
    ~Timer();  // cancels
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    // Calls `wake` once, when now() >= `at`, never earlier and never from inside this call.
    // A new call replaces the one before. The instant is one of CLOCK_BOOTTIME: after the
    // machine was suspended, a passed deadline is noticed within a second.
    void wake_at(Instant at, std::function<void()> wake);

    // The same, `wait` from now.
    void wake_in(Duration wait, std::function<void()> wake);

    // Cancels the wake-up; after this `wake` is not called.
    void cancel();

private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

// Calls `stop(signal)` on the loop at the first SIGTERM or SIGINT; at the second the process
// exits at once with status 128 + signal. Call it once for a process. Throws std::system_error
// (Boost's is one) if the system refuses a pipe or a handler.
void on_stop_signal(Loop& loop, std::function<void(int signal)> stop);

// Calls `reload` on the loop at every SIGHUP: it reloads certificates, tokens and the like.
// Call it once for a process; it throws as on_stop_signal.
void on_reload_signal(Loop& loop, std::function<void()> reload);

// Makes a write to a closed pipe or socket an error value. Call it first in main().
void ignore_sigpipe();

// Raises the limit of descriptors to the hard limit: each connection
// needs one, and the usual soft limit is 1024.
void use_all_descriptors();

}  // namespace flagfall::net
