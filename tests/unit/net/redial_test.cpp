// When a connection is tried again.
#include "common/net/line_client.hpp"
#include "common/net/redial.hpp"
#include "tests/support/catch.hpp"

using namespace flagfall;
using namespace flagfall::net;

namespace {

constexpr Instant begin{1'000'000'000};

// Like LineClient while clockd is down for long: each attempt is refused at once.
Instant after_refusals(Redial& redial, int count) {
    Instant at = begin;
    for (int i = 0; i < count; ++i) {
        redial.attempt_begins(at);
        at = redial.next(at);
    }
    return at;
}

Redial usual() { return {LineClientOptions{}.first_wait, LineClientOptions{}.longest_wait}; }

}  // namespace

TEST_CASE("refused attempts begin at distances that double up to the longest") {
    Redial redial = usual();
    Instant at = begin;
    for (const int wait : {50, 100, 200, 400, 800, 1000, 1000}) {
        redial.attempt_begins(at);
        CHECK(redial.next(at) - at == milliseconds(wait));
        at = at + milliseconds(wait);
    }
}

TEST_CASE("a connection that brought a line is tried again after the first wait") {
    Redial redial = usual();
    const Instant connected = after_refusals(redial, 6);
    redial.attempt_begins(connected);
    redial.start_over();
    const Instant lost = connected + seconds(3600);
    CHECK(redial.next(lost) == lost + milliseconds(50));
}

// clockd was down, came back, and the first connection to it was dead: after the silence of 1.5 s
// came the full second for the earlier refusals, which is more than P11 allows.
TEST_CASE("a dead link after refusals costs its silence and no second pause") {
    Redial redial = usual();
    const Instant connected = after_refusals(redial, 6);
    redial.attempt_begins(connected);
    const Instant left = connected + LineClientOptions{}.idle_timeout;
    const Instant again = redial.next(left);
    CHECK(again == left + milliseconds(50));
    CHECK(again - connected < seconds(2));
}

TEST_CASE("an attempt that nobody answers costs its own time and no second pause") {
    Redial redial = usual();
    const Instant called = after_refusals(redial, 6);
    redial.attempt_begins(called);
    const Instant given_up = called + LineClientOptions{}.connect_timeout;
    CHECK(redial.next(given_up) == given_up + milliseconds(50));
}

TEST_CASE("an attempt that ends soon waits for the rest of its distance") {
    Redial redial = usual();
    const Instant called = after_refusals(redial, 6);
    redial.attempt_begins(called);
    CHECK(redial.next(called + milliseconds(300)) == called + seconds(1));
}
