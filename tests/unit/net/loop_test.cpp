// The loop, its timer and the stop signals.
#include "common/net/loop.hpp"

#include <csignal>
#include <cstdlib>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "common/base/now.hpp"
#include "tests/support/catch.hpp"
#include "tests/unit/net/raw_socket.hpp"

using namespace flagfall;
using net::Loop;
using net::Timer;
using net::test::guard;

TEST_CASE("a timer wakes in order and never early") {
    Loop loop;
    Timer first(loop);
    Timer second(loop);
    std::vector<int> order;
    Instant begin;
    Instant woken_at;
    do {  // again if the machine stood still: what is past when it is asked for has no order
        begin = now();
        second.wake_at(begin + milliseconds(4), [&] {
            order.push_back(2);
            woken_at = now();
        });
        first.wake_at(begin + milliseconds(2), [&] { order.push_back(1); });
    } while (now() >= begin + milliseconds(2));
    REQUIRE(loop.run_until([&] { return order.size() == 2; }, guard));
    CHECK(order == std::vector<int>{1, 2});
    CHECK(woken_at >= begin + milliseconds(4));
}

TEST_CASE("arming again replaces, cancel forgets, a past instant wakes from the loop") {
    Loop loop;
    Timer timer(loop);
    int woken = 0;
    timer.wake_in(milliseconds(0), [&] { woken = 1; });
    timer.wake_at(Instant{}, [&] { woken = 2; });
    CHECK(woken == 0);
    REQUIRE(loop.run_until([&] { return woken != 0; }, guard));
    CHECK(woken == 2);

    bool late = false;
    timer.wake_at(Instant{}, [&] { woken = 3; });
    timer.cancel();
    Timer other(loop);
    other.wake_in(milliseconds(2), [&] { late = true; });
    REQUIRE(loop.run_until([&] { return late; }, guard));
    CHECK(woken == 2);
}

TEST_CASE("a timer can be armed again from its own wake-up") {
    Loop loop;
    Timer timer(loop);
    int woken = 0;
    const std::function<void()> wake = [&] {
        if (++woken < 3) timer.wake_in(microseconds(100), wake);
    };
    timer.wake_in(microseconds(100), wake);
    REQUIRE(loop.run_until([&] { return woken == 3; }, guard));
}

TEST_CASE("run_until gives up at its guard, run ends at stop from another thread") {
    Loop loop;
    CHECK_FALSE(loop.run_until([] { return false; }, milliseconds(3)));

    bool ran = false;
    std::thread other([&] {
        loop.post([&] { ran = true; });
        loop.post([&] { loop.stop(); });
    });
    loop.run();
    other.join();
    CHECK(ran);
}

TEST_CASE("the first stop signal calls, the second ends the process") {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        Loop loop;
        net::on_stop_signal(loop, [](int signal) {
            if (signal != SIGTERM) std::_Exit(1);
            std::raise(SIGINT);
        });
        loop.post([] { std::raise(SIGTERM); });
        loop.run_until([] { return false; }, guard);
        std::_Exit(2);
    }
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 128 + SIGINT);
}
